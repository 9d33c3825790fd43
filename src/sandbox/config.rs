//! Configuration of a sandbox, errors while starting one, and what the embedding program adds.

use std::{
    future::Future,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use serde_json::Value;
use trigon_clock::{Clock, SystemClock};

use super::{id::Id, journal::Retention, limits::RateLimits, permissions::Permissions};

/// The configuration of a sandbox.
#[derive(Clone)]
pub struct SandboxConfig {
    /// The address to listen on. Unless it is a loopback address, `page_key` should be set.
    pub address: IpAddr,
    /// The port, or 0 for any free port.
    pub port: u16,
    /// The key to the page, `/sandbox/…` and files: a browser presents it once as `?token=`, a script as
    /// `Authorization: Bearer`. If `None`, only programs on this machine have access, and web pages from elsewhere do
    /// not.
    pub page_key: Option<String>,
    /// The clock. Snowflakes and timestamps follow it, and so do the deadlines of interactions (3 seconds for the first
    /// response, 15 minutes for the token) and of nonces, unless its [`timeout_now`](Clock::timeout_now) says otherwise. A
    /// test that advances a [`HandClock`](trigon_clock::HandClock) by days between a click and its response therefore
    /// makes the interaction expire, as it would on Discord: let the bot respond first, then advance the clock.
    pub clock: Arc<dyn Clock>,
    /// The bot's user and application id. The token is derived from it, so with a fixed id the token stays the
    /// same from one start to the next. If `None`, a new snowflake is used.
    pub bot_id: Option<Id>,
    /// The bot's user name.
    pub bot_name: String,
    /// The permissions of the role that the bot gets in each guild.
    pub bot_permissions: Permissions,
    /// Whether the privileged intents (members, presences, message content) are enabled for the application. If
    /// they are not, identifying with one closes the gateway with 4014.
    pub privileged_intents: bool,
    /// The maximum real time that people wait for the bot, since a manual clock may never reach the deadline.
    pub response_timeout: Duration,
    /// The rate limits.
    pub limits: RateLimits,
    /// How much of the past is kept in memory.
    pub retention: Retention,
    /// The interval, in real time, at which clients of the gateway send heartbeats. A client that is late by half an
    /// interval is disconnected with 4009.
    pub heartbeat: Duration,
    /// The minimum number of shards that the bot has to use.
    pub shards: u64,
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            page_key: None,
            clock: Arc::new(SystemClock),
            bot_id: None,
            bot_name: "bot".to_owned(),
            bot_permissions: Permissions::DEFAULT,
            privileged_intents: false,
            response_timeout: Duration::from_mins(1),
            limits: RateLimits::discord(),
            retention: Retention::default(),
            heartbeat: Duration::from_millis(41_250),
            shards: 1,
        }
    }
}

impl std::fmt::Debug for SandboxConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SandboxConfig").field("port", &self.port).finish_non_exhaustive()
    }
}

/// An error while starting a sandbox.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The port is taken, or the address is not one of this machine.
    #[error("the sandbox cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
}

/// The future that an [`Extension`] returns: a result, such as what the page shows, or a sentence saying why nothing
/// was done.
pub type ExtensionFuture<'a, T = Value> = Pin<Box<dyn Future<Output = Result<T, String>> + Send + 'a>>;

/// Actions that the sandbox itself knows nothing about, such as players who act on their own.
pub trait Extension: Send + Sync {
    /// Returns a description for the page: `title` and `actions`, each with `name`, `label`, and, if it has them,
    /// `hint`, `fields` and `spoils`. A field has `name`, `label` and a `type`: `number` with `min`, `max` and `value`,
    /// or `choice` with `choices`, each with `value` and `label`. An action that `spoils` shows what is hidden from
    /// people.
    fn describe(&self) -> Value;

    /// Carries out an action with the values of its fields. The page shows `text`, and `sections` with `title`, `text`,
    /// `picture` (a `data:` address) and its `description`.
    fn act(&self, action: &str, fields: Value) -> ExtensionFuture<'_>;

    /// Returns when something happens next by itself, in Unix milliseconds; empty if nothing does. `None` means that it is
    /// not known, so the page looks for times in messages.
    fn due(&self) -> ExtensionFuture<'_, Option<Vec<i64>>> {
        Box::pin(async { Ok(None) })
    }

    /// Returns the data that [`open`](Self::open) needs. Called again if something happens in the sandbox meanwhile.
    fn save(&self) -> ExtensionFuture<'_> {
        Box::pin(async { Ok(Value::Null) })
    }

    /// Restores what was saved, which is null if there was no extension then. Calls `go_back`, which restores the
    /// sandbox itself, once nothing uses the sandbox any more. An error means that nothing has changed.
    fn open(&self, _saved: Value, go_back: Box<dyn FnOnce() + Send>) -> ExtensionFuture<'_, ()> {
        Box::pin(async move {
            go_back();
            Ok(())
        })
    }
}
