//! Answers for the rounds after the present one, left by those who will be away; and plans for the next turns.

use super::texts;
use super::typed::{read, seat};
use crate::ui::{Answer, Failure};
use trigon_engine::matches::{Command, Match, Matches, Person};
use trigon_rules::games::{Move, Narration};

/// What people write to take back what they left.
const NOTHING: [&str; 3] = ["none", "nothing", "clear"];

/// Leaves answers for the next rounds, one for each part between commas, or in turn-based games a plan, with semicolons in
/// between, because their notation has commas; without any, shows what is left.
///
/// # Errors
/// If a part is not an answer in the notation of the game.
pub(crate) async fn leave(
    matches: &Matches,
    person: &Person,
    game: &Match,
    text: &str,
) -> Result<Answer, Failure> {
    let seat = seat(person, game)?;
    let session = game.playing()?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(texts::left_ahead(game, seat).into());
    }
    let separates = |c: char| matches!(c, ';' | '\n') || c == ',' && !game.has_turns();
    let parts = text.split(separates).map(str::trim).filter(|part| !part.is_empty());
    let mut answers: Vec<Move> = Vec::new();
    for part in parts.filter(|_| !NOTHING.contains(&text.to_lowercase().as_str())) {
        answers.push(read(game, seat, part).unwrap_or_else(|| session.parse(part)).map_err(Failure::from)?);
    }
    let words = |_: &Match, now: &Match, _: &[Narration]| texts::left_ahead(now, seat);
    let done = matches.ask_telling(game.id, person, Command::Ahead(answers), &words).await?;
    Ok(Answer::told(texts::left_ahead(&done.game, seat), &done))
}
