//! Matches as files: what a record holds, proves and teaches.
//!
//! | file | contents |
//! |---|---|
//! | `record.rs`, `export.rs` | [`Record`](record::Record): a whole match as a file |
//! | `replay.rs`, `verify.rs` | replaying a record, and what it proves |
//! | `analysis.rs` | what seats did, compared with what a search would have done |
//! | `chronicle.rs` | how a match went, in a few sentences |
//! | `puzzles.rs` | wins that could be found within a turn |

pub(crate) mod analysis;
mod chronicle;
pub(crate) mod export;
pub(crate) mod puzzles;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod verify;
