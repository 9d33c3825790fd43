//! [`Running`]: a bot that is connected, until it is stopped.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Http, ShardManager};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::BotError;
use super::supervisor::SILENCE_TIMEOUT;
use crate::limiter::{Limiter, Proxy};
use crate::link::{Health, Link};
use crate::ui::{Inbox, Work};

/// How long connections may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long what is being done for people may take to be finished when the bot stops.
const FINISH_TIMEOUT: Duration = Duration::from_secs(2);

/// How long messages that have already arrived may take to be stored when the bot stops.
const STORE_TIMEOUT: Duration = Duration::from_secs(1);

/// A bot that is connected, or about to be, as [`Bot::start`](crate::Bot::start) returns it. Dropping it closes the connection at
/// once; [`stop`](Self::stop) first finishes what is being done for people.
pub struct Running {
    pub(super) http: Arc<Http>,
    pub(super) shard_manager: Arc<ShardManager>,
    pub(super) phase_sender: PhaseSender,
    /// Follows what is noted with `phase_sender`.
    pub(super) phase: watch::Receiver<ConnectionPhase>,
    /// Reads what Discord’s gateway sends.
    pub(super) reader: JoinHandle<()>,
    pub(super) supervisor: JoinHandle<()>,
    /// Tells the supervisor to stop.
    pub(super) stop: Option<oneshot::Sender<()>>,
    pub(super) link: Option<Link>,
    pub(super) health: Health,
    pub(super) proxy: Option<Proxy>,
    pub(super) limiter: Limiter,
    pub(super) inbox: Inbox,
    pub(super) work: Work,
}

impl Running {
    /// Waits until the bot is connected. Fails if the connection is closed for good before that.
    pub async fn ready(&self) -> Result<(), BotError> {
        let mut phase = self.phase.clone();
        match phase.wait_for(|phase| *phase != ConnectionPhase::Starting).await.as_deref() {
            Ok(ConnectionPhase::Ended(Err(error))) => Err(error.clone()),
            Ok(ConnectionPhase::Ended(Ok(()))) | Err(_) => Err(BotError::Ended("it was stopped".to_owned())),
            Ok(_) => Ok(()),
        }
    }

    /// Waits until the connection is closed for good, which is an error unless this program has stopped it. Until then,
    /// it reconnects automatically.
    pub async fn ended(&self) -> Result<(), BotError> {
        let mut phase = self.phase.clone();
        match phase.wait_for(|phase| matches!(phase, ConnectionPhase::Ended(_))).await.as_deref() {
            Ok(ConnectionPhase::Ended(end)) => end.clone(),
            _ => Ok(()),
        }
    }

    /// Returns a handle that tells whether the bot is connected.
    pub fn connection(&self) -> Connection {
        Connection { health: self.health.clone(), phase: self.phase.clone(), limiter: self.limiter.clone() }
    }

    /// Returns the client for requests to Discord.
    pub fn http(&self) -> &Arc<Http> {
        &self.http
    }

    /// Disconnects. Undelivered messages stay in the store until the next start.
    pub async fn stop(mut self) {
        self.phase_sender.note(ConnectionPhase::Ended(Ok(())));
        self.inbox.close(STORE_TIMEOUT).await;
        drop(self.stop.take());
        // Once the supervisor has ended, no task uses the store any longer.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, &mut self.supervisor).await;
        self.shard_manager.shutdown_all().await;
        // A connection that does not close in time is dropped.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, &mut self.reader).await;
        self.link = None;
        self.work.stop(FINISH_TIMEOUT).await;
        // Requests that are under way may still be answered.
        if let Some(proxy) = self.proxy.take() {
            proxy.stop(CLOSE_TIMEOUT).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.supervisor.abort();
        self.reader.abort();
        self.inbox.abort();
        self.link = None;
        // Otherwise, serenity's own tasks would try to connect forever.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let shard_manager = self.shard_manager.clone();
            runtime.spawn(async move { shard_manager.shutdown_all().await });
        }
    }
}

/// A handle that tells whether a bot is connected.
#[derive(Clone)]
pub struct Connection {
    health: Health,
    phase: watch::Receiver<ConnectionPhase>,
    limiter: Limiter,
}

impl Connection {
    /// Returns whether all shards are currently connected.
    pub fn is_up(&self) -> bool {
        *self.phase.borrow() == ConnectionPhase::Ready && self.health.is_up()
    }

    /// Returns whether Discord has responded to requests recently, so that a connection can be expected.
    pub fn is_possible(&self) -> bool {
        self.limiter.has_answered_within(SILENCE_TIMEOUT)
    }
}

/// The state of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ConnectionPhase {
    Starting,
    Ready,
    Ended(Result<(), BotError>),
}

/// Notes the state of the connection. The first end counts.
#[derive(Clone)]
pub(super) struct PhaseSender(Arc<watch::Sender<ConnectionPhase>>);

impl PhaseSender {
    /// Begins with a connection that is being made.
    pub(super) fn new() -> (Self, watch::Receiver<ConnectionPhase>) {
        let (sender, receiver) = watch::channel(ConnectionPhase::Starting);
        (Self(Arc::new(sender)), receiver)
    }

    /// Notes that the connection has reached a phase, unless it has reached it before or has ended.
    pub(super) fn note(&self, new: ConnectionPhase) {
        self.0.send_if_modified(|phase| {
            let changes = match *phase {
                ConnectionPhase::Starting => true,
                ConnectionPhase::Ready => new != ConnectionPhase::Ready,
                ConnectionPhase::Ended(_) => false,
            };
            if changes {
                *phase = new;
            }
            changes
        });
    }

    /// Notes that the connection has ended because of an error.
    pub(super) fn note_end(&self, error: BotError) {
        self.note(ConnectionPhase::Ended(Err(error)));
    }
}

/// Notes that the connection has ended when it is dropped. The task of the supervisor holds one, so that its end is noted even if
/// it panics.
pub(super) struct EndWithSupervisor(pub(super) PhaseSender);

impl Drop for EndWithSupervisor {
    fn drop(&mut self) {
        self.0.note_end(BotError::Lost("the bot is no longer supervised".to_owned()));
    }
}
