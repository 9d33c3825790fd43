//! Snowflakes: Discord’s identifiers as serenity has them and as the engine stores them, and the times that they contain.

use poise::serenity_prelude as serenity;

use trigon_engine::ids::{ApplicationId, ChannelId, EventId, GuildId, MessageId, RequestId, RoleId, UserId};
use trigon_engine::matches::Millis;

/// The epoch of snowflakes: the start of 2015.
const EPOCH: Millis = 1_420_070_400_000;

/// An identifier of Discord’s.
pub(crate) trait ToStored {
    /// What the engine stores for it.
    type Stored;

    /// Returns it as the engine stores it.
    fn stored(self) -> Self::Stored;
}

/// An identifier that the engine stores.
pub(crate) trait ToDiscord {
    /// What serenity has for it.
    type Discord;

    /// Returns it as serenity has it.
    fn discord(self) -> Self::Discord;
}

macro_rules! pairs {
    ($($theirs:ident => $ours:ident),+ $(,)?) => {$(
        impl ToStored for serenity::$theirs {
            type Stored = $ours;

            fn stored(self) -> $ours {
                self.get().into()
            }
        }

        impl ToDiscord for $ours {
            type Discord = serenity::$theirs;

            fn discord(self) -> serenity::$theirs {
                serenity::$theirs::new(self.snowflake())
            }
        }
    )+};
}

pairs! {
    UserId => UserId,
    GuildId => GuildId,
    ChannelId => ChannelId,
    MessageId => MessageId,
    RoleId => RoleId,
    ScheduledEventId => EventId,
    InteractionId => RequestId,
    ApplicationId => ApplicationId,
}

/// Returns the time contained in a snowflake.
pub(crate) fn time(snowflake: i64) -> Millis {
    (snowflake >> 22) + EPOCH
}

/// Returns the first snowflake at a time.
pub(crate) fn first_at(time: Millis) -> i64 {
    (time - EPOCH).max(0) << 22
}
