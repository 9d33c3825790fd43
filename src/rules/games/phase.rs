//! What a match is waiting for: [`Phase`], [`Decision`], [`Prompt`], [`Step`].

use super::{Audience, Seat, TimeLimit};

/// A part of a match, such as a turn or a round. When it ends, everyone sees the new position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase<A> {
    /// An identifier that can be used as a file name, such as `round-03`. The clock restarts when it changes.
    pub id: String,
    /// The display name, such as `round 3 of 10`.
    pub title: String,
    /// How the phase ends.
    pub ends: Ends<A>,
}

/// How a phase ends, with the key of its [time limit](super::TimeLimit).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ends<A> {
    /// With the last answer. If a seat takes longer than the limit, the others can claim it.
    Answered(&'static str),
    /// With this action, which the clock plays when the time is up. Answers may end the phase earlier.
    Clock(&'static str, A),
    /// Never: the match is over.
    Over,
}

impl<A> Phase<A> {
    /// Returns one of several rounds, which the clock ends with this action.
    pub fn round_of(number: u8, rounds: u8, action: A) -> Self {
        Self {
            id: format!("round-{number:02}"),
            title: format!("round {number} of {rounds}"),
            ends: Ends::Clock("round", action),
        }
    }

    /// Returns the phase after the last one, when the match is over.
    pub fn end() -> Self {
        Self { id: "end".to_owned(), title: "the end".to_owned(), ends: Ends::Over }
    }

    /// Returns a turn of a turn-based game, given its number and who is asked to act. If nobody is, the match is over.
    pub fn turn(number: u32, asked: &[Decision]) -> Self {
        match asked {
            [Decision { seat, .. }, ..] => Self {
                id: format!("turn-{number}-{seat}"),
                title: format!("turn {number}"),
                ends: Ends::Answered(TURN.key),
            },
            [] => Self::end(),
        }
    }

    /// Returns the key of the phase's time limit, or `None` if the match is over.
    pub fn time(&self) -> Option<&'static str> {
        match self.ends {
            Ends::Answered(time) | Ends::Clock(time, _) => Some(time),
            Ends::Over => None,
        }
    }

    /// Returns whether answers can be replaced, because they only take effect when the clock ends the phase.
    pub fn is_replaceable(&self) -> bool {
        matches!(self.ends, Ends::Clock(..))
    }

    /// Returns the number of the round, if the phase is a round: 3 for `round-03`.
    pub fn round(&self) -> Option<u32> {
        self.id.strip_prefix("round-")?.parse().ok()
    }

    /// Returns the action with which the clock ends the phase, if it does so.
    pub fn clock_action(&self) -> Option<&A> {
        match &self.ends {
            Ends::Clock(_, action) => Some(action),
            Ends::Answered(_) | Ends::Over => None,
        }
    }
}

/// The time limit of a turn, for turn-based games.
pub const TURN: TimeLimit = TimeLimit { key: "turn", label: "a turn", default: None };

/// A seat that is asked to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The seat.
    pub seat: Seat,
    /// What the seat is asked for, in a word: `move`, `vote`, `shield`.
    pub key: &'static str,
    /// Whether the seat has already answered; the answer can still be replaced.
    pub answered: bool,
}

/// How a player is asked for a decision. It depends only on the [`Decision`], so it cannot reveal anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prompt {
    /// The question in words, after the player's name: `it is your turn: roll the dice.`
    pub question: &'static str,
    /// What is asked for, as a noun: `path`, `vote`, `turn`.
    pub noun: &'static str,
    /// An example of an answer as a player might type it, or `None` if the notation is too complex for a hint.
    pub example: Option<&'static str>,
    /// How the choices are arranged.
    pub layout: Layout,
    /// Who sees the choices.
    pub audience: Audience,
}

impl Prompt {
    /// Returns a prompt with buttons that everyone sees.
    pub const fn public(question: &'static str) -> Self {
        Self { question, noun: "turn", example: None, layout: Layout::Buttons, audience: Audience::All }
    }
}

/// How choices are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A button or an option for each step. The last step plays the action or asks for confirmation.
    Buttons,
    /// A fixed row of keys that extend a draft, which the player then submits. Keys that lead nowhere are disabled.
    Pad(&'static [PadKey]),
}

/// A key of a [pad](Layout::Pad).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PadKey {
    /// The [key of the step](Step::key) that it adds.
    pub key: &'static str,
    /// The label.
    pub label: &'static str,
}

/// One of the steps by which a player chooses an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// A few ASCII characters that distinguish the step from its alternatives, which are sorted by key. Keys do not
    /// contain `:` or `_`, which interfaces use as separators.
    pub key: String,
    /// The display label.
    pub label: String,
    /// What the step chooses: `Piece`, `To`.
    pub what: &'static str,
}

impl Step {
    /// Returns a step.
    pub fn new(what: &'static str, key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into(), what }
    }

    /// Returns a step whose label is its key, such as a place.
    pub fn named(what: &'static str, name: impl ToString + Copy) -> Self {
        Self::new(what, name.to_string(), name.to_string())
    }
}
