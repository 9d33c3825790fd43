//! [`HostAsk`]: what a host asks for with a button.

use std::fmt;
use std::str::FromStr;

use super::UnknownId;

/// What a host asks for with a button below the status of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostAsk {
    /// Remind those who have not answered.
    Remind,
    /// Stop the clock.
    Pause,
    /// Let the clock run again.
    Resume,
    /// End the pregame or the phase, after a question.
    End,
    /// Undo the last phase that has ended, after a question.
    Undo,
}

impl HostAsk {
    const ALL: [Self; 5] = [Self::Remind, Self::Pause, Self::Resume, Self::End, Self::Undo];

    const fn key(self) -> &'static str {
        match self {
            Self::Remind => "remind",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::End => "end",
            Self::Undo => "undo",
        }
    }
}

impl fmt::Display for HostAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for HostAsk {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        Self::ALL.into_iter().find(|ask| ask.key() == text).ok_or(UnknownId::Component)
    }
}
