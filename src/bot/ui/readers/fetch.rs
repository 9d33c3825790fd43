//! Who can read a channel, as Discord says when it is asked.

use poise::serenity_prelude as serenity;
use serenity::{Channel, ChannelType, GuildChannel, Http};

use super::permissions::{Keys, reads};
use crate::ui::failure::{Failure, code};
use crate::ui::snowflakes::{ToDiscord, ToStored};
use trigon_engine::ids::{ChannelId, GuildId, UserId};
use trigon_engine::matches::{Readers, UnknownReaders};

/// Discord’s codes for somebody who is not in the server.
const NOT_A_MEMBER: [isize; 2] = [10_007, 10_013];

/// Discord’s code for a channel that is gone.
pub(super) const UNKNOWN_CHANNEL: isize = 10_003;

/// Discord’s codes for a channel that is gone, or that the bot cannot see.
const GONE_OR_HIDDEN: [isize; 2] = [UNKNOWN_CHANNEL, 50_001];

/// How many members Discord lists at once, at most.
pub(crate) const MEMBERS_PER_PAGE: usize = 1_000;

/// How many times members are asked for. In a larger server, anyone may be an administrator.
pub(crate) const MAX_MEMBER_PAGES: usize = 10;

/// Returns whether Discord says that somebody is not in the server.
pub(crate) fn is_not_a_member(error: &serenity::Error) -> bool {
    code(error).is_some_and(|code| NOT_A_MEMBER.contains(&code))
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
    for _ in 0..MAX_MEMBER_PAGES {
        let members = match http.get_guild_members(guild, Some(MEMBERS_PER_PAGE as u64), after).await {
            Ok(members) => members,
            // The operator has not turned on the list of members.
            Err(error) if code(&error).is_some() => return Ok(readers),
            Err(error) => return Err(error.into()),
        };
        users.extend(members.iter().filter(|it| keys.administers(it)).map(|it| it.user.id.stored()));
        if members.len() < MEMBERS_PER_PAGE {
            return Ok(Readers::only(users));
        }
        after = members.iter().map(|member| member.user.id.get()).max();
    }
    Ok(readers)
}

/// Returns who can read a channel of a server.
pub(crate) async fn of_channel(http: &Http, guild: GuildId, channel: ChannelId) -> Result<Readers, Failure> {
    let guild = http.get_guild(guild.discord()).await?;
    match http.get_channel(channel.discord()).await? {
        Channel::Guild(channel) => listed(http, guild.id, &Keys::from(&guild), &channel).await,
        _ => Ok(Readers { users: Vec::new(), others: UnknownReaders::Members }),
    }
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
    among_of_channel(http, guild, &channel, users).await
}

/// Returns those of some users who can read a channel that has been fetched, each with what lets them in.
async fn among_of_channel(
    http: &Http,
    guild: GuildId,
    channel: &GuildChannel,
    users: &[UserId],
) -> Result<Vec<(UserId, String)>, Failure> {
    let guild = http.get_guild(guild.discord()).await?;
    let mut readers = Vec::new();
    for user in users {
        let member = match http.get_member(guild.id, user.discord()).await {
            Ok(member) => member,
            Err(error) if is_not_a_member(&error) => continue,
            Err(error) => return Err(error.into()),
        };
        readers.extend(reads(&guild, channel, &member).map(|how| (*user, how)));
    }
    Ok(readers)
}

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
        Err(error) if code(&error).is_some_and(|code| GONE_OR_HIDDEN.contains(&code)) => Ok(None),
        Err(error) => Err(Failure::from(error)),
    };
    let Some(channel) = found(channel.discord()).await? else { return Ok(false) };
    let public_channel = match (channel.kind, channel.parent_id) {
        (ChannelType::PrivateThread, _) => None,
        (ChannelType::PublicThread | ChannelType::NewsThread, Some(parent)) => found(parent).await?,
        _ => Some(channel),
    };
    let Some(channel) = public_channel else { return Ok(false) };
    Ok(!among_of_channel(http, guild, &channel, &[user]).await?.is_empty())
}
