//! The match message (what happened, who is asked what, and the buttons) and the messages to individual players.

use poise::serenity_prelude::CreateActionRow;

use super::{story, texts};
use crate::play;
use crate::play::drafts::Draft;
use crate::play::{Panel, message_buttons, only_public, panel, public_rows, show_button, title};
use crate::ui::announcement::{Announcement, Text, everybody, picture};
use crate::ui::limits::MESSAGE;
use crate::ui::{Prefix, escape, words};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Control, LogEntry, Match, Millis};
use trigon_rules::games::{Audience, By, Seat, Viewer};

/// A match as shown in its channel, without the picture.
#[derive(Debug, Clone, Default)]
pub(crate) struct MatchMessage {
    pub(crate) text: String,
    /// The buttons and selects.
    pub(crate) rows: Vec<CreateActionRow>,
    /// The users to mention: those who are asked in public, and those who cannot receive direct messages.
    pub(crate) pings: Vec<UserId>,
}

/// Returns the match message after some steps of an action have been chosen, or `None` if no action begins with them.
///
/// It offers the choices if only one seat is asked and everyone may see them. Otherwise each player gets them in
/// private, by pressing a button.
pub(crate) fn message(game: &Match, prefix: &Prefix, unreachable: &[UserId]) -> Option<MatchMessage> {
    let session = game.session.as_ref()?;
    let Told { mut text, small } = story(game);
    let mut shown = MatchMessage { pings: called(game), ..MatchMessage::default() };
    let (asked, lines) = (game.seems_asked(), &mut text.tail);
    let only = only_public(game);
    lines.extend(race(game));
    if session.phase().is_replaceable() && only.is_none() {
        let noun = asked.first().map(|decision| session.prompt(decision).noun);
        let everyone = asked.len() == game.players.len();
        let phase = session.phase().title;
        lines.extend(noun.map(|noun| play::texts::send_answers(game, &phase, noun, everyone)));
    } else {
        // The match waits for these players.
        for decision in &asked {
            let user = game.player(decision.seat).map_or_else(UserId::default, |player| player.user_id);
            let turn = story::turn_of(game, decision.seat);
            let small = story::mechanics(&turn);
            text.bullets.retain(|line| *line != turn && *line != small);
            lines.push(texts::asked(session.prompt(decision).question, user, game.deadline));
            shown.pings.push(user);
        }
        lines.extend(banks(game));
    }
    // The pictures of rounds show no names.
    lines.extend(words::undrawn(game).filter(|_| game.has_turns()));
    if !unreachable.is_empty() {
        lines.push(texts::unreachable(unreachable));
        shown.pings.extend(unreachable);
    }
    let is_thinking = only.as_ref().is_some_and(|(decision, _)| game.computed(decision.seat).is_some());
    match only {
        // Nobody can press anything for a computed seat.
        _ if asked.is_empty() || is_thinking => {}
        Some(only) => {
            let choices = session.choices(only.0.seat, prefix.keys())?;
            lines.push(play::texts::draft(&choices, session.phase().is_replaceable()));
            shown.rows = public_rows(game, only, prefix, &choices);
        }
        None => shown.rows = vec![message_buttons(game)],
    }
    shown.text = with_small_print(text, small, number(game));
    Some(shown)
}

/// Says how much time is left in the banks of the players, if they have any.
fn banks(game: &Match) -> Option<String> {
    let bank = |seat| Some(format!("{} {}", words::seat_name(game, seat), words::duration(game.bank(seat)?)));
    let playing = Seat::all(game.players.len()).filter(|seat| !game.resigned(*seat));
    let banks: Option<Vec<String>> = playing.map(bank).collect();
    Some(words::small(&texts::banks(&banks?)))
}

/// Says who is about to win, and how far everyone has come.
fn race(game: &Match) -> Vec<String> {
    let names = game.names();
    let seen =
        game.session.as_ref().filter(|_| !game.is_fresh()).map(|session| session.observe(Viewer::Public));
    let Some(race) = seen.and_then(|seen| seen.race(&names)) else { return Vec::new() };
    let close = race.close.iter().map(|line| escape::text(line));
    close.chain([words::small(&escape::text(&race.line))]).collect()
}

/// What happened, with the small print that comes below what is asked.
struct Told {
    text: Text,
    small: Vec<String>,
}

/// Returns the heading and what happened.
fn story(game: &Match) -> Told {
    let ended = early_end(game).map(|(host, phase)| words::small(&texts::ended_by(host, &phase)));
    let (mut head, tail) = (vec![heading(game)], ended.into_iter().collect());
    let Some(told) = story::of_phase(game) else {
        let (turn, mut bullets) = story::of_turn(game);
        if let Some(turn) = turn {
            head.push(story::headline(&turn));
            let events = bullets.iter().map(|event| story::mechanics(event));
            bullets = story::more(&turn).into_iter().chain(events).collect();
        }
        return Told { text: Text { head, bullets, tail }, small: Vec::new() };
    };
    // The heading names the phase that begins.
    head.push(match ended_phase(game) {
        Some(phase) => texts::in_phase(&phase, &story::plain(&told.headline)),
        None => story::headline(&told),
    });
    let bullets = story::more(&told).into_iter().chain(story::departures(game)).collect();
    Told { text: Text { head, bullets, tail }, small: story::small_print(&told) }
}

/// Returns the text with small print and the match number below it. Small print that does not fit is left out.
fn with_small_print(mut text: Text, small: Vec<String>, number: Option<String>) -> String {
    let length = |line: &String| line.chars().count() + 1;
    let mut room = MESSAGE.saturating_sub(text.length() + number.iter().map(length).sum::<usize>());
    for line in small {
        let Some(left) = room.checked_sub(length(&line)) else { break };
        room = left;
        text.tail.push(line);
    }
    text.tail.extend(number);
    text.fitted()
}

/// Returns the match message without its question.
pub(crate) fn past(game: &Match) -> MatchMessage {
    let Told { text, small } = story(game);
    MatchMessage { text: with_small_print(text, small, number(game)), rows: Vec::new(), pings: called(game) }
}

/// Returns the users to mention in any case: everyone at the beginning, unless the pregame has already mentioned them.
fn called(game: &Match) -> Vec<UserId> {
    let calls = game.info().has_long_phases() && game.is_fresh() && game.terms.pregame_hours == 0;
    if calls { everybody(game) } else { Vec::new() }
}

/// Names the phase before the present one.
fn ended_phase(game: &Match) -> Option<String> {
    let before = game.up_to(game.opened_by()?.seq - 1).ok()?;
    Some(words::phase_name(&before.session.as_ref()?.phase()))
}

/// Returns the host who has just ended a phase before its deadline, if any, and the phase.
fn early_end(game: &Match) -> Option<(UserId, String)> {
    let last = game.opened_by().filter(|entry| entry.action().is_some())?;
    Some((last.host?, play::moment(&*game.up_to(last.seq - 1).ok()?)))
}

/// Returns the first line. Rounds are long, so each gets a headline; turns are many, so their headings are small.
pub(super) fn heading(game: &Match) -> String {
    let title = escape::title(&game.title);
    if game.info().has_long_phases() {
        words::headline(&title, &play::moment(game))
    } else {
        texts::heading(game.id, &title, game.info().title)
    }
}

/// Returns the last line, with the match number, unless the first line already has it.
fn number(game: &Match) -> Option<String> {
    game.info().has_long_phases().then(|| words::small(&words::match_number(game.id)))
}

/// Returns what remains of a match message when the same state is posted again at the end of the channel.
pub(crate) fn shown_below(game: &Match) -> String {
    format!("{}\n{}", heading(game), texts::next_below())
}

/// Returns what remains of a match message after what it asked is over. `then` is the match as that message showed it, and
/// `after` as the next message shows it.
pub(crate) fn finished(then: &Match, after: &Match) -> String {
    let (seat, actions) = story::last_actions(after, then.seq());
    let mut lines = vec![heading(then)];
    if let Some(seat) = seat.filter(|_| !actions.is_empty() && !after.has_secrets()) {
        // The next message tells the turn after this one.
        let told = story::of_turns(then, after).map(|told| story::headline(&told));
        let played = texts::played(&words::seat_name(after, seat), &actions);
        match told {
            Some(told) => lines.extend([told, words::small(&played)]),
            None => lines.push(played),
        }
    }
    lines.push(texts::next_below().to_owned());
    lines.join("\n")
}

/// What is new to a player.
pub(super) struct News {
    pub(super) lines: Vec<String>,
    /// Whether they begin with a story, which also says what comes next.
    is_story: bool,
}

impl News {
    /// Returns a single piece of news.
    pub(super) fn of(line: String) -> Self {
        Self { lines: vec![line], is_story: false }
    }
}

/// Returns the private news from the last entry for a seat.
pub(super) fn news(game: &Match, seat: Seat) -> News {
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
    News { lines: news, is_story }
}

/// Returns what the last entry brought about for a seat alone.
pub(super) fn told_alone(game: &Match, seat: Seat) -> News {
    let told = game.latest().iter().filter(|told| told.audience == Audience::Seat(seat));
    News { lines: told.map(|told| words::bullet(&escape::text(&told.text))).collect(), is_story: false }
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
pub(super) async fn question_to(then: &Match, game: &Match, private: News, seat: Seat) -> Announcement {
    match question(then, game, private, seat) {
        Ok(question) => Announcement { files: picture(game, Viewer::Seat(seat)).await, ..question },
        Err(private) => news_to(game, private, seat),
    }
}

/// Returns the question for a player, without its picture, or the unchanged news if nothing is asked.
fn question(then: &Match, game: &Match, private: News, seat: Seat) -> Result<Announcement, News> {
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
/// was asked. A draft that was never submitted is named. A reminder (unless `is_question`) has no news.
pub(crate) fn closed(
    then: &Match,
    before: &Match,
    entry: &LogEntry,
    seat: Seat,
    draft: Option<&Draft>,
    is_question: bool,
) -> Option<Announcement> {
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
    Some(Announcement::new(Text {
        head: vec![title(then)],
        bullets: if is_question { news(then, seat).lines } else { Vec::new() },
        tail,
    }))
}

/// Returns the message to a player who is asked nothing, or whose answer would come too late.
pub(super) fn news_to(game: &Match, private: News, seat: Seat) -> Announcement {
    let mut head = vec![title(game)];
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
    let head = [title(game), line].into_iter().chain(drafted).collect();
    let text = Text { head, tail: vec![more], ..Text::default() };
    // A whole panel could be outdated by the time it is pressed.
    let rows = submit.into_iter().chain([show_button(game)]).collect();
    Some(Announcement { rows, ..Announcement::new(text) })
}
