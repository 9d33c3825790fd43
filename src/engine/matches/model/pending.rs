//! What is open in a match at some moment: offers, requests, proposals, loans and absences.

use super::control::{Control, Seq};
use super::log::LogEntry;
use super::proposal::{Correction, OfferKind, Proposal, Removal};
use crate::ids::UserId;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

/// An offer to all other players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The one-based number of the offer in its match. It identifies the offer without counting secret entries.
    pub number: u32,
    /// The entry that made it.
    pub seq: Seq,
    /// What is offered.
    pub kind: OfferKind,
    /// The seat that made the offer.
    pub by: Seat,
    /// The seats that have accepted it.
    pub accepted: Vec<Seat>,
}

/// A request to another person to take over a seat, for good or for a time. It ends when the seat passes or the request is
/// refused, withdrawn, or lapses.
///
/// - A free seat is offered to an alternate, [`until`](Self::until) a time.
/// - A host asks a person, and the player in the seat, who is asked [until](Self::asked_until) a time.
/// - A player asks a substitute, and comes [`back`](Self::back) later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    /// The entry that made it.
    pub(crate) seq: Seq,
    /// The seat.
    pub seat: Seat,
    /// The person who is asked.
    pub user: UserId,
    /// That person's name.
    pub name: String,
    /// Whether the player in the seat has agreed, or need not be asked.
    pub agreed: bool,
    /// Whether the person who is asked is willing.
    pub willing: bool,
    /// Until when the seat is offered, if the person is an alternate.
    pub until: Option<Millis>,
    /// When the player comes back, if the person is to be a substitute.
    pub back: Option<Millis>,
    /// Until when the player in the seat is asked, if a host would like to hand it over.
    pub asked_until: Option<Millis>,
    /// The host who asks, if one does.
    pub host: Option<UserId>,
    /// The reason, as the host gave it.
    pub reason: Option<String>,
    /// When the request was made.
    pub(crate) at: Millis,
    /// When the request was made, or last prolonged.
    pub(crate) since: Millis,
    /// How long the request was to last when it was made; 0 if it does not end by itself.
    pub(crate) length: Millis,
    /// The one-based number of the request in its match. It identifies the request without counting secret entries.
    pub number: u32,
    /// Whether the only reason not to ask the player in the seat is that the seat is free.
    pub(crate) free: bool,
}

impl Handover {
    /// Returns the request that an event makes, with its number in the match; `None` if the event makes no request.
    pub(super) fn read(entry: &LogEntry, event: &Control, number: u32) -> Option<Self> {
        let Control::Handover { seat, user, name, agreed, until, back, asked_until, reason, free } = event
        else {
            return None;
        };
        Some(Self {
            seq: entry.seq,
            seat: *seat,
            user: *user,
            name: name.clone(),
            agreed: *agreed,
            willing: false,
            until: *until,
            back: *back,
            asked_until: *asked_until,
            host: entry.host,
            reason: reason.clone(),
            at: entry.at,
            since: entry.at,
            length: until.or(*asked_until).map_or(0, |end| end - entry.at),
            number,
            free: *free,
        })
    }
}

/// What a host has proposed to all players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenProposal {
    /// The one-based number of the proposal in its match.
    pub number: u32,
    /// What is proposed.
    pub what: Proposal,
    /// The number of questions closed before it was made. With the next question, the proposal lapses.
    pub(crate) question: u32,
    /// The host who proposes it.
    pub host: UserId,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
    /// What is to be corrected, if that is proposed.
    pub correction: Option<Correction>,
    /// What is to become of a seat, if that is proposed.
    pub removal: Option<Removal>,
}

/// A seat that a substitute plays for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loan {
    /// The seat.
    pub seat: Seat,
    /// The player who comes back.
    pub owner: UserId,
    /// That player's name.
    pub name: String,
    /// When the player comes back.
    pub back: Millis,
}

/// A stretch of time in which a player is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// The seat.
    pub seat: Seat,
    /// When it begins.
    pub from: Millis,
    /// When it ends.
    pub to: Millis,
    /// The person who is or was away, if somebody else has the seat now.
    pub(crate) former_holder: Option<UserId>,
}

/// A person who takes a seat when one becomes free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternate {
    /// The person.
    pub user: UserId,
    /// That person's name.
    pub name: String,
}

/// A seat whose player has left, of which not everyone has learned yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnannouncedDeparture {
    pub(crate) seat: Seat,
    /// The host who took the player out, if one did.
    pub(crate) host: Option<UserId>,
    /// The reason, as the host gave it.
    pub(crate) reason: Option<String>,
}
