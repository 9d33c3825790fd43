//! What happened in a match, in sentences: as a story, if the game tells one, or a line for each event.

use super::texts;
use crate::ui::{escape, words};
use trigon_engine::matches::{Control, Departure, EntryContent, HistoryLine, Match, Seq};
use trigon_rules::games::{Audience, By, Narration, Seat, Story, Viewer, phrase};

/// The maximum number of events told of a turn.
const MAX_EVENTS: usize = 12;

/// The maximum number of characters about these events.
const MAX_EVENTS_LENGTH: usize = 1_200;

/// The maximum number of events told of the turn that ended a match.
const MAX_EVENTS_AT_END: usize = 5;

/// The maximum number of characters about one event.
const MAX_EVENT_LENGTH: usize = 400;

/// The maximum number of characters in a sentence of a story, which may name all players.
const MAX_STORY_SENTENCE_LENGTH: usize = 700;

/// Tells everyone what brought about the present phase, if its game tells that as a story.
pub(super) fn phase_story(game: &Match) -> Option<Story> {
    let opened = game.opened_by().filter(|_| game.info().has_long_phases());
    since(game, opened.filter(|entry| entry.action().is_some())?.seq, Viewer::Public)
}

/// Tells everyone what brought about the present phase, a line for each event.
pub(crate) fn phase_in_lines(game: &Match) -> Vec<String> {
    let told = phase_story(game);
    told.map(|told| std::iter::once(plain(&told.headline)).chain(more(&told)).collect()).unwrap_or_default()
}

/// Tells a player what the last entry brought about, if the game tells that as a story.
pub(super) fn seat_story(game: &Match, seat: Seat) -> Option<Story> {
    let last = game.log.last().filter(|entry| entry.action().is_some() && game.info().has_long_phases())?;
    since(game, last.seq, Viewer::Seat(seat))
}

/// What the last turn brought about.
pub(super) struct TurnNews {
    /// The story, if the game tells one and everything was done by the last turn. Of a turn with something else in it, such as a
    /// resignation, there are only the events.
    pub(super) story: Option<Story>,
    /// The [latest events](latest_events), a line for each.
    pub(super) events: Vec<String>,
}

/// Tells everyone what the last turn brought about.
pub(super) fn turn_news(game: &Match) -> TurnNews {
    if game.info().has_long_phases() || is_beginning(game) || !game.is_going_on() {
        return TurnNews { story: None, events: latest_events(game) };
    }
    let history = game.history();
    let run = LastRun::of(&history).entries;
    let first = run.first().filter(|_| run.iter().all(|line| line.what.is_game()));
    let story = first.and_then(|first| since(game, first.seq, Viewer::Public));
    TurnNews { story, events: last_turn(game, &run) }
}

/// Tells everyone how a match ended by its rules, or returns `None` if its game does not tell that as a story. In a game of turns, the
/// events of the last turn come with it, in small print. Everything is public by then, and the story may say it.
pub(super) fn end_story(game: &Match) -> Option<(Story, Vec<String>)> {
    if game.info().has_long_phases() {
        let opened = game.opened_by().filter(|entry| entry.action().is_some())?;
        return Some((since(game, opened.seq, Viewer::Afterwards)?, Vec::new()));
    }
    let history = game.history();
    let run = LastRun::of(&history).entries;
    let story = since(game, run.first()?.seq, Viewer::Afterwards)?;
    let events = last_turn(game, &run);
    let last = events[events.len().saturating_sub(MAX_EVENTS_AT_END)..].iter();
    Some((story, last.map(|event| mechanics(event)).collect()))
}

/// Tells everyone what has happened in turns since a match was as it was `then`, if its game tells that as a story.
pub(super) fn turns_since(then: &Match, game: &Match) -> Option<Story> {
    let session = game.session.as_deref().filter(|_| game.has_turns())?;
    session.story(then.session.as_deref()?, Viewer::Public)
}

/// Tells a viewer what an entry brought about, from what they saw before it and see now.
fn since(game: &Match, seq: Seq, viewer: Viewer) -> Option<Story> {
    let before = game.up_to(seq - 1).ok()?;
    game.session.as_deref()?.story(before.session.as_deref()?, viewer)
}

/// Formats the headline of a story.
pub(super) fn headline(story: &Story) -> String {
    format!("**{}**", plain(&story.headline))
}

/// Formats what else happened.
pub(super) fn more(story: &Story) -> Vec<String> {
    story.more.iter().map(|event| plain(event)).collect()
}

/// Formats what follows by the rules.
pub(super) fn small_print(story: &Story) -> Vec<String> {
    story.small.iter().map(|line| words::small(&plain(line))).collect()
}

/// Formats a sentence with unescaped names.
pub(super) fn plain(text: &str) -> String {
    escape::text(&escape::shortened(text, MAX_STORY_SENTENCE_LENGTH))
}

/// Returns the latest events in sentences: how the match began, the last round, or the last turn.
pub(super) fn latest_events(game: &Match) -> Vec<String> {
    if is_beginning(game) {
        return beginning(game);
    }
    if !game.info().has_long_phases() {
        return last_turn(game, &LastRun::of(&game.history()).entries);
    }
    public(game.opening_told()).chain(departures(game)).collect()
}

/// Returns whether nothing has been played since the match began.
fn is_beginning(game: &Match) -> bool {
    game.is_fresh() && game.question.undos == 0 && game.timed_out().is_none()
}

/// Says who left in the phase before the present one.
pub(super) fn departures(game: &Match) -> Vec<String> {
    game.who_left().iter().map(|left| departed(game, left)).collect()
}

/// Says that a player has left, or which host has taken them out, and why.
fn departed(game: &Match, left: &Departure) -> String {
    let name = words::seat_name(game, left.seat);
    words::bullet(&match left.host {
        Some(_) => texts::removed(&name, left.host, left.reason.as_deref()),
        None => texts::has_left(&name),
    })
}

/// Returns what everyone may know of some narrations.
fn public(narrations: &[Narration]) -> impl Iterator<Item = String> {
    narrations.iter().filter(|narration| narration.audience == Audience::All).map(|told| bullet(&told.text))
}

/// Returns how a match began. The roster is listed unless the pregame message already listed it.
fn beginning(game: &Match) -> Vec<String> {
    let mut lines: Vec<String> = goes_first(game).into_iter().collect();
    let is_known = game.terms.pregame_hours > 0;
    if !is_known && game.info().fields.iter().any(|field| field.is_rank) {
        lines.push(texts::roster_heading(game));
        lines.extend(texts::roster(game));
    } else if !is_known {
        let names: Vec<String> =
            Seat::all(game.players.len()).map(|seat| words::seat_name(game, seat)).collect();
        lines.push(texts::started(&names, game.terms.rematch_of.is_none()));
    }
    let began = public(&game.began);
    if game.info().has_long_phases() {
        // The heading names the phase, and its deadline follows.
        let begins =
            game.session.as_ref().map(|session| texts::phase_begins(&words::phase_name(&session.phase())));
        let begins = begins.map(|begins| words::bullet(&begins));
        lines.extend(began.filter(|line| Some(line) != begins.as_ref()));
    } else {
        lines.extend(began.map(|event| mechanics(&event)));
        lines.push(words::small(texts::UNREAD));
    }
    lines
}

/// Says who goes first, in a game of turns.
fn goes_first(game: &Match) -> Option<String> {
    match game.seems_asked()[..] {
        [ref only] if !game.info().has_long_phases() => {
            Some(texts::goes_first(&words::seat_name(game, only.seat)))
        }
        _ => None,
    }
}

/// Returns the events of the last turn, and any changes to the match since.
fn last_turn(game: &Match, run: &[&HistoryLine]) -> Vec<String> {
    // In a match that is over, no offer matters.
    let lapsed = |line: &HistoryLine| line.lapsed.filter(|_| game.is_going_on()).map(texts::lapsed);
    let told = run.iter().flat_map(|line| lapsed(line).into_iter().chain(sentences(game, line)));
    let told: Vec<String> = told.map(|text| bullet(&text)).collect();
    // The latest events matter most.
    let shown =
        words::newest(told[told.len().saturating_sub(MAX_EVENTS)..].iter().cloned(), MAX_EVENTS_LENGTH);
    let more = (shown.len() < told.len()).then(|| texts::left_out(told.len() - shown.len()));
    more.into_iter().chain(shown).collect()
}

/// The actions of the seat that acted last.
pub(super) struct LastActions {
    pub(super) seat: Option<Seat>,
    /// The actions in notation.
    pub(super) actions: Vec<String>,
}

/// Returns what the seat that acted last has done after an entry.
pub(super) fn last_actions(game: &Match, after: Seq) -> LastActions {
    let history = game.history();
    let LastRun { seat, mut entries } = LastRun::of(&history);
    entries.retain(|line| line.seq > after);
    let action = |line: &&HistoryLine| {
        if let EntryContent::Game(action) = &line.what { Some(action.clone()) } else { None }
    };
    let actions: Vec<String> = entries.iter().filter_map(action).collect();
    let actions = actions[actions.len().saturating_sub(MAX_EVENTS)..].to_vec();
    LastActions { seat, actions }
}

/// The latest consecutive entries of one actor, and any changes to the match since.
struct LastRun<'a> {
    /// The seat that made them, unless the clock or a host did.
    seat: Option<Seat>,
    entries: Vec<&'a HistoryLine>,
}

impl<'a> LastRun<'a> {
    fn of(history: &'a [HistoryLine]) -> Self {
        let mut entries: Vec<&HistoryLine> = Vec::new();
        let mut actor = None;
        for line in history.iter().rev().filter(|line| !line.taken_back) {
            match &line.what {
                EntryContent::Control(Control::Resign | Control::Claim(_) | Control::Undo(_)) => {}
                // Other events have their own messages.
                EntryContent::Control(_) => continue,
                EntryContent::Game(_) if actor.is_some_and(|actor| actor != line.by) => break,
                EntryContent::Game(_) => actor = Some(line.by),
            }
            entries.push(line);
        }
        entries.reverse();
        let seat = actor.and_then(|actor| if let By::Seat(seat) = actor { Some(seat) } else { None });
        Self { seat, entries }
    }
}

/// Returns the sentences for an entry.
fn sentences(game: &Match, line: &HistoryLine) -> Vec<String> {
    match (&line.what, line.by) {
        (EntryContent::Control(event @ Control::Claim(_)), by) => {
            // The claim itself already says that the claimed seat has resigned.
            let more = line.words.iter().skip(1).cloned();
            std::iter::once(event.words(by, None, &game.names())).chain(more).collect()
        }
        (EntryContent::Control(Control::Undo(_)), By::Seat(seat)) => {
            vec![texts::taken_back(&game.names().get(seat))]
        }
        _ => line.words.clone(),
    }
}

/// Returns the line announcing that a seat wins.
pub(super) fn wins(game: &Match, seat: Seat) -> String {
    bullet(&format!("{} wins.", game.names().get(seat)))
}

/// Returns the line announcing a seat's turn.
pub(super) fn turn_of(game: &Match, seat: Seat) -> String {
    bullet(&phrase::turn_of(&game.names().get(seat)))
}

/// Makes a list item small: what people would not tell.
pub(super) fn mechanics(item: &str) -> String {
    words::small(item.strip_prefix("- ").unwrap_or(item))
}

/// Formats a sentence with unescaped names as a list item.
fn bullet(text: &str) -> String {
    words::bullet(&escape::text(&escape::shortened(text, MAX_EVENT_LENGTH)))
}
