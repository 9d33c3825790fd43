//! Validation of message components: rows of buttons and selects.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::form::{Form, field_path};

const ROW: i64 = 1;
const BUTTON: i64 = 2;
const STRING_SELECT: i64 = 3;
const LINK: i64 = 5;
const PREMIUM: i64 = 6;

/// Validates the rows of a message, and returns them as Discord stores them, with generated ids.
pub(crate) fn check_components(form: &mut Form, rows: &[Value], path: &str) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let mut next_id = 1;
    let mut stored = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        let Some(here) = form.item(path, i, row) else { continue };
        if row["type"].as_i64() != Some(ROW) {
            form.union(&here, "1,");
            continue;
        }
        let row_id = next_id;
        next_id += 1;
        let inside = field_path(&here, "components");
        if row.get("components").is_none_or(Value::is_null) {
            form.required(&inside);
        }
        let mut kept = Vec::new();
        let mut width = 0;
        for (j, part) in form.list(row, &here, "components", 1, 5).unwrap_or_default().iter().enumerate() {
            let Some(at) = form.item(&inside, j, part) else { continue };
            let kind = part["type"].as_i64();
            // A row has room for five buttons or one select.
            width += if kind == Some(BUTTON) { 1 } else { 5 };
            let part = match kind {
                Some(BUTTON) => check_button(form, part, &at, &mut seen),
                Some(STRING_SELECT | 5..=8) => check_select(form, part, &at, &mut seen),
                _ => {
                    form.union(&at, "2, 3, 5, 6, 7, 8");
                    continue;
                }
            };
            if width > 5 {
                let message = "The specified component exceeds the maximum width";
                form.fault(&at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
            }
            kept.push(with_id(part, next_id));
            next_id += 1;
        }
        stored.push(json!({ "type": ROW, "id": row_id, "components": kept }));
    }
    stored
}

fn with_id(mut part: Value, id: i64) -> Value {
    if part.get("id").is_none() {
        part["id"] = json!(id);
    }
    part
}

/// Validates a `custom_id`: it is required, has 1 to 100 characters and is unique in the message.
pub(crate) fn check_custom_id(form: &mut Form, part: &Value, at: &str, seen: &mut BTreeSet<String>) {
    let Some(custom_id) = form.needed_text(part, at, "custom_id", 1, 100) else { return };
    if !seen.insert(custom_id) {
        let message = "Component custom id cannot be duplicated";
        form.fault(&field_path(at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}

fn check_button(form: &mut Form, button: &Value, at: &str, seen: &mut BTreeSet<String>) -> Value {
    let mut stored = json!({ "type": BUTTON });
    if let Some(id) = form.number(button, at, "id", 0, i64::from(i32::MAX)) {
        stored["id"] = json!(id);
    }
    let style = button.get("style").and_then(Value::as_i64);
    match style {
        None => form.required(&field_path(at, "style")),
        Some(1..=PREMIUM) => stored["style"] = json!(style),
        Some(_) => form.choices(&field_path(at, "style"), "1, 2, 3, 4, 5, 6"),
    }
    let label = form.text(button, at, "label", 0, 80).filter(|label| !label.is_empty());
    let emoji = button.get("emoji").filter(|emoji| !emoji.is_null());
    if let Some(emoji) = emoji {
        check_emoji(form, emoji, &field_path(at, "emoji"));
    }
    let has = |key: &str| button.get(key).is_some_and(|value| !value.is_null());
    if style == Some(LINK) {
        if has("custom_id") {
            let message = "A custom id and url cannot both be specified";
            form.fault(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        if let Some(url) = form.needed_text(button, at, "url", 1, 512) {
            form.address(&url, &field_path(at, "url"), &["http", "https", "discord"]);
            stored["url"] = json!(url);
        }
    } else if style == Some(PREMIUM) {
        form.required(&field_path(at, "sku_id"));
    } else {
        if has("url") {
            let message = "A custom id and url cannot both be specified";
            form.fault(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        check_custom_id(form, button, at, seen);
        stored["custom_id"] = button["custom_id"].clone();
    }
    let labelled = button["label"].as_str().is_some_and(|label| !label.is_empty());
    if !labelled && emoji.is_none() && style != Some(PREMIUM) {
        let message = "A button must have a label or emoji";
        form.fault(at, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
    if let Some(label) = label {
        stored["label"] = json!(label);
    }
    if let Some(emoji) = emoji {
        stored["emoji"] = stored_emoji(emoji);
    }
    if form.flag(button, at, "disabled") == Some(true) {
        stored["disabled"] = json!(true);
    }
    stored
}

/// Validates an emoji. The sandbox has no custom emoji, so only Unicode emoji are valid.
fn check_emoji(form: &mut Form, emoji: &Value, at: &str) {
    if !form.object(emoji, at) {
        return;
    }
    let custom = emoji.get("id").is_some_and(|id| !id.is_null());
    let name = emoji["name"].as_str().unwrap_or_default();
    let unicode = name.chars().next().is_some_and(|first| {
        // Only keycap emoji begin with an ASCII character.
        !first.is_ascii() || name.ends_with('\u{20E3}')
    });
    if custom || !unicode {
        form.fault(
            &field_path(at, if custom { "id" } else { "name" }),
            "COMPONENT_INVALID_EMOJI",
            "Invalid emoji",
        );
    }
}

fn stored_emoji(emoji: &Value) -> Value {
    json!({ "id": null, "name": emoji["name"] })
}

pub(crate) fn check_select(form: &mut Form, select: &Value, at: &str, seen: &mut BTreeSet<String>) -> Value {
    let kind = select["type"].as_i64().unwrap_or_default();
    let mut stored = json!({ "type": kind });
    if let Some(id) = form.number(select, at, "id", 0, i64::from(i32::MAX)) {
        stored["id"] = json!(id);
    }
    check_custom_id(form, select, at, seen);
    stored["custom_id"] = select["custom_id"].clone();
    if let Some(placeholder) = form.text(select, at, "placeholder", 0, 150) {
        stored["placeholder"] = json!(placeholder);
    }
    let min = form.number(select, at, "min_values", 0, 25).unwrap_or(1);
    let max = form.number(select, at, "max_values", 1, 25).unwrap_or(1);
    stored["min_values"] = json!(min);
    stored["max_values"] = json!(max);
    if min > max {
        let message = format!("min_values must be equal to or less than {max}.");
        form.fault(&field_path(at, "min_values"), "SELECT_COMPONENT_MIN_HIGHER_THAN_MAX", message);
    }
    if form.flag(select, at, "disabled") == Some(true) {
        stored["disabled"] = json!(true);
    }
    if form.flag(select, at, "required") == Some(true) {
        stored["required"] = json!(true);
    }
    if kind == STRING_SELECT {
        stored["options"] = check_select_options(form, select, at, min, max);
        return stored;
    }
    if let Some(types) = select.get("channel_types").filter(|types| !types.is_null()) {
        stored["channel_types"] = types.clone();
    }
    if let Some(defaults) = form.list(select, at, "default_values", 0, 25) {
        if (defaults.len() as i64) > max {
            let path = field_path(at, "default_values");
            form.fault(&path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        }
        stored["default_values"] = json!(defaults);
    }
    stored
}

fn check_select_options(form: &mut Form, select: &Value, at: &str, min: i64, max: i64) -> Value {
    let path = field_path(at, "options");
    if select.get("options").is_none_or(Value::is_null) {
        form.required(&path);
    }
    let options = form.list(select, at, "options", 1, 25).unwrap_or_default();
    if !options.is_empty() && (min > options.len() as i64 || max > options.len() as i64) {
        let key = if max > options.len() as i64 { "max_values" } else { "min_values" };
        let message = format!("{key} must be equal to or less than {}.", options.len());
        form.fault(&field_path(at, key), "SELECT_COMPONENT_MAX_VALUE_TOO_MANY", message);
    }
    let mut values = BTreeSet::new();
    let mut kept = Vec::new();
    let mut defaults = 0;
    for (i, option) in options.iter().enumerate() {
        let Some(here) = form.item(&path, i, option) else { continue };
        let mut stored = json!({
            "label": form.needed_text(option, &here, "label", 1, 100),
            "value": form.needed_text(option, &here, "value", 1, 100),
        });
        if let Some(value) = option["value"].as_str()
            && !values.insert(value.to_owned())
        {
            let message = "The specified option value is already used";
            form.fault(&here, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
        if let Some(description) = form.text(option, &here, "description", 0, 100) {
            stored["description"] = json!(description);
        }
        if let Some(emoji) = option.get("emoji").filter(|emoji| !emoji.is_null()) {
            check_emoji(form, emoji, &field_path(&here, "emoji"));
            stored["emoji"] = stored_emoji(emoji);
        }
        if form.flag(option, &here, "default") == Some(true) {
            stored["default"] = json!(true);
            defaults += 1;
        }
        kept.push(stored);
    }
    if defaults > max {
        let message = format!("Must be {max} or fewer in length.");
        form.fault(&path, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
    }
    json!(kept)
}
