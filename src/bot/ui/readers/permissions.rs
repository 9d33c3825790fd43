//! Who can read a channel, as far as its permissions and the roles of its server say so.

use std::collections::BTreeSet;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelType, Guild, GuildChannel, Member, PartialGuild, PermissionOverwriteType, Permissions, Role,
};

use crate::ui::escape;
use crate::ui::snowflakes::ToStored;
use trigon_engine::matches::{Readers, UnknownReaders};

/// Returns what lets a member read a channel, in words that follow “can read it”, or `None` if nothing does.
pub(crate) fn reads(guild: &PartialGuild, channel: &GuildChannel, member: &Member) -> Option<String> {
    let user = member.user.id;
    if !guild.user_permissions_in(channel, member).view_channel() {
        return None;
    }
    let roles = || member.roles.iter().filter_map(|id| guild.roles.get(id));
    let named = |name: &str| format!("through the role {}", escape::name(name));
    let overwritten = |kind: PermissionOverwriteType| {
        let overwrites = channel.permission_overwrites.iter();
        overwrites.clone().any(|it| it.kind == kind && it.allow.contains(Permissions::VIEW_CHANNEL))
    };
    if guild.owner_id == user {
        return Some("as the owner of the server".to_owned());
    }
    if let Some(role) = roles().find(|role| role.permissions.administrator()) {
        return Some(named(&role.name));
    }
    if overwritten(PermissionOverwriteType::Member(user)) {
        return Some("by a permission of their own".to_owned());
    }
    let lets_in = |role: &&Role| overwritten(PermissionOverwriteType::Role(role.id));
    if let Some(role) = roles().find(lets_in) {
        return Some(named(&role.name));
    }
    let everyone = guild.roles.get(&serenity::RoleId::new(guild.id.get()));
    if everyone.is_some_and(|role| role.permissions.view_channel()) {
        return Some("because everyone can".to_owned());
    }
    let by_role = roles().find(|role| role.permissions.view_channel());
    Some(by_role.map_or_else(|| "because everyone can".to_owned(), |role| named(&role.name)))
}

/// Returns whether somebody can read a channel who could not read another one, as far as that follows from the two and from the
/// roles of the server.
pub(crate) fn is_wider(guild: &Guild, new: &GuildChannel, old: &GuildChannel) -> bool {
    let (new, old) = (Openness::of(guild, new), Openness::of(guild, old));
    !old.everyone && (new.everyone || !new.roles.is_subset(&old.roles) || !new.users.is_subset(&old.users))
}

/// To whom a channel is open. Administrators can read every channel.
#[derive(Default)]
struct Openness {
    everyone: bool,
    roles: BTreeSet<serenity::RoleId>,
    users: BTreeSet<serenity::UserId>,
}

impl Openness {
    fn of(guild: &Guild, channel: &GuildChannel) -> Self {
        if channel.kind == ChannelType::PrivateThread {
            // Only those who are added.
            return Self::default();
        }
        let parent = channel.parent_id.filter(|_| channel.thread_metadata.is_some());
        let place = parent.and_then(|parent| guild.channels.get(&parent)).unwrap_or(channel);
        let view = Permissions::VIEW_CHANNEL;
        let everyone = serenity::RoleId::new(guild.id.get());
        let overwritten = |id: serenity::RoleId| {
            let mut found = place.permission_overwrites.iter();
            let found = found.find(|it| it.kind == PermissionOverwriteType::Role(id))?;
            let denies = found.deny.contains(view).then_some(false);
            found.allow.contains(view).then_some(true).or(denies)
        };
        let has =
            |id: serenity::RoleId| guild.roles.get(&id).is_some_and(|role| role.permissions.view_channel());
        let all = overwritten(everyone);
        let opens = |id: serenity::RoleId| {
            let base = all.unwrap_or_else(|| has(everyone) || has(id));
            overwritten(id).unwrap_or(base)
        };
        let members = guild.roles.values().filter(|role| role.tags.bot_id.is_none() && role.id != everyone);
        let roles = members.map(|role| role.id).filter(|id| opens(*id)).collect();
        let named = place.permission_overwrites.iter().filter(|it| it.allow.contains(view));
        let users = named.filter_map(|it| match it.kind {
            PermissionOverwriteType::Member(user) => Some(user),
            _ => None,
        });
        Self { everyone: opens(everyone), roles, users: users.collect() }
    }
}

/// What decides who can read the channels of a server.
pub(crate) struct Keys {
    everyone: serenity::RoleId,
    owner: serenity::UserId,
    roles: Vec<Role>,
}

impl Keys {
    /// Returns the keys of a server with a role as it is now.
    pub(crate) fn with(mut self, role: &Role) -> Self {
        self.roles.retain(|known| known.id != role.id);
        self.roles.push(role.clone());
        self
    }

    /// Returns whether a member is an administrator, and no bot.
    pub(crate) fn administers(&self, member: &Member) -> bool {
        let mut roles = self.roles.iter().filter(|role| role.permissions.administrator());
        !member.user.bot && roles.any(|role| member.roles.contains(&role.id))
    }

    /// Returns who can read a channel, as far as that follows from the channel alone. Discord does not say who has a role.
    pub(crate) fn readers(&self, channel: &GuildChannel) -> Readers {
        let view = Permissions::VIEW_CHANNEL;
        let kind = |id| PermissionOverwriteType::Role(id);
        let has = |id, allows: bool| {
            let mut overwrites = channel.permission_overwrites.iter().filter(|it| it.kind == kind(id));
            overwrites.any(|it| if allows { it.allow.contains(view) } else { it.deny.contains(view) })
        };
        let is_closed = has(self.everyone, false);
        let lets_in = |role: &&Role| has(role.id, true) || !is_closed && role.permissions.view_channel();
        // The role of a bot is its own, and bots do not play.
        let mut roles = self.roles.iter().filter(|role| role.tags.bot_id.is_none());
        let others = if roles.clone().any(|role| !role.permissions.administrator() && lets_in(&role)) {
            UnknownReaders::Members
        } else if roles.any(|role| role.permissions.administrator()) {
            UnknownReaders::Administrators
        } else {
            UnknownReaders::Nobody
        };
        let named = channel.permission_overwrites.iter().filter(|it| it.allow.contains(view));
        let named = named.filter_map(|it| match it.kind {
            PermissionOverwriteType::Member(user) => Some(user.stored()),
            _ => None,
        });
        Readers { users: named.chain([self.owner.stored()]).collect(), others }
    }
}

impl From<&PartialGuild> for Keys {
    fn from(guild: &PartialGuild) -> Self {
        let roles = guild.roles.values().cloned().collect();
        Self { everyone: serenity::RoleId::new(guild.id.get()), owner: guild.owner_id, roles }
    }
}

impl From<&Guild> for Keys {
    fn from(guild: &Guild) -> Self {
        let roles = guild.roles.values().cloned().collect();
        Self { everyone: serenity::RoleId::new(guild.id.get()), owner: guild.owner_id, roles }
    }
}
