//! A rush hour: matches of thirteen that are all due in the same second, at Discord's limits:
//! `cargo run --release --example load`. Linux only, because it reads from `/proc` what a process uses.
//!
//! The bot runs in a process of its own, as `trigon run` does: this program starts itself again for it. It is already
//! running when the library writes the matches, with everyone's answers, into its database. Then the clock is moved to
//! the end of the rounds. The bot resolves them, draws the pictures and sends the messages as it always does, and
//! meanwhile answers people's questions. At the end it is killed and started again.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program that prints and measures real time"
)]

mod crowd;
mod process;
mod thinkers;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use sqlx::{AnyConnection, Connection};
use tokio::task::JoinHandle;
use trigon::sandbox::{Clock, Id, Person, RateLimits, Retention, RunningClock, Sandbox, SandboxConfig};

use crowd::Crowd;
use process::Bot;
use thinkers::{Thinkers, ThinkingSummary};

type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The bot waits this long after a deadline for what was sent in time.
const DEADLINE_GRACE: Duration = Duration::from_secs(3);

/// The longest time between the last reminder and a deadline.
const MAX_REMINDER_LEAD: Duration = Duration::from_mins(5);

/// The clock is moved to this long before the deadline.
const CLOCK_LEAD: Duration = Duration::from_secs(2);

/// The bot that was away is started again this long before the deadline.
const RESTART_LEAD: Duration = Duration::from_secs(10);

/// The processor time within two seconds up to which the bot counts as idle.
const MAX_IDLE_CPU: Duration = Duration::from_millis(20);

/// How many of the matches that are resolved last still have their pictures: no more than the bot keeps.
const MAX_JUST_DRAWN: usize = 48;

/// How long the bot may take to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_mins(1);

/// The interval at which to check how far the bot has got.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The interval between people's questions.
const QUESTION_INTERVAL: Duration = Duration::from_millis(500);

/// The number of questions from which the cost of one is measured while the bot does nothing else.
const MEASURED_QUESTIONS: u32 = 60;

/// Let many matches be due in the same second, and measure the bot
///
/// Nothing else has to be built: the bot is this program, started again.
#[derive(Debug, Parser)]
#[command(name = "load", max_term_width = 100)]
struct Args {
    /// How many matches of thirteen are due
    #[arg(long, value_name = "N", default_value_t = 1_072)]
    matches: usize,
    /// Stop after this many messages instead of when all are sent
    #[arg(long, value_name = "N")]
    messages: Option<i64>,
    /// Kill the bot before the matches are due, and start it again ten seconds before: then it first asks Discord what everyone
    /// may have sent meanwhile
    #[arg(long)]
    away: bool,
    /// How many people then play against computed players of the highest level while others ask
    #[arg(long, value_name = "N", default_value_t = 8)]
    thinking: usize,
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("run") {
        return trigon::cli::main(trigon::games::Registry::standard());
    }
    let args = Args::parse();
    let folder = std::env::temp_dir().join(format!("trigon-load-{}", std::process::id()));
    let done = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(load(&args, &folder)));
    std::fs::remove_dir_all(&folder).ok();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::from(2)
        }
    }
}

async fn load(args: &Args, folder: &Path) -> Fallible<()> {
    std::fs::create_dir_all(folder)?;
    let url = format!("sqlite://{}/trigon.db", folder.display());
    let clock = Arc::new(RunningClock::default());
    let config = SandboxConfig {
        clock: clock.clone(),
        limits: RateLimits::discord(),
        retention: Retention { file_bytes: 16 * 1024 * 1024, ..Retention::default() },
        ..SandboxConfig::default()
    };
    let sandbox = Sandbox::start(config).await?;
    // A bot that has just started would first fetch what everyone may have sent while it was away. This one has been
    // running all the time.
    let mut bot = Bot::start(folder, &sandbox, &url)?;
    wait_connected(&sandbox).await?;
    let begin = Instant::now();
    let crowd = Crowd::gather(args.matches, &sandbox, &url).await?;
    println!("{} matches of 13 were made in {:.1} s", args.matches, begin.elapsed().as_secs_f64());

    // The first change that the bot makes itself, which prompts it to look for work.
    crowd.last.send().await?;
    let (asker, channel) = &crowd.people[0];
    ask_once(asker, *channel).await?;
    let mut database = AnyConnection::connect(&url).await?;
    // The time of the reminders, which nobody needs.
    clock.advance(time_until(&crowd, &clock, MAX_REMINDER_LEAD)?);
    while count(&mut database, "SELECT COUNT(*) FROM due WHERE at < $1", crowd.deadline).await? > 0 {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    // Not those who ask first during the rush: their pictures would exist already.
    let question = measure_question(&bot, crowd.people.iter().rev().cloned().collect()).await?;
    if args.away {
        drop(bot);
        wait_disconnected(&sandbox).await?;
        clock.advance(time_until(&crowd, &clock, RESTART_LEAD)?);
        bot = Bot::start(folder, &sandbox, &url)?;
        wait_connected(&sandbox).await?;
    } else {
        clock.advance(time_until(&crowd, &clock, CLOCK_LEAD)?);
    }

    let rush = measure_rush(args, &bot, &crowd, &clock, &mut database).await?;
    database.close().await?;
    // The pictures of the matches that were resolved last have just been drawn.
    let drawn = if becomes_idle(&bot).await? {
        let people = crowd.people.iter().rev().take(MAX_JUST_DRAWN).cloned().collect();
        Some(measure_question(&bot, people).await?)
    } else {
        None
    };
    let thinkers = Thinkers::start(args.thinking, &sandbox, &url).await?;
    let questions = QuestionLoad::start(crowd.people.clone());
    tokio::time::sleep(QUESTION_INTERVAL * MEASURED_QUESTIONS).await;
    let beside = questions.stop().await?;
    let thoughts = thinkers.stop().await?;
    let again = measure_restart(bot, folder, &sandbox, &url).await?;

    let measured = Measurement {
        question,
        drawn,
        beside,
        thoughts,
        again,
        rate_limited: sandbox.rate_limited(),
        log_lines: process::count_log_lines(folder)?,
    };
    print_report(args, &rush, &measured)
}

/// What was measured from the deadline until all messages were sent.
struct Rush {
    /// How long after their deadline all matches, and half of them, were resolved.
    resolved: Duration,
    half: Duration,
    /// The processor time that this took.
    resolving: Duration,
    /// How long after the deadline all messages were sent.
    delivered: Duration,
    /// The number of messages that were sent or given up, and of those that were posted.
    sent: i64,
    arrived: i64,
    /// The processor time from the deadline until then.
    used: Duration,
    /// The peak memory use in bytes.
    memory: u64,
    /// How long people waited for the first answer.
    waits: Vec<Duration>,
}

/// Waits for the deadline, and measures the bot until it has sent all messages, while people ask.
async fn measure_rush(
    args: &Args,
    bot: &Bot,
    crowd: &Crowd,
    clock: &RunningClock,
    database: &mut AnyConnection,
) -> Fallible<Rush> {
    let last: i64 = sqlx::query_scalar("SELECT MAX(id) FROM outbox").fetch_one(&mut *database).await?;
    let wanted = (args.matches * 14) as i64;
    tokio::time::sleep(time_until(crowd, clock, Duration::ZERO)?).await;
    let due = Instant::now();
    let used = bot.cpu()?;
    let questions = QuestionLoad::start(crowd.people.clone());

    let sql = "SELECT COUNT(*) FROM outbox WHERE id > $1";
    while count(database, sql, last).await? < wanted {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    let resolved = due.elapsed();
    let half = half_resolved(database, crowd).await?;
    let resolving = bot.cpu()?.saturating_sub(used);
    let enough = args.messages.unwrap_or(wanted).min(wanted);
    let progress = indicatif::ProgressBar::new(enough as u64).with_message("messages");
    let sql = "SELECT COUNT(*) FROM outbox WHERE id > $1 AND state <> 'pending'";
    let sent = loop {
        let sent = count(database, sql, last).await?;
        progress.set_position(sent as u64);
        if sent >= enough {
            break sent;
        }
        tokio::time::sleep(POLL_INTERVAL * 10).await;
    };
    progress.finish_and_clear();
    let delivered = due.elapsed();
    let used = bot.cpu()?.saturating_sub(used);
    let memory = bot.peak_memory()?;
    let waits = questions.stop().await?;
    let sql = "SELECT COUNT(*) FROM outbox WHERE id > $1 AND state = 'sent'";
    let arrived = count(database, sql, last).await?;
    Ok(Rush { resolved, half, resolving, delivered, sent, arrived, used, memory, waits })
}

/// What was measured before and after the rush.
struct Measurement {
    /// The processor time for a question.
    question: Duration,
    /// The same about a match whose round has just been drawn, if it could be measured.
    drawn: Option<Duration>,
    /// How long people waited for the first answer while computed players thought.
    beside: Vec<Duration>,
    thoughts: ThinkingSummary,
    /// How long the bot took to connect after a kill.
    again: Duration,
    rate_limited: u64,
    log_lines: usize,
}

/// Prints what was measured, as a table.
fn print_report(args: &Args, rush: &Rush, measured: &Measurement) -> Fallible<()> {
    let Rush { resolved, half, resolving, delivered, sent, arrived, used, memory, ref waits } = *rush;
    let Measurement { question, drawn, again, rate_limited, log_lines, ref beside, ref thoughts } = *measured;
    let sending = used.saturating_sub(question * u32::try_from(waits.len())?);
    println!("\n| what | measured |\n|---|---|");
    println!(
        "| {} matches of 13 resolved and written down, after the {} s that the bot waits for what was sent in time | {:.1} s, {:.1} s of CPU |",
        args.matches,
        DEADLINE_GRACE.as_secs(),
        resolved.saturating_sub(DEADLINE_GRACE).as_secs_f64(),
        resolving.as_secs_f64()
    );
    println!("| half of these | {:.1} s |", half.saturating_sub(DEADLINE_GRACE).as_secs_f64());
    println!(
        "| {sent} messages, {arrived} of them posted | {:.0} s, {:.1} a second |",
        delivered.as_secs_f64(),
        sent as f64 / delivered.as_secs_f64()
    );
    println!(
        "| CPU for each message, with everything before it | {:.2} ms |",
        sending.as_secs_f64() * 1_000.0 / sent as f64
    );
    println!(
        "| CPU for each question, which is answered with a picture | {:.1} ms; with these, {:.2} ms for each message |",
        question.as_secs_f64() * 1_000.0,
        used.as_secs_f64() * 1_000.0 / sent as f64
    );
    let drawn = drawn.map_or_else(
        || "not measured: too many matches".to_owned(),
        |drawn| format!("{:.1} ms", drawn.as_secs_f64() * 1_000.0),
    );
    println!("| the same about a match whose round has just been drawn | {drawn} |");
    println!("| memory at most | {:.0} MB |", memory as f64 / 1e6);
    println!("| requests over a limit of Discord | {rate_limited} |");
    print_answers("meanwhile", waits);
    print_answers(&format!("while computed players think in {} matches", args.thinking), beside);
    println!(
        "| decisions of theirs in {} s; share of the time in which a match waited for one | {}; {:.0} % |",
        (QUESTION_INTERVAL * MEASURED_QUESTIONS).as_secs(),
        thoughts.decided,
        thoughts.share * 100.0
    );
    println!(
        "| start with {} matches until connected, after a kill | {:.2} s |",
        args.matches,
        again.as_secs_f64()
    );
    println!("| lines in the log of warnings | {log_lines} |");
    Ok(())
}

/// Prints how long people waited for the first answer.
fn print_answers(when: &str, waits: &[Duration]) {
    println!(
        "| first answers {when}, {} questions | median {:.0} ms, p99 {:.0} ms, longest {:.0} ms |",
        waits.len(),
        millis(waits, 0.5),
        millis(waits, 0.99),
        millis(waits, 1.0)
    );
}

/// Returns the processor time that a question takes, without what the bot would use in that time anyway.
async fn measure_question(bot: &Bot, people: Vec<(Person, Id)>) -> Fallible<Duration> {
    let before = bot.cpu()?;
    tokio::time::sleep(QUESTION_INTERVAL * MEASURED_QUESTIONS).await;
    let idle = bot.cpu()?.saturating_sub(before);
    let before = bot.cpu()?;
    let questions = QuestionLoad::start(people);
    tokio::time::sleep(QUESTION_INTERVAL * MEASURED_QUESTIONS).await;
    let used = bot.cpu()?.saturating_sub(before).saturating_sub(idle);
    questions.stop().await?;
    Ok(used / MEASURED_QUESTIONS)
}

/// Waits until the bot has nothing left to do: after a round, it takes the buttons from thousands of questions. Returns
/// whether that was soon.
async fn becomes_idle(bot: &Bot) -> Fallible<bool> {
    let begin = Instant::now();
    while begin.elapsed() < CONNECT_TIMEOUT {
        let before = bot.cpu()?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        if bot.cpu()?.saturating_sub(before) <= MAX_IDLE_CPU {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Waits until the bot is connected.
async fn wait_connected(sandbox: &Sandbox) -> Fallible<()> {
    if sandbox.wait_connected(CONNECT_TIMEOUT).await {
        Ok(())
    } else {
        Err("the bot does not connect".into())
    }
}

/// Waits until the killed bot is disconnected.
async fn wait_disconnected(sandbox: &Sandbox) -> Fallible<()> {
    if sandbox.wait_until(CONNECT_TIMEOUT, || !sandbox.is_connected()).await {
        Ok(())
    } else {
        Err("the bot that was killed stays connected".into())
    }
}

/// Returns the time left until `before` the deadline.
fn time_until(crowd: &Crowd, clock: &RunningClock, before: Duration) -> Fallible<Duration> {
    let left = u64::try_from(crowd.deadline - clock.now())?;
    Ok(Duration::from_millis(left).saturating_sub(before))
}

/// Kills the bot, starts it again, and returns how long it takes to connect.
async fn measure_restart(bot: Bot, folder: &Path, sandbox: &Sandbox, url: &str) -> Fallible<Duration> {
    drop(bot);
    wait_disconnected(sandbox).await?;
    let start = Instant::now();
    let _bot = Bot::start(folder, sandbox, url)?;
    wait_connected(sandbox).await?;
    Ok(start.elapsed())
}

/// Returns how long after their deadline half of the matches were resolved.
async fn half_resolved(database: &mut AnyConnection, crowd: &Crowd) -> Fallible<Duration> {
    let sql = "SELECT at FROM match_log WHERE action = 'resolve' ORDER BY at";
    let at: Vec<i64> = sqlx::query_scalar(sql).fetch_all(database).await?;
    let half = at.get(at.len() / 2).ok_or("nothing was resolved")?;
    Ok(Duration::from_millis(u64::try_from(half - crowd.deadline)?))
}

async fn count(database: &mut AnyConnection, sql: &'static str, after: i64) -> Fallible<i64> {
    Ok(sqlx::query_scalar(sql).bind(after).fetch_one(database).await?)
}

/// People who ask until they are stopped.
struct QuestionLoad {
    is_over: Arc<AtomicBool>,
    task: JoinHandle<Fallible<Vec<Duration>>>,
}

impl QuestionLoad {
    fn start(people: Vec<(Person, Id)>) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        Self { task: tokio::spawn(ask_in_turn(people, is_over.clone())), is_over }
    }

    /// Stops them, and returns how long each waited for the first answer, shortest first.
    async fn stop(self) -> Fallible<Vec<Duration>> {
        self.is_over.store(true, Ordering::Relaxed);
        self.task.await?
    }
}

/// Lets people ask one after another how they stand, and returns how long each waited for the first answer, shortest
/// first.
async fn ask_in_turn(people: Vec<(Person, Id)>, is_over: Arc<AtomicBool>) -> Fallible<Vec<Duration>> {
    let mut asked = Vec::new();
    let mut times = tokio::time::interval(QUESTION_INTERVAL);
    for (person, channel) in people.into_iter().cycle() {
        times.tick().await;
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        // Questions come at a pace of their own, whether earlier ones are answered or not.
        asked.push(tokio::spawn(async move { ask_once(&person, channel).await }));
    }
    let mut waits = Vec::new();
    for wait in asked {
        waits.push(wait.await??);
    }
    waits.sort_unstable();
    Ok(waits)
}

async fn ask_once(person: &Person, channel: Id) -> Fallible<Duration> {
    let begin = Instant::now();
    person.slash(channel, "me", &[])?.response().await?;
    Ok(begin.elapsed())
}

fn millis(waits: &[Duration], share: f64) -> f64 {
    let at = (waits.len().saturating_sub(1) as f64 * share) as usize;
    waits.get(at).copied().unwrap_or_default().as_secs_f64() * 1_000.0
}
