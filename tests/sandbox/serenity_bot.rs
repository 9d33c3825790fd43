//! serenity and poise, unchanged, against the sandbox.

use std::time::Duration;

use trigon::sandbox::{Cut, Fault, OptionValue, PersonError, Response};

use crate::bot::{Scene, WAIT_TIMEOUT, code, once};

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_answered() {
    let scene = Scene::set().await;
    let answer = scene.ada.slash(scene.hall, "ping", &[]).unwrap().response().await.unwrap();
    assert!(matches!(answer, Response::Message(message) if message.content == "pong"));
    assert_eq!(scene.bob.view(scene.hall).len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_answer_brings_a_file_and_a_follow_up() {
    let scene = Scene::set().await;
    let act = scene.ada.slash(scene.hall, "draw", &[("private", false.into())]).unwrap();
    assert!(matches!(act.response().await.unwrap(), Response::Deferred(_)));
    let message = act.message().await.unwrap();
    assert_eq!(message.content, "drawn");
    assert_eq!(message.files[0].filename, "a_board.png");
    assert_eq!(&*message.files[0].bytes, vec![7; 3000]);
    let later = act.followups(1).await.unwrap();
    assert!(later[0].ephemeral);
    // Bob sees the drawing but not what was for ada alone.
    assert_eq!(scene.bob.view(scene.hall).len(), 1);
    assert_eq!(scene.ada.view(scene.hall).len(), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn components_and_modals_work() {
    let scene = Scene::set().await;
    let panel = scene.ada.slash(scene.hall, "panel", &[]).unwrap().message().await.unwrap();
    assert!(matches!(scene.bob.click(panel.id, "off"), Err(PersonError::Disabled(_))));
    assert!(matches!(scene.bob.click(panel.id, "nowhere"), Err(PersonError::NoComponent { .. })));

    let quiet = scene.bob.click(panel.id, "quiet").unwrap().response().await.unwrap();
    assert!(matches!(quiet, Response::DeferredUpdate));

    let picked = scene.bob.select(panel.id, "colour", &["red"]).unwrap().message().await.unwrap();
    assert!(picked.ephemeral && picked.content.contains("red"));
    assert!(scene.ada.message(picked.id).is_none());
    assert!(scene.bob.select(panel.id, "colour", &["green"]).is_err());
    assert!(scene.bob.select(panel.id, "colour", &["red", "blue"]).is_err());
    let ada = scene.ada.id().to_string();
    let picked = scene.bob.select(panel.id, "who", &[&ada]).unwrap().message().await.unwrap();
    assert!(picked.content.contains(&ada));

    let form = scene.bob.click(panel.id, "form").unwrap();
    let Response::Modal(modal) = form.response().await.unwrap() else { panic!("no modal") };
    assert_eq!((modal.title.as_str(), modal.fields[0].label.as_str()), ("Who are you?", "Name"));
    assert!(form.submit_modal(&[("name", "much too long a name")]).is_err());
    assert!(form.submit_modal(&[]).is_err());
    let hello = form.submit_modal(&[("name", "Bob")]).unwrap().message().await.unwrap();
    assert_eq!(hello.content, "hello Bob");
    assert_eq!(form.submit_modal(&[("name", "Bob")]).unwrap_err(), PersonError::NoModal);

    let gone = scene.ada.click(panel.id, "go").unwrap().response().await.unwrap();
    assert!(matches!(gone, Response::Updated(message) if message.content == "gone" && message.edited));
    assert!(scene.ada.click(panel.id, "go").is_err());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_checked_and_complete_themselves() {
    let scene = Scene::set().await;
    let (ada, hall) = (&scene.ada, scene.hall);
    let choices = ada.autocomplete(hall, "host create", &[], "game", "be").await.unwrap();
    assert_eq!(choices.len(), 1);
    assert_eq!(choices[0].value, "beta");
    assert!(ada.autocomplete(hall, "host create", &[], "seats", "2").await.is_err());

    let game = ("game", OptionValue::from("beta"));
    let create = |options: &[(&str, OptionValue)]| ada.slash(hall, "host create", options);
    assert!(create(std::slice::from_ref(&game)).is_err());
    assert!(create(&[game.clone(), ("seats", 7.into())]).is_err());
    assert!(create(&[game.clone(), ("seats", "2".into())]).is_err());
    assert!(create(&[game.clone(), ("seats", 2.into()), ("colour", "red".into())]).is_err());
    assert!(ada.slash(hall, "host", &[]).is_err());
    assert!(ada.slash(hall, "nothing", &[]).is_err());
    let done = create(&[game, ("seats", 3.into()), ("guest", scene.bob.id().into())]).unwrap();
    assert_eq!(done.message().await.unwrap().content, "beta for 3 with bob");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_go_both_ways_unless_closed() {
    let scene = Scene::set().await;
    scene.bob.dm("hello").unwrap();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.bob.dms().len() == 2).await);
    assert_eq!(scene.bob.dms()[1].content, "heard hello");

    let done = scene.bob.slash(scene.hall, "whisper", &[]).unwrap().message().await.unwrap();
    assert_eq!(done.content, "whispered");
    scene.bob.close_dms();
    let done = scene.bob.slash(scene.hall, "whisper", &[]).unwrap().message().await.unwrap();
    assert_eq!(done.content, "50007");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nonce_makes_a_retry_harmless() {
    let scene = Scene::set().await;
    scene.sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, Fault::DropAfter);
    scene.hall().send_message(&scene.http, once("x", "n1")).await.unwrap_err();
    assert_eq!(scene.ada.view(scene.hall).len(), 1, "the broken request was done");
    let again = scene.hall().send_message(&scene.http, once("x", "n1")).await.unwrap();
    assert_eq!(again.id.get(), scene.ada.view(scene.hall)[0].id.0);
    scene.hall().send_message(&scene.http, once("x", "n2")).await.unwrap();
    assert_eq!(scene.ada.view(scene.hall).len(), 2);

    scene.sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, Fault::DropBefore);
    scene.hall().send_message(&scene.http, once("x", "n3")).await.unwrap_err();
    assert_eq!(scene.ada.view(scene.hall).len(), 2, "the broken request was not done");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_opened() {
    let scene = Scene::set().await;
    scene.ada.slash(scene.hall, "table", &[]).unwrap().message().await.unwrap();
    let told = || scene.ada.view(scene.hall).into_iter().find(|m| m.content == "Table 1");
    assert!(scene.sandbox.wait_for(WAIT_TIMEOUT, told).await.is_some());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_session_is_resumed_without_loss() {
    let scene = Scene::set().await;
    assert!(scene.hears("[ready]", 1).await);
    scene.sandbox.cut_gateway(Cut::Break);
    scene.bob.dm("while away").unwrap();
    assert!(scene.hears("while away", 1).await);
    assert!(scene.hears("[resumed]", 1).await);
    scene.sandbox.cut_gateway(Cut::Reconnect);
    assert!(scene.hears("[resumed]", 2).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_session_is_opened_anew() {
    let scene = Scene::set().await;
    assert!(scene.hears("[ready]", 1).await);
    scene.sandbox.cut_gateway(Cut::BreakAndForget);
    assert!(scene.hears("[ready]", 2).await);
    let answer = scene.ada.slash(scene.hall, "ping", &[]).unwrap().response().await;
    assert!(answer.is_ok());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_and_server_errors_come_through() {
    let scene = Scene::set().await;
    let limit = Fault::RateLimited { retry_after: 0.5, global: false };
    scene.sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, limit);
    let error = scene.hall().say(&scene.http, "x").await.unwrap_err();
    let serenity::Error::Http(serenity::http::HttpError::UnsuccessfulRequest(answer)) = &error else {
        panic!("{error}")
    };
    assert_eq!(answer.status_code.as_u16(), 429);
    scene.sandbox.fail_next(None, "**", 1, Fault::Status(502));
    assert!(scene.hall().say(&scene.http, "x").await.is_err());
    scene.hall().say(&scene.http, "x").await.unwrap();
    scene.guild.delete_channel(scene.hall);
    assert_eq!(code(&scene.hall().say(&scene.http, "x").await.unwrap_err()), 10003);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_come_quickly() {
    let scene = Scene::set().await;
    scene.ada.slash(scene.hall, "ping", &[]).unwrap().response().await.unwrap();
    let (start, count) = (tokio::time::Instant::now(), 100);
    for _ in 0..count {
        scene.ada.slash(scene.hall, "ping", &[]).unwrap().response().await.unwrap();
    }
    // A generous bound: this is a debug build on a busy machine.
    let each = start.elapsed() / count;
    println!("{each:?} an answer");
    assert!(each < Duration::from_millis(50), "{each:?}");
    scene.end().await;
}

#[test]
fn the_example_of_a_bot_and_its_test_is_right() {
    crate::greeter::main().unwrap();
}
