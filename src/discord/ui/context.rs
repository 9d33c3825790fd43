//! [`Bot`]: what handlers work with.

use super::failure::Failure;
use crate::matches::Matches;

/// What handlers work with.
#[derive(Clone)]
pub struct Bot {
    /// All matches.
    pub(in crate::discord) matches: Matches,
}

/// The context of a command.
pub(in crate::discord) type Context<'a> = poise::Context<'a, Bot, Failure>;
