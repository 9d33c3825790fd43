//! The bot in processes of its own on an embedded Discord, killed and disturbed while people play:
//! `cargo run --release --example soak -- --kills 1000 --faults all --database both --seed S`.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `test_bed.rs` | the embedded Discord, and a look at what is stored |
//! | `bots.rs`, `database_setup.rs` | the processes of the bot, and their database |
//! | `players.rs`, `matches.rs`, `asking.rs`, `edits.rs`, `action_request.rs` | people who play, what they asked for, and what they were told |
//! | `fault_injector.rs`, `disruptions.rs`, `request_faults.rs` | what goes wrong |
//! | `codes.rs` | Discord's error codes, and what they may cost |
//! | `database_proxy.rs`, `disk.rs`, `skewed_clock.rs` | connections, a disk and clocks that can be disturbed |
//! | `fault_history.rs`, `time.rs` | what was wrong, and when |
//! | `settling.rs` | the end, after the last disturbance |
//! | `reader` | what is stored, read without the bot |
//! | `verdict` | whether anything was lost, doubled, late, out of order or made public |
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program that prints and measures real time"
)]

mod action_request;
mod args;
mod asking;
mod bots;
#[cfg(unix)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "without its server, the soak cannot go on")]
#[path = "../../tests/database/cluster.rs"]
mod cluster;
mod codes;
mod database_proxy;
mod database_setup;
mod disk;
mod disruptions;
mod edits;
mod error;
mod fault_history;
mod fault_injector;
mod matches;
mod players;
mod reader;
mod request_faults;
mod settling;
mod skewed_clock;
mod test_bed;
mod time;
#[path = "../../tests/toys/mod.rs"]
mod toys;
mod verdict;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser as _;
use tokio::task::JoinHandle;
use trigon::games::Registry;
use trigon::rehearsal::environment;
use trigon::sandbox::{Clock as _, GuildHandle, Person};
use trigon::simulate::chance;

use args::{Args, Databases, Fault};
use bots::{Bots, EnvVar};
use database_setup::DatabaseSetup;
use error::Error;
use fault_history::Cause;
use fault_injector::FaultInjector;
use players::Table;
use settling::{SETTLING_TIMEOUT, settle};
use skewed_clock::SkewedClock;
use test_bed::TestBed;
use verdict::{Verdict, judge};

/// The number of kills below which a soak is short.
const SHORT_SOAK_KILLS: u32 = 20;

fn main() -> ExitCode {
    // The processes of the bot are this program: what is soaked is always what was built.
    if std::env::args().nth(1).as_deref() == Some("run") {
        return trigon::cli::main(toys::games());
    }
    match soak(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("soak: {error}");
            ExitCode::from(2)
        }
    }
}

fn soak(args: &Args) -> Result<bool, Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = std::env::temp_dir().join(format!("trigon-soak-{}", std::process::id()));
    let mut all_well = true;
    if args.database != Databases::Postgres {
        let setup = DatabaseSetup::sqlite(args, folder.join("sqlite"))?;
        all_well &= runtime.block_on(run(args, setup))?;
    }
    #[cfg(unix)]
    if args.database != Databases::Sqlite
        && let Some(cluster) = cluster::cluster()
    {
        let setup = runtime.block_on(DatabaseSetup::postgres(cluster, folder.join("postgres")))?;
        all_well &= runtime.block_on(run(args, setup))?;
    }
    if all_well {
        std::fs::remove_dir_all(&folder).ok();
    } else {
        println!("databases and logs are in {}", folder.display());
    }
    Ok(all_well)
}

/// Soaks the bot with one database, and reports what was found.
async fn run(args: &Args, setup: DatabaseSetup) -> Result<bool, Error> {
    std::fs::create_dir_all(&setup.folder)?;
    let began = Instant::now();
    let shards = if setup.shards.is_empty() { 1 } else { 4 };
    let bed = Arc::new(TestBed::open(args.limits, shards, &setup.url).await?);
    let (environments, skewed_clocks) = environments(args, &setup, &bed).await?;
    print_beginning(args, setup.name, environments.len());
    let tables = tables(args, &bed);
    let has_threads = tables.iter().any(|table| !table.info.is_hosted());
    let people: Vec<_> = tables
        .iter()
        .flat_map(|table| table.people.iter().map(|person| (table.guild.clone(), person.clone())))
        .collect();
    let bots = start_bots(&setup.folder, environments, &bed).await?;
    get_to_know(&bed, &people).await?;
    let restarting = tokio::spawn(keep_running(bots.clone()));
    let playing = start_playing(tables);
    let outsiders = bed.people(&bed.guilds[0], "outsider", 1);
    let mut injector = FaultInjector {
        bed: bed.clone(),
        bots: bots.clone(),
        people,
        outsider: outsiders.into_iter().next().ok_or("nobody is there to write")?,
        faults: args.faults.clone(),
        is_short: args.kills < SHORT_SOAK_KILLS,
        rng: chance(&format!("{}\0trouble", args.seed)),
        restart: setup.restart,
        proxies: setup.proxies,
        skewed_clocks,
        disk: setup.disk,
        has_threads,
        injected: Vec::new(),
        injected_count: 0,
        turns: BTreeMap::new(),
        counts: BTreeMap::new(),
    };
    let progress = indicatif::ProgressBar::new(args.kills.into()).with_message("kills");
    injector.run(args.kills, &progress).await?;
    progress.finish_and_clear();
    bed.finish();
    let mut is_stuck = false;
    for player in playing {
        is_stuck |= tokio::time::timeout(SETTLING_TIMEOUT, player).await.is_err();
    }
    let is_settled = settle(&bed).await;
    let (starts, ended) = bots.counts();
    restarting.abort();
    bots.end();
    let mut verdict = judge(&bed, &setup.url, &bots.logs()?, args).await?;
    let now = bed.clock.now();
    if is_stuck {
        verdict.wrong.push((now, "a match could not be played to its end".to_owned()));
    }
    if !is_settled {
        verdict.wrong.push((now, "not everything that was to be sent was sent in the end".to_owned()));
    }
    verdict.wrong.extend(injector.untried(args.kills).into_iter().map(|sentence| (now, sentence)));
    bed.matches.store().close().await;
    if let Some(disk) = injector.disk.as_ref().filter(|_| !verdict.wrong.is_empty()) {
        disk.save(&setup.folder);
    }
    injector.counts.insert("starts", starts);
    let met = injector.met();
    injector.counts.extend(met);
    injector.counts.insert("processes that ended by themselves", ended);
    injector.counts.insert("requests over a limit", bed.sandbox.rate_limited() as u32);
    save_findings(&setup.folder, setup.keep, &bed, &verdict)?;
    Ok(report(args, setup.name, began.elapsed(), &injector.counts, &verdict))
}

/// Returns the environment of each process, and the clocks that they follow if these can differ.
async fn environments(
    args: &Args,
    setup: &DatabaseSetup,
    bed: &TestBed,
) -> Result<(Vec<Vec<EnvVar>>, Vec<Arc<SkewedClock>>), Error> {
    let (mut environments, mut skewed_clocks) = (Vec::new(), Vec::new());
    for (number, url) in setup.urls.iter().enumerate() {
        let mut variables = environment(&bed.sandbox, url);
        variables.push(("TRIGON_LOG", "debug".to_owned()));
        if let Some(range) = setup.shards.get(number) {
            variables.push(("TRIGON_SHARDS", (*range).to_owned()));
        }
        if args.faults.has(Fault::Clocks) {
            let clock = Arc::new(SkewedClock::start(format!("{}/sandbox/clock", bed.sandbox.url())).await?);
            variables.push(("TRIGON_CLOCK", clock.url()));
            skewed_clocks.push(clock);
        }
        environments.push(variables);
    }
    Ok((environments, skewed_clocks))
}

/// Prints what is about to be done.
fn print_beginning(args: &Args, name: &str, processes: usize) {
    println!(
        "{name}: {} kills, {} matches at a time, {processes} process{}, seed {:?}",
        args.kills,
        args.matches,
        if processes == 1 { "" } else { "es" },
        args.seed
    );
}

/// Starts the processes of the bot, and waits until all of them are connected.
async fn start_bots(
    folder: &Path,
    environments: Vec<Vec<EnvVar>>,
    bed: &Arc<TestBed>,
) -> Result<Arc<Bots>, Error> {
    let of_end = bed.clone();
    let on_end = move |number| of_end.fault_history.note(Cause::Ended(number), of_end.now());
    let bots = Arc::new(Bots::start(folder, environments, Box::new(on_end))?);
    // Nobody hears what is asked in a server whose shard is not connected.
    let are_connected = || bed.sandbox.connected_shards() == bed.guilds.len();
    if !bed.sandbox.wait_until(Duration::from_mins(1), are_connected).await {
        return Err("the bot does not connect; its log is in the folder of the soak".into());
    }
    Ok(bots)
}

/// Has everybody play.
fn start_playing(tables: Vec<Table>) -> Vec<JoinHandle<u32>> {
    let start = |(number, table): (usize, Table)| {
        let name = format!("{} {number}", table.info.title);
        tokio::spawn(async move { table.play(&name).await })
    };
    tables.into_iter().enumerate().map(start).collect()
}

/// Writes what was found into files of a folder, with everything that helps to find out why if something is wrong.
fn save_findings(
    folder: &Path,
    keep: Option<fn(&Path) -> std::io::Result<()>>,
    bed: &TestBed,
    verdict: &Verdict,
) -> Result<(), Error> {
    std::fs::write(folder.join("findings.txt"), verdict.findings())?;
    std::fs::write(folder.join("troubles.txt"), bed.fault_history.list())?;
    if !verdict.wrong.is_empty() {
        bed.save(folder)?;
        if let Some(Err(error)) = keep.map(|keep| keep(&folder.join("database.sql"))) {
            eprintln!("soak: the database cannot be kept: {error}");
        }
    }
    Ok(())
}

/// Waits until the bot has answered everybody, because it can write to those who have written to it without using up
/// the limit on opening direct messages. Only one of several processes hears them, and it may be the last to connect.
async fn get_to_know(bed: &TestBed, people: &[(GuildHandle, Person)]) -> Result<(), Error> {
    let bot = bed.sandbox.bot_id();
    let is_strange = |person: &Person| person.dms().iter().all(|message| message.author != bot);
    for _ in 0..60 {
        let mut strangers =
            people.iter().map(|(_, person)| person).filter(|person| is_strange(person)).peekable();
        if strangers.peek().is_none() {
            return Ok(());
        }
        for person in strangers {
            person.dm("help")?;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Err("the bot does not answer; its log is in the folder of the soak".into())
}

/// Returns who plays what.
fn tables(args: &Args, bed: &Arc<TestBed>) -> Vec<Table> {
    let games = if args.toys { toys::games() } else { Registry::standard() };
    // Matches in rounds depend most on the clock and on direct messages.
    let others = games.iter().map(|game| game.info()).filter(|info| info.name != games.main().name);
    // The last ones first: with few tables, the games of the tests are played too.
    let mut others: Vec<_> = others.collect();
    if args.toys {
        others.reverse();
    }
    let infos: Vec<_> = others.into_iter().flat_map(|info| [games.main(), info]).collect();
    let table = |number: usize| {
        let info = infos[number % infos.len()];
        let guild = bed.guilds[number % bed.guilds.len()].clone();
        let count = if info.is_hosted() { 7 } else { info.players.last().copied().unwrap_or(2).min(3) };
        let count = if info.players.contains(&count) { count } else { info.players[0] };
        let people = bed.people(&guild, &format!("t{number}p"), count);
        let rng = chance(&format!("{}\0table {number}", args.seed));
        let moves_time = args.faults.has(Fault::Clock) || args.faults.has(Fault::Clocks);
        let edits_messages = args.faults.has(Fault::People);
        Table { bed: bed.clone(), guild, people, info, rng, moves_time, edits_messages, written: Vec::new() }
    };
    (0..args.matches.max(1)).map(table).collect()
}

/// Starts processes that have ended, as a service manager does.
async fn keep_running(bots: Arc<Bots>) {
    loop {
        tokio::time::sleep(bots::POLL_INTERVAL).await;
        if let Err(error) = bots.restart_ended() {
            eprintln!("soak: the bot cannot be started: {error}");
        }
    }
}

/// Prints what was done and found. Returns whether all is well.
fn report(args: &Args, name: &str, took: Duration, done: &BTreeMap<&str, u32>, verdict: &Verdict) -> bool {
    for (what, count) in done {
        println!("{count:>9} {what}");
    }
    for (what, count) in &verdict.counts {
        println!("{count:>9} {what}");
    }
    for ((what, excuse), count) in &verdict.excuses {
        println!("{count:>9} {what}, excused because {excuse}");
    }
    for lateness in &verdict.lateness {
        println!("  {lateness}");
    }
    let seconds = took.as_secs();
    if verdict.wrong.is_empty() {
        println!("{name}: nothing lost, doubled, late, out of order or made public in {seconds} s\n");
        return true;
    }
    println!("{name}: {} things are wrong after {seconds} s with seed {:?}:", verdict.wrong.len(), args.seed);
    for finding in verdict.findings().lines().take(20) {
        println!("  {finding}");
    }
    println!("all of them are in findings.txt\n");
    false
}
