//! An event of the server for the next deadline of a match.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::matches::{Command, HOUR, Status};
use trigon::rehearsal::member;
use trigon::sandbox::{Fault, Permissions, SeenEvent};

use crate::scene::{Scene, WAIT_TIMEOUT};

const EVENTS_PATH: &str = "/guilds/*/scheduled-events";
const EVENT_PATH: &str = "/guilds/*/scheduled-events/*";

impl Scene {
    fn let_create_events(&self, may: bool) {
        let all = Permissions::DEFAULT;
        let permissions = if may { all | Permissions::CREATE_EVENTS } else { all };
        self.guild.set_role_permissions(self.guild.bot_role().unwrap(), permissions);
    }

    async fn choose_event(&self, is_shown: bool) -> String {
        let answer = self.ask(&self.ada, "host spectators", &[("event", is_shown.into())]).await.content;
        self.settled().await;
        answer
    }

    /// Returns the only event of the server.
    fn event(&self) -> SeenEvent {
        let [event] = &self.guild.events()[..] else { panic!("{:?}", self.guild.events()) };
        event.clone()
    }

    async fn next_deadline(&self) -> i64 {
        self.matches.load(MatchId(1)).await.unwrap().deadline.unwrap()
    }

    /// Returns the methods of the requests so far that concern events.
    fn event_requests(&self) -> Vec<String> {
        let requests = self.sandbox.requests(0).into_iter();
        requests
            .filter(|request| request.path.contains("/scheduled-events"))
            .map(|request| request.method)
            .collect()
    }

    /// Returns what the bot has told the host of events in private.
    fn event_warnings(&self) -> Vec<String> {
        let told = self.ada.dms().into_iter().map(|message| message.content);
        told.filter(|text| text.contains('⚠') && text.contains("the event for the next deadline")).collect()
    }

    /// Lets time pass in steps until something holds.
    async fn time_passes_until(&self, holds: impl Fn() -> bool) {
        let waited = async {
            while !holds() {
                self.clock.advance(Duration::from_secs(5));
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, waited).await.unwrap();
        self.settled().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_begins_at_the_deadline_and_moves_with_it() {
    let scene = Scene::set().await;
    scene.begin("Season").await;
    scene.settled().await;
    let refused = scene.choose_event(true).await;
    assert!(refused.starts_with("I’m missing a permission: give my role *Create Events*"), "{refused}");
    assert!(scene.guild.events().is_empty() && scene.event_requests().is_empty());

    scene.let_create_events(true);
    let answer = scene.choose_event(true).await;
    assert!(answer.contains("is an event of the server, which moves when the deadline does"), "{answer}");
    assert!(scene.newest().content.contains("📅 The next deadline of this match is an event"));
    let first = scene.event();
    assert_eq!((first.name.as_str(), first.start), ("Season", scene.next_deadline().await));
    assert_eq!(
        first.description,
        format!(
            "Match 1: the deadline of round 1 of 10, in <#{}>. When it changes, this event moves.",
            scene.hall
        )
    );
    assert_eq!(first.location, format!("https://discord.com/channels/{}/{}", scene.guild.id(), scene.hall));
    assert_eq!(scene.event_requests(), ["POST"]);

    // Answers move nothing. An extension does, and so does a round that ends early.
    scene.clock.advance(Duration::from_mins(10));
    scene.dm(&scene.players[0], "-").await;
    scene.settled().await;
    assert_eq!(scene.event_requests(), ["POST"]);
    scene.ask(&scene.ada, "host extend", &[("hours", 2.into())]).await;
    scene.settled().await;
    let moved = scene.event();
    assert_eq!((moved.id, moved.start), (first.id, first.start + 2 * HOUR));
    scene.resolve().await;
    scene.settled().await;
    let moved = scene.event();
    assert_eq!((moved.id, moved.start), (first.id, scene.next_deadline().await));
    assert!(moved.description.contains("round 2 of 10"), "{}", moved.description);
    assert_eq!(scene.event_requests(), ["POST", "PATCH", "PATCH"]);

    // Many changes at once are one.
    scene.clock.advance(Duration::from_mins(10));
    for _ in 0..3 {
        scene.ask(&scene.ada, "host extend", &[("hours", 1.into())]).await;
        scene.settled().await;
    }
    assert_eq!(scene.event_requests().len(), 4);
    let deadline = scene.next_deadline().await;
    scene.time_passes_until(|| scene.event().start == deadline).await;
    assert_eq!(scene.event_requests().len(), 5);

    // There is none while the clock stands still.
    scene.ask(&scene.ada, "host pause", &[]).await;
    scene.settled().await;
    assert!(scene.guild.events().is_empty());
    scene.clock.advance(Duration::from_hours(1));
    scene.ask(&scene.ada, "host resume", &[]).await;
    scene.settled().await;
    assert_eq!(scene.event().start, scene.next_deadline().await);

    // An event that has begun is replaced.
    let before = scene.event();
    scene.clock.set(before.start);
    scene.settled_after_deadlines().await;
    let after = scene.event();
    assert!(after.id != before.id && after.start == scene.next_deadline().await && !after.has_begun);

    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.settled().await;
    assert!(scene.guild.events().is_empty() && scene.event_warnings().is_empty());
    assert_eq!(scene.matches.store().next_upkeep().await.unwrap(), None);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_deletes_the_event_has_it_deleted_until_a_host_asks_again() {
    let scene = Scene::set().await;
    scene.let_create_events(true);
    scene.begin("Away").await;
    scene.choose_event(true).await;
    assert!(scene.guild.delete_event(scene.event().id));
    for _ in 0..3 {
        scene.resolve().await;
        scene.settled().await;
    }
    assert_eq!(scene.event_requests(), ["POST"], "Discord tells of it, and it is left at that");
    let warnings = scene.event_warnings();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.contains("Somebody has deleted or ended"), "{warning}");
    scene.choose_event(true).await;
    assert_eq!(scene.event().start, scene.next_deadline().await);
    scene.choose_event(false).await;
    assert!(scene.guild.events().is_empty() && scene.newest().content.contains("no longer an event"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_is_deleted_stays_away_whatever_deadlines_pass() {
    for is_connected in [true, false] {
        let mut scene = Scene::set().await;
        scene.let_create_events(true);
        scene.begin("Gone").await;
        scene.choose_event(true).await;
        let event = scene.event();
        if !is_connected {
            scene.stop_bot().await;
        }
        assert!(scene.guild.delete_event(event.id));
        if !is_connected {
            scene.start_bot().await;
        }
        for _ in 0..3 {
            scene.clock.set(scene.next_deadline().await);
            scene.settled_after_deadlines().await;
        }
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.event_warnings().len() == 1).await);
        scene.settled().await;
        assert!(scene.guild.events().is_empty(), "{:?}", scene.event_requests());
        let made = scene.event_requests().iter().filter(|method| *method == "POST").count();
        assert_eq!((made, scene.event_warnings().len()), (1, 1));
        // Nor does it come back because a host names roles.
        scene.ask(&scene.ada, "host spectators", &[("no_roles", true.into())]).await;
        scene.settled().await;
        assert!(scene.guild.events().is_empty());
        scene.choose_event(true).await;
        assert_eq!(scene.event().start, scene.next_deadline().await);
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_is_refused_is_told_once_and_made_when_it_may_be() {
    let scene = Scene::set().await;
    scene.let_create_events(true);
    scene.begin("Refused").await;
    scene.choose_event(true).await;
    scene.let_create_events(false);
    for _ in 0..3 {
        scene.resolve().await;
        scene.settled().await;
    }
    let warnings = scene.event_warnings();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.contains("That takes *Create Events*"), "{warning}");
    assert!(scene.event_requests().len() <= 5, "{:?}", scene.event_requests());
    assert!(scene.newest().content.contains("round 4"), "the match goes on: {}", scene.newest().content);
    scene.let_create_events(true);
    scene.choose_event(true).await;
    assert_eq!(scene.event().start, scene.next_deadline().await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_made_once_even_if_the_answer_is_lost_or_the_bot_is_away() {
    let mut scene = Scene::set().await;
    scene.let_create_events(true);
    scene.begin("Once").await;
    scene.settled().await;
    // Discord makes it, and says that it has not.
    scene.sandbox.fail_next(Some("POST"), EVENTS_PATH, 1, Fault::StatusAfter(502));
    scene.ask(&scene.ada, "host spectators", &[("event", true.into())]).await;
    scene.time_passes_until(|| scene.event_requests().contains(&"GET".to_owned())).await;
    let made = scene.event();
    assert_eq!(
        (made.start, scene.event_requests()),
        (scene.next_deadline().await, vec!["POST".to_owned(), "GET".to_owned()])
    );

    // The match ends while the bot is away.
    scene.stop_bot().await;
    let host = member(&scene.ada, &scene.guild, true);
    scene.matches.ask(MatchId(1), &host, Command::Cancel).await.unwrap();
    scene.crash().await;
    scene.sandbox.fail_next(Some("DELETE"), EVENT_PATH, 2, Fault::Status(503));
    scene.start_bot().await;
    scene.time_passes_until(|| scene.guild.events().is_empty()).await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Cancelled);
    assert!(scene.event_warnings().is_empty());
    scene.end().await;
}
