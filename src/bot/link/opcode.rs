//! The opcodes of Discord’s gateway, as documented.

pub(super) const DISPATCH: u8 = 0;
pub(super) const HEARTBEAT: u8 = 1;
pub(super) const IDENTIFY: u8 = 2;
pub(super) const RESUME: u8 = 6;
pub(super) const RECONNECT: u8 = 7;
pub(super) const INVALID_SESSION: u8 = 9;
pub(super) const HELLO: u8 = 10;
pub(super) const HEARTBEAT_ACK: u8 = 11;
