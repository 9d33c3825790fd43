//! [`Simulation`]: many matches between computed seats, and their statistics.

use super::computed::{MatchStatistics, Skill, choice_rng};
use super::thinking::plan;
use super::{By, Draws, Ends, Game, Refusal, Seed, SetupError};

/// Many matches between computed seats.
pub trait Simulation {
    /// Plays one match and adds it to the statistics.
    fn play(&mut self, seed: &Seed) -> Result<(), SimulationError>;

    /// Returns the statistics of all matches so far, as tables.
    fn tables(&self) -> String;
}

/// The reason why a simulation stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// No match can be played with this setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules refused an action of a computed seat, which is a bug.
    #[error("a computed seat was refused: {0}")]
    Refused(#[from] Refusal),
    /// No seat has anything to do although the match is not over, which is a bug.
    #[error("no computed seat has anything to do")]
    Stuck,
}

/// A simulation of any game. It works on states rather than sessions, because actions as text and narrations would take
/// up most of the time.
pub(super) struct GameSimulation<G: Game> {
    pub(super) setup: G::Setup,
    pub(super) skill: Skill,
    pub(super) statistics: Box<dyn MatchStatistics<G::State>>,
}

impl<G: Game> Simulation for GameSimulation<G> {
    fn play(&mut self, seed: &Seed) -> Result<(), SimulationError> {
        let mut draws = Draws::new(seed);
        let (mut state, _) = G::begin(&self.setup, &mut draws)?;
        let mut rng = choice_rng(seed);
        loop {
            let before = G::phase(&state).id;
            let decisions = plan::<G>(&state, self.skill, &mut rng);
            let is_stuck = decisions.is_empty();
            for (seat, action) in decisions {
                G::apply(&mut state, By::Seat(seat), &action, &mut draws)?;
            }
            let phase = G::phase(&state);
            match phase.ends {
                Ends::Over => break,
                Ends::Answered(_) if is_stuck => return Err(SimulationError::Stuck),
                Ends::Answered(_) => {}
                // The last answer has ended a phase, and the clock does not end the next one yet.
                Ends::Clock(..) if phase.id != before => {}
                Ends::Clock(_, action) => drop(G::apply(&mut state, By::Clock, &action, &mut draws)?),
            }
        }
        self.statistics.add(&state);
        Ok(())
    }

    fn tables(&self) -> String {
        self.statistics.to_string()
    }
}
