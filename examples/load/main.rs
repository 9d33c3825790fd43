//! A rush hour: matches of thirteen that are all due in the same second, at Discord's limits:
//! `cargo run --release --example load`. Linux only, which tells what a process uses in `/proc`.
//!
//! The matches are written into the database by the library; everyone has answered. The bot runs in a process of its own,
//! as `trigon run` does: this program starts itself again for it. It resolves the rounds, draws the pictures and sends the
//! messages as it always does, and meanwhile answers what people ask.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program that prints and measures real time"
)]

mod crowd;
mod process;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use sqlx::{AnyConnection, Connection};
use trigon::sandbox::{Id, Person, RunningClock, SandboxClock};

use crowd::Crowd;
use process::Bot;

type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The bot waits this long after a deadline for what was sent in time.
const GRACE: Duration = Duration::from_secs(3);

/// How often it is looked how far the bot is.
const LOOK: Duration = Duration::from_millis(50);

/// The time between two questions of people.
const PAUSE: Duration = Duration::from_millis(500);

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
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("run") {
        return trigon::cli::main();
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
    let begin = Instant::now();
    let (crowd, deadline) = Crowd::gather(args.matches, &url, clock.clone()).await?;
    println!("{} matches of 13 were made in {:.1} s", args.matches, begin.elapsed().as_secs_f64());

    let mut database = AnyConnection::connect(&url).await?;
    let last: i64 = sqlx::query_scalar("SELECT MAX(id) FROM outbox").fetch_one(&mut database).await?;
    // The bot starts a little before the deadline, and has done everything that was due until then.
    let lead = u64::try_from(deadline - clock.now_millis())?.saturating_sub(10_000);
    clock.advance(Duration::from_millis(lead));
    let start = Instant::now();
    let bot = Bot::start(folder, &crowd.sandbox, &url)?;
    if !crowd.sandbox.wait_connected(Duration::from_mins(1)).await {
        return Err("the bot does not connect".into());
    }
    let connected = start.elapsed();
    let asker = crowd.people[0].clone();
    // The first answer of a process takes longer than all others.
    answer(&asker.0, asker.1).await?;

    let wanted = (args.matches * 14) as i64;
    let left = u64::try_from(deadline - clock.now_millis())?;
    tokio::time::sleep(Duration::from_millis(left)).await;
    let due = Instant::now();
    let used = bot.cpu()?;
    let is_over = Arc::new(AtomicBool::new(false));
    let asking = tokio::spawn(ask(crowd.people.clone(), is_over.clone()));

    let sql = "SELECT COUNT(*) FROM outbox WHERE id > $1";
    while count(&mut database, sql, last).await? < wanted {
        tokio::time::sleep(LOOK).await;
    }
    let resolved = due.elapsed();
    let resolving = bot.cpu()?.saturating_sub(used);
    let enough = args.messages.unwrap_or(wanted).min(wanted);
    let progress = indicatif::ProgressBar::new(enough as u64).with_message("messages");
    let sql = "SELECT COUNT(*) FROM outbox WHERE id > $1 AND state <> 'pending'";
    let sent = loop {
        let sent = count(&mut database, sql, last).await?;
        progress.set_position(sent as u64);
        if sent >= enough {
            break sent;
        }
        tokio::time::sleep(LOOK * 10).await;
    };
    progress.finish_and_clear();
    let delivered = due.elapsed();
    let used = bot.cpu()?.saturating_sub(used);
    is_over.store(true, Ordering::Relaxed);
    let waits = asking.await??;
    let sql = "SELECT COUNT(*) FROM outbox WHERE id > $1 AND state = 'sent'";
    let arrived = count(&mut database, sql, last).await?;
    database.close().await?;

    println!("\n| what | measured |\n|---|---|");
    println!("| start with {} matches until connected | {:.2} s |", args.matches, connected.as_secs_f64());
    println!(
        "| {} matches of 13 resolved and written down, after the {} s that the bot waits for what was sent in time | {:.1} s, {:.1} s of CPU |",
        args.matches,
        GRACE.as_secs(),
        resolved.saturating_sub(GRACE).as_secs_f64(),
        resolving.as_secs_f64()
    );
    println!(
        "| {sent} messages, {arrived} of them posted | {:.0} s, {:.1} a second |",
        delivered.as_secs_f64(),
        sent as f64 / delivered.as_secs_f64()
    );
    println!(
        "| CPU for each message, with everything before it | {:.2} ms |",
        used.as_secs_f64() * 1_000.0 / sent as f64
    );
    println!("| memory at most | {:.0} MB |", bot.most_memory()? as f64 / 1e6);
    println!("| requests over a limit of Discord | {} |", crowd.sandbox.rate_limited());
    println!(
        "| first answers meanwhile, {} questions | median {:.0} ms, p99 {:.0} ms, longest {:.0} ms |",
        waits.len(),
        millis(&waits, 0.5),
        millis(&waits, 0.99),
        millis(&waits, 1.0)
    );
    Ok(())
}

async fn count(database: &mut AnyConnection, sql: &'static str, after: i64) -> Fallible<i64> {
    Ok(sqlx::query_scalar(sql).bind(after).fetch_one(database).await?)
}

/// Lets one person after the other ask how they stand, and returns how long each waited for the first answer, the shortest
/// first.
async fn ask(people: Vec<(Person, Id)>, is_over: Arc<AtomicBool>) -> Fallible<Vec<Duration>> {
    let mut asked = Vec::new();
    let mut times = tokio::time::interval(PAUSE);
    for (person, channel) in people.into_iter().cycle() {
        times.tick().await;
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        // Questions come at a pace of their own, whether earlier ones are answered or not.
        asked.push(tokio::spawn(async move { answer(&person, channel).await }));
    }
    let mut waits = Vec::new();
    for wait in asked {
        waits.push(wait.await??);
    }
    waits.sort_unstable();
    Ok(waits)
}

async fn answer(person: &Person, channel: Id) -> Fallible<Duration> {
    let begin = Instant::now();
    person.slash(channel, "me", &[])?.response().await?;
    Ok(begin.elapsed())
}

fn millis(waits: &[Duration], share: f64) -> f64 {
    let at = (waits.len().saturating_sub(1) as f64 * share) as usize;
    waits.get(at).copied().unwrap_or_default().as_secs_f64() * 1_000.0
}
