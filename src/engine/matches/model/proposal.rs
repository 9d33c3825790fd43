//! What takes the consent of others: [`Proposal`]s of hosts, and offers of players to each other.

use serde::{Deserialize, Serialize};

use crate::ids::UserId;
use trigon_clock::Millis;
use trigon_rules::games::{Seat, Values};

/// What a host proposes to the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// The deadline moves by this much.
    Extend(Millis),
    /// The phase ends before its deadline.
    EndPhase,
    /// The clock is stopped.
    Pause,
    /// The last phase that has ended is undone.
    Undo,
    /// A value in the roster is corrected, and the match is played again from its beginning.
    Correct,
    /// A person hosts the match, too.
    CoHost(UserId),
    /// A player is taken out of the match.
    TakeOut(Seat),
    /// Somebody else is asked to take over the seat of a player.
    HandOver(Seat),
}

impl Proposal {
    /// Returns whether this is only about how long the present phase takes.
    pub(crate) fn is_about_the_clock(self) -> bool {
        match self {
            Self::Extend(_) | Self::EndPhase | Self::Pause => true,
            Self::Undo | Self::Correct | Self::CoHost(_) | Self::TakeOut(_) | Self::HandOver(_) => false,
        }
    }
}

/// A proposal of a player that all other players have to accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// The match ends in a draw.
    Draw,
    /// The author's last action is taken back, with everything after it.
    Takeback,
}

impl std::fmt::Display for OfferKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
        })
    }
}

/// Values in a player's roster line that were wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The player.
    pub user: UserId,
    /// The right values.
    pub fields: Values,
    /// What they change, in words for everyone.
    pub what: String,
    /// The reason, as the host gave it.
    pub reason: String,
}

/// What a host would like to do to a seat, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The player.
    pub player: UserId,
    /// The player's name.
    pub name: String,
    /// The person who would take the seat over, if somebody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Successor>,
    /// The reason, as the host gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A person who would take over a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Successor {
    /// The person.
    pub user: UserId,
    /// That person's name.
    pub name: String,
    /// After what time the player comes back, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_in: Option<Millis>,
}
