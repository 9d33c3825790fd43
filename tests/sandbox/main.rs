//! The sandbox, tried from the wire and with serenity and poise as they are.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unused_async,
    reason = "helpers of tests; poise asks for async functions"
)]

mod bot;
mod gateway;
mod limits;
mod messages;
mod perms;
mod serenity_bot;
mod timing;
mod wire;
