//! Options of slash commands, checked as Discord's client checks them.

use serde_json::{Map, Value, json};

use super::PersonError;
use crate::{
    check::option_kind::{ATTACHMENT, BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, USER},
    id::Id,
    state::{Attachment, State, channel_permissions},
};

/// A value that a person enters for an option.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OptionValue {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A boolean.
    Flag(bool),
    /// The id of a user, channel, role or mentionable.
    Id(Id),
    /// A file.
    File {
        /// The name.
        filename: String,
        /// The contents.
        bytes: Vec<u8>,
    },
}

macro_rules! values {
    ($($type:ty => $variant:ident),* $(,)?) => {
        $(impl From<$type> for OptionValue {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        })*
    };
}

values! { &str => Text, String => Text, i64 => Integer, f64 => Number, bool => Flag, Id => Id }

/// The objects that options refer to, for the `resolved` field of an interaction.
#[derive(Default)]
pub(crate) struct ResolvedObjects(Map<String, Value>);

impl ResolvedObjects {
    fn put(&mut self, table: &str, id: Id, object: Value) {
        let table = self.0.entry(table).or_insert_with(|| json!({}));
        table[id.to_string()] = object;
    }

    pub(crate) fn user(&mut self, s: &State, channel: Id, id: Id) -> bool {
        let Some(user) = s.users.get(&id) else { return false };
        self.put("users", id, user.to_json());
        let place = s.channels.get(&channel);
        let guild = place.and_then(|place| place.guild).and_then(|guild| s.guilds.get(&guild));
        if let (Some(place), Some(member)) = (place, guild.and_then(|guild| guild.members.get(&id))) {
            let mut object = member.to_json();
            object["permissions"] = json!(channel_permissions(s, place, id));
            self.put("members", id, object);
        }
        true
    }

    pub(crate) fn role(&mut self, s: &State, channel: Id, id: Id) -> bool {
        let guild = s.channels.get(&channel).and_then(|place| s.guilds.get(&place.guild?));
        let Some(role) = guild.and_then(|guild| guild.roles.get(&id)) else { return false };
        self.put("roles", id, role.to_json());
        true
    }

    pub(crate) fn channel(&mut self, s: &State, user: Id, id: Id) -> Option<i64> {
        let channel = s.visible_channel(user, id)?;
        let mut object = channel.to_json(s);
        object["permissions"] = json!(channel_permissions(s, channel, user));
        let kind = channel.kind.number();
        self.put("channels", id, object);
        Some(kind)
    }

    pub(crate) fn message(&mut self, s: &State, id: Id) {
        if let Some(message) = s.messages.get(&id) {
            self.put("messages", id, message.to_json(s));
        }
    }

    /// Adds the objects to the data of an interaction.
    pub(crate) fn into_data(self, data: &mut Value) {
        if !self.0.is_empty() {
            data["resolved"] = Value::Object(self.0);
        }
    }
}

/// The person who fills in options, and the channel.
pub(crate) struct OptionContext {
    pub(crate) user: Id,
    pub(crate) channel: Id,
    /// Whether required options may still be missing, as they may while typing.
    pub(crate) partly: bool,
}

/// Checks values against the registered options, and returns them as the client sends them.
pub(crate) fn fill(
    s: &mut State,
    context: &OptionContext,
    registered: &[Value],
    given: &[(&str, OptionValue)],
    resolved: &mut ResolvedObjects,
) -> Result<Vec<Value>, PersonError> {
    let refuse = |name: &str, reason: &str| {
        Err(PersonError::Option { name: name.to_owned(), reason: reason.to_owned() })
    };
    if !context.partly {
        for option in registered.iter().filter(|option| option["required"] == json!(true)) {
            let name = option["name"].as_str().unwrap_or_default();
            if !given.iter().any(|(given, _)| *given == name) {
                return refuse(name, "is required");
            }
        }
    }
    let mut filled = Vec::new();
    for (i, (name, value)) in given.iter().enumerate() {
        let Some(option) = registered.iter().find(|option| option["name"] == *name) else {
            return refuse(name, "is no option of this command");
        };
        if given[..i].iter().any(|(earlier, _)| earlier == name) {
            return refuse(name, "is given twice");
        }
        let kind = option["type"].as_i64().unwrap_or_default();
        match write_value(s, context, option, kind, value, resolved) {
            Ok(value) => filled.push(json!({ "name": name, "type": kind, "value": value })),
            Err(reason) => return refuse(name, &reason),
        }
    }
    Ok(filled)
}

fn write_value(
    s: &mut State,
    context: &OptionContext,
    option: &Value,
    kind: i64,
    value: &OptionValue,
    resolved: &mut ResolvedObjects,
) -> Result<Value, String> {
    let written = match (kind, value) {
        (STRING, OptionValue::Text(text)) => {
            let length = text.chars().count() as u64;
            let min = option["min_length"].as_u64().unwrap_or(0);
            let max = option["max_length"].as_u64().unwrap_or(6000);
            if length == 0 || length < min || length > max {
                return Err(format!("has {length} characters, not {} to {max}", min.max(1)));
            }
            json!(text)
        }
        (INTEGER, OptionValue::Integer(number)) => {
            within(option, *number as f64)?;
            // The limit of integers that JavaScript represents exactly.
            if number.unsigned_abs() > (1 << 53) {
                return Err("is beyond 2^53".to_owned());
            }
            json!(number)
        }
        (NUMBER, OptionValue::Number(number)) => {
            within(option, *number)?;
            json!(number)
        }
        (NUMBER, OptionValue::Integer(number)) => {
            within(option, *number as f64)?;
            json!(number)
        }
        (BOOLEAN, OptionValue::Flag(flag)) => json!(flag),
        (USER, OptionValue::Id(id)) if resolved.user(s, context.channel, *id) => json!(id),
        (CHANNEL, OptionValue::Id(id)) => {
            let Some(kind) = resolved.channel(s, context.user, *id) else {
                return Err("is no channel to be seen".to_owned());
            };
            let kinds = option["channel_types"].as_array();
            if kinds.is_some_and(|kinds| !kinds.iter().any(|k| k.as_i64() == Some(kind))) {
                return Err("is not such a channel".to_owned());
            }
            json!(id)
        }
        (ROLE, OptionValue::Id(id)) if resolved.role(s, context.channel, *id) => json!(id),
        (MENTIONABLE, OptionValue::Id(id))
            if resolved.role(s, context.channel, *id) || resolved.user(s, context.channel, *id) =>
        {
            json!(id)
        }
        (ATTACHMENT, OptionValue::File { filename, bytes }) => {
            let id = s.new_id();
            let file = Attachment::new(id, context.channel, filename, bytes);
            resolved.put("attachments", id, file.to_json(&s.url));
            s.files.insert(id, file);
            json!(id)
        }
        (USER | ROLE | MENTIONABLE, OptionValue::Id(_)) => return Err("is unknown here".to_owned()),
        _ => return Err(format!("has not the type {kind}")),
    };
    let choices = option["choices"].as_array();
    if choices.is_some_and(|choices| !choices.iter().any(|choice| choice["value"] == written)) {
        return Err(format!("is none of the choices: {written}"));
    }
    Ok(written)
}

fn within(option: &Value, number: f64) -> Result<(), String> {
    let (min, max) = (option["min_value"].as_f64(), option["max_value"].as_f64());
    if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
        let bounds = match (min, max) {
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (_, max) => format!("at most {}", max.unwrap_or_default()),
        };
        return Err(format!("is {number}, but has to be {bounds}"));
    }
    Ok(())
}
