//! What happened in a round, as people would tell it: a [`RoundReport`] of what a viewer saw before it and sees after it, and of
//! nothing else, in sentences.
//!
//! Several wordings are chosen from by the number of the round, so that ten rounds do not read alike.
//!
//! | file | contents |
//! |---|---|
//! | `everyone.rs` | what everyone sees, in sentences |
//! | `player.rs` | what a player alone sees |
//! | `chronicle.rs` | how a whole match went |

mod chronicle;
mod everyone;
mod player;

pub(super) use chronicle::chronicle;

use super::observation::{PublicPlayer, Seen};
use super::state::{Made, Stage, State};
use crate::games::{Names, Seat, Story, Viewer};

/// Tells a viewer what happened between two observations, or returns `None` if nothing did.
pub(super) fn story(before: &Seen, after: &Seen, names: &Names) -> Option<Story> {
    if (before.phase, before.round) == (after.phase, after.round) {
        return None;
    }
    let report = RoundReport { before, after, names, round: before.round };
    match (after.viewer, &before.own, &after.own) {
        (Viewer::Seat(seat) | Viewer::Beside(seat), Some(then), Some(now)) => {
            report.for_seat(seat, then, now)
        }
        _ => report.for_everyone(),
    }
}

/// What a viewer sees before and after a round or the vote.
struct RoundReport<'a> {
    before: &'a Seen,
    after: &'a Seen,
    names: &'a Names,
    /// The round that has ended, or the last one.
    round: u8,
}

/// Said once, when it comes true (R6).
const NO_POWER: &str = "With four players left, nobody needs to be powered.";

impl RoundReport<'_> {
    /// Returns the triforces that were made.
    fn made(&self) -> &[Made] {
        self.after.triforces.get(self.before.triforces.len()..).unwrap_or_default()
    }

    /// Returns the seats of which something holds that everyone knows.
    fn seats_where(&self, holds: impl Fn(&PublicPlayer, &PublicPlayer) -> bool) -> Vec<Seat> {
        let both = self.before.known.iter().zip(&self.after.known).enumerate();
        both.filter(|(_, (then, now))| holds(then, now)).map(|(i, _)| Seat::at(i)).collect()
    }

    /// Says that players no longer have to be powered (R6), in the round in which that comes true.
    fn news_of_no_power(&self) -> Option<String> {
        let is_new = !self.before.needs_no_power() && self.after.needs_no_power();
        (is_new && self.after.phase == Stage::Round).then(|| NO_POWER.to_owned())
    }

    /// Says how far priorities have fallen for the round that begins.
    fn fall(&self) -> Option<String> {
        let falls = self.after.phase == Stage::Round && self.after.round >= State::FIRST_FALL;
        falls.then(|| {
            let round = self.after.round;
            format!("For round {round}, every priority fell by {round}. Below 1, it starts again at the top.")
        })
    }
}

#[cfg(test)]
mod tests;
