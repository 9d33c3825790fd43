//! [`Member`]: a place in the cast of a season.

use serde::{Deserialize, Serialize};

use super::numbers::{EpisodeNumber, MemberNumber};
use crate::ids::UserId;
use trigon_clock::Millis;

/// A place in the cast, with the person who has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The number.
    pub number: MemberNumber,
    /// The person, if known.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// Whether the member still plays.
    #[serde(default)]
    pub status: MemberStatus,
    /// The episode in which the member was eliminated.
    #[serde(default)]
    pub out_in: Option<EpisodeNumber>,
    /// What hosts have said of it, apart from marks: whether the member plays, and since when they do not.
    #[serde(default)]
    pub(crate) said: (MemberStatus, Option<EpisodeNumber>),
    /// Who had the place earlier.
    #[serde(default)]
    pub earlier: Vec<FormerHolder>,
}

/// Whether a member of the cast still plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberStatus {
    /// The member plays.
    #[default]
    In,
    /// The member was eliminated.
    Out,
    /// The member has left.
    Left,
    /// The member plays if somebody else cannot.
    Alternate,
}

/// Somebody who had a place in the cast earlier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerHolder {
    /// The person, if known.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// When somebody else took over.
    pub until: Millis,
}
