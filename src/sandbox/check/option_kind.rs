//! Discord's numbers for the types of options of application commands.

pub(crate) const SUB_COMMAND: i64 = 1;
pub(crate) const SUB_COMMAND_GROUP: i64 = 2;
pub(crate) const STRING: i64 = 3;
pub(crate) const INTEGER: i64 = 4;
pub(crate) const BOOLEAN: i64 = 5;
pub(crate) const USER: i64 = 6;
pub(crate) const CHANNEL: i64 = 7;
pub(crate) const ROLE: i64 = 8;
pub(crate) const MENTIONABLE: i64 = 9;
pub(crate) const NUMBER: i64 = 10;
pub(crate) const ATTACHMENT: i64 = 11;
