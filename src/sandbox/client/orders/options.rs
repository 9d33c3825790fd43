//! The options of a slash command, from JSON.

use serde_json::{Map, Value};

use crate::{
    check::option_kind::{BOOLEAN, INTEGER, MENTIONABLE, NUMBER, USER},
    client::request::Rejected,
    id::Id,
    people::{OptionValue, Person, PersonError},
};

/// Converts options to the types with which the bot has registered them: ids and numbers may come as text.
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
        // What is no option of the command is refused when the command is used.
        let kind = option.map(|option| option.kind);
        let wrong = || PersonError::Option { name: name.clone(), reason: expectation(kind).to_owned() };
        let value = match (kind, value) {
            (Some(USER..=MENTIONABLE), Value::String(id)) => {
                OptionValue::Id(id.parse().map_err(|_| wrong())?)
            }
            (Some(INTEGER), Value::String(text)) => OptionValue::Integer(text.parse().map_err(|_| wrong())?),
            (Some(NUMBER), Value::String(text)) => OptionValue::Number(text.parse().map_err(|_| wrong())?),
            (Some(NUMBER), Value::Number(number)) => OptionValue::Number(number.as_f64().ok_or_else(wrong)?),
            (_, Value::String(text)) => OptionValue::Text(text.clone()),
            (_, Value::Number(number)) => OptionValue::Integer(number.as_i64().ok_or_else(wrong)?),
            (_, Value::Bool(flag)) => OptionValue::Flag(*flag),
            _ => return Err(wrong().into()),
        };
        values.push((name.as_str(), value));
    }
    Ok(values)
}

/// Says what a value of an option has to be, given the type of the option if there is such an option.
fn expectation(kind: Option<i64>) -> &'static str {
    match kind {
        Some(INTEGER) => "has to be a whole number",
        Some(BOOLEAN) => "has to be true or false",
        Some(USER..=MENTIONABLE) => "has to be one of the suggestions",
        Some(NUMBER) => "has to be a number",
        _ => "has another type",
    }
}
