//! What a person does.

use std::{collections::BTreeMap, sync::Arc};

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::ask::{Outcome, Refusal, person, read};
use crate::{
    id::Id,
    people::{
        GuildHandle, InteractionHandle, NewPerson, OptionValue, Person, PersonError, new_guild, new_person,
    },
    state::Hub,
};

/// What can be done.
pub(super) const KNOWN: [&str; 11] = [
    "person", "guild", "channel", "slash", "suggest", "click", "select", "submit", "reply", "react", "delete",
];

/// The longest name of a person, server or channel.
const LONGEST_NAME: usize = 100;

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct NewGuild {
    name: String,
    owner: Id,
}

#[derive(Deserialize)]
struct NewChannel {
    guild: Id,
    name: String,
}

#[derive(Deserialize)]
struct Slash {
    user: Id,
    channel: Id,
    command: String,
    #[serde(default)]
    options: Map<String, Value>,
    /// The option that is being typed, for suggestions.
    #[serde(default)]
    option: String,
    #[serde(default)]
    typed: String,
}

#[derive(Deserialize)]
struct Press {
    user: Id,
    message: Id,
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

#[derive(Deserialize)]
struct Submit {
    user: Id,
    interaction: Id,
    fields: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Touch {
    user: Id,
    message: Id,
    #[serde(default)]
    text: String,
    #[serde(default)]
    emoji: String,
}

impl From<PersonError> for Refusal {
    fn from(error: PersonError) -> Self {
        let sentence = error.to_string();
        let mut letters = sentence.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        Self::new(StatusCode::BAD_REQUEST, format!("{first}{}.", letters.as_str()))
    }
}

pub(super) async fn answer(hub: &Arc<Hub>, what: &str, body: &[u8]) -> Outcome {
    match what {
        "person" => {
            let Named { name } = read(body)?;
            let name = named(&name)?;
            if hub.read(|s| s.users.values().any(|user| user.name == name)) {
                return Err(Refusal::new(
                    StatusCode::CONFLICT,
                    format!("There is already somebody called {name}."),
                ));
            }
            Ok(json!({ "id": new_person(hub, NewPerson::named(&name)).id }))
        }
        "guild" => {
            let NewGuild { name, owner } = read(body)?;
            let owner = person(hub, owner)?;
            Ok(json!({ "id": new_guild(hub, &named(&name)?, &owner).id() }))
        }
        "channel" => {
            let NewChannel { guild, name } = read(body)?;
            let guild = GuildHandle::find(hub, guild).ok_or_else(|| Refusal::unknown("guild"))?;
            Ok(json!({ "id": guild.create_channel(&named(&name)?) }))
        }
        "slash" => {
            let slash: Slash = read(body)?;
            let person = person(hub, slash.user)?;
            let options = values(&person, &slash)?;
            started(person.slash(slash.channel, &slash.command, &options))
        }
        "suggest" => {
            let slash: Slash = read(body)?;
            let person = person(hub, slash.user)?;
            let others = values(&person, &slash)?;
            let choices = person
                .autocomplete(slash.channel, &slash.command, &others, &slash.option, &slash.typed)
                .await?;
            let choices = choices.iter().map(|choice| json!({ "name": choice.name, "value": choice.value }));
            Ok(json!({ "choices": choices.collect::<Vec<_>>() }))
        }
        "click" => {
            let press: Press = read(body)?;
            started(person(hub, press.user)?.click(press.message, &press.custom_id))
        }
        "select" => {
            let press: Press = read(body)?;
            let picked: Vec<&str> = press.values.iter().map(String::as_str).collect();
            started(person(hub, press.user)?.select(press.message, &press.custom_id, &picked))
        }
        "submit" => {
            let form: Submit = read(body)?;
            let fields: Vec<(&str, &str)> =
                form.fields.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect();
            let is_theirs = |s: &crate::state::State| {
                s.interactions.get(&form.interaction).is_some_and(|opener| opener.user == form.user)
            };
            let person = person(hub, form.user)?;
            if !hub.read(is_theirs) {
                return Err(PersonError::NoModal.into());
            }
            started(InteractionHandle { person, id: form.interaction }.submit_modal(&fields))
        }
        _ => {
            let touch: Touch = read(body)?;
            let person = person(hub, touch.user)?;
            match what {
                "reply" => Ok(json!({ "message": person.reply(touch.message, &touch.text)? })),
                "react" => Ok(person.react(touch.message, &touch.emoji).map(|()| json!({}))?),
                _ => Ok(person.delete(touch.message).map(|()| json!({}))?),
            }
        }
    }
}

fn started(interaction: Result<InteractionHandle, PersonError>) -> Outcome {
    Ok(json!({ "interaction": interaction?.id() }))
}

/// Returns a name without space around it.
fn named(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        let rule = format!("A name has 1 to {LONGEST_NAME} characters.");
        return Err(Refusal::new(StatusCode::BAD_REQUEST, rule));
    }
    Ok(name.to_owned())
}

/// Returns the options with values of the types that are registered: an id may come as text.
fn values<'a>(person: &Person, slash: &'a Slash) -> Result<Vec<(&'a str, OptionValue)>, Refusal> {
    let commands = person.slash_commands(slash.channel);
    let command = commands.iter().find(|command| command.name == slash.command);
    let command = command.ok_or_else(|| PersonError::NoCommand(slash.command.clone()))?;
    let mut values = Vec::new();
    for (name, value) in &slash.options {
        let kind = command.options.iter().find(|option| option.name == *name).map_or(0, |option| option.kind);
        let wrong = || PersonError::Option { name: name.clone(), reason: "has another type".to_owned() };
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
