//! Games between two kinds of computed seats, to find out which is stronger.

use std::fmt;
use std::str::FromStr;

use serde_json::Value as Json;
use trigon_rules::games::{AnyGame, AnySight, By, Level, Seat, Seed, SimulationError, luck};

/// How a computed seat decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contender {
    /// At random.
    Random,
    /// At a level.
    Level(Level),
    /// After this number of tries.
    Tries(u32),
}

impl Contender {
    /// What a text may say.
    pub const WRITTEN: &str = "random, level:1 to level:6, or tries:N";

    /// Decides from what a seat sees. Everything random follows from the seed. Returns `None` if the seat has nothing to
    /// decide.
    pub fn decide(self, sight: &dyn AnySight, seed: u64) -> Option<String> {
        match self {
            Self::Random => sight.any(seed),
            Self::Level(level) => sight.think(level, seed).map(|thought| thought.action),
            Self::Tries(tries) => sight.search(tries, seed).map(|thought| thought.action),
        }
    }
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = || text.strip_prefix("level:")?.parse().ok().map(Self::Level);
        let tries = || text.strip_prefix("tries:")?.parse().ok().filter(|&tries| tries > 0).map(Self::Tries);
        let random = || (text == "random").then_some(Self::Random);
        random().or_else(level).or_else(tries).ok_or_else(|| format!("a player is {}", Self::WRITTEN))
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Level(level) => write!(f, "level:{}", level.number()),
            Self::Tries(tries) => write!(f, "tries:{tries}"),
        }
    }
}

/// The number of actions after which a game counts as shared by all seats.
const LONGEST: usize = 3_000;

/// What a game came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Played {
    /// The share of the win of the seat in question, from 0 to 1.
    pub share: f64,
    /// Whether the game came to an end.
    pub is_over: bool,
}

/// Plays one game of turns with one contender at a seat and the other at all other seats.
///
/// # Errors
/// Returns an error if the setup cannot be played, or if the rules refuse an action of a computed seat, which is a bug.
pub fn game(
    game: &dyn AnyGame,
    setup: &Json,
    seed: &Seed,
    seat: Seat,
    [at_seat, elsewhere]: [Contender; 2],
) -> Result<Played, SimulationError> {
    let (mut session, _) = game.begin(setup, Some(seed.clone()), None)?;
    let mut luck = luck(seed);
    for _ in 0..LONGEST {
        let Some(asked) = session.to_act().first().map(|decision| decision.seat) else { break };
        let sight = session.sight(asked).ok_or(SimulationError::Stuck)?;
        let contender = if asked == seat { at_seat } else { elsewhere };
        let action = contender.decide(&*sight, luck.u64(..));
        session.apply(By::Seat(asked), &action.ok_or(SimulationError::Stuck)?)?;
    }
    let Some(outcome) = session.outcome() else {
        return Ok(Played { share: 1.0 / session.seats() as f64, is_over: false });
    };
    Ok(Played { share: outcome.share(seat), is_over: true })
}
