//! How long people wait for the first and the complete answer to a command or a press, through serenity and the
//! embedded Discord: `cargo bench --bench interactions`.
//!
//! Questions arrive at a fixed rate, whether or not earlier ones have been answered, so that a faster bot is not asked
//! more. Targets for the first answer at the 99th percentile: 50 ms while a hundred people ask once a second each, and
//! while fifty turn-based games are played by their buttons, pictures included; 100 ms if the hundred ask at the same
//! moment.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a bench prints and measures real time")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use trigon::ids::UserId;
use trigon::matches::{Command, Matches, SystemClock, Terms};
use trigon::rehearsal::{Player, Server, Stage, Tap, TapPlan, begin, member, seat, settled};
use trigon::sandbox::{Id, NewPerson, Person, RateLimits, SandboxConfig, SeenMessage};
use trigon::store::Store;

/// Eight matches of thirteen: 104 people, each asking one question at a time.
const MATCHES: usize = 8;
const PLAYERS_PER_MATCH: i64 = 13;
/// The number of questions per person.
const QUESTIONS_PER_PERSON: usize = 10;
/// The time between two questions from the same person.
const QUESTION_INTERVAL: Duration = Duration::from_secs(1);
/// The number of turn-based games played at once, and of presses in each.
const GAMES: usize = 50;
const PRESSES_PER_GAME: usize = 40;
/// How long a player thinks.
const THINKING_TIME: Duration = Duration::from_millis(500);
/// The polling interval.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The longest wait for a message to change.
const CHANGE_TIMEOUT: Duration = Duration::from_secs(5);
/// The questions, in the order of [`ask`].
const QUESTIONS: [&str; 3] = ["a move by command", "how one stands", "the arrow pad"];

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Fallible<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(bench())
}

async fn bench() -> Fallible<()> {
    let bed = TestBed::open().await?;
    bed.measure_hundred_people().await?;
    bed.measure_fifty_games().await?;
    bed.close().await
}

/// The embedded Discord with the bot in it.
struct TestBed {
    stage: Stage,
    folder: std::path::PathBuf,
}

/// How long somebody waited for an answer.
#[derive(Clone, Copy)]
struct AnswerTimes {
    /// Until the first answer.
    first: Duration,
    /// Until the complete answer.
    whole: Duration,
}

fn print_waits(what: &str, waits: &[AnswerTimes]) {
    println!("{what}: {} questions", waits.len());
    let firsts = waits.iter().map(|wait| wait.first).collect();
    let wholes = waits.iter().map(|wait| wait.whole).collect();
    print_times("first answer", firsts);
    print_times("whole answer", wholes);
}

fn print_times(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    println!("  {what}: median {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
}

impl TestBed {
    async fn open() -> Fallible<Self> {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("interactions-{}", std::process::id()));
        // Measure the bot, not its waiting for Discord's limits.
        let config = SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() };
        let server = Server::open(config, ["Hall", "hall"], &["host"]).await?;
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await?;
        let stage = Stage::start(server, Matches::new(store, Arc::new(SystemClock))).await?;
        Ok(Self { stage, folder })
    }

    async fn close(self) -> Fallible<()> {
        self.stage.stop().await;
        std::fs::remove_dir_all(self.folder)?;
        Ok(())
    }

    async fn measure_hundred_people(&self) -> Fallible<()> {
        let mut people = Vec::new();
        for number in 0..MATCHES {
            let Stage { server, matches, .. } = &self.stage;
            let hall = server.guild.create_channel(&format!("hall-{number}"));
            let new = |n| NewPerson::named(&format!("{hall}-{n}"));
            let seated: Vec<Person> = (1..=PLAYERS_PER_MATCH).map(|n| server.welcome(new(n))).collect();
            let host = member(&server.people[0], &server.guild, true);
            let terms = Terms { pregame_hours: 0, ..Terms::usual(matches.games().main()) };
            let id = seat(matches, &host, hall, "Bench", terms, &seated).await?;
            matches.ask(id, &host, Command::Start).await?;
            people.extend(seated.into_iter().map(|person| (Arc::new(person), hall)));
        }
        settled(&self.stage.matches).await?;
        let spread = QUESTION_INTERVAL / people.len() as u32;
        let steady = self.ask_all(&people, |round, n| QUESTION_INTERVAL * round + spread * n).await?;
        print_waits(&format!("{} people, one question a second each", people.len()), &steady);
        for (kind, question) in QUESTIONS.iter().enumerate() {
            let is_one =
                |(i, _): &(usize, _)| (i / people.len() + i % people.len()) % QUESTIONS.len() == kind;
            let firsts = steady.iter().enumerate().filter(is_one).map(|(_, wait)| wait.first).collect();
            print_times(question, firsts);
        }
        let rush = self.ask_all(&people, |round, _| QUESTION_INTERVAL * 2 * round).await?;
        print_waits(&format!("{} people at the same moment, every two seconds", people.len()), &rush);
        Ok(())
    }

    /// Has everyone ask once per round, at a time computed from the round and the person's number.
    async fn ask_all(
        &self,
        people: &[(Arc<Person>, Id)],
        time: impl Fn(u32, u32) -> Duration,
    ) -> Fallible<Vec<AnswerTimes>> {
        let begin = tokio::time::Instant::now();
        let mut tasks = Vec::new();
        for round in 0..QUESTIONS_PER_PERSON {
            for (n, (person, hall)) in people.iter().enumerate() {
                let (person, hall, at) = (person.clone(), *hall, begin + time(round as u32, n as u32));
                tasks.push(tokio::spawn(async move {
                    tokio::time::sleep_until(at).await;
                    ask(n + round, &person, hall).await
                }));
            }
        }
        let mut waits = Vec::new();
        for task in tasks {
            waits.push(task.await??);
        }
        settled(&self.stage.matches).await?;
        Ok(waits)
    }

    /// Plays turn-based games, each in its own channel, through their components.
    async fn measure_fifty_games(&self) -> Fallible<()> {
        let mut tasks = Vec::new();
        for number in 0..GAMES {
            let (name, players) =
                [("triangoli", 2), ("trice", 3), ("triluminary", 2), ("triforce", 3)][number % 4];
            let server = &self.stage.server;
            let channel = server.guild.create_channel(&format!("game-{number}"));
            let new = |n| NewPerson::named(&format!("g{number}-{n}"));
            let people: Vec<Person> = (0..players).map(|n| server.welcome(new(n))).collect();
            let matches = &self.stage.matches;
            let info = matches.games().get(name).ok_or("no such game")?.info();
            begin(matches, (&server.guild, channel), ["Bench", name], Terms::usual(info), &people).await?;
            tasks.push(people);
        }
        settled(&self.stage.matches).await?;
        let tasks: Vec<_> = tasks
            .into_iter()
            .enumerate()
            .map(|(n, people)| {
                let matches = self.stage.matches.clone();
                tokio::spawn(async move { play_by_buttons(n as u64, &people, &matches).await })
            })
            .collect();
        let mut waits = Vec::new();
        for task in tasks {
            waits.extend(task.await??);
        }
        print_waits(
            &format!("{GAMES} games of turns, a press {} ms after the last", THINKING_TIME.as_millis()),
            &waits,
        );
        Ok(settled(&self.stage.matches).await?)
    }
}

/// Taps on a message and waits until it changes. Returns the times to the first answer and to the change.
async fn tap_and_wait(person: &Person, message: &SeenMessage, tap: &Tap) -> Fallible<AnswerTimes> {
    let begin = Instant::now();
    tap.by(person, message.id)?.response().await?;
    let first = begin.elapsed();
    let same = |now: &SeenMessage| now.components == message.components && now.content == message.content;
    while begin.elapsed() < CHANGE_TIMEOUT && person.message(message.id).as_ref().is_some_and(same) {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(AnswerTimes { first, whole: begin.elapsed() })
}

/// Plays random legal actions. Every one can be reached tap by tap.
async fn play_by_buttons(luck: u64, people: &[Person], matches: &Matches) -> Fallible<Vec<AnswerTimes>> {
    let mut rng = fastrand::Rng::with_seed(luck);
    let mut waits = Vec::new();
    let id = matches.played_by(people[0].id().0.into()).await?[0].id;
    while waits.len() < PRESSES_PER_GAME {
        let game = matches.load(id).await?;
        let Some(asked) = game.to_act().first().copied() else { break };
        let user = game.player(asked.seat).map(|player| player.user_id).unwrap_or_default();
        let Some(person) = people.iter().find(|person| UserId::from(person.id().0) == user) else { break };
        let Some(action) = rng.choice(game.playing()?.legal(asked.seat)) else { break };
        let mut plan = TapPlan::new(&game, asked.seat, &action)?;
        let Ok(mut shown) = Player::from(person.clone()).asked(&game) else {
            // The question has not arrived yet.
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        while let Some(tap) = plan.next(&shown)? {
            waits.push(tap_and_wait(person, &shown, &tap).await?);
            tokio::time::sleep(THINKING_TIME).await;
            shown = person.message(shown.id).ok_or("a message is gone")?;
        }
    }
    Ok(waits)
}

/// Asks one of three questions: a move by command, the player's standing, or the arrow pad.
async fn ask(n: usize, person: &Person, hall: Id) -> Fallible<AnswerTimes> {
    let begin = Instant::now();
    let handle = match n % 3 {
        0 => person.slash(hall, "move", &[("path", "-".into())])?,
        1 => person.slash(hall, "me", &[])?,
        _ => person.slash(hall, "move", &[])?,
    };
    handle.response().await?;
    let first = begin.elapsed();
    handle.message().await?;
    Ok(AnswerTimes { first, whole: begin.elapsed() })
}
