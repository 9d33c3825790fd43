//! The running sandbox in its owner's hands.

use std::{sync::Arc, time::Duration};

use tokio::{net::TcpListener, task::JoinHandle};

use super::{
    Cut, Fault, JournalEntry, SandboxConfig, SandboxError, SeenRequest, id::Id, people::wait_for, server,
    state::Hub,
};

/// A running sandbox; dropping it breaks all connections.
pub struct Sandbox {
    hub: Arc<Hub>,
    server: JoinHandle<()>,
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sandbox({})", self.url())
    }
}

impl Sandbox {
    /// Starts listening on loopback.
    pub async fn start(config: SandboxConfig) -> Result<Self, SandboxError> {
        let listener = TcpListener::bind(("127.0.0.1", config.port)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let hub = Arc::new(Hub::new(config, url));
        let server = tokio::spawn(server::run(listener, hub.clone()));
        Ok(Self { hub, server })
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// `http://127.0.0.1:port`; the API is below `/api/v10`.
    pub fn url(&self) -> String {
        self.hub.read(|s| s.url.clone())
    }

    /// The bot's token.
    pub fn token(&self) -> String {
        self.hub.read(|s| s.token.clone())
    }

    /// The bot's user id, which is the application's too.
    pub fn bot_id(&self) -> Id {
        self.hub.read(|s| s.bot)
    }

    /// Now, in unix milliseconds of the sandbox's clock.
    pub fn now_millis(&self) -> i64 {
        self.hub.config.clock.now_millis()
    }

    /// Waits until `done` says yes, looking after every change; `false` when `patience` (real time) is over.
    pub async fn wait_until(&self, patience: Duration, mut done: impl FnMut() -> bool) -> bool {
        wait_for(&self.hub, patience, || done().then_some(())).await.is_some()
    }

    /// As [`Sandbox::wait_until`], for something to be found.
    pub async fn wait_for<T>(&self, patience: Duration, look: impl FnMut() -> Option<T>) -> Option<T> {
        wait_for(&self.hub, patience, look).await
    }

    /// Waits until a client is connected and identified.
    pub async fn wait_connected(&self, patience: Duration) -> bool {
        self.wait_until(patience, || self.is_connected()).await
    }

    /// Whether a client is connected and identified.
    pub fn is_connected(&self) -> bool {
        self.hub.read(|s| s.sessions.is_connected())
    }

    /// The names of the commands registered globally (`None`) or in a guild.
    pub fn registered_commands(&self, guild: Option<Id>) -> Vec<String> {
        self.hub.read(|s| {
            let commands = s.commands.values().filter(|command| command.guild == guild);
            commands.map(|command| command.name().to_owned()).collect()
        })
    }

    /// The journal from entry `from` on.
    pub fn journal(&self, from: usize) -> Vec<JournalEntry> {
        self.hub.read(|s| s.journal.entries.get(from..).unwrap_or_default().to_vec())
    }

    /// Returns the requests to the API from request `from` on, in the order in which they were done.
    pub fn requests(&self, from: usize) -> Vec<SeenRequest> {
        self.hub.read(|s| s.requests.get(from..).unwrap_or_default().to_vec())
    }

    /// Lets the next `times` requests fail whose method (any if `None`) and path fit. The path is without
    /// `/api/v10`; `*` stands for one step and a final `**` for any rest: `/channels/*/messages`.
    pub fn fail_next(&self, method: Option<&str>, path: &str, times: u32, fault: Fault) {
        self.hub.write(|s| s.faults.order(method, path, times, fault));
    }

    /// How many failures ordered with [`Sandbox::fail_next`] have not struck yet.
    pub fn faults_pending(&self) -> u32 {
        self.hub.read(|s| s.faults.pending())
    }

    /// Forgets all failures that were ordered.
    pub fn clear_faults(&self) {
        self.hub.write(|s| s.faults.clear());
    }

    /// Disturbs all gateway connections.
    pub fn cut_gateway(&self, cut: Cut) {
        self.hub.write(|s| s.sessions.cut(cut));
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
        self.hub.write(|s| s.sessions.cut(Cut::BreakAndForget));
    }
}
