//! The REST API, at `/api/v10` and its aliases.
//!
//! `serve` handles a request from its authorization to its response, which `respond` writes and `disturb` disturbs.
//! `call` parses requests, `route` finds their handlers, and the other files contain the handlers by resource. A
//! handler is a plain function of the locked state, so every request is atomic.

mod call;
mod channels;
mod commands;
pub(crate) mod disturb;
mod events;
mod guilds;
mod interactions;
mod messages;
mod reactions;
mod respond;
mod route;
mod serve;
mod threads;
mod users;
mod webhooks;

pub(crate) use self::{
    call::{Call, Reply},
    serve::answer,
};
