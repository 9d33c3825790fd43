//! [`SavedState`]: the parts of a sandbox that are saved, and restoring them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Attachment, Channel, Guild, LOADING, Message, RegisteredCommand, State, User};
use crate::{
    events::Cut,
    id::{Id, IdSource, bot_token},
};

/// The latest time of a saved sandbox, in Unix milliseconds: the year 2100. Snowflakes reach half a century further.
const MAX_TIME_MILLIS: i64 = 4_102_444_800_000;

/// A sandbox at one moment: people, servers, channels, messages, commands and files. Connections, interactions that
/// wait for the bot, disturbances, and the records of what happened are not kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedState {
    /// The time in Unix milliseconds.
    pub(crate) at: i64,
    bot: Id,
    /// The number of times that the token was reset.
    resets: u32,
    last_id: Id,
    users: Vec<User>,
    guilds: Vec<Guild>,
    channels: Vec<Channel>,
    messages: Vec<Message>,
    commands: Vec<RegisteredCommand>,
    files: Vec<Attachment>,
}

impl SavedState {
    /// Checks that everything that is referred to exists, or says what is missing.
    pub(crate) fn check(&self) -> Result<(), String> {
        if !(0..=MAX_TIME_MILLIS).contains(&self.at) || self.last_id.created_millis() > MAX_TIME_MILLIS {
            return Err("its time is not in the years from 1970 to 2100".to_owned());
        }
        let user = |id: Id| self.users.iter().any(|user| user.id == id);
        let guild = |id: Id| self.guilds.iter().any(|guild| guild.id == id);
        let channel = |id: Id| self.channels.iter().any(|channel| channel.id == id);
        let missing = |what: &str, id: Id| Err(format!("it has no {what} {id}, which something refers to"));
        if !user(self.bot) {
            return missing("user", self.bot);
        }
        for held in &self.guilds {
            let mut people = held.members.keys().chain([&held.owner]);
            if let Some(&id) = people.find(|id| !user(**id)) {
                return missing("user", id);
            }
            if !held.roles.contains_key(&held.id) {
                return missing("role", held.id);
            }
        }
        for place in &self.channels {
            match (place.guild, place.recipient) {
                (Some(id), _) if !guild(id) => return missing("guild", id),
                (None, Some(id)) if !user(id) => return missing("user", id),
                _ => {}
            }
            if let Some(thread) = place.thread.as_ref().filter(|thread| !channel(thread.parent)) {
                return missing("channel", thread.parent);
            }
        }
        for message in &self.messages {
            if !channel(message.channel) {
                return missing("channel", message.channel);
            }
            if !user(message.author) {
                return missing("user", message.author);
            }
        }
        Ok(())
    }
}

impl State {
    /// Returns the present state.
    pub(crate) fn save(&self) -> SavedState {
        SavedState {
            at: self.now,
            bot: self.bot,
            resets: self.resets,
            last_id: self.ids.last(),
            users: self.users.values().cloned().collect(),
            guilds: self.guilds.values().cloned().collect(),
            channels: self.channels.values().cloned().collect(),
            // A message that says "is thinking…" belongs to an interaction, and those are not saved.
            messages: self
                .messages
                .values()
                .filter(|message| message.flags & LOADING == 0)
                .cloned()
                .collect(),
            commands: self.commands.values().cloned().collect(),
            files: self.files.values().cloned().collect(),
        }
    }

    /// Restores what was saved. Bots lose their connections.
    pub(crate) fn open(&mut self, saved: SavedState) {
        self.bot = saved.bot;
        self.resets = saved.resets;
        self.token = bot_token(saved.bot, saved.resets);
        self.ids = IdSource::after(saved.last_id);
        self.users = by_id(saved.users, |user| user.id);
        self.guilds = by_id(saved.guilds, |guild| guild.id);
        self.channels = by_id(saved.channels, |channel| channel.id);
        for message in &saved.messages {
            if let Some(channel) = self.channels.get_mut(&message.channel) {
                channel.messages.insert(message.id);
            }
        }
        self.messages = by_id(saved.messages, |message| message.id);
        self.commands = by_id(saved.commands, |command| command.id);
        self.files = saved.files.into_iter().map(|file| (file.id, file)).collect();
        self.interactions.clear();
        self.tokens.clear();
        self.interaction_order.clear();
        self.nonces.clear();
        self.next_archive_check = self.now;
        self.openings += 1;
        self.sessions.cut(Cut::BreakAndForget, None);
        self.end_disturbances();
    }
}

fn by_id<T>(entries: Vec<T>, id: impl Fn(&T) -> Id) -> BTreeMap<Id, T> {
    entries.into_iter().map(|entry| (id(&entry), entry)).collect()
}
