//! [`Registry`]: the games of a program.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::any_game::Erased;
use super::{AnyGame, Game, Info, triangoli, trice, triforce, triforce_building, triluminary};

/// A list of games. Tests and other programs can make registries with games of their own.
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

    /// Returns what is known about the main game, which is the first one.
    ///
    /// # Panics
    /// If the registry is empty.
    #[expect(clippy::expect_used, reason = "a program without games has nothing to do")]
    pub fn main(&self) -> &'static Info {
        self.0.first().expect("a registry has a game").info()
    }

    /// Returns an iterator over the games, the main one first.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc<dyn AnyGame>> {
        self.0.iter()
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
