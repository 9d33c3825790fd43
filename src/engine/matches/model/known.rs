//! [`Known`]: what is known about a time that is due besides the match itself, so that nothing is held against people that they
//! could not know or do; and [`Presence`]: when the bot was there.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::log::Seq;
use crate::ids::{MatchId, UserId};
use tokio::sync::watch;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

/// What is known about a time that is due.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Whether the bot was away at that time.
    pub away: bool,
    /// Whether it was removed from the server.
    pub removed: bool,
    /// The people whom Discord has not shown yet what they are asked.
    pub unasked: Vec<UserId>,
    /// What became of the messages that ask people to take seats.
    pub requests: Vec<Asked>,
    /// What became of the message in the channel that shows whose turn it is, once somebody has tried to send it.
    pub turn: Option<Delivery>,
}

/// A message that asks somebody to take a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The last entry that it shows.
    pub seq: Seq,
    /// The seat.
    pub seat: Seat,
    /// The person.
    pub user: UserId,
    /// Whether it can be read.
    pub state: Delivery,
}

/// Whether a message can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Delivery {
    /// Discord has had it since this time.
    At(Millis),
    /// Discord has not taken it yet.
    Waiting,
    /// Discord never took it.
    GivenUp,
}

impl Known {
    /// Returns what became of the messages since an entry that ask a person to take a seat: the first that could be read counts.
    pub(crate) fn delivery(&self, since: Seq, seat: Seat, user: UserId) -> Option<Delivery> {
        let is_meant = |asked: &&Asked| asked.seq >= since && (asked.seat, asked.user) == (seat, user);
        self.requests.iter().filter(is_meant).map(|asked| asked.state).min()
    }
}

/// How often it is noted that the bot is there.
pub(crate) const PRESENT: Duration = Duration::from_mins(1);

/// What this process knows about when the bot was there, and whom it could reach. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presence {
    noted: Arc<Mutex<Noted>>,
    /// Whether the time in which the bot was away has been given back.
    is_back: Arc<watch::Sender<bool>>,
}

#[derive(Debug, Default)]
struct Noted {
    /// The stretches of time in which the bot was away.
    absences: Vec<(Millis, Millis)>,
    /// When it was last noted that it is there.
    last: Millis,
    /// The matches in which Discord has refused to bring somebody a question so far.
    unreached: Vec<MatchId>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, Noted> {
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

    pub(crate) fn note_absence(&self, from: Millis, to: Millis) {
        self.lock().absences.push((from, to));
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
        self.lock().absences.iter().any(|(from, to)| (*from..*to).contains(&at))
    }

    /// Returns whether it has to be noted again that the bot is there.
    pub(crate) fn is_time(&self, now: Millis) -> bool {
        let mut noted = self.lock();
        let is_time = now.abs_diff(noted.last) >= PRESENT.as_millis() as u64;
        noted.last = if is_time { now } else { noted.last };
        is_time
    }
}
