//! Sending a message that Discord has refused because of its content, with less in it.

use super::client::Sent;
use super::courier::{Attempt, Courier};
use super::request_error::{RequestError, may_pass_with_less};
use crate::codes::takes_no_pictures;
use crate::ui::Announcement;
use crate::ui::escape::shortened;
use crate::ui::limits::MESSAGE;
use crate::ui::words::WITHOUT_FILES;
use trigon_engine::matches::{Pending, Target, UpkeepProblem};

/// The length, in characters, of a text that is certainly acceptable.
const SAFE_LENGTH: usize = 1_000;

/// What is left out of a message.
#[derive(Debug, Clone, Copy)]
enum Without {
    /// The embed, pictures and other files.
    Files,
    /// The embed, all files, the components, and the end of a long text.
    AllButText,
}

impl Without {
    /// Returns a message without that, and with a note if it had files. Returns `None` if there is nothing to leave out.
    fn reduce(self, mut message: Announcement) -> Option<Announcement> {
        let is_plain = message.files.is_empty() && message.embed.is_none();
        let note = if message.files.is_empty() { "" } else { WITHOUT_FILES };
        message.files = Vec::new();
        message.embed = None;
        match self {
            Self::Files if is_plain => return None,
            Self::Files => message.text = shortened(&message.text, MESSAGE - note.chars().count()),
            Self::AllButText => {
                message.text = shortened(&message.text, SAFE_LENGTH);
                message.rows = Vec::new();
                message.components = None;
            }
        }
        message.text.push_str(note);
        Some(message)
    }
}

impl Courier {
    /// Sends a message again that Discord has refused because of its content, with less in it. `code` is that of the refusal.
    pub(super) async fn send_reduced(
        &self,
        pending: &mut Pending,
        attempt: &Attempt,
        mut code: i64,
    ) -> Result<Option<Sent>, RequestError> {
        for without in [Without::Files, Without::AllButText] {
            // What cannot be put together again stays refused.
            let Ok((_, complete)) = Box::pin(self.compose(pending)).await else { break };
            let Some(reduced) = without.reduce(complete) else { continue };
            tracing::warn!(
                message = pending.id.0,
                code,
                ?without,
                "Discord refuses a message; it is sent with less in it"
            );
            match self.send(pending, reduced).await {
                Err(RequestError::Refused(next_code)) if may_pass_with_less(next_code) => code = next_code,
                sent => {
                    if matches!((without, &sent), (Without::Files, Ok(Some(_)))) {
                        self.tell_of_pictures(pending, attempt, code).await;
                    }
                    return sent;
                }
            }
        }
        Err(RequestError::Refused(code))
    }

    /// Tells the hosts, once, if the code means that Discord takes none of the pictures of a match, rather than only refuses one.
    async fn tell_of_pictures(&self, pending: &Pending, attempt: &Attempt, code: i64) {
        if takes_no_pictures(code)
            && let (Some(game), Target::Channel(_)) = (&attempt.game, pending.target)
            && let Err(error) = self.matches.tell_trouble(game, UpkeepProblem::PicturesRefused).await
        {
            // The next message will tell them.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a refused message");
        }
    }
}
