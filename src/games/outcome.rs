//! How a match ended: [`Outcome`].

use serde::Serialize;

use super::Seat;

/// How a match ended for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Won; in Triforce Building: holds a token.
    Won,
    /// Neither won nor lost.
    Drawn,
    /// Lost.
    Lost,
    /// Triforce Building: the elimination candidate.
    EliminationCandidate,
}

/// A seat's line in the final standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// How the match ended for it.
    pub verdict: Verdict,
    /// What else counts, in numbers or words: tokens, garnets, pieces.
    pub note: String,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One line for each seat, the best first.
    pub standings: Vec<Standing>,
    /// The reason in a sentence.
    pub reason: String,
}
