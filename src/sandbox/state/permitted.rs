//! Discord's algorithm for the permissions of a member in a guild and in a channel, and what the bot may use.

use super::{Channel, Guild, Interaction, Message, State};
use crate::{
    error::{ApiError, ApiResult},
    id::Id,
    permissions::Permissions,
};

/// Returns the permissions that a user's roles grant in a guild, without any channel's overwrites.
pub(crate) fn guild_permissions(guild: &Guild, user: Id) -> Permissions {
    let Some(member) = guild.members.get(&user) else { return Permissions::NONE };
    if guild.owner == user {
        return Permissions::ALL;
    }
    // The role @everyone has the id of the guild.
    let mut base = guild.roles.get(&guild.id).map_or(Permissions::NONE, |role| role.permissions);
    for role in member.roles.iter().filter_map(|role| guild.roles.get(role)) {
        base |= role.permissions;
    }
    if base.contains(Permissions::ADMINISTRATOR) { Permissions::ALL } else { base }
}

/// Returns a user's permissions in a channel. Threads use the overwrites of their parent.
pub(crate) fn channel_permissions(state: &State, channel: &Channel, user: Id) -> Permissions {
    let Some(guild) = channel.guild.and_then(|guild| state.guilds.get(&guild)) else {
        return if channel.recipient == Some(user) || user == state.bot {
            Permissions::IN_DM
        } else {
            Permissions::NONE
        };
    };
    if guild.restrictions.unavailable && user != state.bot {
        return Permissions::NONE;
    }
    let base = guild_permissions(guild, user);
    if base.contains(Permissions::ADMINISTRATOR) {
        return Permissions::ALL;
    }
    let Some(member) = guild.members.get(&user) else { return Permissions::NONE };
    let holder =
        channel.thread.as_ref().and_then(|thread| state.channels.get(&thread.parent)).unwrap_or(channel);
    let mut result = base;
    let mut apply = |allow: Permissions, deny: Permissions| result = (result & !deny) | allow;
    // In this order: @everyone, all roles together, the member.
    for o in holder.overwrites.iter().filter(|o| o.target == guild.id) {
        apply(o.allow, o.deny);
    }
    let (mut allow, mut deny) = (Permissions::NONE, Permissions::NONE);
    for o in holder.overwrites.iter().filter(|o| !o.is_member && member.roles.contains(&o.target)) {
        allow |= o.allow;
        deny |= o.deny;
    }
    apply(allow, deny);
    for o in holder.overwrites.iter().filter(|o| o.is_member && o.target == user) {
        apply(o.allow, o.deny);
    }
    if !result.contains(Permissions::VIEW_CHANNEL) {
        return Permissions::NONE;
    }
    if state.is_timed_out(Some(guild.id), user) {
        result = result & (Permissions::VIEW_CHANNEL | Permissions::READ_MESSAGE_HISTORY);
    }
    if let Some(thread) = &channel.thread
        && thread.private
        && !thread.members.contains(&user)
        && !result.contains(Permissions::MANAGE_THREADS)
    {
        return Permissions::NONE;
    }
    result
}

/// What the bot does to a response that everyone sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseChange {
    /// It sends one.
    New,
    /// It edits one.
    Edit,
}

impl State {
    /// Returns a channel that the bot can see, or error 10003 if it does not exist and 50001 if it is hidden.
    pub(crate) fn bot_channel(&self, id: Id) -> ApiResult<&Channel> {
        let channel = self.channels.get(&id).ok_or_else(ApiError::unknown_channel)?;
        if self.bot_may(channel, Permissions::VIEW_CHANNEL) {
            Ok(channel)
        } else {
            Err(ApiError::missing_access())
        }
    }

    /// Returns whether the bot has certain permissions in a channel.
    pub(crate) fn bot_may(&self, channel: &Channel, wanted: Permissions) -> bool {
        channel_permissions(self, channel, self.bot).contains(wanted)
    }

    /// Returns a channel in which the bot has certain permissions, or error 50013 if it does not have them.
    pub(crate) fn channel_with(&self, id: Id, wanted: Permissions) -> ApiResult<&Channel> {
        let channel = self.bot_channel(id)?;
        if self.bot_may(channel, wanted) { Ok(channel) } else { Err(ApiError::missing_permissions()) }
    }

    /// Returns whether a user may write in a channel. In a locked thread, only those may who can unlock it.
    pub(crate) fn may_write(&self, channel: &Channel, user: Id) -> bool {
        let may = channel_permissions(self, channel, user);
        may.contains(channel.writing()) && (!channel.is_locked() || may.contains(Permissions::MANAGE_THREADS))
    }

    /// Returns error 50083 if a thread takes no response to an interaction that everyone would see, because it is locked and
    /// the person who started the interaction may not unlock it. A response that is there can still be edited unless the
    /// thread is archived.
    pub(crate) fn check_response_allowed(
        &self,
        interaction: &Interaction,
        change: ResponseChange,
    ) -> ApiResult<()> {
        let Some(channel) = self.channels.get(&interaction.channel) else { return Ok(()) };
        let is_archived = channel.thread.as_ref().is_some_and(|thread| thread.archived);
        let may = channel_permissions(self, channel, interaction.user);
        if channel.is_locked()
            && (change == ResponseChange::New || is_archived)
            && !may.contains(Permissions::MANAGE_THREADS)
        {
            return Err(ApiError::thread_takes_no_answers());
        }
        Ok(())
    }

    /// Returns a message of a channel, unless it is ephemeral.
    pub(crate) fn public_message(&self, channel: Id, id: Id) -> ApiResult<&Message> {
        self.messages
            .get(&id)
            .filter(|message| message.channel == channel && message.only_for.is_none())
            .ok_or_else(ApiError::unknown_message)
    }
}
