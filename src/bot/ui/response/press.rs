//! [`PressOnShared`]: the response to a press on a message that shows a match to everyone.

use std::sync::Mutex;

use poise::serenity_prelude as serenity;
use serenity::futures::future::BoxFuture;
use serenity::{Builder as _, ComponentInteraction, CreateInteractionResponse, Http};

use super::first::{Acceptance, FirstResponse};
use super::retry::with_retries;
use crate::locks::locked;
use crate::ui::failure::describe;
use crate::ui::shared::{MessageUpdate, PressResponse};

/// What has been done to respond to a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PressState {
    /// Nothing.
    Unanswered,
    /// It was acknowledged, which people do not see.
    Acknowledged,
    /// The message is being updated in response, or was updated.
    Updated,
}

/// A press on a message that shows a match to everyone, as the writer of that message sees it.
pub(super) struct PressOnShared<'a> {
    http: &'a Http,
    first: FirstResponse<'a>,
    click: &'a ComponentInteraction,
    state: Mutex<PressState>,
}

impl<'a> PressOnShared<'a> {
    pub(super) fn new(
        http: &'a Http,
        first: FirstResponse<'a>,
        click: &'a ComponentInteraction,
        state: PressState,
    ) -> Self {
        Self { http, first, click, state: Mutex::new(state) }
    }

    /// Acknowledges the press, unless there is a response by now.
    pub(super) async fn acknowledge(&self) {
        if self.claim(PressState::Acknowledged)
            && let Err(error) = self.first.make(|| CreateInteractionResponse::Acknowledge).await
        {
            tracing::info!(error = describe(&error), "a press could not be acknowledged");
        }
    }

    /// Enters a state if nothing has been done yet, and returns whether that was so.
    fn claim(&self, new: PressState) -> bool {
        let mut state = locked(&self.state);
        let is_unanswered = *state == PressState::Unanswered;
        if is_unanswered {
            *state = new;
        }
        is_unanswered
    }
}

impl PressResponse for PressOnShared<'_> {
    fn update<'a>(&'a self, update: &'a MessageUpdate) -> BoxFuture<'a, Result<bool, serenity::Error>> {
        Box::pin(async move {
            let is_first = self.claim(PressState::Updated);
            if is_first {
                let client = &self.first.bot.responder;
                match self.first.make_with(|| update.respond(client, self.click)).await? {
                    Acceptance::AtOnce => return Ok(true),
                    Acceptance::OnRetry => return Ok(false),
                    // There is a response, which may be an earlier attempt or an acknowledgement.
                    Acceptance::Presumed | Acceptance::NotFirst => {}
                }
            }
            let mut attempts = 0;
            let edit = || {
                attempts += 1;
                update.clone().into_edit().execute(self.http, self.first.token)
            };
            with_retries(edit).await?;
            Ok(!is_first && attempts == 1)
        })
    }
}
