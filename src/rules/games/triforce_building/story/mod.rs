//! What happened in a round, as people would tell it: from what a viewer saw before it and sees after it, and from nothing else.
//!
//! Several wordings are chosen from by the number of the round, so that ten rounds do not read alike.
//!
//! | file | contents |
//! |---|---|
//! | `report.rs` | [`RoundReport`]: what a viewer sees before and after |
//! | `everyone.rs` | what everyone sees, in sentences |
//! | `player.rs` | what a player alone sees |
//! | `standings.rs` | the final standings |
//! | `chronicle.rs` | how a whole match went |

mod chronicle;
mod everyone;
mod player;
mod report;
mod standings;

pub(super) use chronicle::chronicle;
use report::RoundReport;
pub(super) use standings::groups;

use super::observation::Seen;
use crate::games::{Names, Story, Viewer};

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

#[cfg(test)]
mod tests;
