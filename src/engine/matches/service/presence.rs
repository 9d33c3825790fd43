//! [`Presence`]: what this process remembers about when the bot was away, and whom Discord does not reach.
//!
//! It is a part of [`Matches`](super::matches::Matches). What follows from it for people is in `absences.rs`.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::ids::MatchId;
use trigon_clock::Millis;

/// How often it is stored that the bot is there.
pub(crate) const PRESENCE_INTERVAL: Duration = Duration::from_mins(1);

/// What this process remembers about when the bot was away, and whom Discord does not reach. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presence {
    notes: Arc<Mutex<PresenceNotes>>,
    /// Whether people have been given back the time in which the bot was away.
    is_time_given_back: Arc<watch::Sender<bool>>,
}

#[derive(Debug, Default)]
struct PresenceNotes {
    /// The stretches of time in which the bot was away.
    absences: Vec<Range<Millis>>,
    /// When it was last stored that the bot is there.
    stored_at: Millis,
    /// The matches in which Discord has refused so far to bring somebody a question.
    with_unreached_players: Vec<MatchId>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, PresenceNotes> {
        // Each change is a single one, so a panic leaves nothing half done.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records whether people have been given back the time in which the bot was away.
    pub(crate) fn set_time_given_back(&self, is_time_given_back: bool) {
        self.is_time_given_back.send_replace(is_time_given_back);
    }

    /// Waits until people have been given back the time in which the bot was away.
    pub(crate) async fn wait_until_time_is_given_back(&self) {
        // The sender lives as long as `self`.
        let _ = self.is_time_given_back.subscribe().wait_for(|is_given_back| *is_given_back).await;
    }

    /// Adds a stretch of time in which the bot was away.
    pub(crate) fn add_absence(&self, absence: Range<Millis>) {
        self.lock().absences.push(absence);
    }

    /// Returns whether the bot was away at a time.
    pub(crate) fn was_away(&self, at: Millis) -> bool {
        self.lock().absences.iter().any(|absence| absence.contains(&at))
    }

    /// Replaces the list of matches in which Discord has refused so far to bring somebody a question.
    pub(crate) fn set_matches_with_unreached_players(&self, matches: Vec<MatchId>) {
        self.lock().with_unreached_players = matches;
    }

    /// Returns whether Discord has refused so far to bring somebody in a match a question.
    pub(crate) fn has_unreached_players(&self, id: MatchId) -> bool {
        self.lock().with_unreached_players.contains(&id)
    }

    /// Returns whether [`PRESENCE_INTERVAL`] has passed since it was last stored that the bot is there. If so, the next interval
    /// begins now, and the caller has to store it.
    pub(crate) fn begin_interval_if_due(&self, now: Millis) -> bool {
        let mut notes = self.lock();
        let is_due = now.abs_diff(notes.stored_at) >= PRESENCE_INTERVAL.as_millis() as u64;
        if is_due {
            notes.stored_at = now;
        }
        is_due
    }
}
