//! [`Ask`]: a player's request about one match, made by command, by direct message or by picking the match; and [`Picked`], in
//! which the choice of a match carries it.

use std::fmt;
use std::str::FromStr;

use crate::agree::PlayerCommand;
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Millis, QuestionId};

/// A player's request about one match. Messages that exist already carry it as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Play the typed text, as the game reads it.
    Typed(String),
    /// Perform a command such as resigning.
    Perform(PlayerCommand),
    /// Show the question with its choices.
    Show,
    /// Show the question, but only if it has this key.
    Question(String),
    /// Leave answers for the next rounds, or show those that are left.
    Ahead(String),
    /// Say that the player will be away from the first time to the second.
    Away(Millis, Millis),
    /// Say that the player is back.
    Back,
    /// Show what players may know about themselves.
    Me,
    /// Show the board.
    Board,
}

impl Ask {
    /// Returns whether the request may change something, rather than only show it.
    pub(crate) fn may_change_something(&self) -> bool {
        match self {
            Self::Typed(_) | Self::Perform(_) | Self::Ahead(_) | Self::Away(..) | Self::Back => true,
            Self::Show | Self::Question(_) | Self::Me | Self::Board => false,
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Typed(text) => write!(f, "{TYPED_PREFIX}{text}"),
            Self::Perform(command) => command.fmt(f),
            Self::Ahead(text) => write!(f, "{AHEAD_PREFIX}{text}"),
            Self::Away(from, to) => write!(f, "{AWAY_PREFIX}{from} {to}"),
            Self::Back => f.write_str(BACK),
            Self::Show => f.write_str("show"),
            Self::Question(key) => write!(f, "{QUESTION_PREFIX}{key}"),
            Self::Me => f.write_str("me"),
            Self::Board => f.write_str("board"),
        }
    }
}

/// The prefix of typed text.
const TYPED_PREFIX: &str = "typed ";

/// The prefix of answers for the next rounds.
const AHEAD_PREFIX: &str = "ahead ";

/// The prefix of the beginning and the end of an absence.
const AWAY_PREFIX: &str = "away ";

/// The text of [`Ask::Back`]. Messages that exist already have it.
const BACK: &str = "away 0 0";

/// The prefix of a question key.
const QUESTION_PREFIX: &str = "question ";

impl FromStr for Ask {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(typed) = text.strip_prefix(TYPED_PREFIX) {
            return Ok(Self::Typed(typed.to_owned()));
        }
        if let Some(answers) = text.strip_prefix(AHEAD_PREFIX) {
            return Ok(Self::Ahead(answers.to_owned()));
        }
        if let Some(key) = text.strip_prefix(QUESTION_PREFIX) {
            return Ok(Self::Question(key.to_owned()));
        }
        if text == BACK {
            return Ok(Self::Back);
        }
        if let Some((from, to)) = text.strip_prefix(AWAY_PREFIX).and_then(|times| times.split_once(' ')) {
            return Ok(Self::Away(from.parse().map_err(|_| ())?, to.parse().map_err(|_| ())?));
        }
        if let Ok(command) = text.parse() {
            return Ok(Self::Perform(command));
        }
        match text {
            "show" => Ok(Self::Show),
            "me" => Ok(Self::Me),
            "board" => Ok(Self::Board),
            _ => Err(()),
        }
    }
}

/// An option of the select that asks which match is meant: the match, its question at the time, and the request. The
/// value holds everything, so that it survives a restart. Only that player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picked {
    pub(crate) match_id: MatchId,
    pub(crate) question: QuestionId,
    pub(crate) ask: Ask,
}

impl fmt::Display for Picked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.match_id, self.question, self.ask)
    }
}

impl FromStr for Picked {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(3, ':');
        let match_id = parts.next().and_then(|text| text.parse::<i64>().ok()).filter(|n| *n >= 0).ok_or(())?;
        let question = parts.next().and_then(|text| text.parse().ok()).ok_or(())?;
        Ok(Self { match_id: MatchId(match_id), question, ask: parts.next().ok_or(())?.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use trigon_engine::matches::OfferKind;

    #[test]
    fn what_was_asked_is_read_as_it_was_written() {
        let mut all = vec![Ask::Me, Ask::Board, Ask::Show, Ask::Back];
        all.push(Ask::Question("vote".to_owned()));
        all.push(Ask::Away(0, i64::MAX));
        all.extend(["URD, -", ""].map(|text| Ask::Ahead(text.to_owned())));
        all.extend(["fight d3", "ULD", "u, l: d", "typed x", ""].map(|text| Ask::Typed(text.to_owned())));
        let others = [PlayerCommand::Resign, PlayerCommand::Claim, PlayerCommand::Nudge];
        let ready = [PlayerCommand::Ready(true), PlayerCommand::Ready(false)];
        all.extend(others.into_iter().chain(ready).map(Ask::Perform));
        for kind in [OfferKind::Draw, OfferKind::Takeback] {
            all.extend(
                [PlayerCommand::Offer(kind), PlayerCommand::Accept(kind), PlayerCommand::Decline(kind)]
                    .map(Ask::Perform),
            );
        }
        for ask in all {
            let question = QuestionId { number: u32::MAX, undos: u32::MAX };
            let picked = Picked { match_id: MatchId(i64::MAX), question, ask };
            let text = picked.to_string();
            assert!(text.len() <= 100);
            assert_eq!(text.parse(), Ok(picked));
        }
    }

    #[test]
    fn hosts_powers_cannot_be_picked() {
        for text in ["1:2:resolve", "1:2:ec 5", "1:2", "-1:2:me", "1:-2:me", "1:2:me:3"] {
            assert_eq!(text.parse::<Picked>(), Err(()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in any::<String>()) {
            let _ = text.parse::<Picked>();
            let _ = format!("1:2:{text}").parse::<Picked>();
        }
    }
}
