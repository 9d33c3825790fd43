//! A stage that is set: the embedded Discord, a store, matches, and delivery between them.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude::{Http, HttpBuilder};
use tokio::task::JoinHandle;
use trigon::bot::limiter::{Limiter, Rate};
use trigon::bot::{Directs, delivery};
use trigon::games::triforce_building::{State, TriforceBuilding};
use trigon::games::{Registry, Value, Values};
use trigon::games::{Seed, Session};
use trigon::ids::MatchId;
use trigon::matches::{Command, HandClock, Match, Matches, NewMatch, Person, RosterEntry, Terms};
use trigon::rehearsal::{Server, member};
use trigon::sandbox::{self, GuildHandle, Id, RateLimits, Sandbox, SandboxConfig, SeenMessage};
use trigon::simulate::roster;
use trigon::store::{OutboxRow, Store};

use crate::database::Database;
use crate::openapi;

/// A Friday evening.
pub(crate) const START: i64 = 1_763_748_000_000;

/// The number of messages that a channel gets when a match is created: the sign-up post, and the hash of its seed below it.
pub(crate) const CREATED: usize = 2;

/// The beginning of the message with the hash of the seed.
pub(crate) const HASH: &str = "-# 🔒 Match ";

/// How long before that the bot joined the server.
pub(crate) const BEFORE: Duration = Duration::from_mins(10);

pub(crate) const NAMES: [&str; 7] = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"];

pub(crate) struct Stage {
    pub(crate) sandbox: Arc<Sandbox>,
    pub(crate) guild: GuildHandle,
    pub(crate) arena: Id,
    pub(crate) host: sandbox::Person,
    /// The players in the order of their seats.
    pub(crate) players: Vec<sandbox::Person>,
    pub(crate) matches: Matches,
    pub(crate) http: Arc<Http>,
    pub(crate) clock: Arc<HandClock>,
    delivery: Option<JoinHandle<()>>,
    /// Kept for as long as it is used.
    pub(crate) database: Database,
}

/// Returns the usual terms of the main game.
pub(crate) fn usual() -> Terms {
    Terms::usual(Registry::standard().main())
}

/// Returns terms for seven players, without a pregame.
pub(crate) fn seven() -> Terms {
    Terms { players: 7, pregame_hours: 0, ..usual() }.with("board", Value::Text("triangle:5".to_owned()))
}

impl Stage {
    /// Sets up everything but delivery.
    pub(crate) async fn set() -> Self {
        Self::set_with(SandboxConfig::default()).await
    }

    /// Like [`Self::set`], with limits that have nothing to do with the number of requests.
    pub(crate) async fn limited(limits: RateLimits) -> Self {
        Self::set_to(SandboxConfig::default(), limits).await
    }

    /// Like [`Self::set`], with another configuration of Discord, except for its clock, which is always ours. Its
    /// limits are off, so that tests need not wait for them.
    pub(crate) async fn set_with(config: SandboxConfig) -> Self {
        Self::set_to(config, RateLimits::off()).await
    }

    /// Like [`Self::set`], with a bot of several shards and a database that several processes can share. Returns `None`
    /// on a machine without one.
    pub(crate) async fn shared(shards: u64) -> Option<Self> {
        let database = Database::postgres().await?;
        let config = SandboxConfig { shards, ..SandboxConfig::default() };
        Some(Self::set_in(database, config, RateLimits::off()).await)
    }

    async fn set_to(config: SandboxConfig, limits: RateLimits) -> Self {
        Self::set_in(Database::chosen().await, config, limits).await
    }

    async fn set_in(database: Database, config: SandboxConfig, limits: RateLimits) -> Self {
        // The bot has been in the server for a while when a test begins.
        let clock = Arc::new(HandClock::new(START - BEFORE.as_millis() as i64));
        let config = SandboxConfig { clock: clock.clone(), limits, ..config };
        let names = NAMES.map(str::to_lowercase);
        let people = [&["hana".to_owned()], &names[..]].concat();
        let Server { sandbox, guild, hall: arena, mut people } =
            Server::open(config, ["Table", "arena"], &people).await.unwrap();
        let players = people.split_off(1);
        let host = people.remove(0);
        let store = Store::open(database.url()).await.unwrap();
        let matches = Matches::new(store, clock.clone()).with_seeds(Arc::new(|| Ok(Seed::from([7; 32]))));
        let http = HttpBuilder::new(sandbox.token()).proxy(sandbox.url()).ratelimiter_disabled(true).build();
        let http = Arc::new(http);
        clock.advance(BEFORE);
        Self { sandbox, guild, arena, host, players, matches, http, clock, delivery: None, database }
    }

    /// Like [`Self::set`], with delivery.
    pub(crate) async fn running() -> Self {
        let mut stage = Self::set().await;
        stage.start_delivery();
        stage
    }

    pub(crate) fn start_delivery(&mut self) {
        self.start_delivery_with(Directs::unlimited);
    }

    /// Starts delivery with a pace for opening direct messages.
    pub(crate) fn start_delivery_with(&mut self, directs: fn(Store) -> Directs) {
        self.delivery = Some(self.deliver(directs));
    }

    /// Starts another delivery, as another process would.
    pub(crate) fn deliver(&self, directs: fn(Store) -> Directs) -> JoinHandle<()> {
        let (matches, token) = (self.matches.clone(), self.http.token().to_owned());
        let directs = Arc::new(directs(matches.store().clone()));
        let limiter = Limiter::new(&self.sandbox.url(), Rate::unlimited(), "DiscordBot (test, 1)").unwrap();
        tokio::spawn(async move { delivery::run(matches, limiter, &token, directs).await })
    }

    /// Stops delivery wherever it is.
    pub(crate) async fn stop_delivery(&mut self) {
        if let Some(task) = self.delivery.take() {
            task.abort();
            let _ = task.await;
        }
    }

    pub(crate) fn host(&self) -> Person {
        member(&self.host, &self.guild, true)
    }

    pub(crate) async fn create(&self, options: Terms) -> MatchId {
        self.create_called("Hidden Garden", options).await
    }

    pub(crate) async fn create_called(&self, title: &str, options: Terms) -> MatchId {
        self.create_in(self.arena, title, options).await
    }

    pub(crate) async fn create_in(&self, channel: Id, title: &str, options: Terms) -> MatchId {
        let new = NewMatch {
            game: "triforce-building".to_owned(),
            guild_id: self.guild.id().0.into(),
            channel_id: channel.0.into(),
            title: title.to_owned(),
            terms: options,
        };
        self.matches.create(&self.host(), new).await.unwrap().id
    }

    /// Seats everybody, the first with the highest priority and two garnets.
    pub(crate) async fn seat_all(&self, id: MatchId, names: &[&str]) {
        let game = self.matches.games().get("triforce-building").unwrap();
        let fields = roster(&*game, self.players.len() as u8);
        let entry = |((person, name), fields): ((&sandbox::Person, &&str), Values)| {
            let (user_id, name) = (person.id().0.into(), (*name).to_owned());
            RosterEntry { user_id, name, renames: true, fields }
        };
        let entries = self.players.iter().zip(names).zip(fields).map(entry).collect();
        let roster = Command::Roster(entries);
        self.matches.ask(id, &self.host(), roster).await.unwrap();
    }

    /// Begins round 1 of a match of seven.
    pub(crate) async fn begun(&self, options: Terms) -> MatchId {
        let id = self.create(options).await;
        self.seat_all(id, &NAMES).await;
        self.matches.ask(id, &self.host(), Command::Start).await.unwrap();
        id
    }

    pub(crate) async fn load(&self, id: MatchId) -> Arc<Match> {
        self.matches.load(id).await.unwrap()
    }

    /// Waits until `pending` messages are left to be sent.
    pub(crate) async fn pending(&self, id: MatchId, pending: i64) {
        for _ in 0..1_500 {
            let left = self.matches.store().pending_count(id).await.unwrap();
            if left == pending && !self.matches.is_delivering() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let left = self.matches.store().pending_count(id).await.unwrap();
        panic!("{left} messages are pending, not {pending}");
    }

    /// Waits until a message has been tried this many times.
    pub(crate) async fn tried(&self, attempts: i64) -> OutboxRow {
        for _ in 0..1_500 {
            let rows = self.matches.store().deliverable(i64::MAX, 100).await.unwrap();
            if let Some(row) = rows.into_iter().find(|row| row.attempts >= attempts) {
                return row;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no message was tried {attempts} times");
    }

    pub(crate) fn posted(&self) -> Vec<SeenMessage> {
        self.host.view(self.arena)
    }

    pub(crate) async fn end(mut self) {
        self.stop_delivery().await;
        openapi::assert_followed(&self.sandbox.requests(0));
        self.matches.store().close().await;
    }
}

/// Returns what the game itself knows about a match.
pub(crate) fn state(game: &Match) -> &State {
    let table = game.session.as_ref().unwrap();
    table.as_any().downcast_ref::<Session<TriforceBuilding>>().unwrap().state()
}
