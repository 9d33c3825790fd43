//! What matches owe to hosts and players, with a database and a clock that is moved by hand: a file for each topic, with helpers for
//! all of them here and in `hall.rs`.
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
mod deadlines;
mod derived;
mod earlier_versions;
mod fair;
mod falls_due;
mod forgotten;
mod hall;
mod host;
mod loans;
mod moved;
mod offers;
mod onlookers;
mod outages;
mod partitions;
mod planned;
#[path = "../random/mod.rs"]
mod random;
mod resigning;
mod roster;
#[cfg(unix)]
mod round_trips;
mod rounds;
mod rush;
mod sealed;
mod season;
mod seats;
mod secrets;
mod sequences;
mod store;
mod stuck;
mod templates;
#[path = "../toys/mod.rs"]
mod toys;
mod turn_seats;
mod turns;
mod undo;
mod unreadable;
mod upgrade;
mod upkeep;
mod weekly;

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use database::Database;
use hall::{Hall, open};
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

/// A last call that is done at once, and records for which matches it was made.
#[derive(Default)]
struct RecordedCalls(Mutex<Vec<MatchId>>);

impl LastCall for RecordedCalls {
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        _: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        self.0.lock().unwrap().extend(matches);
        Box::pin(async {})
    }

    fn wait_until_stored<'a>(&'a self, _: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

/// Returns the number of the round that is being played.
fn round(session: &dyn AnySession) -> Option<u32> {
    session.phase().id.strip_prefix("round-")?.parse().ok()
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
fn denied<T>(result: Result<T, impl Into<MatchError>>) -> Result<T, Denied> {
    match result.map_err(Into::into) {
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
