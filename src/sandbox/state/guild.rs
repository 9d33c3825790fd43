//! Guilds with their roles and members.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{ScheduledEvent, User};
use crate::{
    id::{Id, timestamp},
    permissions::Permissions,
};

/// A guild, which people call a server.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) locale: String,
    pub(crate) roles: BTreeMap<Id, Role>,
    pub(crate) members: BTreeMap<Id, Member>,
    pub(crate) bans: BTreeSet<Id>,
    /// Those who have left or were removed.
    #[serde(default)]
    pub(crate) former: BTreeSet<Id>,
    /// The scheduled events.
    #[serde(default)]
    pub(crate) events: BTreeMap<Id, ScheduledEvent>,
    /// What its moderators and Discord restrict.
    #[serde(default, rename = "rules")]
    pub(crate) restrictions: GuildRestrictions,
}

/// The restrictions of a guild. A new one has none.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct GuildRestrictions {
    /// Whether an outage of Discord's makes the guild unavailable.
    pub(crate) unavailable: bool,
    /// Words that automatic moderation blocks, in lower case.
    pub(crate) blocked: BTreeSet<String>,
    /// Members who take no direct messages from other members of this guild.
    pub(crate) private: BTreeSet<Id>,
    /// Commands that the settings of the guild take from everyone but its administrators.
    pub(crate) hidden: BTreeSet<String>,
    /// The number of threads that may be active.
    pub(crate) threads: Option<usize>,
    /// The largest size of the files of a message, in bytes.
    pub(crate) upload: Option<u64>,
}

/// A role of a guild.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: Permissions,
    pub(crate) position: u32,
    pub(crate) mentionable: bool,
    /// The bot to which the role belongs.
    pub(crate) bot: Option<Id>,
}

/// A member of a guild.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Member {
    pub(crate) user: Id,
    pub(crate) nick: Option<String>,
    pub(crate) roles: Vec<Id>,
    pub(crate) joined: i64,
    /// Whether they have been a member before.
    #[serde(default)]
    pub(crate) rejoined: bool,
    /// Until when they can only read, in Unix milliseconds.
    #[serde(default)]
    pub(crate) timed_out: Option<i64>,
}

impl Role {
    pub(crate) fn to_json(&self) -> Value {
        let mut role = json!({
            "id": self.id,
            "name": self.name,
            "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": self.position,
            "permissions": self.permissions,
            "managed": self.bot.is_some(),
            "mentionable": self.mentionable,
            "flags": 0,
        });
        if let Some(bot) = self.bot {
            role["tags"] = json!({ "bot_id": bot });
        }
        role
    }
}

impl Member {
    /// Returns the member object without `user`, as in messages and resolved data.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "nick": self.nick,
            "avatar": null,
            "banner": null,
            "roles": self.roles,
            "joined_at": timestamp(self.joined),
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "flags": u8::from(self.rejoined),
            "pending": false,
            "communication_disabled_until": self.timed_out.map(timestamp),
        })
    }

    pub(crate) fn to_json_with_user(&self, user: &User) -> Value {
        let mut member = self.to_json();
        member["user"] = user.to_json();
        member
    }
}
