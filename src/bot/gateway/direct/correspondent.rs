//! [`Correspondent`]: processing the direct messages of one person, until the answer to each is stored. `receive.rs` hands them over
//! in the order in which they were written.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use poise::serenity_prelude as serenity;
use serenity::{Http, Message, Nonce};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::parse::{DirectRequest, parse};
use super::respond::respond;
use crate::ask::{Ask, ReplaceableAnswer, replaceable_answer};
use crate::gateway::edits;
use crate::gateway::reference::Reference;
use crate::play::texts::refusing;
use crate::ui::lookup::Numbered;
use crate::ui::person::request;
use crate::ui::snowflakes::{ToStored, time};
use crate::ui::{Answer, Bot, Failure, describe, kept, with_retries, wrong};
use trigon_engine::figures::figures;
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Millis, Person, Request, TIMESTAMP_TOLERANCE};
use trigon_engine::store::StoreError;

/// The limit on direct messages being processed at the same time.
static DECISION_SLOTS: Semaphore = Semaphore::const_new(8);

/// The limit on answers being sent at the same time without delivery: lower than the number of connections a process
/// may have.
static SEND_SLOTS: Semaphore = Semaphore::const_new(64);

/// The first wait after something could not be stored; it doubles with each further failure.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// The longest of these waits.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// How often people who write again are told that nothing can be stored.
const KEPT_NOTICE_INTERVAL: Duration = Duration::from_secs(10);

/// The reason why nothing can be read, if the database gives no other.
const UNREADABLE: &str = "my database cannot be read";

/// A person who has written to the bot.
#[derive(Clone, Copy)]
pub(super) struct Correspondent<'a> {
    pub(super) http: &'a Arc<Http>,
    pub(super) bot: &'a Bot,
    pub(super) user: UserId,
}

/// Why a message cannot be processed now, in words that anyone may read.
struct Unavailable(&'static str);

impl Correspondent<'_> {
    /// Processes messages in order: each is answered, or replaced by the next one.
    pub(super) async fn process(self, messages: Vec<Message>) {
        let Some(last) = messages.last() else { return };
        self.bot.matches.wait_until_time_is_given_back().await;
        if !self.plays(last).await {
            self.answer_outsider(last);
            for message in &messages {
                self.done(message);
            }
            return;
        }
        let replaced_by_next = self.replaced_by_next(&messages).await;
        let mut replaced = Vec::new();
        for (message, is_replaced) in messages.iter().zip(&replaced_by_next) {
            if *is_replaced {
                replaced.push(message);
                continue;
            }
            figures().direct_messages.inc_by(replaced.len() as u64 + 1);
            self.retry_until_available(message, || self.process_one(message, replaced.len())).await;
            for message in replaced.drain(..).chain([message]) {
                self.done(message);
            }
        }
    }

    /// Notes that a message has been dealt with.
    fn done(self, message: &Message) {
        self.bot.inbox.note_processed(self.user, message.id.get());
    }

    /// Returns whether the person plays in any match, or did at the time of writing.
    async fn plays(self, message: &Message) -> bool {
        let sent_at = time(message.id.stored().0);
        let plays = || async {
            let plays = self.played_at(sent_at).await;
            plays.map_err(|error| Unavailable(error.trouble().unwrap_or(UNREADABLE)))
        };
        self.retry_until_available(message, plays).await
    }

    async fn played_at(self, sent_at: Millis) -> Result<bool, StoreError> {
        let matches = &self.bot.matches;
        matches.wait_for_ended_loans(self.user, sent_at).await?;
        let since = sent_at - TIMESTAMP_TOLERANCE;
        Ok(!matches.store().played_since(since, Some(self.user)).await?.is_empty())
    }

    /// Returns for each message whether the next one replaces it: of several answers to the same question sent at once,
    /// only the last is stored.
    async fn replaced_by_next(self, messages: &[Message]) -> Vec<bool> {
        let mut answers: Vec<Option<ReplaceableAnswer>> = Vec::new();
        if messages.len() > 1 {
            for message in messages {
                answers.push(match parse(&message.content) {
                    (number, DirectRequest::Ask(Ask::Typed(text))) => {
                        self.question_answered_by(message, number, &text).await
                    }
                    _ => None,
                });
            }
        }
        let is_replaced =
            |i: usize| answers.get(i).is_some_and(Option::is_some) && answers.get(i) == answers.get(i + 1);
        (0..messages.len()).map(is_replaced).collect()
    }

    /// Returns the question that a message answers, as [`replaceable_answer`] does.
    async fn question_answered_by(
        self,
        message: &Message,
        number: Option<MatchId>,
        text: &str,
    ) -> Option<ReplaceableAnswer> {
        let (person, channel) = (self.person(message, 0), message.channel_id.stored());
        // A message does not count as an answer if it replies to a closed question, or if it is not known to what it replies.
        let reference = Reference::of(self.bot, self.user, message, number).await.ok()?;
        if reference.as_ref().is_some_and(Reference::is_closed) {
            return None;
        }
        let number = number.or_else(|| reference.map(|reference| reference.game.id));
        let number = number.map(|number| Numbered::referred(number, self.http));
        replaceable_answer(&self.bot.matches, &person, number, channel, text).await
    }

    /// Returns the author of a message as the one who asks. `replaces` is the number of earlier messages that this one replaces.
    fn person(self, message: &Message, replaces: usize) -> Person {
        let direct = Some(message.channel_id.stored());
        let request = request(message.id.get());
        let written_at = edits::written_at(message).min(request.sent_at);
        let request = Request { direct, replaces, written_at, ..request };
        Person { request: Some(request), ..Person::user(self.user) }
    }

    /// Repeats an attempt until what it needs is available. After the first failure, the person is told that their message is kept.
    async fn retry_until_available<T, F: Future<Output = Result<T, Unavailable>>>(
        self,
        message: &Message,
        mut attempt: impl FnMut() -> F,
    ) -> T {
        let (mut wait, mut told_at) = (FIRST_WAIT, None);
        loop {
            let Unavailable(reason) = match attempt().await {
                Ok(done) => return done,
                Err(trouble) => trouble,
            };
            // Somebody who writes again in the meantime is told again that their message is kept.
            let tells = told_at.is_none_or(|told_at: Instant| {
                told_at.elapsed() > KEPT_NOTICE_INTERVAL && self.bot.inbox.has_more(self.user)
            });
            if tells {
                told_at = Some(Instant::now());
                tracing::warn!(reason, "a direct message cannot be stored yet; trying again");
                self.send_unstored(message, "wait", kept(reason).into());
            }
            self.bot.inbox.wait_before_retry(wait).await;
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }

    /// Does what a message asks for. The answer is stored together with the change, or alone if nothing changes.
    async fn process_one(self, message: &Message, replaces: usize) -> Result<(), Unavailable> {
        let person = self.person(message, replaces);
        let work = async {
            let _place = DECISION_SLOTS.acquire().await;
            respond(self.http, self.bot, &person, message).await
        };
        let answer = match AssertUnwindSafe(work).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(failure)) => match failure.trouble() {
                Some(reason) => return Err(Unavailable(reason)),
                None => refusing(failure.report(), replaces).into(),
            },
            Err(_) => {
                tracing::error!("a direct message could not be dealt with");
                wrong().into()
            }
        };
        let Some(request) = person.request.filter(|_| !answer.is_stored()) else { return Ok(()) };
        let stored = match answer.clone().into_reply(request) {
            Ok(reply) => self.bot.matches.reply(self.user, reply).await.map_err(Failure::from),
            Err(failure) => Err(failure),
        };
        match stored {
            Ok(_) => Ok(()),
            Err(failure) => match failure.trouble() {
                Some(reason) => Err(Unavailable(reason)),
                None => {
                    // Nothing was changed, so the person can ask again if this answer is lost.
                    failure.log();
                    self.send_unstored(message, "re", answer);
                    Ok(())
                }
            },
        }
    }

    /// Answers somebody who plays in no match: not every time, and without storing the answer.
    fn answer_outsider(self, message: &Message) {
        if !self.bot.inbox.begin_outsider_answer(self.user) {
            return;
        }
        let (http, bot, message) = (self.http.clone(), self.bot.clone(), message.clone());
        let user = self.user;
        self.bot.inbox.spawn(async move {
            let outsider = Correspondent { http: &http, bot: &bot, user };
            let channel = message.channel_id.stored();
            if bot.directs.channel(user).await.is_none() {
                bot.directs.note_opened(user, channel).await;
            }
            let person = outsider.person(&message, 0);
            let answer = respond(&http, &bot, &person, &message).await;
            figures().direct_messages.inc();
            outsider.send_unstored(&message, "re", answer.unwrap_or_else(|failure| failure.report().into()));
        });
    }

    /// Sends an answer at once, without storing it. `kind` distinguishes several answers to the same message.
    fn send_unstored(self, message: &Message, kind: &'static str, answer: Answer) {
        let (http, channel, nonce) =
            (self.http.clone(), message.channel_id, format!("{kind} {}", message.id));
        self.bot.inbox.spawn(async move {
            let message = answer.into_message().nonce(Nonce::String(nonce)).enforce_nonce(true);
            let _place = SEND_SLOTS.acquire().await;
            if let Err(error) = with_retries(|| channel.send_message(&http, message.clone())).await {
                tracing::warn!(error = describe(&error), "an answer could not be given");
            }
        });
    }
}
