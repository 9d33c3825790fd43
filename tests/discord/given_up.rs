//! Messages that Discord does not accept: they are sent with less in them, and hosts are told which were given up.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::matches::{Clock, Command};
use trigon::sandbox::{Fault, Permissions};

use crate::scene::Scene;
use crate::stage::{Stage, seven};

/// Starts a match whose channel will refuse this many posts.
async fn refused(posts: u32, status: u16, code: u32) -> (Stage, MatchId) {
    let stage = Stage::running().await;
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    let arena = format!("/channels/{}/messages", stage.arena);
    let fault = Fault::Error { status, code, after: false };
    stage.sandbox.fail_next(Some("POST"), &arena, posts, fault);
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    (stage, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_refused_as_it_is_comes_with_less_in_it() {
    for (status, code) in [(413, 40_005), (400, 50_035)] {
        let (stage, id) = refused(1, status, code).await;
        let last = stage.posted().pop().unwrap();
        assert!(last.content.contains("round 2 of 10") && last.files.is_empty(), "{code}: {last:#?}");
        assert!(last.content.contains("`/board`"), "{}", last.content);
        assert!(!last.components.is_empty(), "{code}");
        assert!(stage.matches.undelivered(id).await.unwrap().is_empty());
        stage.end().await;

        let (stage, _) = refused(2, status, code).await;
        let last = stage.posted().pop().unwrap();
        assert!(last.content.contains("round 2 of 10"), "{code}: {last:#?}");
        assert!(last.files.is_empty() && last.components.is_empty(), "{code}: {last:#?}");
        assert!(stage.host.dms().is_empty(), "nothing is given up");
        stage.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_given_up_is_told_to_the_host_in_words_and_once() {
    let (stage, id) = refused(3, 400, 50_035).await;
    let told = stage.host.dms();
    assert_eq!(told.len(), 1, "{told:#?}");
    for part in ["given up", "what happened and who is asked now", "does not take", "`/host status`"] {
        assert!(told[0].content.contains(part), "{part}: {}", told[0].content);
    }
    let listed = stage.matches.undelivered(id).await.unwrap();
    assert!(listed.len() == 1 && listed[0].is_given_up && listed[0].what == "news", "{listed:?}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_whom_no_direct_message_reaches_reads_it_in_the_channel() {
    let stage = Stage::running().await;
    stage.host.close_dms();
    let id = stage.begun(seven()).await;
    stage.pending(id, 0).await;
    let arena = format!("/channels/{}/messages", stage.arena);
    let fault = Fault::Error { status: 400, code: 50_035, after: false };
    stage.sandbox.fail_next(Some("POST"), &arena, 3, fault);
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    let last = stage.posted().pop().unwrap();
    assert!(last.content.contains("I’ve given up a message"), "{}", last.content);
    assert_eq!(last.pings, [stage.host.id()]);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_host_asked_for_and_what_was_posted_are_told_apart() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let (bot, send) = (scene.guild.bot_role().unwrap(), Permissions::SEND_MESSAGES);
    scene.guild.overwrite_role(scene.hall, bot, Permissions::NONE, send);
    scene.ada.close_dms();
    scene.clock.advance(Duration::from_hours(1));
    let resolved = scene.confirmed(&scene.ada, "host resolve", &[]).await;
    assert!(
        resolved.content.contains("Now: ") && resolved.content.contains("being posted"),
        "{}",
        resolved.content
    );
    assert!(!resolved.content.contains("I’ve posted"), "{}", resolved.content);
    while scene.matches.unposted(MatchId(1)).await.unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Nothing but the next answer reaches a host whose messages are closed, too.
    let paused = scene.ask(&scene.ada, "host pause", &[]).await;
    for part in
        ["I’ve stopped the clock", "I can’t post in the channel", "lacks a permission", "Send Messages"]
    {
        assert!(paused.content.contains(part), "{part}: {}", paused.content);
    }
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    let since = scene.clock.now().div_euclid(1_000);
    for part in [
        "what happened and who is asked now, to the channel",
        "Waiting and tried again",
        &format!("<t:{since}:R>"),
    ] {
        assert!(status.content.contains(part), "{part}: {}", status.content);
    }
    scene.guild.overwrite_role(scene.hall, bot, send, Permissions::NONE);
    scene.clock.advance(Duration::from_mins(6));
    scene.settled().await;
    let status = scene.ask(&scene.ada, "host status", &[]).await;
    assert!(!status.content.contains("I can’t post"), "{}", status.content);
    scene.end().await;
}
