//! Guilds.

use serde_json::{Value, json};

use crate::{
    id::timestamp,
    permissions::Permissions,
    state::{Channel, Guild, Role, State, in_channel},
};

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
        let visible = |c: &&Channel| in_channel(state, c, state.bot).contains(Permissions::VIEW_CHANNEL);
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
