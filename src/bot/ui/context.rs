//! [`Bot`]: the state that handlers work with.

use std::sync::Arc;

use poise::serenity_prelude::{Http, ResolvedValue};

use super::arrivals::Arrivals;
use super::failure::{Failure, outdated};
use super::inbox::Inbox;
use super::latest_requests::LatestRequests;
use super::picture::Admissions;
use super::previews::Previews;
use super::shared::SharedMessages;
use super::work::Work;
use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::time::DiscordClock;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Matches, Queues};
use trigon_engine::season::Seasons;
use trigon_rules::text::typed;

/// The state that handlers work with.
#[derive(Clone)]
pub struct Bot {
    /// All matches.
    pub(crate) matches: Matches,
    /// All seasons.
    pub(crate) seasons: Seasons,
    /// The results that hosts were shown and have not booked.
    pub(crate) previews: Previews,
    /// The client for first responses to interactions, which bypasses the limiter, because Discord does not count them.
    pub(crate) responder: Arc<Http>,
    /// Counts what Discord refuses there, too.
    pub(crate) limiter: Limiter,
    /// The latest interactions and direct messages that this program has begun to handle.
    pub(crate) handled_requests: LatestRequests,
    /// The latest interactions to which this program has responded.
    pub(crate) responded: LatestRequests,
    /// The latest matches of whose creation this program has told their creators.
    pub(crate) created: LatestRequests,
    /// What has arrived over the connection.
    pub(crate) arrivals: Arrivals,
    /// The direct messages that have not been processed yet.
    pub(crate) inbox: Inbox,
    /// What is being done for people.
    pub(crate) work: Work,
    /// The people who are checking in.
    pub(crate) checks: Queues<UserId>,
    /// The people who are waiting for a replay.
    pub(crate) replays: Admissions,
    /// The channels of direct messages.
    pub(crate) directs: Arc<Directs>,
    /// The writer of messages that show matches to everyone.
    pub(crate) shared: Arc<dyn SharedMessages>,
    /// The clock that learns Discord's time from everything that arrives.
    pub(crate) clock: Option<Arc<DiscordClock>>,
}

impl Bot {
    /// Returns the state of a bot that has just been started, without a clock to teach.
    pub(crate) fn new(
        matches: Matches,
        seasons: Seasons,
        responder: Arc<Http>,
        limiter: Limiter,
        directs: Arc<Directs>,
        shared: Arc<dyn SharedMessages>,
    ) -> Self {
        Self {
            matches,
            seasons,
            responder,
            limiter,
            directs,
            shared,
            clock: None,
            previews: Previews::default(),
            handled_requests: LatestRequests::default(),
            responded: LatestRequests::default(),
            created: LatestRequests::default(),
            arrivals: Arrivals::default(),
            inbox: Inbox::default(),
            work: Work::default(),
            checks: Queues::default(),
            replays: Admissions::default(),
        }
    }
}

/// The context of a command.
pub(crate) type Context<'a> = poise::Context<'a, Bot, Failure>;

/// Returns the value that a user has filled in for an option, or is typing.
pub(crate) fn filled_in(ctx: Context<'_>, key: &str) -> Option<String> {
    let poise::Context::Application(ctx) = ctx else { return None };
    ctx.args.iter().find(|option| option.name == key).and_then(|option| match option.value {
        ResolvedValue::Integer(number) => Some(number.to_string()),
        ResolvedValue::Boolean(is_set) => Some(is_set.to_string()),
        ResolvedValue::String(text) => Some(typed(text)),
        ResolvedValue::Autocomplete { value, .. } => Some(typed(value)),
        _ => None,
    })
}

/// Returns the game's declaration of the command being used.
pub(crate) fn declared<T: 'static>(ctx: Context<'_>) -> Result<&'static T, Failure> {
    let declared = ctx.command().custom_data.downcast_ref::<&'static T>().copied();
    declared.ok_or_else(|| Failure::denied(outdated()))
}
