//! Who can read a channel, and why: for channels in which secrets are told to onlookers.

use crate::ui::snowflakes::{ToDiscord, ToStored};
use std::collections::BTreeSet;
use trigon_engine::ids::{ChannelId, GuildId, MatchId, UserId};

use poise::serenity_prelude as serenity;
use serenity::{
    Channel, ChannelType, Guild, GuildChannel, GuildMemberFlags, Http, Member, PartialGuild,
    PermissionOverwriteType, Permissions, Role,
};

use super::escape;
use super::failure::{Failure, code};
use trigon_engine::matches::{
    Actor, Command, Denied, Match, MatchError, Matches, Millis, Readers, UnknownReaders,
};
use trigon_rules::games::phrase;

/// Discord’s codes for somebody who is not in the server.
const NOT_A_MEMBER: [isize; 2] = [10_007, 10_013];

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

/// Returns who can read a channel, with the administrators if Discord lists them.
pub(crate) async fn listed(
    http: &Http,
    guild: serenity::GuildId,
    keys: &Keys,
    channel: &GuildChannel,
) -> Result<Readers, Failure> {
    let readers = keys.readers(channel);
    if readers.others != UnknownReaders::Administrators {
        return Ok(readers);
    }
    let (mut users, mut after) = (readers.users.clone(), None);
    for _ in 0..PAGES {
        let members = match http.get_guild_members(guild, Some(AT_ONCE as u64), after).await {
            Ok(members) => members,
            // The operator has not turned on the list of members.
            Err(error) if code(&error).is_some() => return Ok(readers),
            Err(error) => return Err(error.into()),
        };
        users.extend(members.iter().filter(|it| keys.administers(it)).map(|it| it.user.id.stored()));
        if members.len() < AT_ONCE {
            return Ok(Readers::only(users));
        }
        after = members.iter().map(|member| member.user.id.get()).max();
    }
    Ok(readers)
}

/// How many members Discord lists at once, at most.
pub(crate) const AT_ONCE: usize = 1_000;

/// How many times members are asked for. In a larger server, anyone may be an administrator.
pub(crate) const PAGES: usize = 10;

/// Returns who can read a channel of a server.
pub(crate) async fn of_channel(http: &Http, guild: GuildId, channel: ChannelId) -> Result<Readers, Failure> {
    let held = http.get_guild(guild.discord()).await?;
    match http.get_channel(channel.discord()).await? {
        Channel::Guild(channel) => listed(http, held.id, &Keys::from(&held), &channel).await,
        _ => Ok(Readers { users: Vec::new(), others: UnknownReaders::Members }),
    }
}

/// Remembers who can read earlier posts for onlookers.
pub(crate) async fn remember(matches: &Matches, id: MatchId, readers: Readers) -> Result<(), Failure> {
    match matches.give(id, &Actor::Clock, &Command::LetIn(readers)).await {
        Ok(_) | Err(MatchError::Denied(Denied::AlreadyDone)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Looks who can read what onlookers were told, and remembers it, before somebody takes a seat or is asked to. Returns since
/// when that person has been in the server without interruption, if it is known and matters.
///
/// # Errors
/// If the person can read it, or if it cannot be seen who can.
pub(crate) async fn check(
    http: &Http,
    matches: &Matches,
    game: &Match,
    user: UserId,
) -> Result<Option<Millis>, Failure> {
    let lounges = game.lounges();
    let mut channels = lounges.clone();
    channels.extend(game.terms.spectators.filter(|chosen| !lounges.contains(chosen)));
    if channels.is_empty() {
        return Ok(None);
    }
    let guild = http.get_guild(game.guild_id.discord()).await?;
    let member = match http.get_member(guild.id, user.discord()).await {
        Ok(member) => Some(member),
        Err(error) if code(&error).is_some_and(|code| NOT_A_MEMBER.contains(&code)) => None,
        Err(error) => return Err(error.into()),
    };
    let mut found = None;
    for channel in channels {
        let held = match http.get_channel(channel.discord()).await {
            Ok(Channel::Guild(held)) => held,
            Ok(_) => continue,
            // What was posted is gone with the channel.
            Err(error) if code(&error) == Some(NO_SUCH_CHANNEL) => continue,
            Err(error) if code(&error).is_some() => return Err(Failure::denied(unseen(channel))),
            Err(error) => return Err(error.into()),
        };
        if lounges.contains(&channel) {
            remember(matches, game.id, listed(http, guild.id, &Keys::from(&guild), &held).await?).await?;
        }
        let how = member.as_ref().and_then(|member| reads(&guild, &held, member));
        found = found.or(how.map(|how| (channel, how)));
    }
    if let Some((channel, how)) = found {
        return Err(Failure::denied(format!(
            "<@{user}> can read <#{channel}> {how}, where onlookers are told what players keep secret, and so can’t take a seat."
        )));
    }
    // They may have read it before they left the server.
    let stayed = member.filter(|member| !member.flags.contains(GuildMemberFlags::DID_REJOIN));
    let joined = stayed.and_then(|member| member.joined_at);
    Ok(joined.map(|joined| joined.unix_timestamp().saturating_mul(1_000)))
}

fn unseen(channel: ChannelId) -> String {
    format!(
        "I can’t see <#{channel}>, where onlookers were told what players keep secret, so I don’t know who can read it. Until I \
         can see it, nobody can take a seat."
    )
}

/// Lists who can read a channel although they play, each with what lets them in.
pub(crate) fn leaks(readers: &[(UserId, String)]) -> String {
    let mut by_reason: Vec<(&str, Vec<String>)> = Vec::new();
    for (user, how) in readers {
        let user = format!("<@{user}>");
        match by_reason.iter_mut().find(|(known, _)| *known == how.as_str()) {
            Some((_, users)) => users.push(user),
            None => by_reason.push((how, vec![user])),
        }
    }
    let group = |(how, users): &(&str, Vec<String>)| format!("{} ({how})", phrase::all_of(users));
    by_reason.iter().map(group).collect::<Vec<_>>().join("; ")
}

/// Returns those of some users who can read a channel, each with what lets them in.
pub(crate) async fn among(
    http: &Http,
    guild: GuildId,
    channel: ChannelId,
    users: &[UserId],
) -> Result<Vec<(UserId, String)>, Failure> {
    let Channel::Guild(channel) = http.get_channel(channel.discord()).await? else {
        return Ok(Vec::new());
    };
    of(http, guild, &channel, users).await
}

/// Does the same for a channel that is known.
async fn of(
    http: &Http,
    guild: GuildId,
    channel: &GuildChannel,
    users: &[UserId],
) -> Result<Vec<(UserId, String)>, Failure> {
    let guild_id = guild.discord();
    let held = http.get_guild(guild_id).await?;
    let mut readers = Vec::new();
    for user in users {
        let member = match http.get_member(guild_id, user.discord()).await {
            Ok(member) => member,
            Err(error) if code(&error).is_some_and(|code| NOT_A_MEMBER.contains(&code)) => continue,
            Err(error) => return Err(error.into()),
        };
        readers.extend(reads(&held, channel, &member).map(|how| (*user, how)));
    }
    Ok(readers)
}

/// Discord’s code for a channel that is gone.
const NO_SUCH_CHANNEL: isize = 10_003;

/// Discord’s codes for a channel that is gone, or that the bot cannot see.
const NO_CHANNEL: [isize; 2] = [NO_SUCH_CHANNEL, 50_001];

/// Returns whether a member can read a channel, or a thread that is as public as its channel.
pub(crate) async fn can_read(
    http: &Http,
    guild: GuildId,
    channel: ChannelId,
    user: UserId,
) -> Result<bool, Failure> {
    let found = async |channel: serenity::ChannelId| match http.get_channel(channel).await {
        Ok(Channel::Guild(channel)) => Ok(Some(channel)),
        Ok(_) => Ok(None),
        Err(error) if code(&error).is_some_and(|code| NO_CHANNEL.contains(&code)) => Ok(None),
        Err(error) => Err(Failure::from(error)),
    };
    let Some(channel) = found(channel.discord()).await? else { return Ok(false) };
    let parent = match (channel.kind, channel.parent_id) {
        (ChannelType::PrivateThread, _) => None,
        (ChannelType::PublicThread | ChannelType::NewsThread, Some(parent)) => found(parent).await?,
        _ => Some(channel),
    };
    let Some(channel) = parent else { return Ok(false) };
    Ok(!of(http, guild, &channel, &[user]).await?.is_empty())
}
