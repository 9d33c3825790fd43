//! The messages to individual players: their news, what they are asked, reminders, and what remains of a message once its question
//! is closed.

use super::frame::{about, note_to};
use super::notice_context::NoticeContext;
use super::{end, story, texts};
use crate::play::drafts::Draft;
use crate::play::{self, Panel, message_title, panel, show_button};
use crate::ui::announcement::{Announcement, Text, picture};
use crate::ui::{escape, words};
use trigon_engine::ids::{ChannelId, UserId};
use trigon_engine::matches::{AheadOutcome, Control, InternalError, LogEntry, Match, MatchError, Millis};
use trigon_rules::games::{Audience, By, Seat, Viewer};

impl NoticeContext<'_> {
    /// Returns the news for a player, with the question as long as it is open.
    pub(super) async fn personal(
        &self,
        seat: Seat,
        ahead: Option<AheadOutcome>,
    ) -> Result<Announcement, MatchError> {
        let (then, now) = (&self.then, self.now);
        let mut news = self::news(then, seat);
        news.lines.extend(self.draft.map(|draft| play::texts::never_submitted(&draft.text)));
        news.lines.extend(ahead.map(|ahead| words::bullet(texts::ahead(ahead))));
        // The question may be closed by now, but the player is still entitled to the news.
        if self.is_open && now.is_going_on() {
            return Ok(question_to(then, now, news, seat).await);
        }
        let mut told = news_to(then, news, seat);
        let is_over = then.result().is_some();
        if is_over && self.matches.unposted(now.id).await.map_err(InternalError::from)?.is_some() {
            told.text = told.text.replace(texts::IN_CHANNEL, &format!("\n{}", end::standings(then)));
        }
        Ok(told)
    }

    /// Returns what a player would have read in a channel that takes no messages, unless the match has moved since.
    pub(super) async fn unseen(&self, user: UserId, channel: ChannelId, seq: i64) -> Option<Announcement> {
        let (then, now) = (&self.then, self.now);
        if now.channel_id != channel {
            return None;
        }
        if then.result().is_some() {
            return Some(end::in_private(then));
        }
        let lost = texts::lost(channel);
        if seq == 0 {
            return Some(about(now, lost));
        }
        let seat = now.seat_of(user).filter(|seat| self.is_open && now.decision(*seat).is_some())?;
        Some(question_to(now, now, PlayerNews::of(words::bullet(&lost)), seat).await)
    }

    /// Tells a player in the channel that direct messages do not reach them, unless they have answered by now.
    pub(super) fn dm_closed(&self, user_id: UserId) -> Option<Announcement> {
        let now = self.now;
        if now.has_secrets() {
            return Some(note_to(vec![user_id], now, texts::dm_closed(user_id)));
        }
        now.seat_of(user_id).and_then(|seat| now.decision(seat))?;
        Some(Announcement { pings: vec![user_id], ..about(now, texts::waits_here(user_id)) })
    }
}

/// What is new to a player.
pub(super) struct PlayerNews {
    pub(super) lines: Vec<String>,
    /// Whether they begin with a story, which also says what comes next.
    is_story: bool,
}

impl PlayerNews {
    /// Returns a single piece of news.
    pub(super) fn of(line: String) -> Self {
        Self { lines: vec![line], is_story: false }
    }
}

/// Returns the private news from the last entry for a seat.
pub(super) fn news(game: &Match, seat: Seat) -> PlayerNews {
    let story = story::seat_story(game, seat);
    let is_story = story.is_some();
    let mut lines: Vec<String> = match story {
        Some(told) => {
            let headline = std::iter::once(story::headline(&told));
            headline.chain(story::more(&told)).chain(story::small_print(&told)).collect()
        }
        None => told_alone(game, seat).lines,
    };
    match game.log.last().and_then(|entry| entry.control()) {
        Some(Control::Rewind { phase, .. }) => lines.push(words::bullet(&texts::undone(phase))),
        Some(Control::Correct { what, .. }) => {
            lines.push(words::bullet(&texts::corrected(&escape::text(what))));
        }
        _ => {}
    }
    lines.extend(missed_deadline(game, seat));
    PlayerNews { lines, is_story }
}

/// Returns what the last entry brought about for a seat alone.
pub(super) fn told_alone(game: &Match, seat: Seat) -> PlayerNews {
    let told = game.latest().iter().filter(|told| told.audience == Audience::Seat(seat));
    PlayerNews { lines: told.map(|told| words::bullet(&escape::text(&told.text))).collect(), is_story: false }
}

/// Returns the last lines of the first message to each player: what the game is about and, unless the player has it since checking
/// in, the hash of the seed. Nobody could replace that in everyone’s messages.
fn first_words(then: &Match, seat: Seat) -> Vec<String> {
    if then.log.last().and_then(|entry| entry.control()) != Some(&Control::Begin) {
        return Vec::new();
    }
    let about = words::small(&format!("{} `/rules` has the details.", then.info().summary));
    let hash = || words::small(&words::match_and_commitment(then.id, &then.seed().commitment()));
    let is_known = then.player(seat).is_some_and(|player| player.checked_in && !player.dm_closed);
    std::iter::once(about).chain((!is_known).then(hash)).collect()
}

/// Warns a player who has just missed a deadline in a match in which that may cost the seat.
fn missed_deadline(game: &Match, seat: Seat) -> Option<String> {
    let has_missed = game.log.last()?.action().is_some() && game.has_missed(seat);
    let (strikes, limit) = (game.strikes(seat), usize::from(game.terms.strikes));
    let left = limit.saturating_sub(strikes);
    (has_missed && strikes > 0 && limit > 0).then(|| words::bullet(&texts::missed(left)))
}

/// Returns the message that asks a player something: the news from the last entry, and the choices. If nothing is asked, it has
/// only the news.
pub(super) async fn question_to(then: &Match, now: &Match, news: PlayerNews, seat: Seat) -> Announcement {
    match question(then, now, &news, seat) {
        Some(question) => Announcement { files: picture(now, Viewer::Seat(seat)).await, ..question },
        None => news_to(now, news, seat),
    }
}

/// Returns the question for a player, without its picture, or `None` if nothing is asked.
fn question(then: &Match, now: &Match, news: &PlayerNews, seat: Seat) -> Option<Announcement> {
    let Panel { text, rows } = panel(now, seat, None)?;
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let tail = std::iter::once(rest.to_owned()).chain(first_words(then, seat)).collect();
    let text = Text { head: vec![title.to_owned()], bullets: news.lines.clone(), tail };
    Some(Announcement { rows, ..Announcement::new(text) })
}

/// Returns the message that asked a player, from the match as it was `then`, with the answer stored `now`. Delivery edits the
/// message into it when the deadline moves.
pub(crate) fn asked(then: &Match, now: &Match, seat: Seat) -> Option<Announcement> {
    question(then, now, &news(then, seat), seat)
}

/// Returns what remains of the message that asked a player, from the match as it was `then`: its news, and the player's
/// answer when `entry` closed the question, taken from the match right `before` that entry. Returns `None` if nothing
/// was asked. A draft that was never submitted is named.
pub(crate) fn closed_question(
    then: &Match,
    before: &Match,
    entry: &LogEntry,
    seat: Seat,
    draft: Option<&Draft>,
) -> Option<Announcement> {
    let text = closed_text(then, before, entry, seat, draft)?;
    Some(Announcement::new(Text { bullets: news(then, seat).lines, ..text }))
}

/// Returns what remains of a reminder, which has no news, as [`closed_question`] does.
pub(crate) fn closed_reminder(
    then: &Match,
    before: &Match,
    entry: &LogEntry,
    seat: Seat,
    draft: Option<&Draft>,
) -> Option<Announcement> {
    closed_text(then, before, entry, seat, draft).map(Announcement::new)
}

/// Returns the text of a message whose question is closed, without news.
fn closed_text(
    then: &Match,
    before: &Match,
    entry: &LogEntry,
    seat: Seat,
    draft: Option<&Draft>,
) -> Option<Text> {
    let session = then.session.as_deref()?;
    // A match that is over asks nothing, but it was still going on `then`.
    let prompt = session.prompt(session.to_act().iter().find(|decision| decision.seat == seat)?);
    let phase = session.phase().title;
    let end = QuestionEnd::of(then, before, entry, seat);
    let draft = draft.filter(|_| end == QuestionEnd::Closed(None) && entry.action().is_some());
    let line = match end {
        QuestionEnd::Cancelled => texts::CLOSED_BY_CANCELLING.to_owned(),
        QuestionEnd::Undone => texts::CLOSED_BY_UNDOING.to_owned(),
        QuestionEnd::Closed(answer) => texts::closed(&phase, prompt.noun, answer.as_deref()),
        QuestionEnd::Earlier => texts::over_now(&phase),
    };
    let more = words::small(&play::texts::more_in(then.id, then.channel_id));
    let draft = draft.map(|draft| play::texts::never_submitted(&draft.text));
    let tail = [line].into_iter().chain(draft).chain([more]).chain(first_words(then, seat)).collect();
    Some(Text { head: vec![message_title(then)], tail, ..Text::default() })
}

/// How a question of a seat has ended.
#[derive(Debug, PartialEq, Eq)]
enum QuestionEnd {
    /// The match was cancelled.
    Cancelled,
    /// A host has taken back the entries since before it.
    Undone,
    /// The entry closed it, with this answer of the seat, if the seat gave one.
    Closed(Option<String>),
    /// It was over before the entry, so what the seat answered is not known here.
    Earlier,
}

impl QuestionEnd {
    /// Returns how the question ended that a match asked `then`, given the `entry` by which it is over, and the match `before`
    /// that entry.
    fn of(then: &Match, before: &Match, entry: &LogEntry, seat: Seat) -> Self {
        match entry.control() {
            Some(Control::Cancel) => return Self::Cancelled,
            Some(Control::Rewind { .. } | Control::Correct { .. }) => return Self::Undone,
            _ => {}
        }
        let Some(session) = before.session.as_deref().filter(|_| before.question == then.question) else {
            return Self::Earlier;
        };
        let answer = match entry.action() {
            // This answer closed the question.
            Some(last) if entry.by == By::Seat(seat) => session.parse(last).ok(),
            _ => session.answer(seat),
        };
        Self::Closed(answer.map(|answer| session.describe(&answer)))
    }
}

/// Returns the message to a player who is asked nothing, or whose answer would come too late.
pub(super) fn news_to(game: &Match, news: PlayerNews, seat: Seat) -> Announcement {
    let mut head = vec![message_title(game)];
    let mut tail = vec![words::small(&play::texts::more_in(game.id, game.channel_id))];
    if let Some(result) = game.result() {
        if !news.is_story {
            head.push(texts::over(&escape::text(&result.outcome.reason)));
        }
        let own = result.outcome.standings.iter().find(|standing| standing.seat == seat);
        tail.splice(..0, own.map(|standing| texts::own_standing(&escape::text(&standing.note))));
    } else if game.decision(seat).is_none() {
        let facts = play::texts::facts(&game.facts(seat));
        if news.is_story {
            // The story says what comes next.
            tail.insert(0, words::small(&facts));
        } else {
            head.push(facts);
            tail.insert(0, play::texts::NOTHING_ASKED.to_owned());
        }
    }
    tail.extend(first_words(game, seat));
    Announcement::new(Text { head, bullets: news.lines, tail })
}

/// Returns the reminder to a player who has not answered, or `None` if the player is asked nothing. A draft can be submitted there.
pub(super) fn reminder_to(
    game: &Match,
    seat: Seat,
    deadline: Millis,
    draft: Option<&Draft>,
) -> Option<Announcement> {
    let session = game.session.as_deref()?;
    let prompt = session.prompt(&game.decision(seat)?);
    let line = play::texts::reminder(prompt.noun, &session.phase().title, deadline);
    let more = words::small(&play::texts::how_to_answer(game, seat, &prompt));
    let submit = draft.and_then(|draft| draft.button(game, seat));
    let drafted = draft.map(|draft| play::texts::only_drafted(&draft.text, submit.is_some()));
    let head = [message_title(game), line].into_iter().chain(drafted).collect();
    let text = Text { head, tail: vec![more], ..Text::default() };
    // A whole panel could be outdated by the time it is pressed.
    let rows = submit.into_iter().chain([show_button(game)]).collect();
    Some(Announcement { rows, ..Announcement::new(text) })
}
