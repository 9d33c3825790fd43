//! Gateway events for changes.

use serde_json::{Value, json};

use super::{Message, Role, State, channel_permissions};
use crate::{
    events::{GatewayEvent, intents},
    id::Id,
    permissions::Permissions,
};

impl State {
    /// Sends an event of a guild, or of DMs if `guild` is `None`.
    pub(crate) fn emit(&mut self, name: &'static str, guild: Option<Id>, intents: u64, data: Value) {
        // During an outage, the bot hears nothing of a guild but the outage itself.
        if self.is_unavailable(guild) && name != "GUILD_DELETE" {
            return;
        }
        self.sessions.dispatch(GatewayEvent { name, guild, intents, data, without_content: None });
    }

    /// Sends `MESSAGE_CREATE` or `MESSAGE_UPDATE`, without the content to sessions that may not read it.
    pub(crate) fn emit_message(&mut self, name: &'static str, id: Id) {
        let Some(message) = self.messages.get(&id) else { return };
        if !self.bot_follows(message) || self.is_unavailable(message.event_guild()) {
            return;
        }
        let data = message.to_event_json(self);
        let guild = message.event_guild();
        let without_content = self.hides_content(message).then(|| {
            let mut hidden = data.clone();
            self.hide_content(message, &mut hidden);
            hidden
        });
        let intents = if guild.is_some() { intents::GUILD_MESSAGES } else { intents::DIRECT_MESSAGES };
        self.sessions.dispatch(GatewayEvent { name, guild, intents, data, without_content });
    }

    /// Sends `MESSAGE_DELETE` for a message, before or after it is removed.
    pub(crate) fn emit_message_delete(&mut self, message: &Message) {
        if !self.bot_follows(message) {
            return;
        }
        let mut data = json!({ "id": message.id, "channel_id": message.channel });
        let guild = message.event_guild();
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
        }
        let intents = if guild.is_some() { intents::GUILD_MESSAGES } else { intents::DIRECT_MESSAGES };
        self.emit("MESSAGE_DELETE", guild, intents, data);
    }

    /// Returns whether the bot gets events for a message: if it can see the channel, or if the message is its own
    /// ephemeral one.
    fn bot_follows(&self, message: &Message) -> bool {
        let Some(channel) = self.channels.get(&message.channel) else { return false };
        message.only_for.is_some()
            || channel_permissions(self, channel, self.bot).contains(Permissions::VIEW_CHANNEL)
    }

    /// Sends an event about a channel or thread.
    pub(crate) fn emit_channel(&mut self, name: &'static str, id: Id) {
        let Some(channel) = self.channels.get(&id) else { return };
        let (guild, mut data) = (channel.guild, channel.to_json(self));
        if name == "THREAD_CREATE" {
            data["newly_created"] = json!(true);
        }
        if name == "THREAD_DELETE" {
            data =
                json!({ "id": id, "guild_id": guild, "parent_id": data["parent_id"], "type": data["type"] });
        }
        self.emit(name, guild, intents::GUILDS, data);
    }

    /// Sends `GUILD_MEMBER_ADD` or `GUILD_MEMBER_UPDATE`. For the bot's own member no intent is needed.
    pub(crate) fn emit_member(&mut self, name: &'static str, guild: Id, user: Id) {
        let member = self.guilds.get(&guild).and_then(|g| g.members.get(&user));
        let (Some(member), Some(account)) = (member, self.users.get(&user)) else { return };
        let mut data = member.to_json_with_user(account);
        data["guild_id"] = json!(guild);
        let own = user == self.bot && name == "GUILD_MEMBER_UPDATE";
        self.emit(name, Some(guild), if own { 0 } else { intents::GUILD_MEMBERS }, data);
    }

    /// Sends an event about a scheduled event, which is given as JSON.
    pub(crate) fn emit_scheduled(&mut self, name: &'static str, guild: Id, scheduled: &Value) {
        self.emit(name, Some(guild), intents::GUILD_SCHEDULED_EVENTS, scheduled.clone());
    }

    /// Sends an event about a role.
    pub(crate) fn emit_role(&mut self, name: &'static str, guild: Id, role: Id) {
        let found = self.guilds.get(&guild).and_then(|guild| guild.roles.get(&role));
        let data = json!({ "guild_id": guild, "role": found.map(Role::to_json) });
        self.emit(name, Some(guild), intents::GUILDS, data);
    }
}
