//! [`Bot`]: what handlers work with.

use std::sync::Arc;

use poise::serenity_prelude::{Http, ResolvedValue};

use super::arrivals::Arrivals;
use super::failure::Failure;
use super::inbox::Inbox;
use super::picture::Admissions;
use super::seen::Seen;
use crate::discord::directs::Directs;
use crate::discord::time::DiscordClock;
use crate::matches::{Matches, Queues};

/// What handlers work with.
#[derive(Clone)]
pub struct Bot {
    /// All matches.
    pub(in crate::discord) matches: Matches,
    /// The client for first responses to interactions, which does not pass the limiter: Discord does not count them.
    pub(in crate::discord) responder: Arc<Http>,
    /// The latest requests.
    pub(in crate::discord) seen: Seen,
    /// What has arrived over the connection.
    pub(in crate::discord) arrivals: Arrivals,
    /// The direct messages that are not dealt with yet.
    pub(in crate::discord) inbox: Inbox,
    /// Who is checking in.
    pub(in crate::discord) checks: Queues,
    /// Who is waiting for a replay.
    pub(in crate::discord) replays: Admissions,
    /// The channels of direct messages.
    pub(in crate::discord) directs: Arc<Directs>,
    /// What learns Discord's time from everything that arrives.
    pub(in crate::discord) clock: Option<Arc<DiscordClock>>,
}

/// The context of a command.
pub(in crate::discord) type Context<'a> = poise::Context<'a, Bot, Failure>;

/// Returns the value that a user has filled in for an option, or is typing there.
pub(in crate::discord) fn filled_in(ctx: Context<'_>, key: &str) -> Option<String> {
    let poise::Context::Application(ctx) = ctx else { return None };
    ctx.args.iter().find(|option| option.name == key).and_then(|option| match option.value {
        ResolvedValue::Integer(number) => Some(number.to_string()),
        ResolvedValue::String(text) => Some(text.to_owned()),
        ResolvedValue::Autocomplete { value, .. } => Some(value.to_owned()),
        _ => None,
    })
}
