//! Computed players, for demonstrations, rehearsals, load and tests.
//!
//! They have no privileges: they do what people do, and know nothing of how the bot works.

pub mod simulate;
