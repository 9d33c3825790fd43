//! [`Registry`]: the games of a program, and [`AnyGame`]: the interface of a game without type parameters.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::Value;

use super::computed::Skill;
use super::simulation::{GameSimulation, Simulation};
use super::{
    AnySession, Entrant, Game, Info, Names, Narration, Particulars, Seed, Session, SetupError, Values,
    triangoli, trice, triforce, triforce_building, triluminary,
};

/// A list of games. Tests and other programs can make registries with their own games.
#[derive(Clone, Default)]
pub struct Registry(Vec<Arc<dyn AnyGame>>);

impl Registry {
    /// Returns the games that Trigon plays, the main one first.
    pub fn standard() -> Self {
        Self::default()
            .with::<triforce_building::TriforceBuilding>()
            .with::<triforce::Triforce>()
            .with::<triangoli::Triangoli>()
            .with::<trice::Trice>()
            .with::<triluminary::Triluminary>()
    }

    /// Adds a game.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Self {
        self.0.push(Arc::new(Erased::<G>(PhantomData)));
        self
    }

    /// Returns the game with a name such as `triforce-building`.
    pub fn get(&self, name: &str) -> Option<Arc<dyn AnyGame>> {
        self.iter().find(|game| game.info().name == name).cloned()
    }

    /// Returns the game with this name or title, ignoring case.
    pub fn find(&self, typed: &str) -> Option<Arc<dyn AnyGame>> {
        let typed = typed.trim();
        let is_meant = |game: &&Arc<dyn AnyGame>| {
            [game.info().name, game.info().title].iter().any(|name| name.eq_ignore_ascii_case(typed))
        };
        self.iter().find(is_meant).cloned()
    }

    /// Returns the static description of the main game, which is the first one.
    ///
    /// # Panics
    /// Panics if the registry is empty.
    #[expect(clippy::expect_used, reason = "a program without games has nothing to do")]
    pub fn main(&self) -> &'static Info {
        self.0.first().expect("a registry has a game").info()
    }

    /// Returns an iterator over the games, the main one first.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc<dyn AnyGame>> {
        self.0.iter()
    }
}

impl FromIterator<Arc<dyn AnyGame>> for Registry {
    fn from_iter<I: IntoIterator<Item = Arc<dyn AnyGame>>>(games: I) -> Self {
        Self(games.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Registry {
    type Item = &'a Arc<dyn AnyGame>;
    type IntoIter = std::slice::Iter<'a, Arc<dyn AnyGame>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|game| game.info().name)).finish()
    }
}

/// A game in a [`Registry`](super::Registry).
pub trait AnyGame: Send + Sync {
    /// Returns the static description of the game.
    fn info(&self) -> &'static Info;

    /// Returns the features specific to the game.
    fn particulars(&self) -> &'static Particulars;

    /// Returns the setup, in JSON, for the options and the roster of a match, if the values are consistent.
    fn setup(&self, options: &Values, roster: &[Entrant<'_>]) -> Result<Value, SetupError>;

    /// Begins a match from a setup in JSON. If `names` is `None`, the names of the seats come from the setup.
    fn begin(&self, setup: &Value, seed: Option<Seed>, names: Option<Names>) -> Result<Begun, SetupError>;

    /// Returns the roster values of players in practice matches, where they differ from the defaults.
    fn practice(&self) -> Values;

    /// Returns a simulation of matches with this setup, in JSON, or `None` if the game has no statistics.
    fn simulation(&self, setup: &Value, skill: Skill) -> Result<Option<Box<dyn Simulation>>, SetupError>;
}

/// A new session, and what happened when it began.
pub type Begun = (Box<dyn AnySession>, Vec<Narration>);

/// A value that stands for a game, whose own type is never instantiated.
struct Erased<G>(PhantomData<G>);

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
        let Some(statistics) = G::statistics() else { return Ok(None) };
        Ok(Some(Box::new(GameSimulation::<G> { setup: read::<G>(setup)?, skill, statistics })))
    }
}

/// Reads a setup.
fn read<G: Game>(setup: &Value) -> Result<G::Setup, SetupError> {
    // Serde would also accept a list of the fields' values.
    if !setup.is_object() {
        return Err(SetupError::new("it has to be an object, {…}"));
    }
    serde_path_to_error::deserialize(setup).map_err(|e| SetupError::new(e.to_string()))
}
