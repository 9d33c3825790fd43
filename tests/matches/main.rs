//! What matches owe to hosts and players, with a database and a clock that is moved by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod absence;
mod ahead;
mod alternates;
mod bank;
mod beacon;
mod calendar;
mod clocks;
mod complaints;
mod computed;
mod consent;
#[path = "../database/mod.rs"]
mod database;
mod derived;
mod fair;
mod falls_due;
mod forgotten;
mod host;
mod lent;
mod moved;
mod old;
mod onlookers;
mod outages;
mod parts;
mod planned;
#[path = "../random/mod.rs"]
mod random;
mod resigning;
mod roles;
mod roster;
mod rounds;
mod rush;
mod sealed;
mod season;
mod seats;
mod secrets;
mod sequences;
mod store;
mod stored;
mod stuck;
mod talk;
mod templates;
mod time;
#[path = "../toys/mod.rs"]
mod toys;
#[cfg(unix)]
mod trips;
mod turn_seats;
mod turns;
mod undo;
mod upgrade;
mod weekly;

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use database::Database;
use trigon::games::{AnySession, By, Info, Level, Move, Registry, Seat, Seed, Value, Values, Viewer};
use trigon::ids::{ChannelId, GuildId, MatchId, MessageId, UserId};
use trigon::matches::{
    Act, Actor, Bank, Command, Control, Denied, EntryContent, HOUR, HandClock, LastCall, Limits, Match,
    MatchError, Matches, Millis, NewMatch, Notice, OfferKind, Person, Power, Proposal, QuestionId, RIGHTS,
    Request, Role, RosterEntry, Status, Terms,
};
use trigon::store::{DeliveryOutcome, OutboxRow, Store, Target};

const NOON: Millis = 1_800_000_000_000;
const GUILD: GuildId = GuildId(10);
const CHANNEL: ChannelId = ChannelId(20);
const HOST: UserId = UserId(30);

/// Records the matches for which it was called.
#[derive(Default)]
struct Notes(Mutex<Vec<MatchId>>);

impl LastCall for Notes {
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        _: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        self.0.lock().unwrap().extend(matches);
        Box::pin(async {})
    }

    fn arrived<'a>(&'a self, _: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

/// A database of a test's own with everything around it, which is gone when this is dropped.
struct Hall {
    database: Database,
    clock: Arc<HandClock>,
    matches: Matches,
}

/// Returns the number of the round that is being played.
fn round(session: &dyn AnySession) -> Option<u32> {
    session.phase().id.strip_prefix("round-")?.parse().ok()
}

impl Hall {
    /// Opens an empty database, at noon.
    async fn new() -> Self {
        Self::opened_at(NOON).await
    }

    /// Like [`Self::new`], at another time.
    async fn opened_at(now: Millis) -> Self {
        let database = Database::chosen().await;
        let clock = Arc::new(HandClock::new(now));
        let matches = open(&database, &clock).await;
        Self { database, clock, matches }
    }

    /// Returns another process over the same store.
    async fn other_process(&self) -> Matches {
        open(&self.database, &self.clock).await
    }

    /// Creates a match with these terms.
    async fn create(&self, options: Terms) -> MatchId {
        let new = NewMatch {
            game: "triforce-building".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: "Friday".to_owned(),
            terms: options,
        };
        self.matches.create(&host(), new).await.unwrap().id
    }

    /// Creates a match with a whole roster: seat n is user 100 + n with priority n and two garnets.
    async fn seated(&self, options: Terms) -> MatchId {
        let players = options.players;
        let id = self.create(options).await;
        let all: Vec<RosterEntry> = (1..=i64::from(players)).map(seat).collect();
        self.matches.ask(id, &host(), Command::Roster(all)).await.unwrap();
        id
    }

    /// Creates a match, and begins round 1.
    async fn running(&self, options: Terms) -> MatchId {
        let id = self.seated(Terms { pregame_hours: 0, ..options }).await;
        self.matches.ask(id, &host(), Command::Start).await.unwrap();
        id
    }

    /// Returns a match as it is stored.
    async fn load(&self, id: MatchId) -> Arc<Match> {
        self.matches.load(id).await.unwrap()
    }

    async fn round(&self, id: MatchId) -> u32 {
        round(self.load(id).await.session.as_deref().unwrap()).unwrap()
    }

    /// Moves the clock to this many hours after noon, and does what is due then.
    async fn at(&self, hours: i64) {
        self.clock.set(NOON + hours * HOUR);
        self.matches.meet_all().await.unwrap();
    }

    /// Returns everything to be sent that has not been looked at yet, in order.
    async fn told(&self) -> Vec<(Target, Notice)> {
        let mut told = Vec::new();
        loop {
            let rows = self.matches.store().deliverable(i64::MAX, 100).await.unwrap();
            if rows.is_empty() {
                return told;
            }
            for OutboxRow { id, target, notice, .. } in rows {
                self.matches.store().mark(id, NOON, &DeliveryOutcome::Sent(MessageId(1))).await.unwrap();
                told.push((target, serde_json::from_str(&notice).unwrap()));
            }
        }
    }

    /// Returns the users who were told directly, and how often the channel was.
    async fn reached(&self) -> (Vec<UserId>, usize) {
        let told = self.told().await;
        let user = |(target, _): &(Target, Notice)| match target {
            Target::User(id) => Some(*id),
            Target::Channel(_) => None,
        };
        let mut users: Vec<UserId> = told.iter().filter_map(user).collect();
        users.sort_unstable();
        let channel = told.len() - users.len();
        (users, channel)
    }

    /// Parses an action in a match.
    async fn read(&self, id: MatchId, action: &str) -> Move {
        self.load(id).await.playing().unwrap().parse(action).unwrap()
    }

    /// Returns the command for an action that is typed in a match.
    async fn typed(&self, id: MatchId, action: &str) -> Command {
        Command::Act(Act::new(self.read(id, action).await))
    }

    /// Plays an action as the player of a seat.
    async fn act(&self, id: MatchId, seat: i64, action: &str) -> Result<(), Denied> {
        denied(self.matches.act(id, UserId(100 + seat), action).await.map(|_| ()))
    }
}

/// Opens matches in a database with a clock.
async fn open(database: &Database, clock: &Arc<HandClock>) -> Matches {
    let store = Store::open(database.url()).await.unwrap();
    Matches::new(store, clock.clone()).with_seeds(Arc::new(|| Ok(Seed::from([7; 32]))))
}

/// Returns the usual terms of the main game.
fn usual() -> Terms {
    Terms::usual(Registry::standard().main())
}

/// Returns terms for seven players on the smallest board that has room for them.
fn seven() -> Terms {
    Terms { players: 7, ..usual() }.with("board", Value::Text("triangle:5".to_owned()))
}

/// Returns the line of a player in the roster: user 101 in seat 1, and so on.
fn seat(number: i64) -> RosterEntry {
    let mut fields = Values::default();
    fields.set("priority", Value::Number(number));
    fields.set("garnets", Value::Number(2));
    RosterEntry { user_id: UserId(100 + number), name: format!("Player {number}"), renames: true, fields }
}

/// Agrees to what is asked about a seat: to hand it over, or to take it.
fn accept_seat(seat: Seat) -> Command {
    Command::AnswerHandover { seat, number: None, accept: true }
}

/// Refuses what is asked about a seat.
fn decline_seat(seat: Seat) -> Command {
    Command::AnswerHandover { seat, number: None, accept: false }
}

/// Returns the notice about an action in a game of turns.
fn news(turned: bool, deadline: Option<Millis>) -> Notice {
    Notice::News { deadline, turned, unreachable: Vec::new(), pressed: None }
}

/// Returns the last entry of a log, if it is a control event.
fn last_event(game: &Match) -> Option<&Control> {
    game.log.last().and_then(|entry| entry.control())
}

/// Returns the number of actions in the log of a match.
fn actions(game: &Match) -> usize {
    game.log.iter().filter(|entry| entry.action().is_some()).count()
}

/// Returns the host of the matches.
fn host() -> Person {
    person(HOST)
}

/// Returns a user who asks for something.
fn person(user_id: UserId) -> Person {
    Person { user_id, guild_id: Some(GUILD), guild_host: false, request: None }
}

/// Returns the refusal, if there is one. Any other error fails the test.
fn denied<T>(result: Result<T, MatchError>) -> Result<T, Denied> {
    match result {
        Ok(value) => Ok(value),
        Err(MatchError::Denied(denied)) => Err(denied),
        Err(MatchError::Internal(fault)) => panic!("{fault}"),
    }
}

/// Returns whether a command was refused because of who asks.
fn is_not_allowed<T>(result: Result<T, impl Into<MatchError>>) -> bool {
    matches!(result.map_err(Into::into), Err(MatchError::Denied(Denied::NotAllowed { .. })))
}

/// Returns what the person reads whose command is refused.
fn sentence<T: std::fmt::Debug>(
    result: Result<T, impl Into<trigon::bot::Failure> + std::fmt::Debug>,
) -> String {
    result.unwrap_err().into().to_string()
}

/// Returns the users in seats.
fn users(seats: impl IntoIterator<Item = i64>) -> Vec<UserId> {
    seats.into_iter().map(|seat| UserId(100 + seat)).collect()
}

/// Returns a stored answer, as the player's own facts show it.
fn fact(game: &Match, seat: u8, label: &str) -> Option<String> {
    let session = game.session.as_ref()?;
    let facts = session.observe(Viewer::Seat(Seat::new(seat))).facts(session.names());
    facts.into_iter().find(|fact| fact.label == label).map(|fact| fact.value)
}
