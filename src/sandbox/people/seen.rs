//! Messages as people see them.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    id::Id,
    permissions::Permissions,
    state::{Channel, LOADING, Message, SILENT, State, channel_permissions},
};

/// A message on a person's screen.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark on the screen of its own")]
#[derive(Debug, Clone)]
pub struct SeenMessage {
    /// The id.
    pub id: Id,
    /// The channel.
    pub channel: Id,
    /// The author.
    pub author: Id,
    /// The author's user name.
    pub author_name: String,
    /// The text.
    pub content: String,
    /// The embeds as stored, with `attachment://` addresses resolved.
    pub embeds: Vec<Value>,
    /// The rows of components as stored.
    pub components: Vec<Value>,
    /// The files, including those shown in embeds.
    pub files: Vec<SeenFile>,
    /// The people who were notified when it was sent.
    pub pings: Vec<Id>,
    /// Whether it is marked as edited.
    pub edited: bool,
    /// The message that it replies to.
    pub reply_to: Option<Id>,
    /// Whether only this person sees it.
    pub ephemeral: bool,
    /// Whether it still says "thinking…".
    pub thinking: bool,
    /// Whether it made no sound.
    pub silent: bool,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The reactions: each emoji with the people who used it.
    pub reactions: Vec<(String, Vec<Id>)>,
    /// The thread that was started from it.
    pub thread: Option<Id>,
    /// The nonce with which its author sent it, which is kept only if it is a string.
    pub nonce: Option<String>,
    /// The time at which it was sent, in Unix milliseconds.
    pub at: i64,
}

/// A file of a message.
#[derive(Debug, Clone)]
pub struct SeenFile {
    /// The name.
    pub filename: String,
    /// The alt text.
    pub description: Option<String>,
    /// The media type.
    pub content_type: String,
    /// The address for downloading it.
    pub url: String,
    /// The contents.
    pub bytes: Arc<[u8]>,
}

impl SeenMessage {
    pub(crate) fn new(state: &State, message: &Message) -> Self {
        let files = message.attachments.iter().filter_map(|id| state.files.get(id)).map(|file| SeenFile {
            filename: file.filename.clone(),
            description: file.description.clone(),
            content_type: file.content_type.clone(),
            url: file.url(&state.url),
            bytes: file.bytes.clone(),
        });
        Self {
            id: message.id,
            channel: message.channel,
            author: message.author,
            author_name: state.users.get(&message.author).map(|user| user.name.clone()).unwrap_or_default(),
            content: message.content.clone(),
            embeds: message.embeds.clone(),
            components: message.components.clone(),
            files: files.collect(),
            pings: message.pinged.iter().copied().collect(),
            edited: message.edited.is_some(),
            reply_to: message.reply_to,
            ephemeral: message.only_for.is_some(),
            thinking: message.flags & LOADING != 0,
            silent: message.flags & SILENT != 0,
            pinned: message.pinned.is_some(),
            reactions: message
                .reactions
                .iter()
                .map(|(emoji, users)| (emoji.clone(), users.iter().copied().collect()))
                .collect(),
            thread: message.thread,
            nonce: message.nonce.as_ref().and_then(Value::as_str).map(str::to_owned),
            at: message.id.created_millis(),
        }
    }

    /// Returns the components of all rows.
    pub fn parts(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().filter_map(|row| row["components"].as_array()).flatten()
    }

    /// Returns the component with a custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        self.parts().find(|part| part["custom_id"] == custom_id)
    }

    /// Returns the custom id of the button with a label.
    pub fn button(&self, label: &str) -> Option<&str> {
        self.parts().find(|part| part["label"] == label)?["custom_id"].as_str()
    }

    /// Returns the custom ids of all components.
    pub fn custom_ids(&self) -> Vec<&str> {
        self.parts().filter_map(|part| part["custom_id"].as_str()).collect()
    }
}

impl State {
    /// Returns whether a user can read a channel.
    pub(crate) fn sees(&self, user: Id, channel: Id) -> bool {
        self.visible_channel(user, channel).is_some()
    }

    /// Returns a channel if a user can read it.
    pub(crate) fn visible_channel(&self, user: Id, id: Id) -> Option<&Channel> {
        let channel = self.channels.get(&id)?;
        channel_permissions(self, channel, user).contains(Permissions::VIEW_CHANNEL).then_some(channel)
    }

    /// Returns a message if a user sees it.
    pub(crate) fn seen_message(&self, user: Id, id: Id) -> Option<&Message> {
        let message = self.messages.get(&id)?;
        let addressed = message.only_for.is_none_or(|reader| reader == user);
        (addressed && self.sees(user, message.channel)).then_some(message)
    }
}
