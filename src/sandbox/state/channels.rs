//! Direct messages, and threads that nobody writes in.

use super::{Channel, ChannelKind, State};
use crate::id::Id;

impl State {
    /// Archives threads that have been inactive for their configured time.
    pub(crate) fn archive_quiet_threads(&mut self) {
        let now = self.now;
        let mut quiet = Vec::new();
        for channel in self.channels.values_mut() {
            let said = channel.last_message.unwrap_or(channel.id).created_millis();
            let Some(thread) = channel.thread.as_mut().filter(|thread| !thread.archived) else { continue };
            if now - said.max(thread.archive_changed) >= thread.auto_archive_minutes * 60_000 {
                (thread.archived, thread.archive_changed) = (true, now);
                quiet.push(channel.id);
            }
        }
        for thread in quiet {
            self.emit_channel("THREAD_UPDATE", thread);
        }
    }

    /// Archives a thread, and returns whether there is one.
    pub(crate) fn archive_thread(&mut self, id: Id, locked: bool) -> bool {
        let now = self.now;
        let Some(thread) = self.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut()) else {
            return false;
        };
        (thread.archived, thread.locked, thread.archive_changed) = (true, locked, now);
        self.emit_channel("THREAD_UPDATE", id);
        true
    }

    /// Returns the DM channel between the bot and a person, and creates it if necessary.
    pub(crate) fn dm_channel(&mut self, person: Id) -> Id {
        if let Some(channel) = self.channels.values().find(|c| c.recipient == Some(person)) {
            return channel.id;
        }
        let id = self.new_id();
        let mut channel = Channel::new(id, ChannelKind::Dm, "");
        channel.recipient = Some(person);
        self.channels.insert(id, channel);
        id
    }
}
