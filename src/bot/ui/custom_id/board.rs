//! [`BoardId`]: which board for trying out actions a component belongs to.

use std::fmt;
use std::str::FromStr;

use super::UnknownId;
use trigon_engine::matches::QuestionId;

/// A board on which actions are tried out, by where its position comes from. Like everything in an identifier, that counts only
/// what everyone can see: an entry number would tell that somebody has planned something, or was away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardId {
    /// A position of a match that is going on, by the question that it asks.
    WhatIf(QuestionId),
    /// A position of a match that is over, by the number of actions before it that counted in the end. A win is to be found.
    Puzzle(u32),
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WhatIf(question) => write!(f, "q{question}"),
            Self::Puzzle(actions) => write!(f, "p{actions}"),
        }
    }
}

impl FromStr for BoardId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if let Some(question) = text.strip_prefix('q') {
            return question.parse().map(Self::WhatIf).map_err(|_| UnknownId::Component);
        }
        if let Some(actions) = text.strip_prefix('p') {
            return actions.parse().map(Self::Puzzle).map_err(|_| UnknownId::Component);
        }
        // Earlier versions wrote an entry number, and a mark for a puzzle.
        let entry = text.strip_suffix('!').unwrap_or(text);
        let is_number = !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_digit());
        Err(if is_number { UnknownId::Board } else { UnknownId::Component })
    }
}
