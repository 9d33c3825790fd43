//! [`RoundReport`]: what a viewer sees before and after a round or the vote, from which the sentences are made.

use super::super::observation::{PublicPlayer, Seen};
use super::super::state::{Made, Stage, State};
use crate::games::{Names, Seat};

/// What a viewer sees before and after a round or the vote.
pub(super) struct RoundReport<'a> {
    pub(super) before: &'a Seen,
    pub(super) after: &'a Seen,
    pub(super) names: &'a Names,
    /// The round that has ended, or the last one.
    pub(super) round: u8,
}

/// Said once, when it comes true (R6).
pub(super) const NO_POWER: &str = "With four players left, nobody needs to be powered.";

impl RoundReport<'_> {
    /// Returns the triforces that were made.
    pub(super) fn made(&self) -> &[Made] {
        self.after.triforces.get(self.before.triforces.len()..).unwrap_or_default()
    }

    /// Returns the seats of which something holds that everyone knows.
    pub(super) fn seats_where(&self, holds: impl Fn(&PublicPlayer, &PublicPlayer) -> bool) -> Vec<Seat> {
        let both = self.before.known.iter().zip(&self.after.known).enumerate();
        both.filter(|(_, (then, now))| holds(then, now)).map(|(i, _)| Seat::at(i)).collect()
    }

    /// Says that players no longer have to be powered (R6), in the round in which that comes true.
    pub(super) fn needs_no_power(&self) -> Option<String> {
        let is_new = self.before.left != 4 && self.after.left == 4 && self.after.phase == Stage::Round;
        is_new.then(|| NO_POWER.to_owned())
    }

    /// Says how far priorities have fallen for the round that begins.
    pub(super) fn fall(&self) -> Option<String> {
        let falls = self.after.phase == Stage::Round && self.after.round >= State::FIRST_FALL;
        falls.then(|| {
            let round = self.after.round;
            format!("For round {round}, every priority fell by {round}. Below 1, it starts again at the top.")
        })
    }
}
