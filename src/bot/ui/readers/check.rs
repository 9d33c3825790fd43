//! Checking, before somebody takes a seat, that they cannot read what onlookers were told; remembering and naming those who can.

use poise::serenity_prelude as serenity;
use serenity::{Channel, GuildChannel, GuildMemberFlags, Http};

use super::fetch::{UNKNOWN_CHANNEL, is_not_a_member, listed};
use super::permissions::{Keys, reads};
use crate::ui::failure::{Failure, code};
use crate::ui::snowflakes::ToDiscord;
use trigon_engine::ids::{ChannelId, MatchId, UserId};
use trigon_engine::matches::{Actor, Command, Denied, Match, MatchError, Matches, Millis, Readers};
use trigon_rules::games::phrase;

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
        Err(error) if is_not_a_member(&error) => None,
        Err(error) => return Err(error.into()),
    };
    let mut readable = None;
    for channel in channels {
        // What was posted is gone with the channel.
        let Some(held) = fetch_channel(http, channel).await? else { continue };
        if lounges.contains(&channel) {
            remember(matches, game.id, listed(http, guild.id, &Keys::from(&guild), &held).await?).await?;
        }
        let how = member.as_ref().and_then(|member| reads(&guild, &held, member));
        readable = readable.or(how.map(|how| (channel, how)));
    }
    if let Some((channel, how)) = readable {
        return Err(Failure::denied(can_read(user, channel, &how)));
    }
    // Somebody who has left the server meanwhile may have read it before.
    let stayed = member.filter(|member| !member.flags.contains(GuildMemberFlags::DID_REJOIN));
    let joined = stayed.and_then(|member| member.joined_at);
    Ok(joined.map(|joined| joined.unix_timestamp().saturating_mul(1_000)))
}

/// Returns a channel for onlookers, or `None` if it is gone or no channel of a server.
///
/// # Errors
/// If the bot cannot see it.
async fn fetch_channel(http: &Http, channel: ChannelId) -> Result<Option<GuildChannel>, Failure> {
    match http.get_channel(channel.discord()).await {
        Ok(Channel::Guild(held)) => Ok(Some(held)),
        Ok(_) => Ok(None),
        Err(error) if code(&error) == Some(UNKNOWN_CHANNEL) => Ok(None),
        Err(error) if code(&error).is_some() => Err(Failure::denied(unseen(channel))),
        Err(error) => Err(error.into()),
    }
}

/// Remembers who can read earlier posts for onlookers.
pub(crate) async fn remember(matches: &Matches, id: MatchId, readers: Readers) -> Result<(), Failure> {
    match matches.give(id, &Actor::Clock, &Command::LetIn(readers)).await {
        Ok(_) | Err(MatchError::Denied(Denied::AlreadyDone)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Says why somebody cannot take a seat.
fn can_read(user: UserId, channel: ChannelId, how: &str) -> String {
    format!(
        "<@{user}> can read <#{channel}> {how}, where onlookers are told what players keep secret, and so can’t take a seat."
    )
}

/// Says why nobody can take a seat.
fn unseen(channel: ChannelId) -> String {
    format!(
        "I can’t see <#{channel}>, where onlookers were told what players keep secret, so I don’t know who can read it. Until I \
         can see it, nobody can take a seat."
    )
}

/// Lists who can read a channel although they play, each with what lets them in.
pub(crate) fn leaks(readers: &[(UserId, String)]) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for (user, how) in readers {
        let user = format!("<@{user}>");
        match groups.iter_mut().find(|(known, _)| *known == how.as_str()) {
            Some((_, users)) => users.push(user),
            None => groups.push((how, vec![user])),
        }
    }
    let group = |(how, users): &(&str, Vec<String>)| format!("{} ({how})", phrase::all_of(users));
    groups.iter().map(group).collect::<Vec<_>>().join("; ")
}
