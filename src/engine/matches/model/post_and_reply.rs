//! [`Post`] and [`Reply`]: messages that a front end has put into words already.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::control::Seq;
use crate::ids::{ChannelId, GuildId, MatchId, OutboxId, RequestId, UserId};
use crate::store::Answers;

/// A message in words, which need not be about a match. It is sent as written, and forgotten once sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// The server that it is about.
    pub guild_id: GuildId,
    /// The text.
    pub text: String,
    /// What is drawn below it, as data that the front end understands.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub picture: Value,
    /// The users to notify if it cannot be posted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<UserId>,
}

/// A [`Post`] that a channel does not take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StuckPost {
    /// The host who is told.
    pub host: UserId,
    /// The server.
    pub guild_id: GuildId,
    /// The ID of the message.
    pub message: OutboxId,
    /// The channel.
    pub channel: ChannelId,
    /// The reason, in words for hosts.
    pub reason: String,
    /// Whether the bot has given up sending it.
    pub is_given_up: bool,
}

/// An answer in words. It is sent as written, and forgotten once sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The direct message or interaction that it answers.
    pub request: RequestId,
    /// The channel in which it was written, if it is a direct message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<ChannelId>,
    /// The text.
    pub text: String,
    /// The components, as data that the front end understands.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub components: Value,
    /// Pictures and other files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReplyFile>,
    /// The match that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// The last entry that its question takes into account, if it shows a question.
    #[serde(default, rename = "asks", skip_serializing_if = "Option::is_none")]
    pub shows_question_of: Option<Seq>,
}

/// A file of a [`Reply`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyFile {
    /// The name.
    pub name: String,
    /// The alt text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// The contents in Base64.
    pub data: String,
}

impl Reply {
    /// Returns what the reply answers, in the store's form.
    pub(crate) fn answers(&self) -> Answers {
        Answers { request: self.request, channel: self.channel }
    }
}
