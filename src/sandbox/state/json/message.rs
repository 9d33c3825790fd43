//! Messages, and what applications may read of them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{
    id::{Id, timestamp},
    state::{InteractionKind, Message, MessageOrigin, State, User},
};

impl Message {
    /// Returns the message object for REST responses.
    pub(crate) fn to_json(&self, state: &State) -> Value {
        let mut message = self.to_flat_json(state);
        if let Some(target) = self.reply_to {
            let found = state.messages.get(&target);
            // The first message of a thread refers to another channel.
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

    /// Returns the message object without the message to which it replies.
    fn to_flat_json(&self, state: &State) -> Value {
        let author = state.users.get(&self.author).map(User::to_json);
        let users: Vec<Value> =
            self.mentions.users.iter().filter_map(|id| state.users.get(id)).map(User::to_json).collect();
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

    /// Returns the message object for events, with the guild, the author's member and the nonce.
    pub(crate) fn to_event_json(&self, state: &State) -> Value {
        let mut message = self.to_json(state);
        // Only events include the type of the channel, by which discord.js recognizes a DM.
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

    /// Returns the attachments, without files that an embed shows.
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
}

impl MessageOrigin {
    fn to_json(&self, state: &State, guild: Option<Id>) -> Value {
        let user = state.users.get(&self.user).map(User::to_json);
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
        if let Some(opener) = &self.opener {
            origin["triggering_interaction_metadata"] = opener.to_json(state, guild);
        }
        if let Some(source) = self.source.filter(|_| self.kind == InteractionKind::Component) {
            origin["interacted_message_id"] = json!(source);
        }
        if let Some(original) = self.original {
            origin["original_response_message_id"] = json!(original);
        }
        origin
    }
}

impl State {
    /// Returns the message object that an application gets through REST.
    pub(crate) fn for_bot(&self, message: &Message) -> Value {
        let mut body = message.to_json(self);
        if !self.privileged_intents {
            self.hide_content(message, &mut body);
        }
        body
    }

    /// Returns whether part of the message is hidden from applications without the message content intent.
    pub(crate) fn hides_content(&self, message: &Message) -> bool {
        let target = message.reply_to.and_then(|id| self.messages.get(&id));
        !message.is_open_to(self.bot) || target.is_some_and(|target| !target.is_open_to(self.bot))
    }

    /// Clears the hidden parts of the message and of the message to which it replies.
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
