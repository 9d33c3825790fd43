//! What people read of a match that starts by itself at a time.

use trigon::ids::MatchId;
use trigon::matches::{HOUR, Status};
use trigon::sandbox::{OptionValue, SeenMessage};

use crate::scene::Scene;

/// Returns the sign-up as everyone sees it now.
fn sign_up(scene: &Scene) -> SeenMessage {
    let mut all = scene.ada.view(scene.hall).into_iter();
    all.rfind(|message| message.button("Rules").is_some()).unwrap()
}

impl Scene {
    /// Moves the clock to a planned start, and returns what is posted then.
    async fn at_its_time(&self, number: MatchId) -> SeenMessage {
        let at = self.matches.load(number).await.unwrap().terms.starts.unwrap().at;
        self.clock.set(at);
        self.settled_after_deadlines().await;
        self.newest()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planned_start_is_in_the_sign_up_and_begins_the_match() {
    let scene = Scene::set().await;
    let number = scene.seated_with("Friday", &[("starts", "fri 18:00 Europe/Berlin".into())]).await;
    scene.settled().await;
    let start = scene.matches.load(number).await.unwrap().terms.starts.unwrap();
    let at = start.at / 1_000;
    let post = sign_up(&scene);
    let says = format!(
        "It starts by itself <t:{at}:f> (<t:{at}:R>), if all 7 seats are taken. Otherwise, the sign-up stays open, and the host decides."
    );
    assert!(post.content.contains(&says), "{}", post.content);
    assert!(post.content.contains("`/host start` starts the match before its time."), "{}", post.content);
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains(&format!("starts <t:{at}:R>")), "{}", status.content);
    let posted = scene.at_its_time(number).await;
    assert_eq!(scene.matches.load(number).await.unwrap().status, Status::Running);
    assert!(posted.content.contains("round 1 of"), "{}", posted.content);
    let post = scene.ada.view(scene.hall).into_iter().find(|other| other.id == post.id).unwrap();
    assert!(post.content.contains("started") && !post.content.contains("by itself"), "{}", post.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_enough_players_the_host_reads_what_to_do() {
    let scene = Scene::set().await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let options: [(&str, OptionValue); 3] =
        [("game", "Triforce".into()), ("thread", false.into()), ("starts", "sat 20:00 UTC".into())];
    let made = scene.ask(bob, "play new", &options).await;
    assert!(made.content.contains("It starts by itself"), "{}", made.content);
    assert!(made.content.contains("if at least 3 players are there."), "{}", made.content);
    scene.settled().await;
    let post = sign_up(&scene);
    assert!(post.button("Start").is_none(), "nobody starts it before");
    cleo.click(post.id, post.button("Join").unwrap()).unwrap().response().await.unwrap();
    scene.settled().await;
    let told = scene.at_its_time(MatchId(1)).await;
    assert!(
        told.content.contains("aren’t enough players to start: 2 of 6 seats are taken"),
        "{}",
        told.content
    );
    assert!(
        told.content.contains(&format!("{}: start the match with `/host start`", bob.mention())),
        "{}",
        told.content
    );
    assert_eq!(told.pings, [bob.id()]);
    assert!(sign_up(&scene).button("Start").is_some(), "{}", sign_up(&scene).content);

    let refused = scene.ask(bob, "host start", &[("at", "none".into())]).await;
    assert!(refused.content.contains("doesn’t start by itself"), "{}", refused.content);
    let refused = scene.ask(bob, "host start", &[("at", "Friday".into())]).await;
    assert!(refused.content.contains("is not a time"), "{}", refused.content);
    let refused = scene.ask(cleo, "host start", &[("at", "fri 18:00 UTC".into()), ("match", 1.into())]).await;
    assert!(refused.content.contains("Only the host"), "{}", refused.content);
    let moved = scene.ask(bob, "host start", &[("at", "sun 20:00 UTC".into())]).await;
    assert!(moved.content.contains("It starts by itself"), "{}", moved.content);
    assert!(moved.content.contains("`/host start at:none` takes that back"), "{}", moved.content);
    scene.settled().await;
    let told = scene.newest();
    assert!(told.content.contains("Start: by itself <t:"), "{}", told.content);
    assert!(told.pings.contains(&cleo.id()), "who has joined reads it");
    let no_more = scene.ask(ada, "host start", &[("at", "none".into()), ("match", 1.into())]).await;
    assert!(no_more.content.contains("no longer starts by itself"), "{}", no_more.content);
    scene.clock.set(scene.matches.clock().now() + 48 * HOUR);
    scene.settled_after_deadlines().await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Signup);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_goes_before_a_saved_beacon_and_not_with_a_chosen_one() {
    let scene = Scene::set().await;
    let both: [(&str, OptionValue); 2] = [("starts", "fri 18:00 UTC".into()), ("beacon_hours", 24.into())];
    let refused = scene.ask(&scene.ada, "host create", &both).await;
    assert!(refused.content.contains("leave out one of the two"), "{}", refused.content);
    scene.ask(&scene.ada, "host create", &both[..1]).await;
    scene.ask(&scene.ada, "host template save", &[("name", "Evening".into())]).await;
    scene.ask(&scene.ada, "host create", &[("template", "Evening".into())]).await;
    assert_eq!(scene.matches.load(MatchId(2)).await.unwrap().terms.starts, None, "a time is for one match");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_every_week_says_so_and_is_stopped_by_its_host() {
    let scene = Scene::set().await;
    let ada = &scene.ada;
    let number = scene.seated_with("Friday", &[]).await;
    let weekly = |is: bool| ("weekly", OptionValue::from(is));
    let refused = scene.ask(ada, "host start", &[weekly(true)]).await;
    assert!(refused.content.contains("choose when with `at`, too"), "{}", refused.content);
    let at = ("at", OptionValue::from("fri 18:00 Europe/Berlin"));
    let planned = scene.ask(ada, "host start", &[at, weekly(true)]).await;
    assert!(
        planned.content.contains("the sign-up goes on for another week. It is played every week"),
        "{}",
        planned.content
    );
    assert!(planned.content.ends_with("`/host start weekly:False` takes that back."), "{}", planned.content);
    scene.settled().await;
    assert!(scene.newest().content.contains(", every week"), "{}", scene.newest().content);
    assert!(sign_up(&scene).content.contains("It is played every week"), "{}", sign_up(&scene).content);
    let status = scene.ask(ada, "host status", &[]).await;
    assert!(status.content.contains("every week"), "{}", status.content);
    let first = scene.matches.load(number).await.unwrap().terms.starts.unwrap();
    scene.at_its_time(number).await;
    assert_eq!(scene.matches.load(number).await.unwrap().status, Status::Running);
    let next = scene.matches.load(MatchId(number.0 + 1)).await.unwrap();
    assert_eq!(next.terms.starts.unwrap().at, first.a_week_later(first.at).at);
    let is_next = |message: &SeenMessage| message.content.contains(&format!("Match {}", number.0 + 1));
    let posts = ada.view(scene.hall);
    assert_eq!(posts.iter().filter(|post| is_next(post) && post.button("Rules").is_some()).count(), 1);
    let stopped = scene.ask(ada, "host start", &[weekly(false), ("match", (number.0 + 1).into())]).await;
    assert!(
        stopped.content.contains("the host decides") && !stopped.content.contains("every week"),
        "{}",
        stopped.content
    );
    assert!(!scene.matches.load(MatchId(number.0 + 1)).await.unwrap().terms.starts.unwrap().weekly);
    scene.end().await;
}
