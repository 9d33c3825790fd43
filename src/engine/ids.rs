//! Identifiers: numbers of one kind, which cannot be passed as one of another.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Type};

/// Defines identifiers. In JSON, in the database and in text, each is its number.
macro_rules! ids {
    ($($(#[$doc:meta])+ $name:ident;)+) => {$(
        $(#[$doc])+
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(
            /// The number.
            pub i64,
        );

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }

        impl<D: Database<TypeInfo: Clone>> Type<D> for $name
        where
            i64: Type<D>,
        {
            fn type_info() -> D::TypeInfo {
                i64::type_info()
            }

            fn compatible(info: &D::TypeInfo) -> bool {
                i64::compatible(info)
            }
        }

        impl<'q, D: Database> Encode<'q, D> for $name
        where
            i64: Encode<'q, D>,
        {
            fn encode_by_ref(&self, buffer: &mut D::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                self.0.encode_by_ref(buffer)
            }
        }

        impl<'r, D: Database> Decode<'r, D> for $name
        where
            i64: Decode<'r, D>,
        {
            fn decode(value: D::ValueRef<'r>) -> Result<Self, BoxDynError> {
                i64::decode(value).map(Self)
            }
        }
    )+};
}

/// Defines identifiers that Discord assigns.
macro_rules! snowflakes {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        ids! { $($(#[$doc])+ $name;)+ }

        $(
            impl From<u64> for $name {
                /// Converts a snowflake, which fits into 63 bits until the year 2084.
                fn from(snowflake: u64) -> Self {
                    Self(i64::try_from(snowflake).unwrap_or(i64::MAX))
                }
            }

            impl $name {
                /// Returns it as Discord’s, which is never 0. One that is not Discord’s becomes 1, which nobody has.
                pub fn snowflake(self) -> u64 {
                    u64::try_from(self.0).unwrap_or(1).max(1)
                }
            }
        )+
    };
}

ids! {
    /// The number of a match.
    MatchId;
    /// The number of a season.
    SeasonId;
    /// The number of a message that is to be sent, in the outbox.
    OutboxId;
}

snowflakes! {
    /// A person. Computed players and people who have been forgotten have numbers below 0.
    UserId;
    /// A server.
    GuildId;
    /// A channel or a thread.
    ChannelId;
    /// A message that Discord has accepted.
    MessageId;
    /// A role of a server.
    RoleId;
    /// A scheduled event of a server.
    EventId;
    /// An application, such as the bot’s.
    ApplicationId;
    /// An interaction or a message by which somebody asks for something.
    RequestId;
}

impl RequestId {
    /// Returns the message, if the request is one.
    pub fn as_message(self) -> MessageId {
        MessageId(self.0)
    }
}
