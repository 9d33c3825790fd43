//! What falls due while the bot is away, in one table, as people meet it: what somebody answers until a time, every way in which the
//! bot can be away, and when something is sent. What needs no Discord is in `tests/matches/falls_due.rs`.
//!
//! [`expected`] says what is expected of each cell, and [`left_out`] which cells there are none of.

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
use crate::scene::{Scene, WAIT_TIMEOUT};

const MINUTE: Millis = 60_000;
const SECOND: Millis = 1_000;
/// How long deadlines wait for what was sent in time.
const GRACE: Duration = Duration::from_secs(3);

/// Long enough that no living process loses it, and short enough to wait for.
const LEASE: Duration = Duration::from_secs(2);

/// Who answers until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// A player, until the deadline of a round.
    Deadline,
    /// A substitute, until the player is back.
    Substitute,
    /// A player whose substitute’s time was over an hour before, until the deadline.
    Returned,
}

/// How the bot is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Absence {
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

const ALL_DUE: [Due; 3] = [Due::Deadline, Due::Substitute, Due::Returned];
const ALL_ABSENCES: [Absence; 7] = [
    Absence::Before,
    Absence::Across,
    Absence::After,
    Absence::Gateway,
    Absence::Process,
    Absence::Removed,
    Absence::Restored,
];
const ALL_SENT: [Sent; 3] = [Sent::Nothing, Sent::InTime, Sent::Late];

/// Returns why a cell makes no sense, if it does not.
fn left_out(_: Due, away: Absence, sent: Sent) -> Option<&'static str> {
    match (away, sent) {
        (Absence::Removed, Sent::Late) => Some("nobody can write to a bot with which they share no server"),
        _ => None,
    }
}

/// What becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Outcome {
    /// Whether what was sent counts.
    counts: bool,
    /// Whether it is held against the player that nothing was sent in time.
    is_held: bool,
}

/// Returns what is expected of a cell.
fn expected(what: Due, away: Absence, sent: Sent) -> Outcome {
    let is_there = !matches!(away, Absence::Across | Absence::Restored | Absence::Removed);
    let counts = sent == Sent::InTime;
    Outcome { counts, is_held: !counts && is_there && what != Due::Substitute }
}

/// A match in which something falls due.
struct DueMatch {
    scene: Scene,
    what: Due,
    writer: sandbox::Person,
    due: Millis,
    /// Processes that share the database.
    processes: Vec<Running>,
}

fn user(person: &sandbox::Person) -> Person {
    Person::user(person.id().0.into())
}

impl Due {
    async fn open(self) -> DueMatch {
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
        DueMatch { scene, what: self, writer, due, processes: Vec::new() }
    }
}

impl DueMatch {
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
        tokio::time::timeout(6 * WAIT_TIMEOUT, met).await.unwrap();
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
        tokio::time::timeout(WAIT_TIMEOUT, bot.ready()).await.unwrap().unwrap();
        bot
    }

    /// Lets the time come while the bot is away, and waits until all is settled.
    async fn plays_out(&mut self, away: Absence, sent: Sent) {
        // The time of a substitute who has gone is over an hour before.
        self.at(self.due - 3 * HOUR).await;
        match away {
            Absence::Before => self.goes_and_comes_back_before(sent).await,
            Absence::Across => self.is_away_across(sent).await,
            Absence::After => self.goes_after(sent).await,
            Absence::Gateway => self.loses_the_gateway(sent).await,
            Absence::Process => self.loses_a_process(sent).await,
            Absence::Removed => self.is_removed(sent).await,
            Absence::Restored => self.is_restored(sent).await,
        }
        self.settled().await;
        self.is_quiet().await;
    }

    /// It goes and comes back before the time.
    async fn goes_and_comes_back_before(&mut self, sent: Sent) {
        let due = self.due;
        self.scene.stop_bot().await;
        self.scene.clock.set(due - 2 * HOUR);
        if sent == Sent::InTime && self.what != Due::Returned {
            self.sends();
        }
        self.scene.clock.set(due - 30 * MINUTE);
        if sent == Sent::InTime && self.what == Due::Returned {
            self.sends();
        }
        self.scene.start_bot().await;
        self.settled().await;
        self.scene.quiet().await;
        self.passes(sent).await;
    }

    /// It goes before the time and comes back after it.
    async fn is_away_across(&mut self, sent: Sent) {
        let due = self.due;
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

    /// It goes after the time.
    async fn goes_after(&mut self, sent: Sent) {
        let due = self.due;
        self.at(due - 30 * MINUTE).await;
        if sent == Sent::InTime {
            self.says().await;
        }
        self.passes(sent).await;
        self.scene.stop_bot().await;
        self.scene.clock.set(due + 2 * HOUR);
        self.scene.start_bot().await;
    }

    /// It runs, but nothing comes over the gateway for a while.
    async fn loses_the_gateway(&mut self, sent: Sent) {
        let due = self.due;
        self.at(due - 30 * MINUTE).await;
        self.scene.quiet().await;
        self.scene.sandbox.shut_gateway(Door::Refuse, Duration::from_secs(2));
        self.scene.sandbox.cut_gateway(Cut::BreakAndForget);
        if sent == Sent::InTime {
            self.sends();
        }
        self.passes(sent).await;
        assert!(self.scene.sandbox.wait_connected(WAIT_TIMEOUT).await);
    }

    /// The process that hears players goes, and two others go on.
    async fn loses_a_process(&mut self, sent: Sent) {
        let due = self.due;
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

    /// It is removed from the server, and invited again later.
    async fn is_removed(&mut self, sent: Sent) {
        let due = self.due;
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

    /// A backup from before the time is restored after it.
    async fn is_restored(&mut self, sent: Sent) {
        let due = self.due;
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

    /// Waits until everything is delivered, while time passes: what Discord has refused is tried again later.
    async fn is_quiet(&self) {
        let store = self.scene.matches.store();
        let quiet = async {
            while store.next_delivery().await.unwrap().is_some() || self.scene.matches.is_delivering() {
                self.scene.clock.advance(Duration::from_secs(1));
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(3 * WAIT_TIMEOUT, quiet).await.unwrap();
    }

    /// Returns what has become of it.
    async fn outcome(&self) -> Outcome {
        let game = self.scene.matches.load(MatchId(1)).await.unwrap();
        let until = game.log.iter().position(|entry| entry.by == By::Clock && entry.action().is_some());
        let of_the_round = &game.log[..until.unwrap_or(game.log.len())];
        let counts = of_the_round.iter().any(|entry| entry.by == By::seat(1) && entry.action().is_some());
        Outcome { counts, is_held: game.has_missed(Seat::new(1)) }
    }

    async fn ends(mut self) {
        for process in self.processes.drain(..) {
            process.stop().await;
        }
        self.scene.end().await;
    }
}

/// Plays a cell, and returns what became of it.
async fn played_out(what: Due, away: Absence, sent: Sent) -> Outcome {
    let mut due_match = what.open().await;
    due_match.plays_out(away, sent).await;
    let outcome = due_match.outcome().await;
    due_match.ends().await;
    outcome
}

/// Unless others are asked for, the same cells are played each time: one of this many.
const SAMPLE_INTERVAL: usize = 7;

/// Returns the cells to play: all, those with a name that is asked for, or always the same sample.
fn cells() -> Vec<(Due, Absence, Sent)> {
    let chosen = std::env::var("TRIGON_CELLS").ok();
    let of = |what| ALL_ABSENCES.into_iter().flat_map(move |away| ALL_SENT.map(|sent| (what, away, sent)));
    let all =
        ALL_DUE.into_iter().flat_map(of).filter(|&(what, away, sent)| left_out(what, away, sent).is_none());
    let is_chosen = |&(number, (what, away, sent)): &(usize, (Due, Absence, Sent))| match chosen.as_deref() {
        None => number.is_multiple_of(SAMPLE_INTERVAL),
        Some("all") => true,
        Some(name) => format!("{what:?} × {away:?} × {sent:?}").contains(name),
    };
    (1..).zip(all).filter(is_chosen).map(|(_, cell)| cell).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_by_direct_message_while_the_bot_is_away_counts_as_it_was_sent() {
    let (mut wrong, cells) = (Vec::new(), cells());
    for &(what, away, sent) in &cells {
        let name = format!("{what:?} × {away:?} × {sent:?}");
        // One that breaks off says nothing about the others.
        match AssertUnwindSafe(played_out(what, away, sent)).catch_unwind().await {
            Ok(is) if is == expected(what, away, sent) => {}
            Ok(is) => wrong.push(format!("{name}: {is:?}, not {:?}", expected(what, away, sent))),
            Err(_) => wrong.push(format!("{name}: it broke off, as said above")),
        }
    }
    assert!(!cells.is_empty(), "no cell is called so");
    assert!(wrong.is_empty(), "{} of {} cells:\n{}", wrong.len(), cells.len(), wrong.join("\n"));
}
