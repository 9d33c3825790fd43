//! What the bot may do where.

use crate::sandbox::{
    fault::{Answer, ApiError},
    id::Id,
    permissions::{Permissions, in_channel},
    state::{Channel, Message, State},
};

impl State {
    /// A channel that the bot can see: 10003 if there is none, 50001 if it is hidden.
    pub(crate) fn seen_channel(&self, id: Id) -> Answer<&Channel> {
        let channel = self.channels.get(&id).ok_or_else(ApiError::unknown_channel)?;
        if self.bot_may(channel, Permissions::VIEW_CHANNEL) {
            Ok(channel)
        } else {
            Err(ApiError::missing_access())
        }
    }

    pub(crate) fn bot_may(&self, channel: &Channel, wanted: Permissions) -> bool {
        in_channel(self, channel, self.bot).contains(wanted)
    }

    /// A channel that the bot sees and has these permissions in: 50013 if not.
    pub(crate) fn channel_with(&self, id: Id, wanted: Permissions) -> Answer<&Channel> {
        let channel = self.seen_channel(id)?;
        if self.bot_may(channel, wanted) { Ok(channel) } else { Err(ApiError::missing_permissions()) }
    }

    /// A message of a channel, for everybody to see: ephemeral ones are none.
    pub(crate) fn public_message(&self, channel: Id, id: Id) -> Answer<&Message> {
        self.messages
            .get(&id)
            .filter(|message| message.channel == channel && message.only_for.is_none())
            .ok_or_else(ApiError::unknown_message)
    }
}
