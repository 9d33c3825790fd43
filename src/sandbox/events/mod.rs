//! Events and who gets them.
//!
//! A [`Session`](sessions::Session) numbers and stores events, so a client whose connection broke can fetch the
//! events it missed with RESUME. `door` is what new connections meet in an outage.

mod door;
mod sessions;

pub use self::{door::Door, sessions::Cut};
pub(crate) use self::{
    door::{Doorway, Shut},
    sessions::{Event, Frame, INVALID_SESSION, Sessions, intents},
};
