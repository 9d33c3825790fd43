//! The button with which players find out before the first round who they are and whether direct messages reach them.

use std::time::Duration;

use trigon::sandbox::{Fault, OptionValue, Person, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT, press};

impl Scene {
    /// Creates a match for seven whose players the host puts on the roster, and returns the sign-up post.
    async fn with_roster(&self) -> SeenMessage {
        let options = [("title", OptionValue::from("Hidden Garden")), ("players", 7.into())];
        self.ask(&self.ada, "host create", &options).await;
        for player in &self.players {
            self.ask(&self.ada, "host seat", &[("player", player.id().into())]).await;
        }
        self.settled().await;
        self.newest()
    }

    /// Checks somebody in, and returns what they read in private.
    async fn check_in(&self, who: &Person, post: &SeenMessage) -> String {
        self.press(who, post, ":check-in").await.content
    }

    /// Waits until there are this many messages in the hall that only this person sees, and returns them.
    async fn whispers(&self, who: &Person, count: usize) -> Vec<SeenMessage> {
        let seen = || who.view(self.hall).into_iter().filter(|message| message.ephemeral).collect::<Vec<_>>();
        assert!(self.sandbox.wait_until(WAIT_TIMEOUT, || seen().len() >= count).await, "{:?}", seen());
        seen()
    }

    async fn dms_of(&self, who: &Person, count: usize) -> Vec<SeenMessage> {
        assert!(self.sandbox.wait_until(WAIT_TIMEOUT, || who.dms().len() >= count).await);
        who.dms()
    }

    async fn host_sees(&self, text: &str) {
        // The result is stored just after the message has arrived.
        let end = tokio::time::Instant::now() + WAIT_TIMEOUT;
        loop {
            let status = self.ask(&self.ada, "host status", &[]).await.content;
            if status.contains(text) {
                return;
            }
            assert!(tokio::time::Instant::now() < end, "{status}");
        }
    }

    fn openings(&self) -> usize {
        let requests = self.sandbox.requests(0);
        requests.iter().filter(|request| request.path == "/users/@me/channels").count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_on_the_roster_checks_in_and_the_host_sees_it() {
    let scene = Scene::set().await;
    let post = scene.with_roster().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.host_sees("0 of 7 have checked in").await;
    assert_eq!(scene.openings(), 0, "nobody has asked for anything");

    let told = scene.check_in(bob, &post).await;
    assert!(told.contains("You play as **bob**: seat 1"), "{told}");
    assert!(told.contains("has not started the match yet"), "{told}");
    let dm = scene.dms_of(bob, 1).await.pop().unwrap().content;
    assert!(dm.contains("**Hidden Garden**") && dm.contains("My direct messages reach you"), "{dm}");
    scene.host_sees("1 of 7 have checked in").await;
    scene.host_sees(" ✅\n").await;

    // Once more: nothing to do, and no second message.
    let told = scene.check_in(bob, &post).await;
    assert!(told.contains("You’ve checked in, and my direct messages reach you"), "{told}");

    // In the pregame, the button is below the post that mentions everyone.
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    let pregame = scene.newest();
    let told = scene.check_in(cleo, &pregame).await;
    assert!(told.contains("Round 1 begins <t:"), "{told}");
    scene.dms_of(cleo, 1).await;
    scene.host_sees("2 of 7 have checked in").await;
    assert_eq!((bob.dms().len(), scene.openings()), (1, 2), "one each");

    // A stranger learns nothing and opens nothing.
    let told = scene.check_in(&scene.ada, &pregame).await;
    assert!(told.contains("no seat"), "{told}");

    // The first round takes the button away, and a stale press is harmless. A player who pressed nothing plays all the
    // same.
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    assert_eq!(scene.openings(), 7);
    assert!(scene.ada.message(pregame.id).unwrap().components.is_empty());
    let stale = scene.players[2].click(pregame.id, &press(&pregame, ":check-in"));
    if let Ok(stale) = stale {
        let told = stale.message().await.unwrap().content;
        assert!(told.contains("too late to check in"), "{told}");
    }
    assert!(scene.players.iter().all(|player| !player.dms().is_empty()));
    assert_eq!(scene.players[2].dms().len(), 1, "the round, and no test");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_with_closed_messages_reads_how_to_open_them_and_the_host_sees_who_that_is() {
    for code in [50_007, 50_278] {
        let scene = Scene::set().await;
        let post = scene.with_roster().await;
        let bob = &scene.players[0];
        let refused = Fault::Error { status: 403, code, after: false };
        if code == 50_007 {
            bob.close_dms();
        } else {
            scene.sandbox.fail_next(Some("POST"), "/users/@me/channels", 1, refused);
        }
        scene.check_in(bob, &post).await;
        let told = scene.whispers(bob, 2).await.pop().unwrap().content;
        assert!(told.contains("**Privacy Settings**") && told.contains("`/move`"), "{told}");
        scene.host_sees(" 📵\n").await;

        bob.open_dms();
        scene.check_in(bob, &post).await;
        scene.dms_of(bob, 1).await;
        scene.host_sees(" ✅\n").await;
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passing_fault_checks_nobody_in() {
    let scene = Scene::set().await;
    let post = scene.with_roster().await;
    let bob = &scene.players[0];
    let away = Fault::Error { status: 500, code: 0, after: false };
    scene.sandbox.fail_next(Some("POST"), "/users/@me/channels", 1, away);
    scene.check_in(bob, &post).await;
    let told = scene.whispers(bob, 2).await.pop().unwrap().content;
    assert!(told.contains("not checked in yet"), "{told}");
    scene.host_sees("0 of 7 have checked in").await;
    scene.check_in(bob, &post).await;
    scene.dms_of(bob, 1).await;
    scene.host_sees("1 of 7 have checked in").await;
    scene.end().await;
}
