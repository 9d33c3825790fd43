//! Validation of embeds: the length of each field and the total.

use serde_json::{Value, json};

use super::form::{Form, field_path};

/// The maximum number of characters in all embeds of a message.
const MAX_TOTAL_CHARACTERS: usize = 6000;

/// The parts that make an embed visible. It needs at least one of them.
const VISIBLE_PARTS: [&str; 7] = ["title", "description", "footer", "author", "image", "thumbnail", "fields"];

/// Validates the embeds of a message, and returns them as Discord stores them.
pub(crate) fn check_embeds(form: &mut Form, embeds: &[Value], path: &str) -> Vec<Value> {
    let mut total = 0;
    let mut stored = Vec::with_capacity(embeds.len());
    for (i, embed) in embeds.iter().enumerate() {
        let Some(here) = form.item(path, i, embed) else { continue };
        let (embed, size) = check_embed(form, embed, &here);
        total += size;
        if total > MAX_TOTAL_CHARACTERS {
            let message = format!("Embed size exceeds maximum size of {MAX_TOTAL_CHARACTERS}");
            form.fault(&here, "MAX_EMBED_SIZE_EXCEEDED", message);
            break;
        }
        stored.push(embed);
    }
    stored
}

/// Returns an embed as stored, with the number of characters that count.
fn check_embed(form: &mut Form, embed: &Value, here: &str) -> (Value, usize) {
    let mut stored = json!({ "type": "rich" });
    let mut size = 0;
    for (key, max) in [("title", 256), ("description", 4096)] {
        if let Some(text) = form.text(embed, here, key, 0, max) {
            size += text.chars().count();
            stored[key] = json!(text);
        }
    }
    if let Some(url) = form.text(embed, here, "url", 0, 2048) {
        form.address(&url, &field_path(here, "url"), &["http", "https"]);
        stored["url"] = json!(url);
    }
    if let Some(time) = form.text(embed, here, "timestamp", 0, 64) {
        // Discord accepts anything that begins with a date such as 2026-01-31.
        if time.len() < 10 || !time.is_ascii() || time.as_bytes()[4] != b'-' {
            let message = format!("Could not parse {time}. Should be ISO8601.");
            form.fault(&field_path(here, "timestamp"), "DATE_TIME_TYPE_PARSE", message);
        }
        stored["timestamp"] = json!(time);
    }
    if let Some(color) = form.number(embed, here, "color", 0, 0xFF_FFFF) {
        stored["color"] = json!(color);
    }
    for (part, texts, links) in [
        ("footer", &[("text", 2048)][..], &["icon_url"][..]),
        ("author", &[("name", 256)], &["url", "icon_url"]),
        ("image", &[], &["url"]),
        ("thumbnail", &[], &["url"]),
    ] {
        let Some(value) = embed.get(part).filter(|value| !value.is_null()) else { continue };
        let at = field_path(here, part);
        if !form.object(value, &at) {
            continue;
        }
        let mut kept = json!({});
        for (key, max) in texts {
            if let Some(text) = form.needed_text(value, &at, key, 0, *max) {
                size += text.chars().count();
                kept[*key] = json!(text);
            }
        }
        for key in links {
            if let Some(url) = form.text(value, &at, key, 0, 2048) {
                form.address(&url, &field_path(&at, key), &["http", "https", "attachment"]);
                kept[*key] = json!(url);
            } else if texts.is_empty() {
                form.required(&field_path(&at, key));
            }
        }
        stored[part] = kept;
    }
    if let Some(fields) = form.list(embed, here, "fields", 0, 25) {
        let mut kept = Vec::new();
        for (i, field) in fields.iter().enumerate() {
            let Some(at) = form.item(&field_path(here, "fields"), i, field) else { continue };
            let name = form.needed_text(field, &at, "name", 1, 256).unwrap_or_default();
            let value = form.needed_text(field, &at, "value", 1, 1024).unwrap_or_default();
            size += name.chars().count() + value.chars().count();
            let inline = form.flag(field, &at, "inline").unwrap_or(false);
            kept.push(json!({ "name": name, "value": value, "inline": inline }));
        }
        if !kept.is_empty() {
            stored["fields"] = json!(kept);
        }
    }
    let is_blank = |part: &Value| part.is_null() || *part == json!("") || *part == json!([]);
    if VISIBLE_PARTS.iter().all(|part| embed.get(*part).is_none_or(is_blank)) {
        form.required(&field_path(here, "description"));
    }
    (stored, size)
}
