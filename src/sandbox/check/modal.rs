//! Validation of modals: a title, and one to five rows of one text input or labels with an input or a select.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    component::{check_custom_id, check_select},
    form::{Form, field_path},
};

const ROW: i64 = 1;
const STRING_SELECT: i64 = 3;
const TEXT_INPUT: i64 = 4;
const LABEL: i64 = 18;

/// Validates a modal, and returns it as the person's client receives it.
pub(crate) fn check_modal(form: &mut Form, modal: &Value, prefix: &str) -> Value {
    if !form.object(modal, prefix) {
        return json!({});
    }
    let mut seen = BTreeSet::new();
    form.needed_text(modal, prefix, "custom_id", 1, 100);
    form.needed_text(modal, prefix, "title", 1, 45);
    let path = field_path(prefix, "components");
    if modal.get("components").is_none_or(Value::is_null) {
        form.required(&path);
    }
    let rows = form.list(modal, prefix, "components", 1, 5).unwrap_or_default();
    for (i, row) in rows.iter().enumerate() {
        let Some(here) = form.item(&path, i, row) else { continue };
        match row["type"].as_i64() {
            Some(ROW) => {
                let inside = field_path(&here, "components");
                if row.get("components").is_none_or(Value::is_null) {
                    form.required(&inside);
                }
                for (j, input) in
                    form.list(row, &here, "components", 1, 1).unwrap_or_default().iter().enumerate()
                {
                    let at = field_path(&inside, j);
                    if input["type"].as_i64() == Some(TEXT_INPUT) {
                        check_input(form, input, &at, Labelling::Own, &mut seen);
                    } else {
                        form.union(&at, "4,");
                    }
                }
            }
            Some(LABEL) => check_label(form, row, &here, &mut seen),
            _ => form.union(&here, "1, 18"),
        }
    }
    json!({ "custom_id": modal["custom_id"], "title": modal["title"], "components": modal["components"] })
}

fn check_label(form: &mut Form, label: &Value, here: &str, seen: &mut BTreeSet<String>) {
    form.needed_text(label, here, "label", 1, 45);
    form.text(label, here, "description", 0, 100);
    let at = field_path(here, "component");
    let Some(inner) = label.get("component").filter(|inner| !inner.is_null()) else {
        form.required(&at);
        return;
    };
    match inner["type"].as_i64() {
        Some(TEXT_INPUT) => check_input(form, inner, &at, Labelling::Around, seen),
        Some(STRING_SELECT) => {
            check_select(form, inner, &at, seen);
        }
        _ => form.union(&at, "3, 4"),
    }
}

/// Where the label of an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Labelling {
    /// In the input itself.
    Own,
    /// In the label component around it.
    Around,
}

fn check_input(form: &mut Form, input: &Value, at: &str, labelling: Labelling, seen: &mut BTreeSet<String>) {
    check_custom_id(form, input, at, seen);
    if labelling == Labelling::Own {
        form.needed_text(input, at, "label", 1, 45);
    }
    match input.get("style").and_then(Value::as_i64) {
        None => form.required(&field_path(at, "style")),
        Some(1 | 2) => {}
        Some(_) => form.choices(&field_path(at, "style"), "1, 2"),
    }
    let min = form.number(input, at, "min_length", 0, 4000).unwrap_or(0);
    let max = form.number(input, at, "max_length", 1, 4000).unwrap_or(4000);
    if min > max {
        let message = format!("min_length must be equal to or less than {max}.");
        form.fault(&field_path(at, "min_length"), "TEXT_INPUT_MIN_HIGHER_THAN_MAX", message);
    }
    form.flag(input, at, "required");
    form.text(input, at, "placeholder", 0, 100);
    if let Some(value) = form.text(input, at, "value", 0, 4000) {
        let length = value.chars().count();
        if !value.is_empty() {
            form.length(&field_path(at, "value"), length, min as usize, max as usize);
        }
    }
}
