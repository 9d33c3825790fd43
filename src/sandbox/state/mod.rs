//! The state of the sandbox, behind one lock.
//!
//! Each file contains one type with its JSON (`to_json`); this file contains the tables and the hub that guards
//! them. All changes go through [`Hub::write`], which first updates the time and finally wakes everyone who is
//! waiting for a change.

mod attachment;
mod channel;
mod command;
mod event;
mod guild;
mod interaction;
mod message;
mod posting;
mod user;

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;
use tokio::sync::watch;

pub use self::channel::ChannelKind;
pub(crate) use self::{
    attachment::{Attachment, Upload},
    channel::{Channel, Thread},
    command::Command,
    guild::{Guild, Member, Role},
    interaction::{Act, Interaction, InteractionKind, Shown, Standing},
    message::{
        EPHEMERAL, HAS_THREAD, LOADING, Message, MessageOrigin, REPLY, THREAD_CREATED, THREAD_STARTER,
    },
    posting::Post,
    user::User,
};
use super::{
    SandboxConfig,
    faults::Faults,
    gateway::Sessions,
    id::{Id, IdSource},
    journal::Journal,
    rest::SeenRequest,
};

/// The interval, by the sandbox's clock, at which inactive threads are archived.
const SWEEP_MILLIS: i64 = 60_000;

/// The tables.
pub(crate) struct State {
    /// The time at which the lock was last taken.
    pub(crate) now: i64,
    /// The time of the next check for inactive threads.
    next_sweep: i64,
    pub(crate) ids: IdSource,
    /// The address `http://127.0.0.1:port`, for links to files.
    pub(crate) url: String,
    pub(crate) token: String,
    /// The bot's user id, which is also the application's id, as for all bots created since 2016.
    pub(crate) bot: Id,
    pub(crate) bot_permissions: super::Permissions,
    pub(crate) privileged_intents: bool,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    pub(crate) commands: BTreeMap<Id, Command>,
    pub(crate) interactions: HashMap<Id, Interaction>,
    pub(crate) tokens: HashMap<String, Id>,
    pub(crate) files: HashMap<Id, Attachment>,
    /// Nonces that have to be unique: the channel, author, nonce and id of each message, newest last.
    pub(crate) nonces: VecDeque<(Id, Id, Value, Id)>,
    pub(crate) sessions: Sessions,
    pub(crate) journal: Journal,
    pub(crate) faults: Faults,
    pub(crate) requests: Vec<SeenRequest>,
}

impl State {
    pub(crate) fn new_id(&mut self) -> Id {
        self.ids.next(self.now)
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

/// The state with its lock and a bell that rings after every change.
pub(crate) struct Hub {
    pub(crate) config: SandboxConfig,
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

impl Hub {
    pub(crate) fn new(config: SandboxConfig, url: String) -> Self {
        let now = config.clock.now_millis();
        let mut ids = IdSource::default();
        let bot = config.bot_id.unwrap_or_else(|| ids.next(now));
        let token = super::token::bot_token(bot);
        let mut state = State {
            now,
            next_sweep: now,
            ids,
            url,
            token,
            bot,
            bot_permissions: config.bot_permissions,
            privileged_intents: config.privileged_intents,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: HashMap::new(),
            tokens: HashMap::new(),
            files: HashMap::new(),
            nonces: VecDeque::new(),
            sessions: Sessions::default(),
            journal: Journal::default(),
            faults: Faults::default(),
            requests: Vec::new(),
        };
        let mut user = User::new(bot, &config.bot_name);
        user.bot = true;
        state.users.insert(bot, user);
        Self { config, state: Mutex::new(state), changed: watch::Sender::new(()) }
    }

    /// Reads the state.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the state and wakes everyone who is waiting for a change.
    pub(crate) fn write<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.send_replace(());
        result
    }

    /// Changes something that nobody is waiting for.
    pub(crate) fn quietly<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.lock())
    }

    /// Returns a receiver that is notified after every change.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // At worst, a handler that panicked left an incomplete change in a simulation.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.now = self.config.clock.now_millis();
        if state.now >= state.next_sweep {
            state.next_sweep = state.now + SWEEP_MILLIS;
            state.archive_quiet_threads();
        }
        state
    }
}
