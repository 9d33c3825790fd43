//! Forgetting what is too old to be kept.

use super::State;

impl State {
    /// Forgets the oldest interactions.
    pub(super) fn forget_interactions(&mut self) {
        while self.interaction_order.len() > self.keep.interactions {
            let oldest = self.interaction_order.pop_front();
            if let Some(gone) = oldest.and_then(|id| self.interactions.remove(&id)) {
                self.tokens.remove(&gone.token);
            }
        }
    }

    /// Forgets the oldest messages that are not pinned, without an event.
    pub(super) fn forget_messages(&mut self) {
        while self.messages.len() > self.keep.messages {
            let oldest =
                self.messages.iter().find(|(_, message)| message.pinned.is_none()).map(|(id, _)| *id);
            let Some(gone) = oldest.and_then(|id| self.messages.remove(&id)) else { return };
            if let Some(channel) = self.channels.get_mut(&gone.channel) {
                channel.messages.remove(&gone.id);
            }
            for file in &gone.attachments {
                self.files.remove(file);
            }
        }
    }

    /// Forgets the oldest files, but never the newest.
    pub(super) fn forget_files(&mut self) {
        let mut size: usize = self.files.values().map(|file| file.bytes.len()).sum();
        while size > self.keep.file_bytes && self.files.len() > 1 {
            let oldest = self.files.keys().min().copied();
            let Some(gone) = oldest.and_then(|id| self.files.remove(&id)) else { return };
            size -= gone.bytes.len();
        }
    }
}
