//! The options of a slash command, from JSON.

use serde_json::{Map, Value};

use crate::{
    client::request::Rejected,
    id::Id,
    people::{OptionValue, Person, PersonError},
};

/// Converts options to the types with which the bot has registered them, because an id may come as text.
pub(super) fn convert<'a>(
    person: &Person,
    channel: Id,
    command: &str,
    given: &'a Map<String, Value>,
) -> Result<Vec<(&'a str, OptionValue)>, Rejected> {
    let commands = person.slash_commands(channel);
    let registered = commands.iter().find(|registered| registered.name == command);
    let registered = registered.ok_or_else(|| PersonError::NoCommand(command.to_owned()))?;
    let mut values = Vec::new();
    for (name, value) in given {
        let option = registered.options.iter().find(|option| option.name == *name);
        let kind = option.map_or(0, |option| option.kind);
        let wrong = || PersonError::Option { name: name.clone(), reason: expectation(kind).to_owned() };
        let value = match (kind, value) {
            (6..=9, Value::String(id)) => OptionValue::Id(id.parse().map_err(|_| wrong())?),
            (4, Value::String(text)) => OptionValue::Integer(text.parse().map_err(|_| wrong())?),
            (10, Value::String(text)) => OptionValue::Number(text.parse().map_err(|_| wrong())?),
            (10, Value::Number(number)) => OptionValue::Number(number.as_f64().ok_or_else(wrong)?),
            (_, Value::String(text)) => OptionValue::Text(text.clone()),
            (_, Value::Number(number)) => OptionValue::Integer(number.as_i64().ok_or_else(wrong)?),
            (_, Value::Bool(flag)) => OptionValue::Flag(*flag),
            _ => return Err(wrong().into()),
        };
        values.push((name.as_str(), value));
    }
    Ok(values)
}

/// Says what a value of an option has to be, given Discord's number for the option's type.
fn expectation(kind: i64) -> &'static str {
    match kind {
        4 => "has to be a whole number",
        5 => "has to be true or false",
        6..=9 => "has to be one of the suggestions",
        10 => "has to be a number",
        _ => "has another type",
    }
}
