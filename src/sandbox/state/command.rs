//! Registered application commands.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::Id;

/// A registered command; `data` is its validated body.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Command {
    pub(crate) id: Id,
    /// The guild, or `None` for a global command.
    pub(crate) guild: Option<Id>,
    pub(crate) version: Id,
    pub(crate) data: Value,
}

impl Command {
    pub(crate) fn to_json(&self, application: Id) -> Value {
        let mut command = self.data.clone();
        command["id"] = json!(self.id);
        command["application_id"] = json!(application);
        command["version"] = json!(self.version);
        if let Some(guild) = self.guild {
            command["guild_id"] = json!(guild);
        }
        command
    }

    pub(crate) fn name(&self) -> &str {
        self.data["name"].as_str().unwrap_or_default()
    }

    pub(crate) fn kind(&self) -> i64 {
        self.data["type"].as_i64().unwrap_or(1)
    }

    /// Returns whether the command can be used in a guild (context 0) or, without one, in a DM with the bot
    /// (context 1).
    pub(crate) fn works_in(&self, guild: Option<Id>) -> bool {
        if self.guild.is_some() {
            return self.guild == guild;
        }
        let context = i64::from(guild.is_none());
        match self.data["contexts"].as_array() {
            Some(contexts) => contexts.iter().any(|c| c.as_i64() == Some(context)),
            None => guild.is_some() || self.data["dm_permission"] != json!(false),
        }
    }
}
