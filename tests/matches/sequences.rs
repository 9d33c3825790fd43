//! Random matches in a store: whatever people and time do, through whichever process, every process reads the same match, also one that
//! has just started.

use futures_util::future::join_all;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use trigon::ids::{MatchId, UserId};
use trigon::matches::{Clock as _, Status};

use super::random::{Cast, Deed, Step, deeds, planned, terms};
use super::*;

/// The number of sequences for each game unless `TRIGON_SEQUENCES` says another one.
const SEQUENCES: u32 = 12;

/// The host, those who may come to play, and computed players who think fast.
fn cast() -> Cast {
    let others = (201..=206).map(|user| (UserId(user), format!("New {user}"))).collect();
    Cast { host: HOST, others, levels: 2 }
}

/// A match in a store that two processes share.
struct Shared {
    hall: Hall,
    /// Two processes on the store. The first is the one that does what is due.
    processes: [Matches; 2],
    /// Whose turn it is to decide.
    next: usize,
    id: MatchId,
}

impl Shared {
    /// Creates a match in a database that two processes share.
    async fn open() -> Self {
        let hall = Hall::new().await;
        let processes = [hall.other_process().await, hall.other_process().await];
        Self { hall, processes, next: 0, id: MatchId(0) }
    }

    /// Begins another match.
    async fn begin(&mut self, name: &str, detail: u16) {
        let terms = terms(name, detail);
        if name == "triforce-building" {
            self.id = self.hall.running(terms).await;
            return;
        }
        let (game, title, people) =
            (name.to_owned(), "Random".to_owned(), 101..=100 + i64::from(terms.players));
        let new = NewMatch { game, guild_id: GUILD, channel_id: CHANNEL, title, terms };
        self.id = self.hall.matches.create(&host(), new).await.unwrap().id;
        for user in people {
            self.order(UserId(user), Command::Join(format!("Player {user}"))).await;
        }
        self.order(UserId(101), Command::Start).await;
        assert_eq!(self.load().await.status, Status::Running);
    }

    /// Returns the process that decides next: one after the other, so that each has to read what the other has stored.
    fn process(&mut self) -> Matches {
        self.next += 1;
        self.processes[self.next % 2].clone()
    }

    /// Returns the match as it is stored.
    async fn load(&self) -> Arc<Match> {
        self.processes[self.next % 2].load(self.id).await.unwrap()
    }

    /// Does what a random step says.
    async fn step(&mut self, step: Step) {
        let game = self.load().await;
        for deed in deeds(&game, &cast(), self.hall.clock.now(), step) {
            match deed {
                Deed::Order(user, command) => self.order(user, command).await,
                Deed::Plan { user, plan, first, .. } => {
                    for (user, command) in planned(user, plan, first) {
                        self.order(user, command).await;
                    }
                }
                Deed::Wait(time) => self.wait(time).await,
                Deed::Away(time) => self.is_away(time).await,
                Deed::Restart => self.restart().await,
            }
            self.thought().await;
        }
        self.reads_the_same().await;
    }

    /// Asks something of the match through one of the processes.
    async fn order(&mut self, user: UserId, command: Command) {
        // Most of what random people try is refused.
        let _ = denied(self.process().ask(self.id, &person(user), command).await);
    }

    /// Lets everything come due until a later time, when it is due.
    async fn wait(&mut self, time: Millis) {
        let until = self.hall.clock.now() + time;
        let mut rounds = 0;
        while let Some(at) = self.hall.matches.store().next_due().await.unwrap().filter(|at| *at <= until) {
            self.hall.clock.set(at.max(self.hall.clock.now()));
            self.process().handle_due().await.unwrap();
            self.thought().await;
            rounds += 1;
            assert!(rounds < 1_000, "what is due is done");
        }
        self.hall.clock.set(until);
        self.hall.matches.store().note_presence(until).await.unwrap();
    }

    /// Starts both processes again.
    async fn restart(&mut self) {
        for process in &mut self.processes {
            process.store().close().await;
            *process = self.hall.other_process().await;
        }
    }

    /// Lets no process run for some time.
    async fn is_away(&mut self, time: Millis) {
        let now = self.hall.clock.now();
        self.hall.matches.store().note_presence(now).await.unwrap();
        self.hall.clock.set(now + time);
        self.restart().await;
        self.processes[0].come_back().await.unwrap();
        self.processes[0].handle_due().await.unwrap();
    }

    /// Waits until no computed seat thinks.
    async fn thought(&self) {
        while self.processes.iter().any(Matches::is_delivering) {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }

    /// Checks that both processes read the match as it was decided.
    async fn reads_the_same(&self) {
        let [one, two] = &self.processes;
        let (one, two) = (one.load(self.id).await.unwrap(), two.load(self.id).await.unwrap());
        let now = self.hall.clock.now();
        assert_eq!(seen(&one, now), seen(&two, now));
    }

    /// Checks that a process that has just started reads the match as it was decided, and that so it can be followed to its end.
    async fn reads_back(&self) {
        let fresh = self.hall.other_process().await;
        let (read, lived) = (fresh.load(self.id).await.unwrap(), self.load().await);
        fresh.store().close().await;
        let now = self.hall.clock.now();
        assert_eq!(seen(&read, now), seen(&lived, now));
    }

    /// Ends the match, which a host cancels if it is still going on.
    async fn ends(&mut self) {
        self.reads_back().await;
        if self.load().await.is_going_on() {
            self.order(HOST, Command::Cancel).await;
        }
        assert!(matches!(self.load().await.status, Status::Over | Status::Cancelled));
        self.hall.told().await;
    }

    /// Closes the processes.
    async fn close(self) {
        for process in self.processes.iter().chain([&self.hall.matches]) {
            process.store().close().await;
        }
    }
}

/// Returns everything that front ends ask of a match, one a line.
fn seen(game: &Match, now: Millis) -> Vec<String> {
    let mut all = vec![
        format!("{:?} {:?} {:?}", game.status, game.terms, game.question),
        format!("{:?} {:?} {:?}", game.deadline, game.ends_early(), game.pause_ends()),
        format!("{:?} {:?} {:?}", game.paused(), game.timed_out(), game.proposal()),
        format!("{:?} {:?} {:?}", game.offer(), game.unanswered(), game.voters()),
        format!("{:?} {:?}", game.alternates(), game.possible_players()),
        format!("{:?} {:?}", game.tenures(), game.names()),
        format!("{:?} {:?}", game.latest(), game.opening_told()),
        format!("{:?} {:?}", game.to_act(), game.result()),
        game.session.as_ref().map(|session| session.state_json()).unwrap_or_default(),
    ];
    for (seat, player) in Seat::all(game.players.len()).zip(&game.players) {
        all.push(format!("{player:?} {:?} {:?}", game.handover(seat), game.loan(seat)));
        all.push(format!("{:?} {:?} {:?}", game.away(seat, now), game.bank(seat), game.ahead(seat)));
        all.push(format!("{:?} {:?}", game.strikes(seat), game.graces_left(seat)));
        all.push(format!("{:?} {:?} {:?}", game.is_ready(seat), game.is_vacant(seat), game.facts(seat)));
    }
    all.extend(game.log.iter().map(|entry| format!("{entry:?}")));
    all.extend(game.history().iter().map(|line| format!("{line:?}")));
    all
}

/// Plays random matches through two processes on one store.
///
/// Many matches are shared out among several stores, because a database that answers over a socket is waited for most of the time.
async fn play(name: &str) {
    let chosen = std::env::var("TRIGON_SEQUENCES").ok().and_then(|text| text.parse().ok());
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sequences = (any::<u16>(), prop::collection::vec(any::<Step>(), 1..60));
    let (all, halls) = (chosen.unwrap_or(SEQUENCES), if chosen.is_some() { 8 } else { 1 });
    let drawn: Vec<(u16, Vec<Step>)> =
        (0..all).map(|_| sequences.new_tree(&mut runner).unwrap().current()).collect();
    let share = drawn.len().div_ceil(halls).max(1);
    let decided: usize = join_all(drawn.chunks(share).map(|drawn| play_all(name, drawn))).await.iter().sum();
    assert!(decided > 100, "people do something: {decided} entries");
}

/// Plays one match for each of `drawn`, one after the other in one store, and returns how many entries were decided.
async fn play_all(name: &str, drawn: &[(u16, Vec<Step>)]) -> usize {
    let mut shared = Shared::open().await;
    let mut decided = 0;
    for (detail, steps) in drawn {
        shared.begin(name, *detail).await;
        for step in steps {
            shared.step(*step).await;
            if !shared.load().await.is_going_on() {
                break;
            }
        }
        decided += shared.load().await.log.len();
        shared.ends().await;
    }
    shared.close().await;
    decided
}

#[tokio::test]
async fn every_process_reads_the_same_random_match_of_rounds() {
    play("triforce-building").await;
}

#[tokio::test]
async fn every_process_reads_the_same_random_match_of_turns() {
    play("triangoli").await;
}
