//! Events and who gets them.
//!
//! | file | contents |
//! |---|---|
//! | `sessions.rs` | [`GatewaySession`](sessions::GatewaySession): numbers and stores events, so that a client whose connection broke can fetch the events it missed with RESUME |
//! | `intents.rs` | the kinds of events that a client asks for |
//! | `cut.rs` | [`Cut`]: a disturbance of connections that are open |
//! | `door.rs` | [`Door`]: what new connections meet in an outage |

mod cut;
mod door;
pub(crate) mod intents;
mod sessions;

pub use self::{cut::Cut, door::Door};
pub(crate) use self::{
    door::{GatewayDoor, ShutOrder},
    sessions::{GatewayEvent, GatewayFrame, GatewaySessions, INVALID_SESSION},
};
