//! Several processes on one database.
//!
//! | file | contents |
//! |---|---|
//! | `lock.rs` | [`DatabaseLock`](lock::DatabaseLock): only one bot runs on a database |
//! | `shards.rs` | [`Shards`](shards::Shards): which part of a bot a process runs |
//! | `heartbeat.rs` | which processes are alive, and what they tell each other |

pub(super) mod heartbeat;
pub(super) mod lock;
pub(super) mod shards;
