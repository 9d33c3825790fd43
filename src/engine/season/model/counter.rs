//! [`Counter`]: something of which every member has an amount.

use serde::{Deserialize, Serialize};

/// Something of which every member has an amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The key: lower-case letters, digits and `-`.
    pub key: String,
    /// The display name.
    pub label: String,
    /// A sign for it, such as an emoji.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// What every member begins with.
    #[serde(default)]
    pub start: i64,
    /// Who sees it.
    pub seen_by: SeenBy,
    /// The least that a member can have, if there is a limit.
    #[serde(default)]
    pub floor: Option<i64>,
    /// Whether members can give it to each other.
    #[serde(default)]
    pub can_be_given: bool,
    /// Whether it is at stake in a death match.
    #[serde(default)]
    pub is_at_stake: bool,
}

impl Counter {
    /// Returns the counters that a new season has: garnets, and priority as a free number.
    pub fn usual() -> Vec<Self> {
        let counter = |key: &str, label: &str, is_owned| Self {
            key: key.to_owned(),
            label: label.to_owned(),
            sign: None,
            start: 0,
            seen_by: SeenBy::Everyone,
            floor: None,
            can_be_given: is_owned,
            is_at_stake: is_owned,
        };
        vec![counter("garnets", "Garnets", true), counter("priority", "Priority", false)]
    }
}

/// Who sees a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeenBy {
    /// Everyone.
    Everyone,
    /// The hosts, and each member their own.
    Owner,
    /// The hosts.
    Hosts,
}

/// What a match changes in a counter that is taken along as a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WriteBack {
    /// Nothing.
    #[default]
    Never,
    /// It becomes the place at the end of the match.
    Ranks,
    /// It changes by as many places as the match has moved the player.
    Changes,
}
