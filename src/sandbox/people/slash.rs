//! Using slash commands, with autocomplete, and context menus.

use serde_json::{Value, json};

use super::{
    Choice, InteractionHandle, OptionValue, Person, PersonError, Response,
    options::{OptionContext, ResolvedObjects, fill},
};
use crate::{
    id::Id,
    permissions::Permissions,
    state::{InteractionKind, NewInteraction, RegisteredCommand, State, channel_permissions},
};

/// A command that a person found in the list.
struct FoundCommand {
    command: Id,
    guild: Option<Id>,
    /// The full name, such as `host create`.
    name: String,
    /// The names and types of the group and the subcommand, outermost first.
    path: Vec<(String, i64)>,
    /// The options of the innermost command.
    options: Vec<Value>,
}

impl FoundCommand {
    /// Returns the data of an interaction with these options for the innermost command.
    fn data(&self, mut options: Vec<Value>) -> Value {
        for (name, kind) in self.path.iter().rev() {
            options = vec![json!({ "name": name, "type": kind, "options": options })];
        }
        let root = self.name.split(' ').next();
        let mut data = json!({ "id": self.command, "name": root, "type": 1, "options": options });
        if let Some(guild) = self.guild {
            data["guild_id"] = json!(guild);
        }
        data
    }
}

/// A slash command as the client shows it while somebody types.
#[derive(Debug, Clone, PartialEq)]
pub struct SlashCommand {
    /// The full name, such as `host create`.
    pub name: String,
    /// The options in the order in which the client lists them.
    pub options: Vec<SlashOption>,
}

/// An option of a slash command.
#[derive(Debug, Clone, PartialEq)]
pub struct SlashOption {
    /// The name.
    pub name: String,
    /// What the client shows beside the name.
    pub description: String,
    /// Discord's number for the type: 3 for a string, 5 for a boolean, 6 for a user, 7 for a channel.
    pub kind: i64,
    /// Whether the bot suggests values.
    pub autocomplete: bool,
    /// The predefined values; empty if any value is allowed.
    pub choices: Vec<Choice>,
}

impl SlashCommand {
    /// Adds a command, or each of its subcommands.
    fn collect(name: String, data: &Value, found: &mut Vec<Self>) {
        let options: Vec<&Value> = data["options"].as_array().into_iter().flatten().collect();
        let (inner, options): (Vec<&Value>, Vec<&Value>) =
            options.into_iter().partition(|option| option["type"].as_i64() <= Some(2));
        for inner_data in &inner {
            let inner_name = format!("{name} {}", inner_data["name"].as_str().unwrap_or_default());
            Self::collect(inner_name, inner_data, found);
        }
        if inner.is_empty() {
            let options = options.into_iter().map(SlashOption::read).collect();
            found.push(Self { name, options });
        }
    }
}

impl SlashOption {
    fn read(data: &Value) -> Self {
        Self {
            name: data["name"].as_str().unwrap_or_default().to_owned(),
            description: data["description"].as_str().unwrap_or_default().to_owned(),
            kind: data["type"].as_i64().unwrap_or_default(),
            autocomplete: data["autocomplete"] == json!(true),
            choices: data["choices"].as_array().into_iter().flatten().map(Choice::read).collect(),
        }
    }
}

impl Person {
    /// Uses a slash command, such as `host create`, in a channel or the DM with the bot.
    pub fn slash(
        &self,
        channel: Id,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<InteractionHandle, PersonError> {
        self.start_interaction(|s| {
            let found = find_command(s, self.id, channel, command)?;
            let mut resolved = ResolvedObjects::default();
            let context = OptionContext { user: self.id, channel, partly: false };
            let filled = fill(s, &context, &found.options, options, &mut resolved)?;
            let mut data = found.data(filled);
            resolved.into_data(&mut data);
            Ok(NewInteraction {
                name: Some(found.name),
                ..NewInteraction::new(InteractionKind::Command, self.id, channel, data)
            })
        })
    }

    /// Types a text into an option, with `others` already filled in, and waits for the bot's suggestions.
    pub async fn autocomplete(
        &self,
        channel: Id,
        command: &str,
        others: &[(&str, OptionValue)],
        option: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, PersonError> {
        let interaction = self.start_interaction(|s| {
            let found = find_command(s, self.id, channel, command)?;
            let refuse =
                |reason: &str| PersonError::Option { name: option.to_owned(), reason: reason.to_owned() };
            let registered = found.options.iter().find(|o| o["name"] == option);
            let registered = registered.ok_or_else(|| refuse("is no option of this command"))?;
            if registered["autocomplete"] != json!(true) {
                return Err(refuse("does not autocomplete"));
            }
            let kind = registered["type"].as_i64();
            let mut resolved = ResolvedObjects::default();
            let context = OptionContext { user: self.id, channel, partly: true };
            let mut filled = fill(s, &context, &found.options, others, &mut resolved)?;
            // An unfinished value is a string even if the option takes a number.
            filled.push(json!({ "name": option, "type": kind, "value": typed, "focused": true }));
            let mut data = found.data(filled);
            resolved.into_data(&mut data);
            let new = NewInteraction::new(InteractionKind::Autocomplete, self.id, channel, data);
            Ok(NewInteraction { name: Some(found.name), focused_kind: kind, ..new })
        })?;
        match interaction.response().await? {
            Response::Choices(choices) => Ok(choices),
            _ => Err(PersonError::DidNotRespond),
        }
    }

    /// Uses a command from a user's context menu.
    pub fn user_command(
        &self,
        channel: Id,
        command: &str,
        target: Id,
    ) -> Result<InteractionHandle, PersonError> {
        self.context_command(channel, command, 2, target)
    }

    /// Uses a command from a message's context menu.
    pub fn message_command(&self, command: &str, target: Id) -> Result<InteractionHandle, PersonError> {
        let channel = self.message(target).ok_or(PersonError::NoMessage(target))?.channel;
        self.context_command(channel, command, 3, target)
    }

    fn context_command(
        &self,
        channel: Id,
        name: &str,
        kind: i64,
        target: Id,
    ) -> Result<InteractionHandle, PersonError> {
        self.start_interaction(|s| {
            let command = offered_command(s, self.id, channel, name, kind)?;
            let mut data = json!({ "id": command.id, "name": name, "type": kind, "target_id": target });
            if let Some(guild) = command.guild {
                data["guild_id"] = json!(guild);
            }
            let mut resolved = ResolvedObjects::default();
            if kind == 3 {
                resolved.message(s, target);
            } else if !resolved.user(s, channel, target) {
                return Err(PersonError::NoCommand(name.to_owned()));
            }
            resolved.into_data(&mut data);
            let new = NewInteraction::new(InteractionKind::Command, self.id, channel, data);
            Ok(NewInteraction { name: Some(name.to_owned()), ..new })
        })
    }

    /// Returns the names of the slash commands that the client offers this person in a channel.
    pub fn commands(&self, channel: Id) -> Vec<String> {
        self.hub.read(|s| {
            let offered = s.commands.values().filter(|c| c.kind() == 1 && is_offered(s, self.id, channel, c));
            offered.map(|command| command.name().to_owned()).collect()
        })
    }

    /// Returns the slash commands that the client offers this person in a channel, with each subcommand on its own.
    pub fn slash_commands(&self, channel: Id) -> Vec<SlashCommand> {
        self.hub.read(|s| {
            let offered = s.commands.values().filter(|c| c.kind() == 1 && is_offered(s, self.id, channel, c));
            let mut found = Vec::new();
            for command in offered {
                SlashCommand::collect(command.name().to_owned(), &command.data, &mut found);
            }
            found
        })
    }

    /// Returns the commands that the client offers this person in a channel, those of context menus too, as they were registered.
    pub(crate) fn command_data(&self, channel: Id) -> Vec<Value> {
        self.hub.read(|s| {
            let offered = s.commands.values().filter(|c| is_offered(s, self.id, channel, c));
            // A guild's own command takes precedence over a global one.
            let mut data: Vec<(&RegisteredCommand, Value)> =
                offered.map(|command| (command, command.data.clone())).collect();
            let key = |command: &RegisteredCommand| (command.kind(), command.name().to_owned());
            data.sort_by_key(|(command, _)| (key(command), command.guild.is_none()));
            data.dedup_by_key(|(command, _)| key(command));
            data.into_iter().map(|(_, data)| data).collect()
        })
    }

    /// Starts an interaction.
    pub(crate) fn start_interaction(
        &self,
        make: impl FnOnce(&mut State) -> Result<NewInteraction, PersonError>,
    ) -> Result<InteractionHandle, PersonError> {
        let id = self.hub.write(|s| {
            let new = make(s)?;
            Ok(s.start_interaction(new))
        })?;
        Ok(InteractionHandle { person: self.clone(), id })
    }
}

/// Returns the command that the client offers under a name. A guild's own command takes precedence over a global one.
fn offered_command<'s>(
    s: &'s State,
    user: Id,
    channel: Id,
    name: &str,
    kind: i64,
) -> Result<&'s RegisteredCommand, PersonError> {
    if !s.sees(user, channel) {
        return Err(PersonError::NoChannel(channel));
    }
    let fits =
        |c: &&RegisteredCommand| c.kind() == kind && c.name() == name && is_offered(s, user, channel, c);
    let found = s.commands.values().filter(fits).max_by_key(|c| c.guild.is_some());
    found.ok_or_else(|| PersonError::NoCommand(name.to_owned()))
}

fn is_offered(s: &State, user: Id, channel: Id, command: &RegisteredCommand) -> bool {
    let Some(place) = s.channels.get(&channel) else { return false };
    if !command.works_in(place.guild) {
        return false;
    }
    let Some(guild) = place.guild else { return place.recipient == Some(user) };
    let bot_is_here = s.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&s.bot));
    let may = channel_permissions(s, place, user);
    let wanted = command.data["default_member_permissions"].as_str().and_then(|bits| bits.parse().ok());
    // A value of "0" restricts the command to administrators.
    let allowed = match wanted {
        None => true,
        Some(0) => may.contains(Permissions::ADMINISTRATOR),
        Some(bits) => may.contains(Permissions(bits)),
    };
    let hidden = s.guilds.get(&guild).is_some_and(|guild| guild.restrictions.hidden.contains(command.name()));
    let allowed = allowed && (!hidden || may.contains(Permissions::ADMINISTRATOR));
    bot_is_here && allowed && may.contains(Permissions::USE_APPLICATION_COMMANDS)
}

/// Finds a command by its full name, such as `host create`.
fn find_command(s: &State, user: Id, channel: Id, full_name: &str) -> Result<FoundCommand, PersonError> {
    let missing = || PersonError::NoCommand(full_name.to_owned());
    let mut words = full_name.split_whitespace();
    let command = offered_command(s, user, channel, words.next().unwrap_or_default(), 1)?;
    let list = |holder: &Value| holder["options"].as_array().cloned().unwrap_or_default();
    let mut options = list(&command.data);
    let mut path = Vec::new();
    for word in words {
        let inner = options.iter().find(|o| o["name"] == word && o["type"].as_i64() <= Some(2));
        let inner = inner.ok_or_else(missing)?;
        path.push((word.to_owned(), inner["type"].as_i64().unwrap_or(1)));
        let deeper = list(inner);
        options = deeper;
    }
    // A command with subcommands cannot be used on its own.
    if options.iter().any(|option| option["type"].as_i64() <= Some(2)) {
        return Err(missing());
    }
    let name = full_name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(FoundCommand { command: command.id, guild: command.guild, name, path, options })
}
