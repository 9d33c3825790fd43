//! Errors of the store, which never contain stored data.
//!
//! | file | contents |
//! |---|---|
//! | `error.rs` | [`StoreError`](error::StoreError): what a caller can do about a failure |
//! | `fault.rs` | [`DatabaseFault`](fault::DatabaseFault): what the codes of SQLite and PostgreSQL mean |

pub(super) mod error;
pub(super) mod fault;
