//! What there is to tell, before any face has put it into words.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::log::{OfferKind, Seq};
use super::rules::RulesChange;
use crate::store::Answers;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

/// Something to tell. It refers to the match as it was after the entry that the message names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
pub enum Notice {
    /// In the channel: a match was created, perhaps with a button to join.
    Created,
    /// In the channel: the commitment of a match, in a message that nothing edits, so that an exchange would show.
    Committed,
    /// In the channel: the roster is fixed, and play begins at a time.
    Pregame {
        /// The time.
        begins: Millis,
    },
    /// In the channel: what the entry brought, with the picture, and what is asked now; or the end.
    News {
        /// The next deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Millis>,
        /// Whether a new phase begins, or the match is over.
        turned: bool,
        /// The users who are asked in private and whom direct messages have not reached, as far as was known then.
        /// Later it could be seen from it to whom something was sent in the meantime.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unreachable: Vec<i64>,
        /// The message in the channel that was pressed, which shows by itself what came of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pressed: Option<i64>,
    },
    /// To a player: what the entry brought that player, and what is asked next.
    Personal {
        /// The player's seat.
        seat: Seat,
        /// The next deadline.
        deadline: Option<Millis>,
    },
    /// To a player who has not answered yet.
    Reminder {
        /// The player's seat.
        seat: Seat,
        /// The deadline.
        deadline: Millis,
    },
    /// In the channel, to a player whose direct messages are closed: how to play from there.
    DmClosed {
        /// The player.
        user_id: i64,
    },
    /// To a host, directly: a message cannot be posted in the channel, and waits.
    Unposted {
        /// The host.
        host: i64,
        /// The number of the first message that waits.
        message: i64,
        /// Why, in words for hosts.
        reason: String,
    },
    /// To a host, directly or in the channel: messages were given up.
    GivenUp {
        /// The host.
        host: i64,
        /// What they tell: the word for a kind of notices.
        what: String,
        /// The entry after which they show the match.
        seq: Seq,
        /// Why, in words for hosts.
        reason: String,
        /// Whether this is told in the channel, because direct messages do not reach the host.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_channel: bool,
    },
    /// In the channel, to the host: what was due cannot be done.
    ClockStuck {
        /// The time at which it was due.
        planned: Millis,
    },
    /// In the channel, or to a player who is asked in private: a host has stopped the clock.
    Paused {
        /// The time that is left.
        left: Millis,
    },
    /// In the channel, or to a player who is asked in private: a host has started the clock again.
    Resumed {
        /// The deadline.
        deadline: Millis,
    },
    /// In the channel, or to a player who is asked in private: a host has moved the deadline.
    Extended {
        /// The new deadline.
        deadline: Millis,
    },
    /// In the channel: a host has ended the match without a result.
    Cancelled,
    /// In the channel: a host shows everyone the match that was cancelled, with what was secret in it.
    Published,
    /// In the channel, to the host: the rules have changed since the match was written. It is stopped if it does not
    /// follow from them.
    RulesChanged(RulesChange),
    /// In the channel: somebody wants to see the match again, at the end of the channel.
    Board,
    /// In the channel: a draw or a takeback is offered to the others.
    Offered {
        /// What is offered.
        offer: OfferKind,
        /// The seat that offers it.
        seat: Seat,
    },
    /// In the channel: an offer was declined, withdrawn, or accepted while others still have to answer.
    Answered {
        /// What is offered.
        offer: OfferKind,
        /// The seat that answered.
        seat: Seat,
        /// Whether it accepted.
        accepted: bool,
        /// Whether the offer was its own, so that it is withdrawn.
        own: bool,
    },
    /// In the channel: the time of a seat has run out; the others may claim the seat or wait.
    TimeOut {
        /// The seat.
        seat: Seat,
    },
    /// In the channel: a host has changed the roster after it was announced.
    Roster {
        /// The users who are new.
        joined: Vec<i64>,
        /// The users who are no longer on it.
        left: Vec<i64>,
        /// The users whose lines are different.
        changed: Vec<i64>,
    },
    /// In the channel: play did not begin at its time, because the roster was not full.
    Reopened,
    /// In the channel: a player has left in the middle of a phase in which the others are still asked.
    Resigned {
        /// The seat.
        seat: Seat,
    },
    /// To a player for whom the others are waiting: one of them asks to go on.
    Nudged {
        /// The player's seat.
        seat: Seat,
        /// The seat that asks.
        by: Seat,
    },
    /// To a person: the answer to what they have written or pressed.
    Reply(Reply),
}

/// An answer in words. It is sent as it was written, and forgotten once it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The direct message or interaction that it answers.
    pub request: i64,
    /// The channel in which it was written, if it is a direct message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<i64>,
    /// The text.
    pub text: String,
    /// The components, as Discord takes them.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub components: Value,
    /// Pictures and other files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReplyFile>,
}

/// A file of a [`Reply`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyFile {
    /// The name.
    pub name: String,
    /// The alt text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// The contents in Base64.
    pub data: String,
}

impl Reply {
    /// Returns what the reply answers, as the store takes it.
    pub(super) fn answers(&self) -> Answers {
        Answers { request: self.request, channel: self.channel }
    }
}

impl Notice {
    /// Reads a stored notice; `None` if that cannot be read.
    pub(super) fn read(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// Returns the word for its kind, as in its JSON.
    pub(super) fn kind(&self) -> String {
        let json = serde_json::to_value(self).ok();
        json.as_ref().and_then(|json| json["notice"].as_str()).unwrap_or_default().to_owned()
    }
}
