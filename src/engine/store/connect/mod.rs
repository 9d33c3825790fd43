//! Connecting to a database: its address, its kind, its tables, and the store that works on it.
//!
//! | file | contents |
//! |---|---|
//! | `address.rs` | [`Address`](address::Address): the location of a database |
//! | `sqlite.rs`, `postgres.rs` | what is specific to each kind of database |
//! | `sql.rs` | building blocks of statements; new numbers of matches and messages |
//! | `file.rs` | checking that a file is still the same one, and the lock beside it |
//! | `upgrade.rs` | which versions have used a database, and a copy before its tables change |
//! | `process.rs` | [`Process`](process::Process): one of the processes that share a database |
//! | `store.rs` | [`Store`](store::Store): the connections, shared by everything that works on the database |
//! | `open.rs`, `migrations.rs` | opening a database, and bringing its tables up to date |
//! | `transactions.rs` | storing a change completely or not at all |
//! | `explain.rs` | errors in sentences for operators |

pub(super) mod address;
pub(super) mod explain;
pub(super) mod file;
pub(super) mod migrations;
pub(super) mod open;
pub(super) mod postgres;
pub(super) mod process;
pub(super) mod sql;
pub(super) mod sqlite;
pub(super) mod store;
pub(super) mod transactions;
pub(super) mod upgrade;
