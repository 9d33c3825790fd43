//! [`ActionRequest`]: what a player has asked for, and [`AnswerKind`]: what a text says about it.

use trigon::ids::MatchId;
use trigon::sandbox::{Id, InteractionHandle};

/// How something was asked for.
#[derive(Debug, Clone)]
pub(crate) enum RequestMethod {
    /// By a direct message.
    Direct,
    /// By editing a direct message.
    Edit {
        /// The message, as it was first written.
        of: Id,
    },
    /// By a command.
    Command(InteractionHandle),
    /// By a component that only the player sees.
    Press(InteractionHandle),
    /// By a component in the channel, in whose message everybody sees the result.
    PublicPress(InteractionHandle, Id),
}

impl RequestMethod {
    /// Returns the name in reports.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Direct => "a direct message",
            Self::Edit { .. } => "an edit",
            Self::Command(_) => "a command",
            Self::Press(_) => "a press in private",
            Self::PublicPress(..) => "a press in the channel",
        }
    }
}

/// An action that a player has asked for.
#[derive(Debug, Clone)]
pub(crate) struct ActionRequest {
    pub(crate) match_id: MatchId,
    /// The id of the interaction or the message.
    pub(crate) request: Id,
    pub(crate) user: Id,
    /// The action in the notation of the game, which may be secret.
    pub(crate) action: String,
    /// The action in words.
    pub(crate) described: String,
    /// The number of questions of the match that had been closed when it was asked for.
    pub(crate) closed_questions: usize,
    pub(crate) method: RequestMethod,
}

/// What a text says about an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerKind {
    /// It is stored.
    Stored,
    /// It cannot be stored now, but will be.
    Kept,
    /// Nothing was stored.
    Refused,
    /// Something else: what came of it, or what can be done.
    Other,
}

/// Parts of sentences that say that nothing was done.
const REFUSAL_PHRASES: [&str; 24] = [
    "after your next turn had begun",
    "has not begun yet",
    "there is no vote yet",
    "nothing has changed",
    "nothing was stored",
    "there is nothing to move or spend",
    "nothing was changed",
    "nothing was done",
    "nothing changed",
    "not your turn",
    "there’s nothing for you to do",
    "earlier round or vote",
    "leads nowhere",
    "is over",
    "please try again",
    "hasn’t been started",
    "came before",
    "you can’t choose",
    "not submitted yet",
    "not in a match",
    "resigned",
    "you sent something else after this",
    "the rounds are over",
    "not playing in a match right now",
];

/// What the bot says if it cannot store a direct message yet.
const KEPT_SENTENCE: &str = "I’ll keep trying and tell you when it’s saved";

impl AnswerKind {
    /// Returns what a text says about an action with this description.
    pub(crate) fn of(text: &str, described: &str) -> Self {
        if text.contains(KEPT_SENTENCE) {
            return Self::Kept;
        }
        // What is shown in bold is escaped.
        let names_it = text.replace('\\', "").contains(described);
        let is_stored = ["Stored:", "✅ Your", "was the last one"].iter().any(|word| text.contains(word));
        if is_stored && names_it && !text.contains("nothing has changed") {
            return Self::Stored;
        }
        let text = text.to_lowercase();
        if REFUSAL_PHRASES.iter().any(|sentence| text.contains(sentence)) {
            Self::Refused
        } else {
            Self::Other
        }
    }
}

/// Returns the number of earlier messages that an answer also applies to: those that the message replaces, or those
/// that are refused with it.
pub(crate) fn replaced(text: &str) -> usize {
    let after = |words| text.split_once(words).map(|(_, rest)| rest);
    let Some(rest) = after("It replaces the ").or_else(|| after("The same goes for the ")) else { return 0 };
    if rest.starts_with("message that you sent just before") {
        return 1;
    }
    let number = rest.split(' ').next().and_then(|word| word.parse().ok());
    number.filter(|_| rest.contains("messages that you sent just before")).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_told_apart() {
        let told = |text| AnswerKind::of(text, "ULD (↑←↓)");
        assert_eq!(told("Stored: your path is **ULD (↑←↓)**. You can still change it."), AnswerKind::Stored);
        assert_eq!(told("Stored: your path is **U (↑)**."), AnswerKind::Other, "another action");
        assert_eq!(told("The deadline has just passed, so nothing was stored."), AnswerKind::Refused);
        let kept = "I can’t save your message right now (…). I’ll keep trying and tell you when it’s saved.";
        assert_eq!(told(kept), AnswerKind::Kept);
    }

    #[test]
    fn an_answer_says_for_how_many_messages_it_holds() {
        assert_eq!(replaced("Stored.\n-# It replaces the message that you sent just before."), 1);
        assert_eq!(replaced("Stored.\n-# It replaces the 12 messages that you sent just before."), 12);
        assert_eq!(replaced("No.\n-# The same goes for the 3 messages that you sent just before."), 3);
        assert_eq!(replaced("Stored."), 0);
    }
}
