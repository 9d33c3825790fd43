//! Typed answers: the text of `/move`, or a direct message.

use std::collections::BTreeMap;

use super::drafts::submit_button;
use super::texts;
use crate::ui::lookup::{self, Lookup, Numbered};
use crate::ui::words::seat_name;
use crate::ui::{Answer, Failure};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Act, Command, Denied, Match, Matches, Person};
use trigon_rules::games::{Layout, Move, Narration, Pace, Refusal, Seat, phrase};
use trigon_rules::text::key;

/// A text as the game of the match reads it: a move, or why it is not one.
pub(crate) type ParsedMove = Result<Move, Refusal>;

/// Returns the match in which a typed text is meant to act, with the text as read there, or `None` if it does not look
/// like an action in any candidate match.
///
/// # Errors
/// If there is no such match, or the text is not a valid action.
pub(crate) async fn find_match(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    text: &str,
) -> Result<Option<(Lookup, Option<ParsedMove>)>, Failure> {
    let reads = |game: &Match| read(game, game.seat_of(person.user_id)?, text);
    let rows = match lookup::acted_in(matches, person, number, channel).await? {
        // The match itself says why it is not running.
        Lookup::One(game) if game.playing().is_err() => return Ok(Some((Lookup::One(game), None))),
        // So does it to somebody who has no seat in the match that they have named.
        Lookup::One(game) if number.is_some() && game.seat_of(person.user_id).is_none() => {
            return Ok(Some((Lookup::One(game), None)));
        }
        Lookup::One(game) => {
            let read = reads(&game);
            let is_certain = number.is_some() || matches!(read, Some(Ok(_)));
            if !is_certain && let Some(other) = read_elsewhere(matches, person, &[game.id], &reads).await? {
                return Ok(Some(other));
            }
            return Ok(read.map(|read| (Lookup::One(game), Some(read))));
        }
        Lookup::Several(rows) => rows,
    };
    let asked: Vec<MatchId> = rows.iter().map(|row| row.id).collect();
    let (mut readable, mut read, mut refused) = (Vec::new(), BTreeMap::new(), None);
    for row in rows {
        match reads(&*matches.load_listed(&row).await?) {
            Some(Ok(action)) => {
                read.insert(row.id, Ok(action));
                readable.push(row);
            }
            Some(Err(refusal)) => refused = refused.or(Some(refusal)),
            None => {}
        }
    }
    match refused {
        _ if !readable.is_empty() => {
            let found = lookup::choose_among(matches, person, readable, channel).await?;
            let read = if let Lookup::One(game) = &found { read.remove(&game.id) } else { None };
            Ok(Some((found, read)))
        }
        refused => match read_elsewhere(matches, person, &asked, &reads).await? {
            None => refused.map_or(Ok(None), |refusal| Err(refusal.into())),
            other => Ok(other),
        },
    }
}

/// Returns the only match, among those that ask the player nothing, in which a text is an action. That match says that
/// it is not their turn, whereas one that waits for them would only reject the notation.
async fn read_elsewhere(
    matches: &Matches,
    person: &Person,
    asked: &[MatchId],
    reads: &(impl Fn(&Match) -> Option<ParsedMove> + Sync),
) -> Result<Option<(Lookup, Option<ParsedMove>)>, Failure> {
    let mut found = Vec::new();
    for row in matches.played_by(person.user_id).await?.iter().filter(|row| !asked.contains(&row.id)) {
        let game = matches.load_listed(row).await?;
        if let (Ok(_), Some(read @ Ok(_))) = (game.playing(), reads(&game)) {
            found.push((game, read));
        }
    }
    Ok(if found.len() == 1 { found.pop().map(|(game, read)| (Lookup::One(game), Some(read))) } else { None })
}

/// Plays what a player typed; `known` is what it was read as, if it already was.
///
/// # Errors
/// If the text is not an action, or the rules refuse it.
pub(crate) async fn play_typed(
    matches: &Matches,
    person: &Person,
    game: &Match,
    text: &str,
    known: Option<ParsedMove>,
) -> Result<Answer, Failure> {
    if let Some(refusal) = texts::type_on(text) {
        return Err(Failure::denied(refusal));
    }
    if person.request.is_some_and(|request| request.direct.is_none() && game.has_done(request.id)) {
        // Discord has delivered the command twice, and the question may be another one by now.
        return Ok(texts::done_before(game).into());
    }
    let seat = require_seat(person, game)?;
    let session = game.playing()?;
    if game.has_turns() && game.decision(seat).is_none() && !game.resigned(seat) {
        return Err(not_your_turn(game));
    }
    let read = known.or_else(|| read(game, seat, text)).unwrap_or_else(|| session.parse(text));
    let action = read.map_err(|refusal| match text.split_whitespace().next() {
        // Several actions in one line.
        Some(first) if first.len() < text.trim().len() && session.parse(first).is_ok() => {
            Failure::denied(texts::one_at_a_time(first))
        }
        _ => Failure::from(refusal),
    })?;
    if needs_confirmation(person, game, seat, text, &action)
        && let Some(decision) = game.decision(seat)
        && let Some(button) = submit_button(game, seat, &action)
    {
        let (prompt, stored) = (session.prompt(&decision), session.answer(seat));
        let asked = texts::really(game, session, &prompt, &action, stored.as_ref());
        return Ok(Answer::new(asked).rows(vec![button]).asking(game));
    }
    let act = Act { question: Some(game.question), ..Act::new(action.clone()) };
    let words = |before: &Match, now: &Match, happened: &[Narration]| {
        let replaced = person.request.map_or(0, |request| request.replaces);
        texts::replacing(outcome_text(before, now, seat, &action, happened), replaced)
    };
    let done = matches.ask_telling(game.id, person, Command::Act(act), &words).await?;
    Ok(Answer::told(words(game, &done.game, &done.narrations), &done))
}

/// Returns the answer to a player whose action took the match from `before` to `now`.
pub(crate) fn outcome_text(
    before: &Match,
    now: &Match,
    seat: Seat,
    action: &Move,
    happened: &[Narration],
) -> String {
    let session = before.session.as_deref().zip(now.session.as_deref());
    let prompt = session.zip(before.decision(seat)).map(|((session, _), asked)| session.prompt(&asked));
    match (session, prompt) {
        (Some(both), Some(prompt)) if now.question == before.question => {
            texts::kept(now, both, &prompt, seat, action)
        }
        (Some((session, _)), Some(prompt)) if before.info().pace == Pace::Rounds => {
            texts::last(now, session, &prompt, action)
        }
        _ => texts::played(now, seat, happened),
    }
}

/// Returns whether a player has to confirm a text that could be chat, such as laughter: in a direct message if it would replace an
/// answer, and anywhere if it is an action by guesswork alone, such as a path with a question mark.
fn needs_confirmation(person: &Person, game: &Match, seat: Seat, text: &str, action: &Move) -> bool {
    let Some(session) = game.session.as_deref() else { return false };
    let stored = session.answer(seat);
    if session.unsure(text).as_ref() != Some(action) || stored.as_ref() == Some(action) {
        return false;
    }
    let replaces_an_answer = person.writes_directly() && stored.is_some();
    let is_a_guess = !matches!(session.read(seat, text), Some(Ok(_)));
    replaces_an_answer || is_a_guess
}

/// An answer to a question for which only the last of several answers counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReplaceableAnswer {
    match_id: MatchId,
    /// The first word of the action's notation.
    word: String,
    /// Whether it was sent before the deadline.
    is_in_time: bool,
}

/// Returns the answer that a text is, or `None` if a later answer would not replace it or it cannot be played.
pub(crate) async fn replaceable_answer(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    text: &str,
) -> Option<ReplaceableAnswer> {
    let Ok(Some((Lookup::One(game), Some(Ok(action))))) =
        find_match(matches, person, number, channel, text).await
    else {
        return None;
    };
    // Where seats act in turn, every action counts.
    let session = game.playing().ok().filter(|_| !game.has_turns())?;
    if session.unsure(text).is_some() {
        return None;
    }
    let seat = game.seat_of(person.user_id)?;
    session.legal(seat).iter().any(|legal| legal == action.text()).then(|| ReplaceableAnswer {
        match_id: game.id,
        word: action.text().split(' ').next().unwrap_or_default().to_owned(),
        is_in_time: person.request.zip(game.deadline).is_none_or(|(request, at)| request.sent_at < at),
    })
}

/// Reads a text as an answer in a match, or returns `None` if it does not look like one.
pub(super) fn read(game: &Match, seat: Seat, text: &str) -> Option<ParsedMove> {
    let session = || game.session.as_deref();
    let read = button_with_label(game, seat, text).map(Ok).or_else(|| session()?.read(seat, text));
    match (read, session().and_then(|session| session.unsure(text))) {
        (read @ Some(Ok(_)), _) | (read, None) => read,
        (_, unsure) => unsure.map(Ok),
    }
}

/// Returns the answer whose button has this text, with or without the noun of the question before it: `Ann`, `vote Ann`.
fn button_with_label(game: &Match, seat: Seat, text: &str) -> Option<Move> {
    let session = game.playing().ok()?;
    let prompt = session.prompt(&game.decision(seat)?);
    if !matches!(prompt.layout, Layout::Buttons) {
        return None;
    }
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or(("", text));
    let named = key(if first.eq_ignore_ascii_case(prompt.noun) { rest } else { text });
    let mut choices = session.choices(seat, &[])?.next.into_iter();
    choices.find(|next| key(&next.step.label) == named).and_then(|next| next.done)
}

/// Returns a person's seat, or an error if they have none.
pub(crate) fn require_seat(person: &Person, game: &Match) -> Result<Seat, Failure> {
    game.seat_of(person.user_id).ok_or_else(|| Denied::NoSeat(game.id).into())
}

/// Returns the refusal that says whom the match is waiting for.
pub(crate) fn not_your_turn(game: &Match) -> Failure {
    let names: Vec<String> =
        game.seems_asked().iter().map(|decision| seat_name(game, decision.seat)).collect();
    if names.is_empty() {
        return Failure::denied(texts::nothing_asked(game));
    }
    Failure::denied(texts::not_your_turn(&phrase::all_of(&names)))
}
