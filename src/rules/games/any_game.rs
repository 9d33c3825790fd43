//! [`AnyGame`]: the interface of games without type parameters.

use serde_json::Value;

use super::computed::Skill;
use super::simulation::{Simulation, Trials};
use super::{
    AnySession, Entrant, Game, Info, Names, Narration, Particulars, Seed, Session, SetupError, Values,
};

/// A game in a [`Registry`](super::Registry).
pub trait AnyGame: Send + Sync {
    /// Returns what is known about the game before anyone plays it.
    fn info(&self) -> &'static Info;

    /// Returns what the game has of its own.
    fn particulars(&self) -> &'static Particulars;

    /// Returns the setup that follows from the options of a match and its roster, in JSON.
    ///
    /// # Errors
    /// If the values do not fit together.
    fn setup(&self, options: &Values, roster: &[Entrant<'_>]) -> Result<Value, SetupError>;

    /// Begins a match from a setup in JSON. If `names` is `None`, the seats have the names in the setup.
    ///
    /// # Errors
    /// If the setup cannot be read or played.
    fn begin(&self, setup: &Value, seed: Option<Seed>, names: Option<Names>) -> Result<Begun, SetupError>;

    /// Returns the roster values of players in matches that are only played for practice, where they differ from the
    /// defaults.
    fn practice(&self) -> Values;

    /// Returns a simulation of matches with this setup, in JSON, or `None` if the game has no statistics.
    ///
    /// # Errors
    /// If the setup cannot be read.
    fn simulation(&self, setup: &Value, skill: Skill) -> Result<Option<Box<dyn Simulation>>, SetupError>;
}

/// A new session, and what happened at its beginning.
pub type Begun = (Box<dyn AnySession>, Vec<Narration>);

/// A value for a game, whose type is never instantiated.
pub(super) struct Erased<G>(pub(super) std::marker::PhantomData<G>);

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn particulars(&self) -> &'static Particulars {
        const { &G::PARTICULARS }
    }

    fn setup(&self, options: &Values, roster: &[Entrant<'_>]) -> Result<Value, SetupError> {
        let setup = G::setup(options, roster)?;
        serde_json::to_value(&setup).map_err(|error| SetupError::new(error.to_string()))
    }

    fn begin(&self, setup: &Value, seed: Option<Seed>, names: Option<Names>) -> Result<Begun, SetupError> {
        let (mut session, events) = Session::<G>::begin(&read::<G>(setup)?, seed.as_ref())?;
        if let Some(names) = names {
            session.rename(names);
        }
        let narrations = session.narrate(&events);
        Ok((Box::new(session), narrations))
    }

    fn practice(&self) -> Values {
        G::practice()
    }

    fn simulation(&self, setup: &Value, skill: Skill) -> Result<Option<Box<dyn Simulation>>, SetupError> {
        let Some(tally) = G::tally() else { return Ok(None) };
        Ok(Some(Box::new(Trials::<G> { setup: read::<G>(setup)?, skill, tally })))
    }
}

/// Reads a setup.
fn read<G: Game>(setup: &Value) -> Result<G::Setup, SetupError> {
    // Serde would also accept a list with the values of the fields.
    if !setup.is_object() {
        return Err(SetupError::new("it has to be an object, {…}"));
    }
    serde_path_to_error::deserialize(setup).map_err(|e| SetupError::new(e.to_string()))
}
