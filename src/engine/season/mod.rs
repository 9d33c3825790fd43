//! Seasons: matches and other episodes that one cast plays, with a book of what everyone has.
//!
//! ```text
//! Actor + Command ──▶ decide ──▶ Change { entries, events }
//!                       ▲                   │
//!                    Season ◀── fold ───────┘ one transaction of the store
//! ```
//!
//! An amount is never stored: it is what the counter begins with, plus the sum of the entries. Entries are only added. What comes
//! from one source, such as a match, is booked once; what was wrong is taken back by another entry.
//!
//! Matches know nothing of seasons. A match [takes along](Season::taken_along) the fields of its game that have the key of a
//! counter, and what it has [left](crate::matches::Settled) everyone with is booked when it is over.
//!
//! | file | contents |
//! |---|---|
//! | `model.rs` | [`Season`]: hosts, counters, cast, episodes, entries |
//! | `fold.rs` | [`Balances`]: what everyone has, as the sum of entries |
//! | `role.rs`, `rights.rs` | who may do and see what |
//! | `text.rs`, `error.rs` | checking texts and counters; what is denied to people, and what has failed for the operator |
//! | `command.rs`, `decide/` | [`Command`]: what people and matches ask, and what each command changes |
//! | `binding.rs` | what a match takes along |
//! | `views.rs`, `picture.rs` | what each viewer may know; the standings as text and as a picture |
//! | `file.rs`, `tables.rs`, `lists.rs` | [`SeasonFile`]: a season as a file; tables as CSV; results and casts as people write them |
//! | `news.rs` | [`News`]: messages about a change, which are stored with it |
//! | `rows.rs`, `service.rs` | [`Seasons`]: seasons in a store; matches are booked when they end |

mod binding;
mod command;
mod decide;
mod error;
mod file;
mod fold;
mod lists;
mod model;
mod news;
mod picture;
mod rights;
mod role;
mod rows;
mod service;
mod tables;
mod text;
mod views;

#[cfg(test)]
mod tests;

pub use binding::TakenAlong;
pub use command::{Change, Command, Cut, Event, Newcomer, ResultLine};
pub use error::{Denied, Fault, SeasonError};
pub use file::{
    FileCounter, FileEntry, FileEpisode, FileError, FileMatch, FileMember, Problem, SEASON_FORMAT, SeasonFile,
};
pub use fold::{Balances, Marked};
pub use lists::{ListFormat, ListProblem, read_cast, read_results};
pub use model::{
    Author, Counter, Earlier, Entry, EntryNumber, Episode, EpisodeKind, EpisodeMatch, EpisodeNumber,
    EpisodeState, Gift, MOST, MOST_COUNTERS, MOST_MEMBERS, Member, MemberNumber, MemberStatus, Season,
    SeenBy, Source, SourceKind, Stakes, Taken, What, WriteBack,
};
pub use news::{News, Words};
pub use role::{Power, RIGHTS, Role};
pub(crate) use rows::row as season_row;
pub(crate) use service::fingerprint;
pub use service::{PlayedAs, SeasonDone, Seasons, run};
pub use views::{Frozen, Standings, StandingsLine, Viewer};
