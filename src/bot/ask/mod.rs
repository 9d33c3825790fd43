//! What a player asks of one match, by command, by direct message or by picking the match.
//!
//! | file | what |
//! |---|---|
//! | `request.rs` | [`Ask`]: the request, and how the choice of a match carries it |
//! | `fulfil.rs` | fulfilling it, or asking which match is meant |
//! | `commands.rs` | the commands |

pub(crate) mod commands;
mod fulfil;
mod request;

pub(crate) use fulfil::{ask, fulfil, pick};
pub(crate) use request::{Ask, Picked};
