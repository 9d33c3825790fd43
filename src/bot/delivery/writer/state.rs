//! [`State`]: what the writer remembers while it runs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::ui::Prefix;
use trigon_engine::ids::{MatchId, OutboxId, UserId};
use trigon_engine::matches::{Millis, QuestionId, WorkGuard};

/// How long a request whose outcome is not known may still take effect.
pub(super) const STRAY_LIFETIME: Millis = 60_000;

/// What the writer remembers while it runs. At worst, without it, a message is edited once more.
#[derive(Default)]
pub(super) struct State {
    /// The matches to look at.
    pub(super) due: BTreeMap<MatchId, Due>,
    /// The number of presses that are being handled, by match: their responses will do.
    pub(super) expected: HashMap<MatchId, usize>,
    /// What a player who decides in public has chosen so far, by match.
    pub(super) drafts: HashMap<MatchId, (QuestionId, Prefix)>,
    /// What messages said when they were sent, by row of the outbox, in short.
    pub(super) sent: HashMap<OutboxId, String>,
    /// The messages of which an earlier request may still take effect.
    pub(super) unsure: HashMap<OutboxId, Unsure>,
    /// What Discord was given of messages and is not yet stored.
    pub(super) given: BTreeMap<OutboxId, Option<String>>,
    /// The version of each match when everything was as it should be.
    pub(super) seen: HashMap<MatchId, i64>,
    /// The matches whose messages have been compared.
    pub(super) compared: HashSet<MatchId>,
    /// The players of matches who have drawn something on a pad since they were last asked.
    pub(super) drawn: HashSet<(MatchId, UserId)>,
}

/// A match to look at.
#[derive(Default)]
pub(super) struct Due {
    /// When to look at it.
    pub(super) at: Millis,
    /// The number of failures in a row.
    pub(super) failures: u32,
    /// Counts as being delivered, unless it waits for something outside.
    pub(super) in_hand: Vec<Arc<WorkGuard>>,
}

/// A message of which an earlier request may still take effect.
pub(super) struct Unsure {
    /// Until when it may.
    pub(super) until: Millis,
    /// What Discord was given since.
    pub(super) given: String,
}
