//! Typed answers, as the text of `/move` or in a direct message: reading a text as an answer, playing it, and what its player reads
//! afterwards, which is also what somebody reads who has pressed a button.

use super::drafts::submit_row;
use super::texts;
use crate::ui::words::seat_name;
use crate::ui::{Answer, Failure};
use trigon_engine::matches::{Act, Command, Denied, Match, Matches, Person};
use trigon_rules::games::{AnySession, Layout, Move, Narration, Pace, Refusal, Seat, phrase};
use trigon_rules::text::key;

/// A text as the game of a match reads it: a move, or why it is not one.
pub(crate) type ParsedMove = Result<Move, Refusal>;

/// Plays what a player typed. `parsed` is the text as the game reads it, if it was read before, to find the match.
///
/// # Errors
/// If the text is not an action, or the rules refuse it.
pub(crate) async fn play_typed(
    matches: &Matches,
    person: &Person,
    game: &Match,
    text: &str,
    parsed: Option<ParsedMove>,
) -> Result<Answer, Failure> {
    if let Some(refusal) = texts::refuse_line_of_more(text) {
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
    let parsed = parsed.or_else(|| read_move(game, seat, text)).unwrap_or_else(|| session.parse(text));
    let action = parsed.map_err(|refusal| refuse_text(session, text, refusal))?;
    if needs_confirmation(person, game, seat, text, &action)
        && let Some(question) = ask_to_confirm(game, seat, &action)
    {
        return Ok(question);
    }
    let act = Act { question: Some(game.question), ..Act::new(action.clone()) };
    let words = |before: &Match, now: &Match, happened: &[Narration]| {
        let replaced = person.request.map_or(0, |request| request.replaces);
        texts::with_replaced(outcome_text(before, now, seat, &action, happened), replaced)
    };
    let done = matches.ask_telling(game.id, person, Command::Act(act), &words).await?;
    Ok(Answer::told(words(game, &done.game, &done.narrations), &done))
}

/// Returns the refusal of a text that is no action: why the game refuses it, or that it is several actions in one line.
fn refuse_text(session: &dyn AnySession, text: &str, refusal: Refusal) -> Failure {
    match text.split_whitespace().next() {
        Some(first) if first.len() < text.trim().len() && session.parse(first).is_ok() => {
            Failure::denied(texts::one_at_a_time(first))
        }
        _ => Failure::from(refusal),
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

/// Asks a player whether a text is meant as an action, with the button that submits it. Returns `None` if nothing is asked of the
/// seat, or if no button can carry the action.
fn ask_to_confirm(game: &Match, seat: Seat, action: &Move) -> Option<Answer> {
    let session = game.session.as_deref()?;
    let prompt = session.prompt(&game.decision(seat)?);
    let submit = submit_row(game, seat, action)?;
    let text = texts::ask_whether_answer(game, session, &prompt, action, session.answer(seat).as_ref());
    Some(Answer::new(text).rows(vec![submit]).asking(game))
}

/// Returns what a player reads whose action, typed or pressed, took the match from `before` to `now`.
pub(crate) fn outcome_text(
    before: &Match,
    now: &Match,
    seat: Seat,
    action: &Move,
    happened: &[Narration],
) -> String {
    let sessions = before.session.as_deref().zip(now.session.as_deref());
    let prompt =
        sessions.zip(before.decision(seat)).map(|((session, _), decision)| session.prompt(&decision));
    match (sessions, prompt) {
        (Some(sessions), Some(prompt)) if now.question == before.question => {
            texts::answer_stored(now, sessions, &prompt, seat, action)
        }
        (Some((session, _)), Some(prompt)) if before.info().pace == Pace::Rounds => {
            texts::answer_was_last(now, session, &prompt, action)
        }
        _ => texts::outcome(now, seat, happened),
    }
}

/// Reads a text as an answer in a match: as the label of a button, or as the game reads it. Returns `None` if it does not look like
/// an answer.
pub(crate) fn read_move(game: &Match, seat: Seat, text: &str) -> Option<ParsedMove> {
    let session = game.session.as_deref();
    let parsed =
        button_with_label(game, seat, text).map(Ok).or_else(|| session.and_then(|it| it.read(seat, text)));
    if matches!(parsed, Some(Ok(_))) {
        return parsed;
    }
    // Only as a guess, which the player has to confirm.
    let guessed = session.and_then(|it| it.unsure(text));
    guessed.map(Ok).or(parsed)
}

/// Returns the answer whose button has a text as its label, with or without the noun of the question before it: `Ann`, `vote Ann`.
fn button_with_label(game: &Match, seat: Seat, text: &str) -> Option<Move> {
    let session = game.playing().ok()?;
    let prompt = session.prompt(&game.decision(seat)?);
    if !matches!(prompt.layout, Layout::Buttons) {
        return None;
    }
    let (first_word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or(("", text));
    let label = key(if first_word.eq_ignore_ascii_case(prompt.noun) { rest } else { text });
    let mut choices = session.choices(seat, &[])?.next.into_iter();
    choices.find(|choice| key(&choice.step.label) == label).and_then(|choice| choice.done)
}

/// Returns a person's seat, or an error if they have none. Everything that only players may do begins with it.
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
