//! The log of a match: everything that players, hosts and the clock did, in order.

use serde::{Deserialize, Serialize};

use super::amendment::Amendment;
use super::calendar::HOUR;
use crate::ids::{ChannelId, RequestId, UserId};
use trigon_clock::Millis;
use trigon_rules::games::{By, Names, Seat, Values, phrase};

/// The one-based number of an entry. It counts secret entries, too, so it never leaves the host's side of a match.
pub type Seq = i64;

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
    pub what: What,
    /// The numbers drawn for it.
    pub draws: Vec<u64>,
    /// A short hash of the state after it; `None` if it does not change the game.
    pub state_hash: Option<String>,
    /// The request ID, if this is the first action made by a request, or its first entry if it made none.
    pub request: Option<RequestId>,
}

/// The content of an entry. A column tells the two kinds apart; neither is ever parsed as the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// An action in the canonical notation of the game.
    Game(String),
    /// A control event: something done to a match rather than in its game.
    Control(Control),
}

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
        /// The time that it takes back from phases, each with the question with which it began; none if all players agreed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        took: Vec<(u32, Millis)>,
    },
    /// The author nudges a seat.
    Nudge(Seat),
    /// The clock stops.
    Pause(Stop),
    /// The clock starts again.
    Resume,
    /// The deadline moves.
    Extend(Moved),
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
        took: Vec<(u32, Millis)>,
        /// What was so until then; `None` in an entry from before this was noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<Box<Uncorrected>>,
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

/// A deadline that a host moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Moved {
    /// By how much.
    pub by: Millis,
    /// What that rests on; `None` in an entry from before this was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// The new deadline; `None` in an entry from before this was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Millis>,
}

/// A clock that stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Stop {
    /// The time left.
    pub left: Millis,
    /// What that rests on; `None` in an entry from before this was noted, or if no host stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
}

/// What a host’s change of the clock rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// All players have agreed.
    Agreed,
    /// The bot was away.
    Away,
    /// The host did it alone, within the limits.
    Alone {
        /// The question with which the phase began.
        phase: u32,
        /// The deadline before.
        deadline: Millis,
    },
}

/// A change of the clock as stored: with its basis, or, in entries from before that was noted, a time alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Time(Millis),
    Based {
        #[serde(alias = "by", alias = "left")]
        time: Millis,
        #[serde(default)]
        basis: Option<Basis>,
        #[serde(default)]
        to: Option<Millis>,
    },
}

impl Stored {
    fn parts(self) -> (Millis, Option<Basis>, Option<Millis>) {
        match self {
            Self::Time(time) => (time, None, None),
            Self::Based { time, basis, to } => (time, basis, to),
        }
    }
}

impl From<Stored> for Moved {
    fn from(stored: Stored) -> Self {
        let (by, basis, to) = stored.parts();
        Self { by, basis, to }
    }
}

impl From<Stored> for Stop {
    fn from(stored: Stored) -> Self {
        let (left, basis, _) = stored.parts();
        Self { left, basis }
    }
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
pub struct Uncorrected {
    /// The setup of the game.
    pub setup: serde_json::Value,
    /// The hash of the state with which it begins.
    pub start_hash: Option<String>,
    /// The values of the players, in seat order.
    pub fields: Vec<Values>,
}

/// Values in a player's roster line that were wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The player.
    pub user: UserId,
    /// The right values.
    pub fields: Values,
    /// What they change, in words for everyone.
    pub what: String,
    /// The reason, as the host gave it.
    pub reason: String,
}

/// What a host would like to do to a seat, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The player.
    pub player: UserId,
    /// The player's name.
    pub name: String,
    /// The person who would take the seat over, if somebody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Successor>,
    /// The reason, as the host gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A person who would take over a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Successor {
    /// The person.
    pub user: UserId,
    /// That person's name.
    pub name: String,
    /// After what time the player comes back, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_in: Option<Millis>,
}

/// What a host proposes to the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// The deadline moves by this much.
    Extend(Millis),
    /// The phase ends before its deadline.
    EndPhase,
    /// The clock is stopped.
    Pause,
    /// The last phase that has ended is undone.
    Undo,
    /// A value in the roster is corrected, and the match is played again from its beginning.
    Correct,
    /// A person hosts the match, too.
    CoHost(UserId),
    /// A player is taken out of the match.
    TakeOut(Seat),
    /// Somebody else is asked to take over the seat of a player.
    HandOver(Seat),
}

/// A proposal of a player that all other players have to accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// The match ends in a draw.
    Draw,
    /// The author's last action is taken back, with everything after it.
    Takeback,
}

impl std::fmt::Display for OfferKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
        })
    }
}

impl Proposal {
    /// Returns whether this is only about how long the present phase takes.
    pub(crate) fn is_about_the_clock(self) -> bool {
        match self {
            Self::Extend(_) | Self::EndPhase | Self::Pause => true,
            Self::Undo | Self::Correct | Self::CoHost(_) | Self::TakeOut(_) | Self::HandOver(_) => false,
        }
    }

    /// Describes the proposal, to follow “whether”.
    pub fn words(self, names: &Names) -> String {
        match self {
            Self::Extend(time) if time < 0 => format!("to end this {} earlier", hours(-time)),
            Self::Extend(time) => format!("to give {} more", hours(time)),
            Self::EndPhase => "to end this now".to_owned(),
            Self::Pause => "to stop the clock".to_owned(),
            Self::Undo => "to undo the last round".to_owned(),
            Self::Correct => "to correct the roster and play the match again from its beginning".to_owned(),
            Self::CoHost(_) => "to let somebody else host the match, too".to_owned(),
            Self::TakeOut(seat) => format!("to take {} out of the match", names.get(seat)),
            Self::HandOver(seat) => {
                format!("to ask somebody else to take over the seat of {}", names.get(seat))
            }
        }
    }
}

/// Says for what reason a host does something to a seat.
fn because(reason: Option<&str>) -> String {
    reason.map_or_else(|| "No reason was given.".to_owned(), |reason| format!("Reason: {}", sentence(reason)))
}

/// Returns a text that ends as a sentence does.
fn sentence(text: &str) -> String {
    let ends = text.ends_with(['.', '!', '?', '…']);
    if ends { text.to_owned() } else { format!("{text}.") }
}

fn hours(time: Millis) -> String {
    phrase::counted(time / HOUR, "hour")
}

impl What {
    /// Returns whether this is an action of the game.
    pub fn is_game(&self) -> bool {
        matches!(self, Self::Game(_))
    }

    /// Returns whether this is a control event.
    pub fn is_control(&self) -> bool {
        matches!(self, Self::Control(_))
    }
}

impl LogEntry {
    /// Returns the control event, if the entry is one.
    pub fn control(&self) -> Option<&Control> {
        if let What::Control(event) = &self.what { Some(event) } else { None }
    }

    /// Returns the seat whose player leaves the match by the entry, if one does.
    pub(crate) fn vacates(&self) -> Option<Seat> {
        match self.control() {
            Some(Control::Vacate(seat) | Control::TakeOut { seat, .. }) => Some(*seat),
            _ => None,
        }
    }

    /// Returns the action in the notation of the game, if the entry is one.
    pub fn action(&self) -> Option<&str> {
        if let What::Game(action) = &self.what { Some(action) } else { None }
    }
}

impl Control {
    /// Describes the event in a sentence, which contains no secrets of the game. `offer` is the kind of offer that was
    /// open before the event.
    pub fn words(&self, by: By, offer: Option<OfferKind>, names: &Names) -> String {
        let who = match by {
            By::Seat(seat) => names.get(seat).into_owned(),
            By::Clock => "The clock".to_owned(),
            By::Host | By::Stranger => "The host".to_owned(),
        };
        let is_draw = offer == Some(OfferKind::Draw);
        match self {
            Self::Start => format!("{who} starts the match."),
            Self::Begin => "Play begins.".to_owned(),
            Self::Resign => format!("{who} resigns."),
            Self::Claim(seat) => {
                format!("{who} claims the seat of {}, whose time ran out.", names.get(*seat))
            }
            Self::Offer(OfferKind::Draw) => format!("{who} offers a draw."),
            Self::Offer(OfferKind::Takeback) => format!("{who} asks to take back their last action."),
            Self::Accept if is_draw => format!("{who} accepts the draw."),
            Self::Accept => format!("{who} accepts the takeback."),
            Self::Decline if is_draw => format!("{who} declines the draw."),
            Self::Decline => format!("{who} declines the takeback."),
            Self::TimeOut(seat) => format!("{}’s time has run out.", names.get(*seat)),
            Self::Undo(0) => "Everything so far is taken back.".to_owned(),
            // The number of an entry would tell how much else was done in secret.
            Self::Undo(_) => format!("What {who} did last is taken back, with everything after it."),
            Self::Rewind { phase, .. } => {
                format!(
                    "{who} undoes {phase}: everything since it began is taken back, and it is played again."
                )
            }
            Self::Nudge(seat) => format!("{who} nudges {}.", names.get(*seat)),
            Self::Pause(_) => format!("{who} stops the clock."),
            Self::Resume => format!("{who} starts the clock again."),
            Self::Extend(Moved { by, .. }) if *by < 0 => format!("{who} shortens the time."),
            Self::Extend(_) => format!("{who} extends the time."),
            Self::CoHost(_) => format!("{who} names a co-host."),
            Self::AgreedCoHost(_) => format!("{who} names a co-host, to which all players have agreed."),
            Self::NoCoHost(_) => "A co-host is no longer one.".to_owned(),
            Self::Channel { .. } => format!("{who} moves the match to another channel."),
            Self::Spectators(Some(_)) => format!("{who} lets onlookers see everything in another channel."),
            Self::Spectators(None) => format!("{who} no longer lets onlookers see everything."),
            Self::Remind => format!("{who} reminds those who have not answered."),
            Self::Limit => format!("{who} changes what hosts may do alone."),
            Self::Amend(_) => format!("{who} changes the terms of the match."),
            Self::Roster { .. } => format!("{who} changes the roster."),
            Self::Look => format!("{who} looks at what the players keep secret."),
            Self::StandBy { name, place: Some(_), .. } => format!("{name} is an alternate again."),
            Self::StandBy { name, .. } => format!("{name} becomes an alternate."),
            Self::StandDown(_) => "An alternate is no longer one.".to_owned(),
            Self::Handover { seat, name, back: Some(_), .. } => {
                format!("{name} is asked to play for {} for a time.", names.get(*seat))
            }
            Self::Handover { seat, name, until: Some(_), .. } => {
                format!("The seat of {} is offered to {name}.", names.get(*seat))
            }
            Self::Handover { seat, name, reason, asked_until: Some(_), .. } => {
                let why = because(reason.as_deref());
                format!("The host asks {name} to take over the seat of {}. {why}", names.get(*seat))
            }
            Self::Handover { seat, name, .. } => {
                format!("The host asks {name} to take over the seat of {}.", names.get(*seat))
            }
            Self::Agree(seat) => format!("{} agrees to hand over the seat.", names.get(*seat)),
            Self::Willing(seat) => format!("The seat of {} would be taken over.", names.get(*seat)),
            Self::Refuse(seat) => format!("The seat of {} is not handed over.", names.get(*seat)),
            Self::Prolong { seat, .. } => {
                format!("There is more time to decide about the seat of {}.", names.get(*seat))
            }
            Self::Take(Tenure { name, before_name, back: Some(_), .. }) => {
                format!("{name} plays for {before_name} for a time.")
            }
            Self::Take(Tenure { name, before_name, returns: true, .. }) => {
                format!("{name} is back and plays on after {before_name}.")
            }
            Self::Take(Tenure { name, before_name, .. }) => {
                format!("{name} takes over the seat of {before_name}.")
            }
            Self::Vacate(seat) => format!("{} leaves the match.", names.get(*seat)),
            Self::Vacant(seat) => format!("{} has left the match.", names.get(*seat)),
            Self::TakeOut { seat, .. } => format!("{who} takes {} out of the match.", names.get(*seat)),
            Self::TakenOut { seat, reason } => {
                format!(
                    "{who} has taken {} out of the match. {}",
                    names.get(*seat),
                    because(reason.as_deref())
                )
            }
            Self::Missed { seats, .. } if seats.is_empty() => "Everyone has answered.".to_owned(),
            Self::Missed { seats, .. } => format!("No answer from {}.", all_of(seats, names)),
            Self::Grace { .. } => "The time is extended, because somebody is late.".to_owned(),
            Self::Absent { seats, .. } => {
                format!("The time is extended, and others can take over from {}.", all_of(seats, names))
            }
            Self::Ready { ready: true, .. } => format!("{who} is ready."),
            Self::Ready { ready: false, .. } => format!("{who} is not ready any more."),
            // The content stays private.
            Self::Ahead { .. } => format!("{who} changes what is left in advance."),
            Self::Early { at: Some(_), .. } => "Everyone is ready, so the time is cut short.".to_owned(),
            Self::Early { at: None, .. } => {
                "Not everyone is ready any more, so the time is not cut short.".to_owned()
            }
            Self::Propose { what, correction: Some(correction), .. } => {
                let Correction { what: values, reason, .. } = correction;
                format!(
                    "{who} asks all players whether {}: {values}. Reason: {}",
                    what.words(names),
                    sentence(reason)
                )
            }
            Self::Propose { what, removal: Some(removal), .. } => {
                format!(
                    "{who} asks all players whether {}. {}",
                    what.words(names),
                    because(removal.reason.as_deref())
                )
            }
            Self::Propose { what, .. } => format!("{who} asks all players whether {}.", what.words(names)),
            Self::Consent => format!("{who} agrees to the host’s proposal."),
            Self::Object if by == By::Host => format!("{who} withdraws the proposal."),
            Self::Object => format!("{who} does not agree to the host’s proposal."),
            Self::Correct { what, reason, .. } => {
                format!("{who} corrects the roster: {what}. Reason: {}", sentence(reason))
            }
            Self::Banked { seat, left } => {
                format!("{} has {} h {} min left.", names.get(*seat), left / HOUR, left % HOUR / 60_000)
            }
            Self::Away { .. } => format!("{who} will be away."),
            Self::Back => format!("{who} is back."),
            Self::Cancel => format!("{who} cancels the match."),
            Self::Publish => format!("{who} publishes the match."),
        }
    }
}

/// Lists the names of seats.
fn all_of(seats: &[Seat], names: &Names) -> String {
    let names: Vec<String> = seats.iter().map(|seat| names.get(*seat).into_owned()).collect();
    phrase::all_of(&names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_events_are_short_json_that_reads_back() {
        let events = [
            (Control::Resign, r#""resign""#),
            (Control::Claim(Seat::new(2)), r#"{"claim":2}"#),
            (Control::Offer(OfferKind::Takeback), r#"{"offer":"takeback"}"#),
            (Control::Undo(12), r#"{"undo":12}"#),
            (Control::Pause(Stop { left: 5, basis: None }), r#"{"pause":{"left":5}}"#),
            (
                Control::Extend(Moved { by: 7, basis: Some(Basis::Agreed), to: Some(9) }),
                r#"{"extend":{"by":7,"basis":"agreed","to":9}}"#,
            ),
            (
                Control::Extend(Moved {
                    by: 7,
                    basis: Some(Basis::Alone { phase: 2, deadline: 9 }),
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
        assert_eq!(read(r#"{"pause":3600000}"#), Control::Pause(Stop { left: 3_600_000, basis: None }));
        assert_eq!(read(r#"{"extend":-5}"#), Control::Extend(Moved { by: -5, basis: None, to: None }));
        let undone = Control::Rewind { to: 4, phase: "round 2".to_owned(), took: Vec::new() };
        assert_eq!(read(r#"{"rewind":{"to":4,"phase":"round 2"}}"#), undone);
        assert_eq!(serde_json::to_string(&undone).unwrap(), r#"{"rewind":{"to":4,"phase":"round 2"}}"#);
    }
}
