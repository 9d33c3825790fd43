//! The search, tested against games that are solved exactly, and the statistics that compare players.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod games;
mod solved;
mod trials;
