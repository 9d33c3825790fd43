//! The limits of Discord: what is too long or too much is refused, with the same words and the same paths to the fields.

use serde_json::{Value, json};

use crate::{
    bot::{World, unlimited, world},
    wire::Wire,
};

/// Collects the faults of a 50035 response as lines `path: CODE`, as client libraries print them.
fn faults(errors: &Value, path: &str, lines: &mut Vec<String>) {
    for (key, value) in errors.as_object().unwrap() {
        if key == "_errors" {
            let codes = value.as_array().unwrap().iter().map(|e| e["code"].as_str().unwrap());
            lines.extend(codes.map(|code| format!("{path}: {code}")));
        } else {
            let deeper = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            faults(value, &deeper, lines);
        }
    }
}

/// Returns the faults of a refusal.
fn lines(body: &Value) -> Vec<String> {
    assert_eq!((&body["code"], &body["message"]), (&json!(50035), &json!("Invalid Form Body")), "{body}");
    let mut found = Vec::new();
    faults(&body["errors"], "", &mut found);
    found
}

/// Returns a row of components.
fn row(parts: Value) -> Value {
    json!([{ "type": 1, "components": parts }])
}

/// Returns a button.
fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "b", "custom_id": custom_id })
}

/// Returns an object with the keys of another added or replaced.
fn merged(mut object: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().unwrap() {
        object[key] = value.clone();
    }
    object
}

/// Returns a select menu with these keys added or replaced.
fn select(more: Value) -> Value {
    merged(json!({ "type": 3, "custom_id": "s", "options": [{ "label": "a", "value": "a" }] }), &more)
}

/// Returns a command with more keys than a name and a description.
fn command(more: Value) -> Value {
    merged(json!({ "name": "go", "description": "d" }), &more)
}

/// Returns an option of a command.
fn option(name: &str, kind: i64, more: Value) -> Value {
    merged(json!({ "name": name, "description": "d", "type": kind }), &more)
}

/// Returns a text of this length.
fn long(length: usize) -> String {
    "x".repeat(length)
}

/// Returns a message with these components in one row.
fn parts(parts: Value) -> Value {
    json!({ "content": "x", "components": row(parts) })
}

/// Returns a message with one component.
fn one(part: Value) -> Value {
    parts(json!([part]))
}

/// Checks that each message is refused for exactly one fault.
async fn assert_refused<const N: usize>(cases: [(Value, &str); N]) {
    let World { sandbox, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    for (body, line) in cases {
        let (status, answer) = wire.post(&format!("/channels/{hall}/messages"), body.clone()).await;
        assert_eq!((status, lines(&answer)), (400, vec![line.to_owned()]), "{body}");
    }
}

#[tokio::test]
async fn the_text_of_a_message_and_what_it_refers_to_have_limits() {
    let ids: Vec<String> = (0..101).map(|i| i.to_string()).collect();
    let cases = [
        (json!({ "content": long(2001) }), "content: BASE_TYPE_MAX_LENGTH"),
        (json!({ "content": "x", "nonce": long(26) }), "nonce: BASE_TYPE_MAX_LENGTH"),
        (
            json!({ "content": "x", "allowed_mentions": { "users": ids } }),
            "allowed_mentions.users: BASE_TYPE_MAX_LENGTH",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["all"] } }),
            "allowed_mentions.parse.0: BASE_TYPE_CHOICES",
        ),
        (
            json!({ "content": "x", "message_reference": { "message_id": "7" } }),
            "message_reference: REPLIES_UNKNOWN_MESSAGE",
        ),
        (json!({ "content": "x", "attachments": [{ "id": 0 }] }), "attachments.0.id: ATTACHMENT_NOT_FOUND"),
    ];
    assert_refused(cases).await;
}

#[tokio::test]
async fn embeds_have_limits() {
    let embed = |more: Value| json!({ "embeds": [more] });
    let cases = [
        (
            json!({ "content": "x", "embeds": vec![json!({ "title": "t" }); 11] }),
            "embeds: BASE_TYPE_MAX_LENGTH",
        ),
        (embed(json!({ "title": long(257) })), "embeds.0.title: BASE_TYPE_MAX_LENGTH"),
        (embed(json!({ "description": long(4097) })), "embeds.0.description: BASE_TYPE_MAX_LENGTH"),
        (embed(json!({ "footer": { "text": long(2049) } })), "embeds.0.footer.text: BASE_TYPE_MAX_LENGTH"),
        (embed(json!({ "author": { "name": long(257) } })), "embeds.0.author.name: BASE_TYPE_MAX_LENGTH"),
        (embed(json!({ "fields": [{ "name": "n" }] })), "embeds.0.fields.0.value: BASE_TYPE_REQUIRED"),
        (
            embed(json!({ "fields": [{ "name": "n", "value": long(1025) }] })),
            "embeds.0.fields.0.value: BASE_TYPE_BAD_LENGTH",
        ),
        (
            embed(json!({ "fields": vec![json!({ "name": "n", "value": "v" }); 26] })),
            "embeds.0.fields: BASE_TYPE_MAX_LENGTH",
        ),
        (embed(json!({ "title": "t", "url": "ftp://x" })), "embeds.0.url: URL_TYPE_INVALID_SCHEME"),
        (embed(json!({ "title": "t", "timestamp": "soon" })), "embeds.0.timestamp: DATE_TIME_TYPE_PARSE"),
        (
            json!({ "embeds": [{ "description": long(4096) }, { "description": long(1905) }] }),
            "embeds.1: MAX_EMBED_SIZE_EXCEEDED",
        ),
    ];
    assert_refused(cases).await;
}

#[tokio::test]
async fn components_have_limits() {
    let cases = [
        (
            json!({ "content": "x", "components": vec![json!({ "type": 1, "components": [button("a")] }); 6] }),
            "components: BASE_TYPE_MAX_LENGTH",
        ),
        (json!({ "content": "x", "components": [button("a")] }), "components.0: UNION_TYPE_CHOICES"),
        (parts(json!([])), "components.0.components: BASE_TYPE_BAD_LENGTH"),
        (
            parts((0..6).map(|i| button(&i.to_string())).collect()),
            "components.0.components: BASE_TYPE_BAD_LENGTH",
        ),
        (one(json!({ "type": 99 })), "components.0.components.0: UNION_TYPE_CHOICES"),
        (
            parts(json!([button("a"), button("a")])),
            "components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (one(button(&long(101))), "components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH"),
        (
            one(json!({ "type": 2, "style": 1, "label": "b" })),
            "components.0.components.0.custom_id: BASE_TYPE_REQUIRED",
        ),
        (
            one(json!({ "type": 2, "style": 5, "label": "b" })),
            "components.0.components.0.url: BASE_TYPE_REQUIRED",
        ),
        (
            one(json!({ "type": 2, "style": 9, "label": "b", "custom_id": "a" })),
            "components.0.components.0.style: BASE_TYPE_CHOICES",
        ),
        (
            one(json!({ "type": 2, "style": 1, "label": long(81), "custom_id": "a" })),
            "components.0.components.0.label: BASE_TYPE_MAX_LENGTH",
        ),
    ];
    assert_refused(cases).await;
}

#[tokio::test]
async fn select_menus_have_limits() {
    let options: Vec<Value> = (0..26).map(|i| json!({ "label": "a", "value": i.to_string() })).collect();
    let cases = [
        (
            parts(json!([button("a"), select(json!({}))])),
            "components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            one(select(json!({ "options": options }))),
            "components.0.components.0.options: BASE_TYPE_BAD_LENGTH",
        ),
        (one(select(json!({ "options": null }))), "components.0.components.0.options: BASE_TYPE_REQUIRED"),
        (
            one(select(json!({ "placeholder": long(151) }))),
            "components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH",
        ),
        (
            one(select(json!({ "max_values": 2 }))),
            "components.0.components.0.max_values: SELECT_COMPONENT_MAX_VALUE_TOO_MANY",
        ),
        (
            one(select(
                json!({ "options": [{ "label": "a", "value": "a" }, { "label": "b", "value": "a" }] }),
            )),
            "components.0.components.0.options.1: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            one(select(json!({ "options": [{ "label": long(101), "value": "a" }] }))),
            "components.0.components.0.options.0.label: BASE_TYPE_BAD_LENGTH",
        ),
    ];
    assert_refused(cases).await;
}

#[tokio::test]
async fn a_refusal_has_the_words_of_discord() {
    let World { sandbox, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let exact = json!({ "code": 50035, "message": "Invalid Form Body", "errors": { "content": { "_errors": [
        { "code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length." } ] } } });
    assert_eq!(wire.post(&path, json!({ "content": long(2001) })).await.1, exact);
    for empty in [json!({}), json!({ "content": " \n" }), json!({ "content": "", "embeds": [] })] {
        assert_eq!(wire.post(&path, empty).await.1["code"], 50006);
    }
    // Code points count, not UTF-16 units or bytes.
    assert_eq!(wire.post(&path, json!({ "content": "😀".repeat(2000) })).await.0, 200);
    assert_eq!(
        wire.post("/channels/x/messages", json!({})).await.1["errors"]["channel_id"]["_errors"][0]["code"],
        "NUMBER_TYPE_COERCE"
    );
    assert_eq!(wire.post("/channels/1/messages", json!({})).await.1["code"], 10003);
    assert_eq!(wire.call("PATCH", &format!("{path}/1"), json!({ "content": "x" })).await.1["code"], 10008);
    assert_eq!(wire.get("/nowhere").await, (404, json!({ "message": "404: Not Found", "code": 0 })));
}

#[tokio::test]
async fn files_beyond_the_limits_are_refused() {
    let World { sandbox, hall, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/channels/{hall}/messages");
    let mib = 1024 * 1024;
    let (status, body) = wire.upload("POST", &path, &json!({}), &[("a", 10 * mib + 1)]).await;
    assert_eq!((status, &body["code"]), (413, &json!(40005)));
    assert_eq!(wire.upload("POST", &path, &json!({}), &[("a", 10 * mib)]).await.0, 200);
    assert_eq!(wire.upload("POST", &path, &json!({}), &[("a", 1); 11]).await.1["code"], 30015);
}

#[tokio::test]
async fn commands_beyond_the_limits_are_refused_with_the_field() {
    let World { sandbox, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/applications/{}/commands", sandbox.bot_id());
    let with = |options: Value| command(json!({ "options": options }));
    let choices: Vec<Value> = (0..26).map(|i| json!({ "name": i.to_string(), "value": "v" })).collect();
    let many: Vec<Value> = (0..26).map(|i| option(&format!("o{i}"), 3, json!({}))).collect();
    let wordy: Vec<Value> = (0..25)
        .map(|i| {
            let choices: Vec<Value> =
                (0..4).map(|j| json!({ "name": format!("{j}{}", "n".repeat(90)), "value": "v" })).collect();
            option(&format!("o{i}"), 3, json!({ "choices": choices }))
        })
        .collect();
    let cases = [
        (command(json!({ "name": "Go" })), "name: APPLICATION_COMMAND_INVALID_NAME"),
        (command(json!({ "name": "go now" })), "name: APPLICATION_COMMAND_INVALID_NAME"),
        (command(json!({ "description": "" })), "description: BASE_TYPE_BAD_LENGTH"),
        (command(json!({ "description": "d".repeat(101) })), "description: BASE_TYPE_BAD_LENGTH"),
        (with(json!(many)), "options: BASE_TYPE_MAX_LENGTH"),
        (with(json!(wordy)), ": APPLICATION_COMMAND_TOO_LARGE"),
        (
            with(json!([option("a", 3, json!({})), option("b", 3, json!({ "required": true }))])),
            "options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            with(json!([option("a", 3, json!({})), option("a", 3, json!({}))])),
            "options.1: APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        ),
        (
            with(json!([option("a", 1, json!({})), option("b", 3, json!({}))])),
            "options.1: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            with(json!([option("a", 3, json!({ "choices": choices }))])),
            "options.0.choices: BASE_TYPE_MAX_LENGTH",
        ),
        (
            with(json!([option("a", 4, json!({ "choices": [{ "name": "n", "value": "v" }] }))])),
            "options.0.choices.0.value: NUMBER_TYPE_COERCE",
        ),
        (with(json!([option("a", 12, json!({}))])), "options.0.type: BASE_TYPE_CHOICES"),
        (
            with(json!([option("a", 5, json!({ "autocomplete": true }))])),
            "options.0.autocomplete: APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
        ),
        (command(json!({ "name_localizations": { "xx": "go" } })), "name_localizations: BASE_TYPE_CHOICES"),
    ];
    for (body, line) in cases {
        let (status, answer) = wire.post(&path, body.clone()).await;
        assert_eq!((status, lines(&answer)), (400, vec![line.to_owned()]), "{body}");
    }
}

#[tokio::test]
async fn an_application_has_at_most_100_commands_with_names_of_their_own() {
    let World { sandbox, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let path = format!("/applications/{}/commands", sandbox.bot_id());
    let twice = json!([command(json!({})), command(json!({}))]);
    let (_, answer) = wire.call("PUT", &path, twice).await;
    assert_eq!(lines(&answer), ["1.name: APPLICATION_COMMANDS_DUPLICATE_NAME"]);
    let hundred: Vec<Value> = (0..101).map(|i| command(json!({ "name": format!("c{i}") }))).collect();
    assert_eq!(wire.call("PUT", &path, json!(hundred)).await.1["code"], 30032);
    assert_eq!(wire.call("PUT", &path, json!(hundred[..100])).await.0, 200);
    assert_eq!(wire.post(&path, command(json!({ "name": "onemore" }))).await.1["code"], 30032);
}

#[tokio::test]
async fn commands_keep_their_ids() {
    let World { sandbox, guild, .. } = world(unlimited()).await;
    let wire = Wire::new(&sandbox);
    let app = sandbox.bot_id();
    let path = format!("/applications/{app}/guilds/{}/commands", guild.id());
    let go = json!({ "name": "go", "description": "d" });
    let (status, first) = wire.post(&path, go.clone()).await;
    assert_eq!((status, &first["application_id"]), (201, &json!(app.to_string())));
    assert_eq!((&first["guild_id"], &first["type"]), (&json!(guild.id().to_string()), &json!(1)));
    let (status, again) = wire.post(&path, json!({ "name": "go", "description": "other" })).await;
    assert_eq!((status, &again["id"]), (200, &first["id"]));
    assert_ne!(again["version"], first["version"]);
    let (_, all) = wire.call("PUT", &path, json!([{ "name": "stop", "description": "d" }, go])).await;
    assert_eq!(all[1]["id"], first["id"]);
    let one = format!("{path}/{}", first["id"].as_str().unwrap());
    assert_eq!(wire.call("PATCH", &one, json!({ "description": "new" })).await.1["description"], "new");
    assert_eq!(wire.call("DELETE", &one, Value::Null).await.0, 204);
    assert_eq!(wire.get(&one).await.1["code"], 10063);
    assert_eq!(wire.get(&path).await.1.as_array().unwrap().len(), 1);
    assert_eq!(wire.get("/applications/1/commands").await.1["code"], 10002);
}
