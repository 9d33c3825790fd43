//! Objects as the API shows them, including those they refer to, and the parts of messages that applications may read.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    Channel, Guild, Interaction, InteractionKind, Message, MessageOrigin, Role, State, User,
    channel_permissions,
};
use crate::{
    id::{Id, timestamp},
    permissions::Permissions,
};

/// Which members are sent with a guild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemberScope {
    All,
    /// The bot itself, as Discord does without the members intent.
    BotOnly,
}

impl Guild {
    /// Returns the guild object of `GET /guilds/{id}`.
    pub(crate) fn to_json(&self, state: &State) -> Value {
        let system = state.channels.values().find(|c| c.guild == Some(self.id) && c.thread.is_none());
        json!({
            "id": self.id,
            "name": self.name,
            "icon": null,
            "icon_hash": null,
            "splash": null,
            "discovery_splash": null,
            "owner_id": self.owner,
            "region": "deprecated",
            "afk_channel_id": null,
            "afk_timeout": 300,
            "widget_enabled": false,
            "widget_channel_id": null,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": self.roles.values().map(Role::to_json).collect::<Vec<_>>(),
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": null,
            "system_channel_id": system.map(|c| c.id),
            "system_channel_flags": 0,
            "rules_channel_id": null,
            "max_presences": null,
            "max_members": 500_000,
            "vanity_url_code": null,
            "description": null,
            "banner": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "public_updates_channel_id": null,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "nsfw": false,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null,
            "incidents_data": null,
        })
    }

    /// Returns the guild object of `GUILD_CREATE`, with channels, threads and members.
    pub(crate) fn to_create_json(&self, state: &State, scope: MemberScope) -> Value {
        let mut guild = self.to_json(state);
        let of_guild = || state.channels.values().filter(|c| c.guild == Some(self.id));
        let visible =
            |c: &&Channel| channel_permissions(state, c, state.bot).contains(Permissions::VIEW_CHANNEL);
        let channels: Vec<Value> =
            of_guild().filter(|c| c.thread.is_none()).map(|c| c.to_json(state)).collect();
        let threads: Vec<Value> = of_guild()
            .filter(|c| c.thread.as_ref().is_some_and(|thread| !thread.archived))
            .filter(visible)
            .map(|c| c.to_json(state))
            .collect();
        let members: Vec<Value> = self
            .members
            .values()
            .filter(|member| scope == MemberScope::All || member.user == state.bot)
            .filter_map(|member| Some(member.to_json_with_user(state.users.get(&member.user)?)))
            .collect();
        let joined = self.members.get(&state.bot).map_or(0, |member| member.joined);
        guild["joined_at"] = json!(timestamp(joined));
        guild["large"] = json!(false);
        guild["unavailable"] = json!(false);
        guild["member_count"] = json!(self.members.len());
        guild["voice_states"] = json!([]);
        guild["members"] = json!(members);
        guild["channels"] = json!(channels);
        guild["threads"] = json!(threads);
        guild["presences"] = json!([]);
        guild["stage_instances"] = json!([]);
        let events = self.events.values().filter(|event| !event.status(state.now).is_final());
        let events = events.map(|event| event.to_json(state.users.get(&event.creator), state.now));
        guild["guild_scheduled_events"] = events.collect();
        guild["soundboard_sounds"] = json!([]);
        guild
    }
}

impl Channel {
    /// Returns the channel object.
    pub(crate) fn to_json(&self, state: &State) -> Value {
        let mut channel = json!({
            "id": self.id,
            "type": self.kind.number(),
            "last_message_id": self.last_message,
            "flags": 0,
            // Discord sends it with some channels, for none of which it says anything.
            "application_id": null,
        });
        if let Some(user) = self.recipient.and_then(|user| state.users.get(&user)) {
            channel["recipients"] = json!([user.to_json()]);
            return channel;
        }
        channel["guild_id"] = json!(self.guild);
        channel["name"] = json!(self.name);
        channel["rate_limit_per_user"] = json!(self.slowmode);
        channel["last_pin_timestamp"] = json!(self.last_pin.map(timestamp));
        if let Some(thread) = &self.thread {
            channel["parent_id"] = json!(thread.parent);
            channel["owner_id"] = json!(thread.owner);
            channel["message_count"] = json!(thread.total_sent);
            channel["total_message_sent"] = json!(thread.total_sent);
            channel["member_count"] = json!(thread.members.len().min(50));
            channel["thread_metadata"] = thread.to_json(self.id);
            return channel;
        }
        channel["parent_id"] = Value::Null;
        channel["position"] = json!(self.position);
        channel["topic"] = json!(self.topic);
        channel["nsfw"] = json!(false);
        channel["permission_overwrites"] = self
            .overwrites
            .iter()
            .map(|o| {
                json!({ "id": o.target, "type": i32::from(o.is_member), "allow": o.allow, "deny": o.deny })
            })
            .collect();
        channel
    }
}

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
    /// Returns the interaction object of `INTERACTION_CREATE`.
    pub(crate) fn interaction_json(&self, interaction: &Interaction, data: &Value) -> Value {
        let channel = self.channels.get(&interaction.channel);
        let user = self.users.get(&interaction.user);
        let may =
            |who: Id| channel.map(|channel| channel_permissions(self, channel, who)).unwrap_or_default();
        let guild = channel.and_then(|channel| channel.guild).and_then(|guild| self.guilds.get(&guild));
        let owner = guild.map_or_else(|| "0".to_owned(), |guild| guild.id.to_string());
        let mut payload = json!({
            "id": interaction.id,
            "application_id": self.bot,
            "type": interaction.kind.number(),
            "data": data,
            "channel_id": interaction.channel,
            "token": interaction.token,
            "version": 1,
            "app_permissions": may(self.bot),
            "locale": user.map(|user| &user.locale),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": { "0": owner },
            "context": i32::from(guild.is_none()),
            "attachment_size_limit": 10 * 1024 * 1024,
        });
        if let Some(channel) = channel {
            payload["channel"] = channel.to_json(self);
            payload["channel"]["permissions"] = json!(may(interaction.user));
        }
        match (guild, user) {
            (Some(guild), Some(user)) => {
                payload["guild_id"] = json!(guild.id);
                payload["guild_locale"] = json!(guild.locale);
                payload["guild"] = json!({ "id": guild.id, "locale": guild.locale, "features": [] });
                if let Some(member) = guild.members.get(&user.id) {
                    let mut member = member.to_json_with_user(user);
                    member["permissions"] = json!(may(user.id));
                    payload["member"] = member;
                }
            }
            (None, Some(user)) => payload["user"] = user.to_json(),
            _ => {}
        }
        if let Some(message) = interaction.source.and_then(|source| self.messages.get(&source)) {
            payload["message"] = message.to_json(self);
        }
        payload
    }

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
