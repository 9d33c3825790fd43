//! Filling in and submitting modals.

use serde_json::{Value, json};

use super::{InteractionHandle, PersonError, modal::field};
use crate::state::{Act, InteractionKind, Shown, Standing};

impl InteractionHandle {
    /// Fills in and submits the modal that this interaction opened. Fields that are left out keep their initial
    /// values; values of a select are separated by commas. The modal can be submitted again until the bot has
    /// responded, which closes it.
    pub fn submit_modal(&self, values: &[(&str, &str)]) -> Result<InteractionHandle, PersonError> {
        self.person.act(|s| {
            let interaction = s.interactions.get(&self.id).ok_or(PersonError::NoModal)?;
            let Standing::Answered(Shown::Modal(modal)) = &interaction.standing else {
                return Err(PersonError::NoModal);
            };
            if interaction.modal_closed {
                return Err(PersonError::NoModal);
            }
            let rows = modal["components"].as_array().cloned().unwrap_or_default();
            let ids: Vec<&str> = rows.iter().filter_map(|row| field(row).0["custom_id"].as_str()).collect();
            if let Some((unknown, _)) = values.iter().find(|(id, _)| !ids.contains(id)) {
                return Err(refuse(unknown, "is not in this modal"));
            }
            let filled: Result<Vec<Value>, PersonError> =
                rows.iter().enumerate().map(|(i, row)| fill_row(i, row, values)).collect();
            let data = json!({ "custom_id": modal["custom_id"], "components": filled? });
            Ok(Act {
                kind: InteractionKind::Modal,
                user: interaction.user,
                channel: interaction.channel,
                name: None,
                focused_kind: None,
                source: interaction.source,
                opener: Some(self.id),
                data,
            })
        })
    }
}

fn refuse(field: &str, reason: &str) -> PersonError {
    PersonError::Field { field: field.to_owned(), reason: reason.to_owned() }
}

fn fill_row(i: usize, row: &Value, values: &[(&str, &str)]) -> Result<Value, PersonError> {
    let (input, _) = field(row);
    let custom_id = input["custom_id"].as_str().unwrap_or_default();
    let given = values.iter().find(|(id, _)| *id == custom_id).map(|(_, value)| *value);
    let value = given.or(input["value"].as_str()).unwrap_or_default();
    let (outer, inner) = (2 * i + 1, 2 * i + 2);
    let mut filled = json!({ "type": input["type"], "id": inner, "custom_id": custom_id });
    if input["type"] == json!(3) {
        let picked: Vec<&str> = value.split(',').filter(|value| !value.is_empty()).collect();
        let options = input["options"].as_array().cloned().unwrap_or_default();
        if let Some(unknown) = picked.iter().find(|value| !options.iter().any(|o| o["value"] == **value)) {
            return Err(refuse(custom_id, &format!("has no option {unknown}")));
        }
        filled["values"] = json!(picked);
    } else {
        let length = value.chars().count() as u64;
        let min = input["min_length"].as_u64().unwrap_or(0);
        let max = input["max_length"].as_u64().unwrap_or(4000);
        let required = input["required"] != json!(false);
        if length == 0 && required {
            return Err(refuse(custom_id, "is required"));
        }
        if length > max || (length > 0 && length < min) {
            return Err(refuse(custom_id, &format!("has {length} characters, not {min} to {max}")));
        }
        filled["value"] = json!(value);
    }
    Ok(if row["component"].is_object() {
        json!({ "type": row["type"], "id": outer, "component": filled })
    } else {
        json!({ "type": 1, "id": outer, "components": [filled] })
    })
}
