//! Seats that people lose because they do not answer, as they read it; and beginning earlier than announced.

use std::time::Duration;

use trigon::games::{Level, Seat};
use trigon::ids::MatchId;
use trigon::matches::{Command, Status};
use trigon::sandbox::{NewPerson, Person};

use crate::scene::Scene;

const HOUR: Duration = Duration::from_hours(1);

fn texts(who: &Person) -> String {
    who.dms().into_iter().map(|dm| dm.content).collect::<Vec<_>>().join("\n")
}

impl Scene {
    async fn strict(&self, title: &str, strikes: i64, autopilot: Option<u8>) {
        let options = [
            ("title", title.into()),
            ("players", 7.into()),
            ("pregame_hours", 0.into()),
            ("strikes", strikes.into()),
            ("grace_hours", 4.into()),
        ];
        self.ask(&self.ada, "host create", &options).await;
        let host = trigon::matches::Person {
            guild_id: Some(self.guild.id().0.into()),
            ..trigon::matches::Person::user(self.ada.id().0.into())
        };
        if let Some(level) = autopilot {
            let level = Level::new(level).unwrap();
            self.matches.ask(MatchId(1), &host, Command::Autopilot(Some(level))).await.unwrap();
        }
        self.settled().await;
        let post = self.ada.view(self.hall).into_iter().find(|post| post.button("Join").is_some()).unwrap();
        for player in &self.players {
            self.press(player, &self.ada.message(post.id).unwrap(), ":join").await;
        }
        self.ask(&self.ada, "host start", &[]).await;
        self.settled().await;
    }

    async fn all_but(&self, silent: &Person) {
        for player in self.players.iter().filter(|player| player.id() != silent.id()) {
            self.dm(player, "-").await;
        }
    }

    async fn later(&self, hours: u32) {
        self.clock.advance(HOUR * hours);
        self.settled_after_deadlines().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_never_answers_reads_that_a_computed_player_has_the_seat_and_how_to_come_back() {
    let scene = Scene::set().await;
    scene.strict("Vanish", 2, Some(1)).await;
    let bob = &scene.players[0];
    scene.all_but(bob).await;
    scene.later(24).await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let seat = game.seated().find(|(_, player)| player.computed().is_some()).map(|(seat, _)| seat).unwrap();
    let told = texts(bob);
    assert!(told.contains("You didn’t answer in time, so **Vega** plays in your seat"), "{told}");
    assert!(told.contains("`/substitute stop:True` brings you back"), "{told}");
    assert!(!told.contains("If you answer, you keep it"), "the seat is gone: {told}");
    let others = texts(&scene.players[1]);
    assert!(others.contains("so everyone has more time") || others.contains("more time"), "{others}");
    let back = scene.ask(bob, "substitute", &[("stop", true.into())]).await;
    assert!(!back.content.contains("Nobody plays for you"), "{}", back.content);
    scene.settled().await;
    assert!(scene.newest().content.contains("**bob**"), "{}", scene.newest().content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(bob.id().0.into()), Some(seat));
    scene.dm(bob, "-").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_loses_the_seat_to_an_alternate_reads_it_in_private() {
    let scene = Scene::set().await;
    scene.strict("Strikes", 1, None).await;
    let bob = &scene.players[0];
    for player in &scene.players {
        scene.dm(player, "-").await;
    }
    scene.later(24).await;
    let zoe = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&zoe);
    scene.ask(&zoe, "alternate", &[]).await;
    scene.all_but(bob).await;
    scene.later(24).await;
    let offer =
        scene.ada.view(scene.hall).into_iter().rfind(|post| post.button("Take the seat").is_some()).unwrap();
    assert!(offer.content.contains("**bob**"), "{}", offer.content);
    let lends = scene.ask(bob, "substitute", &[("with", scene.ada.id().into()), ("hours", 5.into())]).await;
    assert!(lends.content.contains("is offered to others"), "{}", lends.content);
    scene.press(&zoe, &offer, ":take-seat").await;
    scene.settled().await;
    let told = texts(bob);
    assert!(told.contains("so **zoe** plays in your seat from now on"), "{told}");
    assert!(!told.contains("/substitute stop"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pregame_ends_early_once_everyone_has_checked_in_or_agrees() {
    let scene = Scene::set().await;
    let options = [("title", "Soon".into()), ("players", 7.into()), ("pregame_hours", 24.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    let post = scene.ada.view(scene.hall).into_iter().find(|post| post.button("Join").is_some()).unwrap();
    for player in &scene.players {
        scene.press(player, &scene.ada.message(post.id).unwrap(), ":join").await;
    }
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    let announced = scene.newest();
    assert!(
        announced
            .content
            .contains("Once everyone has checked in, a host who does not play can begin it earlier, with `/host status`."),
        "{}",
        announced.content
    );
    let asked = scene.ask(&scene.ada, "host resolve", &[]).await;
    assert!(asked.content.contains("no host can decide alone"), "{}", asked.content);
    scene.press(&scene.ada, &asked, ":propose").await;
    scene.settled().await;
    let proposal = scene.newest();
    assert!(
        proposal.content.contains("asks everyone **whether to start round 1 now**"),
        "{}",
        proposal.content
    );
    assert_eq!(proposal.pings.len(), 7);
    let refused = scene.press(&scene.players[3], &proposal, ":object").await;
    assert!(refused.content.contains("Not everyone agrees"), "{}", refused.content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Pregame);

    let asked = scene.ask(&scene.ada, "host resolve", &[]).await;
    scene.press(&scene.ada, &asked, ":propose").await;
    scene.settled().await;
    let proposal = scene.newest();
    for player in &scene.players {
        scene.press(player, &proposal, ":consent").await;
    }
    scene.settled().await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    assert_eq!((game.status, game.proposal().is_none()), (Status::Running, true));
    assert!(game.decision(Seat::new(1)).is_some());
    // Play has begun, and the message still says what was asked.
    let settled = scene.ada.message(proposal.id).unwrap();
    assert!(settled.content.contains("whether to start round 1 now. All players"), "{}", settled.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_turns_a_computed_player_fills_in_for_whoever_runs_out_of_time_or_leaves_and_both_read_it() {
    let scene = Scene::set().await;
    let options = [("clock", 24.into()), ("autopilot", 1.into())];
    let id = scene.started("triangoli", 2, &options).await;
    let sign_up = scene
        .ada
        .view(scene.hall)
        .into_iter()
        .find(|post| post.content.contains("Players (2 of 2)"))
        .unwrap();
    assert!(sign_up.content.contains("played by a computer of level 1"), "{}", sign_up.content);
    let game = scene.matches.load(id).await.unwrap();
    let (late, _) = scene.to_act(&game);
    scene.later(25).await;
    let posts: Vec<String> = scene.ada.view(scene.hall).into_iter().map(|post| post.content).collect();
    let filled = posts.iter().find(|post| post.contains("🤖")).expect("a post");
    assert!(filled.contains(&format!("plays for **{}** from now on", late.name())), "{filled}");
    assert!(!posts.iter().any(|post| post.contains("claim your seat")), "nobody can: {posts:?}");
    let told = texts(late);
    assert!(told.contains("You didn’t answer in time"), "{told}");
    assert!(told.contains("`/substitute stop:True` brings you back"), "{told}");
    let back = scene.ask(late, "substitute", &[("stop", true.into()), ("match", id.0.into())]).await;
    assert!(!back.content.contains("can’t"), "{}", back.content);
    assert!(scene.matches.load(id).await.unwrap().seat_of(late.id().0.into()).is_some());
    scene.settled().await;
    // Leaving is for good, and told at once.
    let left = scene.ask(late, "leave", &[("confirm", true.into()), ("match", id.0.into())]).await;
    assert_eq!(left.content, "You’re no longer in **#1 Triangoli**.");
    scene.settled().await;
    let filled = |post: &&String| post.contains("🤖") && post.contains("from now on");
    let posts: Vec<String> = scene.ada.view(scene.hall).into_iter().map(|post| post.content).collect();
    assert_eq!(posts.iter().filter(filled).count(), 2, "{posts:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_turns_an_alternate_is_asked_in_the_channel_and_plays_on_with_the_full_time() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[("clock", 24.into())]).await;
    let game = scene.matches.load(id).await.unwrap();
    let (asked, _) = scene.to_act(&game);
    let alone = scene.ask(asked, "leave", &[("confirm", true.into())]).await;
    assert!(alone.content.contains("Nobody is waiting for a seat"), "{}", alone.content);
    let next = &scene.players[5];
    scene.ask(next, "alternate", &[("match", id.0.into())]).await;
    scene.ask(asked, "leave", &[("confirm", true.into())]).await;
    scene.settled().await;
    let post = scene.newest();
    assert!(post.content.contains("would you take it? You then play on from where **"), "{}", post.content);
    scene.later(5).await;
    scene.press(next, &post, ":take-seat").await;
    scene.settled().await;
    let now = scene.matches.load(id).await.unwrap();
    let seat = now.seat_of(next.id().0.into()).unwrap();
    assert_eq!(now.decision(seat).map(|asked| asked.seat), Some(seat), "it is their turn");
    let full = trigon::matches::HOUR * 24;
    let left = now.deadline.unwrap() - scene.matches.clock().now();
    assert!((full - 60_000..=full).contains(&left), "{left}");
    let legal = now.playing().unwrap().legal(seat);
    scene.ask(next, "move", &[("action", legal[0].as_str().into())]).await;
    assert_ne!(scene.matches.load(id).await.unwrap().question, now.question);
    scene.end().await;
}
