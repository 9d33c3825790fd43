//! Direct messages are opened one after the other, and at once for those who have just asked for it.

use std::time::Duration;

use trigon::bot::Directs;
use trigon::sandbox::{Fault, Quota, RateLimits, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT, press};
use crate::stage::{Stage, seven};

fn opened(stage: &Stage) -> usize {
    let requests = stage.sandbox.requests(0);
    requests.iter().filter(|request| request.path == "/users/@me/channels").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_begins_opens_direct_messages_one_after_the_other() {
    let mut stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    stage.start_delivery_with(Directs::paced);
    stage.pending(id, 4).await;
    assert_eq!(opened(&stage), 3, "the clock stands still");
    for left in (0..4).rev() {
        stage.clock.advance(Duration::from_secs(3));
        stage.pending(id, left).await;
        assert_eq!(opened(&stage), 7 - left as usize);
    }
    // Once they are open, they stay open, even for a bot that has just started.
    stage.stop_delivery().await;
    stage.matches.ask(id, &stage.host(), trigon::matches::Command::Pause).await.unwrap();
    stage.start_delivery_with(Directs::paced);
    stage.pending(id, 0).await;
    assert_eq!(opened(&stage), 7, "none is opened a second time");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_openings_were_too_fast_everyone_waits_and_nobody_is_given_up() {
    // Discord allows fewer than the bot hopes for.
    let dm_openings = Some(Quota::new(2, Duration::from_mins(10)));
    let clock = std::sync::Arc::new(trigon::sandbox::HandClock::new(1_900_000_000_000));
    let limits = RateLimits { dm_openings, clock: clock.clone(), ..RateLimits::off() };
    let mut stage = Stage::limited(limits).await;
    let id = stage.begun(seven()).await;
    stage.start_delivery_with(Directs::paced);
    stage.pending(id, 5).await;
    assert_eq!(opened(&stage), 3, "the third was refused");
    stage.clock.advance(Duration::from_secs(29));
    stage.pending(id, 5).await;
    assert_eq!(opened(&stage), 3, "and nobody tries while it lasts");
    // Time passes for both of them, and some more refusals with it.
    for _ in 0..400 {
        stage.clock.advance(Duration::from_secs(10));
        clock.advance(Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(5)).await;
        if stage.matches.store().pending_count(id).await.unwrap() == 0 {
            break;
        }
    }
    stage.pending(id, 0).await;
    let refused = opened(&stage) - 7;
    // Without pauses, each of them would try again at every step of the clock.
    assert!(refused < 40, "{refused} attempts were refused");
    assert!(stage.players.iter().all(|player| player.dms().len() == 1));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_joins_has_their_direct_messages_opened_then() {
    let scene = Scene::set().await;
    let options = [("title", "Open Table".into()), ("players", 7.into()), ("sign_up", true.into())];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    let can_join = |message: &SeenMessage| message.custom_ids().iter().any(|id| id.ends_with(":join"));
    let post = scene.ada.view(scene.hall).into_iter().find(can_join).unwrap();
    let count = || {
        let requests = scene.sandbox.requests(0);
        requests.iter().filter(|request| request.path == "/users/@me/channels").count()
    };
    assert_eq!(count(), 0);
    for (n, player) in scene.players.iter().enumerate() {
        player.click(post.id, &press(&post, ":join")).unwrap().response().await.unwrap();
        assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || count() == n + 1).await, "{}", player.name());
    }
    assert!(scene.players.iter().all(|player| player.dms().is_empty()), "nothing is said yet");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_shares_no_server_with_the_bot_is_told_of_like_one_with_closed_messages() {
    let mut said = Vec::new();
    for code in [50_007, 50_278] {
        let mut stage = Stage::set().await;
        let id = stage.begun(seven()).await;
        let refusal = Fault::Error { status: 403, code, after: false };
        stage.sandbox.fail_next(Some("POST"), "/users/@me/channels", 7, refusal);
        stage.start_delivery();
        stage.pending(id, 0).await;
        let cannot = |message: &SeenMessage| message.content.contains(&stage.players[2].mention());
        said.push(stage.posted().into_iter().filter(cannot).count());
        stage.end().await;
    }
    assert!(said[0] > 1 && said[0] == said[1], "{said:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_the_channels_that_were_opened_before_are_used_again() {
    let mut stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    stage.start_delivery();
    stage.pending(id, 0).await;
    assert_eq!(opened(&stage), 7);
    // Another process knows only what is stored.
    stage.stop_delivery().await;
    stage.start_delivery();
    stage.clock.advance(Duration::from_hours(1));
    stage.matches.ask(id, &stage.host(), trigon::matches::Command::EndPhase).await.unwrap();
    stage.pending(id, 0).await;
    assert!(stage.players.iter().all(|player| player.dms().len() == 2));
    assert_eq!(opened(&stage), 7, "nothing was opened a second time");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_channel_of_another_bot_is_opened_anew_and_nobody_is_called_closed() {
    for code in [10_003, 50_001] {
        let mut stage = Stage::set().await;
        let id = stage.begun(seven()).await;
        stage.start_delivery();
        stage.pending(id, 0).await;
        let posted = stage.posted().len();
        // As if the database were that of a bot with another token.
        let channel = stage.players[2].dm_channel();
        let refusal = Fault::Error { status: 403, code, after: false };
        stage.sandbox.fail_next(Some("POST"), &format!("/channels/{channel}/messages"), 1, refusal);
        stage.clock.advance(Duration::from_hours(1));
        stage.matches.ask(id, &stage.host(), trigon::matches::Command::EndPhase).await.unwrap();
        assert!(stage.sandbox.wait_until(WAIT_TIMEOUT, || stage.sandbox.faults_pending() == 0).await);
        stage.tried(1).await;
        // A refusal may end the connection on which another message is being sent, which is then tried again, too.
        while stage.matches.is_delivering() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        stage.clock.advance(Duration::from_secs(5));
        stage.pending(id, 0).await;
        assert_eq!(stage.players[2].dms().len(), 2, "{code}");
        assert_eq!(opened(&stage), 8, "{code}");
        let cannot = |message: &SeenMessage| message.content.contains(&stage.players[2].mention());
        assert!(!stage.posted().into_iter().skip(posted).any(|message| cannot(&message)), "{code}");
        stage.end().await;
    }
}
