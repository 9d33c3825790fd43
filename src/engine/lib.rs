//! Matches, and everything that survives a restart: permissions, logs, deadlines, and messages to deliver.
//!
//! The engine knows the rules through their interface, the clock and the database, but nothing of Discord: a recipient
//! is a number, and a message is a [`Notice`](matches::Notice), which a front end puts into words.
//!
//! | module | holds |
//! |---|---|
//! | [`mod@matches`] | matches: seats, log, deadlines, permissions; records, replays, verification |
//! | [`season`] | seasons: casts, episodes, and a book of what everyone has |
//! | [`store`] | persistence with sqlx: SQLite or PostgreSQL |
//! | [`people`] | what is stored about a person, for them, and taking them out of it |
//! | [`ids`] | identifiers with types |
//! | [`figures`] | metrics for operators |

pub mod figures;
pub mod ids;
pub mod matches;
pub mod people;
pub mod season;
pub mod store;
