//! What the real Discord refuses, accepts and adds, but a simpler imitation would not.

use serde_json::{Value, json};
use trigon::sandbox::{Permissions, SandboxConfig};

use crate::{
    bot::{World, unlimited, world},
    wire::{Got, OPEN_INTENTS, Socket, Wire},
};

/// Sends a request, and returns the status and the body of the answer.
async fn ask(request: reqwest::RequestBuilder) -> (u16, Value) {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or(Value::Null))
}

#[tokio::test]
async fn requests_need_the_word_bot_a_user_agent_and_a_version_that_exists() {
    let World { sandbox, .. } = world(unlimited()).await;
    let client = reqwest::Client::new();
    let get = |path: &str, token: &str, agent: &str| {
        let request = client.get(format!("{}{path}", sandbox.url())).header("authorization", token);
        if agent.is_empty() { request } else { request.header("user-agent", agent) }
    };
    let (right, agent) = (format!("Bot {}", sandbox.token()), "DiscordBot (https://example.org, 1)");
    assert_eq!(ask(get("/api/v10/users/@me", &right, agent)).await.0, 200);
    assert_eq!(ask(get("/api/users/@me", &right, agent)).await.0, 200);
    assert_eq!(ask(get("/api/v9/users/@me", &right, agent)).await.0, 200);
    let (status, body) = ask(get("/api/v10/users/@me", &sandbox.token(), agent)).await;
    assert_eq!((status, &body["message"]), (401, &json!("401: Unauthorized")), "without the word Bot");
    let (status, body) = ask(get("/api/v10/users/@me", &right, "")).await;
    assert_eq!((status, &body["code"]), (403, &json!(40333)), "without a User-Agent");
    let empty = client.get(format!("{}/api/v10/gateway", sandbox.url())).header("user-agent", " ");
    assert_eq!(ask(empty).await.0, 403, "with an empty one");
    for version in ["v11", "v99", "v5", "v1"] {
        let (status, body) = ask(get(&format!("/api/{version}/users/@me"), &right, agent)).await;
        assert_eq!((status, &body["code"]), (400, &json!(50041)), "{version}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_not_a_missing_page() {
    let World { sandbox, guild, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let refused = json!({ "message": "405: Method Not Allowed", "code": 0 });
    let application = sandbox.bot_id();
    for (method, path) in [
        ("PUT", format!("/channels/{hall}/messages")),
        ("POST", format!("/channels/{hall}")),
        ("PATCH", "/gateway/bot".to_owned()),
        ("DELETE", format!("/guilds/{}/channels", guild.id())),
        ("DELETE", format!("/applications/{application}/commands")),
        ("GET", "/users/@me/channels".to_owned()),
        ("GET", "/interactions/1/token/callback".to_owned()),
    ] {
        assert_eq!(wire.call(method, &path, Value::Null).await, (405, refused.clone()), "{method} {path}");
    }
    assert_eq!(wire.call("PUT", "/channels/nowhere/at/all", Value::Null).await.0, 400);
    assert_eq!(wire.call("PUT", &format!("/channels/{hall}/nothing"), Value::Null).await.0, 404);
}

#[tokio::test]
async fn a_channel_has_at_most_250_pins_and_lists_them_page_by_page() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let role = guild.bot_role().unwrap();
    let said: Vec<String> = (0..251).map(|i| ada.say(hall, &i.to_string()).unwrap().to_string()).collect();
    let pin =
        async |id: &str| wire.call("PUT", &format!("/channels/{hall}/messages/pins/{id}"), Value::Null).await;
    guild.set_role_permissions(role, Permissions::MANAGE_MESSAGES);
    assert_eq!(pin(&said[0]).await.1["code"], 50013, "managing messages is not enough");
    guild.set_role_permissions(role, Permissions::PIN_MESSAGES);
    for id in &said[..250] {
        assert_eq!(pin(id).await.0, 204);
    }
    let (status, body) = pin(&said[250]).await;
    assert_eq!((status, &body["code"]), (400, &json!(30003)));
    assert!(body["message"].as_str().unwrap().contains("250"), "{body}");
    assert_eq!(pin(&said[3]).await.0, 204, "a pinned message can be pinned again");
    let pages = format!("/channels/{hall}/messages/pins");
    let (_, page) = wire.get(&format!("{pages}?limit=10")).await;
    assert_eq!((page["items"].as_array().unwrap().len(), &page["has_more"]), (10, &json!(true)));
    assert_eq!(wire.get(&pages).await.1["items"].as_array().unwrap().len(), 50);
    assert_eq!(wire.get(&format!("{pages}?limit=51")).await.1["code"], 50035);
    let (_, page) = wire.get(&format!("{pages}?before=2015-02-01T00:00:00Z")).await;
    assert_eq!(page, json!({ "items": [], "has_more": false }));
}

#[tokio::test]
async fn archived_threads_are_listed_page_by_page() {
    let World { sandbox, guild, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    for name in ["one", "two", "three"] {
        guild.archive_thread(ada.start_thread(hall, name, false).unwrap(), false);
    }
    let path = format!("/channels/{hall}/threads/archived/public");
    let (_, page) = wire.get(&format!("{path}?limit=2")).await;
    assert_eq!((page["threads"].as_array().unwrap().len(), &page["has_more"]), (2, &json!(true)));
    assert_eq!(wire.get(&path).await.1["has_more"], false);
}

#[tokio::test]
async fn bodies_that_make_no_sense_are_refused_at_their_field() {
    let World { sandbox, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let messages = format!("/channels/{hall}/messages");
    let commands = format!("/applications/{}/commands", sandbox.bot_id());
    let option = |more: Value| {
        let mut option = json!({ "name": "o", "description": "d" });
        for (key, value) in more.as_object().unwrap() {
            option[key] = value.clone();
        }
        json!({ "name": "c", "description": "d", "options": [option] })
    };
    let select = json!({
        "type": 3, "custom_id": "s", "min_values": 2, "max_values": 1,
        "options": [{ "label": "a", "value": "a" }, { "label": "b", "value": "b" }],
    });
    let cases = [
        (&commands, option(json!({ "type": 4, "min_value": 5, "max_value": 4 })), "/options/0"),
        (&commands, option(json!({ "type": 10, "min_value": 0.5, "max_value": 0.4 })), "/options/0"),
        (&commands, option(json!({ "type": 3, "min_length": 5, "max_length": 4 })), "/options/0"),
        (
            &messages,
            json!({ "content": "x", "components": [{ "type": 1, "components": [select] }] }),
            "/components/0/components/0/min_values",
        ),
        (&messages, json!({ "content": "x", "embeds": [{}] }), "/embeds/0/description"),
        (&messages, json!({ "embeds": [{ "title": "t" }, { "color": 5 }] }), "/embeds/1/description"),
        (
            &messages,
            json!({ "content": "x", "allowed_mentions": { "users": ["5", "6", "5"] } }),
            "/allowed_mentions/users/2",
        ),
        (
            &messages,
            json!({ "content": "x", "allowed_mentions": { "roles": ["5", 5] } }),
            "/allowed_mentions/roles/1",
        ),
    ];
    for (path, body, place) in cases {
        let (status, answer) = wire.post(path, body.clone()).await;
        let found = answer.pointer(&format!("/errors{place}/_errors"));
        assert!(status == 400 && found.is_some(), "{body}: {answer}");
    }
    let fine = option(json!({ "type": 4, "min_value": 4, "max_value": 4 }));
    assert_eq!(wire.post(&commands, fine).await.0, 201);
    for embed in
        [json!({ "image": { "url": "https://example.org/x.png" } }), json!({ "footer": { "text": "f" } })]
    {
        assert_eq!(wire.post(&messages, json!({ "embeds": [embed] })).await.0, 200);
    }
}

#[tokio::test]
async fn members_are_asked_for_with_ids_as_numbers_too() {
    let World { sandbox, guild, ada, bob, .. } = world(unlimited()).await;
    let (mut asker, _) = Socket::ready(&sandbox).await;
    let (mut other, _) = Socket::ready(&sandbox).await;
    let ask = |more: Value| {
        let mut data = json!({ "guild_id": guild.id().0, "query": "", "limit": 0, "nonce": "n" });
        for (key, value) in more.as_object().unwrap() {
            data[key] = value.clone();
        }
        json!({ "op": 8, "d": data })
    };
    asker.send(ask(json!({ "query": "bob", "limit": 1 }))).await;
    let chunk = asker.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!((&chunk["members"][0]["user"]["username"], &chunk["nonce"]), (&json!("bob"), &json!("n")));
    asker.send(ask(json!({ "user_ids": [ada.id().0, bob.id(), 7] }))).await;
    let chunk = asker.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!((chunk["members"].as_array().unwrap().len(), &chunk["not_found"]), (2, &json!(["7"])));
    asker.send(ask(json!({ "user_ids": ada.id().0 }))).await;
    assert_eq!(asker.event("GUILD_MEMBERS_CHUNK").await["members"].as_array().unwrap().len(), 1);
    other.send(json!({ "op": 1, "d": null })).await;
    loop {
        match other.next().await {
            Got::Payload(payload) if payload["op"] == 11 => break,
            Got::Payload(payload) => {
                assert_ne!(payload["t"], "GUILD_MEMBERS_CHUNK", "only the asker gets it");
            }
            Got::Closed(code) => panic!("closed with {code}"),
        }
    }
}

#[tokio::test]
async fn guilds_have_channels_of_all_kinds() {
    let World { sandbox, guild, .. } = world(SandboxConfig {
        bot_permissions: Permissions::DEFAULT | Permissions::MANAGE_CHANNELS,
        ..unlimited()
    })
    .await;
    let wire = Wire::new(&sandbox);
    let path = format!("/guilds/{}/channels", guild.id());
    for (kind, code) in [(0, 0), (2, 0), (5, 0), (13, 0), (4, 50_008), (15, 40_058), (16, 40_058)] {
        let (status, channel) = wire.post(&path, json!({ "name": "x", "type": kind })).await;
        assert_eq!((status, &channel["type"]), (201, &json!(kind)));
        let messages = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
        let (status, body) = wire.post(&messages, json!({ "content": "x" })).await;
        assert_eq!((status == 200, body["code"].as_i64().unwrap_or(0)), (code == 0, code), "type {kind}");
    }
    assert_eq!(wire.post(&path, json!({ "name": "x", "type": 1 })).await.1["code"], 50035);
}

#[tokio::test]
async fn bodies_may_be_forms() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let client = reqwest::Client::builder().user_agent("test").build().unwrap();
    let post = |fields: &[(&str, &str)]| {
        let body = fields.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&");
        client
            .post(format!("{}/api/v10/channels/{hall}/messages", sandbox.url()))
            .header("authorization", format!("Bot {}", sandbox.token()))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
    };
    let (status, message) =
        ask(post(&[("content", "two+words%21"), ("tts", "true"), ("flags", "4096")])).await;
    assert_eq!((status, &message["tts"], &message["flags"]), (200, &json!(true), &json!(4096)));
    assert_eq!(ada.view(hall)[0].content, "two words!");
    assert_eq!(ask(post(&[("content", "")])).await.1["code"], 50006);
}

#[tokio::test]
async fn an_answer_to_a_form_names_what_opened_it() {
    let World { sandbox, hall, ada, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    wire.register_go(&sandbox).await;
    let (mut socket, _) = Socket::ready(&sandbox).await;
    let button =
        json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "b", "custom_id": "b" }] }]);
    let messages = format!("/channels/{hall}/messages");
    let (_, panel) = wire.post(&messages, json!({ "content": "x", "components": button })).await;
    let panel_id = panel["id"].as_str().unwrap().parse().unwrap();
    let input = json!({ "type": 4, "custom_id": "i", "style": 1, "label": "l", "required": false });
    let rows = json!([{ "type": 1, "components": [input] }]);
    let modal = json!({ "type": 9, "data": { "custom_id": "m", "title": "t", "components": rows } });
    for from_button in [false, true] {
        let opener =
            if from_button { ada.click(panel_id, "b").unwrap() } else { ada.slash(hall, "go", &[]).unwrap() };
        let callback = async |heard: &Value, body: &Value| {
            let (id, token) = (heard["id"].as_str().unwrap(), heard["token"].as_str().unwrap());
            wire.post(&format!("/interactions/{id}/{token}/callback?with_response=true"), body.clone()).await
        };
        let opened = socket.event("INTERACTION_CREATE").await;
        callback(&opened, &modal).await;
        opener.submit_modal(&[]).unwrap();
        let submitted = socket.event("INTERACTION_CREATE").await;
        let (_, answer) = callback(&submitted, &json!({ "type": 4, "data": { "content": "hi" } })).await;
        let hook = format!("/webhooks/{}/{}", sandbox.bot_id(), submitted["token"].as_str().unwrap());
        let (_, later) = wire.post(&hook, json!({ "content": "more" })).await;
        for message in [&answer["resource"]["message"], &later] {
            let metadata = &message["interaction_metadata"];
            assert_eq!((&metadata["type"], &metadata["id"]), (&json!(5), &submitted["id"]), "{message}");
            let trigger = &metadata["triggering_interaction_metadata"];
            assert_eq!(trigger["id"], opened["id"]);
            assert_eq!(trigger["type"], if from_button { 3 } else { 2 });
            if from_button {
                assert_eq!(trigger["interacted_message_id"], panel["id"]);
            } else {
                assert_eq!(trigger["name"], "go");
            }
        }
    }
}

#[tokio::test]
async fn a_gateway_version_that_does_not_exist_is_refused() {
    let World { sandbox, .. } = world(unlimited()).await;
    let mut socket = Socket::open(&sandbox, "v=11&encoding=json").await;
    assert!(matches!(socket.next().await, Got::Closed(4012)));
    let mut socket = Socket::connect(&sandbox).await;
    socket.identify(&format!("Bot {}", sandbox.token()), OPEN_INTENTS).await;
    socket.event("READY").await;
}
