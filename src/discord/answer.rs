//! [`Answer`]: what somebody is told, whichever way it was asked; and sending it in time.

use std::future::Future;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, EditInteractionResponse, Http,
};

use super::escape::shortened;
use super::{Context, Failure};

/// How long an answer may be worked on before it is put off. Discord gives three seconds in all; but whoever pressed
/// something is to see at once that it was heard, however much there is to do.
pub(super) const PATIENCE: Duration = Duration::from_millis(25);

/// What somebody is told: for that person's eyes only.
#[derive(Default, Clone)]
pub(super) struct Answer {
    text: String,
    rows: Vec<CreateActionRow>,
    files: Vec<CreateAttachment>,
}

/// The most characters of a message.
const MOST: usize = 2_000;

impl Answer {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: shortened(&text.into(), MOST), ..Self::default() }
    }

    pub(super) fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows = rows;
        self
    }

    pub(super) fn file(mut self, file: CreateAttachment) -> Self {
        self.files.push(file);
        self
    }

    /// The same below another text.
    pub(super) fn under(mut self, text: &str) -> Self {
        self.text = shortened(&format!("{text}\n{}", self.text), MOST);
        self
    }

    /// As an answer to a command.
    fn into_reply(self) -> poise::CreateReply {
        let reply = poise::CreateReply::default()
            .content(self.text)
            .components(self.rows)
            .allowed_mentions(nobody())
            .ephemeral(true);
        self.files.into_iter().fold(reply, poise::CreateReply::attachment)
    }

    /// As the first answer to a component or a form.
    pub(super) fn into_response(self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
            .ephemeral(true)
    }

    /// Puts it in place of the message with the component.
    ///
    /// Files that are there stay, unless there are new ones; serenity would say that there are to be none.
    pub(super) async fn replace(self, http: &Http, click: &ComponentInteraction) -> Result<(), Failure> {
        let has_files = !self.files.is_empty();
        let update = CreateInteractionResponseMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody());
        let update = CreateInteractionResponse::UpdateMessage(update);
        if has_files {
            return Ok(click.create_response(http, update).await?);
        }
        let unwritable = |_| Failure::Wire("an answer that cannot be written".to_owned());
        let mut body = serde_json::to_value(update).map_err(unwritable)?;
        if let Some(data) = body["data"].as_object_mut() {
            data.remove("attachments");
        }
        Ok(http.create_interaction_response(click.id, &click.token, &body, Vec::new()).await?)
    }

    /// As a later answer to a component or a form.
    pub(super) fn into_followup(self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
            .ephemeral(true)
    }

    /// In place of the message that was answered first.
    pub(super) fn into_edit(self) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new()
            .content(self.text)
            .components(self.rows)
            .allowed_mentions(nobody());
        self.files.into_iter().fold(edit, EditInteractionResponse::new_attachment)
    }

    /// As a direct message.
    pub(super) fn into_message(self) -> CreateMessage {
        CreateMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Mentions are shown and ring for nobody.
pub(super) fn nobody() -> CreateAllowedMentions {
    CreateAllowedMentions::new()
}

/// Answers a command for its user alone. What takes longer than Discord waits is put off first.
pub(super) async fn send(
    ctx: Context<'_>,
    work: impl Future<Output = Result<Answer, Failure>>,
) -> Result<(), Failure> {
    tokio::pin!(work);
    let answer = match tokio::time::timeout(PATIENCE, &mut work).await {
        Ok(answer) => answer?,
        Err(_) => {
            ctx.defer_ephemeral().await?;
            work.await?
        }
    };
    ctx.send(answer.into_reply()).await?;
    Ok(())
}

/// As [`send`], for work that draws: it is put off at once, since sending a picture takes its time too.
pub(super) async fn send_later(
    ctx: Context<'_>,
    work: impl Future<Output = Result<Answer, Failure>>,
) -> Result<(), Failure> {
    ctx.defer_ephemeral().await?;
    ctx.send(work.await?.into_reply()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut_between_characters() {
        assert_eq!(shortened(&"é".repeat(2_000), MOST).chars().count(), 2_000);
        let long = shortened(&"é".repeat(2_001), MOST);
        assert_eq!(long.chars().count(), 2_000);
        assert!(long.ends_with("é…"));
    }
}
