//! The match as it was at an earlier moment.

use std::borrow::Cow;

use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;

impl Match {
    /// Returns the match as it was after an entry. Posts show the match as it was then, and an undo looks at what it would go back to.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn up_to(&self, seq: Seq) -> Result<Cow<'_, Self>, MatchError> {
        if self.seq() <= seq {
            return Ok(Cow::Borrowed(self));
        }
        let mut then = self.clone();
        then.give_back_seats_taken_after(seq);
        then.restore_roster_corrected_after(seq);
        then.log.retain(|entry| entry.seq <= seq);
        then.recall_vacancies();
        then.fold()?;
        Ok(Cow::Owned(then))
    }

    /// Gives each seat back to whoever had it before it passed on after an entry.
    fn give_back_seats_taken_after(&mut self, seq: Seq) {
        for entry in self.log.iter().rev().filter(|entry| entry.seq > seq) {
            if let Some(Control::Take(tenure)) = entry.control()
                && let Some(place) = tenure.seat.index(self.players.len())
            {
                let player = &mut self.players[place];
                player.user_id = tenure.before;
                player.name.clone_from(&tenure.before_name);
            }
        }
    }

    /// Sets what was so before the first correction of the roster after an entry: a setup holds until it is corrected.
    fn restore_roster_corrected_after(&mut self, seq: Seq) {
        let corrected = self.log.iter().find_map(|entry| match entry.control() {
            Some(Control::Correct { was: Some(was), .. }) if entry.seq > seq => Some(was.clone()),
            _ => None,
        });
        let Some(was) = corrected else { return };
        (self.setup, self.start_hash) = (Some(was.setup), was.start_hash);
        for (player, fields) in self.players.iter_mut().zip(was.fields) {
            player.fields = fields;
        }
    }

    /// Returns the match as it was when play began.
    ///
    /// # Errors
    /// Fails if play has not begun, or if the log cannot be folded.
    pub fn at_first(&self) -> Result<Cow<'_, Self>, MatchError> {
        let begin = self.log.iter().find(|entry| entry.control() == Some(&Control::Begin));
        self.up_to(begin.ok_or(Denied::NotBegun(self.id))?.seq)
    }
}
