//! Interactions: what a person did, and the state of the bot's response.

use serde_json::{Value, json};
use tokio::sync::watch;

use super::State;
use crate::sandbox::{gateway::Event, id::Id, journal::JournalEvent, permissions::in_channel};

/// The time limit for the first response.
pub(crate) const FIRST_ANSWER_MILLIS: i64 = 3_000;
/// The lifetime of the token.
pub(crate) const TOKEN_MILLIS: i64 = 15 * 60 * 1_000;

/// The kind of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    /// Returns the number in Discord's API.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// The state of the bot's response.
#[derive(Debug, Clone)]
pub(crate) enum Standing {
    Waiting,
    Answered(Shown),
}

/// The first response.
#[derive(Debug, Clone)]
pub(crate) enum Shown {
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
    pub(crate) standing: Standing,
    /// The message of the first response; for updates, the source.
    pub(crate) original: Option<Id>,
    pub(crate) followups: Vec<Id>,
    /// Whether that message has since been edited through the interaction.
    pub(crate) edited: bool,
    /// A bell that rings when a response arrives or changes.
    pub(crate) bell: watch::Sender<()>,
}

impl Interaction {
    pub(crate) fn may_first_answer(&self, now: i64) -> bool {
        now - self.created <= FIRST_ANSWER_MILLIS
    }

    pub(crate) fn token_works(&self, now: i64) -> bool {
        now - self.created <= TOKEN_MILLIS
    }
}

/// An interaction as a person's client submits it.
pub(crate) struct Act {
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) name: Option<String>,
    pub(crate) focused_kind: Option<i64>,
    pub(crate) source: Option<Id>,
    pub(crate) opener: Option<Id>,
    pub(crate) data: Value,
}

impl State {
    /// Creates an interaction and sends it to the bot.
    pub(crate) fn interact(&mut self, act: Act) -> Id {
        let id = self.new_id();
        let token = self.new_secret(80);
        let interaction = Interaction {
            id,
            kind: act.kind,
            token: token.clone(),
            user: act.user,
            channel: act.channel,
            created: self.now,
            name: act.name,
            focused_kind: act.focused_kind,
            source: act.source,
            opener: act.opener,
            modal_closed: false,
            standing: Standing::Waiting,
            original: None,
            followups: Vec::new(),
            edited: false,
            bell: watch::Sender::new(()),
        };
        let what = match act.kind {
            InteractionKind::Command | InteractionKind::Autocomplete => {
                format!("/{}", interaction.name.as_deref().unwrap_or_default())
            }
            _ => act.data["custom_id"].as_str().unwrap_or_default().to_owned(),
        };
        let data = self.interaction_json(&interaction, &act.data);
        let event = JournalEvent::InteractionSent { interaction: id, user: act.user, what, data: act.data };
        self.journal.note(self.now, act.channel, vec![act.user], event);
        self.interactions.insert(id, interaction);
        self.tokens.insert(token, id);
        let guild = self.channels.get(&act.channel).and_then(|channel| channel.guild);
        self.sessions.dispatch(&Event {
            name: "INTERACTION_CREATE",
            guild,
            intents: 0,
            data,
            without_content: None,
        });
        id
    }

    fn interaction_json(&self, interaction: &Interaction, data: &Value) -> Value {
        let channel = self.channels.get(&interaction.channel);
        let user = self.users.get(&interaction.user);
        let may = |who: Id| channel.map(|channel| in_channel(self, channel, who)).unwrap_or_default();
        let guild = channel.and_then(|channel| channel.guild).and_then(|guild| self.guilds.get(&guild));
        let owner = guild.map_or_else(|| "0".to_owned(), |guild| guild.id.to_string());
        let mut payload = json!({
            "id": interaction.id,
            "application_id": self.bot,
            "type": interaction.kind.number(),
            "data": data,
            "channel_id": interaction.channel,
            "token": interaction.token,
            "version": 1,
            "app_permissions": may(self.bot),
            "locale": user.map(|user| &user.locale),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": { "0": owner },
            "context": i32::from(guild.is_none()),
            "attachment_size_limit": 10 * 1024 * 1024,
        });
        if let Some(channel) = channel {
            payload["channel"] = channel.to_json(self);
            payload["channel"]["permissions"] = json!(may(interaction.user));
        }
        match (guild, user) {
            (Some(guild), Some(user)) => {
                payload["guild_id"] = json!(guild.id);
                payload["guild_locale"] = json!(guild.locale);
                payload["guild"] = json!({ "id": guild.id, "locale": guild.locale, "features": [] });
                if let Some(member) = guild.members.get(&user.id) {
                    let mut member = member.to_json_with_user(user);
                    member["permissions"] = json!(may(user.id));
                    payload["member"] = member;
                }
            }
            (None, Some(user)) => payload["user"] = user.to_json(),
            _ => {}
        }
        if let Some(message) = interaction.source.and_then(|source| self.messages.get(&source)) {
            payload["message"] = message.to_json(self);
        }
        payload
    }
}
