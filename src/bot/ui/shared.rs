//! Messages that show a match to everyone. Each of them has a single writer ([`SharedMessages`]): Discord does not promise an order
//! for requests, so two that are made at the same moment could leave the older picture.

use poise::serenity_prelude as serenity;
use serenity::futures::future::BoxFuture;
use serenity::{
    ComponentInteraction, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseMessage, EditInteractionResponse, Http,
};

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

impl MessageUpdate {
    /// Responds by changing the message with the component.
    pub(crate) async fn respond(
        &self,
        http: &Http,
        click: &ComponentInteraction,
    ) -> Result<(), serenity::Error> {
        let mut update =
            CreateInteractionResponseMessage::new().components(self.rows.clone()).allowed_mentions(nobody());
        if let Some(text) = &self.text {
            update = update.content(text);
        }
        if let FilesUpdate::New(file) = &self.files {
            update = update.add_file((**file).clone());
        }
        let response = CreateInteractionResponse::UpdateMessage(update);
        match self.files {
            FilesUpdate::Keep => respond_keeping_files(http, click, response).await,
            // An empty list of attachments removes them.
            FilesUpdate::Drop | FilesUpdate::New(_) => click.create_response(http, response).await,
        }
    }

    /// Returns an edit of the message with the component, once the press has been acknowledged.
    pub(crate) fn into_edit(self) -> EditInteractionResponse {
        let mut edit = EditInteractionResponse::new().components(self.rows).allowed_mentions(nobody());
        if let Some(text) = self.text {
            edit = edit.content(text);
        }
        match self.files {
            FilesUpdate::Keep => edit,
            FilesUpdate::Drop => edit.attachments(serenity::EditAttachments::new()),
            FilesUpdate::New(file) => edit.new_attachment(*file),
        }
    }
}

/// Responds by replacing a message whose files stay.
pub(super) async fn respond_keeping_files(
    http: &Http,
    click: &ComponentInteraction,
    update: CreateInteractionResponse,
) -> Result<(), serenity::Error> {
    let mut body = serde_json::to_value(update)?;
    if let Some(data) = body["data"].as_object_mut() {
        data.remove("attachments");
    }
    http.create_interaction_response(click.id, &click.token, &body, Vec::new()).await
}

/// Returns settings that show mentions without notifying anyone.
pub(crate) fn nobody() -> CreateAllowedMentions {
    CreateAllowedMentions::new()
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
