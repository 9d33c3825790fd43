//! Who can read a channel, and why: for channels in which secrets are told to onlookers.

use poise::serenity_prelude as serenity;
use serenity::{Channel, ChannelId, GuildChannel, GuildId, Http, Member, PartialGuild, Permissions, UserId};

use super::escape;
use super::failure::{Failure, code};
use trigon_engine::matches::Match;
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
    let overwritten = |kind: serenity::PermissionOverwriteType| {
        let overwrites = channel.permission_overwrites.iter();
        overwrites.clone().any(|it| it.kind == kind && it.allow.contains(Permissions::VIEW_CHANNEL))
    };
    if guild.owner_id == user {
        return Some("as the owner of the server".to_owned());
    }
    if let Some(role) = roles().find(|role| role.permissions.administrator()) {
        return Some(named(&role.name));
    }
    if overwritten(serenity::PermissionOverwriteType::Member(user)) {
        return Some("by a permission of their own".to_owned());
    }
    let lets_in = |role: &&serenity::Role| overwritten(serenity::PermissionOverwriteType::Role(role.id));
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

/// Returns the users who play in a match or may come to play in it: players, alternates, and those who are asked to take a
/// seat.
pub(crate) fn kept_out(game: &Match) -> Vec<i64> {
    let players = game.players.iter().map(|player| player.user_id);
    let alternates = game.alternates().iter().map(|alternate| alternate.user);
    let asked = game.seated().filter_map(|(seat, _)| game.handover(seat)).map(|handover| handover.user);
    let owners = game.seated().filter_map(|(seat, _)| game.lent(seat)).map(|lent| lent.owner);
    let mut users: Vec<i64> = players.chain(alternates).chain(asked).chain(owners).collect();
    users.sort_unstable();
    users.dedup();
    users
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
    let id = |id: i64| u64::try_from(id).unwrap_or(1).max(1);
    let guild_id = GuildId::new(id(guild));
    let held = http.get_guild(guild_id).await?;
    let Channel::Guild(channel) = http.get_channel(ChannelId::new(id(channel))).await? else {
        return Ok(Vec::new());
    };
    let mut readers = Vec::new();
    for user in users {
        let member = match http.get_member(guild_id, UserId::new(id(*user))).await {
            Ok(member) => member,
            Err(error) if code(&error).is_some_and(|code| NOT_A_MEMBER.contains(&code)) => continue,
            Err(error) => return Err(error.into()),
        };
        readers.extend(reads(&held, &channel, &member).map(|how| (*user, how)));
    }
    Ok(readers)
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
