//! The log of a match: everything that players, hosts and the clock did, in order.

use super::control::{Control, Seq};
use crate::ids::{RequestId, UserId};
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// An entry of the log of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The number of the entry.
    pub seq: Seq,
    /// The time at which it was made.
    pub at: Millis,
    /// The author.
    pub by: By,
    /// The host who made it, if one did.
    pub host: Option<UserId>,
    /// The content.
    pub what: EntryContent,
    /// The numbers drawn for it.
    pub draws: Vec<u64>,
    /// A short hash of the state after it; `None` if it does not change the game.
    pub state_hash: Option<String>,
    /// The request ID, if this is the first action made by a request, or its first entry if it made none.
    pub request: Option<RequestId>,
}

impl LogEntry {
    /// Returns the control event, if the entry is one.
    pub fn control(&self) -> Option<&Control> {
        if let EntryContent::Control(event) = &self.what { Some(event) } else { None }
    }

    /// Returns the action in the notation of the game, if the entry is one.
    pub fn action(&self) -> Option<&str> {
        if let EntryContent::Game(action) = &self.what { Some(action) } else { None }
    }

    /// Returns the seat whose player leaves the match by the entry, if one does.
    pub(crate) fn vacates(&self) -> Option<Seat> {
        match self.control() {
            Some(Control::Vacate(seat) | Control::TakeOut { seat, .. }) => Some(*seat),
            _ => None,
        }
    }
}

/// The content of an entry. A column tells the two kinds apart; neither is ever parsed as the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryContent {
    /// An action in the canonical notation of the game.
    Game(String),
    /// A control event: something done to a match rather than in its game.
    Control(Control),
}

impl EntryContent {
    /// Returns whether this is an action of the game.
    pub fn is_game(&self) -> bool {
        matches!(self, Self::Game(_))
    }

    /// Returns whether this is a control event.
    pub fn is_control(&self) -> bool {
        matches!(self, Self::Control(_))
    }
}
