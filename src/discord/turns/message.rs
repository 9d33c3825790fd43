//! The match message: what happened, who is asked what, and what that person can press.

use poise::serenity_prelude::CreateActionRow;

use super::texts;
use crate::discord::ids::Prefix;
use crate::discord::play::{only_public, public_rows, show_button, texts as play};
use crate::discord::{escape, texts as general};
use crate::games::{Audience, By, Seat};
use crate::matches::{Control, Line, Match, What};

/// The most sentences of what happened, their most characters together, and those of one.
const STORY: usize = 12;
const STORY_LENGTH: usize = 1_200;
const SENTENCE: usize = 400;

/// A match as it is shown in its channel, but for the picture.
#[derive(Debug, Clone, Default)]
pub(in crate::discord) struct MatchMessage {
    /// The text.
    pub(in crate::discord) text: String,
    /// What can be pressed.
    pub(in crate::discord) rows: Vec<CreateActionRow>,
    /// Who is asked.
    pub(in crate::discord) pings: Vec<i64>,
}

/// Returns the match message after some steps of an action were chosen, or `None` if no action begins so.
///
/// The choices are in it if a single seat is asked and everyone may see them. Otherwise each player gets theirs in
/// private, with a button.
pub(in crate::discord) fn message(game: &Match, prefix: &Prefix) -> Option<MatchMessage> {
    let mut lines = vec![past(game)];
    let mut pings = Vec::new();
    let asked = game.to_act();
    for decision in &asked {
        let user = game.player(decision.seat).map_or(0, |row| row.user_id);
        let prompt = game.session.as_ref()?.prompt(decision);
        lines.push(texts::asked(prompt.question, user, game.deadline));
        pings.push(user);
    }
    let rows = match only_public(game) {
        _ if asked.is_empty() => Vec::new(),
        Some(only) => {
            let choices = game.session.as_ref()?.choices(only.0.seat, prefix.keys())?;
            lines.push(play::draft(&choices.chosen, &choices.next));
            public_rows(game, only, prefix, &choices)
        }
        None => vec![show_button(game)],
    };
    Some(MatchMessage { text: lines.join("\n"), rows, pings })
}

/// The match message without a question.
pub(super) fn past(game: &Match) -> String {
    std::iter::once(heading(game)).chain(story(game)).collect::<Vec<_>>().join("\n")
}

/// The first line: which match it is.
pub(super) fn heading(game: &Match) -> String {
    texts::heading(game.id, &escape::title(&game.title), game.info().title)
}

/// The name of a seat, as it may stand in a message.
pub(in crate::discord) fn name(game: &Match, seat: Seat) -> String {
    escape::name(&game.names().get(seat))
}

/// The entries of whoever acted last, up to another's, with what has changed the match since; and who that is.
fn run(lines: &[Line]) -> (Option<Seat>, Vec<&Line>) {
    let mut run: Vec<&Line> = Vec::new();
    let mut by = None;
    for line in lines.iter().rev().filter(|line| !line.taken_back) {
        match &line.what {
            What::Control(Control::Resign | Control::Claim(_) | Control::Undo(_)) => {}
            // Other events have messages of their own.
            What::Control(_) => continue,
            What::Game(_) if by.is_some_and(|by| by != line.by) => break,
            What::Game(_) => by = Some(line.by),
        }
        run.push(line);
    }
    run.reverse();
    let seat = by.and_then(|by| if let By::Seat(seat) = by { Some(seat) } else { None });
    (seat, run)
}

/// What an entry brought, in sentences.
fn words(game: &Match, line: &Line) -> Vec<String> {
    match (&line.what, line.by) {
        (What::Control(event @ Control::Claim(_)), by) => {
            // That a claimed seat has resigned is said by the claim.
            let more = line.words.iter().skip(1).cloned();
            std::iter::once(event.words(by, None, &game.names())).chain(more).collect()
        }
        (What::Control(Control::Undo(_)), By::Seat(seat)) => vec![texts::taken_back(&game.names().get(seat))],
        _ => line.words.clone(),
    }
}

/// What the last turn brought, in sentences; before the first, how the match began.
pub(super) fn story(game: &Match) -> Vec<String> {
    if game.is_fresh() && game.question.undos == 0 && game.timed_out().is_none() {
        let names: Vec<String> = Seat::all(game.players.len()).map(|seat| name(game, seat)).collect();
        let began = texts::started(&names, game.terms.rematch_of.is_none());
        let hash = general::small(&texts::commitment(&game.seed().commitment()));
        let public = game.began.iter().filter(|narration| narration.audience == Audience::All);
        let events = public.map(|narration| bullet(&narration.text));
        return std::iter::once(began).chain(events).chain([hash]).collect();
    }
    let history = game.history();
    let (_, run) = run(&history);
    let told: Vec<String> = run.iter().flat_map(|line| words(game, line)).map(|text| bullet(&text)).collect();
    // What happened last matters most.
    let mut length = 0;
    let fits = |line: &&String| {
        length += line.chars().count() + 1;
        length <= STORY_LENGTH
    };
    let kept = told.iter().rev().take(STORY).take_while(fits).count();
    let more = (kept < told.len()).then(|| texts::left_out(told.len() - kept));
    more.into_iter().chain(told[told.len() - kept..].iter().cloned()).collect()
}

/// A sentence with names in it as a line.
fn bullet(text: &str) -> String {
    let cut: String = text.chars().take(SENTENCE).collect();
    let dots = if cut.len() < text.len() { "…" } else { "" };
    general::bullet(&format!("{}{dots}", escape::text(&cut)))
}

/// What stays of the message in which a turn was played: the turn, so that the channel tells the whole match.
pub(in crate::discord) fn finished(game: &Match) -> String {
    let history = game.history();
    let (seat, run) = run(&history);
    let action = |line: &&Line| if let What::Game(action) = &line.what { Some(action.clone()) } else { None };
    let actions: Vec<String> = run.iter().filter_map(action).collect();
    let actions = &actions[actions.len().saturating_sub(STORY)..];
    let name = seat.map(|seat| name(game, seat)).unwrap_or_default();
    let mut lines = vec![heading(game)];
    if !game.has_secrets() {
        lines.push(texts::played(&name, actions));
    }
    lines.extend(story(game));
    lines.push(texts::next_below().to_owned());
    lines.join("\n")
}
