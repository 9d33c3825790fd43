//! Matches, and everything that survives a restart: who may do what, what is written down, what is due, and what is to be
//! told to whom.
//!
//! It knows the rules by their interface, the clock and the database, and nothing of Discord: whom a message goes to is a
//! number, and what a message says is a [`Notice`](matches::Notice), which somebody else puts into words.
//!
//! | room | holds |
//! |---|---|
//! | [`mod@matches`] | matches: seats, log, deadlines, who may do what; records, replays, verification |
//! | [`store`] | what is stored, with sqlx: SQLite or PostgreSQL |
//! | [`figures`] | what operators watch, in figures |

pub mod figures;
pub mod matches;
pub mod store;
