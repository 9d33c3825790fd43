//! Messages as a person sees them.

use std::sync::Arc;

use serde_json::Value;

use crate::sandbox::{
    id::Id,
    permissions::{Permissions, in_channel},
    state::{LOADING, Message, State},
};

/// A message on somebody's screen.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark on the screen of its own")]
#[derive(Debug, Clone)]
pub struct SeenMessage {
    /// Its snowflake.
    pub id: Id,
    /// Where it stands.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// The author's user name.
    pub author_name: String,
    /// The text.
    pub content: String,
    /// Embeds as stored, with `attachment://` addresses resolved.
    pub embeds: Vec<Value>,
    /// Rows of components as stored.
    pub components: Vec<Value>,
    /// Files, those shown inside embeds too.
    pub files: Vec<SeenFile>,
    /// Whose clients rang when it came.
    pub pings: Vec<Id>,
    /// Whether it says "(edited)".
    pub edited: bool,
    /// The message that it replies to.
    pub reply_to: Option<Id>,
    /// Whether only this person sees it.
    pub ephemeral: bool,
    /// Whether it still says "thinking…".
    pub thinking: bool,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Emoji and who reacted with them.
    pub reactions: Vec<(String, Vec<Id>)>,
    /// The thread that was started from it.
    pub thread: Option<Id>,
    /// When it was written, in unix milliseconds.
    pub at: i64,
}

/// A file of a message.
#[derive(Debug, Clone)]
pub struct SeenFile {
    /// Its name.
    pub filename: String,
    /// Its alternative text.
    pub description: Option<String>,
    /// Its media type.
    pub content_type: String,
    /// Where to download it.
    pub url: String,
    /// Its bytes.
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
            pinned: message.pinned.is_some(),
            reactions: message
                .reactions
                .iter()
                .map(|(emoji, users)| (emoji.clone(), users.iter().copied().collect()))
                .collect(),
            thread: message.thread,
            at: message.id.created_millis(),
        }
    }

    /// All components of all rows.
    pub fn parts(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().filter_map(|row| row["components"].as_array()).flatten()
    }

    /// The component with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        self.parts().find(|part| part["custom_id"] == custom_id)
    }

    /// The custom id of the button with this label.
    pub fn button(&self, label: &str) -> Option<&str> {
        self.parts().find(|part| part["label"] == label)?["custom_id"].as_str()
    }

    /// The custom ids of everything that can be clicked or picked from.
    pub fn custom_ids(&self) -> Vec<&str> {
        self.parts().filter_map(|part| part["custom_id"].as_str()).collect()
    }
}

impl State {
    /// Whether `user` sees what is written in `channel`.
    pub(crate) fn sees(&self, user: Id, channel: Id) -> bool {
        let Some(channel) = self.channels.get(&channel) else { return false };
        in_channel(self, channel, user).contains(Permissions::VIEW_CHANNEL)
    }

    /// A message that `user` sees.
    pub(crate) fn seen_message(&self, user: Id, id: Id) -> Option<&Message> {
        let message = self.messages.get(&id)?;
        let addressed = message.only_for.is_none_or(|reader| reader == user);
        (addressed && self.sees(user, message.channel)).then_some(message)
    }
}
