//! How a sandbox is set up, and why it may fail to start.

use std::{sync::Arc, time::Duration};

use super::{
    clock::{SandboxClock, SystemClock},
    id::Id,
    permissions::Permissions,
};

/// What a sandbox is started with.
#[derive(Clone)]
pub struct SandboxConfig {
    /// The port on 127.0.0.1, or 0 for any free one.
    pub port: u16,
    /// The clock that dates everything.
    pub clock: Arc<dyn SandboxClock>,
    /// The bot's user and application id, from which its token is made; fixed, it makes the token stay the
    /// same from one start to the next. `None`: a snowflake of the moment.
    pub bot_id: Option<Id>,
    /// The bot's user name.
    pub bot_name: String,
    /// What the role gives that the bot brings into each guild.
    pub bot_permissions: Permissions,
    /// Privileged intents (members, presences, message content) switched on for the application.
    /// Identifying with one that is not closes the gateway with 4014.
    pub privileged_intents: bool,
    /// How long, in real time, a driver's waits last at most; a hand-driven clock may never get there.
    pub patience: Duration,
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            port: 0,
            clock: Arc::new(SystemClock),
            bot_id: None,
            bot_name: "bot".to_owned(),
            bot_permissions: Permissions::DEFAULT,
            privileged_intents: false,
            patience: Duration::from_secs(10),
        }
    }
}

impl std::fmt::Debug for SandboxConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SandboxConfig").field("port", &self.port).finish_non_exhaustive()
    }
}

/// Why a sandbox could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The port is taken, or loopback is not to be had.
    #[error("the sandbox cannot listen on 127.0.0.1: {0}")]
    Listen(#[from] std::io::Error),
}
