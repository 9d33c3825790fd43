//! What falls due while the bot is away, in one table, as people meet it: what somebody answers until a time, every way in which the
//! bot can be away, and when something is sent. What needs no Discord is in `tests/matches/falls_due.rs`.
//!
//! [`fate`] says what is expected of each cell, and [`left_out`] which cells there are none of.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use poise::serenity_prelude::futures::FutureExt as _;
use trigon::bot::{Bot, BotConfig, Running};
use trigon::games::{By, Seat};
use trigon::ids::MatchId;
use trigon::matches::{Command, HOUR, Matches, Millis, Person};
use trigon::sandbox::{self, Cut, Door, NewPerson};
use trigon::store::{Process, Store, back_up, restore};

use crate::database::{self, Database};
use crate::scene::{PATIENCE, Scene};

const MINUTE: Millis = 60_000;
const SECOND: Millis = 1_000;
const GRACE: Duration = Duration::from_secs(3);

/// Long enough that no living process loses it, and short enough to wait for.
const LEASE: Duration = Duration::from_secs(2);

/// Who answers until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A player, until the deadline of a round.
    Deadline,
    /// A substitute, until the player is back.
    Substitute,
    /// A player whose substitute’s time was over an hour before, until the deadline.
    Returned,
}

/// How the bot is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Away {
    /// It stops and starts before the time.
    Before,
    /// It stops before the time and starts after it.
    Across,
    /// It stops after the time.
    After,
    /// It runs without a connection to the gateway.
    Gateway,
    /// The process that hears players stops, and two others go on.
    Process,
    /// It was removed from the server an hour before the time, and is back an hour after it.
    Removed,
    /// A backup from before the time is restored after it.
    Restored,
}

/// What is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Nothing,
    InTime,
    Late,
}

const WHATS: [What; 3] = [What::Deadline, What::Substitute, What::Returned];
const AWAYS: [Away; 7] =
    [Away::Before, Away::Across, Away::After, Away::Gateway, Away::Process, Away::Removed, Away::Restored];
const SENTS: [Sent; 3] = [Sent::Nothing, Sent::InTime, Sent::Late];

/// Returns why a cell makes no sense, if it does not.
fn left_out(_: What, away: Away, sent: Sent) -> Option<&'static str> {
    match (away, sent) {
        (Away::Removed, Sent::Late) => Some("nobody can write to a bot with which they share no server"),
        _ => None,
    }
}

/// Returns whether what was sent counts, and whether it is held against the player that nothing was sent in time.
fn fate(what: What, away: Away, sent: Sent) -> (bool, bool) {
    let is_there = !matches!(away, Away::Across | Away::Restored | Away::Removed);
    let counts = sent == Sent::InTime;
    (counts, !counts && is_there && what != What::Substitute)
}

/// A match in which something falls due.
struct Stage {
    scene: Scene,
    what: What,
    writer: sandbox::Person,
    due: Millis,
    /// Processes that share the database.
    processes: Vec<Running>,
}

fn user(person: &sandbox::Person) -> Person {
    Person::user(person.id().0.into())
}

impl What {
    async fn open(self) -> Stage {
        let mut scene = Scene::set().await;
        scene.matches = scene.matches.clone().with_grace(GRACE);
        scene.stop_bot().await;
        scene.start_bot().await;
        scene.begin_with("Code Red", &[("strikes", 2.into())]).await;
        scene.quiet().await;
        let (bob, zoe) = (scene.players[0].clone(), scene.sandbox.create_person(NewPerson::named("zoe")));
        scene.guild.add_member(&zoe);
        let deadline = scene.matches.load(MatchId(1)).await.unwrap().deadline.unwrap();
        // All have written to the bot before.
        scene.dm(&bob, "help").await;
        let (writer, due, hours) = match self {
            Self::Deadline => (bob.clone(), deadline, None),
            Self::Substitute => (zoe.clone(), deadline - 12 * HOUR, Some(12)),
            Self::Returned => (bob.clone(), deadline, Some(23)),
        };
        if let Some(hours) = hours {
            let time = hours * HOUR;
            let lend = Command::Lend { user: zoe.id().0.into(), name: "zoe".to_owned(), time, since: None };
            scene.matches.ask(MatchId(1), &user(&bob), lend).await.unwrap();
            let take = Command::AnswerHandover { seat: Seat::new(1), number: None, accept: true };
            scene.matches.ask(MatchId(1), &user(&zoe), take).await.unwrap();
            scene.quiet().await;
        }
        Stage { scene, what: self, writer, due, processes: Vec::new() }
    }
}

impl Stage {
    /// Moves the clock to a time, and waits until everything is done that is due by then.
    async fn at(&self, at: Millis) {
        self.scene.clock.set(at);
        self.settled().await;
    }

    /// Waits until everything is done that is due, whether or not Discord takes what follows from it.
    async fn settled(&self) {
        let store = self.scene.matches.store();
        let now = trigon::matches::Clock::now(&*self.scene.clock) - GRACE.as_millis() as i64;
        let met = async {
            while store.next_due().await.unwrap().is_some_and(|at| at <= now) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(6 * PATIENCE, met).await.unwrap();
    }

    fn sends(&self) {
        self.writer.dm("-").unwrap();
    }

    /// Lets something be sent that reaches the bot at once, and waits for the answer.
    async fn says(&self) {
        self.scene.dm(&self.writer, "-").await;
    }

    /// Lets the time come with the bot there.
    async fn passes(&self, sent: Sent) {
        if sent == Sent::Late {
            self.scene.clock.set(self.due + SECOND);
            self.sends();
            // What arrives this late is refused or waits until the seat is given back.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        self.at(self.due + 3 * SECOND).await;
    }

    /// Starts one of several processes.
    async fn process(&self, shards: &str) -> Running {
        let process = Process::among_others(shards, shards.starts_with('0')).with_lease(LEASE);
        let store = Store::open(self.scene.database.url()).await.unwrap().with_process(process);
        let matches = Matches::new(store, self.scene.clock.clone()).with_grace(GRACE);
        let config = BotConfig { shards: Some(shards.parse().unwrap()), ..self.scene.config() };
        let bot = Bot::start(config, matches).await.unwrap();
        tokio::time::timeout(PATIENCE, bot.ready()).await.unwrap().unwrap();
        bot
    }

    async fn plays_out(&mut self, away: Away, sent: Sent) {
        let due = self.due;
        // The time of a substitute who has gone is over an hour before.
        self.at(due - 3 * HOUR).await;
        match away {
            Away::Before => {
                self.scene.stop_bot().await;
                self.scene.clock.set(due - 2 * HOUR);
                if sent == Sent::InTime && self.what != What::Returned {
                    self.sends();
                }
                self.scene.clock.set(due - 30 * MINUTE);
                if sent == Sent::InTime && self.what == What::Returned {
                    self.sends();
                }
                self.scene.start_bot().await;
                self.settled().await;
                self.scene.quiet().await;
                self.passes(sent).await;
            }
            Away::Across => {
                self.scene.stop_bot().await;
                self.scene.clock.set(due - 30 * MINUTE);
                if sent == Sent::InTime {
                    self.sends();
                }
                self.scene.clock.set(due + 30 * MINUTE);
                if sent == Sent::Late {
                    self.sends();
                }
                self.scene.clock.set(due + 3 * HOUR);
                self.scene.start_bot().await;
            }
            Away::After => {
                self.at(due - 30 * MINUTE).await;
                if sent == Sent::InTime {
                    self.says().await;
                }
                self.passes(sent).await;
                self.scene.stop_bot().await;
                self.scene.clock.set(due + 2 * HOUR);
                self.scene.start_bot().await;
            }
            Away::Gateway => {
                self.at(due - 30 * MINUTE).await;
                self.scene.quiet().await;
                self.scene.sandbox.shut_gateway(Door::Refuse, Duration::from_secs(2));
                self.scene.sandbox.cut_gateway(Cut::BreakAndForget);
                if sent == Sent::InTime {
                    self.sends();
                }
                self.passes(sent).await;
                assert!(self.scene.sandbox.wait_connected(PATIENCE).await);
            }
            Away::Process => {
                self.scene.stop_bot().await;
                // Those who share the database are new to it.
                self.scene.database.run("DELETE FROM processes").await;
                for shards in ["0/3", "1/3", "2/3"] {
                    self.processes.push(self.process(shards).await);
                }
                self.at(due - 30 * MINUTE).await;
                self.processes.remove(0).stop().await;
                if sent == Sent::InTime {
                    self.sends();
                }
                self.passes(sent).await;
                self.processes.push(self.process("0/3").await);
            }
            Away::Removed => {
                self.at(due - HOUR + MINUTE).await;
                self.scene.quiet().await;
                if sent == Sent::InTime {
                    self.says().await;
                }
                self.scene.guild.remove_bot();
                tokio::time::sleep(Duration::from_millis(200)).await;
                self.passes(sent).await;
                self.scene.clock.set(due + HOUR);
                self.scene.guild.add_bot();
                self.scene.clock.advance(Duration::from_mins(6));
            }
            Away::Restored => {
                let file = database::folder().join("backup.db");
                back_up(self.scene.database.url(), &file, &mut |_, _| {}).await.unwrap();
                self.at(due - 30 * MINUTE).await;
                if sent == Sent::InTime {
                    self.says().await;
                }
                self.passes(sent).await;
                self.scene.quiet().await;
                self.scene.stop_bot().await;
                self.scene.matches.store().close().await;
                let database = Database::chosen().await;
                restore(&file, database.url(), "trigon restore", &mut |_, _| {}).await.unwrap();
                let store = Store::open(database.url()).await.unwrap();
                self.scene.matches = Matches::new(store, self.scene.clock.clone()).with_grace(GRACE);
                self.scene.database = database;
                self.scene.clock.set(due + HOUR);
                self.scene.start_bot().await;
            }
        }
        self.settled().await;
        self.is_quiet().await;
    }

    /// Waits until everything is delivered, while time passes: what Discord has refused is tried again later.
    async fn is_quiet(&self) {
        let store = self.scene.matches.store();
        let quiet = async {
            while store.next_delivery().await.unwrap().is_some() || self.scene.matches.is_delivering() {
                self.scene.clock.advance(Duration::from_secs(1));
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(3 * PATIENCE, quiet).await.unwrap();
    }

    /// Returns whether what was sent counts, and whether it is held against the player that nothing was sent in time.
    async fn fate(&self) -> (bool, bool) {
        let game = self.scene.matches.load(MatchId(1)).await.unwrap();
        let until = game.log.iter().position(|entry| entry.by == By::Clock && entry.action().is_some());
        let of_the_round = &game.log[..until.unwrap_or(game.log.len())];
        let counts = of_the_round.iter().any(|entry| entry.by == By::seat(1) && entry.action().is_some());
        (counts, game.has_missed(Seat::new(1)))
    }

    async fn ends(mut self) {
        for process in self.processes.drain(..) {
            process.stop().await;
        }
        self.scene.end().await;
    }
}

/// Plays a cell, and returns what became of it.
async fn played_out(what: What, away: Away, sent: Sent) -> (bool, bool) {
    let mut stage = what.open().await;
    stage.plays_out(away, sent).await;
    let fate = stage.fate().await;
    stage.ends().await;
    fate
}

/// Unless others are asked for, the same cells are played each time: one of this many.
const SAMPLE: usize = 7;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_by_direct_message_while_the_bot_is_away_counts_as_it_was_sent() {
    let chosen = std::env::var("TRIGON_CELLS").ok();
    let (mut wrong, mut cells, mut played) = (Vec::new(), 0, 0);
    for what in WHATS {
        for away in AWAYS {
            for sent in SENTS {
                let name = format!("{what:?} × {away:?} × {sent:?}");
                if left_out(what, away, sent).is_some() {
                    continue;
                }
                cells += 1;
                let is_chosen = match chosen.as_deref() {
                    None => cells % SAMPLE == 0,
                    Some(chosen) => chosen == "all" || name.contains(chosen),
                };
                if !is_chosen {
                    continue;
                }
                played += 1;
                // One that breaks off says nothing about the others.
                match AssertUnwindSafe(played_out(what, away, sent)).catch_unwind().await {
                    Ok(is) if is == fate(what, away, sent) => {}
                    Ok(is) => wrong.push(format!("{name}: {is:?}, not {:?}", fate(what, away, sent))),
                    Err(_) => wrong.push(format!("{name}: it broke off, as said above")),
                }
            }
        }
    }
    assert!(played > 0, "no cell is called so");
    assert!(wrong.is_empty(), "{} of {played} cells:\n{}", wrong.len(), wrong.join("\n"));
}
