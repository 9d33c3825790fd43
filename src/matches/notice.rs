//! What there is to tell, before any face has put it into words.

use serde::{Deserialize, Serialize};

use super::clock::Millis;
use super::rules::RulesChange;
use super::talk::OfferKind;
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
        /// The users who are asked next and whom direct messages have not reached, as far as was known then. Later
        /// it could be seen from it to whom something was sent meanwhile.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unreachable: Vec<i64>,
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
    /// In the channel, to the host: what was due cannot be done.
    ClockStuck {
        /// When it was due.
        planned: Millis,
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
    /// In the channel: the host shows everyone the match that was cancelled, with what was secret in it.
    Published,
    /// In the channel, to the host: the rules have changed since the match was written. It is stopped if it does not
    /// follow from them.
    RulesChanged(RulesChange),
    /// In the channel: a game of turns has started.
    Started {
        /// Whether the seats were drawn: shuffled from the order of joining ([`Options::joined`](super::Options))
        /// with the draws of the seed HMAC-SHA256(seed, "seating"). Otherwise a rematch passed them on.
        drawn: bool,
        /// The first deadline.
        deadline: Option<Millis>,
    },
    /// In the channel: what an action of a game of turns brought.
    Played {
        /// Who acted.
        seat: Seat,
        /// Whether another seat, or the same one for a new turn, is asked now; otherwise the turn goes on.
        turned: bool,
        /// Until when.
        deadline: Option<Millis>,
        /// The message in the channel that was pressed, which shows by itself what came of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pressed: Option<i64>,
    },
    /// In the channel: somebody wants to see how a game of turns stands, at the end of the channel.
    Board,
    /// In the channel: a seat has resigned, and the others play on.
    Resigned {
        /// Who.
        seat: Seat,
        /// Who claimed the seat after its time had run out.
        claimed_by: Option<Seat>,
        /// Whether another seat is asked now.
        turned: bool,
        /// Until when.
        deadline: Option<Millis>,
    },
    /// In the channel: a game of turns is over, by the rules, by resignation or by agreement.
    Ended,
    /// In the channel: a draw or a takeback is offered to the others.
    Offered {
        /// What.
        offer: OfferKind,
        /// By whom.
        seat: Seat,
    },
    /// In the channel: an offer was declined, withdrawn, or accepted while others have still to answer.
    Answered {
        /// What.
        offer: OfferKind,
        /// By whom.
        seat: Seat,
        /// Whether it was accepted.
        accepted: bool,
    },
    /// In the channel: the last action of a seat was taken back, with everything after it.
    TakenBack {
        /// Whose.
        seat: Seat,
        /// Until when the one who is asked now has time.
        deadline: Option<Millis>,
    },
    /// In the channel: the time of a seat has run out; the others may claim the seat or wait.
    TimeOut {
        /// Whose.
        seat: Seat,
    },
    /// To a player for whom the others are waiting: one of them asks to go on.
    Nudged {
        /// Whom.
        seat: Seat,
        /// Who asks.
        by: Seat,
    },
}
