//! Guilds with their roles and members.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{State, User};
use crate::sandbox::{
    id::{Id, timestamp},
    permissions::Permissions,
};

/// A guild, which people call a server.
#[derive(Debug, Clone)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) locale: String,
    pub(crate) roles: BTreeMap<Id, Role>,
    pub(crate) members: BTreeMap<Id, Member>,
}

/// A role of a guild.
#[derive(Debug, Clone)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: Permissions,
    pub(crate) position: u32,
    pub(crate) mentionable: bool,
    /// The bot to which the role belongs.
    pub(crate) bot: Option<Id>,
}

/// A member of a guild.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) user: Id,
    pub(crate) nick: Option<String>,
    pub(crate) roles: Vec<Id>,
    pub(crate) joined: i64,
}

impl Role {
    pub(crate) fn to_json(&self) -> Value {
        let mut role = json!({
            "id": self.id,
            "name": self.name,
            "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": self.position,
            "permissions": self.permissions,
            "managed": self.bot.is_some(),
            "mentionable": self.mentionable,
            "flags": 0,
        });
        if let Some(bot) = self.bot {
            role["tags"] = json!({ "bot_id": bot });
        }
        role
    }
}

impl Member {
    /// Returns the member object without `user`, as in messages and resolved data.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "nick": self.nick,
            "avatar": null,
            "banner": null,
            "roles": self.roles,
            "joined_at": timestamp(self.joined),
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "flags": 0,
            "pending": false,
            "communication_disabled_until": null,
        })
    }

    pub(crate) fn to_json_with_user(&self, user: &User) -> Value {
        let mut member = self.to_json();
        member["user"] = user.to_json();
        member
    }
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
    pub(crate) fn to_create_json(&self, state: &State, all_members: bool) -> Value {
        let mut guild = self.to_json(state);
        let of_guild = || state.channels.values().filter(|c| c.guild == Some(self.id));
        let visible = |c: &&super::Channel| {
            crate::sandbox::permissions::in_channel(state, c, state.bot).contains(Permissions::VIEW_CHANNEL)
        };
        let channels: Vec<Value> =
            of_guild().filter(|c| c.thread.is_none()).map(|c| c.to_json(state)).collect();
        let threads: Vec<Value> = of_guild()
            .filter(|c| c.thread.as_ref().is_some_and(|thread| !thread.archived))
            .filter(visible)
            .map(|c| c.to_json(state))
            .collect();
        // Without the members intent, Discord only sends the bot's own member.
        let members: Vec<Value> = self
            .members
            .values()
            .filter(|member| all_members || member.user == state.bot)
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
        guild["guild_scheduled_events"] = json!([]);
        guild["soundboard_sounds"] = json!([]);
        guild
    }
}
