//! Messages as stored, and as the bot gets them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{InteractionKind, State};
use crate::sandbox::id::{Id, timestamp};

/// The message is shown to one person only.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// "Thinking…": a deferred answer that has not come yet.
pub(crate) const LOADING: u64 = 1 << 7;
/// A thread was started from the message.
pub(crate) const HAS_THREAD: u64 = 1 << 5;

/// The line that tells of a new thread.
pub(crate) const THREAD_CREATED: i64 = 18;
/// The type of a reply.
pub(crate) const REPLY: i64 = 19;
/// The type of the first message of a thread that was started from a message.
pub(crate) const THREAD_STARTER: i64 = 21;

/// A message.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) author: Id,
    pub(crate) kind: i64,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Id>,
    pub(crate) edited: Option<i64>,
    pub(crate) flags: u64,
    pub(crate) tts: bool,
    pub(crate) reply_to: Option<Id>,
    pub(crate) mentions: Mentions,
    /// Those whose client rang; edits do not ring.
    pub(crate) pinged: BTreeSet<Id>,
    pub(crate) pinned: Option<i64>,
    pub(crate) reactions: Vec<(String, BTreeSet<Id>)>,
    pub(crate) nonce: Option<Value>,
    pub(crate) thread: Option<Id>,
    /// The only reader of an ephemeral message.
    pub(crate) only_for: Option<Id>,
    pub(crate) origin: Option<MessageOrigin>,
}

/// Whom a message mentions after `allowed_mentions` had its say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mentions {
    pub(crate) everyone: bool,
    pub(crate) users: Vec<Id>,
    pub(crate) roles: Vec<Id>,
}

/// The interaction that a message answers.
#[derive(Debug, Clone)]
pub(crate) struct MessageOrigin {
    pub(crate) interaction: Id,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    /// The whole command name, for commands.
    pub(crate) name: Option<String>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    /// The first answer, if this is a later one.
    pub(crate) original: Option<Id>,
}

impl Message {
    /// The message object as REST gives it.
    pub(crate) fn to_json(&self, state: &State) -> Value {
        let mut message = self.to_flat_json(state);
        if let Some(target) = self.reply_to {
            let found = state.messages.get(&target);
            // The first message of a thread points to another channel.
            let channel = found.map_or(self.channel, |found| found.channel);
            message["message_reference"] = json!({ "type": 0, "channel_id": channel, "message_id": target });
            if let Some(guild) = self.guild {
                message["message_reference"]["guild_id"] = json!(guild);
            }
            let target = found;
            message["referenced_message"] = target.map_or(Value::Null, |target| target.to_flat_json(state));
        }
        message
    }

    /// The message object without the message it replies to.
    fn to_flat_json(&self, state: &State) -> Value {
        let author = state.users.get(&self.author).map(super::User::to_json);
        let users: Vec<Value> = self
            .mentions
            .users
            .iter()
            .filter_map(|id| state.users.get(id))
            .map(super::User::to_json)
            .collect();
        let mut message = json!({
            "id": self.id,
            "type": self.kind,
            "channel_id": self.channel,
            "author": author,
            "content": self.content,
            "timestamp": timestamp(self.id.created_millis()),
            "edited_timestamp": self.edited.map(timestamp),
            "tts": self.tts,
            "mention_everyone": self.mentions.everyone,
            "mentions": users,
            "mention_roles": self.mentions.roles,
            "attachments": self.attachments_json(state),
            "embeds": self.embeds,
            "components": self.components,
            "pinned": self.pinned.is_some(),
            "flags": self.flags,
        });
        if !self.reactions.is_empty() {
            message["reactions"] = self.reactions_json(state);
        }
        if let Some(thread) = self.thread.and_then(|thread| state.channels.get(&thread)) {
            message["thread"] = thread.to_json(state);
        }
        if let Some(origin) = &self.origin {
            message["application_id"] = json!(state.bot);
            message["webhook_id"] = json!(state.bot);
            message["interaction_metadata"] = origin.to_json(state, self.guild);
            if let (Some(name), Some(user)) = (&origin.name, state.users.get(&origin.user)) {
                message["interaction"] =
                    json!({ "id": origin.interaction, "type": 2, "name": name, "user": user.to_json() });
            }
        }
        message
    }

    /// The message as events carry it: with the guild, the author's member and the nonce.
    pub(crate) fn to_event_json(&self, state: &State) -> Value {
        let mut message = self.to_json(state);
        // Events alone say what sort of channel it is: discord.js knows a DM by it.
        message["channel_type"] = json!(state.channels.get(&self.channel).map(|c| c.kind.number()));
        if let Some(guild) = self.event_guild() {
            message["guild_id"] = json!(guild);
            let member = state.guilds.get(&guild).and_then(|guild| guild.members.get(&self.author));
            if let Some(member) = member {
                message["member"] = member.to_json();
            }
            if let Some(mentions) = message["mentions"].as_array_mut() {
                for (mention, id) in mentions.iter_mut().zip(&self.mentions.users) {
                    let member = state.guilds.get(&guild).and_then(|guild| guild.members.get(id));
                    if let Some(member) = member {
                        mention["member"] = member.to_json();
                    }
                }
            }
        }
        if let Some(nonce) = &self.nonce {
            message["nonce"] = nonce.clone();
        }
        message
    }

    /// Files that an embed shows are not listed again.
    fn attachments_json(&self, state: &State) -> Vec<Value> {
        let files = self.attachments.iter().filter_map(|id| state.files.get(id));
        let embeds = json!(self.embeds).to_string();
        files
            .filter(|file| embeds.len() < 3 || !embeds.contains(&format!("/{}/{}", file.id, file.filename)))
            .map(|file| file.to_json(&state.url))
            .collect()
    }

    fn reactions_json(&self, state: &State) -> Value {
        let one = |(emoji, users): &(String, BTreeSet<Id>)| {
            json!({
                "emoji": { "id": null, "name": emoji },
                "count": users.len(),
                "count_details": { "burst": 0, "normal": users.len() },
                "me": users.contains(&state.bot),
                "me_burst": false,
                "burst_me": false,
                "burst_count": 0,
                "burst_colors": [],
            })
        };
        self.reactions.iter().map(one).collect()
    }

    /// The guild that events name. Discord tells of ephemeral messages as if they were direct ones
    /// (discord-api-docs issue 4557).
    pub(crate) fn event_guild(&self) -> Option<Id> {
        self.guild.filter(|_| self.only_for.is_none())
    }

    /// Whether an application without the message content intent may read it all the same.
    pub(crate) fn is_open_to(&self, bot: Id) -> bool {
        self.guild.is_none() || self.author == bot || self.mentions.users.contains(&bot)
    }
}

impl MessageOrigin {
    fn to_json(&self, state: &State, guild: Option<Id>) -> Value {
        let user = state.users.get(&self.user).map(super::User::to_json);
        let mut origin = json!({
            "id": self.interaction,
            "type": self.kind.number(),
            "user": user,
            "authorizing_integration_owners": { "0": guild.map_or_else(|| "0".to_owned(), |id| id.to_string()) },
        });
        if let Some(name) = &self.name {
            origin["name"] = json!(name);
            origin["command_type"] = json!(1);
        }
        if let Some(source) = self.source {
            origin["interacted_message_id"] = json!(source);
        }
        if let Some(original) = self.original {
            origin["original_response_message_id"] = json!(original);
        }
        origin
    }
}

impl State {
    /// The message as an application gets it over REST.
    pub(crate) fn for_bot(&self, message: &Message) -> Value {
        let mut body = message.to_json(self);
        if !self.privileged_intents {
            self.hide_content(message, &mut body);
        }
        body
    }

    /// Whether something of the message is hidden from applications without the message content intent.
    pub(crate) fn hides_content(&self, message: &Message) -> bool {
        let target = message.reply_to.and_then(|id| self.messages.get(&id));
        !message.is_open_to(self.bot) || target.is_some_and(|target| !target.is_open_to(self.bot))
    }

    /// Empties what is hidden, of the message and of the one it replies to.
    pub(crate) fn hide_content(&self, message: &Message, body: &mut Value) {
        let target = message.reply_to.and_then(|id| self.messages.get(&id));
        if target.is_some_and(|target| !target.is_open_to(self.bot)) {
            empty(&mut body["referenced_message"]);
        }
        if !message.is_open_to(self.bot) {
            empty(body);
        }
    }
}

fn empty(message: &mut Value) {
    message["content"] = json!("");
    for key in ["embeds", "attachments", "components"] {
        message[key] = json!([]);
    }
}
