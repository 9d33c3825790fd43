//! The gateway: sessions that outlive their connections, and the websocket that feeds a client.
//!
//! A [`Session`](sessions::Session) numbers and keeps every event, so a client whose connection broke gets
//! what it missed with RESUME. `socket` speaks the protocol (HELLO, IDENTIFY, RESUME, heartbeats), `ready`
//! writes the first events, `compress` does `compress=zlib-stream`.

mod compress;
pub(crate) mod intents;
mod ready;
mod sessions;
mod socket;

pub use self::sessions::Cut;
pub(crate) use self::{
    sessions::{Event, Sessions},
    socket::serve,
};
