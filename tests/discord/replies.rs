//! The answers to a player's direct messages: each arrives, once, whatever fails; and answering delays no round.

use std::time::Duration;

use poise::serenity_prelude::{ChannelId, ChannelType, CreateThread};
use trigon::bot::Bot;
use trigon::figures::figures;
use trigon::games::By;
use trigon::ids::MatchId;
use trigon::matches::Matches;
use trigon::sandbox::{Fault, Id, NewPerson, OptionValue, Person, SeenMessage};
use trigon::store::Store;

use crate::database::Database;
use crate::scene::{Scene, WAIT_TIMEOUT};

const POST_PATH: &str = "/channels/*/messages";

const GRACE: Duration = Duration::from_secs(3);

/// Returns what the bot has written to a person since one of their messages.
fn since(scene: &Scene, person: &Person, sent: Id) -> Vec<SeenMessage> {
    let me = scene.sandbox.bot_id();
    person.dms().into_iter().filter(|dm| dm.author == me && dm.id > sent).collect()
}

/// Waits for something while time passes, because delivery waits before it tries again.
async fn comes(scene: &Scene, done: impl Fn() -> bool) -> bool {
    let passing = async {
        while !done() {
            scene.clock.advance(Duration::from_secs(1));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, passing).await.is_ok()
}

async fn entries(scene: &Scene, seat: u8) -> usize {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    game.log.iter().filter(|entry| entry.by == By::seat(seat)).count()
}

/// Waits until a seat has this many entries.
async fn has_entries(scene: &Scene, seat: u8, count: usize) {
    let stored = async {
        while entries(scene, seat).await < count {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, stored).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_failure_of_discord_loses_no_answer_and_doubles_none() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let bob = &scene.players[0];
    for fault in [
        Fault::Status(500),
        Fault::Status(503),
        Fault::StatusAfter(500),
        Fault::DropBefore,
        Fault::DropAfter,
        Fault::Garbage { after: false },
        Fault::Garbage { after: true },
    ] {
        let shown = format!("{fault:?}");
        scene.sandbox.fail_next(Some("POST"), POST_PATH, 1, fault);
        let sent = bob.dm("-").unwrap();
        assert!(comes(&scene, || !since(&scene, bob, sent).is_empty()).await, "{shown}: no answer");
        assert!(comes(&scene, || scene.sandbox.faults_pending() == 0).await);
        // The next answer comes after this one.
        let next = bob.dm("me").unwrap();
        assert!(comes(&scene, || !since(&scene, bob, next).is_empty()).await, "{shown}");
        let told = since(&scene, bob, sent);
        assert_eq!(told.len(), 2, "{shown}: {told:#?}");
        assert!(told[0].content.contains("Stored") && told[1].content.contains("Priority"), "{shown}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_has_not_taken_is_sent_after_a_restart() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let (bob, cleo) = (scene.players[0].clone(), scene.players[1].clone());
    scene.sandbox.fail_next(Some("POST"), POST_PATH, 1_000, Fault::Status(500));
    scene.sandbox.fail_next(None, "/interactions/**", 1_000, Fault::Status(500));
    let sent = bob.dm("-").unwrap();
    // Somebody else uses a command, whose answer then comes as a direct message.
    cleo.slash(scene.hall, "move", &[("action", "-".into())]).unwrap();
    has_entries(&scene, 1, 1).await;
    has_entries(&scene, 2, 1).await;
    let waiting = async {
        while scene.matches.store().deliverable(i64::MAX, 100).await.unwrap().len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, waiting).await.unwrap();
    scene.crash().await;
    assert!(since(&scene, &bob, sent).is_empty());
    scene.sandbox.clear_faults();
    scene.start_bot().await;
    for person in [&bob, &cleo] {
        assert!(comes(&scene, || !since(&scene, person, sent).is_empty()).await);
        let told = since(&scene, person, sent);
        assert!(told.len() == 1 && told[0].content.contains("Stored"), "{told:#?}");
    }
    assert_eq!((entries(&scene, 1).await, entries(&scene, 2).await), (1, 1));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_stored_is_kept_and_its_author_is_told_both() {
    let scene = Scene::set().await;
    let Some(path) = scene.database.url().strip_prefix("sqlite://").map(str::to_owned) else { return };
    scene.begin("Code Red").await;
    scene.quiet().await;
    let bob = &scene.players[0];
    let away = format!("{path}.away");
    std::fs::rename(&path, &away).unwrap();
    let sent = bob.dm("-").unwrap();
    let kept = || since(&scene, bob, sent).iter().any(|dm| dm.content.contains("keep trying"));
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, kept).await, "{:#?}", bob.dms());
    std::fs::rename(&away, &path).unwrap();
    let stored = || since(&scene, bob, sent).iter().any(|dm| dm.content.contains("Stored"));
    assert!(comes(&scene, stored).await, "{:#?}", bob.dms());
    scene.quiet().await;
    let told = since(&scene, bob, sent);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(!told.iter().any(|dm| dm.content.contains("nothing has changed")), "{told:#?}");
    assert_eq!(entries(&scene, 1).await, 1);
    scene.end().await;
}

/// Returns a match in its first round, a minute before its deadline.
async fn before_the_deadline() -> Scene {
    let mut scene = Scene::set().await;
    scene.matches = scene.matches.clone().with_grace(GRACE);
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    scene.clock.advance(Duration::from_hours(24) - Duration::from_mins(1));
    scene.quiet().await;
    scene
}

/// Waits until the round whose deadline has just passed is resolved.
async fn is_resolved(scene: &Scene) {
    scene.clock.advance(Duration::from_mins(1) + GRACE);
    let met = async {
        while scene.matches.load(MatchId(1)).await.unwrap().session.as_ref().unwrap().phase().id == "round-01"
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, met).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_does_not_take_delays_no_round() {
    let scene = before_the_deadline().await;
    // Nothing comes back to the bot for this request, longer than the test waits.
    scene.sandbox.fail_next(Some("POST"), POST_PATH, 1, Fault::StallBefore);
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    bob.dm("-").unwrap();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.sandbox.faults_pending() == 0).await);
    let sent = cleo.dm("-").unwrap();
    assert!(
        scene.sandbox.wait_until(WAIT_TIMEOUT, || !since(&scene, cleo, sent).is_empty()).await,
        "others wait"
    );
    is_resolved(&scene).await;
    assert_eq!((entries(&scene, 1).await, entries(&scene, 2).await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_messages_of_somebody_who_plays_nowhere_delay_no_round_and_are_answered_once() {
    let scene = before_the_deadline().await;
    let zoe = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&zoe);
    let first = zoe.dm("hello").unwrap();
    for n in 0..250 {
        zoe.dm(&format!("hello {n}")).unwrap();
    }
    let sent = scene.players[1].dm("-").unwrap();
    is_resolved(&scene).await;
    assert_eq!(entries(&scene, 2).await, 1);
    assert!(
        scene.sandbox.wait_until(WAIT_TIMEOUT, || !since(&scene, &scene.players[1], sent).is_empty()).await
    );
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || !since(&scene, &zoe, first).is_empty()).await);
    scene.quiet().await;
    assert_eq!(since(&scene, &zoe, first).len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_bot_with_the_same_token_on_another_database_is_noticed() {
    let scene = Scene::set().await;
    let database = Database::chosen().await;
    let matches = Matches::new(Store::open(database.url()).await.unwrap(), scene.clock.clone());
    let bot = Bot::start(scene.config(), matches).await.unwrap();
    tokio::time::timeout(WAIT_TIMEOUT, bot.ready()).await.unwrap().unwrap();
    let noticed = || figures().answered_elsewhere.get();
    let before = noticed();
    scene.ask(&scene.ada, "help", &[]).await;
    assert!(
        scene.sandbox.wait_until(WAIT_TIMEOUT, || noticed() > before).await,
        "nobody has noticed the other"
    );
    bot.stop().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_thread_that_a_bot_has_left_is_used_by_whoever_asks_again() {
    let mut scene = Scene::set().await;
    let thread = CreateThread::new("Friday").kind(ChannelType::PublicThread);
    let thread = ChannelId::new(scene.hall.0).create_thread(scene.http(), thread).await.unwrap().id;
    // It was stopped before it could create the match.
    scene.stop_bot().await;
    scene.clock.advance(Duration::from_mins(1));
    scene.start_bot().await;
    let bob = scene.players[0].clone();
    scene.ask(&bob, "help", &[]).await;
    for is_used in [true, false] {
        let options = [("game", "trice".into()), ("title", "Friday".into())];
        let made = scene.ask(&bob, "play new", &options).await;
        assert_eq!(made.content.contains(&thread.to_string()), is_used, "{}", made.content);
        scene.settled().await;
        scene.clock.advance(Duration::from_mins(1));
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_carried_out_before_the_bot_was_killed_creates_no_second_match() {
    let playing: [(&str, OptionValue); 2] = [("game", "trice".into()), ("title", "Friday".into())];
    let computed: [(&str, OptionValue); 2] = [("game", "triangoli".into()), ("computers", 1.into())];
    let hosting: [(&str, OptionValue); 1] = [("title", "Season".into())];
    for (command, options) in
        [("play new", &playing[..]), ("play new", &computed[..]), ("host create", &hosting[..])]
    {
        let mut scene = Scene::set().await;
        let ada = scene.ada.clone();
        // Discord takes no answer, neither at once nor after deferring.
        scene.sandbox.fail_next(None, "/interactions/**", 1_000, Fault::Status(500));
        ada.slash(scene.hall, command, options).unwrap();
        let created = async {
            while scene.matches.summary(MatchId(1)).await.unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, created).await.unwrap();
        scene.crash().await;
        scene.sandbox.clear_faults();
        scene.start_bot().await;
        scene.settled().await;

        let again = scene.ask(&ada, command, options).await.content;
        assert!(
            again.starts_with("This match exists already") && again.contains("#1 "),
            "{command}: {again}"
        );
        assert!(scene.matches.summary(MatchId(2)).await.unwrap().is_none(), "{command}");
        // A second one can still be created.
        let other = scene.ask(&ada, command, options).await.content;
        assert!(other.contains("#2 "), "{command}: {other}");
        // And nobody is taken for somebody else.
        scene.settled().await;
        scene.crash().await;
        scene.start_bot().await;
        scene.settled().await;
        if command == "play new" {
            let bob = scene.players[0].clone();
            let new = scene.ask(&bob, command, options).await.content;
            assert!(new.contains("#3 ") && !new.contains("exists already"), "{command}: {new}");
        }
        scene.stop_bot().await;
    }
}
