//! [`Notes`]: the stored notes on where commands may be registered.

use poise::serenity_prelude as serenity;

use crate::ui::snowflakes::ToStored;
use trigon_engine::ids::GuildId;
use trigon_engine::store::{Store, StoreError};

/// Stands, in the store, for all servers without a note of their own. Discord has no such ID. Unlike the others, this note says
/// that there are no commands, because without any notes there may be some anywhere.
const ALL_OTHERS: GuildId = GuildId(0);

/// The stored notes on where the commands may be. A note that cannot be stored only costs requests at the next start.
pub(super) struct Notes<'a> {
    pub(super) store: &'a Store,
    pub(super) application: serenity::ApplicationId,
}

impl Notes<'_> {
    /// Returns the servers that may have commands, or `None` if any server may.
    pub(super) async fn known(&self) -> Option<Vec<u64>> {
        match self.store.registrations(self.application.stored()).await {
            Ok(noted) => {
                let (all_others, guilds): (Vec<GuildId>, Vec<GuildId>) =
                    noted.into_iter().partition(|guild| *guild == ALL_OTHERS);
                let guilds = guilds.into_iter().map(|guild| guild.0 as u64).collect();
                (!all_others.is_empty()).then_some(guilds)
            }
            Err(error) => {
                tracing::warn!(%error, "it cannot be read which servers have commands");
                None
            }
        }
    }

    /// Records that a server may have commands.
    pub(super) async fn may_have(&self, guild: u64) {
        log_failure(self.store.note_registration(self.application.stored(), GuildId::from(guild)).await);
    }

    /// Records that a server has no commands.
    pub(super) async fn has_none(&self, guild: u64) {
        log_failure(self.store.forget_registration(self.application.stored(), GuildId::from(guild)).await);
    }

    /// Records that any server may have commands.
    pub(super) async fn any_may_have(&self) {
        log_failure(self.store.forget_registration(self.application.stored(), ALL_OTHERS).await);
    }

    /// Records that no server without a note has commands.
    pub(super) async fn no_other_has(&self) {
        log_failure(self.store.note_registration(self.application.stored(), ALL_OTHERS).await);
    }
}

fn log_failure(stored: Result<(), StoreError>) {
    if let Err(error) = stored {
        tracing::warn!(%error, "it cannot be stored which servers have commands");
    }
}
