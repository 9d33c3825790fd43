//! What a match is waiting for: [`Phase`], [`Decision`], [`Prompt`].

use super::{Audience, Seat, TimeLimit};

/// A stretch of play that ends with everyone learning how the match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase<A> {
    /// An identifier that is usable as a file name, such as `round-03`. The clock is wound when it changes.
    pub id: String,
    /// The name for people, such as `round 3 of 10`.
    pub title: String,
    /// How the phase ends.
    pub ends: Ends<A>,
}

/// How a phase ends, with the [kind of time](super::TimeLimit) that it may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ends<A> {
    /// With the last answer. A seat that takes longer than the limit can be claimed by the others.
    Answered(&'static str),
    /// With this action, which the clock plays when the time is up. The answers may end the phase earlier.
    Clock(&'static str, A),
    /// Never: the match is over.
    Over,
}

impl<A> Phase<A> {
    /// Returns the key of the time that the phase may take, or `None` if the match is over.
    pub fn time(&self) -> Option<&'static str> {
        match self.ends {
            Ends::Answered(time) | Ends::Clock(time, _) => Some(time),
            Ends::Over => None,
        }
    }

    /// Returns the action with which the clock ends the phase.
    pub fn clock_action(&self) -> Option<&A> {
        match &self.ends {
            Ends::Clock(_, action) => Some(action),
            Ends::Answered(_) | Ends::Over => None,
        }
    }
}

/// A seat that is asked to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The seat.
    pub seat: Seat,
    /// What is asked, in a word: `move`, `vote`, `shield`.
    pub key: &'static str,
    /// Whether an answer is stored that may still be replaced.
    pub answered: bool,
}

/// How a decision is put to its player. It follows from the [`Decision`] alone, so it cannot reveal anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prompt {
    /// The question in words: `it is your turn: roll the dice.`
    pub question: &'static str,
    /// What is asked for, as a noun: `path`, `vote`, `turn`.
    pub noun: &'static str,
    /// An answer as a player may type it, or `None` if the notation is too much for a hint.
    pub example: Option<&'static str>,
    /// How the choices are arranged.
    pub layout: Layout,
    /// Who sees the choices.
    pub audience: Audience,
}

/// How choices are arranged. The choices themselves are the same in every layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A button or an option for each step; the last step plays the action or asks for a confirmation.
    Buttons,
    /// A fixed row of keys that extend a draft, which is submitted on its own. Keys that lead nowhere are shown disabled.
    Pad(&'static [PadKey]),
}

/// A key of a [pad](Layout::Pad).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PadKey {
    /// The [key of the step](super::Step::key) that it adds.
    pub key: &'static str,
    /// The label.
    pub label: &'static str,
}

impl<A> Phase<A> {
    /// Returns the phase of a game in which the seats act one after the other, from the number of the turn and the seat
    /// that is asked; nobody is asked when the match is over.
    pub(super) fn turn(number: u32, asked: Option<Seat>) -> Self {
        match asked {
            Some(seat) => Self {
                id: format!("turn-{number}-{seat}"),
                title: format!("turn {number}"),
                ends: Ends::Answered(TURN.key),
            },
            None => Self { id: "end".to_owned(), title: "the end".to_owned(), ends: Ends::Over },
        }
    }
}

/// The kind of time that a turn takes.
pub(super) const TURN: TimeLimit = TimeLimit { key: "turn", label: "a turn", default: None };

impl Prompt {
    /// Returns a prompt that is put in public, with buttons.
    pub(super) const fn public(question: &'static str) -> Self {
        Self { question, noun: "turn", example: None, layout: Layout::Buttons, audience: Audience::All }
    }
}
