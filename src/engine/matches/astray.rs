//! Timers that are stored for a match although it does not have them. The bot stores timers and the log together, so such a
//! timer was changed past it, or comes from a copy that was put back in part.

use super::command::Change;
use super::error::{Fault, MatchError};
use super::game_match::Match;
use super::service::Matches;
use super::timer::Timer;
use crate::store::{DueRow, Status};

impl Match {
    /// Returns whether the log says that the clock is running.
    pub(super) fn clock_runs(&self) -> bool {
        matches!(self.status, Status::Pregame | Status::Running) && self.paused().is_none()
    }
}

impl Matches {
    /// Makes sure that a timer that a match does not have is not stored, either: it would be due forever. If it is, the
    /// timers that the match has are stored anew.
    ///
    /// # Errors
    /// If storage fails, or the timers of the match cannot be right.
    pub(super) async fn settle_timer(&self, row: &DueRow, timer: Timer) -> Result<(), MatchError> {
        // Usually somebody else has done what it was for.
        if !self.store().due_of(row.match_id).await?.contains(row) {
            return Ok(());
        }
        let game = self.load(row.match_id).await?;
        let mut right = Match::clone(&game);
        match (game.clock_runs(), game.timers.contains(&timer)) {
            (false, _) => right.set_timers(Vec::new()),
            (true, false) => {}
            (true, true) => return Err(Fault::Stored { id: game.id, what: "timers" }.into()),
        }
        // As they are stored.
        let mut wrong = Match::clone(&game);
        wrong.timers = vec![timer];
        let change = Change { after: right, entries: 0, roster: false, messages: Vec::new() };
        // If the match has changed meanwhile, its timers were stored with that.
        if self.commit(&wrong, change).await?.is_some() {
            tracing::warn!(
                id = game.id,
                timer = row.kind,
                at = row.at,
                "a stored timer contradicted the log of its match; the timers of the match were stored anew"
            );
        }
        Ok(())
    }
}
