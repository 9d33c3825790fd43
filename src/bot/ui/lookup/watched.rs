//! The match that somebody wants to see, look back at, or play again; usually one of the channel, whether they play it or not.

use std::sync::Arc;

use super::meant::{Lookup, Numbered, choose_among, known};
use super::texts;
use crate::ui::failure::Failure;
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Matches, Person, Power, Status, Summary};

/// The maximum number of finished matches in a channel to look through.
const MAX_FINISHED: usize = 50;

/// Returns the match whose board somebody wants to see: one in the channel, if only one that is over, or one that the person plays.
pub(crate) async fn seen(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    if let Some(Numbered { number, http }) = number {
        return Ok(Lookup::One(known(http, matches, person, number, channel).await?));
    }
    let of_guild = match person.guild_id {
        Some(guild) => matches.in_guild(guild, false).await?,
        None => Vec::new(),
    };
    let here: Vec<Summary> = of_guild.into_iter().filter(|row| row.channel_id == channel).collect();
    if !here.is_empty() {
        return choose_among(matches, person, here, channel).await;
    }
    if let Some(game) = last_finished(matches, person, channel, |_| true).await? {
        return Ok(Lookup::One(game));
    }
    let played = matches.played_by(person.user_id).await?;
    if played.is_empty() {
        return Err(Failure::denied(texts::no_match_here()));
    }
    choose_among(matches, person, played, channel).await
}

/// Returns the match of this channel that somebody wants to look back at: one that `fits`, or else the last one here that is over.
/// If there is neither, it is the match whose board they would see.
pub(crate) async fn looked_back_at(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    fits: fn(&Match) -> bool,
) -> Result<Lookup, Failure> {
    let found = seen(matches, person, number, channel).await;
    // With a number, that match is meant, or there is none.
    let is_here_and_fits = |game: &Match| game.channel_id == channel && fits(game);
    if number.is_some() || matches!(&found, Ok(Lookup::One(game)) if is_here_and_fits(game)) {
        return found;
    }
    last_finished(matches, person, channel, |_| true).await?.map_or(found, |game| Ok(Lookup::One(game)))
}

/// Returns the match that a person wants to play again: the last finished one of the channel in which they were a player or,
/// if it is hosted, which they host.
pub(crate) async fn to_play_again(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if let Some(Numbered { number, http }) = number {
        return known(http, matches, person, number, channel).await;
    }
    let is_own = |game: &Match| {
        if game.info().is_hosted() {
            person.check_power(Power::Roster, game).is_ok()
        } else {
            game.seat_of(person.user_id).is_some()
        }
    };
    let found = last_finished(matches, person, channel, is_own).await?;
    found.ok_or_else(|| Failure::denied(texts::nothing_to_play_again()))
}

/// Returns the last finished match in a channel for which `fits` holds, if there is one.
async fn last_finished(
    matches: &Matches,
    person: &Person,
    channel: ChannelId,
    fits: impl Fn(&Match) -> bool,
) -> Result<Option<Arc<Match>>, Failure> {
    let of_guild = match person.guild_id {
        Some(guild) => matches.in_guild(guild, true).await?,
        None => Vec::new(),
    };
    let here =
        of_guild.into_iter().rev().filter(|row| row.channel_id == channel && row.status == Status::Over);
    for row in here.take(MAX_FINISHED) {
        let game = matches.load_listed(&row).await?;
        if fits(&game) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}
