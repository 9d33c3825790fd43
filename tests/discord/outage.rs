//! Outages of Discord's gateway, as it documents them (“Disconnecting”, “Resuming”, “Gateway Close Event Codes”, “Session
//! Start Limit Object”), each with a deadline before, within and after it.

use std::time::Duration;

use trigon::bot::{Bot, BotError, Running};
use trigon::games::By;
use trigon::ids::MatchId;
use trigon::sandbox::{Cut, Door, Quota, RateLimits, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT};

const GRACE: Duration = Duration::from_secs(3);

/// How long each outage lasts.
const OUTAGE_LENGTH: Duration = Duration::from_secs(4);

/// How soon the bot has to be connected once it can be.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(10);

async fn running() -> Scene {
    let mut scene = Scene::set().await;
    // As in operation: at a deadline itself, messages may still be on their way.
    scene.matches = scene.matches.clone().with_grace(GRACE);
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    scene
}

/// Lets the deadline of the round pass, and checks that it is resolved and the next one has begun.
async fn resolves(scene: &Scene) {
    let deadline = async || scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
    let before = deadline().await;
    scene.clock.set(before + GRACE.as_millis() as i64);
    scene.settled_after_deadlines().await;
    assert!(deadline().await > before);
}

/// Goes through an outage three times: with a deadline before, within and after it.
async fn survives(cut: Cut, door: Option<Door>) {
    let scene = running().await;
    let bob = scene.players[0].clone();
    let entries = async || {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        game.log.iter().filter(|entry| entry.by == By::seat(1)).count()
    };
    for deadline in ["before", "within", "after"] {
        let sent = entries().await;
        if deadline == "before" {
            scene.dm(&bob, "-").await;
            resolves(&scene).await;
        }
        if let Some(door) = door {
            scene.sandbox.shut_gateway(door, OUTAGE_LENGTH);
        }
        scene.sandbox.cut_gateway(cut);
        if deadline != "before" {
            bob.dm("-").unwrap();
        }
        if deadline == "within" {
            resolves(&scene).await;
        }
        let is_back = scene.sandbox.wait_connected(OUTAGE_LENGTH + RECONNECT_TIMEOUT).await;
        assert!(is_back, "{cut:?}, {door:?}: not connected with a deadline {deadline} it");
        if deadline == "after" {
            // What was sent during the outage has arrived by then, or is fetched.
            resolves(&scene).await;
        }
        assert_eq!(
            entries().await,
            sent + 1,
            "{cut:?}, {door:?}: what was sent with a deadline {deadline} it"
        );
        // The bot hears, and answers.
        let answer = scene.dm(&bob, "me").await;
        assert!(answer.content.contains("Code Red"), "{cut:?}, {door:?}, {deadline}: {}", answer.content);
        scene.ask(&scene.players[1], "me", &[]).await;
    }
    scene.end().await;
}

/// Goes through several outages at once, each with a bot of its own, because all of them mostly wait.
async fn all_survive<const N: usize>(outages: [(Cut, Option<Door>); N]) {
    for outage in outages.map(|(cut, door)| tokio::spawn(survives(cut, door))) {
        outage.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn resets_and_connections_that_are_refused_or_hang_are_survived() {
    let doors = [None, Some(Door::Refuse), Some(Door::Hang)];
    all_survive(doors.map(|door| (Cut::Reset, door))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_sessions_and_a_gateway_that_is_silent_or_resets_everything_are_survived() {
    all_survive([
        (Cut::BreakAndForget, Some(Door::Mute)),
        (Cut::Silence, Some(Door::Deaf)),
        (Cut::Invalid, Some(Door::Invalid)),
        (Cut::Break, Some(Door::Reset)),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn close_codes_after_which_a_client_may_reconnect_are_survived() {
    let codes = [(4000, Some(Door::Close(4000))), (4008, None), (4009, Some(Door::Refuse))];
    all_survive(codes.map(|(code, door)| (Cut::Close(code), door))).await;
}

/// Returns why the bot has ended.
async fn end(bot: &Running) -> BotError {
    tokio::time::timeout(WAIT_TIMEOUT, bot.ended()).await.unwrap().unwrap_err()
}

#[tokio::test(flavor = "multi_thread")]
async fn close_codes_that_end_everything_are_said_in_one_line_and_nothing_is_tried_again() {
    let mut scene = Scene::set().await;
    for code in [4004, 4010, 4011, 4012, 4013, 4014] {
        // In a session, and while one begins.
        for at_first in [false, true] {
            scene.stop_bot().await;
            let door = Door::Close(code);
            if at_first {
                scene.sandbox.shut_gateway(door, Duration::from_hours(1));
            }
            let bot = Bot::start(scene.config(), scene.matches.clone()).await.unwrap();
            if !at_first {
                assert!(scene.sandbox.wait_connected(WAIT_TIMEOUT).await);
                bot.ready().await.unwrap();
                scene.sandbox.shut_gateway(door, Duration::from_hours(1));
                scene.sandbox.cut_gateway(Cut::Close(code));
            }
            let error = end(&bot).await;
            assert_eq!(error == BotError::Token, code == 4004, "{error}");
            let line = error.to_string();
            assert!(!line.contains('\n') && (code == 4004 || line.contains(&code.to_string())), "{line}");
            bot.stop().await;
            scene.sandbox.clear_faults();
        }
    }
    scene.start_bot().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_session_begins_when_none_is_left_and_one_does_when_there_is() {
    let limits =
        RateLimits { identifies: Some(Quota::new(2, Duration::from_secs(14))), ..RateLimits::discord() };
    let scene = Scene::limited(limits).await;
    let token = scene.sandbox.token();
    for _ in 0..2 {
        scene.sandbox.cut_gateway(Cut::BreakAndForget);
        assert!(scene.sandbox.wait_connected(Duration::from_secs(25)).await);
    }
    assert_eq!(scene.sandbox.token(), token, "Discord resets the token of a bot that begins too many");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_stopped_during_an_outage_leaves_nothing_behind() {
    let mut scene = running().await;
    scene.sandbox.shut_gateway(Door::Hang, Duration::from_secs(3));
    scene.sandbox.cut_gateway(Cut::Reset);
    scene.stop_bot().await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(!scene.sandbox.is_connected(), "nobody connects who was told to stop");
    scene.start_bot().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_ends_in_time_while_discord_says_that_its_server_is_unavailable() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    scene.guild.set_available(false);
    for player in &scene.players {
        scene.dm(player, "-").await;
    }
    let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
    scene.clock.set(deadline + GRACE.as_millis() as i64);
    scene.settled_after_deadlines().await;
    scene.guild.set_available(true);
    scene.quiet().await;
    let heard =
        |messages: Vec<SeenMessage>| messages.iter().any(|message| message.content.contains("round 2 of 10"));
    assert!(heard(scene.ada.view(scene.hall)));
    assert!(scene.players.iter().all(|player| heard(player.dms())));
    scene.end().await;
}
