//! The rows of servers: their settings, their templates, and what they show of matches.

use crate::ids::{GuildId, MatchId, RoleId, UserId};

/// A row of `guild_settings`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GuildSettings {
    /// The guild.
    pub guild_id: GuildId,
    /// The role whose members are hosts.
    pub host_role_id: Option<RoleId>,
}

/// A row of `templates`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateRow {
    /// The guild.
    pub guild_id: GuildId,
    /// The name without capital letters, by which it is found.
    pub folded: String,
    /// The name.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The terms, as JSON.
    pub terms: String,
    /// Who saved it, unless they asked to be forgotten.
    pub saved_by: Option<UserId>,
    /// When it was saved.
    pub saved_at: i64,
}

/// A row of `upkeep` that this process has taken: what the server of a match shows besides messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpkeepRow {
    /// The match.
    pub match_id: MatchId,
    /// How many looks in a row have left something undone; below 0 if somebody wants it looked at.
    pub attempts: i64,
    /// What the server shows by now, as JSON, which the store does not interpret.
    pub state: String,
    /// How often it was taken.
    pub(in crate::store) fence: i64,
}

impl UpkeepRow {
    /// The number of attempts of a row that somebody wants looked at.
    pub(in crate::store) const HURRIED: i64 = -1;

    /// The number of attempts of a row for which something may have been mended.
    pub(in crate::store) const MENDED: i64 = -2;

    /// The number of attempts of a row that somebody wants looked at, and asks for an event.
    pub(in crate::store) const EVENT_WANTED: i64 = -3;

    /// Returns whether somebody wants it looked at, whatever has failed before.
    pub fn is_hurried(&self) -> bool {
        matches!(self.attempts, Self::HURRIED | Self::EVENT_WANTED)
    }

    /// Returns whether somebody asks for an event.
    pub fn wants_event(&self) -> bool {
        self.attempts == Self::EVENT_WANTED
    }

    /// Returns whether whatever was in the way may have been mended.
    pub fn is_mended(&self) -> bool {
        self.attempts == Self::MENDED
    }
}
