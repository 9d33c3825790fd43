//! [`Roles`]: the roles of the server that the players of a match get, and [`Trouble`]: what is in the way.

use serde::{Deserialize, Serialize};

/// The roles of the server that the players of a match get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Roles {
    /// The role of those who hold a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_play: Option<i64>,
    /// The role of those who held one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<i64>,
}

/// Why something cannot be shown, for the hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    /// The bot may not give or take a role.
    RoleRefused(i64),
    /// A role is gone.
    RoleGone(i64),
    /// The bot may not make, move or remove an event.
    EventRefused,
    /// Somebody has deleted or ended the event.
    EventGone,
    /// A person who should get a role is not in the server.
    MemberGone(i64),
    /// Discord does not take the pictures of messages.
    PicturesRefused,
}
