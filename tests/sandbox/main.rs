//! The sandbox, tested over the wire and with unmodified serenity and poise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unused_async,
    clippy::needless_pass_by_value,
    reason = "helpers of tests that take `json!` as it comes; poise asks for async functions"
)]

mod bot;
mod client;
mod events;
mod faults;
mod gateway;
#[path = "../../examples/greeter/main.rs"]
mod greeter;
mod limits;
mod memory;
mod messages;
mod perms;
mod rates;
mod saving;
mod script;
mod serenity_bot;
mod strict;
mod timing;
mod wire;
