//! [`Hub`]: the state behind its lock.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::Duration,
};

use tokio::sync::watch;

use super::{State, User};
use crate::{
    config::{Extension, SandboxConfig},
    events::{GatewayDoor, GatewaySessions},
    faults::Faults,
    id::{Id, IdSource, bot_token},
    journal::RecentLog,
    limits::Meter,
};

/// The interval, by the sandbox's clock, at which inactive threads are archived.
const ARCHIVE_CHECK_MILLIS: i64 = 60_000;

/// The interval at which to check even without a change, because the clock may have been moved.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The state with its lock and a bell that rings after every change.
pub(crate) struct Hub {
    pub(crate) config: SandboxConfig,
    /// What the embedding program adds.
    extension: RwLock<Option<Arc<dyn Extension>>>,
    state: Mutex<State>,
    changed: watch::Sender<()>,
    /// Whom each shared stream shows, by the key of the stream and the name of the feed; `None` for the bot.
    shared: Mutex<BTreeMap<String, Feeds>>,
}

/// Whom a shared stream shows, by the name of the feed; `None` for the bot.
pub(crate) type Feeds = BTreeMap<String, Option<Id>>;

impl Hub {
    pub(crate) fn new(config: SandboxConfig, url: String) -> Self {
        let (now, timeout_now) = (config.clock.now(), config.clock.timeout_now());
        let mut ids = IdSource::default();
        let bot = config.bot_id.unwrap_or_else(|| ids.next(now));
        let token = bot_token(bot, 0);
        let mut state = State {
            now,
            timeout_now,
            next_archive_check: now,
            ids,
            url,
            token,
            resets: 0,
            bot,
            bot_permissions: config.bot_permissions,
            privileged_intents: config.privileged_intents,
            shards: config.shards.max(1),
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: HashMap::new(),
            tokens: HashMap::new(),
            files: HashMap::new(),
            nonces: VecDeque::new(),
            sessions: GatewaySessions::new(config.retention.sessions),
            journal: RecentLog::new(config.retention.journal),
            faults: Faults::default(),
            gateway_door: GatewayDoor::default(),
            requests: RecentLog::new(config.retention.requests),
            retention: config.retention,
            openings: 0,
            interaction_order: VecDeque::new(),
            meter: Meter::new(config.limits.clone()),
        };
        let mut user = User::new(bot, &config.bot_name);
        user.bot = true;
        state.users.insert(bot, user);
        let (state, changed) = (Mutex::new(state), watch::Sender::new(()));
        Self { config, extension: RwLock::default(), state, changed, shared: Mutex::default() }
    }

    fn shared(&self) -> MutexGuard<'_, BTreeMap<String, Feeds>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a shared stream, which shows nobody yet.
    pub(crate) fn open_shared(&self, stream: &str) {
        self.shared().insert(stream.to_owned(), Feeds::new());
    }

    /// Closes a shared stream.
    pub(crate) fn close_shared(&self, stream: &str) {
        self.shared().remove(stream);
    }

    /// Sets whom a shared stream shows, and returns whether there is such a stream.
    pub(crate) fn set_feeds(&self, stream: &str, feeds: Feeds) -> bool {
        let is_open = self.shared().get_mut(stream).map(|known| *known = feeds).is_some();
        self.changed.send_replace(());
        is_open
    }

    /// Returns whom a shared stream shows.
    pub(crate) fn feeds_of(&self, stream: &str) -> Feeds {
        self.shared().get(stream).cloned().unwrap_or_default()
    }

    /// Returns what the embedding program adds.
    pub(crate) fn extension(&self) -> Option<Arc<dyn Extension>> {
        self.extension.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn extend(&self, extension: Arc<dyn Extension>) {
        *self.extension.write().unwrap_or_else(PoisonError::into_inner) = Some(extension);
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
    pub(crate) fn write_silently<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.lock())
    }

    /// Returns a receiver that is notified after every change.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Checks after every change until `look` returns something. Returns `None` if `timeout`, in real time, runs out.
    pub(crate) async fn wait_for<T>(&self, timeout: Duration, look: impl FnMut() -> Option<T>) -> Option<T> {
        wait_on(self.changes(), timeout, look).await
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // At worst, a handler that panicked left an incomplete change in a simulation.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.now = self.config.clock.now();
        state.sessions.sent.now = state.now;
        state.timeout_now = self.config.clock.timeout_now();
        if state.now >= state.next_archive_check {
            state.next_archive_check = state.now + ARCHIVE_CHECK_MILLIS;
            state.archive_quiet_threads();
        }
        state
    }
}

/// Waits like [`Hub::wait_for`], but for a single bell: if a hundred people wait for responses, a response to one of
/// them should not wake all the others.
pub(crate) async fn wait_on<T>(
    mut changes: watch::Receiver<()>,
    timeout: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> Option<T> {
    let watch = async {
        loop {
            changes.borrow_and_update();
            if let Some(found) = look() {
                return found;
            }
            // After a timeout, or if the channel is closed, simply check again.
            let _ = tokio::time::timeout(POLL_INTERVAL, changes.changed()).await;
        }
    };
    tokio::time::timeout(timeout, watch).await.ok()
}
