//! The match that a player or a host means: the one with the number that they give, or one of those that they play or host.

use std::sync::Arc;

use poise::serenity_prelude::Http;

use super::texts;
use super::urgency::{is_asked, sort_by_urgency};
use crate::ui::context::Context;
use crate::ui::failure::Failure;
use crate::ui::person::of_command;
use crate::ui::readers;
use crate::ui::snowflakes::ToStored;
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Matches, Person, Status, Summary};

/// The result of a match lookup.
pub(crate) enum Lookup {
    /// This match.
    One(Arc<Match>),
    /// One of these matches; the person has to choose.
    Several(Vec<Summary>),
}

impl Lookup {
    /// Returns the only match, or asks for its number, after a sentence that says why that is needed.
    pub(crate) fn one(self, why: &str) -> Result<Arc<Match>, Failure> {
        match self {
            Self::One(game) => Ok(game),
            Self::Several(rows) => Err(Failure::denied(texts::say_which(why, &rows))),
        }
    }
}

/// The number of a match as somebody has given it, with a client to find out whether they may know about that match.
#[derive(Clone, Copy)]
pub(crate) struct Numbered<'a> {
    pub(super) number: MatchId,
    pub(super) http: &'a Http,
}

impl<'a> Numbered<'a> {
    /// Returns the number of the match that a message is about to which somebody replies.
    pub(crate) fn referred(number: MatchId, http: &'a Http) -> Self {
        Self { number, http }
    }
}

/// Returns the number of a match as somebody has given it in a command, if they have.
pub(crate) fn numbered(ctx: Context<'_>, number: Option<i64>) -> Option<Numbered<'_>> {
    number.map(|number| Numbered { number: MatchId(number), http: ctx.http() })
}

// What players mean

/// Returns the match that a player means.
pub(crate) async fn played(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    among_played(matches, person, number, channel, |_| true, texts::no_seat).await
}

/// Returns the match that a player means, among those for which `fits` holds. If there is none, `none` is the refusal.
async fn among_played(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    fits: impl Fn(&Summary) -> bool,
    none: fn() -> String,
) -> Result<Lookup, Failure> {
    if let Some(Numbered { number, http }) = number {
        return Ok(Lookup::One(known(http, matches, person, number, channel).await?));
    }
    let mut rows = matches.played_by(person.user_id).await?;
    rows.retain(fits);
    if rows.is_empty() {
        return Err(Failure::denied(none()));
    }
    choose_among(matches, person, rows, channel).await
}

/// Returns the match in which a player means to act. Matches that ask nothing of that player only count if there are no
/// others.
pub(crate) async fn acted_in(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    let rows = match played(matches, person, number, channel).await? {
        Lookup::Several(rows) => rows,
        one @ Lookup::One(_) => return Ok(one),
    };
    let mut asked = Vec::new();
    for row in &rows {
        let game = matches.load_listed(row).await?;
        if game.status == Status::Running && is_asked(&game, person.user_id) {
            asked.push(row.clone());
        }
    }
    choose_among(matches, person, if asked.is_empty() { rows } else { asked }, channel).await
}

/// Returns the match that a player means, among those that have not begun.
pub(crate) async fn not_begun(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    let fits = |row: &Summary| matches!(row.status, Status::Signup | Status::Pregame);
    let found = among_played(matches, person, number, channel, fits, texts::no_signup_here).await?;
    found.one("You’re in several matches that have not begun")
}

/// Returns the running turn-based match that a player means.
pub(crate) async fn of_turns(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    let fits = |row: &Summary| is_running_in_turns(matches, row);
    among_played(matches, person, number, channel, fits, texts::no_turns_here).await
}

/// Returns the running match that a player means to resign from.
pub(crate) async fn resignable(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    let fits = |row: &Summary| can_resign(matches, row);
    among_played(matches, person, number, channel, fits, texts::nothing_to_resign_from).await
}

/// Returns whether a match is running from which players can resign.
pub(super) fn can_resign(matches: &Matches, row: &Summary) -> bool {
    let game = matches.games().get(&row.game);
    row.status == Status::Running && game.is_some_and(|game| game.info().can_resign)
}

/// Returns whether a match is running in which players take turns.
pub(super) fn is_running_in_turns(matches: &Matches, row: &Summary) -> bool {
    let game = matches.games().get(&row.game);
    row.status == Status::Running && game.is_some_and(|game| !game.info().is_hosted())
}

// What hosts mean

/// Returns the person using a host command, and the match that is meant.
pub(crate) async fn meant(ctx: Context<'_>, number: Option<i64>) -> Result<(Person, Arc<Match>), Failure> {
    let person = of_command(ctx).await?;
    let game = hosted(&ctx.data().matches, &person, numbered(ctx, number), ctx.channel_id().stored()).await?;
    Ok((person, game))
}

/// Returns the match that a host means. Whether the person may do what they ask is checked later, by the command.
async fn hosted(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if let Some(Numbered { number, http }) = number {
        return known(http, matches, person, number, channel).await;
    }
    let rows = hosted_now(matches, person).await?;
    if rows.is_empty() {
        return Err(Failure::denied(texts::hosts_nothing()));
    }
    choose_among(matches, person, rows, channel).await?.one("You’re hosting several matches")
}

/// Returns the matches that a person hosts and that have not ended, as seen from a server or a direct message.
pub(super) async fn hosted_now(matches: &Matches, person: &Person) -> Result<Vec<Summary>, Failure> {
    hosted_rows(matches, person, false).await
}

/// Returns the matches that a person hosts or has hosted, as seen from a server; in a direct message, those that have not ended.
pub(super) async fn hosted_ever(matches: &Matches, person: &Person) -> Result<Vec<Summary>, Failure> {
    hosted_rows(matches, person, true).await
}

async fn hosted_rows(matches: &Matches, person: &Person, with_ended: bool) -> Result<Vec<Summary>, Failure> {
    let Some(guild) = person.guild_id else { return Ok(matches.hosted_by(person.user_id).await?) };
    let mut rows = matches.in_guild(guild, with_ended).await?;
    rows.retain(|row| person.hosts_summary(row));
    Ok(rows)
}

// The match with a number, and the one among several

/// Returns the match with a number, for somebody who may know about it: who plays in it or may come to, hosts it, or can read its
/// channel. To others, it does not exist. Those who ask in its channel can read that.
pub(crate) async fn known(
    http: &Http,
    matches: &Matches,
    person: &Person,
    number: MatchId,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if number == MatchId(texts::MORE_ID) {
        return Err(Failure::denied(texts::TYPE_ON));
    }
    let game = matches.load(number).await?;
    if person.hosts(&game) || game.possible_players().contains(&person.user_id) {
        return Ok(game);
    }
    let is_here = person.guild_id == Some(game.guild_id);
    let can_read = || readers::can_read(http, game.guild_id, game.channel_id, person.user_id);
    if is_here && (channel == game.channel_id || can_read().await?) {
        return Ok(game);
    }
    Err(Failure::denied(texts::no_match(number)))
}

/// Returns the only match, the only one in this channel, or all of them, the most urgent for a person first.
pub(crate) async fn choose_among(
    matches: &Matches,
    person: &Person,
    rows: Vec<Summary>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    match only_candidate(rows, channel) {
        Ok(row) => Ok(Lookup::One(matches.load_listed(&row).await?)),
        Err(mut rows) => {
            sort_by_urgency(matches, person.user_id, &mut rows).await;
            Ok(Lookup::Several(rows))
        }
    }
}

/// Returns the only row, or the only one in this channel.
fn only_candidate(mut rows: Vec<Summary>, channel: ChannelId) -> Result<Summary, Vec<Summary>> {
    if rows.len() == 1 {
        return Ok(rows.remove(0));
    }
    let mut here = rows.iter().enumerate().filter(|(_, row)| row.channel_id == channel).map(|(i, _)| i);
    match (here.next(), here.next()) {
        (Some(i), None) => Ok(rows.remove(i)),
        _ => Err(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::ids::{GuildId, UserId};
    use trigon_engine::matches::Status;

    fn row(id: MatchId, channel_id: ChannelId) -> Summary {
        Summary {
            id,
            version: 1,
            game: "chess".into(),
            guild_id: GuildId(1),
            channel_id,
            host_id: UserId(1),
            co_hosts: Vec::new(),
            title: format!("Match {id}"),
            status: Status::Running,
        }
    }

    #[test]
    fn the_only_one_or_the_one_of_the_channel_is_meant() {
        let meant = |rows: &[(i64, i64)], channel: i64| {
            let rows = rows.iter().map(|(id, channel)| row(MatchId(*id), ChannelId(*channel))).collect();
            only_candidate(rows, ChannelId(channel)).map(|row| row.id.0).map_err(|rows| rows.len())
        };
        assert_eq!(meant(&[(1, 10)], 99), Ok(1));
        assert_eq!(meant(&[(1, 10), (2, 20)], 20), Ok(2));
        assert_eq!(meant(&[(1, 10), (2, 20)], 99), Err(2));
        assert_eq!(meant(&[(1, 10), (2, 10), (3, 30)], 10), Err(3));
        assert_eq!(meant(&[], 10), Err(0));
    }
}
