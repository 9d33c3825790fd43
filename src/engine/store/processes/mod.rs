//! Several processes on one database.
//!
//! | file | contents |
//! |---|---|
//! | `lock.rs` | [`DatabaseLock`](lock::DatabaseLock): only one bot runs on a database |
//! | `shards.rs` | [`Shards`](shards::Shards): which part of a bot a process runs |
//! | `heartbeat.rs` | which processes are alive, and which of them hears direct messages |
//! | `wake_ups.rs` | [`WakeUps`](wake_ups::WakeUps): hearing at once that another process has stored something |

pub(super) mod heartbeat;
pub(super) mod lock;
pub(super) mod shards;
pub(super) mod wake_ups;
