//! The answers to an interaction: the first within three seconds, others for fifteen minutes, and what they may contain.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use trigon::sandbox::{HandClock, Id, JournalEvent, Person, PersonError, Response, Sandbox, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Socket, Wire},
};

/// A sandbox with a clock moved by hand, /go registered globally, and a socket that hears interactions.
struct Interactions {
    sandbox: Sandbox,
    clock: Arc<HandClock>,
    hall: Id,
    ada: Person,
    bob: Person,
    wire: Wire,
    socket: Socket,
}

/// Starts such a sandbox.
async fn interactions() -> Interactions {
    let clock = Arc::new(HandClock::new(1_800_000_000_000));
    let config = SandboxConfig { clock: clock.clone(), ..unlimited() };
    let World { sandbox, hall, ada, bob, .. } = world(config).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/applications/{}/commands", sandbox.bot_id());
    let (status, _) = wire.post(&path, json!({ "name": "go", "description": "goes" })).await;
    assert_eq!(status, 201);
    let (socket, _) = Socket::ready(&sandbox).await;
    Interactions { sandbox, clock, hall, ada, bob, wire, socket }
}

impl Interactions {
    /// Moves the clock.
    fn later(&self, millis: u64) {
        self.clock.advance(Duration::from_millis(millis));
    }

    /// Returns the next interaction that the bot hears.
    async fn heard(&mut self) -> Value {
        self.socket.event("INTERACTION_CREATE").await
    }

    /// Answers an interaction for the first time.
    async fn answer(&self, to: &Value, body: Value) -> (u16, Value) {
        let (id, token) = (to["id"].as_str().unwrap(), to["token"].as_str().unwrap());
        self.wire.post(&format!("/interactions/{id}/{token}/callback"), body).await
    }

    /// Returns the path of further answers to an interaction.
    fn later_path(&self, to: &Value) -> String {
        format!("/webhooks/{}/{}", self.sandbox.bot_id(), to["token"].as_str().unwrap())
    }
}

/// Returns an answer with a message.
fn hello() -> Value {
    json!({ "type": 4, "data": { "content": "hello" } })
}

#[tokio::test]
async fn the_first_answer_has_three_seconds() {
    let mut scene = interactions().await;
    let act = scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let heard = scene.heard().await;
    scene.later(3000);
    assert_eq!(scene.answer(&heard, hello()).await.0, 204);
    assert!(matches!(act.response().await.unwrap(), Response::Message(_)));
    // A second initial response.
    let (status, body) = scene.answer(&heard, hello()).await;
    assert_eq!((status, &body["code"]), (400, &json!(40060)));

    let act = scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let heard = scene.heard().await;
    scene.later(3001);
    let (status, body) = scene.answer(&heard, hello()).await;
    assert_eq!((status, &body["code"]), (404, &json!(10062)));
    assert_eq!(act.response().await.unwrap_err(), PersonError::DidNotRespond);
    let wrong = json!({ "id": heard["id"], "token": "wrong" });
    assert_eq!(scene.answer(&wrong, hello()).await.1["code"], 10062);
}

#[tokio::test]
async fn the_token_lasts_a_quarter_of_an_hour() {
    let mut scene = interactions().await;
    let act = scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let heard = scene.heard().await;
    let path = scene.later_path(&heard);
    let text = |text: &str| json!({ "content": text });
    // There are no follow-ups before the first response.
    assert_eq!(scene.wire.post(&path, text("early")).await.1["code"], 10015);
    assert_eq!(scene.answer(&heard, json!({ "type": 5, "data": { "flags": 64 } })).await.0, 204);
    assert!(matches!(act.response().await.unwrap(), Response::Deferred(m) if m.thinking && m.ephemeral));
    scene.later(15 * 60 * 1000 - 10_000);
    let original = format!("{path}/messages/@original");
    assert_eq!(scene.wire.call("PATCH", &original, text("late")).await.0, 200);
    assert_eq!(act.message().await.unwrap().content, "late");
    let (_, more) = scene.wire.post(&path, text("more")).await;
    let more = format!("{path}/messages/{}", more["id"].as_str().unwrap());
    assert_eq!(scene.wire.get(&more).await.1["content"], "more");
    assert_eq!(scene.wire.call("DELETE", &more, Value::Null).await.0, 204);
    assert_eq!(scene.wire.get(&more).await.1["code"], 10008);
    scene.later(10_001);
    let (status, body) = scene.wire.call("PATCH", &original, text("too late")).await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));
}

#[tokio::test]
async fn nobody_answers_and_the_person_is_told() {
    let scene = interactions().await;
    let act = scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let (clock, waiting) = (scene.clock.clone(), tokio::spawn(async move { act.response().await }));
    clock.advance(Duration::from_secs(4));
    assert_eq!(waiting.await.unwrap().unwrap_err(), PersonError::DidNotRespond);
}

#[tokio::test]
async fn each_kind_of_interaction_takes_its_own_answers() {
    let mut scene = interactions().await;
    scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let heard = scene.heard().await;
    for kind in [6, 7, 8, 1, 99] {
        let (status, body) = scene.answer(&heard, json!({ "type": kind, "data": {} })).await;
        assert_eq!((status, &body["code"]), (400, &json!(50035)), "{kind}");
        assert_eq!(body["errors"]["type"]["_errors"][0]["code"], "BASE_TYPE_CHOICES");
    }
    assert_eq!(
        scene.answer(&heard, json!({})).await.1["errors"]["type"]["_errors"][0]["code"],
        "BASE_TYPE_REQUIRED"
    );
    assert_eq!(scene.answer(&heard, json!({ "type": 4, "data": {} })).await.1["code"], 50006);
    // Refusals leave the interaction open.
    let button =
        json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "b", "custom_id": "b" }] }]);
    let body = json!({ "type": 4, "data": { "content": "x", "components": button } });
    let (id, token) = (heard["id"].as_str().unwrap(), heard["token"].as_str().unwrap());
    let path = format!("/interactions/{id}/{token}/callback?with_response=true");
    let (status, body) = scene.wire.post(&path, body).await;
    assert_eq!(status, 200);
    assert_eq!(body["interaction"]["response_message_id"], body["resource"]["message"]["id"]);
    assert_eq!(body["resource"]["type"], 4);
    assert_eq!(body["resource"]["message"]["interaction_metadata"]["user"]["id"], scene.ada.id().to_string());

    let message = scene.ada.view(scene.hall)[0].id;
    scene.bob.click(message, "b").unwrap();
    let click = scene.heard().await;
    assert_eq!((&click["type"], &click["message"]["id"]), (&json!(3), &json!(message.to_string())));
    assert_eq!(click["data"], json!({ "id": 2, "custom_id": "b", "component_type": 2 }));
    assert_eq!(scene.answer(&click, json!({ "type": 8, "data": { "choices": [] } })).await.1["code"], 50035);
    assert_eq!(scene.answer(&click, json!({ "type": 7 })).await.0, 204);
}

#[tokio::test]
async fn ephemeral_messages_are_for_one_person() {
    let mut scene = interactions().await;
    let act = scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let heard = scene.heard().await;
    scene.answer(&heard, json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await;
    let message = act.message().await.unwrap();
    assert!(scene.bob.view(scene.hall).is_empty());
    let path = format!("/channels/{}/messages", scene.hall);
    assert_eq!(scene.wire.get(&path).await.1, json!([]));
    assert_eq!(scene.wire.get(&format!("{path}/{}", message.id)).await.1["code"], 10008);
    // Discord reports it as if it were a direct message.
    let event = scene.socket.event("MESSAGE_CREATE").await;
    assert_eq!((event["flags"].as_u64(), event.get("guild_id")), (Some(64), None));
    scene.ada.delete(message.id).unwrap();
    let journal = scene.sandbox.journal(0);
    let shown = journal.iter().find(|e| matches!(e.event, JournalEvent::EphemeralShown { .. })).unwrap();
    assert_eq!(shown.seen_by, [scene.ada.id()]);
    assert_eq!(shown.at, 1_800_000_000_000);
}

#[tokio::test]
async fn nonces_are_forgotten_and_old_messages_not_deleted_in_bulk() {
    let scene = interactions().await;
    let path = format!("/channels/{}/messages", scene.hall);
    let body = json!({ "content": "x", "nonce": "n", "enforce_nonce": true });
    let (_, first) = scene.wire.post(&path, body.clone()).await;
    assert_eq!(first["nonce"], "n");
    assert_eq!(scene.wire.post(&path, body.clone()).await.1["id"], first["id"]);
    scene.later(6 * 60 * 1000);
    assert_ne!(scene.wire.post(&path, body).await.1["id"], first["id"]);
    assert_eq!(first["timestamp"], "2027-01-15T08:00:00.000000+00:00");
}

#[tokio::test]
async fn a_modal_beyond_the_limits_is_refused_with_the_field() {
    let mut scene = interactions().await;
    let input = |more: Value| {
        let mut input = json!({ "type": 4, "custom_id": "a", "label": "l", "style": 1 });
        for (key, value) in more.as_object().unwrap() {
            input[key] = value.clone();
        }
        json!({ "type": 1, "components": [input] })
    };
    let modal = |rows: Value| json!({ "custom_id": "m", "title": "t", "components": rows });
    let long = |n: usize| "x".repeat(n);
    let cases = [
        (
            json!({ "custom_id": "m", "title": long(46), "components": [input(json!({}))] }),
            "title",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (modal(json!([])), "components", "BASE_TYPE_BAD_LENGTH"),
        (modal(json!(vec![input(json!({})); 6])), "components", "BASE_TYPE_BAD_LENGTH"),
        (
            modal(json!([input(json!({ "label": long(46) }))])),
            "components.0.components.0.label",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal(json!([input(json!({ "value": long(4001) }))])),
            "components.0.components.0.value",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            modal(json!([input(json!({ "style": 3 }))])),
            "components.0.components.0.style",
            "BASE_TYPE_CHOICES",
        ),
        (
            modal(json!([input(json!({})), input(json!({}))])),
            "components.1.components.0.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            modal(json!([{ "type": 1, "components": [{ "type": 2 }] }])),
            "components.0.components.0",
            "UNION_TYPE_CHOICES",
        ),
    ];
    scene.ada.slash(scene.hall, "go", &[]).unwrap();
    let heard = scene.heard().await;
    for (data, place, code) in cases {
        let (_, body) = scene.answer(&heard, json!({ "type": 9, "data": data })).await;
        let pointer = format!("/errors/data/{}/_errors/0/code", place.replace('.', "/"));
        assert_eq!(body.pointer(&pointer), Some(&json!(code)), "{body}");
    }
    assert_eq!(
        scene.answer(&heard, json!({ "type": 9, "data": modal(json!([input(json!({}))])) })).await.0,
        204
    );
}

#[tokio::test]
async fn a_completion_has_at_most_25_choices() {
    let mut scene = interactions().await;
    let option = json!({ "name": "o", "description": "d", "type": 3, "autocomplete": true });
    let find = json!({ "name": "find", "description": "d", "options": [option] });
    scene.wire.post(&format!("/applications/{}/commands", scene.sandbox.bot_id()), find).await;
    let (ada, hall) = (scene.ada.clone(), scene.hall);
    let typing = tokio::spawn(async move { ada.autocomplete(hall, "find", &[], "o", "x").await });
    let heard = scene.heard().await;
    assert_eq!(heard["data"]["options"][0]["focused"], true);
    let choices = |n: usize| -> Value {
        let one = |i| json!({ "name": format!("{i}"), "value": "v" });
        json!({ "type": 8, "data": { "choices": (0..n).map(one).collect::<Vec<_>>() } })
    };
    let (_, body) = scene.answer(&heard, choices(26)).await;
    assert_eq!(body.pointer("/errors/data/choices/_errors/0/code"), Some(&json!("BASE_TYPE_MAX_LENGTH")));
    assert_eq!(scene.answer(&heard, choices(25)).await.0, 204);
    assert_eq!(typing.await.unwrap().unwrap().len(), 25);
}

#[tokio::test]
async fn quiet_threads_are_archived() {
    let mut scene = interactions().await;
    let path = format!("/channels/{}/threads", scene.hall);
    let wish = json!({ "name": "T", "type": 11, "auto_archive_duration": 1440 });
    let (_, thread) = scene.wire.post(&path, wish).await;
    let thread = format!("/channels/{}", thread["id"].as_str().unwrap());
    scene.later(23 * 3600 * 1000);
    scene.wire.post(&format!("{thread}/messages"), json!({ "content": "still here" })).await;
    scene.later(2 * 3600 * 1000);
    assert_eq!(scene.wire.get(&thread).await.1["thread_metadata"]["archived"], false);
    scene.later(23 * 3600 * 1000);
    assert_eq!(scene.wire.get(&thread).await.1["thread_metadata"]["archived"], true);
    assert_eq!(scene.socket.event("THREAD_UPDATE").await["thread_metadata"]["archived"], true);
}
