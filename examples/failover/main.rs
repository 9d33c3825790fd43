//! How late deadlines are when processes of the bot are killed just before them:
//! `cargo run --release --example failover -- --kill first`. It needs PostgreSQL on this machine.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program that prints and measures real time"
)]

#[cfg(unix)]
#[allow(
    clippy::unwrap_used,
    clippy::panic,
    dead_code,
    reason = "without its server, nothing can be measured"
)]
#[path = "../../tests/database/cluster.rs"]
mod cluster;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser as _;
use sqlx::PgConnection;
use trigon::games::Registry;
use trigon::ids::MatchId;
use trigon::matches::{Command, Matches, Millis, SystemClock, Terms};
use trigon::rehearsal::{BotProcess, StandardOutput, environment, member, seat, welcome};
use trigon::sandbox::{
    Clock as _, GuildHandle, NewPerson, Person, RateLimits, RunningClock, Sandbox, SandboxConfig,
};
use trigon::store::{Process, Store};

type Error = Box<dyn std::error::Error + Send + Sync>;

/// The shards of the processes. Direct messages go to the first.
const SHARDS: [&str; 3] = ["0-1/4", "2/4", "3/4"];

/// How long before the deadline processes are killed.
const KILL_LEAD: Duration = Duration::from_secs(1);

/// How long anything may take.
const STEP_TIMEOUT: Duration = Duration::from_mins(5);

/// The interval at which to check what has been done.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Measure how late deadlines are when processes of the bot are killed just before them
#[derive(clap::Parser)]
struct Args {
    /// How many matches are due at the same time
    #[arg(long, default_value_t = 50)]
    matches: usize,

    /// How many play in each of them
    #[arg(long, default_value_t = 7)]
    players: u8,

    /// Which processes are killed: the one to which direct messages come, one of the others, or all, which start again
    #[arg(long, default_value = "first")]
    kill: Victims,

    /// A program to measure in place of this one
    #[arg(long)]
    bot: Option<PathBuf>,
}

/// The processes that are killed.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Victims {
    None,
    First,
    Last,
    All,
}

fn main() -> ExitCode {
    // The processes of the bot are this program.
    if std::env::args().nth(1).as_deref() == Some("run") {
        return trigon::cli::main(Registry::standard());
    }
    let measured = tokio::runtime::Runtime::new().map_err(Error::from).and_then(|runtime| {
        let args = Args::parse();
        runtime.block_on(measure(&args))
    });
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("failover: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start_bot(args: &Args, sandbox: &Sandbox, url: &str, number: usize) -> Result<BotProcess, Error> {
    let log = std::env::temp_dir().join(format!("trigon-failover-{number}.log"));
    let program = args.bot.clone().map_or_else(std::env::current_exe, Ok)?;
    let mut environment = environment(sandbox, url);
    environment.push(("TRIGON_SHARDS", SHARDS[number].to_owned()));
    Ok(BotProcess::start(&program, &log, StandardOutput::Logged, &environment)?)
}

async fn wait_until(what: &str, mut is_done: impl AsyncFnMut() -> Result<bool, Error>) -> Result<(), Error> {
    let waited = async {
        while !is_done().await? {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    };
    tokio::time::timeout(STEP_TIMEOUT, waited)
        .await
        .unwrap_or_else(|_| Err(format!("{what} takes too long").into()))
}

#[cfg(not(unix))]
async fn measure(_: &Args) -> Result<(), Error> {
    Err("PostgreSQL is only started on Unix".into())
}

#[cfg(unix)]
async fn measure(args: &Args) -> Result<(), Error> {
    let url = cluster::cluster().ok_or("no PostgreSQL")?.url("public");
    let clock = Arc::new(RunningClock::default());
    let limits = RateLimits { identifies: None, max_concurrency: None, ..RateLimits::discord() };
    let config = SandboxConfig { clock: clock.clone(), limits, shards: 4, ..SandboxConfig::default() };
    let sandbox = Sandbox::start(config).await?;
    let host = sandbox.create_person(NewPerson::named("host"));
    let guild = sandbox.create_guild_on_shard("Server", &host, 0);
    let process = Process::among_others("failover", false);
    let store = Store::open(&url).await?.with_process(process);
    let matches = Matches::new(store, Arc::new(SystemClock));
    let mut bots = BTreeMap::new();
    for number in 0..SHARDS.len() {
        bots.insert(number, start_bot(args, &sandbox, &url, number)?);
    }
    // Until its shard is connected, the bot does not hear what somebody who plays nowhere writes.
    if !sandbox.wait_until(Duration::from_mins(1), || sandbox.connected_shards() == 4).await {
        return Err("the bot does not connect".into());
    }
    let ids = begin_matches(args, &sandbox, &guild, &host, &matches).await?;
    let refused = sandbox.rate_limited();
    let mut database = sqlx::PgPool::connect(&url).await?.acquire().await?;
    let (seqs, deadline) = make_due_together(&matches, &ids, &mut database).await?;
    clock.reset(deadline - 10_000);
    tokio::time::sleep(Duration::from_secs(6)).await;
    clock.reset(deadline - KILL_LEAD.as_millis() as i64);
    let due = Instant::now() + KILL_LEAD;
    match args.kill {
        Victims::None => {}
        Victims::First => drop(bots.remove(&0)),
        Victims::Last => drop(bots.remove(&2)),
        Victims::All => {
            bots.clear();
            for number in 0..SHARDS.len() {
                bots.insert(number, start_bot(args, &sandbox, &url, number)?);
            }
        }
    }
    let late = wait_resolved(seqs, due, &mut database).await?;
    let first = late.first().copied().unwrap_or_default();
    let median = late.get(late.len() / 2).copied().unwrap_or_default();
    let last = late.last().copied().unwrap_or_default();
    println!("resolved after {first:.1} s, {median:.1} s, {last:.1} s: the first, the median, the last");
    println!("requests over a limit: {}", sandbox.rate_limited() - refused);
    Ok(())
}

/// Begins the matches, each in a channel of its own, and waits until everything about that is sent.
async fn begin_matches(
    args: &Args,
    sandbox: &Sandbox,
    guild: &GuildHandle,
    host: &Person,
    matches: &Matches,
) -> Result<Vec<MatchId>, Error> {
    let sent = async || Ok(matches.store().next_delivery().await?.is_none());
    let me = member(host, guild, true);
    let terms =
        Terms { players: args.players, pregame_hours: 0, ..Terms::usual(Registry::standard().main()) };
    let mut ids = Vec::new();
    for number in 0..args.matches {
        // Discord lets only one message a second through to a channel.
        let channel = guild.create_channel(&format!("arena-{number}"));
        let mut players = Vec::new();
        for seat in 1..=args.players {
            let person = welcome(sandbox, guild, NewPerson::named(&format!("p{number}x{seat}")));
            // The bot can write to those who have written to it, without using up the limit on opening direct messages.
            person.dm("help")?;
            players.push(person);
        }
        let id = seat(matches, &me, channel, &format!("Match {number}"), terms.clone(), &players).await?;
        ids.push(id);
    }
    wait_until("answering everyone", sent).await?;
    for id in &ids {
        matches.ask(*id, &me, Command::Start).await?;
    }
    wait_until("beginning", sent).await?;
    Ok(ids)
}

/// Makes all matches due with the one that began last. Returns the length of the log of each, and the deadline.
async fn make_due_together(
    matches: &Matches,
    ids: &[MatchId],
    database: &mut PgConnection,
) -> Result<(BTreeMap<MatchId, i64>, Millis), Error> {
    let (mut seqs, mut deadline) = (BTreeMap::new(), 0);
    for id in ids {
        let game = matches.load(*id).await?;
        seqs.insert(*id, game.seq());
        deadline = deadline.max(game.deadline.ok_or("no deadline")?);
    }
    sqlx::query("UPDATE due SET at = $1 WHERE kind = 'deadline'")
        .bind(deadline)
        .execute(&mut *database)
        .await?;
    sqlx::query("UPDATE targets SET due_at = $1 WHERE kind = 'clock'")
        .bind(deadline)
        .execute(&mut *database)
        .await?;
    sqlx::query("DELETE FROM due WHERE kind <> 'deadline'").execute(&mut *database).await?;
    sqlx::query("UPDATE matches SET version = version + 1").execute(&mut *database).await?;
    Ok((seqs, deadline))
}

/// Waits until the rounds of all matches are resolved. Returns how many seconds after the deadline each was, the
/// shortest first.
async fn wait_resolved(
    mut left: BTreeMap<MatchId, i64>,
    due: Instant,
    database: &mut PgConnection,
) -> Result<Vec<f64>, Error> {
    let mut late = Vec::new();
    wait_until("resolving", async || {
        for (id, seq) in left.clone() {
            let resolved: bool = sqlx::query_scalar(
                "SELECT EXISTS (SELECT 1 FROM match_log WHERE match_id = $1 AND seq > $2 AND action = 'resolve')",
            )
            .bind(id)
            .bind(seq)
            .fetch_one(&mut *database)
            .await?;
            if resolved {
                left.remove(&id);
                late.push(due.elapsed().as_secs_f64());
            }
        }
        Ok(left.is_empty())
    })
    .await?;
    Ok(late)
}
