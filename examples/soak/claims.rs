//! [`Claim`]: what a player was told about an action.

use trigon::sandbox::{InteractionHandle, Response, SeenMessage};

/// What was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// The action is stored.
    Stored,
    /// Nothing has changed.
    Unchanged,
    /// Nothing, or something else.
    Unknown,
}

/// What a player was told about an action.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) match_id: i64,
    /// The number of the interaction or the message.
    pub(crate) request: i64,
    pub(crate) user: i64,
    /// The action in the notation of the game, which may be secret.
    pub(crate) action: String,
    pub(crate) told: Told,
    /// What came after the answer, which may take it back.
    pub(crate) handle: Option<InteractionHandle>,
}

/// Sentences that say that nothing was done.
const UNCHANGED: [&str; 5] = [
    "nothing has changed",
    "nothing was stored",
    "nothing was changed",
    "nothing changed",
    "It’s not your turn",
];

impl Told {
    /// Returns what a sentence says about an action that is described so.
    pub(crate) fn of(text: &str, described: &str) -> Self {
        if UNCHANGED.iter().any(|sentence| text.contains(sentence)) {
            return Self::Unchanged;
        }
        let is_stored = ["Stored:", "✅ Your", "was the last one"].iter().any(|word| text.contains(word));
        // What is typed in bold is escaped.
        if is_stored && text.replace('\\', "").contains(described) { Self::Stored } else { Self::Unknown }
    }
}

/// Waits for the response to an interaction, and returns what it says about the action. `public` means that the message
/// with the button shows the result to everyone.
pub(crate) async fn told(handle: &InteractionHandle, described: &str, public: bool) -> Told {
    let text = |message: &SeenMessage| Told::of(&message.content, described);
    match handle.response().await {
        Ok(Response::Updated(_)) if public => Told::Stored,
        Ok(Response::Message(message) | Response::Updated(message)) => text(&message),
        Ok(Response::Deferred(_)) => handle.message().await.map_or(Told::Unknown, |message| text(&message)),
        Ok(Response::DeferredUpdate) if !public => {
            handle.message().await.map_or(Told::Unknown, |message| text(&message))
        }
        _ => Told::Unknown,
    }
}
