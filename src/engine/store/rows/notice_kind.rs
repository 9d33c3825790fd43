//! [`NoticeKind`]: the kind of notice that a message carries, as a word in the outbox.

use std::fmt;

/// The kind of notice that a message carries: those that the store and its users tell apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoticeKind {
    /// The match again, at the end of its channel.
    Board,
    /// A match was created.
    Created,
    /// Somebody is asked to take a seat.
    Handover,
    /// What happened in a match, and who is asked.
    News,
    /// A draw or a takeback is offered.
    Offered,
    /// An answer that shows what a match asks.
    Panel,
    /// What happened for a player, and what they are asked.
    Personal,
    /// A message in words, which need not be about a match.
    Post,
    /// The roster is fixed.
    Pregame,
    /// A host proposes something to all players.
    Proposed,
    /// The roster was changed after it had been announced.
    Roster,
    /// The time of a seat has run out.
    TimeOut,
    /// Another one, by its word.
    Other(String),
}

impl NoticeKind {
    /// Those that are not told from each other only by their word.
    const NAMED: [Self; 12] = [
        Self::Board,
        Self::Created,
        Self::Handover,
        Self::News,
        Self::Offered,
        Self::Panel,
        Self::Personal,
        Self::Post,
        Self::Pregame,
        Self::Proposed,
        Self::Roster,
        Self::TimeOut,
    ];

    /// Returns the word with which it is stored.
    pub fn word(&self) -> &str {
        match self {
            Self::Board => "board",
            Self::Created => "created",
            Self::Handover => "handover",
            Self::News => "news",
            Self::Offered => "offered",
            Self::Panel => "panel",
            Self::Personal => "personal",
            Self::Post => "post",
            Self::Pregame => "pregame",
            Self::Proposed => "proposed",
            Self::Roster => "roster",
            Self::TimeOut => "time-out",
            Self::Other(word) => word,
        }
    }

    /// Returns whether it shows a match: what happened, and who is asked.
    pub fn is_match_message(&self) -> bool {
        matches!(self, Self::News | Self::Board)
    }
}

impl From<String> for NoticeKind {
    fn from(word: String) -> Self {
        Self::NAMED.into_iter().find(|kind| kind.word() == word).unwrap_or(Self::Other(word))
    }
}

impl fmt::Display for NoticeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_stored() {
        for kind in NoticeKind::NAMED {
            assert_eq!(NoticeKind::from(kind.word().to_owned()), kind);
        }
        let other = NoticeKind::from("reminder".to_owned());
        assert_eq!((other.word(), other.is_match_message()), ("reminder", false));
    }
}
