//! The gateway: the WebSocket to the client.
//!
//! `socket` implements the protocol (HELLO, IDENTIFY, RESUME, heartbeats), `ready` the first events, and `compress` the
//! three kinds of compression.

mod compress;
mod ready;
mod socket;

pub(crate) use self::{
    compress::Packing,
    socket::{Wish, serve, stay_silent},
};
