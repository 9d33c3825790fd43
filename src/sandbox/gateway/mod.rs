//! The gateway: sessions that outlive their connections, and the WebSocket to the client.
//!
//! A [`Session`](sessions::Session) numbers and stores events, so a client whose connection broke can fetch the
//! events it missed with RESUME. `socket` implements the protocol (HELLO, IDENTIFY, RESUME, heartbeats), `ready`
//! the first events, and `compress` the three kinds of compression.

mod compress;
mod ready;
mod sessions;
mod socket;

pub use self::sessions::Cut;
pub(crate) use self::{
    compress::Packing,
    sessions::{Event, Sessions, intents},
    socket::{Wish, serve, stay_silent},
};
