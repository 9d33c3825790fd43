//! [`Timer`]: something the clock has to do for a match; and [`LastCall`]: fetching what was sent before a deadline but
//! has not arrived yet.

use std::collections::BTreeSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::DueRow;
use trigon_clock::Millis;

/// How far Discord's timestamps of messages and stored times may differ, in milliseconds.
pub const UNCERTAIN: Millis = 1_500;

/// Something the clock has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    /// The time at which it is due.
    pub at: Millis,
    /// What to do.
    pub kind: TimerKind,
}

/// What a timer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerKind {
    /// To end whatever is being waited for.
    Deadline,
    /// To remind the players who have not answered, this many minutes before the deadline.
    Reminder(u32),
    /// To remind the players who have chosen how long before the deadline.
    Chosen,
    /// To end a phase before its deadline, or to say that it will end, because everyone is ready.
    Early,
    /// To end an offer of a seat that has not been answered.
    Offer,
    /// To end the time of a substitute.
    Return,
    /// To start a stopped clock again.
    Unpause,
    /// To close the roster before the round of the beacon is published, or to look for that round.
    Beacon,
    /// To let computed seats think.
    Think,
}

impl fmt::Display for TimerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deadline => f.write_str("deadline"),
            Self::Reminder(minutes) => write!(f, "reminder-{minutes}"),
            Self::Chosen => f.write_str("chosen"),
            Self::Early => f.write_str("early"),
            Self::Offer => f.write_str("offer"),
            Self::Return => f.write_str("return"),
            Self::Unpause => f.write_str("unpause"),
            Self::Beacon => f.write_str("beacon"),
            Self::Think => f.write_str("think"),
        }
    }
}

impl FromStr for TimerKind {
    type Err = ();

    /// Parses what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.strip_prefix("reminder-") {
            Some(minutes) => minutes.parse().map(Self::Reminder).map_err(|_| ()),
            None if text == "deadline" => Ok(Self::Deadline),
            None if text == "chosen" => Ok(Self::Chosen),
            None if text == "early" => Ok(Self::Early),
            None if text == "offer" => Ok(Self::Offer),
            None if text == "return" => Ok(Self::Return),
            None if text == "unpause" => Ok(Self::Unpause),
            None if text == "beacon" => Ok(Self::Beacon),
            None if text == "think" => Ok(Self::Think),
            None => Err(()),
        }
    }
}

/// Asks for the last answers before a deadline takes effect.
pub trait LastCall: Send + Sync {
    /// Waits until everything that the players of these matches have sent so far has arrived, as far as can be known.
    fn call<'a>(&'a self, matches: &'a [i64]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

    /// Returns whether people can reach the bot in a server, as far as is known: whether it was not removed from it.
    fn is_in(&self, _guild_id: i64) -> bool {
        true
    }

    /// Waits, for a few seconds at most, until everything that has arrived so far from the players of these matches is
    /// stored.
    fn arrived<'a>(&'a self, matches: &'a [i64]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// The last call, and the times for which it has been made. Clones share them.
#[derive(Clone)]
pub(super) struct Calls {
    caller: Arc<dyn LastCall>,
    made: Arc<Mutex<BTreeSet<(i64, Millis)>>>,
}

impl Calls {
    pub(super) fn new(caller: Arc<dyn LastCall>) -> Self {
        Self { caller, made: Arc::default() }
    }

    /// Makes the call for the times that decide something and for which it has not been made yet.
    pub(super) async fn make(&self, due: &[DueRow]) {
        let decides = [TimerKind::Deadline, TimerKind::Early, TimerKind::Offer, TimerKind::Return];
        let ends = decides.map(|kind| kind.to_string());
        let due =
            due.iter().filter(|row| ends.contains(&row.kind)).map(|row| (row.match_id, row.at)).collect();
        let matches: Vec<i64> = {
            // A poisoned lock only means that another thread panicked after a complete change.
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            let before: BTreeSet<(i64, Millis)> = std::mem::replace(&mut *made, due);
            made.difference(&before).map(|(match_id, _)| *match_id).collect()
        };
        if !matches.is_empty() {
            self.caller.call(&matches).await;
        }
    }

    /// Returns whether people can reach the bot in a server, as far as is known.
    pub(super) fn is_in(&self, guild_id: i64) -> bool {
        self.caller.is_in(guild_id)
    }

    /// Waits until everything that has arrived so far from the players of the matches in `due` is stored.
    pub(super) async fn arrived(&self, due: &[&DueRow]) {
        let matches: BTreeSet<i64> = due.iter().map(|row| row.match_id).collect();
        let matches: Vec<i64> = matches.into_iter().collect();
        self.caller.arrived(&matches).await;
    }
}
