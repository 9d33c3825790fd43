//! Players whose direct messages are closed: what the channel says about them, and that it says nothing else.

use std::time::Duration;
use trigon::ids::MatchId;
use trigon::matches::Command;

use trigon::sandbox::{OptionValue, SeenMessage};

use crate::scene::Scene;
use crate::stage::{CREATED, Stage, seven};

/// Returns everything that everybody could read and hear in the channel, one line per message.
fn heard(stage: &Stage) -> Vec<String> {
    let line = |message: SeenMessage| format!("{} (pings {:?})", message.content, message.pings);
    // It is a matter of chance how many have joined when the sign-up is posted.
    let rounds = stage.posted().into_iter().filter(|message| {
        !message.content.contains("Nobody has joined yet") && !message.content.contains("Players (")
    });
    rounds.map(line).collect()
}

/// What Cleo does with her direct messages after those of the round have arrived or failed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cleo {
    Closes,
    Opens,
    Neither,
}

/// Plays two rounds with a reminder in the first, which goes to Cleo unless she has answered.
async fn two_rounds(cleo: Cleo, answers: bool) -> Vec<String> {
    let stage = Stage::running().await;
    if cleo != Cleo::Closes {
        stage.players[2].close_dms();
    }
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    match cleo {
        Cleo::Closes => stage.players[2].close_dms(),
        Cleo::Opens => stage.players[2].open_dms(),
        Cleo::Neither => {}
    }
    if answers {
        stage.matches.act(id, stage.players[2].id().0.into(), "move -").await.unwrap();
    }
    stage.clock.advance(Duration::from_hours(18));
    stage.matches.handle_due().await.unwrap();
    stage.pending(id, 0).await;
    for _ in 0..2 {
        stage.clock.advance(Duration::from_hours(24));
        stage.matches.handle_due().await.unwrap();
        stage.pending(id, 0).await;
    }
    let heard = heard(&stage);
    stage.end().await;
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn the_channel_does_not_tell_by_closed_messages_who_has_answered() {
    for cleo in [Cleo::Closes, Cleo::Opens, Cleo::Neither] {
        let (silent, answered) = (two_rounds(cleo, false).await, two_rounds(cleo, true).await);
        // Messages of the same instant to different targets may come in either order.
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        assert_eq!(sorted(silent), sorted(answered), "{cleo:?}");
    }
}

/// Returns how often the channel explains that direct messages are closed.
fn explained(stage: &Stage) -> usize {
    stage.posted().iter().filter(|message| message.content.contains("won’t let me send you")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_reminder_is_not_mentioned() {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    stage.players[2].close_dms();
    stage.clock.advance(Duration::from_hours(18));
    stage.matches.handle_due().await.unwrap();
    stage.pending(id, 0).await;
    assert_eq!(stage.matches.store().dead(id).await.unwrap().len(), 1, "the reminder did fail");
    assert_eq!(explained(&stage), 0);
    assert_eq!(stage.posted().len(), CREATED + 1, "round 1 and nothing else");

    // The message of the next round goes to everyone, so its failure says nothing about answers.
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    assert_eq!(explained(&stage), 1);
    assert!(stage.load(id).await.players[2].dm_closed);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_messages_are_mentioned_once_even_if_they_were_open_in_between() {
    let stage = Stage::running().await;
    let cleo = &stage.players[2];
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    for round in 1..=4 {
        if round % 2 == 1 {
            cleo.close_dms();
        } else {
            cleo.open_dms();
        }
        stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
        stage.pending(id, 0).await;
        assert_eq!(stage.load(id).await.players[2].dm_closed, round % 2 == 1, "the host sees it each time");
        assert_eq!(explained(&stage), 1, "after round {round}");
    }
    // It is stored with the match: a program that starts later knows it too.
    cleo.close_dms();
    let restarted = trigon::matches::Matches::new(stage.matches.store().clone(), stage.clock.clone());
    restarted.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.matches.wake_up().notify_waiters();
    stage.pending(id, 0).await;
    assert_eq!(explained(&stage), 1);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_message_to_the_bot_changes_nothing_that_the_channel_says() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    bob.close_dms();
    scene.begin("Code Red").await;
    scene.settled().await;
    bob.open_dms();
    assert!(scene.dm(bob, "me").await.content.contains("Letter"));
    assert!(scene.matches.load(MatchId(1)).await.unwrap().players[0].dm_closed);
    scene.confirmed(&scene.ada, "host resolve", &[]).await;
    scene.settled().await;
    let round = scene
        .ada
        .view(scene.hall)
        .into_iter()
        .find(|message| !message.ephemeral && message.content.contains("round 2"));
    assert_eq!(round.unwrap().pings, [bob.id()], "as if nothing had been written");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_reads_of_what_failed_and_not_of_what_was_no_longer_needed() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    // A reminder is due, but by the time it can be delivered bob has answered.
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    scene.sandbox.fail_next(Some("POST"), "/channels/*/messages", 7, trigon::sandbox::Fault::Status(503));
    scene.clock.advance(Duration::from_hours(18));
    let store = scene.matches.store().clone();
    let tried = || async { store.deliverable(i64::MAX, 9).await.unwrap() };
    while tried().await.iter().filter(|row| row.attempts == 1).count() < 7 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for player in [bob, cleo] {
        scene.ask(player, "move", &[("action", OptionValue::from("-"))]).await;
    }
    scene.clock.advance(Duration::from_secs(3));
    scene.settled().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("2 of 7 have answered"), "{}", status.content);
    assert!(!status.content.contains("could not be delivered"), "{}", status.content);

    scene.players[2].close_dms();
    scene.clock.advance(Duration::from_hours(5));
    scene.settled_after_deadlines().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    // A failed reminder would reveal to a host who plays that this player has not answered.
    assert!(!status.content.contains("could not be delivered"), "{}", status.content);
    scene.clock.advance(Duration::from_hours(2));
    scene.settled_after_deadlines().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(status.content.contains("1 message could not be delivered"), "{}", status.content);
    let named = format!("what a player is asked, to {}", scene.players[2].mention());
    assert!(status.content.contains(&named), "{}", status.content);
    assert!(status.content.contains("takes no direct messages"), "{}", status.content);
    scene.stop_bot().await;
    scene.end().await;
}
