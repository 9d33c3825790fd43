//! What survives a restart: matches with their logs, what the clock has to do, and messages to be sent.
//!
//! The store knows no rules. It keeps three promises: a change to a match is stored whole or not at all; of two
//! changes that were decided on the same version one is refused; messages to one target come out in the order in
//! which they went in.
//!
//! ```
//! use trigon::store::{GuildSettings, Store};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! # let folder = std::env::temp_dir().join(format!("trigon-example-{}", std::process::id()));
//! # let url = format!("sqlite://{}/trigon.db", folder.display());
//! let store = Store::open(&url).await?; // such as sqlite://data/trigon.db
//! store.set_guild_settings(&GuildSettings { guild_id: 10, host_role_id: Some(20) }).await?;
//! assert_eq!(store.guild_settings(10).await?.host_role_id, Some(20));
//! # store.close().await;
//! # std::fs::remove_dir_all(folder).ok();
//! # Ok::<(), trigon::store::StoreError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `open` | [`Store`]: opening, migrating, closing |
//! | `rows` | what is stored, one struct a table |
//! | `guilds` | the settings of guilds |
//! | `error` | [`StoreError`] |
//!
//! The tables, with the reason of each column, are in `migrations/`. SQL is written in the dialect that SQLite and
//! PostgreSQL share.

mod error;
mod guilds;
mod open;
mod rows;

pub use error::StoreError;
pub use open::Store;
pub use rows::{
    Change, DueRow, GuildSettings, LogRow, MatchRow, NewMessage, OutboxRow, SeatRow, Status, Stored, Target,
};
