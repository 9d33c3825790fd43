//! The channels of direct messages that were opened before this program was started.

use super::Courier;
use super::client::RequestError;

impl Courier {
    /// Returns whether the channel with a user is known from before the start.
    pub(super) async fn was_opened_before(&self, user: i64) -> bool {
        let stored = self.matches.store().direct_channel(user).await;
        // Whatever cannot be read is opened again.
        stored.is_ok_and(|stored| {
            stored.is_some_and(|(channel, _)| self.client.directs.opened_before(user, channel))
        })
    }

    /// Returns the channel of direct messages with a user, and stores it for the next start.
    pub(super) async fn direct_channel(&self, user: i64) -> Result<i64, RequestError> {
        let is_known = self.client.directs.channel(user).is_some();
        let channel = self.client.direct_channel(user).await?;
        if !is_known && let Err(error) = self.matches.store().set_direct_channel(user, channel, 0).await {
            tracing::warn!(%error, "a channel of direct messages cannot be stored");
        }
        Ok(channel)
    }
}
