//! The match message in the channel: what happened, who is asked what, and the buttons.

use poise::serenity_prelude::CreateActionRow;

use super::story::LastActions;
use super::{story, texts};
use crate::play;
use crate::play::{message_buttons, only_public, public_rows};
use crate::ui::announcement::{Text, everybody};
use crate::ui::limits::MESSAGE;
use crate::ui::{Prefix, escape, words};
use trigon_engine::ids::UserId;
use trigon_engine::matches::Match;
use trigon_rules::games::{Seat, Viewer};

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
    let ToldStory { mut text, small } = told_story(game);
    let mut pings = mentioned_anyway(game);
    text.tail.extend(race(game));
    let public_question = only_public(game);
    if session.phase().is_replaceable() && public_question.is_none() {
        text.tail.extend(how_to_answer(game));
    } else {
        pings.extend(ask_each(game, &mut text));
        text.tail.extend(banks(game));
    }
    // The pictures of rounds show no names.
    text.tail.extend(words::undrawn(game).filter(|_| game.has_turns()));
    if !unreachable.is_empty() {
        text.tail.push(texts::unreachable(unreachable));
        pings.extend(unreachable);
    }
    let rows = match public_question {
        _ if game.seems_asked().is_empty() => Vec::new(),
        None => vec![message_buttons(game)],
        // Nobody can press anything for a computed seat.
        Some((decision, _)) if game.computed(decision.seat).is_some() => Vec::new(),
        Some(question) => {
            let choices = session.choices(question.0.seat, prefix.keys())?;
            text.tail.push(play::texts::chosen_so_far(&choices, session.phase().is_replaceable()));
            public_rows(game, question, prefix, &choices)
        }
    };
    Some(MatchMessage { text: with_small_print(text, small, number_line(game)), rows, pings })
}

/// Says how the players who are asked in private send their answers.
fn how_to_answer(game: &Match) -> Option<String> {
    let (session, asked) = (game.session.as_ref()?, game.seems_asked());
    let noun = session.prompt(asked.first()?).noun;
    let is_everyone = asked.len() == game.players.len();
    Some(play::texts::send_answers(game, &session.phase().title, noun, is_everyone))
}

/// Asks each player for whom the match waits by name, in place of the events that say whose turn it is, and returns whom to mention.
fn ask_each(game: &Match, text: &mut Text) -> Vec<UserId> {
    let Some(session) = &game.session else { return Vec::new() };
    let mut pings = Vec::new();
    for decision in game.seems_asked() {
        let user = game.player(decision.seat).map_or_else(UserId::default, |player| player.user_id);
        let turn = story::turn_of(game, decision.seat);
        let small_turn = story::mechanics(&turn);
        text.bullets.retain(|line| *line != turn && *line != small_turn);
        text.tail.push(texts::asked(session.prompt(&decision).question, user, game.deadline));
        pings.push(user);
    }
    pings
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
struct ToldStory {
    text: Text,
    /// What follows by the rules.
    small: Vec<String>,
}

/// Returns the heading and what happened.
fn told_story(game: &Match) -> ToldStory {
    let ended = early_end(game).map(|(host, phase)| words::small(&texts::ended_by(host, &phase)));
    let (mut head, tail) = (vec![heading(game)], ended.into_iter().collect());
    let Some(told) = story::phase_story(game) else {
        let news = story::turn_news(game);
        let bullets = match news.story {
            Some(turn) => {
                head.push(story::headline(&turn));
                let events = news.events.iter().map(|event| story::mechanics(event));
                story::more(&turn).into_iter().chain(events).collect()
            }
            None => news.events,
        };
        return ToldStory { text: Text { head, bullets, tail }, small: Vec::new() };
    };
    // The heading names the phase that begins.
    head.push(match ended_phase(game) {
        Some(phase) => texts::in_phase(&phase, &story::plain(&told.headline)),
        None => story::headline(&told),
    });
    let bullets = story::more(&told).into_iter().chain(story::departures(game)).collect();
    ToldStory { text: Text { head, bullets, tail }, small: story::small_print(&told) }
}

/// Returns the text with small print and the match number below it. Small print that does not fit is left out.
fn with_small_print(mut text: Text, small: Vec<String>, number: Option<String>) -> String {
    let length = |line: &String| line.chars().count() + 1;
    let mut room = MESSAGE.saturating_sub(text.length() + number.iter().map(length).sum::<usize>());
    for line in small {
        let Some(room_left) = room.checked_sub(length(&line)) else { break };
        room = room_left;
        text.tail.push(line);
    }
    text.tail.extend(number);
    text.fitted()
}

/// Returns the match message without its question.
pub(crate) fn past(game: &Match) -> MatchMessage {
    let ToldStory { text, small } = told_story(game);
    MatchMessage {
        text: with_small_print(text, small, number_line(game)),
        rows: Vec::new(),
        pings: mentioned_anyway(game),
    }
}

/// Returns the users to mention in any case: everyone at the beginning, unless the pregame has already mentioned them.
fn mentioned_anyway(game: &Match) -> Vec<UserId> {
    let is_first_call = game.info().has_long_phases() && game.is_fresh() && game.terms.pregame_hours == 0;
    if is_first_call { everybody(game) } else { Vec::new() }
}

/// Names the phase before the present one.
fn ended_phase(game: &Match) -> Option<String> {
    let before = game.up_to(game.opened_by()?.seq - 1).ok()?;
    Some(words::phase_name(&before.session.as_ref()?.phase()))
}

/// Returns the host who has just ended a phase before its deadline, if any, and the phase.
fn early_end(game: &Match) -> Option<(UserId, String)> {
    let last = game.opened_by().filter(|entry| entry.action().is_some())?;
    Some((last.host?, play::phase_title(&*game.up_to(last.seq - 1).ok()?)))
}

/// Returns the first line. Rounds are long, so each gets a headline; turns are many, so their headings are small.
pub(super) fn heading(game: &Match) -> String {
    let title = escape::title(&game.title);
    if game.info().has_long_phases() {
        words::headline(&title, &play::phase_title(game))
    } else {
        texts::heading(game.id, &title, game.info().title)
    }
}

/// Returns the last line, with the match number, unless the first line already has it.
fn number_line(game: &Match) -> Option<String> {
    game.info().has_long_phases().then(|| words::small(&words::match_number(game.id)))
}

/// Returns what remains of a match message when the same state is posted again at the end of the channel.
pub(crate) fn shown_below(game: &Match) -> String {
    format!("{}\n{}", heading(game), texts::NEXT_BELOW)
}

/// Returns what remains of a match message after what it asked is over. `then` is the match as that message showed it, and
/// `after` as the next message shows it.
pub(crate) fn finished(then: &Match, after: &Match) -> String {
    let LastActions { seat, actions } = story::last_actions(after, then.seq());
    let mut lines = vec![heading(then)];
    if let Some(seat) = seat.filter(|_| !actions.is_empty() && !after.has_secrets()) {
        let told = story::turns_since(then, after).map(|told| story::headline(&told));
        // What nobody tells is said in notation.
        lines.push(told.unwrap_or_else(|| texts::played(&words::seat_name(after, seat), &actions)));
    }
    lines.push(texts::NEXT_BELOW.to_owned());
    lines.join("\n")
}
