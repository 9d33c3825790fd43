//! Everything that survives a restart: matches with their logs, timers, and messages to send.
//!
//! The store knows no rules. It guarantees three things: a change to a match is stored completely or not at all; of two
//! changes based on the same version, one is refused; and messages to the same target are sent in the order in which
//! they were stored.
//!
//! ```
//! use trigon_engine::ids::{ChannelId, GuildId, MatchId, MessageId, UserId};
//! use trigon_engine::store::{
//!     DeliveryOutcome, EntryKind, LogRow, MatchRow, MatchUpdate, NewMessage, NoticeKind, Status, Store, Target,
//! };
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! # let folder = std::env::temp_dir().join(format!("trigon-example-{}", std::process::id()));
//! # let url = format!("sqlite://{}/trigon.db", folder.display());
//! let store = Store::open(&url).await?; // such as sqlite://data/trigon.db
//! let row = MatchRow {
//!     id: MatchId(0), // chosen by the store
//!     version: 0,
//!     game: "chess".into(),
//!     rules_version: 1,
//!     stopped_by_rules: None,
//!     guild_id: GuildId(10),
//!     channel_id: ChannelId(20),
//!     host_id: UserId(30),
//!     title: "Code Red".into(),
//!     status: Status::Running,
//!     terms: "{}".into(),
//!     seed: "07".repeat(32),
//!     setup: None,
//!     words: "[]".into(),
//!     beacon: None,
//!     onlookers: "{}".into(),
//!     start_hash: None,
//!     created_at: 1_000,
//!     ended_at: None,
//!     rematch_id: None,
//! };
//! let row = store.create_match(&row, &[], &[], &[]).await?;
//!
//! // Decide on what is stored, then store the entry together with what follows from it.
//! let entry = LogRow {
//!     seq: 1,
//!     at: 2_000,
//!     actor: "1".into(),
//!     user_id: None,
//!     kind: EntryKind::Game,
//!     action: "move D".into(),
//!     draws: "[]".into(),
//!     state_hash: None,
//!     request: None,
//! };
//! let message = NewMessage {
//!     target: Target::Channel(ChannelId(20)),
//!     kind: NoticeKind::News,
//!     notice: "{}".into(),
//!     seq: 1,
//!     answers: None,
//! };
//! let change = MatchUpdate { row, seats: None, entries: vec![entry], due: None, messages: vec![message], moved_from: None };
//! store.commit(&change, 2_000).await?;
//! assert!(store.commit(&change, 2_000).await.is_err(), "a change is stored once");
//!
//! for (message, lease) in store.take(3_000, 10).await? {
//!     // … send it …
//!     store.settle(message.id, 3_100, &lease, &DeliveryOutcome::Sent(MessageId(40))).await?;
//! }
//! # store.close().await;
//! # std::fs::remove_dir_all(folder).ok();
//! # Ok::<(), trigon_engine::store::StoreError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | holds |
//! |---|---|
//! | `rows` | the rows, one struct for each table |
//! | `errors` | [`StoreError`], and [`DatabaseFault`]: what the codes of the databases mean |
//! | `seal` | [`Keys`]: sealing secrets |
//! | `connect` | [`Store`]: opening, migrating, closing; what is specific to each kind of database |
//! | `processes` | [`DatabaseLock`], [`Shards`]: several processes on one database |
//! | `tables` | the SQL of the tables |
//! | `copies` | [`back_up`], [`restore`], [`transfer`], [`reseal`]: work on whole databases |
//!
//! # The order of locks
//! On a server, transactions run at the same time, and each waits for rows that others have changed. So that no two wait for each
//! other, all of them change rows in this order: the match, its seats, its entries and what is due for it, its clock in `targets`,
//! other targets in the order of their key, messages, the season, and at last what is known about people. A statement that changes
//! several targets locks them in that order first. If the server undoes a transaction all the same, it is done again.
//!
//! The tables, with the reason for each column, are in `migrations/`. All SQL is in the dialect that SQLite and
//! PostgreSQL share.

mod connect;
mod copies;
mod errors;
mod processes;
mod rows;
mod seal;
mod tables;

pub use connect::address::Address;
pub use connect::process::Process;
pub use connect::store::Store;
pub use connect::upgrade::BeforeUpgrade;
pub use copies::backup::{back_up, restore, transfer};
pub use copies::copy::{Copied, Progress};
pub use copies::reseal::reseal;
pub use copies::values::Checksum;
pub use errors::error::StoreError;
pub use errors::fault::DatabaseFault;
pub use processes::heartbeat::{Listener, Partition};
pub use processes::lock::DatabaseLock;
pub use processes::shards::{Shards, ShardsError};
pub use processes::wake_ups::WakeUps;
pub use rows::matches::{
    DueRow, EntryKind, LogRow, MatchRow, MatchUpdate, NextMatch, RemindedRow, SeatRow, Status, StoredMatch,
    Summary,
};
pub use rows::messages::{
    About, Answers, DeliveryState, LiveMessageRow, NewMessage, OutboxRow, SeatRequestRow, SentMessage,
    SentNotice, Target,
};
pub use rows::notice_kind::NoticeKind;
pub use rows::seasons::{
    SeasonEntryRow, SeasonMatchRow, SeasonRow, SeasonSummary, SeasonUpdate, StoredSeason,
};
pub use rows::servers::{GuildSettings, TemplateRow, UpkeepRow};
pub use seal::{KeyError, Keys};
pub use tables::census::Census;
pub use tables::forgetting::{Rewrite, RewrittenMatch};
pub use tables::leases::Lease;
pub use tables::outbox::MAX_RETRY_WAIT;
pub use tables::outcomes::{DeliveryOutcome, SentReceipt};
