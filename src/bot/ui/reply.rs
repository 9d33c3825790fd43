//! [`Responder`]: telling a person the outcome of an interaction, even if Discord does not accept the first response.
//!
//! By then, the outcome has been stored, so a failure to answer must never read like a failure to act. A request whose
//! failure may be temporary is repeated, which is safe, because Discord accepts only one first response. If the
//! interaction has expired, the answer is sent as a direct message.

use crate::locks::locked;
use crate::ui::snowflakes::{ToDiscord, ToStored};
use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::futures::future::BoxFuture;
use serenity::{
    Builder, CommandInteraction, ComponentInteraction, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateModal, EditMessage, Http, HttpError, InteractionId,
    ModalInteraction,
};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use super::answer::{Answer, PressAnswer};
use super::context::{Bot, Context};
use super::failure::{Failure, code, describe, meant};
use super::person::request;
use super::shared::{Change, Press, Pressed};
use crate::codes::{Kind, Meaning, Verdict, verdict};
use trigon_engine::figures::figures;

/// Opens a form in response to a command.
///
/// # Errors
/// If Discord does not take it.
pub(crate) async fn open_form(ctx: Context<'_>, form: CreateModal) -> Result<(), Failure> {
    if let poise::Context::Application(ctx) = ctx {
        let response = CreateInteractionResponse::Modal(form);
        ctx.interaction.create_response(&ctx.data().responder, response).await?;
        ctx.has_sent_initial_response.store(true, Ordering::SeqCst);
    }
    Ok(())
}

/// How long to work on an answer before deferring it. Discord allows three seconds, but people who press something
/// should see at once that the press has arrived, however much there is to do.
pub(crate) const DEFER_AFTER: Duration = Duration::from_millis(25);

/// The waits before a request is repeated. Together they are shorter than Discord's three seconds.
const WAITS: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];

/// Discord's error code for a second first response.
const ALREADY_ACKNOWLEDGED: isize = 40_060;

/// How often the log says that another program answers.
const AGAIN: Duration = Duration::from_hours(1);

/// Notes that another program has answered an interaction first. Discord sends everything to each program with the token.
fn answered_elsewhere() {
    static NOTED: Mutex<Option<Instant>> = Mutex::new(None);
    figures().answered_elsewhere.inc();
    let mut noted = locked(&NOTED);
    if noted.is_none_or(|last| last.elapsed() > AGAIN) {
        *noted = Some(Instant::now());
        tracing::error!("another program with the same token has answered an interaction");
    }
}

/// An interaction to reply to.
#[derive(Clone, Copy)]
pub(crate) struct Responder<'a> {
    http: &'a Http,
    bot: &'a Bot,
    id: InteractionId,
    token: &'a str,
    user: serenity::UserId,
    /// When it arrived.
    arrived: Instant,
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
        Self { http, bot, id, token, user, arrived: Instant::now() }
    }

    /// Answers with a message that only this person sees. If the work takes long, the answer is deferred.
    pub(crate) async fn answer(
        &self,
        patience: Duration,
        work: impl Future<Output = Result<Answer, Failure>>,
    ) {
        let (patience, work) = at_a_place(patience, work);
        let work = async { work.await.unwrap_or_else(|failure| failure.told().into()) };
        tokio::pin!(work);
        if let Some(answer) = within(patience, work.as_mut()).await {
            return self.tell(answer).await;
        }
        let defer = CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true));
        // Deferring comes first, so that when many people ask at once, each of them soon sees that the bot has noticed. The
        // work is done even if deferring fails.
        let deferred = self.respond(|| defer.clone()).await;
        let answer = work.await;
        match deferred {
            Ok(_) => self.edit(answer).await,
            Err(_) => self.tell(answer).await,
        }
    }

    /// Answers a press. If the work takes long, the press is acknowledged first.
    pub(crate) async fn answer_press(
        &self,
        click: &ComponentInteraction,
        patience: Duration,
        work: impl Future<Output = Result<PressAnswer, Failure>>,
    ) {
        let (patience, work) = at_a_place(patience, work);
        let work = async { work.await.unwrap_or_else(|failure| PressAnswer::Apart(failure.told().into())) };
        let begun = Instant::now();
        tokio::pin!(work);
        if let Some(shown) = within(patience, work.as_mut()).await {
            match shown {
                PressAnswer::Apart(apart) => self.tell(apart).await,
                PressAnswer::InPlace(in_place) => self.replace(click, in_place).await,
                PressAnswer::Shared(pressed, apart) => {
                    let left = patience.saturating_sub(begun.elapsed());
                    self.show(click, left, Stage::NotYet, pressed).await;
                    if let Some(apart) = apart {
                        self.follow_up(apart).await;
                    }
                }
            }
            return;
        }
        // This kind of deferring is invisible, whatever the answer will be.
        let acknowledged = self.respond(|| CreateInteractionResponse::Acknowledge).await;
        match work.await {
            PressAnswer::Apart(apart) => self.follow_up(apart).await,
            PressAnswer::InPlace(answer) => match acknowledged {
                Ok(_) => self.edit(answer).await,
                Err(_) => self.replace(click, answer).await,
            },
            PressAnswer::Shared(pressed, apart) => {
                self.show(click, Duration::ZERO, Stage::Acknowledged, pressed).await;
                if let Some(apart) = apart {
                    self.follow_up(apart).await;
                }
            }
        }
    }

    /// Has a pressed message that shows a match to everyone brought up to date. If its writer has something else to do, the press
    /// is acknowledged first.
    async fn show(&self, click: &ComponentInteraction, patience: Duration, stage: Stage, pressed: Pressed) {
        let press = PressedMessage { to: *self, click, stage: Mutex::new(stage) };
        let show = self.bot.shared.show(pressed, &press);
        tokio::pin!(show);
        if within(patience, show.as_mut()).await.is_none() {
            press.acknowledge().await;
            show.await;
        }
        press.acknowledge().await;
    }

    /// Answers with a form. It must be the first response, so it cannot be deferred.
    pub(crate) async fn open(&self, work: impl Future<Output = Result<CreateModal, Failure>>) {
        match work.await {
            Ok(form) => {
                if let Err(error) = self.respond(|| CreateInteractionResponse::Modal(form.clone())).await {
                    tracing::info!(error = describe(&error), "a form could not be opened");
                }
            }
            Err(failure) => self.tell(failure.told().into()).await,
        }
    }

    /// Sends an answer as the first response, or else as a follow-up or a direct message.
    pub(crate) async fn tell(&self, answer: Answer) {
        let respond = self.respond(|| CreateInteractionResponse::Message(answer.clone().into_response()));
        match respond.await {
            Ok(First::Taken) => {}
            Ok(First::Before) => self.follow_up(answer).await,
            Err(error) => match reduced(Kind::Callback, &answer, &error) {
                Some(less) => Box::pin(self.tell(less)).await,
                None => self.whisper(answer, &error).await,
            },
        }
    }

    /// Replaces the message with the component.
    async fn replace(&self, click: &ComponentInteraction, answer: Answer) {
        let (is_first, mut attempts) = (self.begins_answer(), 0);
        let replaced = persistently(|| {
            attempts += 1;
            self.past_the_limiter(answer.clone().replace(&self.bot.responder, click))
        });
        let replaced = replaced.await;
        let Err(error) = replaced else {
            return figures().first_answers.took(self.arrived.elapsed());
        };
        if code(&error) == Some(ALREADY_ACKNOWLEDGED) {
            if is_first && attempts == 1 {
                answered_elsewhere();
            }
            return self.edit(answer).await;
        }
        if let Some(less) = reduced(Kind::Callback, &answer, &error) {
            return Box::pin(self.replace(click, less)).await;
        }
        // Messages that only this person sees cannot be edited without the interaction.
        let edit: EditMessage = answer.clone().into_message_edit();
        let ids = (click.channel_id, click.message.id, None);
        if persistently(|| edit.clone().execute(self.http, ids)).await.is_err() {
            self.whisper(answer, &error).await;
        }
    }

    /// Replaces the first response.
    async fn edit(&self, answer: Answer) {
        let edit = persistently(|| answer.clone().into_edit().execute(self.http, self.token)).await;
        if let Err(error) = edit {
            match reduced(Kind::Edit, &answer, &error) {
                Some(less) => Box::pin(self.edit(less)).await,
                None => self.whisper(answer, &error).await,
            }
        }
    }

    /// Adds a message that only this person sees.
    pub(crate) async fn follow_up(&self, answer: Answer) {
        let context = (None, self.token);
        let sent = persistently(|| answer.clone().into_followup().execute(self.http, context)).await;
        if let Err(error) = sent {
            match reduced(Kind::FollowUp, &answer, &error) {
                Some(less) => Box::pin(self.follow_up(less)).await,
                None => self.whisper(answer, &error).await,
            }
        }
    }

    /// Makes the first response.
    async fn respond(
        &self,
        response: impl Fn() -> CreateInteractionResponse,
    ) -> Result<First, serenity::Error> {
        let mut repeated = false;
        let is_first = self.begins_answer();
        let taken = persistently(|| {
            let before = std::mem::replace(&mut repeated, true);
            let response = response();
            let request = self.past_the_limiter(response.execute(&self.bot.responder, (self.id, self.token)));
            async move {
                match request.await {
                    Err(error) if code(&error) == Some(ALREADY_ACKNOWLEDGED) => {
                        if is_first && !before {
                            answered_elsewhere();
                        }
                        // On a retry, it was our own response that had arrived.
                        Ok(if before { First::Taken } else { First::Before })
                    }
                    answered => answered.map(|()| First::Taken),
                }
            }
        });
        let taken = taken.await;
        if matches!(taken, Ok(First::Taken)) {
            figures().first_answers.took(self.arrived.elapsed());
        }
        taken
    }

    /// Notes that something is sent in response to this interaction, and returns whether it is the first thing that is.
    fn begins_answer(&self) -> bool {
        self.bot.answering.is_new(self.id.get())
    }

    /// Makes a request that does not go through the limiter, which counts it if it is refused.
    async fn past_the_limiter<T>(
        &self,
        request: impl Future<Output = Result<T, serenity::Error>>,
    ) -> Result<T, serenity::Error> {
        let limiter = &self.bot.limiter;
        if limiter.is_spent() {
            return Err(serenity::Error::Other("Discord has refused too many requests"));
        }
        let done = request.await;
        if let Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(answer))) = &done {
            limiter.count(answer.status_code.as_u16());
        }
        done
    }

    /// Sends an answer as a direct message, because Discord does not accept it as a reply. It is stored, so that the
    /// person gets it however long that takes.
    async fn whisper(&self, answer: Answer, error: &serenity::Error) {
        let reason = describe(error);
        let stored = match answer.clone().into_reply(request(self.id.get())) {
            Ok(reply) => self.bot.matches.reply(self.user.stored(), reply).await.map_err(Failure::from),
            Err(failure) => Err(failure),
        };
        match stored {
            Ok(_) => return tracing::info!(reason, "an answer is sent as a direct message"),
            Err(failure) => failure.log(),
        }
        let sent = async {
            let (user, directs) = (self.user.stored(), &self.bot.directs);
            let channel = match directs.channel(user).await {
                Some(channel) => channel.discord(),
                None => {
                    let opened = self.user.create_dm_channel(self.http).await?.id;
                    directs.opened(user, opened.stored()).await;
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

/// Returns the answer without its pictures or for its reader alone, if Discord might take that after refusing it.
fn reduced(kind: Kind, answer: &Answer, error: &serenity::Error) -> Option<Answer> {
    let meaning = meant(error)?;
    match verdict(kind, meaning) {
        Verdict::WithoutPicture => answer.clone().without_files(),
        // In a locked thread, for example, nothing is taken that others would see. An edit cannot change who sees it.
        Verdict::GiveUp if meaning == Meaning::Mend && kind != Kind::Edit => answer.clone().for_its_reader(),
        _ => None,
    }
}

/// Works for a while, and returns the result if it is ready by then. Without patience, the work does not even begin.
async fn within<T>(patience: Duration, work: impl Future<Output = T>) -> Option<T> {
    if patience.is_zero() { None } else { tokio::time::timeout(patience, work).await.ok() }
}

/// What has been done to respond to a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing.
    NotYet,
    /// It was acknowledged.
    Acknowledged,
    /// The message is being changed in response, or was changed.
    Changed,
}

/// A press on a message that shows a match to everyone.
struct PressedMessage<'a> {
    to: Responder<'a>,
    click: &'a ComponentInteraction,
    stage: Mutex<Stage>,
}

impl PressedMessage<'_> {
    /// Proceeds to a stage, and returns the one before.
    fn proceed(&self, to: Stage) -> Stage {
        let mut stage = locked(&self.stage);
        if *stage == Stage::NotYet { std::mem::replace(&mut *stage, to) } else { *stage }
    }

    /// Acknowledges the press, unless there is a response by now.
    async fn acknowledge(&self) {
        if self.proceed(Stage::Acknowledged) == Stage::NotYet
            && let Err(error) = self.to.respond(|| CreateInteractionResponse::Acknowledge).await
        {
            tracing::info!(error = describe(&error), "a press could not be acknowledged");
        }
    }
}

impl Press for PressedMessage<'_> {
    fn change<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, Result<bool, serenity::Error>> {
        Box::pin(async move {
            let (to, attempts) = (self.to, AtomicUsize::new(0));
            let edit = || {
                attempts.fetch_add(1, Ordering::Relaxed);
                change.clone().into_edit().execute(to.http, to.token)
            };
            let respond = || {
                attempts.fetch_add(1, Ordering::Relaxed);
                to.past_the_limiter(change.respond(&to.bot.responder, self.click))
            };
            let done = if self.proceed(Stage::Changed) == Stage::NotYet {
                let is_first = to.begins_answer();
                match persistently(respond).await {
                    // It may have been an earlier attempt.
                    Err(error) if code(&error) == Some(ALREADY_ACKNOWLEDGED) => {
                        if is_first && attempts.load(Ordering::Relaxed) == 1 {
                            answered_elsewhere();
                        }
                        persistently(edit).await.map(drop)
                    }
                    done => {
                        if done.is_ok() {
                            figures().first_answers.took(to.arrived.elapsed());
                        }
                        done
                    }
                }
            } else {
                persistently(edit).await.map(drop)
            };
            done.map(|()| attempts.load(Ordering::Relaxed) < 2)
        })
    }
}

/// What became of a first response.
enum First {
    /// Discord has accepted it.
    Taken,
    /// There already was one.
    Before,
}

/// Makes a request, and repeats it as long as its failure may be temporary.
pub(crate) async fn persistently<T, F: Future<Output = Result<T, serenity::Error>>>(
    mut request: impl FnMut() -> F,
) -> Result<T, serenity::Error> {
    for wait in WAITS {
        match request().await {
            Err(error) if is_passing(&error) => tokio::time::sleep(wait).await,
            done => return done,
        }
    }
    request().await
}

/// Returns whether a request may succeed if it is repeated.
pub(crate) fn is_passing(error: &serenity::Error) -> bool {
    match (meant(error), error) {
        (Some(meaning), _) => matches!(meaning, Meaning::Again | Meaning::Unknown),
        (None, serenity::Error::Http(HttpError::Request(_))) => true,
        (None, _) => false,
    }
}

/// Answers a command so that only its user sees it.
pub(crate) fn send<'a>(
    ctx: Context<'a>,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<(), Failure>> {
    answer(ctx, DEFER_AFTER, work)
}

/// Does the same for answers with pictures, which are deferred at once because uploading takes time too.
pub(crate) fn send_later<'a>(
    ctx: Context<'a>,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<(), Failure>> {
    answer(ctx, Duration::ZERO, work)
}

fn answer<'a>(
    ctx: Context<'a>,
    patience: Duration,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<(), Failure>> {
    Box::pin(async move {
        let _work = ctx.data().work.begin();
        // There are no other kinds of commands here.
        if let poise::Context::Application(app) = ctx {
            Responder::to_command(ctx.http(), app.data(), app.interaction).answer(patience, work).await;
        }
        Ok(())
    })
}

/// The limit on answers being worked on at a time. More than one for each processor, because some of the work is
/// waiting for the database.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(2 * processors)
});

/// The longest wait for a place. Some of the work is waiting for Discord, which must not hold up others for longer.
const LONGEST_PLACE_WAIT: Duration = Duration::from_secs(1);

/// Returns work that first waits for a place, and the patience to wait for its result: none unless a place is free now.
fn at_a_place<T>(patience: Duration, work: impl Future<Output = T>) -> (Duration, impl Future<Output = T>) {
    let free = PLACES.try_acquire().ok();
    let patience = if free.is_some() { patience } else { Duration::ZERO };
    let work = async move {
        let _place = match free {
            Some(place) => Some(place),
            // If that takes too long, the work begins without a place.
            None => timeout(LONGEST_PLACE_WAIT, PLACES.acquire()).await.ok().and_then(Result::ok),
        };
        work.await
    };
    (patience, work)
}
