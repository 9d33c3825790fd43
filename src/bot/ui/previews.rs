//! [`Previews`]: what people were shown and have not confirmed. It is kept in memory: after a restart, they send it again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::locks::locked;
use trigon_engine::ids::{SeasonId, UserId};
use trigon_engine::season::SeasonCommand;

/// The number of previews that are kept. The oldest are forgotten first.
const MAX_PREVIEWS: usize = 128;

/// The number of files among them, each of which can be large.
const MAX_FILES: usize = 4;

/// Something that a person was shown and can confirm.
#[derive(Debug, Clone)]
pub(crate) struct Preview {
    /// The interaction that it answered.
    pub(crate) id: u64,
    /// The person.
    pub(crate) user: UserId,
    /// The season.
    pub(crate) season: SeasonId,
    /// The number of episodes that the season had.
    pub(crate) episodes: usize,
    /// What is done once it is confirmed.
    pub(crate) command: SeasonCommand,
}

/// What people were shown and have not confirmed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Previews(Arc<Mutex<VecDeque<Preview>>>);

impl Previews {
    /// Keeps a preview, in place of an earlier one for the same interaction.
    pub(crate) fn keep(&self, preview: Preview) {
        let mut kept = locked(&self.0);
        kept.retain(|known| known.id != preview.id);
        if kept.len() >= MAX_PREVIEWS {
            kept.pop_front();
        }
        kept.push_back(preview);
        let is_file = |known: &Preview| matches!(known.command, SeasonCommand::Import(_));
        if kept.iter().filter(|known| is_file(known)).count() > MAX_FILES
            && let Some(oldest) = kept.iter().position(is_file)
        {
            kept.remove(oldest);
        }
    }

    /// Returns the preview that a person was shown, if it is still known. It stays, so that a second press is answered by what
    /// has become of the first.
    pub(crate) fn of(&self, id: u64, user: UserId) -> Option<Preview> {
        let kept = locked(&self.0);
        kept.iter().find(|known| known.id == id && known.user == user).cloned()
    }
}
