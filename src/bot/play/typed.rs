//! Answers that are typed: the text of `/move`, or a direct message.

use super::texts;
use crate::ui::lookup::{self, Lookup};
use crate::ui::{Answer, Failure};
use trigon_engine::matches::{Act, Command, Denied, Match, Matches, Person};
use trigon_rules::games::{AnySession, Narration, Pace, Refusal, Seat};

/// Returns the seat of somebody who has one.
pub(crate) fn seat(person: &Person, game: &Match) -> Result<Seat, Failure> {
    game.seat_of(person.user_id).ok_or_else(|| Denied::NoSeat(game.id).into())
}

/// Reads a text as an action of a seat, or returns `None` if it does not look like one.
fn read(session: &dyn AnySession, seat: Seat, text: &str) -> Option<Result<String, Refusal>> {
    session.typed(text).or_else(|| {
        // A text that begins with a word of the notation was meant as an action.
        let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let typed = word(text);
        let is_word = !typed.is_empty() && typed.chars().all(char::is_alphabetic);
        let is_meant = is_word && session.legal(seat).iter().any(|action| word(action) == typed);
        is_meant.then(|| session.canonical(text))
    })
}

/// Returns the match in which a player means to act by typing a text, or `None` if the text does not look like an action
/// in any of the matches that it could be.
///
/// # Errors
/// If there is no such match, or the text is not a valid action.
pub(crate) async fn which(
    matches: &Matches,
    person: &Person,
    number: Option<i64>,
    channel: i64,
    text: &str,
) -> Result<Option<Lookup>, Failure> {
    let reads = |game: &Match| {
        let seat = game.seat_of(person.user_id)?;
        read(game.session.as_deref()?, seat, text)
    };
    let rows = match lookup::acted_in(matches, person, number, channel).await? {
        // The match itself says why it is not running.
        Lookup::One(game) if game.playing().is_err() => return Ok(Some(Lookup::One(game))),
        Lookup::One(game) => return Ok(reads(&game).map(|_| Lookup::One(game))),
        Lookup::Several(rows) => rows,
    };
    let (mut readable, mut refused) = (Vec::new(), None);
    for row in rows {
        match reads(&*matches.load_listed(&row).await?) {
            Some(Ok(_)) => readable.push(row),
            Some(Err(refusal)) => refused = refused.or(Some(refusal)),
            None => {}
        }
    }
    match refused {
        _ if !readable.is_empty() => lookup::decide(matches, readable, channel).await.map(Some),
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
    let Ok(Some(Lookup::One(game))) = which(matches, person, None, channel, text).await else { return None };
    // Where the seats act one after the other, each action counts.
    let session = game.playing().ok().filter(|_| !game.has_turns())?;
    let seat = game.seat_of(person.user_id)?;
    let action = read(session, seat, text)?.ok()?;
    session.legal(seat).contains(&action).then(|| Meant {
        match_id: game.id,
        word: action.split(' ').next().unwrap_or_default().to_owned(),
        is_in_time: person.request.zip(game.deadline).is_none_or(|(request, at)| request.sent_at < at),
    })
}

/// Plays what a player typed.
///
/// # Errors
/// If the text is not an action, or the rules refuse it.
pub(crate) async fn act(
    matches: &Matches,
    person: &Person,
    game: &Match,
    text: &str,
) -> Result<Answer, Failure> {
    let seat = seat(person, game)?;
    let session = game.playing()?;
    let action = read(session, seat, text).unwrap_or_else(|| session.canonical(text));
    let action = action.map_err(|refusal| Failure::denied(refusal.sentence))?;
    let act = Act { question: Some(game.question), ..Act::typed(&action) };
    let words = |before: &Match, now: &Match, happened: &[Narration]| {
        let replaced = person.request.map_or(0, |request| request.replaces);
        texts::replacing(told(before, now, seat, &action, happened), replaced)
    };
    let done = matches.ask_telling(game.id, person, Command::Act(act), &words).await?;
    Ok(Answer::told(words(game, &done.game, &done.narrations), &done))
}

/// Returns the answer to a player who has just acted, from the match `before` and `now`.
pub(crate) fn told(before: &Match, now: &Match, seat: Seat, action: &str, happened: &[Narration]) -> String {
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
