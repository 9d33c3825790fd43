//! The REST API, at `/api/v10` and its aliases.
//!
//! `serve` handles a request from its authorization to its response, which `respond` writes and `disturb` disturbs.
//! `request` parses requests, `route` finds their handlers, and the other files contain the handlers by resource. A
//! handler is a plain function of the locked state, so every request is atomic.

mod channels;
mod commands;
pub(crate) mod disturb;
mod events;
mod guilds;
mod interactions;
mod messages;
mod reactions;
mod request;
mod respond;
mod route;
mod serve;
mod threads;
mod users;
mod webhooks;

pub(crate) use self::{
    request::{ApiRequest, ApiResponse},
    serve::answer,
};
