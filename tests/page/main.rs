//! The rehearsal page in a real browser, with the real bot: `trigon rehearse` as a program, Chromium as its viewer.
//!
//! Without Chromium and its driver, the tests say so and pass, unless `TRIGON_BROWSER=required`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that fails may panic"
)]

mod access;
mod browser;
mod foreign;
mod hostile;
mod page;
mod portrait;
mod rehearsal;
mod saving;
mod scroll;
mod season;
mod tabs;
mod trouble;
mod turns;
