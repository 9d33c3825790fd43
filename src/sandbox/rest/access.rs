//! Checks of the bot's access to channels and messages.

use crate::{
    fault::{Answer, ApiError},
    id::Id,
    permissions::Permissions,
    state::{Channel, Message, State, in_channel},
};

impl State {
    /// Returns a channel that the bot can see, or error 10003 if it does not exist and 50001 if it is hidden.
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

    /// Returns a channel in which the bot has certain permissions, or error 50013 if it does not have them.
    pub(crate) fn channel_with(&self, id: Id, wanted: Permissions) -> Answer<&Channel> {
        let channel = self.seen_channel(id)?;
        if self.bot_may(channel, wanted) { Ok(channel) } else { Err(ApiError::missing_permissions()) }
    }

    /// Returns a message of a channel, unless it is ephemeral.
    pub(crate) fn public_message(&self, channel: Id, id: Id) -> Answer<&Message> {
        self.messages
            .get(&id)
            .filter(|message| message.channel == channel && message.only_for.is_none())
            .ok_or_else(ApiError::unknown_message)
    }
}
