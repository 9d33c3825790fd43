//! Messages that Discord refuses as they are: they are sent once more with less, before they are given up.

use super::client::{RequestError, Sent, takes_less};
use super::{Courier, texts};
use crate::ui::Announcement;
use crate::ui::escape::shortened;
use crate::ui::limits::MESSAGE;
use trigon_engine::matches::Pending;

/// The length of a text that nothing can be wrong with.
const SHORT: usize = 1_000;

/// What is left out of a message.
#[derive(Debug, Clone, Copy)]
enum Without {
    /// Pictures and other files.
    Files,
    /// Those, the components and the end of a long text.
    AllButText,
}

impl Without {
    /// Leaves something out of a message. Returns `None` if it is not in it.
    fn reduce(self, mut message: Announcement) -> Option<Announcement> {
        let is_plain = message.files.is_empty() && message.embed.is_none();
        let note = if message.files.is_empty() { "" } else { texts::WITHOUT_FILES };
        message.files = Vec::new();
        message.embed = None;
        match self {
            Self::Files if is_plain => return None,
            Self::Files => message.text = shortened(&message.text, MESSAGE - note.chars().count()),
            Self::AllButText => {
                message.text = shortened(&message.text, SHORT);
                message.rows = Vec::new();
                message.components = None;
            }
        }
        message.text.push_str(note);
        Some(message)
    }
}

impl Courier {
    /// Sends a message that Discord has refused once more with less in it.
    ///
    /// # Errors
    /// If Discord refuses that, too, or does not answer.
    pub(super) async fn send_reduced(
        &self,
        row: &mut Pending,
        mut code: i64,
    ) -> Result<Option<Sent>, RequestError> {
        for without in [Without::Files, Without::AllButText] {
            let Ok((_, whole)) = self.write(row).await else { break };
            let Some(less) = without.reduce(whole) else { continue };
            tracing::warn!(
                message = row.id,
                code,
                ?without,
                "Discord refuses a message; it is sent with less in it"
            );
            match self.send(row, less).await {
                Err(RequestError::Refused(again)) if takes_less(again) => code = again,
                done => return done,
            }
        }
        Err(RequestError::Refused(code))
    }
}
