//! Matches between two kinds of computed seats, to find out which is stronger.

use serde_json::Value as Json;
use trigon_rules::games::{AnyGame, By, Pace, Seat, Seed, SimulationError, Skill, choice_rng};

/// The number of actions after which a match counts as shared by all seats.
const MAX_ACTIONS: usize = 3_000;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchResult {
    /// How much of the win goes to the seat with the first skill: 1 for a sole winner.
    pub share: f64,
    /// Whether the match came to an end.
    pub is_over: bool,
}

/// Plays one match of a game of turns, with one skill at a seat and another at all other seats.
///
/// # Errors
/// Returns an error if the setup cannot be played, or if the rules refuse an action of a computed seat, which is a bug.
pub fn play_match(
    game: &dyn AnyGame,
    setup: &Json,
    seed: &Seed,
    seat: Seat,
    [at_seat, elsewhere]: [Skill; 2],
) -> Result<MatchResult, SimulationError> {
    // Only one seat is asked at a time.
    debug_assert!(game.info().pace == Pace::Turns);
    let (mut session, _) = game.begin(setup, Some(seed.clone()), None)?;
    let mut rng = choice_rng(seed);
    for _ in 0..MAX_ACTIONS {
        let Some(asked) = session.to_act().first().map(|decision| decision.seat) else { break };
        let sight = session.sight(asked).ok_or(SimulationError::Stuck)?;
        let skill = if asked == seat { at_seat } else { elsewhere };
        let thought = sight.decide(skill, rng.u64(..)).ok_or(SimulationError::Stuck)?;
        session.apply(By::Seat(asked), &thought.action)?;
    }
    let Some(outcome) = session.outcome() else {
        return Ok(MatchResult { share: 1.0 / session.seats() as f64, is_over: false });
    };
    Ok(MatchResult { share: outcome.share(seat), is_over: true })
}
