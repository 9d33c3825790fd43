//! [`Responder`]: telling a person the outcome of an interaction.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    Builder as _, CommandInteraction, ComponentInteraction, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateModal, EditMessage, Http, InteractionId, ModalInteraction,
};
use tokio::time::{Instant, timeout};

use super::fallback::{reduced, send_direct_message};
use super::first::{Acceptance, FirstResponse};
use super::press::{PressOnShared, PressState};
use super::retry::with_retries;
use super::slots::in_slot;
use crate::codes::RequestKind;
use crate::ui::answer::{Answer, PressAnswer};
use crate::ui::context::Bot;
use crate::ui::failure::{Failure, describe};
use crate::ui::shared::Pressed;

/// How long to work on an answer before deferring it. Discord allows three seconds, but people who press something
/// should see at once that the press has arrived, however much there is to do.
pub(crate) const DEFER_AFTER: Duration = Duration::from_millis(25);

/// An interaction to respond to.
#[derive(Clone, Copy)]
pub(crate) struct Responder<'a> {
    http: &'a Http,
    first: FirstResponse<'a>,
    user: serenity::UserId,
}

impl<'a> Responder<'a> {
    pub(crate) fn to_command(http: &'a Http, bot: &'a Bot, command: &'a CommandInteraction) -> Self {
        Self::to(http, bot, command.id, &command.token, command.user.id)
    }

    pub(crate) fn to_press(http: &'a Http, bot: &'a Bot, click: &'a ComponentInteraction) -> Self {
        Self::to(http, bot, click.id, &click.token, click.user.id)
    }

    pub(crate) fn to_form(http: &'a Http, bot: &'a Bot, modal: &'a ModalInteraction) -> Self {
        Self::to(http, bot, modal.id, &modal.token, modal.user.id)
    }

    fn to(http: &'a Http, bot: &'a Bot, id: InteractionId, token: &'a str, user: serenity::UserId) -> Self {
        Self { http, first: FirstResponse::to(bot, id, token), user }
    }

    /// Responds with a message that only this person sees. If the work takes longer than `defer_after`, the response is
    /// deferred.
    pub(crate) async fn respond_or_defer(
        &self,
        defer_after: Duration,
        work: impl Future<Output = Result<Answer, Failure>>,
    ) {
        let (defer_after, work) = in_slot(defer_after, work);
        let work = async { work.await.unwrap_or_else(|failure| failure.report().into()) };
        tokio::pin!(work);
        if let Some(answer) = finished_within(defer_after, work.as_mut()).await {
            return self.respond(answer).await;
        }
        let defer = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true));
        // Deferring comes first, so that when many people ask at once, each of them soon sees that the bot has noticed. The
        // work is done even if deferring fails.
        let deferred = self.first.make(|| defer.clone()).await;
        let answer = work.await;
        match deferred {
            Ok(_) => self.edit_response(answer).await,
            Err(_) => self.respond(answer).await,
        }
    }

    /// Responds to a press. If the work takes longer than `defer_after`, the press is acknowledged first.
    pub(crate) async fn respond_to_press(
        &self,
        click: &ComponentInteraction,
        defer_after: Duration,
        work: impl Future<Output = Result<PressAnswer, Failure>>,
    ) {
        let (defer_after, work) = in_slot(defer_after, work);
        let work = async { work.await.unwrap_or_else(|failure| PressAnswer::Apart(failure.report().into())) };
        let begun = Instant::now();
        tokio::pin!(work);
        if let Some(answer) = finished_within(defer_after, work.as_mut()).await {
            return match answer {
                PressAnswer::Apart(apart) => self.respond(apart).await,
                PressAnswer::InPlace(in_place) => self.update_message(click, in_place).await,
                PressAnswer::Shared(pressed, apart) => {
                    let left = defer_after.saturating_sub(begun.elapsed());
                    self.update_shared(click, left, PressState::Unanswered, pressed).await;
                    if let Some(apart) = apart {
                        self.follow_up(apart).await;
                    }
                }
            };
        }
        // People do not see this kind of deferring, so it suits every answer.
        let acknowledged = self.first.make(|| CreateInteractionResponse::Acknowledge).await;
        match work.await {
            PressAnswer::Apart(apart) => self.follow_up(apart).await,
            PressAnswer::InPlace(in_place) => match acknowledged {
                Ok(_) => self.edit_response(in_place).await,
                Err(_) => self.update_message(click, in_place).await,
            },
            PressAnswer::Shared(pressed, apart) => {
                self.update_shared(click, Duration::ZERO, PressState::Acknowledged, pressed).await;
                if let Some(apart) = apart {
                    self.follow_up(apart).await;
                }
            }
        }
    }

    /// Responds with a form. It must be the first response, so it cannot be deferred.
    pub(crate) async fn open_form(&self, work: impl Future<Output = Result<CreateModal, Failure>>) {
        match work.await {
            Ok(form) => {
                let response = || CreateInteractionResponse::Modal(form.clone());
                if let Err(error) = self.first.make(response).await {
                    tracing::info!(error = describe(&error), "a form could not be opened");
                }
            }
            Err(failure) => self.respond(failure.report().into()).await,
        }
    }

    /// Responds with a message, or sends it as a follow-up or a direct message if Discord does not accept that.
    pub(crate) async fn respond(&self, answer: Answer) {
        let response = || CreateInteractionResponse::Message(answer.clone().into_response());
        match self.first.make(response).await {
            Ok(Acceptance::AtOnce | Acceptance::OnRetry | Acceptance::Presumed) => {}
            Ok(Acceptance::NotFirst) => self.follow_up(answer).await,
            Err(error) => match reduced(RequestKind::Callback, &answer, &error) {
                Some(less) => Box::pin(self.respond(less)).await,
                None => self.send_direct_message(answer, &error).await,
            },
        }
    }

    /// Responds by replacing the message with the component.
    async fn update_message(&self, click: &ComponentInteraction, answer: Answer) {
        let client = &self.first.bot.responder;
        let error = match self.first.make_with(|| answer.clone().replace(client, click)).await {
            Ok(Acceptance::AtOnce | Acceptance::OnRetry) => return,
            // There is a response, which may be an acknowledgement.
            Ok(Acceptance::Presumed | Acceptance::NotFirst) => return self.edit_response(answer).await,
            Err(error) => error,
        };
        if let Some(less) = reduced(RequestKind::Callback, &answer, &error) {
            return Box::pin(self.update_message(click, less)).await;
        }
        // Messages that only this person sees cannot be edited without the interaction.
        let edit: EditMessage = answer.clone().into_message_edit();
        let ids = (click.channel_id, click.message.id, None);
        if with_retries(|| edit.clone().execute(self.http, ids)).await.is_err() {
            self.send_direct_message(answer, &error).await;
        }
    }

    /// Has the pressed message, which shows a match to everyone, brought up to date. If its writer has something else to do,
    /// the press is acknowledged first.
    async fn update_shared(
        &self,
        click: &ComponentInteraction,
        acknowledge_after: Duration,
        state: PressState,
        pressed: Pressed,
    ) {
        let press = PressOnShared::new(self.http, self.first, click, state);
        let update = self.first.bot.shared.update_after_press(pressed, &press);
        tokio::pin!(update);
        if finished_within(acknowledge_after, update.as_mut()).await.is_none() {
            press.acknowledge().await;
            update.await;
        }
        press.acknowledge().await;
    }

    /// Edits the first response, or the message with the component if that was acknowledged.
    async fn edit_response(&self, answer: Answer) {
        let edit = || answer.clone().into_edit().execute(self.http, self.first.token);
        if let Err(error) = with_retries(edit).await {
            match reduced(RequestKind::Edit, &answer, &error) {
                Some(less) => Box::pin(self.edit_response(less)).await,
                None => self.send_direct_message(answer, &error).await,
            }
        }
    }

    /// Adds a message that only this person sees.
    pub(crate) async fn follow_up(&self, answer: Answer) {
        let context = (None, self.first.token);
        let sent = with_retries(|| answer.clone().into_followup().execute(self.http, context)).await;
        if let Err(error) = sent {
            match reduced(RequestKind::FollowUp, &answer, &error) {
                Some(less) => Box::pin(self.follow_up(less)).await,
                None => self.send_direct_message(answer, &error).await,
            }
        }
    }

    async fn send_direct_message(&self, answer: Answer, error: &serenity::Error) {
        send_direct_message(self.http, self.first, self.user, answer, error).await;
    }
}

/// Returns the result of some work if it is finished in time. With no time at all, the work does not even begin.
async fn finished_within<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    if limit.is_zero() { None } else { timeout(limit, work).await.ok() }
}
