//! Commands in the forms in which they are registered and compared.

use serde_json::{Map, Value as Json, json};

/// The integration type for installation in a server, the only one supported.
const IN_SERVERS: i64 = 0;

/// The contexts of a command that works in servers and in direct messages to the bot.
const IN_SERVERS_AND_DIRECT: [i64; 2] = [0, 1];

/// The fields that are compared. Discord returns more: IDs, defaults, and what it may add in future.
const COMPARED_FIELDS: [&str; 17] = [
    "autocomplete",
    "channel_types",
    "choices",
    "contexts",
    "default_member_permissions",
    "description",
    "integration_types",
    "max_length",
    "max_value",
    "min_length",
    "min_value",
    "name",
    "nsfw",
    "options",
    "required",
    "type",
    "value",
];

/// Adds to each command where it can be used, unless it already says so.
pub(in crate::gateway) fn place(commands: &mut Json) {
    let commands = commands.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut);
    for command in commands {
        if command.get("contexts").is_none_or(Json::is_null) {
            command.insert("contexts".to_owned(), json!(IN_SERVERS_AND_DIRECT));
        }
        command.insert("integration_types".to_owned(), json!([IN_SERVERS]));
        command.retain(|key, value| is_said(key, value));
    }
}

/// Returns whether a field of a command says something, and removes everything in it that does not. An option has all
/// fields that any option may have, but according to Discord's documentation only some of them may be present.
fn is_said(key: &str, value: &mut Json) -> bool {
    if key == "options" {
        for option in value.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut) {
            option.retain(|key, value| is_said(key, value));
        }
    }
    !is_default(value)
}

/// Returns the commands in the form for single servers, where they cannot say where else they work.
pub(super) fn in_guilds(commands: &Json) -> Json {
    let mut commands = commands.clone();
    let each = commands.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut);
    for command in each {
        command.retain(|key, _| !matches!(key.as_str(), "contexts" | "integration_types"));
    }
    commands
}

/// Returns the commands in a form for comparison, whether or not Discord has added its defaults.
pub(super) fn normal(commands: &Json) -> Vec<Json> {
    let mut commands: Vec<Json> = commands.as_array().into_iter().flatten().map(command).collect();
    commands.sort_by_key(|command| command["name"].to_string());
    commands
}

fn command(command: &Json) -> Json {
    let mut normal = part(command);
    if let Some(normal) = normal.as_object_mut() {
        normal.entry("type").or_insert(json!(1.0));
        // Discord returns these for single servers too, where they mean nothing.
        if command.get("guild_id").is_some() {
            normal.retain(|key, _| !matches!(key.as_str(), "contexts" | "integration_types"));
        }
    }
    normal
}

fn part(part: &Json) -> Json {
    match part {
        Json::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| COMPARED_FIELDS.contains(&key.as_str()));
            let fields = fields.map(|(key, value)| (key.clone(), self::part(value)));
            Json::Object(fields.filter(|(_, value)| !is_default(value)).collect::<Map<_, _>>())
        }
        Json::Array(parts) => parts.iter().map(self::part).collect(),
        // A bound of 1 may come back as 1.0, and one of fifteen digits with a different last digit.
        Json::Number(number) => number.as_f64().map_or(Json::Null, |number| Json::from(number as f32)),
        other => other.clone(),
    }
}

fn is_default(value: &Json) -> bool {
    // Commands of context menus come back with an empty description.
    matches!(value, Json::Null | Json::Bool(false))
        || value == ""
        || value.as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> Json {
        json!([
            { "name": "b", "description": "d", "contexts": [0, 1], "integration_types": [0] },
            { "type": 1, "name": "a", "description": "d", "options": [
                { "type": 4, "name": "n", "description": "x", "min_value": 1, "required": false, "choices": [] }
            ] },
        ])
    }

    #[test]
    fn what_discord_adds_makes_no_difference() {
        let theirs = json!([
            { "id": "9", "application_id": "1", "version": "4", "type": 1, "name": "a", "description": "d",
              "name_localizations": null, "default_member_permissions": null, "dm_permission": true, "nsfw": false,
              "options": [{ "type": 4, "name": "n", "description": "x", "min_value": 1.0, "something": "new" }] },
            { "id": "8", "type": 1, "name": "b", "description": "d", "contexts": [0, 1], "integration_types": [0] },
        ]);
        assert_eq!(normal(&ours()), normal(&theirs));
        let mut here = theirs.clone();
        here[1]["guild_id"] = json!("5");
        assert_eq!(normal(&in_guilds(&ours())), normal(&here));
    }

    #[test]
    fn what_people_see_makes_a_difference() {
        for (path, value) in [
            ("/0/description", json!("other")),
            ("/0/contexts", json!([0])),
            ("/1/options/0/min_value", json!(2)),
            ("/1/options/0/required", json!(true)),
            ("/1/options/0/choices", json!([{ "name": "one", "value": 1 }])),
        ] {
            let mut other = ours();
            *other.pointer_mut(path).unwrap() = value;
            assert_ne!(normal(&ours()), normal(&other), "{path}");
        }
        assert_ne!(normal(&ours()), normal(&json!([])));
    }
}
