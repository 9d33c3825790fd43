//! [`FirstResponse`]: the first response to an interaction, of which Discord accepts one, within three seconds.
//! [`PressOnShared`]: the response to a press on a message that shows a match to everyone, as the writer of that message makes it.

use std::sync::Mutex;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::futures::future::BoxFuture;
use serenity::{
    Builder as _, ComponentInteraction, CreateInteractionResponse, Http, HttpError, InteractionId,
};
use tokio::time::Instant;

use super::retry::with_retries;
use crate::locks::locked;
use crate::ui::Bot;
use crate::ui::failure::{code, describe};
use crate::ui::shared::{MessageUpdate, PressResponse};
use trigon_engine::figures::figures;

/// Discord's error code for a second first response.
const ALREADY_ACKNOWLEDGED: isize = 40_060;

/// The minimum time between two log entries that say that another program responds.
const REPORT_INTERVAL: Duration = Duration::from_hours(1);

/// How Discord has taken a first response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acceptance {
    /// It accepted the first attempt.
    AtOnce,
    /// It accepted a further attempt. Those before may have failed, or may take effect later.
    OnRetry,
    /// It refused a further attempt because there is a response by now, presumably an earlier attempt.
    Presumed,
    /// It refused the first attempt, because there already was a response.
    NotFirst,
}

/// The first response to an interaction. Every first response goes through here: this knows whether there is one, measures
/// how long it took, and finds out whether another program responds.
///
/// The requests bypass the limiter, because Discord does not count them; what Discord refuses of them is counted.
#[derive(Clone, Copy)]
pub(super) struct FirstResponse<'a> {
    pub(super) bot: &'a Bot,
    pub(super) id: InteractionId,
    pub(super) token: &'a str,
    received_at: Instant,
}

impl<'a> FirstResponse<'a> {
    /// Prepares the first response to an interaction that has just been received.
    pub(super) fn to(bot: &'a Bot, id: InteractionId, token: &'a str) -> Self {
        Self { bot, id, token, received_at: Instant::now() }
    }

    /// Makes the first response.
    pub(super) async fn make(
        &self,
        response: impl Fn() -> CreateInteractionResponse,
    ) -> Result<Acceptance, serenity::Error> {
        self.make_with(|| response().execute(&self.bot.responder, (self.id, self.token))).await
    }

    /// Makes the first response with a request of one's own.
    pub(super) async fn make_with<F: Future<Output = Result<(), serenity::Error>>>(
        &self,
        mut request: impl FnMut() -> F,
    ) -> Result<Acceptance, serenity::Error> {
        let is_our_first = self.bot.responded.insert(self.id.get());
        let mut attempts = 0;
        let made = with_retries(|| {
            attempts += 1;
            self.counted(request())
        });
        let acceptance = match made.await {
            Ok(()) if attempts == 1 => Acceptance::AtOnce,
            Ok(()) => Acceptance::OnRetry,
            Err(error) if code(&error) == Some(ALREADY_ACKNOWLEDGED) => {
                if attempts > 1 {
                    Acceptance::Presumed
                } else {
                    if is_our_first {
                        report_other_program();
                    }
                    Acceptance::NotFirst
                }
            }
            Err(error) => return Err(error),
        };
        if acceptance != Acceptance::NotFirst {
            figures().first_answers.took(self.received_at.elapsed());
        }
        Ok(acceptance)
    }

    /// Makes a request that bypasses the limiter, and has it counted if it is refused.
    async fn counted<T>(
        &self,
        request: impl Future<Output = Result<T, serenity::Error>>,
    ) -> Result<T, serenity::Error> {
        let limiter = &self.bot.limiter;
        if limiter.check_pause() {
            return Err(serenity::Error::Other("Discord has refused too many requests"));
        }
        let done = request.await;
        if let Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(answer))) = &done {
            limiter.count(answer.status_code.as_u16());
        }
        done
    }
}

/// Reports that another program has responded first. Discord sends everything to each program with the token.
fn report_other_program() {
    static REPORTED_AT: Mutex<Option<Instant>> = Mutex::new(None);
    figures().answered_elsewhere.inc();
    let mut reported_at = locked(&REPORTED_AT);
    if reported_at.is_none_or(|last| last.elapsed() > REPORT_INTERVAL) {
        *reported_at = Some(Instant::now());
        tracing::error!("another program with the same token has answered an interaction");
    }
}

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
