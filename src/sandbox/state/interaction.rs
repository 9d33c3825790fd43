//! Registered commands, and interactions: what a person did, and the state of the bot's response.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::id::Id;

/// The time limit for the first response.
pub(crate) const FIRST_RESPONSE_MILLIS: i64 = 3_000;
/// The lifetime of the token.
pub(crate) const TOKEN_LIFETIME_MILLIS: i64 = 15 * 60 * 1_000;

/// The kind of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

impl InteractionKind {
    /// Returns the kind with a number in Discord's API.
    pub(crate) fn of_number(number: i64) -> Option<Self> {
        [Self::Command, Self::Component, Self::Autocomplete, Self::Modal]
            .into_iter()
            .find(|kind| kind.number() == number)
    }

    /// Returns the number in Discord's API.
    pub(crate) fn number(self) -> i64 {
        self as i64
    }
}

/// The state of the bot's response.
#[derive(Debug, Clone)]
pub(crate) enum ResponseState {
    Pending,
    Sent(InitialResponse),
}

/// The first response.
#[derive(Debug, Clone)]
pub(crate) enum InitialResponse {
    Message,
    Deferred,
    DeferredUpdate,
    Update,
    Choices(Vec<Value>),
    Modal(Value),
}

/// An interaction.
#[derive(Debug, Clone)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) kind: InteractionKind,
    pub(crate) token: String,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    /// When it was created, by `Clock::timeout_now`.
    pub(crate) created: i64,
    /// The full name of the command.
    pub(crate) name: Option<String>,
    /// The type of the option that is being completed.
    pub(crate) focused_kind: Option<i64>,
    /// The message whose component was used, or from which the modal was opened.
    pub(crate) source: Option<Id>,
    /// The interaction that opened the modal submitted by this one.
    pub(crate) opener: Option<Id>,
    /// Whether the modal opened by this interaction has been submitted and responded to, which closes it.
    pub(crate) modal_closed: bool,
    pub(crate) response_state: ResponseState,
    /// The data that was sent with it, for repeats.
    pub(crate) data: Value,
    /// The message of the first response; for updates, the source.
    pub(crate) original: Option<Id>,
    pub(crate) followups: Vec<Id>,
    /// Whether that message has since been edited through the interaction.
    pub(crate) edited: bool,
    /// A bell that rings when a response arrives or changes.
    pub(crate) bell: watch::Sender<()>,
}

impl Interaction {
    pub(crate) fn awaits_first_response(&self, timeout_now: i64) -> bool {
        timeout_now - self.created <= FIRST_RESPONSE_MILLIS
    }

    pub(crate) fn is_token_valid(&self, timeout_now: i64) -> bool {
        timeout_now - self.created <= TOKEN_LIFETIME_MILLIS
    }
}

/// A registered command; `data` is its validated body.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RegisteredCommand {
    pub(crate) id: Id,
    /// The guild, or `None` for a global command.
    pub(crate) guild: Option<Id>,
    pub(crate) version: Id,
    pub(crate) data: Value,
}

impl RegisteredCommand {
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
