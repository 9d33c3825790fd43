//! Sending interactions to the bot.

use serde_json::Value;
use tokio::sync::watch;

use super::{Interaction, InteractionKind, ResponseState, State};
use crate::{id::Id, journal::JournalEvent};

/// An interaction as a person's client submits it.
pub(crate) struct NewInteraction {
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) name: Option<String>,
    pub(crate) focused_kind: Option<i64>,
    pub(crate) source: Option<Id>,
    pub(crate) opener: Option<Id>,
    pub(crate) data: Value,
}

impl NewInteraction {
    pub(crate) fn new(kind: InteractionKind, user: Id, channel: Id, data: Value) -> Self {
        Self { kind, user, channel, name: None, focused_kind: None, source: None, opener: None, data }
    }
}

impl State {
    /// Creates an interaction and sends it to the bot.
    pub(crate) fn interact(&mut self, act: NewInteraction) -> Id {
        let id = self.new_id();
        let token = self.new_secret(80);
        let interaction = Interaction {
            id,
            kind: act.kind,
            token: token.clone(),
            user: act.user,
            channel: act.channel,
            created: self.timeout_now,
            name: act.name,
            focused_kind: act.focused_kind,
            source: act.source,
            opener: act.opener,
            modal_closed: false,
            response_state: ResponseState::Pending,
            data: act.data.clone(),
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
        let event = JournalEvent::InteractionSent { interaction: id, user: act.user, what, data: act.data };
        self.journal.note(self.now, act.channel, vec![act.user], event);
        self.interactions.insert(id, interaction);
        self.tokens.insert(token, id);
        self.interaction_order.push_back(id);
        self.forget_interactions();
        self.repeat(id);
        id
    }

    /// Sends a known interaction to the bot, and returns whether it is known.
    pub(crate) fn repeat(&mut self, id: Id) -> bool {
        let Some(interaction) = self.interactions.get(&id) else { return false };
        let data = self.interaction_json(interaction, &interaction.data);
        let guild = self.channels.get(&interaction.channel).and_then(|channel| channel.guild);
        self.emit("INTERACTION_CREATE", guild, 0, data);
        true
    }

    /// Forgets the oldest interactions.
    fn forget_interactions(&mut self) {
        while self.interaction_order.len() > self.retention.interactions {
            let oldest = self.interaction_order.pop_front();
            if let Some(gone) = oldest.and_then(|id| self.interactions.remove(&id)) {
                self.tokens.remove(&gone.token);
            }
        }
    }
}
