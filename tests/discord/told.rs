//! What is told is measured: over random matches, every sentence with a time, a value, a seat or a name is held against the match as it
//! is in that moment.
//!
//! `told/sentences.rs` has the sentences. A time in any other sentence fails the test, so that none goes unmeasured.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use trigon::games::{By, Info, Level, Move, Registry, Seat, Value, Values};
use trigon::ids::{MatchId, UserId};
use trigon::matches::{
    Act, Bank, Clock as _, Command, HOUR, Limits, Match, Millis, NewMatch, OfferKind, Person, Proposal,
    RosterEntry, Status, Terms,
};
use trigon::sandbox::{self, Id, NewPerson, SeenMessage};
use trigon::simulate::roster;

use crate::games;
use crate::scene::Scene;

#[path = "../random/mod.rs"]
mod random;

mod sentences;

use random::{Cast, Deed, Step, deeds, planned, terms_of};
use sentences::{Moment, Part, Priorities, RULES, measured, taken};

/// The number of sequences for each game unless `TRIGON_SEQUENCES` says another one.
const SEQUENCES: u32 = 2;

/// A server in which random matches are played, and what everybody has read so far.
struct Theatre {
    scene: Scene,
    people: Vec<sandbox::Person>,
    cast: Cast,
    id: MatchId,
    channel: Id,
    read: BTreeMap<Id, String>,
    /// The states since everything was last read.
    states: Vec<Arc<Match>>,
    priorities: Priorities,
    /// How often each rule was met.
    met: Vec<usize>,
    steps: usize,
    /// The number of sentences that were measured.
    measured: usize,
    wrong: Vec<String>,
}

impl Theatre {
    async fn open() -> Self {
        let scene = Scene::with_games(games::games()).await;
        let mut people = scene.players.clone();
        for name in ["ivy", "jo", "kim", "leo", "mia", "nat"] {
            let person = scene.sandbox.create_person(NewPerson::named(name));
            scene.guild.add_member(&person);
            people.push(person);
        }
        let others = people[7..].iter().map(|person| (person.id().0.into(), person.name())).collect();
        let cast = Cast { host: scene.ada.id().0.into(), others, levels: 2 };
        let (id, channel, read, states) = (0, scene.hall, BTreeMap::new(), Vec::new());
        let (priorities, met, wrong) = (Priorities::new(), vec![0; RULES.len()], Vec::new());
        Self {
            scene,
            people,
            cast,
            id: MatchId(id),
            channel,
            read,
            states,
            priorities,
            met,
            steps: 0,
            measured: 0,
            wrong,
        }
    }

    fn person(&self, user_id: UserId) -> Person {
        let guild_id = Some(self.scene.guild.id().0.into());
        Person { user_id, guild_id, guild_host: false, request: None }
    }

    /// Begins another match.
    async fn begin(&mut self, info: &'static Info, detail: u16, number: u32) {
        let terms = terms_of(info, detail);
        self.channel = self.scene.guild.create_channel(&format!("{}-{number}", info.name));
        let (guild_id, channel_id) = (self.scene.guild.id().0.into(), self.channel.0.into());
        let (game, title, players) = (info.name.to_owned(), "Random".to_owned(), terms.players);
        let new = NewMatch { game, guild_id, channel_id, title, terms };
        let host = self.person(self.cast.host);
        self.id = self.scene.matches.create(&host, new).await.unwrap().id;
        let game = self.scene.matches.games().get(info.name).unwrap();
        let seated: Vec<_> = self.people[..usize::from(players)].to_vec();
        if info.is_hosted() {
            let entry = |(person, fields): (&sandbox::Person, Values)| RosterEntry {
                user_id: person.id().0.into(),
                name: person.name(),
                renames: true,
                fields,
            };
            let entries = seated.iter().zip(roster(&*game, players)).map(entry).collect();
            self.order(self.cast.host, Command::Roster(entries)).await;
            self.order(self.cast.host, Command::Start).await;
        } else {
            for person in &seated {
                self.order(person.id().0.into(), Command::Join(person.name())).await;
            }
            self.order(seated[0].id().0.into(), Command::Start).await;
        }
        assert_eq!(self.load().await.status, Status::Running);
        self.read_all(&format!("the beginning of {}", info.name)).await;
    }

    async fn load(&self) -> Arc<Match> {
        self.scene.matches.load(self.id).await.unwrap()
    }

    /// Notes how the match is now.
    async fn looks(&mut self) {
        let game = self.load().await;
        let round =
            game.session.as_ref().and_then(|session| session.phase().id.strip_prefix("round-")?.parse().ok());
        for (seat, round) in Seat::all(game.players.len()).zip(std::iter::repeat(round)) {
            let priority = game.facts(seat).into_iter().find(|fact| fact.label == "Priority");
            if let (Some(round), Some(priority)) = (round, priority) {
                self.priorities.entry((game.id, seat.number(), round)).or_default().insert(priority.value);
            }
        }
        self.states.push(game);
    }

    async fn order(&mut self, user: UserId, command: Command) {
        // Most of what random people try is refused.
        let _ = self.scene.matches.ask(self.id, &self.person(user), command).await;
        self.looks().await;
    }

    async fn step(&mut self, step: Step) {
        let game = self.load().await;
        for deed in deeds(&game, &self.cast, self.scene.clock.now(), step) {
            let what = format!("{deed:?}").chars().take(300).collect::<String>();
            match deed {
                Deed::Order(user, command) => self.order(user, command).await,
                Deed::Plan { user, plan, first, .. } => {
                    for (user, command) in planned(user, plan, first) {
                        self.order(user, command).await;
                    }
                }
                Deed::Wait(time) => self.wait(time, &what).await,
                Deed::Away(time) => {
                    self.scene.stop_bot().await;
                    self.scene.clock.set(self.scene.clock.now() + time);
                    self.scene.start_bot().await;
                }
                Deed::Restart => {
                    self.scene.stop_bot().await;
                    self.scene.start_bot().await;
                }
            }
            self.read_all(&what).await;
        }
        self.asks(step).await;
    }

    /// Lets everything come due until a later time, when it is due.
    async fn wait(&mut self, time: Millis, what: &str) {
        let until = self.scene.clock.now() + time;
        let store = self.scene.matches.store().clone();
        while let Some(at) = store.next_due().await.unwrap().filter(|at| *at <= until) {
            self.scene.clock.set(at.max(self.scene.clock.now()));
            self.read_all(what).await;
        }
        self.scene.clock.set(until);
        self.scene.matches.wake_up().notify_waiters();
    }

    /// Has somebody ask how things are.
    async fn asks(&mut self, (_, who, detail): Step) {
        let person = self.people[usize::from(who) % self.people.len()].clone();
        let (command, person) = match detail % 4 {
            0 => ("host status", self.scene.ada.clone()),
            1 => ("matches", person),
            _ => ("me", person),
        };
        let answer = person.slash(self.channel, command, &[]).unwrap().message().await.unwrap();
        let reader = person.id().0.into();
        self.hold(&answer, Some(reader), &format!("/{command}")).await;
    }

    /// Holds everything that is new to anybody against the match.
    async fn read_all(&mut self, what: &str) {
        self.scene.quiet().await;
        self.looks().await;
        let mut all: Vec<(SeenMessage, Option<UserId>)> =
            self.scene.ada.view(self.channel).into_iter().map(|message| (message, None)).collect();
        for person in &self.people {
            let reader = Some(person.id().0.into());
            all.extend(person.dms().into_iter().map(|message| (message, reader)));
        }
        for (message, reader) in all {
            let known = self.read.insert(message.id, message.content.clone());
            if !message.ephemeral && known.as_ref() != Some(&message.content) {
                let before: Vec<&str> = known.iter().flat_map(|text| text.lines()).collect();
                let mut new = message.clone();
                let lines = message.content.lines().filter(|line| !before.contains(line));
                new.content = lines.collect::<Vec<_>>().join("\n");
                self.hold(&new, reader, what).await;
            }
        }
        self.states.clear();
        self.looks().await;
    }

    /// Holds a message against the match.
    async fn hold(&mut self, message: &SeenMessage, reader: Option<UserId>, what: &str) {
        if message.author != self.scene.sandbox.bot_id() {
            return;
        }
        let now = self.scene.clock.now();
        self.looks().await;
        let states = self.states.clone();
        let priorities = self.priorities.clone();
        let moments: Vec<_> =
            states.iter().map(|game| Moment { game, priorities: &priorities, reader, now }).collect();
        for line in message.content.lines() {
            // Other matches are over, but a list has them.
            if line.contains("**#") && !line.contains(&format!("**#{} ", self.id)) {
                continue;
            }
            self.measured += 1;
            let mut wrong = measured(line, &moments, &mut self.met);
            wrong.extend(self.unknown(line, &moments));
            for wrong in wrong {
                let name = |game: &Match| format!("match {} ({})", game.id, game.info().name);
                let of = name(moments[0].game);
                self.wrong.push(format!(
                    "{of}, step {}, after {what}, to {reader:?}:\n  {line}\n  {wrong}",
                    self.steps
                ));
            }
        }
        self.states.pop();
    }

    /// Returns who is mentioned without having anything to do with the match, or by another name than theirs.
    fn unknown(&self, line: &str, moments: &[Moment<'_>]) -> Vec<String> {
        let mut wrong = Vec::new();
        for (at, _) in line.match_indices("<@") {
            let Some((Part::Who(user), _)) = taken(&line[at..], "who") else { continue };
            let id = user.to_string();
            let takes_part = |it: &Moment<'_>| {
                let players = it.game.players.iter().any(|player| player.user_id == user);
                players
                    || it.game.hosts().any(|host| host == user)
                    || it.reader == Some(user)
                    || it.game.log.iter().any(|entry| format!("{entry:?}").contains(&id))
            };
            if !moments.iter().any(takes_part) {
                wrong.push(format!("{user} has no part in it"));
            }
            let before = line[..at].trim_end_matches(['(', ' ']);
            let Some(name) = before.strip_suffix("**").and_then(|text| text.rsplit_once("**")) else {
                continue;
            };
            let person = self.people.iter().find(|person| UserId::from(person.id().0) == user);
            if person.is_some_and(|person| person.name() != name.1.replace('\\', "")) {
                wrong.push(format!("{user} is not {}", name.1));
            }
        }
        wrong
    }

    async fn ends(&mut self) {
        if self.load().await.is_going_on() {
            self.order(self.cast.host, Command::Cancel).await;
        }
        self.read_all("the end").await;
        assert!(!self.load().await.is_going_on());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_in_random_matches_is_as_it_is_in_the_match() {
    let chosen = std::env::var("TRIGON_SEQUENCES").ok().and_then(|text| text.parse().ok());
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sequences = (any::<u16>(), prop::collection::vec(any::<Step>(), 10..40));
    let mut theatre = Theatre::open().await;
    let registry = games::games();
    let infos: Vec<&'static Info> = registry.iter().map(|game| game.info()).collect();
    for number in 0..chosen.unwrap_or(SEQUENCES) {
        for info in &infos {
            let (detail, steps) = sequences.new_tree(&mut runner).unwrap().current();
            theatre.begin(info, detail, number).await;
            for step in steps {
                theatre.steps += 1;
                theatre.step(step).await;
                if !theatre.load().await.is_going_on() {
                    break;
                }
            }
            theatre.ends().await;
        }
    }
    let Theatre { scene, measured, wrong, met, .. } = theatre;
    scene.end().await;
    for (rule, met) in RULES.iter().zip(&met) {
        println!("{met:5} {}", rule.sentence);
    }
    assert!(measured > 1_000, "{measured} lines are few");
    let used = met.iter().filter(|met| **met > 0).count();
    assert!(used > RULES.len() / 2, "only {used} of {} sentences were read", RULES.len());
    assert!(wrong.is_empty(), "{} of {measured} lines:\n{}", wrong.len(), wrong.join("\n"));
}
