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
    /// The full name of a command.
    pub(crate) name: Option<String>,
    /// Discord's number for the type of the option that is being completed.
    pub(crate) focused_kind: Option<i64>,
    /// The message whose component was used, or from which the modal was opened.
    pub(crate) source: Option<Id>,
    /// The interaction that opened the submitted modal.
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
    pub(crate) fn start_interaction(&mut self, new: NewInteraction) -> Id {
        let id = self.new_id();
        let token = self.new_secret(80);
        let interaction = Interaction {
            id,
            kind: new.kind,
            token: token.clone(),
            user: new.user,
            channel: new.channel,
            created: self.timeout_now,
            name: new.name,
            focused_kind: new.focused_kind,
            source: new.source,
            opener: new.opener,
            modal_closed: false,
            response_state: ResponseState::Pending,
            data: new.data.clone(),
            original: None,
            followups: Vec::new(),
            edited: false,
            bell: watch::Sender::new(()),
        };
        let what = match new.kind {
            InteractionKind::Command | InteractionKind::Autocomplete => {
                format!("/{}", interaction.name.as_deref().unwrap_or_default())
            }
            _ => new.data["custom_id"].as_str().unwrap_or_default().to_owned(),
        };
        let event = JournalEvent::InteractionSent { interaction: id, user: new.user, what, data: new.data };
        self.journal.note(self.now, new.channel, vec![new.user], event);
        self.interactions.insert(id, interaction);
        self.tokens.insert(token, id);
        self.interaction_order.push_back(id);
        self.forget_interactions();
        self.send_interaction(id);
        id
    }

    /// Sends an interaction to the bot, perhaps once more, and returns whether it is known.
    pub(crate) fn send_interaction(&mut self, id: Id) -> bool {
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
