//! The gateway: sessions that outlive their connections, and the WebSocket to the client.
//!
//! A [`Session`](sessions::Session) numbers and stores events, so a client whose connection broke can fetch the
//! events it missed with RESUME. `socket` implements the protocol (HELLO, IDENTIFY, RESUME, heartbeats), `ready`
//! the first events, `compress` the three kinds of compression, and `door` what new connections meet in an outage.

mod compress;
mod door;
mod ready;
mod sessions;
mod socket;

pub(crate) use self::{
    compress::Packing,
    door::{Doorway, Shut},
    sessions::{Event, Sessions, intents},
    socket::{Wish, serve, stay_silent},
};
pub use self::{door::Door, sessions::Cut};
