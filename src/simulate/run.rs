//! Whole matches.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use super::Driver;
use crate::games::triforce_building::{Action, Entrant, Phase, Reveal, Setup, State, TriforceBuilding};
use crate::games::{By, Refusal, Registry, Seed, Session, SetupError};
use crate::grid::{Board, Shape};
use crate::matches::{Entry, Extras, Record};

/// The matches to play.
#[derive(Debug, Clone)]
pub struct Options {
    /// The number of matches.
    pub matches: u64,
    /// The number of players: 7, 10, 13 or 16.
    pub players: u8,
    /// The board.
    pub board: Shape,
    /// The number of rounds before the vote.
    pub rounds: u32,
    /// The seed of everything random.
    pub seed: String,
    /// Whether seats work together rather than walk at random.
    pub planned: bool,
}

/// The reason why a simulation stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// No match can be played with these options.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules refused an action of a computed seat, which is a bug.
    #[error("a computed seat was refused: {0}")]
    Refused(#[from] Refusal),
}

/// A match that is over.
#[derive(Debug)]
pub struct Finished {
    /// The final state.
    pub state: State,
    /// The log, or nothing if it was not kept.
    pub log: Vec<Entry>,
}

/// Statistics of many matches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// The number of matches.
    pub matches: u64,
    /// For each round, the number of matches that ended in it, and how many of these ended with a vote.
    pub by_round: BTreeMap<u8, (u64, u64)>,
    /// The number of matches by the number of triforces made.
    pub by_triforces: BTreeMap<usize, u64>,
    /// The number of triforces made.
    pub triforces: u64,
    /// The number of tokens at the end.
    pub tokens: u64,
    /// The number of garnets gained by all players together.
    pub garnets: i64,
    /// The number of matches in which the elimination candidate was voted.
    pub ec_by_vote: u64,
    /// The number of matches in which the elimination candidate was the last player on the board.
    pub ec_by_last: u64,
}

impl Tally {
    fn add(&mut self, state: &State) {
        let last = state.triforces().len() == state.last_triforce();
        self.matches += 1;
        let (matches, votes) = self.by_round.entry(state.round()).or_default();
        *matches += 1;
        *votes += u64::from(!last);
        *self.by_triforces.entry(state.triforces().len()).or_default() += 1;
        self.triforces += state.triforces().len() as u64;
        self.tokens += state.players().iter().filter(|player| player.token).count() as u64;
        self.garnets +=
            state.players().iter().map(|player| player.garnets - player.garnets_before).sum::<i64>();
        *(if last { &mut self.ec_by_last } else { &mut self.ec_by_vote }) += 1;
    }
}

/// The names in the example of the original rules, and three more for 16 players.
const NAMES: [&str; 16] = [
    "Lasped", "Charlie", "Amaranth", "Elk", "Amey", "Wimp", "Chaotic", "Jatloe", "Scarlet", "Emik", "Whims",
    "Joker", "Tas", "Quill", "Rook", "Sable",
];

/// Returns a roster. The first player has the highest priority, and everyone has two garnets.
pub fn roster(players: u8) -> Vec<Entrant> {
    let entrant = |i: u8| Entrant {
        name: NAMES.get(usize::from(i)).map_or_else(|| format!("Player {}", i + 1), ToString::to_string),
        priority: players - i,
        garnets: 2,
    };
    (0..players).map(entrant).collect()
}

/// Returns the seed of one match in a simulation.
pub fn match_seed(seed: &str, number: u64) -> Seed {
    let hash: [u8; 32] = Sha256::digest(format!("{seed}/{number}")).into();
    Seed::from(hash)
}

impl Options {
    fn setup(&self) -> Setup {
        let (board, rounds, players) = (self.board, self.rounds, roster(self.players));
        Setup { board, rounds, players, placement: None, reveal: Reveal::None }
    }

    fn driver(&self) -> Driver {
        if self.planned { Driver::planner(Board::shared(self.board)) } else { Driver::Random }
    }

    /// Plays one match and returns its record.
    ///
    /// # Errors
    /// If no match can be played with these options.
    pub fn record(&self, number: u64) -> Result<Record, SimulateError> {
        let setup = self.setup();
        let seed = match_seed(&self.seed, number);
        let finished = play(&setup, &seed, &self.driver(), true)?;
        let setup = serde_json::to_value(&setup).unwrap_or_default();
        let game =
            Registry::standard().get("triforce-building").ok_or_else(|| SetupError::new("unknown game"))?;
        let (mut table, _) = game.begin(&setup, Some(seed.clone()), None)?;
        let extras = Extras { rules_version: Some(game.info().version.into()), ..Extras::default() };
        Ok(Record {
            game,
            title: Some(format!("Simulated match {number}")),
            commitment: Some(seed.commitment()),
            seed: Some(seed),
            setup,
            start: serde_json::from_str(&table.state_json()).ok(),
            draws: Some(table.take_draws().into()),
            extras,
            log: finished.log,
        })
    }
}

/// Plays one match to its end.
///
/// # Errors
/// If the setup cannot be played.
pub fn play(setup: &Setup, seed: &Seed, driver: &Driver, keep_log: bool) -> Result<Finished, SimulateError> {
    let (mut table, _) = Session::<TriforceBuilding>::begin(setup, Some(seed))?;
    let number = u64::from_str_radix(&seed.commitment()[..16], 16).unwrap_or_default();
    let mut rng = fastrand::Rng::with_seed(number);
    let mut log = Vec::new();
    let mut deadline = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::hours(20_773 * 24 + 18);
    while table.state().phase() != Phase::Over {
        deadline += TimeDelta::days(1);
        let mut note = |by, action: Action, minutes: i64| {
            let at = Some((deadline - TimeDelta::minutes(minutes)).fixed_offset());
            log.push(Entry { by, action: action.to_string(), at, draws: None, state: None });
        };
        let actions = driver.actions(table.state(), &mut rng);
        let mut early = actions.len() as i64;
        for (seat, action) in actions {
            table.play(By::Seat(seat), &action)?;
            if keep_log {
                note(By::Seat(seat), action, early * 10);
                early -= 1;
            }
        }
        if table.state().phase() == Phase::Over {
            break; // The last vote ended it.
        }
        table.play(By::Clock, &Action::Resolve)?;
        if keep_log {
            note(By::Clock, Action::Resolve, 0);
        }
    }
    Ok(Finished { state: table.into_state(), log })
}

/// Plays matches. Calls `done` after each, with the number of matches so far.
///
/// # Errors
/// If no match can be played with these options.
pub fn simulate(options: &Options, mut done: impl FnMut(u64)) -> Result<Tally, SimulateError> {
    let (setup, driver) = (options.setup(), options.driver());
    let mut tally = Tally::default();
    for number in 1..=options.matches {
        tally.add(&play(&setup, &match_seed(&options.seed, number), &driver, false)?.state);
        done(number);
    }
    Ok(tally)
}
