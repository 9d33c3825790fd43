//! Matches: a setup, a secret seed and a log whose fold is the state.
//!
//! | file | noun |
//! |---|---|
//! | `record.rs` | [`Record`]: a whole match as a file, read with care |
//! | `replay.rs` | [`Replay`]: the fold, one entry after the other |
//! | `verify.rs` | [`verify`]: whether the seed gives what a record says |

mod record;
mod replay;
mod verify;

pub use record::{Entry, FORMAT, Record, RecordError};
pub use replay::{Replay, Turn};
pub use verify::{Check, verify};
