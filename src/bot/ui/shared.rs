//! Messages that show a match to everyone. Each of them has a single writer ([`SharedMessages`]): Discord does not promise an order
//! for requests, so two that are made at the same moment could leave the older picture.

use poise::serenity_prelude as serenity;
use serenity::futures::future::BoxFuture;
use serenity::{CreateActionRow, CreateAttachment};

use super::custom_id::Prefix;
use trigon_engine::ids::{MatchId, MessageId, UserId};
use trigon_engine::matches::QuestionId;

/// What a message that exists is to show.
#[derive(Debug, Clone)]
pub(crate) struct MessageUpdate {
    /// The text, or `None` if it stays.
    pub(crate) text: Option<String>,
    /// The components.
    pub(crate) rows: Vec<CreateActionRow>,
    /// What becomes of its files.
    pub(crate) files: FilesUpdate,
}

/// What becomes of the files of a message.
#[derive(Debug, Clone)]
pub(crate) enum FilesUpdate {
    /// They stay.
    Keep,
    /// They are removed.
    Drop,
    /// They are replaced.
    New(Box<CreateAttachment>),
}

/// A press on a message that shows a match. What it changed is stored.
#[derive(Debug, Clone)]
pub(crate) struct Pressed {
    /// The match.
    pub(crate) match_id: MatchId,
    /// The pressed message.
    pub(crate) message_id: MessageId,
    /// The steps of an action chosen so far, and for which question.
    pub(crate) draft: Option<(QuestionId, Prefix)>,
}

/// The response to a press, which can change the pressed message.
pub(crate) trait PressResponse: Send + Sync {
    /// Changes the pressed message. Returns whether it is certain that no attempt takes effect later.
    fn update<'a>(&'a self, update: &'a MessageUpdate) -> BoxFuture<'a, Result<bool, serenity::Error>>;
}

/// The writer of messages that show matches to everyone.
pub(crate) trait SharedMessages: Send + Sync {
    /// Notes that a press is being handled, whose response will bring the messages of the match up to date.
    fn expect_press(&self, match_id: MatchId) -> Box<dyn Send>;

    /// Notes that a player has drawn something on a pad, which only the message with the pad knows.
    fn note_drawn(&self, match_id: MatchId, user: UserId);

    /// Brings the messages of a match up to date, the pressed one with the response to the press if nothing else writes to it.
    fn update_after_press<'a>(&'a self, pressed: Pressed, press: &'a dyn PressResponse) -> BoxFuture<'a, ()>;
}
