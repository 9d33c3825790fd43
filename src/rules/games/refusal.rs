//! [`Refusal`]: why an entry was refused.

/// The reason for a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// The text is not an action of this game.
    Unreadable,
    /// The author of the entry may not do this now, or has no seat.
    NotYours,
    /// The match is over.
    Over,
    /// The rules do not allow the action.
    Illegal,
}

/// A refused entry, which has not changed the state.
///
/// The sentence says what is wrong and what would be right. It may reveal something that only the author of the entry
/// knows, so nobody else should see it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// The kind of refusal.
    pub kind: RefusalKind,
    /// What is wrong and what would be right.
    pub sentence: String,
}

impl Refusal {
    /// Returns a refusal because the text is not an action of this game.
    pub fn unreadable(sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Unreadable, sentence: sentence.into() }
    }

    /// Returns a refusal because this player may not do this now.
    pub fn not_yours(sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::NotYours, sentence: sentence.into() }
    }

    /// Returns a refusal because the match is over.
    pub fn over() -> Self {
        Self { kind: RefusalKind::Over, sentence: "The match is over.".to_owned() }
    }

    /// Returns a refusal because the rules do not allow the action.
    pub fn illegal(sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Illegal, sentence: sentence.into() }
    }
}

/// An error in a setup: one line saying what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setup: {0}")]
pub struct SetupError(pub String);

impl SetupError {
    /// Returns an error with this message.
    ///
    /// Line breaks become spaces, because the message may quote a file.
    pub fn new(what: impl Into<String>) -> Self {
        // The parser of JSON ends with these words if it finds a key in a setup that can contain nothing.
        let what = what.into().replace(", there are no fields", ": there is nothing to set in this game");
        Self(what.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_setup_is_one_line_whatever_the_file_contained() {
        assert_eq!(SetupError::new("unknown field `\npl`").to_string(), "setup: unknown field ` pl`");
    }
}
