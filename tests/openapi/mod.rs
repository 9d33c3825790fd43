//! Discord's own description of its API, as far as the bot uses it, and whether requests follow it.
//!
//! `discord.json` says where it comes from and how it was shortened. It is JSON Schema 2020-12, like everything in
//! `OpenAPI` 3.1. To let the bot use something new, copy the route or the part of a body from there.

mod schema;

use std::sync::LazyLock;

use serde_json::{Value, json};
use trigon::sandbox::SeenRequest;

use self::schema::Schema;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let mut all: Value = serde_json::from_str(include_str!("discord.json")).unwrap();
    // Discord's reference shows the id of an uploaded file as a number, and serenity sends it as one; the description
    // says that it is a string.
    all["components"]["schemas"]["MessageAttachmentRequest"]["properties"]["id"]["type"] =
        json!(["string", "integer"]);
    all["components"]["schemas"]["MessageAttachmentRequest"]["properties"]["id"]
        .as_object_mut()
        .unwrap()
        .remove("$ref");
    all
});

/// Checks that Discord would understand the bot's requests. Those that tests make themselves do not count.
pub(crate) fn assert_followed(requests: &[SeenRequest]) {
    let requests = requests.iter().filter(|request| !request.agent.contains("(test"));
    let problems: Vec<String> = requests.filter_map(problem).collect();
    assert!(problems.is_empty(), "{} requests: {}", problems.len(), problems.join("\n"));
}

/// Returns what Discord would not understand about a request, if anything. The body of a form is its `payload_json`.
fn problem(request: &SeenRequest) -> Option<String> {
    let SeenRequest { method, path, body, .. } = request;
    let segments: Vec<&str> = path.split('/').collect();
    // The number of variables in a route that matches.
    let variables = |route: &Value| {
        let (of, wanted) = route["route"].as_str()?.split_once(' ')?;
        let wanted: Vec<&str> = wanted.split('/').collect();
        let fits = |(wanted, found): (&&str, &&str)| wanted.starts_with('{') || wanted == found;
        let fits = of == method && wanted.len() == segments.len() && wanted.iter().zip(&segments).all(fits);
        fits.then(|| wanted.iter().filter(|part| part.starts_with('{')).count())
    };
    let routes = DESCRIPTION["routes"].as_array().unwrap().iter();
    let routes = routes.filter_map(|route| Some((variables(route)?, &route["body"])));
    let Some((_, schema)) = routes.min_by_key(|(variables, _)| *variables) else {
        return Some(format!("{method} {path} is not described"));
    };
    let problem = Schema { document: &DESCRIPTION, schema }.check(body, "").err()?;
    Some(format!("{method} {path}: {problem}"))
}

#[test]
fn what_is_not_described_is_found() {
    let sent = |method: &str, path: &str, body: Value| SeenRequest {
        method: method.to_owned(),
        path: path.to_owned(),
        body,
        ..SeenRequest::default()
    };
    let button = |style: i64| json!({ "type": 2, "style": style, "label": "Join", "custom_id": "x" });
    let message =
        |button: Value| json!({ "content": "a", "components": [{ "type": 1, "components": [button] }] });
    let post = |body| problem(&sent("POST", "/channels/1/messages", body));
    assert_eq!(post(message(button(1))), None);
    assert!(post(message(button(9))).is_some(), "no such style");
    assert!(post(json!({ "content": "a".repeat(4_001) })).is_some(), "too long");
    assert!(post(json!({ "contents": "a" })).is_some(), "misspelled");
    assert!(post(json!({ "content": 1 })).is_some(), "of another type");
    assert!(problem(&sent("POST", "/channels/1/message", json!({}))).is_some(), "no such route");
}
