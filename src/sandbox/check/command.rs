//! Validation of application commands.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::form::{Form, field_path};
use super::option_kind::{ATTACHMENT, INTEGER, NUMBER, STRING, SUB_COMMAND, SUB_COMMAND_GROUP};

const CHAT_INPUT: i64 = 1;

/// The locales allowed in `name_localizations`.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

/// What a text may consist of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameRule {
    /// The letters, digits and signs of the names of slash commands and their options.
    Strict,
    Free,
}

/// Validates the list of a bulk overwrite.
pub(crate) fn check_bulk(form: &mut Form, commands: &[Value]) -> Vec<Value> {
    let mut names = BTreeSet::new();
    let mut stored = Vec::with_capacity(commands.len());
    for (i, command) in commands.iter().enumerate() {
        let Some(here) = form.item("", i, command) else { continue };
        let command = check_command(form, command, &here);
        if !names.insert((command["type"].to_string(), command["name"].to_string())) {
            let message = "Application command names must be unique";
            form.fault(&field_path(&here, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
        stored.push(command);
    }
    stored
}

/// Validates a command, and returns it with Discord's defaults filled in.
pub(crate) fn check_command(form: &mut Form, command: &Value, here: &str) -> Value {
    let kind = form.number(command, here, "type", 1, 4).unwrap_or(CHAT_INPUT);
    let chat = kind == CHAT_INPUT;
    check_name(form, command, here, if chat { NameRule::Strict } else { NameRule::Free });
    if chat {
        form.needed_text(command, here, "description", 1, 100);
    } else if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
        let message = "Context menu commands cannot have description";
        form.fault(&field_path(here, "description"), "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", message);
    }
    check_localizations(form, command, here, "description_localizations", NameRule::Free, 100);
    let options = check_options(form, command, here, 0);
    if !chat && !options.is_empty() {
        let message = "Context menu commands cannot have options";
        form.fault(&field_path(here, "options"), "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", message);
    }
    let total = size_of(command);
    if total > 8000 {
        let message = "Command exceeds maximum size (8000)";
        form.fault(here, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
    let permissions = command.get("default_member_permissions").cloned().unwrap_or(Value::Null);
    let permissions = match permissions {
        Value::Null => Value::Null,
        other => {
            let path = field_path(here, "default_member_permissions");
            form.snowflake(&other, &path).map_or(Value::Null, |bits| json!(bits))
        }
    };
    let or_null = |key: &str| command.get(key).cloned().unwrap_or(Value::Null);
    let mut stored = json!({
        "type": kind,
        "name": command["name"],
        "name_localizations": or_null("name_localizations"),
        "description": if chat { command["description"].clone() } else { json!("") },
        "description_localizations": or_null("description_localizations"),
        "default_member_permissions": permissions,
        "dm_permission": form.flag(command, here, "dm_permission").unwrap_or(true),
        "contexts": check_numbers(form, command, here, "contexts", 2),
        "integration_types": check_numbers(form, command, here, "integration_types", 1),
        "nsfw": form.flag(command, here, "nsfw").unwrap_or(false),
    });
    if stored["integration_types"].is_null() {
        stored["integration_types"] = json!([0]);
    }
    if !options.is_empty() {
        stored["options"] = json!(options);
    }
    stored
}

fn check_numbers(form: &mut Form, command: &Value, here: &str, key: &str, max: i64) -> Value {
    let Some(list) = form.list(command, here, key, 1, 3) else { return Value::Null };
    for (i, number) in list.iter().enumerate() {
        if !number.as_i64().is_some_and(|number| (0..=max).contains(&number)) {
            let allowed: Vec<String> = (0..=max).map(|number| number.to_string()).collect();
            form.choices(&field_path(&field_path(here, key), i), &allowed.join(", "));
        }
    }
    json!(list)
}

/// Returns whether a name matches `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$` and is in lower case.
fn is_command_name(name: &str) -> bool {
    (1..=32).contains(&name.chars().count())
        && name.chars().all(|c| {
            let marks = ('\u{0900}'..='\u{097F}').contains(&c) || ('\u{0E00}'..='\u{0E7F}').contains(&c);
            (c.is_alphanumeric() || marks || matches!(c, '-' | '_' | '\'')) && !c.is_uppercase()
        })
}

fn check_name(form: &mut Form, object: &Value, here: &str, rule: NameRule) {
    let name = form.needed_text(object, here, "name", 1, 32);
    if rule == NameRule::Strict && name.is_some_and(|name| !is_command_name(&name)) {
        form.fault(&field_path(here, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
    check_localizations(form, object, here, "name_localizations", rule, 32);
}

fn check_localizations(form: &mut Form, object: &Value, here: &str, key: &str, rule: NameRule, max: usize) {
    let Some(Value::Object(map)) = object.get(key) else { return };
    let path = field_path(here, key);
    for (locale, text) in map {
        let at = field_path(&path, locale);
        if !LOCALES.contains(&locale.as_str()) {
            form.choices(&path, &LOCALES.join(", "));
        }
        let Some(text) = text.as_str() else { continue };
        form.length(&at, text.chars().count(), 1, max);
        if rule == NameRule::Strict && !is_command_name(text) {
            form.fault(&at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
        }
    }
}

fn check_options(form: &mut Form, holder: &Value, here: &str, depth: usize) -> Vec<Value> {
    let path = field_path(here, "options");
    let mut names = BTreeSet::new();
    let mut stored: Vec<Value> = Vec::new();
    let mut optional_seen = false;
    for (i, option) in form.list(holder, here, "options", 0, 25).unwrap_or_default().iter().enumerate() {
        let Some(at) = form.item(&path, i, option) else { continue };
        check_name(form, option, &at, NameRule::Strict);
        form.needed_text(option, &at, "description", 1, 100);
        check_localizations(form, option, &at, "description_localizations", NameRule::Free, 100);
        let Some(kind) = option.get("type").and_then(Value::as_i64) else {
            form.required(&field_path(&at, "type"));
            continue;
        };
        if !(SUB_COMMAND..=ATTACHMENT).contains(&kind) {
            form.choices(&field_path(&at, "type"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11");
            continue;
        }
        if !names.insert(option["name"].as_str().unwrap_or_default().to_owned()) {
            let message = "Option names must be unique";
            form.fault(&at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message);
        }
        let nested = kind <= SUB_COMMAND_GROUP;
        // Groups are only allowed at the top level, and subcommands at the top level or in a group.
        let allowed = match kind {
            SUB_COMMAND_GROUP => depth == 0,
            SUB_COMMAND => depth <= 1,
            _ => depth != 1,
        };
        let first_nested = stored.first().map(|first| first["type"].as_i64() <= Some(SUB_COMMAND_GROUP));
        if !allowed || first_nested.is_some_and(|first| first != nested) {
            let message =
                "Sub-command and sub-command group option types are mutually exclusive to all other types";
            form.fault(&at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
        let required = form.flag(option, &at, "required").unwrap_or(false);
        if !nested {
            if required && optional_seen {
                let message = "Required options must be placed before non-required options";
                form.fault(&at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
            }
            optional_seen |= !required;
        }
        stored.push(check_option(form, option, &at, kind, required, depth));
    }
    stored
}

fn check_option(form: &mut Form, option: &Value, at: &str, kind: i64, required: bool, depth: usize) -> Value {
    let mut stored = json!({
        "type": kind,
        "name": option["name"],
        "description": option["description"],
    });
    for key in ["name_localizations", "description_localizations"] {
        if let Some(texts) = option.get(key).filter(|texts| !texts.is_null()) {
            stored[key] = texts.clone();
        }
    }
    if kind <= SUB_COMMAND_GROUP {
        let deeper = if kind == SUB_COMMAND { 2 } else { depth + 1 };
        let inner = check_options(form, option, at, deeper);
        if !inner.is_empty() {
            stored["options"] = json!(inner);
        }
        return stored;
    }
    if required {
        stored["required"] = json!(true);
    }
    let autocomplete = form.flag(option, at, "autocomplete").unwrap_or(false);
    if autocomplete {
        stored["autocomplete"] = json!(true);
        if !matches!(kind, STRING | INTEGER | NUMBER) {
            let message = "Autocomplete is only available for STRING, INTEGER and NUMBER options";
            form.fault(&field_path(at, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message);
        }
    }
    let choices = check_choices(form, option, at, "choices", Some(kind));
    if !choices.is_empty() {
        if autocomplete {
            let message = "Choices and autocomplete are mutually exclusive";
            form.fault(at, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_EXCLUSIVE", message);
        }
        stored["choices"] = json!(choices);
    }
    for (key, max) in [("min_length", 6000), ("max_length", 6000)] {
        if let Some(length) = form.number(option, at, key, i64::from(key == "max_length"), max) {
            stored[key] = json!(length);
        }
    }
    for (low, high) in [("min_length", "max_length"), ("min_value", "max_value")] {
        if option[low].as_f64().zip(option[high].as_f64()).is_some_and(|(low, high)| low > high) {
            let message = format!("{low} must be equal to or less than {high}");
            form.fault(at, "APPLICATION_COMMAND_OPTIONS_MIN_HIGHER_THAN_MAX", message);
        }
    }
    for key in ["min_value", "max_value", "channel_types"] {
        if let Some(value) = option.get(key).filter(|value| !value.is_null()) {
            stored[key] = value.clone();
        }
    }
    stored
}

/// Validates the choices of an option, or those of an autocomplete response for an option of this `kind`.
pub(crate) fn check_choices(
    form: &mut Form,
    holder: &Value,
    here: &str,
    key: &str,
    kind: Option<i64>,
) -> Vec<Value> {
    let path = field_path(here, key);
    let mut names = BTreeSet::new();
    let mut stored = Vec::new();
    for (i, choice) in form.list(holder, here, key, 0, 25).unwrap_or_default().iter().enumerate() {
        let Some(at) = form.item(&path, i, choice) else { continue };
        let name = form.needed_text(choice, &at, "name", 1, 100);
        if let Some(name) = name
            && !names.insert(name)
        {
            let message = "Option choice names must be unique";
            form.fault(&at, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", message);
        }
        let value = &choice["value"];
        match kind {
            Some(INTEGER) if value.as_i64().is_none() => {
                form.fault(
                    &field_path(&at, "value"),
                    "NUMBER_TYPE_COERCE",
                    format!("Value \"{value}\" is not int."),
                );
            }
            Some(NUMBER) if value.as_f64().is_none() => {
                let message = format!("Value \"{value}\" is not float.");
                form.fault(&field_path(&at, "value"), "NUMBER_TYPE_COERCE", message);
            }
            Some(STRING) => {
                form.needed_text(choice, &at, "value", 0, 100);
            }
            Some(INTEGER | NUMBER) => {}
            _ => {
                let message = "Choices are only available for STRING, INTEGER and NUMBER options";
                form.fault(&at, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message);
            }
        }
        let mut kept = json!({ "name": choice["name"], "value": value });
        if let Some(texts) = choice.get("name_localizations").filter(|texts| !texts.is_null()) {
            kept["name_localizations"] = texts.clone();
        }
        stored.push(kept);
    }
    stored
}

/// Returns the number of characters in all names, descriptions and values. Of localizations, only the longest
/// counts.
fn size_of(object: &Value) -> usize {
    let longest = |plain: &str, localized: &str| {
        let plain = object[plain].as_str().map_or(0, |text| text.chars().count());
        let others = object[localized].as_object().into_iter().flat_map(serde_json::Map::values);
        let others = others.filter_map(Value::as_str).map(|text| text.chars().count());
        others.max().unwrap_or(0).max(plain)
    };
    let value = object["value"].as_str().map_or(0, |text| text.chars().count());
    let inner = |key: &str| object[key].as_array().into_iter().flatten().map(size_of).sum::<usize>();
    longest("name", "name_localizations")
        + longest("description", "description_localizations")
        + value
        + inner("options")
        + inner("choices")
}
