//! Who plays: the roster, joining and leaving, and the start.

use super::error::{Denied, MatchError};
use super::game_match::Match;
use super::rights::{Person, Power};
use super::service::Matches;
use super::{lifecycle, turns};
use crate::store::{Change, SeatRow};

/// A seat of nobody, to be filled.
pub(super) const EMPTY: SeatRow =
    SeatRow { seat: 0, user_id: 0, name: String::new(), priority: 0, garnets: 0, dm_closed: false };

/// The roster with one more player at its end.
pub(super) fn seat_one_more(game: &Match, user_id: i64, name: &str) -> Result<Change, Denied> {
    let mut seats = game.seats.clone();
    seats.push(SeatRow { user_id, name: name.to_owned(), ..EMPTY });
    lifecycle::set_seats(game, seats)
}

impl Matches {
    /// Changes the roster: what `edit` makes of the seats becomes the roster.
    ///
    /// # Errors
    /// When the person is no host, the roster is fixed or would make no sense.
    pub async fn edit_roster(
        &self,
        id: i64,
        person: &Person,
        edit: impl Fn(&mut Vec<SeatRow>) -> Result<(), Denied>,
    ) -> Result<(), MatchError> {
        self.host_change(id, person, Power::Roster, |game| {
            let mut seats = game.seats.clone();
            edit(&mut seats)?;
            Ok(lifecycle::set_seats(game, seats)?)
        })
        .await
    }

    /// Takes a seat by oneself.
    ///
    /// # Errors
    /// When sign-up is not open, the person is in already, or all seats are taken or kept for others.
    pub async fn join(&self, id: i64, user_id: i64, name: &str) -> Result<usize, MatchError> {
        self.change(id, |game| {
            if !game.options.open_signup {
                return Err(Denied::new(format!(
                    "Match {id} has no open sign-up: its host picks the players."
                ))
                .into());
            }
            if game.seat_of(user_id).is_some() {
                return Err(Denied::new(format!("You have a seat in match {id} already.")).into());
            }
            if game.seats.len() >= usize::from(game.options.players) {
                return Err(Denied::new(format!(
                    "All {} seats of match {id} are taken.",
                    game.options.players
                ))
                .into());
            }
            if !game.options.may_join(user_id) {
                return Err(Denied::new(format!("The seats of match {id} are kept for others.")).into());
            }
            let change = seat_one_more(game, user_id, name)?;
            Ok((turns::joined(game, change, self.clock().now())?, game.seats.len() + 1))
        })
        .await
    }

    /// Gives a seat up before the match is started.
    ///
    /// # Errors
    /// When the person has none, or the roster is fixed.
    pub async fn leave(&self, id: i64, user_id: i64) -> Result<usize, MatchError> {
        self.change(id, |game| {
            if game.seat_of(user_id).is_none() {
                return Err(Denied::new(format!("You have no seat in match {id}.")).into());
            }
            let mut seats = game.seats.clone();
            seats.retain(|seat| seat.user_id != user_id);
            let count = seats.len();
            Ok((lifecycle::set_seats(game, seats)?, count))
        })
        .await
    }

    /// Fixes the roster and begins. A game of turns is also started by anyone who has a seat in it; who sits where
    /// is then drawn.
    ///
    /// # Errors
    /// When the person may not start it or the roster is not complete.
    pub async fn start(&self, id: i64, person: &Person) -> Result<(), MatchError> {
        self.change(id, |game| {
            let turns = game.has_turns();
            if !(turns && game.seat_of(person.user_id).is_some()) {
                person.may(Power::Roster, game)?;
            }
            let start = if turns { turns::start } else { lifecycle::start };
            Ok((start(game, self.clock().now())?, ()))
        })
        .await
    }
}
