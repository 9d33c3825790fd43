//! [`PersonOrder`]: what people do with Discord's client.

use std::{collections::BTreeMap, sync::Arc};

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{find, options};
use crate::{
    client::request::{JsonResult, Rejected, person},
    id::Id,
    people::{InteractionHandle, NewPerson, PersonError, new_guild, new_person},
    state::{Hub, State},
};

/// The maximum length of the name of a person, server or channel, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// An order that somebody does something.
#[derive(Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub(super) enum PersonOrder {
    Person {
        name: String,
    },
    Guild {
        name: String,
        owner: Id,
    },
    Channel {
        guild: Id,
        name: String,
    },
    Slash(SlashInput),
    Suggest {
        #[serde(flatten)]
        slash: SlashInput,
        option: String,
        #[serde(default)]
        typed: String,
    },
    MessageCommand {
        user: Id,
        message: Id,
        command: String,
    },
    UserCommand {
        user: Id,
        channel: Id,
        target: Id,
        command: String,
    },
    Click(ComponentUse),
    Select(ComponentUse),
    Submit {
        user: Id,
        interaction: Id,
        fields: BTreeMap<String, String>,
    },
    Say {
        user: Id,
        channel: Option<Id>,
        text: String,
    },
    Reply {
        user: Id,
        message: Id,
        #[serde(default)]
        text: String,
    },
    React {
        user: Id,
        message: Id,
        #[serde(default)]
        emoji: String,
    },
    Edit {
        user: Id,
        message: Id,
        text: String,
    },
    Delete {
        user: Id,
        message: Id,
    },
    #[serde(other)]
    Unknown,
}

/// A slash command with the options that have been filled in.
#[derive(Deserialize)]
pub(super) struct SlashInput {
    user: Id,
    channel: Id,
    command: String,
    #[serde(default)]
    options: Map<String, Value>,
}

/// A click on a button, or the values picked from a select.
#[derive(Deserialize)]
pub(super) struct ComponentUse {
    user: Id,
    message: Id,
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

/// Carries out an order.
pub(super) async fn carry_out(hub: &Arc<Hub>, order: PersonOrder) -> JsonResult {
    match order {
        PersonOrder::Person { name } => create_person(hub, &name),
        PersonOrder::Guild { name, owner } => {
            let owner = person(hub, owner)?;
            Ok(json!({ "id": new_guild(hub, valid_name(&name)?, &owner, State::new_id).id() }))
        }
        PersonOrder::Channel { guild, name } => {
            Ok(json!({ "id": find::guild(hub, guild)?.create_channel(valid_name(&name)?) }))
        }
        PersonOrder::Slash(SlashInput { user, channel, command, options }) => {
            let person = person(hub, user)?;
            let options = options::convert(&person, channel, &command, &options)?;
            started(person.slash(channel, &command, &options))
        }
        PersonOrder::Suggest { slash, option, typed } => suggest(hub, &slash, &option, &typed).await,
        PersonOrder::MessageCommand { user, message, command } => {
            started(person(hub, user)?.message_command(&command, message))
        }
        PersonOrder::UserCommand { user, channel, target, command } => {
            started(person(hub, user)?.user_command(channel, &command, target))
        }
        PersonOrder::Click(ComponentUse { user, message, custom_id, .. }) => {
            started(person(hub, user)?.click(message, &custom_id))
        }
        PersonOrder::Select(ComponentUse { user, message, custom_id, values }) => {
            let picked: Vec<&str> = values.iter().map(String::as_str).collect();
            started(person(hub, user)?.select(message, &custom_id, &picked))
        }
        PersonOrder::Submit { user, interaction, fields } => submit(hub, user, interaction, &fields),
        PersonOrder::Say { user, channel, text } => {
            let person = find::user(hub, user)?;
            let said = person.say(channel.unwrap_or_else(|| person.dm_channel()), &text);
            let refused = |error| Rejected::bad(format!("They cannot write: {error}."));
            Ok(json!({ "message": said.map_err(refused)? }))
        }
        PersonOrder::Reply { user, message, text } => {
            Ok(json!({ "message": person(hub, user)?.reply(message, &text)? }))
        }
        PersonOrder::React { user, message, emoji } => done(person(hub, user)?.react(message, &emoji)),
        PersonOrder::Edit { user, message, text } => done(person(hub, user)?.edit(message, &text)),
        PersonOrder::Delete { user, message } => done(person(hub, user)?.delete(message)),
        PersonOrder::Unknown => Err(Rejected::unknown("order")),
    }
}

fn create_person(hub: &Arc<Hub>, name: &str) -> JsonResult {
    let name = valid_name(name)?;
    if hub.read(|s| s.users.values().any(|user| user.name == name)) {
        let reason = format!("There is already somebody called {name}.");
        return Err(Rejected::new(StatusCode::CONFLICT, reason));
    }
    Ok(json!({ "id": new_person(hub, NewPerson::named(name)).id }))
}

/// Asks the bot for suggestions while somebody types an option.
async fn suggest(hub: &Arc<Hub>, slash: &SlashInput, option: &str, typed: &str) -> JsonResult {
    let SlashInput { user, channel, command, options } = slash;
    let person = person(hub, *user)?;
    let others = options::convert(&person, *channel, command, options)?;
    let choices = person.autocomplete(*channel, command, &others, option, typed).await?;
    let choices = choices.iter().map(|choice| json!({ "name": choice.name, "value": choice.value }));
    Ok(json!({ "choices": choices.collect::<Vec<_>>() }))
}

/// Submits the form that an interaction of this person opened.
fn submit(hub: &Arc<Hub>, user: Id, interaction: Id, fields: &BTreeMap<String, String>) -> JsonResult {
    let person = person(hub, user)?;
    if !hub.read(|s| s.interactions.get(&interaction).is_some_and(|opener| opener.user == user)) {
        return Err(PersonError::NoModal.into());
    }
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect();
    started(InteractionHandle { person, id: interaction }.submit_modal(&fields))
}

/// Returns the id of an interaction that was started.
fn started(interaction: Result<InteractionHandle, PersonError>) -> JsonResult {
    Ok(json!({ "interaction": interaction?.id() }))
}

/// Returns an empty object if something was done.
fn done(result: Result<(), PersonError>) -> JsonResult {
    Ok(result.map(|()| json!({}))?)
}

/// Trims a name and checks its length.
fn valid_name(name: &str) -> Result<&str, Rejected> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH {
        return Err(Rejected::bad(format!("A name has 1 to {MAX_NAME_LENGTH} characters.")));
    }
    Ok(name)
}

impl From<PersonError> for Rejected {
    /// Turns the error into a sentence.
    fn from(error: PersonError) -> Self {
        let text = error.to_string();
        let mut letters = text.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        Self::bad(format!("{first}{}.", letters.as_str()))
    }
}
