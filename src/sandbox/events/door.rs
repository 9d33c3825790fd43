//! [`Door`]: what new connections to the gateway meet during an outage.

use std::time::Duration;

use serde::{Deserialize, Deserializer};
use tokio::time::Instant;

/// What new connections to the gateway meet for some real time. Connections that are in use go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "door", rename_all = "snake_case")]
pub enum Door {
    /// They break before they are made.
    Refuse,
    /// They are accepted, but the handshake is never answered, not even later.
    Hang,
    /// They are made, but nothing is ever sent over them, not even op 10.
    Mute,
    /// Once the client has identified or resumed, nothing more is sent over them, not even heartbeat ACKs.
    Deaf,
    /// They are reset once the client has identified or resumed.
    Reset,
    /// IDENTIFY and RESUME get op 9 with `d: false`.
    Invalid,
    /// IDENTIFY and RESUME are answered by closing with a code.
    Close(#[serde(deserialize_with = "super::cut::code_field")] u16),
}

/// The entrance for new connections, which a [`Door`] may shut for a while.
#[derive(Debug, Default)]
pub(crate) struct GatewayDoor(Option<(Door, Instant)>);

impl GatewayDoor {
    /// Shuts the door for some real time.
    pub(crate) fn shut(&mut self, door: Door, time: Duration) {
        self.0 = Some((door, Instant::now() + time));
    }

    /// Opens it.
    pub(crate) fn open(&mut self) {
        self.0 = None;
    }

    /// Returns what new connections meet now.
    pub(crate) fn now(&self) -> Option<Door> {
        self.0.filter(|(_, until)| Instant::now() < *until).map(|(door, _)| door)
    }
}

/// The order to shut the door, from a script.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct ShutOrder {
    #[serde(flatten)]
    pub(crate) door: Door,
    #[serde(deserialize_with = "millis")]
    pub(crate) millis: Duration,
}

fn millis<'de, D: Deserializer<'de>>(field: D) -> Result<Duration, D::Error> {
    u64::deserialize(field).map(Duration::from_millis)
}
