//! [`QuestionId`] and [`AnswerTag`]: what a button carries to be compared with the current match.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::ids::MatchId;
use trigon_rules::games::Seat;

/// The identifier of a question. An answer to an earlier question is stale.
///
/// It counts only what everyone can see. The number of the last entry would tell a player, in the identifier of a
/// button, how often the others have changed their secret answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QuestionId {
    /// The number of earlier closed questions that count.
    pub number: u32,
    /// The number of takebacks, so that no identifier is reused.
    pub undos: u32,
}

impl QuestionId {
    /// Returns a number to seed what is made up while the question is open. Everyone can know it, so it tells nothing.
    pub fn luck(self) -> u64 {
        u64::from(self.number) | u64::from(self.undos) << 32
    }
}

/// The error for a text that identifies neither a question nor an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that identifies no question")]
pub struct NoQuestion;

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.undos {
            0 => write!(f, "{}", self.number),
            undos => write!(f, "{}.{undos}", self.number),
        }
    }
}

impl FromStr for QuestionId {
    type Err = NoQuestion;

    /// Parses what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Self, NoQuestion> {
        let (number, undos) = text.split_once('.').unwrap_or((text, "0"));
        let parse = |text: &str| text.parse().map_err(|_| NoQuestion);
        let id = Self { number: parse(number)?, undos: parse(undos)? };
        if id.to_string() == text { Ok(id) } else { Err(NoQuestion) }
    }
}

/// A short tag of the answer that a seat has stored to a question, or of having stored none.
///
/// A button carries the tag of the answer shown with it. It means nothing to people, and counts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerTag(u32);

impl fmt::Display for AnswerTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for AnswerTag {
    type Err = NoQuestion;

    /// Parses what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Self, NoQuestion> {
        let tag = u32::from_str_radix(text, 16).map(Self).map_err(|_| NoQuestion)?;
        if tag.to_string() == text { Ok(tag) } else { Err(NoQuestion) }
    }
}

impl AnswerTag {
    /// Returns the tag of an answer to a question of a match; an empty answer means none.
    pub(crate) fn new(match_id: MatchId, question: QuestionId, seat: Seat, answer: &str) -> Self {
        let text = format!("{match_id} {question} {seat} {answer}");
        let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(text));
        Self(u32::from_be_bytes([a, b, c, d]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn identifiers_are_read_as_they_were_written_and_in_no_other_way() {
        for (number, undos) in [(0, 0), (7, 0), (7, 1), (u32::MAX, u32::MAX)] {
            let id = QuestionId { number, undos };
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in ["", ".", "1.", ".1", "1.0", "01", "+1", "-1", "1.2.3", "4294967296"] {
            assert_eq!(text.parse::<QuestionId>(), Err(NoQuestion), "{text}");
        }
        for text in ["", "1", "0000000g", "0000000A", "+0000001", "000000001"] {
            assert_eq!(text.parse::<AnswerTag>(), Err(NoQuestion), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in any::<String>(), tag in any::<u32>()) {
            let _ = (text.parse::<QuestionId>(), text.parse::<AnswerTag>());
            prop_assert_eq!(AnswerTag(tag).to_string().parse(), Ok(AnswerTag(tag)));
        }
    }
}
