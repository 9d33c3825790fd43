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

/// Prepares poise’s commands for registration: adds where each can be used, unless it says so, and removes fields that say nothing.
pub(in crate::gateway) fn prepare(commands: &mut Json) {
    let commands = commands.as_array_mut().into_iter().flatten().filter_map(Json::as_object_mut);
    for command in commands {
        if command.get("contexts").is_none_or(Json::is_null) {
            command.insert("contexts".to_owned(), json!(IN_SERVERS_AND_DIRECT));
        }
        command.insert("integration_types".to_owned(), json!([IN_SERVERS]));
        remove_unsaid(command);
    }
}

/// Removes the fields that say nothing from a command or an option, and from the options within. serenity gives each option all
/// fields that any option may have, but according to Discord's documentation only some of them may be present.
fn remove_unsaid(fields: &mut Map<String, Json>) {
    let options = fields.get_mut("options").and_then(Json::as_array_mut);
    options.into_iter().flatten().filter_map(Json::as_object_mut).for_each(remove_unsaid);
    fields.retain(|_, value| !is_default(value));
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
pub(super) fn normalized(commands: &Json) -> Vec<Json> {
    let mut commands: Vec<Json> = commands.as_array().into_iter().flatten().map(normalized_command).collect();
    commands.sort_by_key(|command| command["name"].to_string());
    commands
}

fn normalized_command(command: &Json) -> Json {
    let mut normal = normalized_part(command);
    if let Some(normal) = normal.as_object_mut() {
        normal.entry("type").or_insert(json!(1.0));
        // Discord returns these for single servers too, where they mean nothing.
        if command.get("guild_id").is_some() {
            normal.retain(|key, _| !matches!(key.as_str(), "contexts" | "integration_types"));
        }
    }
    normal
}

/// Returns a command, or a part of one, with the compared fields only and without defaults.
fn normalized_part(part: &Json) -> Json {
    match part {
        Json::Object(fields) => {
            let compared = fields.iter().filter(|(key, _)| COMPARED_FIELDS.contains(&key.as_str()));
            let normal = compared.map(|(key, value)| (key.clone(), normalized_part(value)));
            Json::Object(normal.filter(|(_, value)| !is_default(value)).collect::<Map<_, _>>())
        }
        Json::Array(parts) => parts.iter().map(normalized_part).collect(),
        // A bound of 1 may come back as 1.0, and one of fifteen digits with a different last digit.
        Json::Number(number) => number.as_f64().map_or(Json::Null, |number| Json::from(number as f32)),
        other => other.clone(),
    }
}

/// Returns whether a field with this value means the same as one that is absent. Commands of context menus come back with an
/// empty description.
fn is_default(value: &Json) -> bool {
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
        assert_eq!(normalized(&ours()), normalized(&theirs));
        let mut here = theirs.clone();
        here[1]["guild_id"] = json!("5");
        assert_eq!(normalized(&in_guilds(&ours())), normalized(&here));
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
            assert_ne!(normalized(&ours()), normalized(&other), "{path}");
        }
        assert_ne!(normalized(&ours()), normalized(&json!([])));
    }
}
