//! Direct messages in plain text: `me`, `help` and so on, or an action in the match that is waiting for the sender.
//!
//! An answer is stored together with the change that it reports, and sent by delivery. A message that cannot be stored
//! is neither refused nor forgotten: it is tried again until it can be, and counts from the time at which it was sent.

use crate::ui::snowflakes::{ToStored, time};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use trigon_engine::ids::{ChannelId, MatchId, UserId};

use futures_util::FutureExt as _;
use poise::serenity_prelude as serenity;
use serenity::{Http, Message, MessageType, Nonce};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::referred::Reference;
use super::{chat, edits};
use crate::agree;
use crate::ask::{Ask, fulfil, pick};
use crate::info::help::help_for;
use crate::info::{mine, rules, texts};
use crate::play::texts::refusing;
use crate::play::typed::{self, ParsedMove, ReplaceableAnswer};
use crate::ui::lookup::{self, Lookup, Numbered};
use crate::ui::person::request;
use crate::ui::{Answer, Bot, Failure, describe, kept, persistently, without_option, wrong};
use trigon_engine::figures::figures;
use trigon_engine::matches::{Matches, Person, Reply, Request, UNCERTAIN};
use trigon_rules::text;

/// The limit on direct messages being processed at the same time.
static DECIDING: Semaphore = Semaphore::const_new(8);

/// The limit on answers being sent at the same time without delivery: lower than the number of connections a process
/// may have.
static SENDING: Semaphore = Semaphore::const_new(64);

/// The first wait after something could not be stored; it doubles with each further failure.
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// The longest of these waits.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// How often people who write again are told that nothing can be stored.
const NOTED_AGAIN: Duration = Duration::from_secs(10);

/// The reason why nothing can be read, if the database gives no other.
const UNREADABLE: &str = "my database cannot be read";

/// The meaning of a direct message.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Ask(Ask),
    Help,
    Resign,
    /// With the name of a game, or an empty string.
    Rules(String),
    Matches,
}

/// Parses a direct message. A leading slash is ignored, because some people type commands as text.
fn read(said: &str) -> Said {
    let plain = text::typed(said);
    let text = &without_option(plain.trim_start_matches('/'))[..];
    match text.to_lowercase().as_str() {
        "help" | "?" => Said::Help,
        "resign" => Said::Resign,
        rules if let Some(game) = rules.strip_prefix("rules").filter(|rest| is_a_word_apart(rest)) => {
            Said::Rules(game.trim().to_owned())
        }
        ahead if ahead.strip_prefix("ahead").is_some_and(is_a_word_apart) => {
            // A line is an answer.
            let lines: Vec<String> = said.lines().map(text::typed).filter(|line| !line.is_empty()).collect();
            let answers = without_option(lines.join("; ").trim_start_matches('/'));
            let rest = answers.get("ahead".len()..).unwrap_or_default();
            Said::Ask(Ask::Ahead(rest.trim_start_matches([';', ' ']).to_lowercase()))
        }
        "matches" => Said::Matches,
        "move" | "show" => Said::Ask(Ask::Show),
        "vote" => Said::Ask(Ask::Question("vote".to_owned())),
        word => match word.parse() {
            Ok(ask @ (Ask::Player(_) | Ask::Me | Ask::Board | Ask::Show)) => Said::Ask(ask),
            Ok(Ask::Typed(_) | Ask::Question(_) | Ask::Ahead(_) | Ask::Away(..) | Ask::Back) | Err(()) => {
                Said::Ask(Ask::Typed(text.to_owned()))
            }
        },
    }
}

/// Parses a direct message, which may begin with the number of the match that it is about: `#3 L`.
fn heard(said: &str) -> (Option<MatchId>, Said) {
    let (first, others) = said.trim_start().split_once('\n').unwrap_or((said, ""));
    let first = text::typed(first);
    let numbered = first.strip_prefix('#').and_then(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(end);
        let is_apart = rest.is_empty() || rest.starts_with([' ', ':', ',', ';']);
        Some((number.parse().ok().filter(|_| is_apart)?, rest.trim_start_matches([' ', ':', ',', ';'])))
    });
    match numbered {
        Some((number, rest)) if rest.is_empty() && others.trim().is_empty() => {
            (Some(number), Said::Ask(Ask::Show))
        }
        Some((number, rest)) => (Some(number), read(&format!("{rest}\n{others}"))),
        None => (None, read(said)),
    }
}

/// Returns whether `rest` does not continue the word before it.
fn is_a_word_apart(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace)
}

/// Returns whether somebody has written a message, as opposed to, say, the notice that a message was pinned.
pub(super) fn is_text(message: &Message) -> bool {
    matches!(message.kind, MessageType::Regular | MessageType::InlineReply)
}

/// Receives a direct message, unless it was received before. Returns whether it is new. Its author is not answered
/// until `before` is done.
pub(super) fn receive(
    http: &Arc<Http>,
    bot: &Bot,
    message: Message,
    before: impl Future<Output = ()> + Send + 'static,
) -> bool {
    if !bot.seen.is_new(message.id.get()) {
        return false;
    }
    let user = message.author.id.stored();
    if bot.inbox.add(user, message) {
        let (http, all) = (http.clone(), bot.clone());
        bot.inbox.spawn(async move {
            if AssertUnwindSafe(before).catch_unwind().await.is_err() {
                tracing::error!("a direct message could not be dealt with");
            }
            loop {
                let messages = all.inbox.take(user);
                if messages.is_empty() {
                    return;
                }
                let ids: Vec<u64> = messages.iter().map(|message| message.id.get()).collect();
                let work = Correspondent { http: &http, bot: &all, user }.answer(messages);
                if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                    // What this person writes next must not wait for it.
                    tracing::error!("a direct message could not be dealt with");
                    for id in ids {
                        all.inbox.done(user, id);
                    }
                }
            }
        });
    }
    true
}

/// Returns whether a direct message is an action of a game rather than a question or a command.
pub(super) fn is_answer(message: &Message) -> bool {
    matches!(heard(&message.content).1, Said::Ask(Ask::Typed(_)))
}

/// Tells the author of a direct message that the question it was meant for is closed, unless the message was received
/// before. Returns whether it is new.
pub(super) async fn refuse_late(bot: &Bot, message: &Message) -> bool {
    if !bot.seen.is_new(message.id.get()) {
        return false;
    }
    let direct = Some(message.channel_id.stored());
    let request = Request { direct, ..request(message.id.get()) };
    let reply = Reply::text(request, texts::too_late());
    if let Err(error) = bot.matches.reply(message.author.id.stored(), reply).await {
        // The message is not marked as answered either, so it is fetched again at the next start.
        tracing::warn!(%error, "an answer could not be given");
    }
    true
}

/// A person who has written to the bot.
#[derive(Clone, Copy)]
struct Correspondent<'a> {
    http: &'a Arc<Http>,
    bot: &'a Bot,
    user: UserId,
}

/// Why a message cannot be processed now, in words that anyone may read.
struct Unavailable(&'static str);

impl Correspondent<'_> {
    /// Processes messages in order: each is answered, or replaced by the next one.
    async fn answer(self, messages: Vec<Message>) {
        let Some(last) = messages.last() else { return };
        self.bot.matches.is_back().await;
        if !self.plays(last).await {
            self.answer_outsider(last);
            for message in &messages {
                self.done(message);
            }
            return;
        }
        let meant = self.meant(&messages).await;
        let mut replaced = Vec::new();
        for (message, is_replaced) in messages.iter().zip(&meant) {
            if *is_replaced {
                replaced.push(message);
                continue;
            }
            figures().direct_messages.inc_by(replaced.len() as u64 + 1);
            self.persist(message, || self.attempt(message, replaced.len())).await;
            for message in replaced.drain(..).chain([message]) {
                self.done(message);
            }
        }
    }

    fn done(self, message: &Message) {
        self.bot.inbox.done(self.user, message.id.get());
    }

    /// Returns whether the person plays in any match, or did at the time of writing.
    async fn plays(self, message: &Message) -> bool {
        let sent_at = time(message.id.stored().0);
        let plays = || async {
            let played = match self.bot.matches.has_seats_back(self.user, sent_at).await {
                Ok(()) => self.bot.matches.store().played_since(sent_at - UNCERTAIN, Some(self.user)).await,
                Err(error) => Err(error),
            };
            played
                .map(|matches| !matches.is_empty())
                .map_err(|error| Unavailable(error.trouble().unwrap_or(UNREADABLE)))
        };
        self.persist(message, plays).await
    }

    /// Returns for each message whether the next one replaces it: of several answers to the same question sent at once,
    /// only the last is stored.
    async fn meant(self, messages: &[Message]) -> Vec<bool> {
        let mut meant: Vec<Option<ReplaceableAnswer>> = Vec::new();
        if messages.len() > 1 {
            for message in messages {
                meant.push(match heard(&message.content) {
                    (number, Said::Ask(Ask::Typed(text))) => self.meant_by(message, number, &text).await,
                    _ => None,
                });
            }
        }
        let is_replaced =
            |i: usize| meant.get(i).is_some_and(Option::is_some) && meant.get(i) == meant.get(i + 1);
        (0..messages.len()).map(is_replaced).collect()
    }

    /// Returns the question that a message answers, as [`typed::replaceable_answer`] does.
    async fn meant_by(
        self,
        message: &Message,
        number: Option<MatchId>,
        text: &str,
    ) -> Option<ReplaceableAnswer> {
        let (person, channel) = (self.person(message, 0), message.channel_id.stored());
        // It may be a reply to a question that is closed, or it is not known to what.
        let referred = Reference::of(self.bot, self.user, message, number).await.ok()?;
        if referred.as_ref().is_some_and(Reference::is_closed) {
            return None;
        }
        let number = number.or_else(|| referred.map(|referred| referred.game.id));
        let number = number.map(|number| Numbered::referred(number, self.http));
        typed::replaceable_answer(&self.bot.matches, &person, number, channel, text).await
    }

    fn person(self, message: &Message, replaces: usize) -> Person {
        let direct = Some(message.channel_id.stored());
        let request = request(message.id.get());
        let written_at = edits::written(message).min(request.sent_at);
        let request = Request { direct, replaces, written_at, ..request };
        Person { request: Some(request), ..Person::user(self.user) }
    }

    /// Tries until it works. The first time it fails, the person is told that their message is kept.
    async fn persist<T, F: Future<Output = Result<T, Unavailable>>>(
        self,
        message: &Message,
        mut attempt: impl FnMut() -> F,
    ) -> T {
        let (mut wait, mut noted) = (FIRST_WAIT, None);
        loop {
            let Unavailable(reason) = match attempt().await {
                Ok(done) => return done,
                Err(trouble) => trouble,
            };
            // People who write again in the meantime are told that nothing has changed.
            let is_news = noted.is_none_or(|noted: Instant| {
                noted.elapsed() > NOTED_AGAIN && self.bot.inbox.has_more(self.user)
            });
            if is_news {
                noted = Some(Instant::now());
                tracing::warn!(reason, "a direct message cannot be stored yet; trying again");
                self.tell(message, "wait", kept(reason).into());
            }
            self.bot.inbox.before_retry(wait).await;
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }

    /// Does what a message asks for. The answer is stored together with the change, or alone if nothing changes.
    async fn attempt(self, message: &Message, replaces: usize) -> Result<(), Unavailable> {
        let person = self.person(message, replaces);
        let work = async {
            let _place = DECIDING.acquire().await;
            respond(self.http, self.bot, &person, message).await
        };
        let answer = match AssertUnwindSafe(work).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(failure)) => match failure.trouble() {
                Some(reason) => return Err(Unavailable(reason)),
                None => refusing(failure.told(), replaces).into(),
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
                    self.tell(message, "re", answer);
                    Ok(())
                }
            },
        }
    }

    /// Answers somebody who plays in no match: not every time, and without storing the answer.
    fn answer_outsider(self, message: &Message) {
        if !self.bot.inbox.answers_outsider(self.user) {
            return;
        }
        let (http, bot, message) = (self.http.clone(), self.bot.clone(), message.clone());
        let user = self.user;
        self.bot.inbox.spawn(async move {
            let outsider = Correspondent { http: &http, bot: &bot, user };
            let channel = message.channel_id.stored();
            if bot.directs.channel(user).await.is_none() {
                bot.directs.opened(user, channel).await;
            }
            let person = outsider.person(&message, 0);
            let answer = respond(&http, &bot, &person, &message).await;
            figures().direct_messages.inc();
            outsider.tell(&message, "re", answer.unwrap_or_else(|failure| failure.told().into()));
        });
    }

    /// Sends an answer that is not stored. `kind` distinguishes several answers to the same message.
    fn tell(self, message: &Message, kind: &'static str, answer: Answer) {
        let (http, channel, nonce) =
            (self.http.clone(), message.channel_id, format!("{kind} {}", message.id));
        self.bot.inbox.spawn(async move {
            let message = answer.into_message().nonce(Nonce::String(nonce)).enforce_nonce(true);
            let _place = SENDING.acquire().await;
            if let Err(error) = persistently(|| channel.send_message(&http, message.clone())).await {
                tracing::warn!(error = describe(&error), "an answer could not be given");
            }
        });
    }
}

/// Says that a text was not understood, with examples from the match that waits for its author, if only one does.
async fn not_understood(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> String {
    let waits = match lookup::acted_in(matches, person, number, channel).await {
        Ok(Lookup::One(game)) => game.seat_of(person.user_id).map(|seat| (game, seat)),
        Ok(Lookup::Several(_)) | Err(_) => None,
    };
    let here = waits.and_then(|(game, seat)| texts::unknown_here(&game, seat));
    here.unwrap_or_else(texts::unknown_text)
}

async fn respond(http: &Http, bot: &Bot, person: &Person, message: &Message) -> Result<Answer, Failure> {
    let (matches, channel) = (&bot.matches, message.channel_id.stored());
    if let Some(command) = of_servers(&message.content) {
        return Ok(texts::slash_text(command).into());
    }
    let (numbered, said) = heard(&message.content);
    let referred = match said {
        Said::Help | Said::Matches | Said::Resign => None,
        Said::Ask(_) | Said::Rules(_) => Reference::of(bot, person.user_id, message, numbered).await?,
    };
    let ask = match said {
        Said::Ask(ask) => ask,
        Said::Help => return help_for(bot, person).await,
        Said::Resign => return Ok(agree::really_resign().into()),
        Said::Rules(game) => {
            let of_match = match (numbered, referred) {
                _ if !game.is_empty() => None,
                (Some(number), _) => Some(lookup::known(http, matches, person, number, channel).await?),
                (None, referred) => referred.map(|referred| referred.game),
            };
            let game = of_match.map_or(game, |of_match| of_match.info().name.to_owned());
            return rules::asked_for(matches, person, channel, &game).await;
        }
        Said::Matches => return mine::list(bot, person).await,
    };
    if let Some(refusal) = referred.as_ref().and_then(|referred| referred.refusal(person, &ask)) {
        return Ok(refusal);
    }
    let match_id = numbered.or_else(|| referred.map(|referred| referred.game.id));
    let number = match_id.map(|id| Numbered::referred(id, http));
    let (ask, (found, read)) = match ask.which(matches, person, number, channel).await? {
        Some(found) => (ask, found),
        None => match guessed(matches, person, number, channel, &message.content).await? {
            Some(guessed) => guessed,
            None => {
                let answer = Answer::from(not_understood(matches, person, number, channel).await);
                return Ok(match_id.into_iter().fold(answer, Answer::about));
            }
        },
    };
    match found {
        Lookup::One(game) => {
            // A reply to a refusal is about the same match, too.
            let replaces = person.request.map_or(0, |request| request.replaces);
            match fulfil(matches, person, channel, &game, &ask, read).await {
                Ok(answer) => Ok(answer.about(game.id)),
                Err(Failure::Refused(sentence)) => {
                    Ok(Answer::from(refusing(sentence, replaces)).about(game.id))
                }
                Err(failure) => Err(failure),
            }
        }
        Lookup::Several(rows) => pick(matches, person, &rows, &ask).await,
    }
}

/// Returns which of the commands that work in servers alone somebody has written as a text.
fn of_servers(text: &str) -> Option<&'static str> {
    let first = text.trim_start().strip_prefix('/')?.split_whitespace().next()?.to_lowercase();
    ["play", "host", "season", "stats", "relocate"].into_iter().find(|command| *command == first)
}

/// Returns what somebody has in mind who writes a text that no game reads, with the match that is meant, if it can be guessed.
async fn guessed(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    said: &str,
) -> Result<Option<(Ask, (Lookup, Option<ParsedMove>))>, Failure> {
    let Some(ask) = chat::meant(&text::typed(said)) else { return Ok(None) };
    let found = ask.which(matches, person, number, channel).await?;
    Ok(found.map(|found| (ask, found)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_message_may_begin_with_the_number_of_its_match() {
        let typed = |text: &str| Said::Ask(Ask::Typed(text.to_owned()));
        for text in ["#3 L", "#3: L", " #3, L", "＃3 L", "**#3 L**", "#3\nL"] {
            assert_eq!(heard(text), (Some(MatchId(3)), typed("L")), "{text}");
        }
        assert_eq!(heard("#12"), (Some(MatchId(12)), Said::Ask(Ask::Show)));
        assert_eq!(heard("#2 me"), (Some(MatchId(2)), Said::Ask(Ask::Me)));
        assert_eq!(heard("#2 ahead URD\n-"), (Some(MatchId(2)), Said::Ask(Ask::Ahead("urd; -".to_owned()))));
        for text in ["#L", "#3L", "3 L"] {
            assert_eq!(heard(text), (None, typed(text)), "{text}");
        }
    }

    #[test]
    fn known_words_are_understood_and_everything_else_is_for_the_game() {
        for text in ["move", "/move", " show "] {
            assert_eq!(read(text), Said::Ask(Ask::Show), "{text}");
        }
        assert_eq!(read("Vote"), Said::Ask(Ask::Question("vote".to_owned())));
        assert_eq!(read("Me"), Said::Ask(Ask::Me));
        assert_eq!(read("/help"), Said::Help);
        assert_eq!(read(""), Said::Ask(Ask::Typed(String::new())));
        assert_eq!(read("RULES"), Said::Rules(String::new()));
        assert_eq!(read("/rules Trice"), Said::Rules("trice".to_owned()));
        for text in ["ULD", "move ULD", "+S c1>d3", "hello there", "typed ULD"] {
            assert_eq!(read(&format!("/{text} ")), Said::Ask(Ask::Typed(text.to_owned())), "{text}");
        }
        for text in ["**ULD**", "||ULD||", "`ULD`", "“ULD”", "\u{200b}ＵＬＤ\u{feff}", "action:ULD"] {
            assert_eq!(read(text), Said::Ask(Ask::Typed("ULD".to_owned())), "{text}");
        }
        assert_eq!(read("/move action:L"), Said::Ask(Ask::Typed("move L".to_owned())));
        assert_eq!(read("`/rules game:Trice`"), Said::Rules("trice".to_owned()));
        for text in ["ahead urd; -; ul", "/ahead answers: urd; —; ul", "**ahead**\nURD\n−\nUL"] {
            assert_eq!(read(text), Said::Ask(Ask::Ahead("urd; -; ul".to_owned())), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>()) {
            let _ = (read(&text), heard(&text), heard(&format!("#1{text}")));
            let _ = read(&format!("move {text}"));
        }
    }
}
