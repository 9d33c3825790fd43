//! What a season owes to its cast: nothing twice, nothing lost, nothing told too early.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]
#![allow(clippy::needless_pass_by_value, reason = "commands are written where they are given")]

mod book;
mod files;
mod matches;
mod random;
mod secret;

use std::collections::BTreeMap;

use super::decide::{create, decide};
use super::*;
use crate::ids::{GuildId, MatchId, RequestId, SeasonId, UserId};
use crate::matches::{Actor, Millis, Person, Request};

const NOON: Millis = 1_800_000_000_000;
const GUILD: GuildId = GuildId(10);
const HOST: UserId = UserId(30);

/// A season without a store.
struct Table {
    season: Season,
    now: Millis,
}

fn person(user_id: UserId) -> Person {
    Person { user_id, guild_id: Some(GUILD), guild_host: false, request: None }
}

impl Table {
    /// Returns a season with these members, of whom the first is user 101.
    fn with(names: &[&str]) -> Self {
        let mut table = Self::empty();
        let newcomers = (101..).zip(names).map(|(user, name)| Newcomer {
            user: Some(UserId(user)),
            name: (*name).to_owned(),
            is_alternate: false,
        });
        table.host(SeasonCommand::Cast(newcomers.collect())).unwrap();
        table
    }

    fn empty() -> Self {
        let season = create(GUILD, HOST, "Code Red", &Counter::usual(), NOON).unwrap();
        Self { season: Season { id: SeasonId(1), ..season }, now: NOON }
    }

    fn give(&mut self, actor: &Actor, command: &SeasonCommand) -> Result<Vec<SeasonEvent>, SeasonDenied> {
        let before = self.season.clone();
        self.now += 1_000;
        let change = decide(&self.season, actor, command, self.now)?;
        assert_eq!(self.season, before);
        assert_eq!(change.after.entries[..before.entries.len()], before.entries, "only added");
        self.season = change.after;
        Ok(change.events)
    }

    fn ask(&mut self, user: UserId, command: SeasonCommand) -> Result<Vec<SeasonEvent>, SeasonDenied> {
        self.give(&Actor::Person(person(user)), &command)
    }

    fn host(&mut self, command: SeasonCommand) -> Result<Vec<SeasonEvent>, SeasonDenied> {
        self.ask(HOST, command)
    }

    fn program(&mut self, command: SeasonCommand) -> Result<Vec<SeasonEvent>, SeasonDenied> {
        self.give(&Actor::Clock, &command)
    }

    fn correct(&mut self, member: MemberNumber, delta: i64) -> Result<Vec<SeasonEvent>, SeasonDenied> {
        self.host(correction(member, "garnets", delta))
    }

    fn garnets(&self) -> Vec<i64> {
        self.amounts("garnets")
    }

    fn amounts(&self, counter: &str) -> Vec<i64> {
        let balances = self.season.balances();
        let of = |member: &Member| self.season.balance(&balances, member.number, counter).unwrap();
        self.season.cast.iter().map(of).collect()
    }

    fn shown(&self, viewer: SeasonViewer) -> Vec<(String, i64)> {
        let standings = self.season.standings(viewer);
        standings.lines.into_iter().map(|line| (line.name, line.amounts[0])).collect()
    }
}

fn correction(member: MemberNumber, counter: &str, delta: i64) -> SeasonCommand {
    let (counter, reason) = (counter.to_owned(), "a test".to_owned());
    SeasonCommand::Correct { member, counter, delta, reason, episode: None }
}

/// Returns a line of a result.
fn line(member: MemberNumber, garnets: i64, marks: &[&str]) -> ResultLine {
    ResultLine {
        member,
        deltas: vec![("garnets".to_owned(), garnets)],
        marks: marks.iter().map(|mark| (*mark).to_owned()).collect(),
        ..ResultLine::default()
    }
}

fn result(title: &str, lines: Vec<ResultLine>, close: bool) -> SeasonCommand {
    let target = ResultTarget::New { title: title.to_owned(), kind: EpisodeKind::Main };
    SeasonCommand::Result { target, lines, close }
}

fn plan(title: &str, kind: EpisodeKind, stakes: Stakes) -> SeasonCommand {
    SeasonCommand::Plan { title: title.to_owned(), kind, stakes }
}

/// Ties a match to an episode, as the service does.
fn bind(episode: EpisodeNumber, match_id: MatchId, members: &[MemberNumber]) -> SeasonCommand {
    let taken = members.iter().map(|member| CarryOver { member: *member, fields: BTreeMap::default() });
    SeasonCommand::Bind { episode, match_id, taken: taken.collect(), gifts: false }
}

/// Returns a person whose request has a number, as Discord sends it.
fn requesting(user: UserId, id: RequestId) -> Actor {
    let request = Request { id, sent_at: NOON, written_at: NOON, direct: None, replaces: 0 };
    Actor::Person(Person { request: Some(request), ..person(user) })
}
