//! The match that one of its players means.

use std::sync::Arc;

use super::found::{Lookup, Numbered, choose_among, known};
use super::texts;
use super::urgency::is_asked;
use crate::ui::failure::Failure;
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Matches, Person, Status, Summary};

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

pub(super) fn can_resign(matches: &Matches, row: &Summary) -> bool {
    let game = matches.games().get(&row.game);
    row.status == Status::Running && game.is_some_and(|game| game.info().can_resign)
}

pub(super) fn is_running_in_turns(matches: &Matches, row: &Summary) -> bool {
    row.status == Status::Running && is_of_turns(matches, row)
}

fn is_of_turns(matches: &Matches, row: &Summary) -> bool {
    matches.games().get(&row.game).is_some_and(|game| !game.info().is_hosted())
}
