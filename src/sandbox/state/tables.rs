//! [`State`]: the tables of all stored objects.

use std::collections::{BTreeMap, HashMap, VecDeque};

use serde_json::Value;

use super::{Attachment, Channel, Guild, Interaction, Message, RegisteredCommand, User};
use crate::{
    events::{GatewayDoor, GatewaySessions},
    faults::Faults,
    id::{Id, IdSource},
    journal::{JournalEntry, RecentLog, Retention, SeenRequest},
    limits::Meter,
    permissions::Permissions,
};

/// A nonce that a message was sent with.
pub(crate) struct Nonce {
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) value: Value,
    pub(crate) message: Id,
    /// When it was sent, by `Clock::timeout_now`.
    pub(crate) sent: i64,
}

/// The tables.
pub(crate) struct State {
    /// The time at which the lock was last taken.
    pub(crate) now: i64,
    /// `Clock::timeout_now` at that time, by which responses and nonces expire.
    pub(crate) timeout_now: i64,
    /// The time of the next check for inactive threads.
    pub(super) next_archive_check: i64,
    pub(crate) ids: IdSource,
    /// The address `http://127.0.0.1:port`, for links to files.
    pub(crate) url: String,
    pub(crate) token: String,
    /// The number of times that the token was reset.
    pub(crate) resets: u32,
    /// The bot's user id, which is also the application's id, as for all bots created since 2016.
    pub(crate) bot: Id,
    pub(crate) bot_permissions: Permissions,
    pub(crate) privileged_intents: bool,
    pub(crate) shards: u64,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    pub(crate) commands: BTreeMap<Id, RegisteredCommand>,
    pub(crate) interactions: HashMap<Id, Interaction>,
    pub(crate) tokens: HashMap<String, Id>,
    pub(crate) files: HashMap<Id, Attachment>,
    /// Nonces that have to be unique, newest last.
    pub(crate) nonces: VecDeque<Nonce>,
    pub(crate) sessions: GatewaySessions,
    pub(crate) journal: RecentLog<JournalEntry>,
    pub(crate) faults: Faults,
    /// What new connections to the gateway meet.
    pub(crate) gateway_door: GatewayDoor,
    pub(crate) requests: RecentLog<SeenRequest>,
    pub(crate) meter: Meter,
    pub(crate) retention: Retention,
    /// The number of times that a saved sandbox was opened.
    pub(crate) openings: u32,
    /// The interactions, oldest first.
    pub(crate) interaction_order: VecDeque<Id>,
}

impl State {
    pub(crate) fn new_id(&mut self) -> Id {
        self.ids.next(self.now)
    }

    /// Cancels failures to come, and ends an outage of the gateway and the delay of direct messages.
    pub(crate) fn end_disturbances(&mut self) {
        self.faults.clear();
        self.gateway_door.open();
        self.sessions.hold_directs(false);
    }

    /// Returns an opaque string for tokens and session ids. It need not be unguessable on loopback.
    pub(crate) fn new_secret(&mut self, length: usize) -> String {
        let mut x = self.new_id().0 ^ 0x9E37_79B9_7F4A_7C15;
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        (0..length)
            .map(|_| {
                // xorshift spreads consecutive snowflakes over the whole alphabet.
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                char::from(letters[(x % letters.len() as u64) as usize])
            })
            .collect()
    }
}
