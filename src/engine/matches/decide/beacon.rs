//! The public beacon: the roster closes before its round is published, and the match starts with its signature.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::beacon::{Beacon, Pulse};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::TimerKind;
use trigon_clock::Millis;

/// How long before the publication of the round the roster must be closed at the latest, so that the post about it is
/// older than the round. Otherwise, another round is named.
const MIN_CLOSING_LEAD: Millis = 60_000;

/// The wait before the round is looked for again.
const RETRY_DELAY: Millis = 60_000;

/// The number of failed attempts to get the round after which the hosts are told.
const FAILURES_UNTIL_REPORT: u32 = 3;

/// How long a roster without enough players stays open, at least.
const MIN_EXTENSION: Millis = 24 * HOUR;

/// Closes the roster, or looks for the round.
pub(super) fn ring(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let beacon = draft.before.beacon.ok_or(Denied::AlreadyDone)?;
    if beacon.closed {
        draft.look_again(beacon);
    } else {
        draft.close_roster(beacon);
    }
    Ok(draft.finish())
}

/// Adds the round to the draws, and starts the match.
pub(super) fn publish(mut draft: Draft<'_>, pulse: &Pulse) -> Result<Change, Denied> {
    let (round, signature) = (pulse.round(), pulse.signature());
    if draft.before.awaited_round() != Some(round) {
        return Err(Denied::AlreadyDone);
    }
    draft.after.beacon = draft.before.beacon.map(|beacon| Beacon { signature: Some(signature), ..beacon });
    draft.tell_channel(Notice::BeaconKnown { round, signature });
    draft.start()?;
    Ok(draft.finish())
}

/// Checks that nothing that draws depend on is final yet. The time decides, even if the clock is late.
pub(super) fn check_roster_open(game: &Match, now: Millis) -> Result<(), Denied> {
    let closes = game.beacon.filter(|beacon| beacon.closed || beacon.closes <= now);
    if closes.is_some() { Err(Denied::RosterClosed(game.id)) } else { Ok(()) }
}

impl Draft<'_> {
    /// Makes the roster final, or leaves it open for longer if the match could not start with it. This is decided before
    /// anybody knows the round, so it cannot be used to wait for one that suits somebody.
    fn close_roster(&mut self, beacon: Beacon) {
        let hours = self.before.terms.beacon_hours.unwrap_or_default();
        let is_ready = Draft::new_like(self).start().is_ok();
        let next = if is_ready {
            let is_other = beacon.published() < self.now + MIN_CLOSING_LEAD;
            let known = if is_other { Beacon::after(self.now) } else { beacon };
            self.tell_channel(Notice::RosterClosed { round: known.round, is_other });
            Beacon { closed: true, ..known }
        } else {
            let later = Beacon::after(self.now + MIN_EXTENSION.max(Millis::from(hours) * HOUR));
            self.tell_channel(Notice::RosterStaysOpen { closes: later.closes, round: later.round });
            later
        };
        self.after.beacon = Some(next);
        self.after
            .set_timer(TimerKind::Beacon, Some(if next.closed { next.published() } else { next.closes }));
    }

    /// Prepares for another look at the round. The look itself is taken outside of this decision.
    fn look_again(&mut self, beacon: Beacon) {
        let looks = beacon.looks.saturating_add(1);
        if looks == FAILURES_UNTIL_REPORT {
            self.tell_channel(Notice::BeaconLate { round: beacon.round });
        }
        self.after.beacon = Some(Beacon { looks, ..beacon });
        self.after.set_timer(TimerKind::Beacon, Some(self.now + RETRY_DELAY));
    }
}
