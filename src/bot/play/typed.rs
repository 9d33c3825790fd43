//! Answers that are typed: the text of `/move`, or a direct message.

use std::collections::BTreeMap;

use super::texts;
use crate::ui::lookup::{self, Lookup};
use crate::ui::{Answer, Failure};
use trigon_engine::matches::{Act, Command, Denied, Match, Matches, Person};
use trigon_rules::games::{Move, Narration, Pace, Refusal, Seat};

/// Returns the seat of somebody who has one.
pub(crate) fn seat(person: &Person, game: &Match) -> Result<Seat, Failure> {
    game.seat_of(person.user_id).ok_or_else(|| Denied::NoSeat(game.id).into())
}

/// What a text was read as in the match that is meant: a move, or why it is none.
pub(crate) type Read = Result<Move, Refusal>;

/// Returns the match in which a player means to act by typing a text, with what the text was read as there, or `None` if it
/// does not look like an action in any of the matches that it could be.
///
/// # Errors
/// If there is no such match, or the text is not a valid action.
pub(crate) async fn which(
    matches: &Matches,
    person: &Person,
    number: Option<i64>,
    channel: i64,
    text: &str,
) -> Result<Option<(Lookup, Option<Read>)>, Failure> {
    let reads = |game: &Match| game.session.as_deref()?.read(game.seat_of(person.user_id)?, text);
    let rows = match lookup::acted_in(matches, person, number, channel).await? {
        // The match itself says why it is not running.
        Lookup::One(game) if game.playing().is_err() => return Ok(Some((Lookup::One(game), None))),
        Lookup::One(game) => return Ok(reads(&game).map(|read| (Lookup::One(game), Some(read)))),
        Lookup::Several(rows) => rows,
    };
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
            let found = lookup::decide(matches, readable, channel).await?;
            let read = if let Lookup::One(game) = &found { read.remove(&game.id) } else { None };
            Ok(Some((found, read)))
        }
        Some(refusal) => Err(Failure::denied(refusal.sentence)),
        None => Ok(None),
    }
}

/// An answer to a question that only the last of several counts for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meant {
    match_id: i64,
    /// The word with which the notation of the action begins.
    word: String,
    /// Whether it was sent before the deadline.
    is_in_time: bool,
}

/// Returns which question a text answers, if a later answer would replace it. `None` also if it cannot be played.
pub(crate) async fn meant(matches: &Matches, person: &Person, channel: i64, text: &str) -> Option<Meant> {
    let Ok(Some((Lookup::One(game), Some(Ok(action))))) = which(matches, person, None, channel, text).await
    else {
        return None;
    };
    // Where the seats act one after the other, each action counts.
    let session = game.playing().ok().filter(|_| !game.has_turns())?;
    let seat = game.seat_of(person.user_id)?;
    session.legal(seat).iter().any(|legal| legal == action.text()).then(|| Meant {
        match_id: game.id,
        word: action.text().split(' ').next().unwrap_or_default().to_owned(),
        is_in_time: person.request.zip(game.deadline).is_none_or(|(request, at)| request.sent_at < at),
    })
}

/// Plays what a player typed, which may have been read already.
///
/// # Errors
/// If the text is not an action, or the rules refuse it.
pub(crate) async fn act(
    matches: &Matches,
    person: &Person,
    game: &Match,
    text: &str,
    read: Option<Read>,
) -> Result<Answer, Failure> {
    let seat = seat(person, game)?;
    let session = game.playing()?;
    let read = read.or_else(|| session.read(seat, text)).unwrap_or_else(|| session.parse(text));
    let action = read.map_err(|refusal| Failure::denied(refusal.sentence))?;
    let act = Act { question: Some(game.question), ..Act::new(action.clone()) };
    let words = |before: &Match, now: &Match, happened: &[Narration]| {
        let replaced = person.request.map_or(0, |request| request.replaces);
        texts::replacing(told(before, now, seat, &action, happened), replaced)
    };
    let done = matches.ask_telling(game.id, person, Command::Act(act), &words).await?;
    Ok(Answer::told(words(game, &done.game, &done.narrations), &done))
}

/// Returns the answer to a player who has just acted, from the match `before` and `now`.
pub(crate) fn told(before: &Match, now: &Match, seat: Seat, action: &Move, happened: &[Narration]) -> String {
    let session = before.session.as_deref().zip(now.session.as_deref());
    let prompt = session.zip(before.decision(seat)).map(|((session, _), asked)| session.prompt(&asked));
    match (session, prompt) {
        (Some((_, session)), Some(prompt)) if now.question == before.question => {
            texts::kept(now, session, &prompt, seat, action)
        }
        (Some((session, _)), Some(prompt)) if before.info().pace == Pace::Rounds => {
            texts::last(now, session, &prompt, action)
        }
        _ => texts::played(now, seat, happened),
    }
}
