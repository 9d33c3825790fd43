//! [`Roles`]: the roles of the server that the players of a match get, and [`UpkeepProblem`]: what is in the way.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::{RoleId, UserId};
use trigon_clock::Millis;

/// The roles of the server that the players of a match get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Roles {
    /// The role of those who hold a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_play: Option<RoleId>,
    /// The role of those who held one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<RoleId>,
}

/// Why something cannot be shown, for the hosts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpkeepProblem {
    /// Some roles cannot be given or taken, all told of together.
    Roles(RoleProblems),
    /// The bot may not give or take a role. Only earlier versions stored this.
    RoleRefused(RoleId),
    /// A role is gone. Only earlier versions stored this.
    RoleGone(RoleId),
    /// The bot may not make, move or remove an event.
    EventRefused,
    /// Somebody has deleted or ended the event.
    EventGone,
    /// A person who should get a role is not in the server. Only earlier versions stored this.
    MemberGone(UserId),
    /// Discord does not take the pictures of messages.
    PicturesRefused,
    /// Discord has refused roles for a while, for a reason that may pass.
    RolesStalled(Stalled),
    /// Discord has refused the event for a while, for a reason that may pass.
    EventStalled(Stalled),
}

/// What Discord has refused for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stalled {
    /// When it was first refused, so that the hosts hear of the same again if it comes back.
    pub since: Millis,
    /// Why, in words for hosts.
    pub reason: String,
}

/// What keeps the bot from giving or taking roles.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RoleProblems {
    /// When it was found, so that the hosts hear of the same again if it comes back after it was mended.
    pub at: Millis,
    /// The roles that the bot may not give or take.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub refused: BTreeSet<RoleId>,
    /// The roles that do not exist.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub deleted: BTreeSet<RoleId>,
    /// The people who should get a role and are not in the server.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub absent: BTreeSet<UserId>,
}

impl RoleProblems {
    /// Returns whether there is none.
    pub fn is_none(&self) -> bool {
        self.refused.is_empty() && self.deleted.is_empty() && self.absent.is_empty()
    }

    /// Adds what was found later.
    pub fn add(&mut self, found: &Self) {
        self.refused.extend(&found.refused);
        self.deleted.extend(&found.deleted);
        self.absent.extend(&found.absent);
    }
}
