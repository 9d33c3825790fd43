//! [`Episode`]: a match, or something else that the cast plays.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::numbers::{EntryNumber, EpisodeNumber, MemberNumber};
use crate::ids::MatchId;
use trigon_clock::Millis;

/// An episode of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode {
    /// The number.
    pub number: EpisodeNumber,
    /// The title.
    pub title: String,
    /// The kind.
    pub kind: EpisodeKind,
    /// How far it is.
    pub state: EpisodeState,
    /// What becomes of what the loser has, in a death match.
    #[serde(default)]
    pub stakes: Stakes,
    /// Its match, if it is played here.
    #[serde(default, rename = "match")]
    pub game: Option<EpisodeMatch>,
    /// The number of changes of the season before it was closed, once it is.
    #[serde(default)]
    pub(crate) closed_by: Option<u64>,
    /// The keys of the results from elsewhere that were booked.
    #[serde(default)]
    pub(crate) results: Vec<String>,
    /// The places of the members at the end, from 1. Several can share one.
    #[serde(default)]
    pub ranks: BTreeMap<MemberNumber, u32>,
}

impl Episode {
    /// Returns the match, while it is played and nothing of it is in the book.
    pub fn running(&self) -> Option<&EpisodeMatch> {
        self.game.as_ref().filter(|game| self.state == EpisodeState::Running && !game.booked)
    }

    /// Returns whether the results are final and public.
    pub fn is_closed(&self) -> bool {
        self.state == EpisodeState::Closed
    }
}

/// The kind of an episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EpisodeKind {
    /// A main match, played by the whole cast.
    Main,
    /// A death match, whose loser is out.
    Death,
    /// Anything else.
    Other,
}

/// How far an episode is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EpisodeState {
    /// It has not begun.
    Planned,
    /// It is played, or its results have not been closed.
    Running,
    /// Its results are final and public.
    Closed,
}

/// The match of an episode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpisodeMatch {
    /// The number of the match.
    pub id: MatchId,
    /// The SHA-256 of its record, in hexadecimal, once it is over.
    #[serde(default)]
    pub record: Option<String>,
    /// What it took along.
    #[serde(default)]
    pub taken: Vec<CarryOver>,
    /// The number of the last entry before it took anything along.
    pub after: EntryNumber,
    /// The number of changes of the season before.
    #[serde(default)]
    pub(crate) change: u64,
    /// When it took that along.
    pub since: Millis,
    /// Whether members may give each other something while it is played.
    #[serde(default)]
    pub gifts: bool,
    /// Whether its results are in the book.
    #[serde(default)]
    pub booked: bool,
}

/// What becomes of what the loser of a death match has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stakes {
    /// The loser keeps it.
    #[default]
    Keep,
    /// The winner gets it.
    Winner,
    /// It vanishes.
    Vanish,
}

/// What a match of the season took along for a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarryOver {
    /// The member.
    pub member: MemberNumber,
    /// The values of the game's fields.
    pub fields: BTreeMap<String, i64>,
}
