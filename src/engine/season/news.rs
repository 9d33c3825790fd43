//! [`News`]: messages about a change, in the front end’s words.

use super::change::SeasonChange;
use super::model::Season;
use super::views::Standings;
use crate::store::Target;

/// A message that tells of a change of a season. It is stored with the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The channel or the person.
    pub to: Target,
    /// The text.
    pub text: String,
    /// The standings that are drawn below it, if any.
    pub picture: Option<Standings>,
}

/// Tells of a change, given the season before it.
pub type NewsWords = fn(&Season, &SeasonChange) -> Vec<News>;
