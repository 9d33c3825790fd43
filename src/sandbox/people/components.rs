//! Clicking buttons, picking from select menus, submitting modals, and forging interactions that no client allows.

use serde_json::{Value, json};

use super::{InteractionHandle, Person, PersonError, interaction::field, options::ResolvedObjects};
use crate::{
    id::Id,
    state::{InitialResponse, InteractionKind, NewInteraction, ResponseState, State},
};

impl Person {
    /// Clicks a button of a message.
    pub fn click(&self, message: Id, custom_id: &str) -> Result<InteractionHandle, PersonError> {
        self.use_component(message, custom_id, &[], |kind| kind == 2)
    }

    /// Picks values from a string select, or ids (as text) from a select of users, roles or channels.
    pub fn select(
        &self,
        message: Id,
        custom_id: &str,
        values: &[&str],
    ) -> Result<InteractionHandle, PersonError> {
        self.use_component(message, custom_id, values, |kind| kind != 2)
    }

    fn use_component(
        &self,
        message: Id,
        custom_id: &str,
        values: &[&str],
        is_right: impl Fn(i64) -> bool,
    ) -> Result<InteractionHandle, PersonError> {
        self.start_interaction(|s| {
            let seen = s.seen_message(self.id, message).ok_or(PersonError::NoMessage(message))?;
            let channel = seen.channel;
            if s.is_timed_out(seen.guild, self.id) {
                return Err(PersonError::MayNotWrite(channel));
            }
            let parts = seen.components.iter().filter_map(|row| row["components"].as_array()).flatten();
            let mut parts = parts.filter(|part| is_right(part["type"].as_i64().unwrap_or_default()));
            let part = parts.find(|part| part["custom_id"] == custom_id);
            let part = part
                .cloned()
                .ok_or_else(|| PersonError::NoComponent { message, custom_id: custom_id.to_owned() })?;
            if part["disabled"] == json!(true) {
                return Err(PersonError::Disabled(custom_id.to_owned()));
            }
            let mut data = json!({
                "id": part["id"],
                "custom_id": custom_id,
                "component_type": part["type"],
            });
            if part["type"] != json!(2) {
                let mut resolved = ResolvedObjects::default();
                check_values(s, self.id, channel, &part, values, &mut resolved)
                    .map_err(|reason| PersonError::Values { custom_id: custom_id.to_owned(), reason })?;
                data["values"] = json!(values);
                resolved.into_data(&mut data);
            }
            let new = NewInteraction::new(InteractionKind::Component, self.id, channel, data);
            Ok(NewInteraction { source: Some(message), ..new })
        })
    }

    /// Sends the bot an interaction that Discord's client would not: for a component that is not there, for a command
    /// that is not permitted, or with any data. `kind` is Discord's number: 2 command, 3 component, 4 autocomplete, 5
    /// modal. Returns `None` for any other number or an unknown channel.
    pub fn forge(
        &self,
        channel: Id,
        kind: i64,
        message: Option<Id>,
        data: Value,
    ) -> Option<InteractionHandle> {
        let kind = InteractionKind::of_number(kind)?;
        let handle = self.start_interaction(|s| {
            s.channels.get(&channel).ok_or(PersonError::NoChannel(channel))?;
            let name = data["name"].as_str().map(str::to_owned);
            Ok(NewInteraction { name, source: message, ..NewInteraction::new(kind, self.id, channel, data) })
        });
        handle.ok()
    }
}

fn check_values(
    s: &State,
    user: Id,
    channel: Id,
    select: &Value,
    values: &[&str],
    resolved: &mut ResolvedObjects,
) -> Result<(), String> {
    let (min, max) = (select["min_values"].as_u64().unwrap_or(1), select["max_values"].as_u64().unwrap_or(1));
    let count = values.len() as u64;
    if count < min || count > max {
        return Err(format!("takes {min} to {max} values, not {count}"));
    }
    for (i, value) in values.iter().enumerate() {
        if values[..i].contains(value) {
            return Err(format!("{value} is picked twice"));
        }
        let known = match select["type"].as_i64() {
            Some(3) => {
                select["options"].as_array().is_some_and(|all| all.iter().any(|o| o["value"] == **value))
            }
            kind => {
                let id: Id = value.parse().map_err(|_| format!("{value} is no id"))?;
                match kind {
                    Some(5) => resolved.user(s, channel, id),
                    Some(6) => resolved.role(s, channel, id),
                    Some(7) => resolved.role(s, channel, id) || resolved.user(s, channel, id),
                    _ => resolved.channel(s, user, id).is_some(),
                }
            }
        };
        if !known {
            return Err(format!("{value} is not to be picked"));
        }
    }
    Ok(())
}

impl InteractionHandle {
    /// Fills in and submits the modal that this interaction opened. Fields that are left out keep their initial
    /// values; values of a select are separated by commas. The modal can be submitted again until the bot has
    /// responded, which closes it.
    pub fn submit_modal(&self, values: &[(&str, &str)]) -> Result<InteractionHandle, PersonError> {
        self.person.start_interaction(|s| {
            let interaction = s.interactions.get(&self.id).ok_or(PersonError::NoModal)?;
            let ResponseState::Sent(InitialResponse::Modal(modal)) = &interaction.response_state else {
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
            let new =
                NewInteraction::new(InteractionKind::Modal, interaction.user, interaction.channel, data);
            Ok(NewInteraction { source: interaction.source, opener: Some(self.id), ..new })
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
