//! Discord's algorithm for the permissions of a member in a guild and in a channel.

use super::{Channel, Guild, State};
use crate::{id::Id, permissions::Permissions};

/// Returns the permissions that a user's roles grant in a guild, without any channel's overwrites.
pub(crate) fn in_guild(guild: &Guild, user: Id) -> Permissions {
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
pub(crate) fn in_channel(state: &State, channel: &Channel, user: Id) -> Permissions {
    let Some(guild) = channel.guild.and_then(|guild| state.guilds.get(&guild)) else {
        return if channel.recipient == Some(user) || user == state.bot {
            Permissions::IN_DM
        } else {
            Permissions::NONE
        };
    };
    let base = in_guild(guild, user);
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
    if let Some(thread) = &channel.thread
        && thread.private
        && !thread.members.contains(&user)
        && !result.contains(Permissions::MANAGE_THREADS)
    {
        return Permissions::NONE;
    }
    result
}
