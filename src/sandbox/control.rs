//! Control over a running sandbox.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use serde_json::Value;
use tokio::task::JoinHandle;

use super::{
    Cut, Door, Extension, Fault, JournalEntry, SandboxConfig, SandboxError, SeenRequest,
    id::Id,
    people::{GuildHandle, NewPerson, Person, new_guild, new_person},
    saving::{self, SavingError},
    server,
    state::{Hub, State},
};

/// A running sandbox. Dropping it breaks all connections.
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
    /// Starts listening.
    pub async fn start(config: SandboxConfig) -> Result<Self, SandboxError> {
        let address = SocketAddr::new(config.address, config.port);
        let failed = |error| SandboxError::Listen(address, error);
        let listener = server::listen(address).await.map_err(failed)?;
        let mut local = listener.local_addr().map_err(failed)?;
        if local.ip().is_unspecified() {
            // The unspecified address includes this machine's loopback.
            local.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        let url = format!("http://{local}");
        let hub = Arc::new(Hub::new(config, url));
        let server = tokio::spawn(server::run(listener, hub.clone()));
        Ok(Self { hub, server })
    }

    /// Returns the address, such as `http://127.0.0.1:8080`. The API is at `/api/v10`.
    pub fn url(&self) -> String {
        self.hub.read(|s| s.url.clone())
    }

    /// Returns the bot's token.
    pub fn token(&self) -> String {
        self.hub.read(|s| s.token.clone())
    }

    /// Returns the bot's user id, which is also the application's id.
    pub fn bot_id(&self) -> Id {
        self.hub.read(|s| s.bot)
    }

    /// Creates a person who is not in any guild yet.
    pub fn create_person(&self, new: NewPerson) -> Person {
        new_person(&self.hub, new)
    }

    /// Creates another application's bot, which is in no guild yet. It writes as a person does.
    pub fn create_other_bot(&self, name: &str) -> Person {
        let person = self.create_person(NewPerson::named(name));
        self.hub.write(|s| {
            if let Some(user) = s.users.get_mut(&person.id) {
                user.bot = true;
            }
        });
        person
    }

    /// Creates a guild that belongs to `owner`. The bot is a member with its own role.
    pub fn create_guild(&self, name: &str, owner: &Person) -> GuildHandle {
        new_guild(&self.hub, name, owner, State::new_id)
    }

    /// Creates a guild whose events go to `shard`, counted from 0, out of the configured number of shards.
    pub fn create_guild_on_shard(&self, name: &str, owner: &Person, shard: u64) -> GuildHandle {
        new_guild(&self.hub, name, owner, |s| {
            let (now, shards) = (s.now, s.shards);
            s.ids.next_on_shard(now, shard, shards)
        })
    }

    /// Returns all people.
    pub fn people(&self) -> Vec<Person> {
        self.hub.read(|s| {
            let people = s.users.values().filter(|user| !user.bot);
            people.map(|user| Person { hub: self.hub.clone(), id: user.id }).collect()
        })
    }

    /// Returns all guilds.
    pub fn guilds(&self) -> Vec<GuildHandle> {
        self.hub.read(|s| s.guilds.keys().map(|id| GuildHandle { hub: self.hub.clone(), id: *id }).collect())
    }

    /// Adds actions to the page and to `/sandbox/extension/…`, replacing any that were added before.
    pub fn extend(&self, extension: Arc<dyn Extension>) {
        self.hub.extend(extension);
    }

    /// Returns everything in the sandbox, including what the [`Extension`] adds, as a JSON document for
    /// [`open`](Self::open).
    ///
    /// # Errors
    /// Returns an error if the bot is never idle long enough, or if the extension cannot save its part.
    pub async fn save(&self) -> Result<String, SavingError> {
        saving::save(&self.hub).await
    }

    /// Restores what this or another sandbox saved. Bots lose their connections, and interactions they have not
    /// responded to are forgotten. Handles to people and servers that did not exist at that time no longer refer to
    /// anything.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if this is not a saved sandbox, if the clock cannot be set, or if the
    /// extension cannot open its part.
    pub async fn open(&self, document: &[u8]) -> Result<(), SavingError> {
        saving::open(&self.hub, document).await
    }

    /// Returns the current time of the sandbox's clock in Unix milliseconds.
    pub fn now_millis(&self) -> i64 {
        self.hub.config.clock.now()
    }

    /// Waits until `done` returns `true`, checking after every change. Returns `false` if `timeout`, in real time,
    /// runs out.
    pub async fn wait_until(&self, timeout: Duration, mut done: impl FnMut() -> bool) -> bool {
        self.hub.wait_for(timeout, || done().then_some(())).await.is_some()
    }

    /// Waits like [`Sandbox::wait_until`] until `look` returns something.
    pub async fn wait_for<T>(&self, timeout: Duration, look: impl FnMut() -> Option<T>) -> Option<T> {
        self.hub.wait_for(timeout, look).await
    }

    /// Waits until a client is connected and identified.
    pub async fn wait_connected(&self, timeout: Duration) -> bool {
        self.wait_until(timeout, || self.is_connected()).await
    }

    /// Returns whether a client is connected and identified.
    pub fn is_connected(&self) -> bool {
        self.hub.read(|s| s.sessions.is_connected())
    }

    /// Returns the number of shards on which a client is connected and identified. Direct messages go only to the first
    /// shard.
    pub fn connected_shards(&self) -> usize {
        self.hub.read(|s| s.sessions.connected_shards())
    }

    /// Returns the names of the commands registered in a guild, or globally if `guild` is `None`.
    pub fn registered_commands(&self, guild: Option<Id>) -> Vec<String> {
        self.hub.read(|s| {
            let commands = s.commands.values().filter(|command| command.guild == guild);
            commands.map(|command| command.name().to_owned()).collect()
        })
    }

    /// Returns the number that the next entry of the journal will have.
    pub fn journal_end(&self) -> usize {
        self.hub.read(|s| s.journal.end())
    }

    /// Returns the journal entries that are still kept, from number `from` on.
    pub fn journal(&self, from: usize) -> Vec<JournalEntry> {
        self.hub.read(|s| s.journal.since(from))
    }

    /// Returns the API requests that are still kept, from request `from` on, in the order in which they were carried
    /// out.
    pub fn requests(&self, from: usize) -> Vec<SeenRequest> {
        self.hub.read(|s| s.requests.since(from))
    }

    /// Returns the number of requests that were refused because of a rate limit.
    pub fn rate_limited(&self) -> u64 {
        self.hub.read(|s| s.meter.refused)
    }

    /// Makes the next `times` requests that match a method (any if `None`) and a path fail. The path does not include
    /// `/api/v10`; `*` matches one segment and a final `**` any number, as in `/channels/*/messages`. The method
    /// `WEBSOCKET` with the path `/` means connections to the gateway.
    pub fn fail_next(&self, method: Option<&str>, path: &str, times: u32, fault: Fault) {
        self.hub.write(|s| s.faults.inject(method, path, times, fault));
    }

    /// Returns the number of failures set up with [`Sandbox::fail_next`] that have not occurred yet.
    pub fn faults_pending(&self) -> u32 {
        self.hub.read(|s| s.faults.pending())
    }

    /// Returns the number of requests that have met a failure set up with this method and this path, which have to be
    /// written as they were in [`Sandbox::fail_next`].
    pub fn faults_met(&self, method: Option<&str>, path: &str) -> u32 {
        self.hub.read(|s| s.faults.met(method, path))
    }

    /// Cancels all failures that have not occurred yet, and ends an outage of the gateway and the delay of direct messages.
    pub fn clear_faults(&self) {
        self.hub.write(State::end_disturbances);
    }

    /// Holds back the bot's events of direct messages, including what people press in them, while those of guilds come at
    /// once: Discord does not order the two kinds among each other. When this ends, they come in order.
    pub fn hold_directs(&self, on: bool) {
        self.hub.write(|s| s.sessions.hold_directs(on));
    }

    /// Has new connections to the gateway meet something else than a session for some real time. Connections that are in
    /// use go on, unless [`cut_gateway`](Self::cut_gateway) disturbs them.
    pub fn shut_gateway(&self, door: Door, time: Duration) {
        self.hub.write(|s| s.gateway_door.shut(door, time));
    }

    /// Disturbs all gateway connections.
    pub fn cut_gateway(&self, cut: Cut) {
        self.hub.write(|s| s.sessions.cut(cut, None));
    }

    /// Disturbs the gateway connections of one shard.
    pub fn cut_shard(&self, shard: u64, cut: Cut) {
        self.hub.write(|s| s.sessions.cut(cut, Some(shard)));
    }

    /// Sends the bot an event that Discord would not: any data under any name. Nothing else in the sandbox changes.
    pub fn forge_event(&self, name: &str, data: &Value) {
        self.hub.write(|s| s.sessions.send_to_all(name, &data.to_string()));
    }

    /// Returns the names and data of the latest events that a connected bot was sent, oldest first.
    pub fn latest_events(&self) -> Vec<(String, Value)> {
        let latest = self.hub.read(|s| s.sessions.latest());
        let events = latest.iter().filter_map(|event| serde_json::from_str::<Value>(event).ok());
        events
            .map(|mut event| (event["t"].as_str().unwrap_or_default().to_owned(), event["d"].take()))
            .collect()
    }

    /// Sends an interaction to the bot once more, with the same id and token, and returns whether it exists.
    pub fn repeat_interaction(&self, id: Id) -> bool {
        self.hub.write(|s| s.send_interaction(id))
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
        self.hub.write(|s| s.sessions.cut(Cut::BreakAndForget, None));
    }
}
