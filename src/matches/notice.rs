//! What there is to tell, before any face has put it into words.

use serde::{Deserialize, Serialize};

use super::clock::Millis;
use crate::games::Seat;

/// Something to tell. Whoever delivers it finds the match as it stood after the entry that the message names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
pub enum Notice {
    /// In the channel: a match was created, with its commitment, perhaps with a button to join.
    Created,
    /// In the channel: the roster is fixed; round 1 begins at a time.
    Pregame {
        /// When.
        begins: Millis,
    },
    /// In the channel: what the entry brought, with the picture: a round, the vote or the end.
    Update {
        /// The next deadline.
        deadline: Option<Millis>,
    },
    /// To a player: what the entry brought that player, and what is asked next.
    Personal {
        /// Whom.
        seat: Seat,
        /// The next deadline.
        deadline: Option<Millis>,
    },
    /// To a player who has not answered yet.
    Reminder {
        /// Whom.
        seat: Seat,
        /// The deadline.
        deadline: Millis,
    },
    /// In the channel, to a player whose direct messages are closed: how to play from there.
    DmClosed {
        /// Who.
        user_id: i64,
    },
    /// In the channel: the clock has been stopped.
    Paused,
    /// In the channel: the clock runs again.
    Resumed {
        /// The deadline.
        deadline: Millis,
    },
    /// In the channel: there is more time.
    Extended {
        /// The new deadline.
        deadline: Millis,
    },
    /// In the channel: the host has ended the match.
    Cancelled,
}
