//! [`Template`]: terms that hosts have saved under a name, for matches of their server.

use super::terms::Terms;
use crate::ids::UserId;

/// Terms under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The name.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The terms.
    pub terms: Terms,
    /// Who saved it, unless they asked to be forgotten.
    pub saved_by: Option<UserId>,
}

impl Template {
    /// The maximum length of a name.
    pub const MAX_NAME_CHARS: usize = 60;

    /// The maximum number in a server: as many as Discord suggests.
    pub const MAX_PER_SERVER: usize = 25;
}

impl Terms {
    /// Returns what holds for any match of a server: nothing that names people, channels, roles,
    /// a time or another match.
    #[must_use]
    pub fn reusable(&self) -> Self {
        Self {
            co_hosts: Vec::new(),
            invited: Vec::new(),
            spectators: None,
            roles: None,
            ..self.of_another_match()
        }
    }

    /// Returns what another match of the same people takes over: neither when this one starts nor what was brought along to it.
    pub(crate) fn of_another_match(&self) -> Self {
        Self { rematch_of: None, brought: Vec::new(), starts: None, ..self.clone() }
    }
}
