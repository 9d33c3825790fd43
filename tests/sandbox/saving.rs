//! Saving everything as one document, and restoring it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use trigon::sandbox::{
    ChannelKind, Clock as _, OptionValue, RunningClock, Sandbox, SandboxConfig, SavingError,
};

use crate::bot::{Scene, World, http, unlimited, world};

fn running() -> (SandboxConfig, Arc<RunningClock>) {
    let clock = Arc::new(RunningClock::default());
    (SandboxConfig { clock: clock.clone(), ..unlimited() }, clock)
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sandbox_goes_on_from_what_was_saved() {
    let (config, clock) = running();
    let scene = Scene::with(config).await;
    clock.advance(Duration::from_hours(720));
    let said = scene.ada.say(scene.hall, "remember this").unwrap();
    let secret = scene.bob.dm("only for the bot").unwrap();
    let drawn = scene
        .ada
        .slash(scene.hall, "draw", &[("private", OptionValue::Flag(false))])
        .unwrap()
        .message()
        .await
        .unwrap();
    scene.bob.close_dms();
    let saved = scene.sandbox.save().await.unwrap();
    let then = scene.sandbox.now_millis();
    let (token, people) = (scene.sandbox.token(), scene.sandbox.people().len());
    let commands = scene.sandbox.registered_commands(None).len();
    scene.end().await;

    let (config, clock) = running();
    let World { sandbox, ada: old_ada, .. } = world(config).await;
    sandbox.open(saved.as_bytes()).await.unwrap();
    assert!((clock.now() - then).abs() < 60_000, "the time is that of then");
    assert_eq!((sandbox.token(), sandbox.people().len()), (token, people));
    assert_eq!(sandbox.registered_commands(None).len(), commands);
    let guild = sandbox.guilds().remove(0);
    let (hall, kind, _) = guild.channels().remove(0);
    assert_eq!(kind, ChannelKind::Text);
    let [ada, bob] = ["ada", "bob"].map(|name| {
        let mut people = sandbox.people().into_iter();
        people.find(|person| person.name() == name).unwrap()
    });
    assert_eq!(ada.message(said).unwrap().content, "remember this");
    assert!(bob.dms().iter().any(|message| message.id == secret));
    assert!(ada.message(secret).is_none(), "a direct message stays between two");
    // Files, too.
    let file = ada.message(drawn.id).unwrap().files.remove(0);
    assert!(file.url.starts_with(&sandbox.url()), "{}", file.url);
    let loaded = reqwest::get(&file.url).await.unwrap().bytes().await.unwrap();
    assert_eq!(loaded[..], file.bytes[..]);
    // People who were not saved are gone, and ids continue after those that were.
    assert!(old_ada.say(hall, "still here?").is_err());
    assert!(ada.say(hall, "on we go").unwrap() > drawn.id);
    // A bot that reconnects finds the channel and its own messages.
    let messages = http(&sandbox).get_messages(hall.0.into(), None, None).await.unwrap();
    assert!(messages.iter().any(|message| message.id.get() == drawn.id.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_saved_sandbox_is_refused_and_changes_nothing() {
    let (config, _) = running();
    let World { sandbox, hall, ada, .. } = world(config).await;
    let said = ada.say(hall, "here").unwrap();
    let whole: Value = serde_json::from_str(&sandbox.save().await.unwrap()).unwrap();
    let refused = async |change: &dyn Fn(&mut Value)| {
        let mut broken = whole.clone();
        change(&mut broken);
        let error = sandbox.open(broken.to_string().as_bytes()).await.unwrap_err();
        assert!(matches!(error, SavingError::Document(_)), "{error}");
        assert!(ada.message(said).is_some());
        error.to_string()
    };
    let sentence = refused(&|all| all["format"] = json!("trigon-record/1")).await;
    assert_eq!(
        sentence,
        r#"This is not a saved sandbox: its format is "trigon-record/1", not "trigon-sandbox/1"."#
    );
    let sentence = refused(&|all| all["sandbox"]["users"] = json!([])).await;
    assert!(sentence.contains("it has no user"), "{sentence}");
    let sentence = refused(&|all| all["sandbox"]["messages"][0]["channel"] = json!("7")).await;
    assert!(sentence.contains("it has no channel 7"), "{sentence}");
    let sentence = refused(&|all| all["sandbox"]["at"] = json!(i64::MAX)).await;
    assert!(sentence.contains("years"), "{sentence}");
    refused(&|all| all["sandbox"]["guilds"] = json!("none")).await;
    refused(&|all| *all = json!([1])).await;
    assert!(matches!(sandbox.open(b"{").await, Err(SavingError::Document(_))));
    // A sandbox whose clock is the machine's cannot go back in time.
    let real = Sandbox::start(unlimited()).await.unwrap();
    assert!(matches!(real.open(whole.to_string().as_bytes()).await, Err(SavingError::Clock)));
}
