//! What games provide for matches between computed seats, which demonstrate a game and gather statistics about its
//! rules.
//!
//! Computed seats have no privileges: their actions are checked like those of players.

use std::fmt;
use std::str::FromStr;

use trigon_search::Settings;

use super::Seed;

/// How strong a computed seat is, from 1, which beginners beat, to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// Returns the level with a number from 1 to 6.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = text.parse().ok().and_then(Self::new);
        level.ok_or_else(|| "a level is a number from 1 to 6".to_owned())
    }
}

/// How a computed seat decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skill {
    /// At random.
    Random,
    /// At a level.
    Level(Level),
    /// After this number of tries, without any of the weaknesses that levels have.
    Tries(u32),
}

impl Skill {
    /// The skill of people in demonstrations: a middle level, which decides quickly.
    pub const USUAL: Self = Self::Level(Level(3));
    /// What a text may say.
    pub const WRITTEN: &str = "random, level:1 to level:6, or tries:N";
}

impl FromStr for Skill {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = || text.strip_prefix("level:")?.parse().ok().map(Self::Level);
        let tries = || text.strip_prefix("tries:")?.parse().ok().filter(|&tries| tries > 0).map(Self::Tries);
        let random = || (text == "random").then_some(Self::Random);
        random().or_else(level).or_else(tries).ok_or_else(|| format!("a player is {}", Self::WRITTEN))
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Level(level) => write!(f, "level:{}", level.number()),
            Self::Tries(tries) => write!(f, "tries:{tries}"),
        }
    }
}

/// How computed seats search in a game.
#[derive(Debug, Clone, Copy)]
pub struct Tuning {
    /// The difference in [`Game::rate`](super::Game::rate) that makes a seat e times as likely to win as another.
    pub scale: f32,
    /// How much the estimate for a seat depends on the others, from 0 to 1; the rest depends on its own rate alone. In games in
    /// which the others can always stop whoever leads, seats that only look at each other would play for hours.
    pub rivalry: f32,
    /// The rate that counts as half of a win as far as a seat’s own rate decides.
    pub half: f32,
    /// How the search weighs what it has seen.
    pub settings: Settings,
    /// How much each level considers.
    pub levels: [Effort; 6],
}

/// How much a computed seat considers before it decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The number of lines of play that it tries.
    pub tries: u32,
    /// The most actions that it notices in the present position: a random sample, if there are more.
    pub notices: usize,
}

impl Effort {
    /// Returns the effort of a seat that overlooks nothing.
    pub const fn tries(tries: u32) -> Self {
        Self { tries, notices: usize::MAX }
    }

    /// Returns the effort of a seat that notices no more than this number of actions.
    pub const fn noticing(notices: usize, tries: u32) -> Self {
        Self { tries, notices }
    }

    /// Returns the efforts of the levels, if none of them overlooks anything.
    pub const fn of_levels([a, b, c, d, e, f]: [u32; 6]) -> [Self; 6] {
        [Self::tries(a), Self::tries(b), Self::tries(c), Self::tries(d), Self::tries(e), Self::tries(f)]
    }
}

impl Tuning {
    /// Settings that suit most games.
    pub const USUAL: Self = Self {
        scale: 1.0,
        rivalry: 1.0,
        half: 0.0,
        settings: Settings {
            exploration: 0.3,
            trust: 3.0,
            playout: 8,
            max_root_actions: 4_000,
            max_actions: 60,
        },
        levels: Effort::of_levels([20, 50, 125, 310, 800, 2_000]),
    };
}

/// Statistics of many matches, printed as tables.
pub trait MatchStatistics<S>: fmt::Display {
    /// Adds the final state of a match.
    fn add(&mut self, end: &S);
}

/// Returns the random number generator for the choices of computed seats in a match. It is seeded from the hash of the
/// match's seed, so that its numbers do not repeat any draws of the match.
pub fn choice_rng(seed: &Seed) -> fastrand::Rng {
    fastrand::Rng::with_seed(u64::from_str_radix(&seed.commitment()[..16], 16).unwrap_or_default())
}
