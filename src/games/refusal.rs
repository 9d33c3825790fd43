//! Why something was not accepted, in a sentence for the one who asked.

/// What kind of wrong an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// The text is no action of this game.
    Unreadable,
    /// The one who asks may not do this now, or sits at no seat.
    NotYours,
    /// The match is over.
    Over,
    /// Understood, but the rules do not allow it.
    Illegal,
}

/// A refused entry: the state is as it was.
///
/// The sentence says what was wrong and what would be right. It is meant for the one who asked and may
/// say what that person knows, so it is not for others' eyes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// What kind of wrong.
    pub kind: RefusalKind,
    /// What was wrong and what would be right.
    pub sentence: String,
}

impl Refusal {
    /// The text is no action of this game.
    pub fn unreadable(sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Unreadable, sentence: sentence.into() }
    }

    /// The one who asks may not do this now.
    pub fn not_yours(sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::NotYours, sentence: sentence.into() }
    }

    /// The match is over.
    pub fn over() -> Self {
        Self { kind: RefusalKind::Over, sentence: "The match is over.".to_owned() }
    }

    /// The rules do not allow it.
    pub fn illegal(sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Illegal, sentence: sentence.into() }
    }
}

/// Why a setup cannot be played: one line that says what and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setup: {0}")]
pub struct SetupError(pub String);

impl SetupError {
    /// From anything that can be said.
    pub fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}
