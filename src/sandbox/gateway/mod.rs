//! The gateway: the WebSocket to the client.
//!
//! `socket` implements the protocol (HELLO, IDENTIFY, RESUME, heartbeats), `ready` the first events, and `compress` the
//! three kinds of compression.

mod compress;
mod ready;
mod socket;

pub(crate) use self::{
    compress::PayloadCompression,
    socket::{ConnectionOptions, serve, stay_silent},
};
