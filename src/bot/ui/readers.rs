//! Who can read a channel, and why: for channels in which secrets are told to onlookers.

use poise::serenity_prelude as serenity;
use serenity::{
    Channel, ChannelId, ChannelType, GuildChannel, GuildId, GuildMemberFlags, Http, Member, PartialGuild,
    PermissionOverwriteType, Permissions, Role, RoleId, UserId,
};

use super::escape;
use super::failure::{Failure, code};
use super::person::id;
use trigon_engine::matches::{Match, Millis};
use trigon_rules::games::phrase;

/// Discord’s codes for somebody who is not in the server.
const NOT_A_MEMBER: [isize; 2] = [10_007, 10_013];

/// Returns a stored number as Discord’s, which is never 0.
pub(crate) fn number(id: i64) -> u64 {
    u64::try_from(id).unwrap_or(1).max(1)
}

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
    let everyone = guild.roles.get(&RoleId::new(guild.id.get()));
    if everyone.is_some_and(|role| role.permissions.view_channel()) {
        return Some("because everyone can".to_owned());
    }
    let by_role = roles().find(|role| role.permissions.view_channel());
    Some(by_role.map_or_else(|| "because everyone can".to_owned(), |role| named(&role.name)))
}

/// Returns who can read a channel if that follows from the channel alone: those who are let in by name, and the owner of the
/// server. Returns `None` if a role lets people in, because Discord does not say who has it.
pub(crate) fn by_name(guild: &PartialGuild, channel: &GuildChannel) -> Option<Vec<i64>> {
    let view = Permissions::VIEW_CHANNEL;
    let everyone = RoleId::new(guild.id.get());
    let kind = |id| PermissionOverwriteType::Role(id);
    let has = |id, allows: bool| {
        let mut overwrites = channel.permission_overwrites.iter().filter(|it| it.kind == kind(id));
        overwrites.any(|it| if allows { it.allow.contains(view) } else { it.deny.contains(view) })
    };
    let is_closed = has(everyone, false);
    let lets_in = |role: &Role| {
        // The role of a bot is its own, and bots do not play.
        role.tags.bot_id.is_none()
            && (role.permissions.administrator()
                || has(role.id, true)
                || !is_closed && role.permissions.view_channel())
    };
    if guild.roles.values().any(lets_in) {
        return None;
    }
    let named = channel.permission_overwrites.iter().filter(|it| it.allow.contains(view));
    let named = named.filter_map(|it| match it.kind {
        PermissionOverwriteType::Member(user) => Some(id(user.get())),
        _ => None,
    });
    Some(named.chain([id(guild.owner_id.get())]).collect())
}

/// Returns whether Discord says who can read a channel.
pub(crate) async fn are_known(http: &Http, guild: i64, channel: i64) -> Result<bool, Failure> {
    let guild_id = GuildId::new(number(guild));
    let held = http.get_guild(guild_id).await?;
    let Channel::Guild(channel) = http.get_channel(ChannelId::new(number(channel))).await? else {
        return Ok(false);
    };
    Ok(by_name(&held, &channel).is_some() || http.get_guild_members(guild_id, Some(1), None).await.is_ok())
}

/// Returns since when a person has been in the server of a match without interruption. It is asked only if it matters; `None`
/// if it is not known.
pub(crate) async fn since(http: &Http, game: &Match, user: i64) -> Result<Option<Millis>, Failure> {
    if !game.may_have_been_read() {
        return Ok(None);
    }
    let member = http.get_member(GuildId::new(number(game.guild_id)), UserId::new(number(user))).await;
    match member {
        // They may have read it before they left.
        Ok(member) if member.flags.contains(GuildMemberFlags::DID_REJOIN) => Ok(None),
        Ok(member) => Ok(member.joined_at.map(|joined| joined.unix_timestamp().saturating_mul(1_000))),
        Err(error) if code(&error).is_some_and(|code| NOT_A_MEMBER.contains(&code)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Lists who can read a channel although they play, each with what lets them in.
pub(crate) fn leaks(readers: &[(i64, String)]) -> String {
    let readers: Vec<String> = readers.iter().map(|(user, how)| format!("<@{user}> ({how})")).collect();
    phrase::all_of(&readers)
}

/// Returns those of some users who can read a channel, each with what lets them in.
pub(crate) async fn among(
    http: &Http,
    guild: i64,
    channel: i64,
    users: &[i64],
) -> Result<Vec<(i64, String)>, Failure> {
    let Channel::Guild(channel) = http.get_channel(ChannelId::new(number(channel))).await? else {
        return Ok(Vec::new());
    };
    of(http, guild, &channel, users).await
}

/// Does the same for a channel that is known.
async fn of(
    http: &Http,
    guild: i64,
    channel: &GuildChannel,
    users: &[i64],
) -> Result<Vec<(i64, String)>, Failure> {
    let guild_id = GuildId::new(number(guild));
    let held = http.get_guild(guild_id).await?;
    let mut readers = Vec::new();
    for user in users {
        let member = match http.get_member(guild_id, UserId::new(number(*user))).await {
            Ok(member) => member,
            Err(error) if code(&error).is_some_and(|code| NOT_A_MEMBER.contains(&code)) => continue,
            Err(error) => return Err(error.into()),
        };
        readers.extend(reads(&held, channel, &member).map(|how| (*user, how)));
    }
    Ok(readers)
}

/// Discord’s codes for a channel that is gone, or that the bot cannot see.
const NO_CHANNEL: [isize; 2] = [10_003, 50_001];

/// Returns whether a member can read a channel, or a thread that is as public as its channel.
pub(crate) async fn can_read(http: &Http, guild: i64, channel: i64, user: i64) -> Result<bool, Failure> {
    let found = async |channel: ChannelId| match http.get_channel(channel).await {
        Ok(Channel::Guild(channel)) => Ok(Some(channel)),
        Ok(_) => Ok(None),
        Err(error) if code(&error).is_some_and(|code| NO_CHANNEL.contains(&code)) => Ok(None),
        Err(error) => Err(Failure::from(error)),
    };
    let Some(channel) = found(ChannelId::new(number(channel))).await? else { return Ok(false) };
    let parent = match (channel.kind, channel.parent_id) {
        (ChannelType::PrivateThread, _) => None,
        (ChannelType::PublicThread | ChannelType::NewsThread, Some(parent)) => found(parent).await?,
        _ => Some(channel),
    };
    let Some(channel) = parent else { return Ok(false) };
    Ok(!of(http, guild, &channel, &[user]).await?.is_empty())
}

/// Checks that a person who is to play in a match cannot read what onlookers are told about it.
///
/// # Errors
/// If they can, or if Discord does not say.
pub(crate) async fn check(http: &Http, game: &Match, user: i64) -> Result<(), Failure> {
    let Some(channel) = game.terms.spectators else { return Ok(()) };
    match among(http, game.guild_id, channel, &[user]).await?.pop() {
        None => Ok(()),
        Some((user, how)) => Err(Failure::denied(format!(
            "<@{user}> can read <#{channel}> {how}, where onlookers are told what players keep secret, and so can’t take a seat."
        ))),
    }
}
