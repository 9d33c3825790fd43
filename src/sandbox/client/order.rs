//! What people do, and how scripts disturb a client: `POST /sandbox/ORDER` with JSON.
//!
//! The tables of orders are in the documentation of [`sandbox`](super::super). An order that cannot be read or carried
//! out changes nothing.

use std::{collections::BTreeMap, sync::Arc};

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    ask::{Answered, Rejected, person},
    time,
};
use crate::{
    events::{Cut, Shut},
    faults::Fault,
    id::Id,
    people::{
        GuildHandle, InteractionHandle, NewPerson, OptionValue, Person, PersonError, new_guild, new_person,
    },
    permissions::{Overwrite, Permissions},
    state::{Hub, State, in_guild},
};

/// The longest name of a person, server or channel.
const LONGEST_NAME: usize = 100;

/// Discord's longest slow mode, in seconds.
const LONGEST_SLOW_MODE: u32 = 21_600;

/// An order. Its name is the end of the path, and its fields are the body.
#[derive(Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub(super) enum Order {
    // What people do.
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
    Slash(Slash),
    Suggest {
        #[serde(flatten)]
        slash: Slash,
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
    Click(Press),
    Select(Press),
    Submit {
        user: Id,
        interaction: Id,
        fields: BTreeMap<String, String>,
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
    // What disturbs a client.
    Fail {
        method: Option<String>,
        path: String,
        #[serde(default = "once")]
        times: u32,
        fault: Fault,
    },
    Clear,
    Gateway {
        #[serde(flatten)]
        cut: Cut,
        shard: Option<u64>,
    },
    Door(Shut),
    LateDms {
        on: bool,
    },
    Kick(Membership),
    Ban(Membership),
    Unban(Membership),
    Join(Membership),
    DeleteChannel {
        channel: Id,
    },
    ArchiveThread {
        thread: Id,
        #[serde(default)]
        locked: bool,
    },
    LockThread {
        thread: Id,
        locked: bool,
    },
    SlowMode {
        channel: Id,
        seconds: u32,
    },
    Permissions {
        guild: Id,
        role: Id,
        permissions: Permissions,
    },
    Overwrite {
        channel: Id,
        target: Id,
        #[serde(default)]
        member: bool,
        #[serde(default)]
        allow: Permissions,
        #[serde(default)]
        deny: Permissions,
    },
    Dms {
        user: Id,
        open: bool,
        guild: Option<Id>,
    },
    Outage {
        guild: Id,
        on: bool,
    },
    Timeout {
        guild: Id,
        user: Id,
        seconds: u32,
    },
    Automod {
        guild: Id,
        words: Vec<String>,
    },
    Command {
        guild: Id,
        name: String,
        allowed: bool,
    },
    Limits {
        guild: Id,
        threads: Option<usize>,
        upload: Option<u64>,
    },
    Say {
        user: Id,
        channel: Option<Id>,
        text: String,
    },
    Forge {
        user: Id,
        channel: Id,
        #[serde(rename = "type")]
        kind: i64,
        message: Option<Id>,
        data: Value,
    },
    Repeat {
        interaction: Id,
    },
    Clock(time::NewTime),
    #[serde(other)]
    Unknown,
}

#[derive(Deserialize)]
pub(super) struct Slash {
    user: Id,
    channel: Id,
    command: String,
    #[serde(default)]
    options: Map<String, Value>,
}

#[derive(Deserialize)]
pub(super) struct Press {
    user: Id,
    message: Id,
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Membership {
    guild: Id,
    user: Id,
}

fn once() -> u32 {
    1
}

/// Carries out an order.
pub(super) async fn carry_out(hub: &Arc<Hub>, order: Order) -> Answered {
    match order {
        Order::Person { name } => {
            let name = named(&name)?;
            if hub.read(|s| s.users.values().any(|user| user.name == name)) {
                let reason = format!("There is already somebody called {name}.");
                return Err(Rejected::new(StatusCode::CONFLICT, reason));
            }
            return Ok(json!({ "id": new_person(hub, NewPerson::named(name)).id }));
        }
        Order::Guild { name, owner } => {
            let owner = person(hub, owner)?;
            return Ok(json!({ "id": new_guild(hub, named(&name)?, &owner, State::new_id).id() }));
        }
        Order::Channel { guild, name } => {
            return Ok(json!({ "id": known_guild(hub, guild)?.create_channel(named(&name)?) }));
        }
        Order::Slash(Slash { user, channel, command, options }) => {
            let person = person(hub, user)?;
            let options = values(&person, (channel, &command), &options)?;
            return started(person.slash(channel, &command, &options));
        }
        Order::Suggest { slash: Slash { user, channel, command, options }, option, typed } => {
            let person = person(hub, user)?;
            let others = values(&person, (channel, &command), &options)?;
            let choices = person.autocomplete(channel, &command, &others, &option, &typed).await?;
            let choices = choices.iter().map(|choice| json!({ "name": choice.name, "value": choice.value }));
            return Ok(json!({ "choices": choices.collect::<Vec<_>>() }));
        }
        Order::MessageCommand { user, message, command } => {
            return started(person(hub, user)?.message_command(&command, message));
        }
        Order::UserCommand { user, channel, target, command } => {
            return started(person(hub, user)?.user_command(channel, &command, target));
        }
        Order::Click(press) => {
            return started(person(hub, press.user)?.click(press.message, &press.custom_id));
        }
        Order::Select(press) => {
            let picked: Vec<&str> = press.values.iter().map(String::as_str).collect();
            return started(person(hub, press.user)?.select(press.message, &press.custom_id, &picked));
        }
        Order::Submit { user, interaction, fields } => {
            let person = person(hub, user)?;
            if !hub.read(|s| s.interactions.get(&interaction).is_some_and(|opener| opener.user == user)) {
                return Err(PersonError::NoModal.into());
            }
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect();
            return started(InteractionHandle { person, id: interaction }.submit_modal(&fields));
        }
        Order::Reply { user, message, text } => {
            return Ok(json!({ "message": person(hub, user)?.reply(message, &text)? }));
        }
        Order::React { user, message, emoji } => person(hub, user)?.react(message, &emoji)?,
        Order::Edit { user, message, text } => person(hub, user)?.edit(message, &text)?,
        Order::Delete { user, message } => person(hub, user)?.delete(message)?,
        Order::Fail { method, path, times, fault } => {
            hub.write(|s| s.faults.order(method.as_deref(), &path, times, fault));
        }
        Order::Clear => hub.write(State::end_disturbances),
        Order::LateDms { on } => hub.write(|s| s.sessions.hold_directs(on)),
        Order::Door(Shut { door, millis }) => hub.write(|s| s.doorway.shut(door, millis)),
        Order::Gateway { cut, shard } => hub.write(|s| s.sessions.cut(cut, shard)),
        Order::Kick(Membership { guild, user }) => {
            let guild = known_guild(hub, guild)?;
            if is_bot(hub, user) {
                guild.remove_bot();
            } else {
                guild.remove_member(&known_user(hub, user)?);
            }
        }
        Order::Join(Membership { guild, user }) => {
            let guild = known_guild(hub, guild)?;
            if is_bot(hub, user) {
                guild.add_bot();
            } else {
                guild.add_member(&known_user(hub, user)?);
            }
        }
        Order::Ban(Membership { user, .. }) | Order::Unban(Membership { user, .. }) if is_bot(hub, user) => {
            return Err(Rejected::bad("The bot can only be kicked and can only join."));
        }
        Order::Ban(Membership { guild, user }) => known_guild(hub, guild)?.ban(&known_user(hub, user)?),
        Order::Unban(Membership { guild, user }) => known_guild(hub, guild)?.unban(&known_user(hub, user)?),
        Order::DeleteChannel { channel } => {
            known_channel(hub, channel)?;
            hub.write(|s| s.remove_channel(channel));
        }
        Order::ArchiveThread { thread, locked } => {
            let is_known = hub.write(|s| s.archive_thread(thread, locked));
            is_known.then_some(()).ok_or_else(|| Rejected::unknown("thread"))?;
        }
        Order::LockThread { thread, locked } => {
            let is_known = hub.write(|s| s.lock_thread(thread, locked));
            is_known.then_some(()).ok_or_else(|| Rejected::unknown("thread"))?;
        }
        Order::SlowMode { seconds, .. } if seconds > LONGEST_SLOW_MODE => {
            return Err(Rejected::bad(format!("Slow mode lasts {LONGEST_SLOW_MODE} seconds at most.")));
        }
        Order::SlowMode { channel, seconds } => {
            let is_known = hub.write(|s| s.set_slow_mode(channel, seconds));
            is_known.then_some(()).ok_or_else(|| Rejected::unknown("channel of a guild"))?;
        }
        Order::Permissions { guild, role, permissions } => {
            let guild = known_guild(hub, guild)?;
            if !hub.read(|s| s.guilds.get(&guild.id()).is_some_and(|guild| guild.roles.contains_key(&role))) {
                return Err(Rejected::new(StatusCode::NOT_FOUND, "There is no such role in this guild."));
            }
            guild.set_role_permissions(role, permissions);
        }
        Order::Overwrite { channel, target, member, allow, deny } => {
            known_channel(hub, channel)?;
            hub.write(|s| s.overwrite(channel, Overwrite { target, is_member: member, allow, deny }));
        }
        Order::Dms { user, open, guild: None } => known_user(hub, user)?.set_dms(open),
        Order::Dms { user, open, guild: Some(guild) } => {
            let user = known_user(hub, user)?.id;
            known_guild(hub, guild)?.allow_dms_to(user, open);
        }
        Order::Outage { guild, on } => known_guild(hub, guild)?.set_available(!on),
        Order::Timeout { guild, user, seconds } => {
            let until = hub.read(|s| s.now) + i64::from(seconds) * 1_000;
            let guild = known_guild(hub, guild)?;
            let rules = |s: &State| s.guilds.get(&guild.id()).map(|guild| in_guild(guild, user));
            let is_immune = hub.read(rules).is_some_and(|may| may.contains(Permissions::ADMINISTRATOR));
            if is_immune && seconds > 0 {
                return Err(Rejected::bad("Owners and administrators cannot be timed out."));
            }
            guild.time_out(user, until);
        }
        Order::Automod { guild, words } => {
            let words: Vec<&str> = words.iter().map(|word| word.trim()).collect();
            if words.iter().any(|word| word.is_empty()) {
                return Err(Rejected::bad("A blocked word has at least one character."));
            }
            known_guild(hub, guild)?.block_words(&words);
        }
        Order::Command { guild, name, allowed } => known_guild(hub, guild)?.allow_command(&name, allowed),
        Order::Limits { guild, threads, upload } => known_guild(hub, guild)?.limit(threads, upload),
        Order::Say { user, channel, text } => {
            let person = known_user(hub, user)?;
            let said = person.say(channel.unwrap_or_else(|| person.dm_channel()), &text);
            let refused = |error| Rejected::bad(format!("They cannot write: {error}."));
            return Ok(json!({ "message": said.map_err(refused)? }));
        }
        Order::Forge { user, channel, kind, message, data } => {
            let forged = known_user(hub, user)?.forge(channel, kind, message, data);
            let unknown = || Rejected::bad("The channel is unknown, or the type is not 2, 3, 4 or 5.");
            return Ok(json!({ "interaction": forged.ok_or_else(unknown)?.id() }));
        }
        Order::Repeat { interaction } => {
            let is_known = hub.write(|s| s.repeat(interaction));
            is_known.then_some(()).ok_or_else(|| Rejected::unknown("interaction"))?;
        }
        Order::Clock(change) => return time::change(hub, &change).map_err(Rejected::bad),
        Order::Unknown => return Err(Rejected::unknown("order")),
    }
    Ok(json!({}))
}

impl From<PersonError> for Rejected {
    fn from(error: PersonError) -> Self {
        let sentence = error.to_string();
        let mut letters = sentence.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        Self::bad(format!("{first}{}.", letters.as_str()))
    }
}

fn started(interaction: Result<InteractionHandle, PersonError>) -> Answered {
    Ok(json!({ "interaction": interaction?.id() }))
}

fn is_bot(hub: &Hub, user: Id) -> bool {
    hub.read(|s| s.bot == user)
}

fn known_guild(hub: &Arc<Hub>, id: Id) -> Result<GuildHandle, Rejected> {
    GuildHandle::find(hub, id).ok_or_else(|| Rejected::unknown("guild"))
}

/// Finds a person or another application's bot.
fn known_user(hub: &Arc<Hub>, id: Id) -> Result<Person, Rejected> {
    let is_known = hub.read(|s| s.users.contains_key(&id));
    is_known.then(|| Person { hub: hub.clone(), id }).ok_or_else(|| Rejected::unknown("person"))
}

fn known_channel(hub: &Hub, id: Id) -> Result<(), Rejected> {
    hub.read(|s| s.channels.contains_key(&id)).then_some(()).ok_or_else(|| Rejected::unknown("channel"))
}

/// Trims a name and checks its length.
fn named(name: &str) -> Result<&str, Rejected> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Rejected::bad(format!("A name has 1 to {LONGEST_NAME} characters.")));
    }
    Ok(name)
}

/// Says what an option of this type has to be.
fn wanted(kind: i64) -> &'static str {
    match kind {
        4 => "has to be a whole number",
        5 => "has to be true or false",
        6..=9 => "has to be one of the suggestions",
        10 => "has to be a number",
        _ => "has another type",
    }
}

/// Converts the options to their registered types, because an id may come as text.
fn values<'a>(
    person: &Person,
    (channel, name): (Id, &str),
    given: &'a Map<String, Value>,
) -> Result<Vec<(&'a str, OptionValue)>, Rejected> {
    let commands = person.slash_commands(channel);
    let command = commands.iter().find(|command| command.name == name);
    let command = command.ok_or_else(|| PersonError::NoCommand(name.to_owned()))?;
    let mut values = Vec::new();
    for (name, value) in given {
        let kind = command.options.iter().find(|option| option.name == *name).map_or(0, |option| option.kind);
        let wrong = || PersonError::Option { name: name.clone(), reason: wanted(kind).to_owned() };
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
