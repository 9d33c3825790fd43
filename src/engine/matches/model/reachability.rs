//! [`Reachability`]: whether people could know what they were asked and could answer it. The scheduler finds it out before a timer is
//! handled, so that nothing is held against people that they could not know or do.

use super::control::Seq;
use crate::ids::UserId;
use crate::store::DeliveryState;
use trigon_rules::games::Seat;

/// What is known, when a timer is due, about whether people could know and do what it decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reachability {
    /// Whether the bot was not running, or not connected, when the timer was due.
    pub away: bool,
    /// Whether the bot has been removed from the server of the match.
    pub removed: bool,
    /// The players to whom Discord has not delivered yet what they are asked.
    pub unasked: Vec<UserId>,
    /// What became of the messages that ask people to take seats.
    pub requests: Vec<SeatRequest>,
    /// What became of the message in the channel that shows whose turn it is, once somebody has tried to send it.
    pub turn: Option<DeliveryState>,
}

/// A message that asks somebody to take a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRequest {
    /// The last entry that it shows.
    pub seq: Seq,
    /// The seat.
    pub seat: Seat,
    /// The person.
    pub user: UserId,
    /// Whether it can be read.
    pub state: DeliveryState,
}

impl Reachability {
    /// Returns what became of the messages since an entry that ask a person to take a seat: the first that could be read counts.
    pub(crate) fn delivery(&self, since: Seq, seat: Seat, user: UserId) -> Option<DeliveryState> {
        let is_meant = |sent: &&SeatRequest| sent.seq >= since && (sent.seat, sent.user) == (seat, user);
        self.requests.iter().filter(is_meant).map(|sent| sent.state).min()
    }
}
