//! The messages to individual players: their news, what they are asked, reminders, and what remains of them.

use super::{story, texts};
use crate::play::drafts::Draft;
use crate::play::{self, Panel, message_title, panel, show_button};
use crate::ui::announcement::{Announcement, Text, picture};
use crate::ui::{escape, words};
use trigon_engine::matches::{Control, LogEntry, Match, Millis};
use trigon_rules::games::{Audience, By, Seat, Viewer};

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
    let story = story::for_seat(game, seat);
    let is_story = story.is_some();
    let mut news: Vec<String> = match story {
        Some(told) => {
            let headline = std::iter::once(story::headline(&told));
            headline.chain(story::more(&told)).chain(story::small_print(&told)).collect()
        }
        None => told_alone(game, seat).lines,
    };
    if let Some(Control::Rewind { phase, .. }) = game.log.last().and_then(|entry| entry.control()) {
        news.push(words::bullet(&texts::undone(phase)));
    }
    if let Some(Control::Correct { what, .. }) = game.log.last().and_then(|entry| entry.control()) {
        news.push(words::bullet(&texts::corrected(&escape::text(what))));
    }
    news.extend(missed(game, seat));
    PlayerNews { lines: news, is_story }
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
fn missed(game: &Match, seat: Seat) -> Option<String> {
    let ends = game.log.last()?.action().is_some() && game.has_missed(seat);
    let (strikes, limit) = (game.strikes(seat), usize::from(game.terms.strikes));
    (ends && strikes > 0 && limit > 0).then(|| words::bullet(&texts::missed(limit.saturating_sub(strikes))))
}

/// Returns the message that asks a player something: the news from the last entry, and the choices.
pub(super) async fn question_to(then: &Match, game: &Match, private: PlayerNews, seat: Seat) -> Announcement {
    match question(then, game, private, seat) {
        Ok(question) => Announcement { files: picture(game, Viewer::Seat(seat)).await, ..question },
        Err(private) => news_to(game, private, seat),
    }
}

/// Returns the question for a player, without its picture, or the unchanged news if nothing is asked.
fn question(then: &Match, game: &Match, private: PlayerNews, seat: Seat) -> Result<Announcement, PlayerNews> {
    let Some(Panel { text, rows }) = panel(game, seat, None) else { return Err(private) };
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let tail = std::iter::once(rest.to_owned()).chain(first_words(then, seat)).collect();
    let text = Text { head: vec![title.to_owned()], bullets: private.lines, tail };
    Ok(Announcement { rows, ..Announcement::new(text) })
}

/// Returns the message that asked a player, from the match as it was `then`, with the answer stored `now`.
pub(crate) fn asked(then: &Match, now: &Match, seat: Seat) -> Option<Announcement> {
    question(then, now, news(then, seat), seat).ok()
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
    let text = closed(then, before, entry, seat, draft)?;
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
    closed(then, before, entry, seat, draft).map(Announcement::new)
}

/// Returns the text of a message whose question is closed, without news.
fn closed(then: &Match, before: &Match, entry: &LogEntry, seat: Seat, draft: Option<&Draft>) -> Option<Text> {
    let session = then.session.as_deref()?;
    // A match that is over asks nothing, but it was still going on `then`.
    let prompt = session.prompt(session.to_act().iter().find(|decision| decision.seat == seat)?);
    let phase = session.phase().title;
    let answer = match (before.session.as_deref(), entry.action()) {
        _ if before.question != then.question => Err(()),
        // This answer closed the question.
        (Some(before), Some(last)) if entry.by == By::Seat(seat) => {
            Ok(before.parse(last).ok().map(|last| before.describe(&last)))
        }
        (Some(before), _) => Ok(before.answer(seat).map(|answer| before.describe(&answer))),
        (None, _) => Err(()),
    };
    let draft = draft.filter(|_| answer == Ok(None) && entry.action().is_some());
    let line = match answer {
        _ if entry.control() == Some(&Control::Cancel) => texts::CLOSED_BY_CANCELLING.to_owned(),
        _ if matches!(entry.control(), Some(Control::Rewind { .. } | Control::Correct { .. })) => {
            texts::CLOSED_BY_UNDOING.to_owned()
        }
        Ok(answer) => texts::closed(&phase, prompt.noun, answer.as_deref()),
        Err(()) => texts::over_now(&phase),
    };
    let more = words::small(&play::texts::more_in(then.id, then.channel_id));
    let draft = draft.map(|draft| play::texts::never_submitted(&draft.text));
    let tail = [line].into_iter().chain(draft).chain([more]).chain(first_words(then, seat)).collect();
    Some(Text { head: vec![message_title(then)], tail, ..Text::default() })
}

/// Returns the message to a player who is asked nothing, or whose answer would come too late.
pub(super) fn news_to(game: &Match, private: PlayerNews, seat: Seat) -> Announcement {
    let mut head = vec![message_title(game)];
    let mut tail = vec![words::small(&play::texts::more_in(game.id, game.channel_id))];
    if let Some(result) = game.result() {
        if !private.is_story {
            head.push(texts::over(&escape::text(&result.outcome.reason)));
        }
        let own = result.outcome.standings.iter().find(|standing| standing.seat == seat);
        tail.splice(..0, own.map(|standing| texts::own_standing(&escape::text(&standing.note))));
    } else if game.decision(seat).is_none() {
        let facts = play::texts::facts(&game.facts(seat));
        if private.is_story {
            // The story says what comes next.
            tail.insert(0, words::small(&facts));
        } else {
            head.push(facts);
            tail.insert(0, play::texts::NOTHING_ASKED.to_owned());
        }
    }
    tail.extend(first_words(game, seat));
    Announcement::new(Text { head, bullets: private.lines, tail })
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
