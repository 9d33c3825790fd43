//! What a server's moderators and Discord itself restrict.

use serde_json::json;

use super::{Channel, MemberScope, State, Upload, channel_permissions, guild_permissions};
use crate::{
    error::{ApiError, ApiResult},
    events::intents,
    id::Id,
    permissions::Permissions,
};

impl State {
    /// Makes a guild unavailable for the bot and its members, as in an outage, or available again.
    pub(crate) fn set_unavailable(&mut self, id: Id, unavailable: bool) {
        let Some(guild) = self.guilds.get_mut(&id) else { return };
        if guild.restrictions.unavailable == unavailable {
            return;
        }
        guild.restrictions.unavailable = unavailable;
        if unavailable {
            let data = json!({ "id": id, "unavailable": true });
            self.emit("GUILD_DELETE", Some(id), intents::GUILDS, data);
        } else if let Some(guild) = self.guilds.get(&id) {
            let data = guild.to_create_json(self, MemberScope::BotOnly);
            self.emit("GUILD_CREATE", Some(id), intents::GUILDS, data);
        }
    }

    pub(crate) fn is_unavailable(&self, guild: Option<Id>) -> bool {
        guild.and_then(|guild| self.guilds.get(&guild)).is_some_and(|guild| guild.restrictions.unavailable)
    }

    /// Returns whether a member is timed out. Owners and administrators cannot be.
    pub(crate) fn is_timed_out(&self, guild: Option<Id>, user: Id) -> bool {
        let guild = guild.and_then(|guild| self.guilds.get(&guild));
        guild.is_some_and(|guild| {
            let until = guild.members.get(&user).and_then(|member| member.timed_out);
            until.is_some_and(|until| self.now < until)
                && !guild_permissions(guild, user).contains(Permissions::ADMINISTRATOR)
        })
    }

    /// Returns whether automatic moderation blocks a text of an author. Those who may manage the guild are exempt.
    pub(crate) fn is_blocked(&self, channel: &Channel, author: Id, text: &str) -> bool {
        let guild = channel.guild.and_then(|guild| self.guilds.get(&guild));
        guild.is_some_and(|guild| {
            let text = text.to_lowercase();
            guild.restrictions.blocked.iter().any(|word| text.contains(word))
                && !guild_permissions(guild, author).contains(Permissions::MANAGE_GUILD)
        })
    }

    /// Returns how many seconds a member has to wait because of slow mode, if `last` is when they did the same. Bots and
    /// those who manage messages or channels are exempt.
    pub(crate) fn slowed(&self, channel: &Channel, user: Id, last: Option<&i64>) -> Option<i64> {
        let may = channel_permissions(self, channel, user);
        let is_exempt = self.users.get(&user).is_some_and(|user| user.bot)
            || may.contains(Permissions::MANAGE_MESSAGES)
            || may.contains(Permissions::MANAGE_CHANNELS);
        // A time to come was noted before the clock was set back.
        let last = last.filter(|last| !is_exempt && **last <= self.now)?;
        let left = last + channel.slowmode * 1_000 - self.now;
        (left > 0).then(|| (left as u64).div_ceil(1_000) as i64)
    }

    /// Returns an error if a message of the bot breaks the rules of a guild: 200000 if a word is blocked, 40005 if its files
    /// are too large.
    pub(crate) fn follows_rules(
        &self,
        channel: &Channel,
        text: Option<&str>,
        files: &[Upload],
    ) -> ApiResult<()> {
        if text.is_some_and(|text| self.is_blocked(channel, self.bot, text)) {
            return Err(ApiError::message_blocked());
        }
        let guild = channel.guild.and_then(|guild| self.guilds.get(&guild));
        let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
        match guild.and_then(|guild| guild.restrictions.upload) {
            Some(most) if bytes as u64 > most => Err(ApiError::too_large()),
            _ => Ok(()),
        }
    }
}
