//! Clicking buttons and picking from select menus.

use serde_json::{Value, json};

use super::{InteractionHandle, Person, PersonError, options::Resolved};
use crate::{
    id::Id,
    state::{Act, InteractionKind, State},
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
        self.act(|s| {
            let seen = s.seen_message(self.id, message).ok_or(PersonError::NoMessage(message))?;
            let channel = seen.channel;
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
                let mut resolved = Resolved::default();
                check_values(s, self.id, channel, &part, values, &mut resolved)
                    .map_err(|reason| PersonError::Values { custom_id: custom_id.to_owned(), reason })?;
                data["values"] = json!(values);
                resolved.into_data(&mut data);
            }
            Ok(Act {
                kind: InteractionKind::Component,
                user: self.id,
                channel,
                name: None,
                focused_kind: None,
                source: Some(message),
                opener: None,
                data,
            })
        })
    }
}

fn check_values(
    s: &State,
    user: Id,
    channel: Id,
    select: &Value,
    values: &[&str],
    resolved: &mut Resolved,
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
