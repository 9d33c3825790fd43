//! [`Cut`]: a disturbance of gateway connections that are open.

use serde::{Deserialize, Deserializer};

/// A disturbance of gateway connections that are open; for new ones, see [`Door`](super::Door).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "cut", rename_all = "snake_case")]
pub enum Cut {
    /// Connections break; sessions can be resumed.
    Break,
    /// Connections are reset, as something between Discord and the client does; sessions can be resumed.
    Reset,
    /// Connections break and sessions are lost, so RESUME gets op 9.
    BreakAndForget,
    /// The server sends op 7, "reconnect and resume", and closes the connection.
    Reconnect,
    /// The server sends op 9 with `d: true`; the session is still valid.
    InvalidResumable,
    /// The server sends op 9 with `d: false`; the client has to identify again.
    Invalid,
    /// The server closes the connection with a code. The session is lost if Discord defines the code that way.
    Close(#[serde(deserialize_with = "code_field")] u16),
    /// The session goes on, but RESUME gets op 9.
    Forget,
    /// The connection stays open, but nothing more is sent over it, not even heartbeat ACKs.
    Silence,
}

/// Reads a variant's code, which stands beside the tag: `{"cut": "close", "code": 4009}`.
pub(super) fn code_field<'de, D: Deserializer<'de>>(fields: D) -> Result<u16, D::Error> {
    #[derive(Deserialize)]
    struct CodeField {
        code: u16,
    }
    CodeField::deserialize(fields).map(|fields| fields.code)
}
