//! [`Notice`]: a message before a front end puts it into words.

use serde::{Deserialize, Serialize};

use super::amendment::Amendment;
use super::beacon::Signature;
use super::control::Seq;
use super::post_and_reply::{Post, Reply, StuckPost};
use super::proposal::{OfferKind, Proposal};
use super::rules_change::RulesChange;
use super::server_roles::{Roles, UpkeepProblem};
use super::settings::QuietHours;
use crate::ids::{ChannelId, MessageId, OutboxId, UserId};
use crate::store::NoticeKind;
use trigon_clock::Millis;
use trigon_rules::games::{Seat, Word};

/// A message before it is put into words: `bot/announce` does that, for every game. It refers to the match as it was after the entry
/// that the message names. Each variant says first to whom it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
pub enum Notice {
    // The sign-up, and the terms.
    /// In the channel: a match was created, perhaps with a button to join.
    Created,
    /// In the channel: the commitment of a match, in a message that is never edited, so that a swap would show.
    Committed,
    /// In the channel: a player has added a word to the draws. The message is never edited, so that a swap would show.
    WordAdded {
        /// The person.
        user: UserId,
        /// The word.
        word: Word,
        /// Its one-based place among the words.
        number: usize,
    },
    /// In the channel: a host has changed what becomes of seats that nobody takes.
    Autopilot,
    /// In the channel: a host has changed what hosts may not do alone, after players have joined.
    Limits,
    /// In the channel: a host has changed the terms, after players have joined.
    Amended {
        /// The changes.
        what: Vec<Amendment>,
        /// The host.
        by: Option<UserId>,
    },
    /// In the channel: there are not enough players at the time at which the match was to start.
    NotEnough {
        /// When it starts instead, if it does so by itself.
        next: Option<Millis>,
    },
    /// In the channel: the roster is final, because the round of the beacon is published soon. The message is never edited, so
    /// that a change would show.
    RosterClosed {
        /// The round.
        round: u64,
        /// Whether it is another round than was announced, because the roster could not close in time.
        is_other: bool,
    },
    /// In the channel: the roster does not close yet, because there are not enough players. A later round is named.
    RosterStaysOpen {
        /// The time at which it closes.
        closes: Millis,
        /// The round.
        round: u64,
    },
    /// In the channel: the round of the beacon is known. The message is never edited, so that a swap would show.
    BeaconKnown {
        /// The round.
        round: u64,
        /// Its signature.
        signature: Signature,
    },
    /// In the channel, to the hosts: the round of the beacon cannot be fetched at the moment.
    BeaconLate {
        /// The round.
        round: u64,
    },
    /// In the channel: the roster is fixed, and play begins at a set time.
    Pregame {
        /// The time.
        begins: Millis,
    },
    /// In the channel: a host has changed the roster after it was announced.
    Roster {
        /// The users who were added.
        joined: Vec<UserId>,
        /// The users who were removed.
        left: Vec<UserId>,
        /// The users whose lines have changed.
        changed: Vec<UserId>,
        /// Those of them who have been mentioned often enough.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        quiet: Vec<UserId>,
    },
    /// In the channel, to an alternate: a seat of the roster is theirs.
    MovedUp {
        /// The person.
        user: UserId,
    },
    /// In the channel: play did not begin at its time, because the roster was not full.
    Reopened,

    // Play.
    /// In the channel: what the entry brought about, with the picture, and what is asked now; or the end.
    News {
        /// The next deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Millis>,
        /// Whether a new phase begins, or the match is over.
        turned: bool,
        /// The users asked in private whom direct messages were known not to reach at that time. Looking this up later
        /// would reveal who was sent something in the meantime.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unreachable: Vec<UserId>,
        /// The pressed message in the channel, which shows the outcome itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pressed: Option<MessageId>,
    },
    /// To a player: what the entry brought about for them, and what is asked next.
    Personal {
        /// The player's seat.
        seat: Seat,
        /// The next deadline.
        deadline: Option<Millis>,
        /// What became of the answer that the player left in advance, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ahead: Option<AheadOutcome>,
    },
    /// To a player, in a game of turns: what somebody else’s action has told them alone.
    Told {
        /// The player's seat.
        seat: Seat,
    },
    /// In the channel for onlookers: what players sent in the phase that has ended, and where everyone is.
    Inside,
    /// In the channel: the match again, at the end, because somebody asked for it.
    Board,
    /// To a player: what they planned no longer fits what was played.
    PlanDropped {
        /// The player's seat.
        seat: Seat,
    },
    /// In the channel: a player has resigned in the middle of a phase in which the others are still asked.
    Resigned {
        /// The seat.
        seat: Seat,
    },
    /// In the channel: the time of a seat has run out; the others may claim the seat or wait.
    TimeOut {
        /// The seat.
        seat: Seat,
    },
    /// In the channel: a host has ended the match without a result.
    Cancelled,
    /// In the channel: a host reveals a cancelled match with its secrets to everyone.
    Published,

    // The clock.
    /// In the channel, or to a player who is asked in private: a host has stopped the clock.
    Paused {
        /// The time left.
        left: Millis,
        /// When it starts again by itself, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends: Option<Millis>,
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
    /// In the channel, or to a player who is asked in private: the deadline has moved because somebody is late.
    Grace {
        /// The new deadline.
        deadline: Millis,
    },
    /// To a player who has never answered: everyone has more time, and the seat is offered to others.
    Absent {
        /// The player's seat.
        seat: Seat,
        /// The new deadline.
        deadline: Millis,
    },
    /// To a player who is late: everyone has more time because of that.
    Late {
        /// The player's seat.
        seat: Seat,
        /// The new deadline.
        deadline: Millis,
    },
    /// In the channel, or to a player who is asked in private: everyone is ready, so the phase ends early.
    EndsEarly {
        /// The time of the end.
        at: Millis,
    },
    /// In the channel, or to a player who is asked in private: somebody is no longer ready, so the phase goes on.
    GoesOn {
        /// The deadline.
        deadline: Millis,
    },
    /// In the channel: a player will be away, so that the player's clock stands still.
    Away {
        /// The seat.
        seat: Seat,
        /// When that begins.
        from: Millis,
        /// When it ends.
        to: Millis,
    },
    /// In the channel: a player who was away is back.
    Back {
        /// The seat.
        seat: Seat,
    },

    // Reminders.
    /// To a player who has not answered yet.
    Reminder {
        /// The player's seat.
        seat: Seat,
        /// The deadline.
        deadline: Millis,
        /// Whether a host has asked for it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_host: bool,
        /// How many hours before the deadline that is, if the player has chosen it and the match has not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen: Option<u32>,
    },
    /// In the channel: the deadline, to the players who are asked and have chosen to be mentioned, whether or not they have
    /// answered.
    MentionReminder {
        /// The deadline.
        deadline: Millis,
        /// How many hours before the deadline that is, if players have chosen it and the match has not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen: Option<u32>,
    },
    /// To a player the others are waiting for: a nudge from one of them.
    Nudged {
        /// The player's seat.
        seat: Seat,
        /// The seat that asks.
        by: Seat,
    },

    // What others have to agree to.
    /// In the channel: a draw or a takeback is offered to the others.
    Offered {
        /// The kind of offer.
        offer: OfferKind,
        /// The seat that offers it.
        seat: Seat,
    },
    /// In the channel: an offer was declined, withdrawn, or accepted while others still have to answer.
    Answered {
        /// The kind of offer.
        offer: OfferKind,
        /// The seat that answered.
        seat: Seat,
        /// Whether it accepted.
        accepted: bool,
        /// Whether the offer was its own, and is withdrawn.
        own: bool,
    },
    /// In the channel: a host asks all players to agree to what hosts may not do alone.
    Proposed {
        /// The number of the proposal.
        number: u32,
    },
    /// In the channel: a proposal is over, because a player does not agree, or because the host withdraws it.
    NotAgreed {
        /// What was proposed.
        what: Proposal,
        /// The player's seat.
        seat: Option<Seat>,
    },

    // Seats that pass on.
    /// In the channel: a host asks a person to take over a seat, and its player to agree.
    Handover {
        /// The seat.
        seat: Seat,
        /// The person who is asked.
        user: UserId,
        /// Whether the player in the seat need not be asked.
        agreed: bool,
        /// The host who asks, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host: Option<UserId>,
    },
    /// In the channel: a seat is not handed over after all.
    NotHandedOver {
        /// The seat.
        seat: Seat,
        /// The person who was asked.
        user: UserId,
        /// Whether that person declined, and not the player in the seat.
        declined: bool,
    },
    /// In the channel: a seat is played by another person from now on.
    Tenure {
        /// The seat.
        seat: Seat,
    },
    /// In the channel, to the hosts: a seat is free, and there is no alternate to ask.
    SeatFree {
        /// The seat.
        seat: Seat,
    },
    /// To somebody who has missed deadlines, was never heard from or did not answer a host: another person has taken their seat.
    SeatLost {
        /// The seat.
        seat: Seat,
        /// The host who had somebody else asked, if one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host: Option<UserId>,
        /// The reason, as the host gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// To a host who may see what players keep secret: somebody has left, which the others learn at the end of the phase.
    HasLeft {
        /// The seat.
        seat: Seat,
    },
    /// To a player: a host has taken them out of the match.
    TakenOut {
        /// The host.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host: Option<UserId>,
        /// The reason, as the host gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// In the channel: a host has taken a player out of the match.
    Removed {
        /// The player's name.
        name: String,
        /// The host.
        host: Option<UserId>,
        /// The reason, as the host gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },

    // Hosts, and what the server shows.
    /// In the channel: a person hosts the match from now on, or no longer.
    CoHost {
        /// The person.
        user: UserId,
        /// Whether they host.
        hosts: bool,
    },
    /// In the channel: onlookers are told everything in another channel, or no longer.
    Spectators {
        /// The other channel.
        channel: Option<ChannelId>,
    },
    /// In the old channel and in the new one: a host has moved the match.
    Moved {
        /// The channel before.
        from: ChannelId,
        /// The channel from now on.
        to: ChannelId,
    },
    /// In the channel: a host has set the hours in which nobody is disturbed, or none.
    Quiet {
        /// The hours.
        quiet: Option<QuietHours>,
    },
    /// In the channel: a host has chosen the roles that players get, or none.
    Roles {
        /// The roles.
        roles: Option<Roles>,
    },
    /// In the channel: the next deadline is an event of the server from now on, or no longer.
    Event {
        /// Whether it is.
        #[serde(rename = "is_one")]
        is_shown: bool,
    },

    // What is in the way.
    /// In the channel, to a player whose direct messages are closed: how to play from there.
    DmClosed {
        /// The player.
        user_id: UserId,
    },
    /// To a player: what they would have been mentioned for in a channel that takes no messages: it is gone or locked, or the bot
    /// may not post there.
    Unseen {
        /// The player.
        user: UserId,
        /// The channel.
        channel: ChannelId,
        /// The entry after which the match is shown; 0 if the player is only told of the channel.
        seq: Seq,
    },
    /// To a host, by direct message: a message cannot be posted in the channel or sent to a player, and is waiting.
    Unposted {
        /// The host.
        host: UserId,
        /// The ID of the first waiting message.
        message: OutboxId,
        /// The player to whom it should go, if not to the channel.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<UserId>,
        /// The reason, in words for hosts.
        reason: String,
    },
    /// To a host, by direct message or in the channel: messages were given up.
    GivenUp {
        /// The host.
        host: UserId,
        /// The kind of their notices.
        what: String,
        /// The entry after which they show the match.
        seq: Seq,
        /// The reason, in words for hosts.
        reason: String,
        /// Whether this is posted in the channel because direct messages do not reach the host.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_channel: bool,
    },
    /// In the channel, to the host: a timer that is due cannot be handled.
    ClockStuck {
        /// The time at which it was due.
        planned: Millis,
    },
    /// In the channel, to the host: the rules have changed since the match was written. If it does not follow from
    /// them, it is stopped.
    RulesChanged(RulesChange),
    /// To a host, by direct message: something of the match cannot be shown in the server.
    Trouble {
        /// The host.
        host: UserId,
        /// What is in the way.
        trouble: UpkeepProblem,
    },

    // Messages that a front end has put into words already.
    /// To a person: the answer to something they wrote or pressed.
    Reply(Reply),
    /// In a channel or to a person: something that need not be about a match.
    Post(Post),
    /// To a host, by direct message: a [`Post`] is waiting, or was given up.
    PostStuck(StuckPost),
}

/// What became of an answer that was left in advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AheadOutcome {
    /// It has been given.
    Given,
    /// It is not legal, so the answer that changes nothing has been given, if there is one.
    Illegal,
}

impl Notice {
    /// Parses a stored notice, or returns `None` if it cannot be read.
    pub(crate) fn read(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// Returns its kind: the word in its JSON, unless it is an answer that shows what a match asks, which is forgotten once it is
    /// sent.
    pub(crate) fn kind(&self) -> NoticeKind {
        if matches!(self, Self::Reply(Reply { shows_question_of: Some(_), .. })) {
            return NoticeKind::Panel;
        }
        let json = serde_json::to_value(self).ok();
        json.as_ref().and_then(|json| json["notice"].as_str()).unwrap_or_default().to_owned().into()
    }
}
