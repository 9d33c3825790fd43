//! The rows, one struct for each table. Times are milliseconds since 1970, and Discord's IDs are numbers.

pub(super) mod matches;
pub(super) mod messages;
pub(super) mod notice_kind;
pub(super) mod seasons;
pub(super) mod servers;
