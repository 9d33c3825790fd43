//! Scheduled events of guilds.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::User;
use crate::id::{Id, timestamp};

/// A scheduled event that takes place somewhere else than in a channel, which is the only kind there is here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScheduledEvent {
    pub(crate) id: Id,
    pub(crate) guild: Id,
    pub(crate) creator: Id,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) location: String,
    pub(crate) start: i64,
    pub(crate) end: i64,
    /// The status that somebody has set, if it is not the one that follows from the time.
    pub(crate) set: Option<EventStatus>,
}

/// The only kind of event that the sandbox has: one that takes place elsewhere.
pub(crate) const EXTERNAL: i64 = 3;

/// The only level of privacy.
pub(crate) const GUILD_ONLY: i64 = 2;

/// The status of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum EventStatus {
    Scheduled,
    Active,
    Completed,
    Canceled,
}

impl EventStatus {
    pub(crate) const ALL: [Self; 4] = [Self::Scheduled, Self::Active, Self::Completed, Self::Canceled];

    /// Returns Discord's number for it.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Scheduled => 1,
            Self::Active => 2,
            Self::Completed => 3,
            Self::Canceled => 4,
        }
    }

    /// Returns whether the event can no longer change.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Canceled)
    }
}

impl ScheduledEvent {
    /// Returns the status at a time: such events begin and end by themselves.
    pub(crate) fn status(&self, now: i64) -> EventStatus {
        match self.set {
            Some(set) if set.is_final() => set,
            _ if now >= self.end => EventStatus::Completed,
            Some(set) => set,
            None if now >= self.start => EventStatus::Active,
            None => EventStatus::Scheduled,
        }
    }

    pub(crate) fn to_json(&self, creator: Option<&User>, now: i64) -> Value {
        json!({
            "id": self.id,
            "guild_id": self.guild,
            "channel_id": null,
            "creator_id": self.creator,
            "creator": creator.map(User::to_json),
            "name": self.name,
            "description": self.description,
            "image": null,
            "scheduled_start_time": timestamp(self.start),
            "scheduled_end_time": timestamp(self.end),
            "privacy_level": GUILD_ONLY,
            "status": self.status(now).number(),
            "entity_type": EXTERNAL,
            "entity_id": null,
            "entity_metadata": { "location": self.location },
            "recurrence_rule": null,
            "sku_ids": [],
            "guild_scheduled_event_exceptions": [],
        })
    }
}
