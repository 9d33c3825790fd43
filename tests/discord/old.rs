//! Old messages and threads: their buttons do no harm, and no turn is lost in them.

use std::time::Duration;

use poise::serenity_prelude::{ChannelId, ChannelType, CreateThread};
use serde_json::json;
use trigon::bot::Directs;
use trigon::matches::Command;
use trigon::sandbox::{Id, Quota, RateLimits};

use crate::scene::{Scene, WAIT_TIMEOUT};
use crate::stage::{Stage, seven};

#[tokio::test(flavor = "multi_thread")]
async fn old_buttons_that_cannot_be_removed_do_no_harm_and_hold_up_nothing() {
    // Nothing that is more than an hour old may be edited at all.
    let old_edits = Some(Quota::new(0, Duration::from_hours(1)));
    let scene = Scene::of_old_messages(RateLimits { old_edits, ..RateLimits::off() }).await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let button = |message: &trigon::sandbox::SeenMessage| !message.custom_ids().is_empty();
    let old = scene.ada.view(scene.hall).into_iter().rfind(button).unwrap();
    scene.clock.advance(Duration::from_hours(25));
    scene.settled_after_deadlines().await;
    let refused = scene.sandbox.rate_limited();
    assert!(refused > 0, "the bot has tried");
    assert_eq!(
        scene.ada.message(old.id).unwrap().custom_ids(),
        old.custom_ids(),
        "the old buttons are still there"
    );
    let new = scene.ada.view(scene.hall).into_iter().rfind(button).unwrap();
    assert!(new.id != old.id && new.content.contains("round 2"), "{}", new.content);
    // Pressing an old one shows what is asked now, and decides nothing.
    let bob = &scene.players[0];
    let shown = scene.press(bob, &old, ":show").await;
    assert!(shown.ephemeral, "{}", shown.content);
    scene.settled().await;
    assert_eq!(scene.sandbox.rate_limited(), refused, "and edits nothing");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_an_archived_thread_is_edited_once_the_thread_is_open() {
    let mut stage = Stage::set().await;
    let arena = ChannelId::new(stage.arena.0);
    let thread =
        arena.create_thread(&stage.http, CreateThread::new("rounds").kind(ChannelType::PublicThread)).await;
    let thread = Id(thread.unwrap().id.get());
    let id = stage.create_in(thread, "Hidden Garden", seven()).await;
    stage.seat_all(id, &crate::stage::NAMES).await;
    stage.start_delivery_with(Directs::unlimited);
    stage.pending(id, 0).await;
    stage.matches.ask(id, &stage.host(), Command::Start).await.unwrap();
    stage.pending(id, 0).await;
    let asked =
        stage.host.view(thread).into_iter().rfind(|message| !message.custom_ids().is_empty()).unwrap();
    stage.guild.archive_thread(thread, false);
    stage.matches.ask(id, &stage.host(), Command::Extend(2)).await.unwrap();
    stage.pending(id, 0).await;
    let patched = || {
        let requests = stage.sandbox.requests(0);
        requests
            .iter()
            .any(|request| request.method == "PATCH" && request.path.contains(&asked.id.to_string()))
    };
    assert!(stage.sandbox.wait_until(WAIT_TIMEOUT, patched).await);
    assert!(stage.sandbox.wait_until(WAIT_TIMEOUT, || stage.host.message(asked.id).unwrap().edited).await);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_archived_during_a_match_is_opened_again() {
    let scene = Scene::set().await;
    let bob = &scene.players[0];
    let cleo = &scene.players[1];
    let options = [("game", "triangoli".into()), ("opponent", cleo.id().into())];
    scene.ask(bob, "play new", &options).await;
    scene.settled().await;
    let opened = || {
        let requests = scene.sandbox.requests(0);
        requests.iter().filter(|request| request.body == json!({ "archived": false })).count()
    };
    let game = scene.matches.in_guild(scene.guild.id().0.into(), false).await.unwrap();
    let thread = Id(game[0].channel_id.snowflake());
    assert_ne!(thread, scene.hall, "it has a thread of its own");
    assert_eq!(opened(), 0);
    scene.guild.archive_thread(thread, false);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || opened() == 1).await);
    // One that was locked stays as the moderators want it.
    scene.guild.archive_thread(thread, true);
    scene.ask(bob, "matches", &[]).await;
    assert_eq!(opened(), 1);
    scene.end().await;
}
