//! Who can read a channel, as far as its permissions and the roles of its server say so.

use std::collections::BTreeSet;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelType, Guild, GuildChannel, Member, PartialGuild, PermissionOverwriteType, Permissions, Role,
};

use crate::ui::escape;
use crate::ui::snowflakes::ToStored;
use trigon_engine::matches::{Readers, UnknownReaders};

/// The permission that lets somebody read a channel.
const VIEW: Permissions = Permissions::VIEW_CHANNEL;

/// Returns what lets a member read a channel, in words that follow “can read it”, or `None` if nothing does.
pub(crate) fn reads(guild: &PartialGuild, channel: &GuildChannel, member: &Member) -> Option<String> {
    if !guild.user_permissions_in(channel, member).view_channel() {
        return None;
    }
    let roles = || member.roles.iter().filter_map(|id| guild.roles.get(id));
    let through = |role: &Role| format!("through the role {}", escape::name(&role.name));
    let is_let_in = |kind: PermissionOverwriteType| {
        let mut overwrites = channel.permission_overwrites.iter();
        overwrites.any(|overwrite| overwrite.kind == kind && overwrite.allow.contains(VIEW))
    };
    if guild.owner_id == member.user.id {
        return Some("as the owner of the server".to_owned());
    }
    if let Some(role) = roles().find(|role| role.permissions.administrator()) {
        return Some(through(role));
    }
    if is_let_in(PermissionOverwriteType::Member(member.user.id)) {
        return Some("by a permission of their own".to_owned());
    }
    if let Some(role) = roles().find(|role| is_let_in(PermissionOverwriteType::Role(role.id))) {
        return Some(through(role));
    }
    let everyone = guild.roles.get(&everyone_role(guild.id));
    if everyone.is_some_and(|role| role.permissions.view_channel()) {
        return Some("because everyone can".to_owned());
    }
    let viewing_role = roles().find(|role| role.permissions.view_channel());
    Some(viewing_role.map_or_else(|| "because everyone can".to_owned(), through))
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
        // A thread is as open as its channel.
        let parent = channel.parent_id.filter(|_| channel.thread_metadata.is_some());
        let channel = parent.and_then(|parent| guild.channels.get(&parent)).unwrap_or(channel);
        let everyone = everyone_role(guild.id);
        let is_viewing =
            |id: serenity::RoleId| guild.roles.get(&id).is_some_and(|role| role.permissions.view_channel());
        let for_everyone = overwritten(channel, everyone);
        let is_open_to = |id: serenity::RoleId| {
            let usual = for_everyone.unwrap_or_else(|| is_viewing(everyone) || is_viewing(id));
            overwritten(channel, id).unwrap_or(usual)
        };
        let of_members = guild.roles.values().filter(|role| !is_of_bot(role) && role.id != everyone);
        let roles = of_members.map(|role| role.id).filter(|id| is_open_to(*id)).collect();
        Self { everyone: is_open_to(everyone), roles, users: members_let_in(channel).collect() }
    }
}

/// Returns whether a channel lets a role in or shuts it out, or `None` if it says nothing about the role.
fn overwritten(channel: &GuildChannel, role: serenity::RoleId) -> Option<bool> {
    let mut overwrites = channel.permission_overwrites.iter();
    let overwrite = overwrites.find(|it| it.kind == PermissionOverwriteType::Role(role))?;
    let denies = overwrite.deny.contains(VIEW).then_some(false);
    overwrite.allow.contains(VIEW).then_some(true).or(denies)
}

/// Returns the members whom a channel lets in by name.
fn members_let_in(channel: &GuildChannel) -> impl Iterator<Item = serenity::UserId> {
    let allowing = channel.permission_overwrites.iter().filter(|it| it.allow.contains(VIEW));
    allowing.filter_map(|it| match it.kind {
        PermissionOverwriteType::Member(user) => Some(user),
        _ => None,
    })
}

/// Returns the role of everyone in a server, which has the number of the server.
fn everyone_role(guild: serenity::GuildId) -> serenity::RoleId {
    serenity::RoleId::new(guild.get())
}

/// Returns whether a role is a bot’s own. Bots do not play.
fn is_of_bot(role: &Role) -> bool {
    role.tags.bot_id.is_some()
}

/// The roles and the owner of a server: what decides, together with the permissions of a channel, who can read it.
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
        let is_closed = overwritten(channel, self.everyone) == Some(false);
        let is_let_in = |role: &Role| {
            overwritten(channel, role.id) == Some(true) || !is_closed && role.permissions.view_channel()
        };
        let mut roles = self.roles.iter().filter(|role| !is_of_bot(role));
        let is_administrator = |role: &Role| role.permissions.administrator();
        let others = if roles.clone().any(|role| !is_administrator(role) && is_let_in(role)) {
            UnknownReaders::Members
        } else if roles.any(is_administrator) {
            UnknownReaders::Administrators
        } else {
            UnknownReaders::Nobody
        };
        let members = members_let_in(channel).chain([self.owner]);
        Readers { users: members.map(ToStored::stored).collect(), others }
    }
}

impl From<&PartialGuild> for Keys {
    fn from(guild: &PartialGuild) -> Self {
        let roles = guild.roles.values().cloned().collect();
        Self { everyone: everyone_role(guild.id), owner: guild.owner_id, roles }
    }
}

impl From<&Guild> for Keys {
    fn from(guild: &Guild) -> Self {
        let roles = guild.roles.values().cloned().collect();
        Self { everyone: everyone_role(guild.id), owner: guild.owner_id, roles }
    }
}
