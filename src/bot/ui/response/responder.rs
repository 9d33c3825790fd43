//! [`Responder`]: telling a person the outcome of an interaction, whatever Discord accepts: the answer as it is, with less in it,
//! or as a direct message. How many answers are worked on at a time is limited here, too.

use std::sync::LazyLock;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    Builder as _, CommandInteraction, ComponentInteraction, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateModal, EditMessage, Http, InteractionId, ModalInteraction,
};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use super::first::{Acceptance, FirstResponse, PressOnShared, PressState};
use super::retry::with_retries;
use crate::codes::{Reaction, RefusalClass, RequestKind, reaction};
use crate::ui::answer::{Answer, PressAnswer};
use crate::ui::context::Bot;
use crate::ui::failure::{Failure, describe, refusal_class};
use crate::ui::person::request;
use crate::ui::shared::Pressed;
use crate::ui::snowflakes::{ToDiscord, ToStored};

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

    /// Sends an answer as a direct message, because Discord has refused it as a response with this error. It is stored, so that
    /// the person gets it however long that takes; only if it cannot be stored is it sent at once.
    async fn send_direct_message(&self, answer: Answer, error: &serenity::Error) {
        let (bot, user, reason) = (self.first.bot, self.user, describe(error));
        let stored = match answer.clone().into_reply(request(self.first.id.get())) {
            Ok(reply) => bot.matches.reply(user.stored(), reply).await.map_err(Failure::from),
            Err(failure) => Err(failure),
        };
        match stored {
            Ok(_) => return tracing::info!(reason, "an answer is sent as a direct message"),
            Err(failure) => failure.log(),
        }
        let sent = async {
            let channel = match bot.directs.channel(user.stored()).await {
                Some(channel) => channel.discord(),
                None => {
                    let opened = user.create_dm_channel(self.http).await?.id;
                    bot.directs.note_opened(user.stored(), opened.stored()).await;
                    opened
                }
            };
            channel.send_message(self.http, answer.into_message()).await
        };
        match sent.await {
            Ok(_) => tracing::info!(reason, "an answer was sent as a direct message"),
            Err(error) => tracing::warn!(reason, error = describe(&error), "an answer could not be given"),
        }
    }
}

/// Returns the result of some work if it is finished in time. With no time at all, the work does not even begin.
async fn finished_within<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    if limit.is_zero() { None } else { timeout(limit, work).await.ok() }
}

/// One slot for each answer being worked on. There are more than processors, because some of the work is waiting for the
/// database.
static SLOTS: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(2 * processors)
});

/// The longest wait for a slot. Some of the work is waiting for Discord, which must not hold up others for longer.
const SLOT_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns work that first waits for a slot, and the time after which to defer its answer: none unless a slot is free now.
fn in_slot<T>(defer_after: Duration, work: impl Future<Output = T>) -> (Duration, impl Future<Output = T>) {
    let free = SLOTS.try_acquire().ok();
    let defer_after = if free.is_some() { defer_after } else { Duration::ZERO };
    let work = async move {
        let _slot = match free {
            Some(slot) => Some(slot),
            // If that takes too long, the work begins without a slot.
            None => timeout(SLOT_TIMEOUT, SLOTS.acquire()).await.ok().and_then(Result::ok),
        };
        work.await
    };
    (defer_after, work)
}

/// Returns the answer without its pictures or for its reader alone, if Discord might accept that after refusing it.
fn reduced(kind: RequestKind, answer: &Answer, error: &serenity::Error) -> Option<Answer> {
    let class = refusal_class(error)?;
    match reaction(kind, class) {
        Reaction::RetryWithoutPicture => answer.clone().without_files(),
        // In a locked thread, for example, nothing is accepted that others would see. An edit cannot change who sees it.
        Reaction::GiveUp if class == RefusalClass::Fixable && kind != RequestKind::Edit => {
            answer.clone().for_its_reader()
        }
        _ => None,
    }
}
