//! [`Control`]: something done to a match rather than in its game, as an entry of its log.

use serde::{Deserialize, Serialize};

use super::amendment::Amendment;
use super::clock_change::{ClockStop, DeadlineMove, PhaseTime};
use super::proposal::{Correction, OfferKind, Proposal, Removal};
use crate::ids::{ChannelId, UserId};
use trigon_clock::Millis;
use trigon_rules::games::{Seat, Values};

/// The one-based number of an entry. It counts secret entries, too, so it never leaves the host's side of a match.
pub type Seq = i64;

/// A control event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// The roster is fixed.
    Start,
    /// Play begins.
    Begin,
    /// The author's seat resigns.
    Resign,
    /// The author claims a seat whose time has run out. That seat resigns.
    Claim(Seat),
    /// The author's seat makes an offer to the others.
    Offer(OfferKind),
    /// The author's seat accepts the open offer.
    Accept,
    /// The author's seat declines the open offer, or withdraws its own.
    Decline,
    /// The time of a seat has run out.
    TimeOut(Seat),
    /// The game entries after this one no longer count; 0 undoes them all.
    Undo(Seq),
    /// A host undoes a phase.
    Rewind {
        /// The last entry that still counts; 0 if none does.
        to: Seq,
        /// The phase.
        phase: String,
        /// The time that it takes back from phases; none if all players agreed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        took: Vec<PhaseTime>,
    },
    /// The author nudges a seat.
    Nudge(Seat),
    /// The clock stops.
    Pause(ClockStop),
    /// The clock starts again.
    Resume,
    /// The deadline moves.
    Extend(DeadlineMove),
    /// A host looks at the players' secrets.
    Look,
    /// A host changes what hosts may not do alone, after players have joined.
    Limit,
    /// A host changes the terms after players have joined.
    Amend(Vec<Amendment>),
    /// A host changes the roster after the start.
    Roster {
        /// The players whom that concerns.
        users: Vec<UserId>,
    },
    /// A host names a co-host.
    CoHost(UserId),
    /// A host names a co-host, and all players have agreed.
    AgreedCoHost(UserId),
    /// A co-host is no longer one.
    NoCoHost(UserId),
    /// A host chooses the channel in which onlookers are told everything, or none.
    Spectators(Option<ChannelId>),
    /// A host moves the match to another channel.
    Channel {
        /// The channel before.
        from: ChannelId,
        /// The channel from now on.
        to: ChannelId,
    },
    /// A host reminds the players who have not answered.
    Remind,
    /// A host asks a person to take over a seat.
    Handover {
        /// The seat.
        seat: Seat,
        /// The person.
        user: UserId,
        /// The person's name.
        name: String,
        /// Whether the seat can be taken without asking its player.
        agreed: bool,
        /// Until when it is offered, if it is offered to an alternate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Millis>,
        /// When the player comes back, if the person is to be a substitute.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<Millis>,
        /// Until when the player in the seat is asked, if a host would like to hand it over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked_until: Option<Millis>,
        /// The reason, as the host gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Whether its player need not be asked only because the seat is free.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        free: bool,
    },
    /// A person becomes an alternate.
    StandBy {
        /// The person.
        user: UserId,
        /// The person's name.
        name: String,
        /// How many come before, if this is somebody who is an alternate again because what took them off the list was undone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<usize>,
    },
    /// A person is no longer an alternate.
    StandDown(UserId),
    /// The player in a seat agrees to hand it over.
    Agree(Seat),
    /// The person who was asked is willing to take a seat.
    Willing(Seat),
    /// A seat is not handed over after all.
    Refuse(Seat),
    /// A request to take a seat lasts longer, because people could not read or answer it all the time.
    Prolong {
        /// The seat.
        seat: Seat,
        /// Until when it is offered, if it is offered to an alternate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Millis>,
        /// Until when the player in the seat is asked, if a host would like to hand it over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked_until: Option<Millis>,
    },
    /// Another person takes a seat.
    Take(Tenure),
    /// The player in a seat leaves the match.
    Vacate(Seat),
    /// Everyone learns that the player in a seat has left the match.
    Vacant(Seat),
    /// A host takes the player in a seat out of the match.
    TakeOut {
        /// The seat.
        seat: Seat,
        /// The reason, as the host gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Everyone learns that a host has taken the player in a seat out of the match.
    TakenOut {
        /// The seat.
        seat: Seat,
        /// The reason, as the host gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A phase ends without answers from these seats.
    Missed {
        /// The number of questions closed before.
        question: u32,
        /// The seats.
        seats: Vec<Seat>,
    },
    /// The deadline moves because these seats are late.
    Grace {
        /// The number of questions closed before.
        question: u32,
        /// The seats.
        seats: Vec<Seat>,
    },
    /// The first deadline moves because nobody has ever heard from the players in these seats, which go to others.
    Absent {
        /// The number of questions closed before.
        question: u32,
        /// The seats.
        seats: Vec<Seat>,
    },
    /// The author's seat marks its answer as final, or takes that back.
    Ready {
        /// The number of questions closed before.
        question: u32,
        /// Whether it is final.
        ready: bool,
    },
    /// The author's seat leaves answers for the phases after this one, in the notation of the game; none takes back those
    /// left before.
    Ahead {
        /// The number of questions closed before.
        question: u32,
        /// The answers, for one phase each.
        answers: Vec<String>,
    },
    /// Everyone learns that the phase ends early, or that it goes on after all.
    Early {
        /// The number of questions closed before.
        question: u32,
        /// The time of the end; `None` if the phase goes on.
        at: Option<Millis>,
    },
    /// A host asks all players to agree to what hosts may not do alone.
    Propose {
        /// The number of questions closed before.
        question: u32,
        /// What is proposed.
        what: Proposal,
        /// The seat of the host, if they play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// What is to be corrected, if that is proposed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        correction: Option<Correction>,
        /// What is to become of a seat, if that is proposed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        removal: Option<Removal>,
    },
    /// The author's seat agrees to the proposal.
    Consent,
    /// The author's seat refuses the proposal, or the host withdraws it.
    Object,
    /// A host corrects the roster line of a seat, in words for everyone. All answers so far are taken back.
    Correct {
        /// The seat.
        seat: Seat,
        /// What has changed.
        what: String,
        /// The reason, as the host gave it.
        reason: String,
        /// The time that it takes back from phases, as in [`Rewind`](Self::Rewind).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        took: Vec<PhaseTime>,
        /// What was so until then; `None` in an entry from before this was noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Box<BeforeCorrection>>,
    },
    /// A turn is over, with this much time left in the bank of a seat.
    Banked {
        /// The seat.
        seat: Seat,
        /// The time left.
        left: Millis,
    },
    /// The player in the author's seat will be away.
    Away {
        /// When that begins.
        from: Millis,
        /// When it ends.
        to: Millis,
    },
    /// The player in the author's seat is back, or will not be away after all.
    Back,
    /// The match ends without a result.
    Cancel,
    /// A host reveals the secrets of a cancelled match to everyone.
    Publish,
}

/// A seat in the hands of another person than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenure {
    /// The seat.
    pub seat: Seat,
    /// The person who has it from now on.
    pub user: UserId,
    /// That person's name.
    pub name: String,
    /// The number of questions closed before it began.
    pub from: u32,
    /// The phase in which it began.
    pub phase: String,
    /// The person who had the seat before.
    pub before: UserId,
    /// The name of the person who had the seat before.
    pub before_name: String,
    /// When the person who had it before comes back, if this is a substitute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Millis>,
    /// Whether this is a player who comes back, after a substitute.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub returns: bool,
    /// Whether this is a computed player whom nobody has asked for: it stands in until somebody takes the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
}

/// What was so until the roster was corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeforeCorrection {
    /// The setup of the game.
    pub setup: serde_json::Value,
    /// The hash of the state with which it begins.
    pub start_hash: Option<String>,
    /// The values of the players, in seat order.
    pub fields: Vec<Values>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::model::clock_change::ClockBasis;
    use trigon_rules::games::{By, Names};

    #[test]
    fn stored_events_are_short_json_that_reads_back() {
        let events = [
            (Control::Resign, r#""resign""#),
            (Control::Claim(Seat::new(2)), r#"{"claim":2}"#),
            (Control::Offer(OfferKind::Takeback), r#"{"offer":"takeback"}"#),
            (Control::Undo(12), r#"{"undo":12}"#),
            (Control::Pause(ClockStop { left: 5, basis: None }), r#"{"pause":{"left":5}}"#),
            (
                Control::Extend(DeadlineMove { by: 7, basis: Some(ClockBasis::Agreed), to: Some(9) }),
                r#"{"extend":{"by":7,"basis":"agreed","to":9}}"#,
            ),
            (
                Control::Extend(DeadlineMove {
                    by: 7,
                    basis: Some(ClockBasis::Alone { phase: 2, deadline: 9 }),
                    to: None,
                }),
                r#"{"extend":{"by":7,"basis":{"alone":{"phase":2,"deadline":9}}}}"#,
            ),
        ];
        for (event, text) in events {
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Control>(text).unwrap(), event);
            assert!(event.words(By::seat(1), None, &Names::default()).ends_with('.'));
        }
    }

    #[test]
    fn events_from_before_their_basis_was_noted_read_back() {
        let read = |text: &str| serde_json::from_str::<Control>(text).unwrap();
        assert_eq!(read(r#"{"pause":3600000}"#), Control::Pause(ClockStop { left: 3_600_000, basis: None }));
        assert_eq!(read(r#"{"extend":-5}"#), Control::Extend(DeadlineMove { by: -5, basis: None, to: None }));
        let undone = Control::Rewind { to: 4, phase: "round 2".to_owned(), took: Vec::new() };
        assert_eq!(read(r#"{"rewind":{"to":4,"phase":"round 2"}}"#), undone);
        assert_eq!(serde_json::to_string(&undone).unwrap(), r#"{"rewind":{"to":4,"phase":"round 2"}}"#);
        let took = vec![PhaseTime { phase: 1, time: 9 }];
        let undone = Control::Rewind { to: 4, phase: "round 2".to_owned(), took };
        let text = r#"{"rewind":{"to":4,"phase":"round 2","took":[[1,9]]}}"#;
        assert_eq!((serde_json::to_string(&undone).unwrap().as_str(), read(text)), (text, undone));
    }
}
