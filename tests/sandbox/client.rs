//! What people see and do, as JSON for the page and for scripts.

use std::sync::Arc;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use trigon::sandbox::{Clock as _, Extension, RunningClock, Sandbox, SandboxConfig};

use crate::{
    bot::{Scene, World, unlimited, world},
    wire::{Wire, act, look},
};

/// Does something that starts an interaction, and returns how the bot responds.
async fn answered(sandbox: &Sandbox, what: &str, body: Value) -> Value {
    let (status, started) = act(sandbox, what, body).await;
    assert_eq!(status, 200, "{what}: {started}");
    let id = started["interaction"].as_str().unwrap();
    look(sandbox, &format!("interaction?id={id}&wait=1")).await.1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_plays_a_person_from_a_command_to_a_form() {
    let scene = Scene::set().await;
    let (sandbox, ada, hall) = (&scene.sandbox, scene.ada.id(), scene.hall);
    let (_, commands) = look(sandbox, &format!("commands?as={ada}&channel={hall}")).await;
    let names: Vec<&str> = commands.as_array().unwrap().iter().filter_map(|c| c["name"].as_str()).collect();
    assert!(names.contains(&"host") && names.contains(&"panel"), "{names:?}");
    // The bot completes an option while it is being typed.
    let typing =
        json!({ "user": ada, "channel": hall, "command": "host create", "option": "game", "typed": "be" });
    let (_, found) = act(sandbox, "suggest", typing).await;
    assert_eq!(found, json!({ "choices": [{ "name": "beta", "value": "beta" }] }));
    // Ids and numbers may be text, because that is what a page has.
    let bob = scene.bob.id().to_string();
    let options = json!({ "game": "beta", "seats": "3", "guest": bob });
    let create = json!({ "user": ada, "channel": hall, "command": "host create", "options": options });
    let seen = answered(sandbox, "slash", create).await;
    let message = seen["message"].as_str().unwrap();
    let (_, messages) = look(sandbox, &format!("messages?as={ada}&channel={hall}")).await;
    assert_eq!(
        (&messages[0]["id"], &messages[0]["content"]),
        (&json!(message), &json!("beta for 3 with bob"))
    );
    let panel = json!({ "user": ada, "channel": hall, "command": "panel" });
    let panel = answered(sandbox, "slash", panel).await["message"].clone();
    let picked = json!({ "user": ada, "message": panel, "custom_id": "colour", "values": ["red"] });
    assert_eq!(answered(sandbox, "select", picked).await["state"], "message");
    let form = json!({ "user": ada, "message": panel, "custom_id": "form" });
    let form = answered(sandbox, "click", form).await;
    assert_eq!((&form["state"], &form["modal"]["title"]), (&json!("modal"), &json!("Who are you?")));
    // Nobody else can fill it in.
    let submit = |user: &str| json!({ "user": user, "interaction": form["id"], "fields": { "name": "Ada" } });
    assert_eq!(act(sandbox, "submit", submit(&bob)).await.0, 400);
    let hello = answered(sandbox, "submit", submit(&ada.to_string())).await;
    let (_, messages) = look(sandbox, &format!("messages?as={ada}&channel={hall}")).await;
    let hello =
        messages.as_array().unwrap().iter().find(|message| message["id"] == hello["message"]).unwrap();
    assert_eq!(hello["content"], "hello Ada");
    // People edit what they have written, and nothing else.
    let (_, said) = act(sandbox, "say", json!({ "user": ada, "channel": hall, "text": "helo" })).await;
    let edit = |user: &str| json!({ "user": user, "message": said["message"], "text": "hello" });
    assert_eq!(act(sandbox, "edit", edit(&bob)).await.0, 400);
    assert_eq!(act(sandbox, "edit", edit(&ada.to_string())).await.0, 200);
    let (_, messages) = look(sandbox, &format!("messages?as={ada}&channel={hall}")).await;
    assert!(messages.as_array().unwrap().iter().any(|message| message["content"] == "hello"));
    scene.end().await;
}

#[tokio::test]
async fn what_cannot_be_done_is_said_in_a_sentence() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let ada = ada.id();
    for (what, body, status, said) in [
        ("person", json!({ "name": "ada" }), 409, "There is already somebody called ada."),
        ("person", json!({ "name": " " }), 400, "A name has 1 to 100 characters."),
        ("channel", json!({ "guild": "1", "name": "x" }), 404, "There is no such guild."),
        ("click", json!({ "user": "1", "message": "2", "custom_id": "x" }), 404, "There is no such person."),
        ("extension/x", json!({}), 404, "There is no such action."),
    ] {
        assert_eq!(act(&sandbox, what, body).await, (status, json!({ "error": said })), "{what}");
    }
    let unknown = json!({ "user": ada, "channel": hall, "command": "nothing" });
    assert_eq!(act(&sandbox, "slash", unknown).await.0, 400);
    assert_eq!(look(&sandbox, "view").await, (400, json!({ "error": "as is missing." })));
    assert_eq!(look(&sandbox, "view?as=x").await.0, 400);
    let (status, made) = act(&sandbox, "channel", json!({ "guild": guild.id(), "name": "other" })).await;
    assert_eq!(status, 200);
    let (_, view) = look(&sandbox, &format!("view?as={ada}")).await;
    assert!(view["channels"].as_array().unwrap().iter().any(|channel| channel["id"] == made["id"]));
}

#[tokio::test]
async fn long_channels_are_read_page_by_page_and_only_by_those_who_see_them() {
    let World { sandbox, hall, ada, bob, .. } = world(unlimited()).await;
    let ids: Vec<_> = (0..7).map(|n| ada.say(hall, &format!("line {n}")).unwrap()).collect();
    let page = |before: String| {
        let (ada, sandbox) = (ada.id(), &sandbox);
        async move { look(sandbox, &format!("messages?as={ada}&channel={hall}&limit=3{before}")).await.1 }
    };
    let contents = |page: &Value| -> Vec<String> {
        page.as_array().unwrap().iter().map(|m| m["content"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(contents(&page(String::new()).await), ["line 4", "line 5", "line 6"]);
    assert_eq!(contents(&page(format!("&before={}", ids[4])).await), ["line 1", "line 2", "line 3"]);
    assert_eq!(contents(&page(format!("&before={}", ids[1])).await), ["line 0"]);
    assert_eq!(contents(&page(format!("&after={}", ids[1])).await), ["line 2", "line 3", "line 4"]);
    assert_eq!(contents(&page(format!("&after={}", ids[6])).await), Vec::<String>::new());
    let private = ada.dm_channel();
    assert_eq!(look(&sandbox, &format!("messages?as={}&channel={private}", bob.id())).await.0, 404);
}

/// Reads events of a stream until one has this name, and returns its data.
async fn event(
    stream: &mut (impl futures_util::Stream<Item = reqwest::Result<impl AsRef<[u8]>>> + Unpin),
    name: &str,
) -> Value {
    let mut text = String::new();
    loop {
        while let Some((first, rest)) = text.split_once("\n\n").map(|(a, b)| (a.to_owned(), b.to_owned())) {
            text = rest;
            let field = |key: &str| first.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
            if field("event:") == Some(name) {
                return serde_json::from_str(field("data:").unwrap()).unwrap();
            }
        }
        let chunk = stream.next().await.unwrap().unwrap();
        text += std::str::from_utf8(chunk.as_ref()).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_tells_a_person_what_they_see_and_nothing_else() {
    let World { sandbox, hall, ada, bob, .. } = world(unlimited()).await;
    let stream = async |query: String| {
        let answer = reqwest::get(format!("{}/sandbox/stream{query}", sandbox.url())).await.unwrap();
        answer.bytes_stream()
    };
    let mut seen = stream(format!("?as={}", bob.id())).await;
    let mut done = stream(String::new()).await;
    assert_eq!(event(&mut seen, "view").await["me"], json!(bob.id()));
    assert_eq!(event(&mut done, "connected").await, json!({ "connected": false }));
    // Only what bob sees arrives: of these two, the second.
    ada.dm("a secret").unwrap();
    ada.say(hall, "for everyone").unwrap();
    assert_eq!(event(&mut seen, "message").await["content"], "for everyone");
    // The stream reports each request of the bot together with its outcome.
    Wire::new(&sandbox).post(&format!("/channels/{hall}/messages"), json!({})).await;
    let request = event(&mut done, "request").await;
    assert_eq!((&request["method"], &request["status"]), (&json!("POST"), &json!(400)));
    assert_eq!(request["refusal"]["code"], 50_006);
}

#[tokio::test]
async fn times_that_messages_mention_can_be_skipped_to() {
    let clock = Arc::new(RunningClock::default());
    let World { sandbox, hall, ada, bob, .. } =
        world(SandboxConfig { clock: clock.clone(), ..unlimited() }).await;
    let now = clock.now() / 1000;
    let (soon, late) = (now + 3_600, now + 86_400);
    ada.say(
        hall,
        &format!("until <t:{late}:R>, or <t:{soon}>; not <t:{}> nor <t:99999999999999999>", now - 5),
    )
    .unwrap();
    ada.dm(&format!("<t:{}>", now + 60)).unwrap();
    let due = async || look(&sandbox, &format!("due?as={}", bob.id())).await.1;
    let told = due().await;
    let times: Vec<i64> = told.as_array().unwrap().iter().map(|time| time["at"].as_i64().unwrap()).collect();
    assert_eq!(times, [soon * 1000, late * 1000]);
    assert_eq!(act(&sandbox, "clock", json!({ "to": soon * 1000 })).await.0, 200);
    assert_eq!(due().await.as_array().unwrap().len(), 1);
    // It never goes back.
    let (_, told) = act(&sandbox, "clock", json!({ "to": now * 1000 })).await;
    assert!(told["now"].as_i64().unwrap() >= soon * 1000);
}

#[tokio::test]
async fn a_clock_is_stopped_and_sped_up_and_bots_have_their_time_all_the_same() {
    let clock = Arc::new(RunningClock::default());
    let World { sandbox, hall, ada, .. } = world(SandboxConfig { clock: clock.clone(), ..unlimited() }).await;
    Wire::new(&sandbox).register_go(&sandbox).await;
    let (_, told) = act(&sandbox, "clock", json!({ "speed": 0 })).await;
    let stopped = told["now"].as_i64().unwrap();
    assert_eq!((clock.now(), told["speed"].as_f64()), (stopped, Some(0.0)));
    act(&sandbox, "clock", json!({ "speed": 3600, "advance": 1000 })).await;
    clock.sleep_until(stopped + 60_000).await;
    assert!(clock.now() >= stopped + 60_000);
    for wrong in [json!({ "speed": -1 }), json!({ "speed": 1e9 }), json!({ "sped": 1 })] {
        assert_eq!(act(&sandbox, "clock", wrong.clone()).await.0, 400, "{wrong}");
    }
    // No order leads past the last date, and one that is refused changes nothing.
    for wrong in [
        json!({ "advance": i64::MAX, "speed": 7 }),
        json!({ "advance": u64::MAX }),
        json!({ "to": i64::MAX }),
    ] {
        let (code, told) = act(&sandbox, "clock", wrong.clone()).await;
        assert!(
            code == 400 && clock.now() > 0 && (clock.speed() - 3600.0).abs() < f64::EPSILON,
            "{wrong}: {told}"
        );
    }
    let (code, told) = act(&sandbox, "clock", json!({ "to": i64::MIN })).await;
    assert!(code == 200 && told["now"].as_i64().unwrap() > stopped, "a time that has passed is no order");
    // A jump of a day does not make an interaction expire that the bot is about to answer.
    let waiting = ada.slash(hall, "go", &[]).unwrap();
    act(&sandbox, "clock", json!({ "advance": 86_400_000 })).await;
    let (_, seen) = look(&sandbox, &format!("interaction?id={}", waiting.id())).await;
    assert_eq!(seen["state"], "waiting");
}

/// An extension that repeats what it was asked for.
struct Echo;

impl Extension for Echo {
    fn describe(&self) -> Value {
        json!({ "title": "Echo", "actions": [{ "name": "say", "label": "Say" }] })
    }

    fn act(&self, action: &str, fields: Value) -> trigon::sandbox::ExtensionFuture<'_> {
        let action = action.to_owned();
        Box::pin(async move {
            if action == "say" {
                Ok(json!({ "text": fields["text"] }))
            } else {
                Err("Unheard of.".to_owned())
            }
        })
    }
}

#[tokio::test]
async fn the_program_around_the_sandbox_adds_actions() {
    let World { sandbox, .. } = world(unlimited()).await;
    assert_eq!(look(&sandbox, "extension").await, (200, Value::Null));
    sandbox.extend(Arc::new(Echo));
    assert_eq!(look(&sandbox, "extension").await.1["title"], "Echo");
    assert_eq!(act(&sandbox, "extension/say", json!({ "text": "hi" })).await, (200, json!({ "text": "hi" })));
    assert_eq!(act(&sandbox, "extension/x", json!({})).await, (400, json!({ "error": "Unheard of." })));
}
