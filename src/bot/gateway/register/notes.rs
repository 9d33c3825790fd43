//! [`Notes`]: the stored notes on where commands may be registered.

use poise::serenity_prelude as serenity;

use crate::ui::snowflakes::ToStored;
use trigon_engine::ids::GuildId;
use trigon_engine::store::{Store, StoreError};

/// Stands, in the store, for all servers without a note of their own; Discord has no such ID. A note on a server says that the
/// server may have commands. The note on `ALL_OTHERS` says the opposite: no server without a note has any. So a store without
/// notes means that any server may have commands.
const ALL_OTHERS: GuildId = GuildId(0);

/// The stored notes on which servers may have commands of their own. Before commands are removed from servers, the notes say which
/// ones to ask. A note that cannot be stored only costs requests at the next start.
pub(super) struct Notes<'a> {
    pub(super) store: &'a Store,
    pub(super) application: serenity::ApplicationId,
}

impl Notes<'_> {
    /// Returns the servers that may have commands, or `None` if any server may.
    pub(super) async fn servers(&self) -> Option<Vec<u64>> {
        match self.store.registrations(self.application.stored()).await {
            Ok(noted) if noted.contains(&ALL_OTHERS) => {
                let guilds = noted.into_iter().filter(|guild| *guild != ALL_OTHERS);
                Some(guilds.map(|guild| guild.0 as u64).collect())
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(%error, "it cannot be read which servers have commands");
                None
            }
        }
    }

    /// Records that a server may have commands.
    pub(super) async fn note_possible(&self, guild: u64) {
        log_failure(self.store.note_registration(self.application.stored(), GuildId::from(guild)).await);
    }

    /// Records that a server has no commands.
    pub(super) async fn note_none(&self, guild: u64) {
        log_failure(self.store.forget_registration(self.application.stored(), GuildId::from(guild)).await);
    }

    /// Records that any server may have commands.
    pub(super) async fn note_possible_anywhere(&self) {
        log_failure(self.store.forget_registration(self.application.stored(), ALL_OTHERS).await);
    }

    /// Records that no server without a note has commands.
    pub(super) async fn note_none_elsewhere(&self) {
        log_failure(self.store.note_registration(self.application.stored(), ALL_OTHERS).await);
    }
}

fn log_failure(stored: Result<(), StoreError>) {
    if let Err(error) = stored {
        tracing::warn!(%error, "it cannot be stored which servers have commands");
    }
}
