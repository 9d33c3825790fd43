//! People who use Discord's client.

use std::sync::Arc;

use super::{PersonError, SeenMessage};
use crate::{
    check::MessageDraft,
    id::Id,
    permissions::Permissions,
    state::{ChannelKind, Hub, NewMessage, State, Upload, channel_permissions},
};

/// A person who uses Discord. Clones refer to the same person.
#[derive(Clone)]
pub struct Person {
    pub(crate) hub: Arc<Hub>,
    pub(crate) id: Id,
}

impl std::fmt::Debug for Person {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Person({})", self.id)
    }
}

impl Person {
    /// Returns the person's id.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the user name.
    pub fn name(&self) -> String {
        self.hub.read(|s| s.users.get(&self.id).map(|user| user.name.clone()).unwrap_or_default())
    }

    /// Returns a mention, `<@id>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Sends a message to a channel or thread.
    pub fn say(&self, channel: Id, text: &str) -> Result<Id, PersonError> {
        self.send(channel, text, Vec::new(), None)
    }

    /// Replies to a message, pinging its author.
    pub fn reply(&self, to: Id, text: &str) -> Result<Id, PersonError> {
        let channel = self.hub.read(|s| s.seen_message(self.id, to).map(|m| m.channel));
        self.send(channel.ok_or(PersonError::NoMessage(to))?, text, Vec::new(), Some(to))
    }

    /// Sends the bot a direct message.
    pub fn dm(&self, text: &str) -> Result<Id, PersonError> {
        self.say(self.dm_channel(), text)
    }

    /// Returns the channel of this person's direct messages with the bot.
    pub fn dm_channel(&self) -> Id {
        self.hub.write_silently(|s| s.dm_channel(self.id))
    }

    fn send(
        &self,
        channel: Id,
        text: &str,
        files: Vec<Upload>,
        reply_to: Option<Id>,
    ) -> Result<Id, PersonError> {
        let length = text.chars().count();
        if length > 2000 || (length == 0 && files.is_empty()) {
            return Err(PersonError::Length(length));
        }
        self.hub.write(|s| {
            let place = s.visible_channel(self.id, channel).ok_or(PersonError::NoChannel(channel))?;
            if !s.may_write(place, self.id) {
                return Err(PersonError::MayNotWrite(channel));
            }
            if let Some(seconds) = s.slowed(place, self.id, place.said.get(&self.id)) {
                return Err(PersonError::Slowed(seconds));
            }
            if s.is_blocked(place, self.id, text) {
                return Err(PersonError::Blocked);
            }
            let draft = MessageDraft { content: Some(text.to_owned()), reply_to, ..MessageDraft::default() };
            s.unarchive_thread(channel);
            let now = s.now;
            if let Some(place) = s.channels.get_mut(&channel) {
                place.said.insert(self.id, now);
            }
            s.post(NewMessage::new(channel, self.id, draft, files))
                .map_err(|_| PersonError::MayNotWrite(channel))
        })
    }

    /// Edits one of this person's messages.
    pub fn edit(&self, message: Id, text: &str) -> Result<(), PersonError> {
        self.hub.write(|s| {
            let found = self.own(s, message)?;
            let draft = MessageDraft { content: Some(text.to_owned()), ..MessageDraft::default() };
            s.edit(found, draft, Vec::new()).map_err(|_| PersonError::NoMessage(message))
        })
    }

    /// Deletes one of this person's messages, or dismisses an ephemeral message.
    pub fn delete(&self, message: Id) -> Result<(), PersonError> {
        self.hub.write(|s| {
            let found = self.own(s, message)?;
            s.delete_message(found);
            Ok(())
        })
    }

    fn own(&self, s: &State, message: Id) -> Result<Id, PersonError> {
        let found = s.seen_message(self.id, message).ok_or(PersonError::NoMessage(message))?;
        if found.author == self.id || found.only_for == Some(self.id) {
            Ok(found.id)
        } else {
            Err(PersonError::NotYours(message))
        }
    }

    /// Reacts to a message.
    pub fn react(&self, message: Id, emoji: &str) -> Result<(), PersonError> {
        self.hub.write(|s| {
            s.seen_message(self.id, message).ok_or(PersonError::NoMessage(message))?;
            s.add_reaction(message, self.id, emoji);
            Ok(())
        })
    }

    /// Returns the messages that this person sees in a channel, oldest first. There are none in a hidden channel.
    pub fn view(&self, channel: Id) -> Vec<SeenMessage> {
        self.hub.read(|s| {
            let ids = s.visible_channel(self.id, channel).into_iter().flat_map(|place| &place.messages);
            let seen = ids.filter_map(|id| s.seen_message(self.id, *id));
            seen.map(|message| SeenMessage::new(s, message)).collect()
        })
    }

    /// Returns a message if this person sees it.
    pub fn message(&self, id: Id) -> Option<SeenMessage> {
        self.hub.read(|s| s.seen_message(self.id, id).map(|message| SeenMessage::new(s, message)))
    }

    /// Returns the direct messages with the bot, oldest first.
    pub fn dms(&self) -> Vec<SeenMessage> {
        self.view(self.dm_channel())
    }

    /// Returns whether this person sees a channel.
    pub fn sees(&self, channel: Id) -> bool {
        self.hub.read(|s| s.sees(self.id, channel))
    }

    /// Starts a thread without a message.
    pub fn start_thread(&self, channel: Id, name: &str, private: bool) -> Result<Id, PersonError> {
        self.hub.write(|s| {
            let place = s.visible_channel(self.id, channel).ok_or(PersonError::NoChannel(channel))?;
            let (kind, wanted) = match (place.kind, private) {
                (ChannelKind::Text, true) => {
                    (ChannelKind::PrivateThread, Permissions::CREATE_PRIVATE_THREADS)
                }
                (ChannelKind::Text, false) => (ChannelKind::PublicThread, Permissions::CREATE_PUBLIC_THREADS),
                (ChannelKind::Announcement, false) => {
                    (ChannelKind::AnnouncementThread, Permissions::CREATE_PUBLIC_THREADS)
                }
                _ => return Err(PersonError::MayNotWrite(channel)),
            };
            if !channel_permissions(s, place, self.id).contains(wanted) {
                return Err(PersonError::MayNotWrite(channel));
            }
            if let Some(seconds) = s.slowed(place, self.id, place.started.get(&self.id)) {
                return Err(PersonError::Slowed(seconds));
            }
            let now = s.now;
            if let Some(place) = s.channels.get_mut(&channel) {
                place.started.insert(self.id, now);
            }
            s.start_thread(channel, kind, self.id, name).map_err(|_| PersonError::MayNotWrite(channel))
        })
    }

    /// Allows direct messages from server members again.
    pub fn open_dms(&self) {
        self.set_dms(true);
    }

    /// Blocks direct messages from server members; the bot gets error 50007.
    pub fn close_dms(&self) {
        self.set_dms(false);
    }

    pub(crate) fn set_dms(&self, open: bool) {
        self.hub.write(|s| {
            if let Some(user) = s.users.get_mut(&self.id) {
                user.dms_open = open;
            }
        });
    }
}
