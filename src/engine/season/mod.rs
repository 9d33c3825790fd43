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
//! | `model/` | [`Season`]: hosts, counters, cast, episodes, entries of the book |
//! | `balances.rs` | [`Balances`]: what everyone has, as the sum of entries |
//! | `role.rs`, `rights.rs` | who may do and see what |
//! | `checks.rs`, `error.rs` | checking texts and counters; what is denied to people, and what has failed for the operator |
//! | `command.rs`, `change.rs`, `decide/` | [`SeasonCommand`]: what people and matches ask; [`SeasonChange`]: what comes of it, with the [`News`] that are stored with it; what each command changes |
//! | `carry_over.rs` | what a match takes along |
//! | `views.rs`, `table.rs`, `picture.rs` | what each viewer may know; the standings as text, as CSV and as a picture |
//! | `file/`, `lists/` | [`SeasonFile`]: a season as a file; results and casts as people write them |
//! | `rows.rs`, `service.rs` | [`Seasons`]: seasons in a store |
//! | `playing.rs`, `booking.rs` | matches take along what their players have, and are booked when they end |

mod balances;
mod booking;
mod carry_over;
mod change;
mod checks;
mod command;
mod decide;
mod error;
mod file;
mod lists;
mod model;
mod picture;
mod playing;
mod rights;
mod role;
mod rows;
mod service;
mod table;
mod views;

#[cfg(test)]
mod tests;

pub use balances::{Balances, HeldMark};
pub(crate) use booking::fingerprint;
pub use booking::run;
pub use carry_over::CarryOvers;
pub use change::{Cut, News, NewsWords, SeasonChange, SeasonEvent};
pub use command::{Newcomer, ResultLine, ResultTarget, SeasonCommand};
pub use error::{SeasonDenied, SeasonError, SeasonFault};
pub use file::check::FileProblem;
pub use file::{
    FileCounter, FileEntry, FileEpisode, FileError, FileMatch, FileMember, SEASON_FORMAT, SeasonFile,
};
pub use lists::problem::ListProblem;
pub use lists::{ListFormat, read_cast, read_results};
pub use model::book::{Author, BookEntry, EntryEffect, Gift, Source, SourceKind};
pub use model::counter::{Counter, SeenBy, WriteBack};
pub use model::episode::{CarryOver, Episode, EpisodeKind, EpisodeMatch, EpisodeState, Stakes};
pub use model::member::{FormerHolder, Member, MemberStatus};
pub use model::numbers::{EntryNumber, EpisodeNumber, GiftNumber, MemberNumber};
pub use model::{MAX_AMOUNT, MAX_COUNTERS, MAX_MEMBERS, Season};
pub use playing::PlayedAs;
pub use role::{SEASON_RIGHTS, SeasonPower, SeasonRole};
pub(crate) use rows::row as season_row;
pub use service::{SeasonOutcome, Seasons};
pub use views::{Frozen, SeasonViewer, Standings, StandingsLine};
