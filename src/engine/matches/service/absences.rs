//! [`Presence`]: when the bot was there, and whom it could reach, as far as this process knows.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::ids::MatchId;
use trigon_clock::Millis;

/// How often it is noted that the bot is there.
pub(crate) const PRESENCE_INTERVAL: Duration = Duration::from_mins(1);

/// What this process knows about when the bot was there, and whom it could reach. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presence {
    noted: Arc<Mutex<PresenceNotes>>,
    /// Whether the time in which the bot was away has been given back.
    is_back: Arc<watch::Sender<bool>>,
}

#[derive(Debug, Default)]
struct PresenceNotes {
    /// The stretches of time in which the bot was away.
    absences: Vec<Range<Millis>>,
    /// When it was last noted that it is there.
    last: Millis,
    /// The matches in which Discord has refused to bring somebody a question so far.
    unreached: Vec<MatchId>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, PresenceNotes> {
        // Each change is a single one, so a panic leaves nothing half done.
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whether the time in which the bot was away has been given back.
    pub(crate) fn set_back(&self, is_back: bool) {
        self.is_back.send_replace(is_back);
    }

    /// Waits until the time in which the bot was away has been given back.
    pub(crate) async fn back(&self) {
        // The sender lives as long as `self`.
        let _ = self.is_back.subscribe().wait_for(|is_back| *is_back).await;
    }

    pub(crate) fn note_absence(&self, absence: Range<Millis>) {
        self.lock().absences.push(absence);
    }

    /// Returns whether Discord has refused to bring somebody in a match a question so far.
    pub(crate) fn is_in_trouble(&self, id: MatchId) -> bool {
        self.lock().unreached.contains(&id)
    }

    pub(crate) fn note_unreached(&self, matches: Vec<MatchId>) {
        self.lock().unreached = matches;
    }

    /// Returns whether the bot was away at a time.
    pub(crate) fn was_away(&self, at: Millis) -> bool {
        self.lock().absences.iter().any(|absence| absence.contains(&at))
    }

    /// Returns whether it has to be noted again that the bot is there.
    pub(crate) fn is_time(&self, now: Millis) -> bool {
        let mut noted = self.lock();
        let is_time = now.abs_diff(noted.last) >= PRESENCE_INTERVAL.as_millis() as u64;
        noted.last = if is_time { now } else { noted.last };
        is_time
    }
}
