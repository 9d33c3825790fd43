//! The bot as a program: starting, stopping, being slow, failing.

use sqlx::Connection;
use trigon::bot::{Api, Bot, BotConfig, BotError, Commands};
use trigon::sandbox::{Cut, Fault, Response};

use crate::scene::{Scene, WAIT_TIMEOUT, press};

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_stops_and_starts_again() {
    let mut scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = scene.players[0].clone();
    let pad = scene.ask(&bob, "move", &[]).await;
    scene.stop_bot().await;
    scene.start_bot().await;
    // Buttons outlive the process that created them.
    let step = press(&pad, ":go:");
    let drawn = bob.click(pad.id, &step).unwrap().message().await.unwrap();
    assert_eq!(drawn.id, pad.id);

    // A session that Discord has forgotten is replaced automatically.
    scene.sandbox.cut_gateway(Cut::BreakAndForget);
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || !scene.sandbox.is_connected()).await);
    assert!(scene.sandbox.wait_connected(WAIT_TIMEOUT).await);
    assert!(scene.ask(&bob, "me", &[]).await.content.contains("Letter"));

    // Commands can be offered in single guilds.
    scene.stop_bot().await;
    let guild = scene.guild.id();
    let config = BotConfig { commands: Commands::InGuilds(vec![guild.0]), ..scene.config() };
    assert!(scene.sandbox.registered_commands(Some(guild)).is_empty());
    let bot = Bot::start(config, scene.matches.clone()).await.unwrap();
    assert!(scene.sandbox.registered_commands(Some(guild)).contains(&"host".to_owned()));
    bot.stop().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn why_a_bot_does_not_start_is_said() {
    let mut scene = Scene::set().await;
    scene.stop_bot().await;
    let start = async |config: BotConfig| Bot::start(config, scene.matches.clone()).await.err();
    let config = BotConfig { token: "MTI.wrong.token".parse().unwrap(), ..scene.config() };
    assert!(!format!("{config:?}").contains("wrong"));
    assert_eq!(start(config).await, Some(BotError::Token));
    let nowhere = Api::Elsewhere("http://127.0.0.1:9".to_owned());
    let error = start(BotConfig { api: nowhere, ..scene.config() }).await.unwrap();
    assert!(matches!(error, BotError::Network(_)), "{error}");
    // Responses from something between here and Discord are temporary failures, too, such as 200 with a page.
    for fault in [Fault::Garbage { after: false }, Fault::Half, Fault::Status(502), Fault::DropBefore] {
        scene.sandbox.fail_next(Some("GET"), "**", 1, fault);
        let error = start(scene.config()).await.unwrap();
        assert!(matches!(error, BotError::Network(_)), "{fault:?}: {error}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_answer_where_to_connect_the_bot_tries_again_and_goes_nowhere_else() {
    let mut scene = Scene::set().await;
    scene.stop_bot().await;
    scene.sandbox.fail_next(Some("GET"), "/gateway/bot", 1, Fault::Status(503));
    let error = Bot::start(scene.config(), scene.matches.clone()).await.err().unwrap();
    assert!(matches!(error, BotError::Network(_)), "{error}");
    // serenity asks once more on its own, and would go to the public gateway.
    scene.sandbox.fail_next(Some("GET"), "/gateway", 1, Fault::Status(503));
    scene.start_bot().await;
    assert!(scene.sandbox.is_connected());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_long_is_put_off_in_time() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    let pad = scene.ask(bob, "move", &[]).await;
    let lock = scene.lock_database().await;
    let typed = bob.slash(scene.hall, "move", &[("action", "-".into())]).unwrap();
    let pressed = bob.click(pad.id, &press(&pad, ":do:")).unwrap();
    assert!(matches!(typed.response().await.unwrap(), Response::Deferred(_)));
    assert!(matches!(pressed.response().await.unwrap(), Response::DeferredUpdate));
    lock.close().await.unwrap();
    let stored = typed.message().await.unwrap();
    // The press was sent last, and counts in whatever order the two arrived.
    let told = stored.content.contains("Stored") || stored.content.contains("that counts");
    assert!(stored.ephemeral && told, "{}", stored.content);
    let edited = || bob.message(pad.id).filter(|message| message.edited);
    let edited = scene.sandbox.wait_for(WAIT_TIMEOUT, edited).await.unwrap();
    assert!(!edited.custom_ids().is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_is_told_without_its_reason() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.matches.store().close().await;
    let bob = &scene.players[0];
    let typed = scene.ask(bob, "move", &[("action", "-".into())]).await;
    assert!(typed.content.starts_with("Something went wrong on my side"), "{}", typed.content);
    assert!(bob.autocomplete(scene.hall, "move", &[], "match", "").await.unwrap().is_empty());
    scene.end().await;
}
