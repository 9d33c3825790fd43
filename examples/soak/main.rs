//! The bot in processes of its own on an embedded Discord, killed and disturbed while people play:
//! `cargo run --release --example soak -- --kills 1000 --faults all --database both --seed S`.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `hall.rs` | the embedded Discord, and a look at what is stored |
//! | `bots.rs` | the processes of the bot |
//! | `players.rs`, `edits.rs`, `asked.rs` | people who play, what they asked for, and what they were told |
//! | `trouble.rs`, `harm.rs`, `orders.rs` | what goes wrong |
//! | `codes.rs` | Discord's error codes, and what they may cost |
//! | `wire.rs`, `disk.rs`, `watches.rs` | connections, a disk and clocks that can be disturbed |
//! | `troubles.rs`, `time.rs` | what was wrong, and when |
//! | `reader` | what is stored, read without the bot |
//! | `verdict` | whether anything was lost, doubled, late, out of order or made public |
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program that prints and measures real time"
)]

mod args;
mod asked;
mod bots;
#[cfg(unix)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "without its server, the soak cannot go on")]
#[path = "../../tests/database/cluster.rs"]
mod cluster;
mod codes;
mod disk;
mod edits;
mod error;
mod hall;
mod harm;
mod orders;
mod players;
mod reader;
mod time;
#[path = "../../tests/toys/mod.rs"]
mod toys;
mod trouble;
mod troubles;
mod verdict;
mod watches;
mod wire;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser as _;
use trigon::games::Registry;
use trigon::rehearsal::environment;
use trigon::sandbox::{Clock as _, GuildHandle, Person};
use trigon::simulate::chance;

use args::{Args, Databases, Fault};
use bots::Bots;
use disk::Disk;
use error::Error;
use hall::Hall;
use players::Table;
use trouble::Trouble;
use troubles::Cause;
use verdict::{Verdict, judge};
use watches::Watch;
use wire::Wire;

/// The shards of the processes on a server. Direct messages go to the first.
const SHARDS: [&str; 3] = ["0-1/4", "2/4", "3/4"];

/// The number of kills below which a soak is short.
const FEW: u32 = 20;

/// How long everything may take to settle once all is well again.
const SETTLING: Duration = Duration::from_mins(5);

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
        let place = folder.join("sqlite");
        let disk = if args.faults.has(Fault::Disk) { Disk::mount(&place.join("disk")) } else { None };
        if disk.is_none() && args.faults.has(Fault::Disk) {
            println!("a small disk cannot be mounted here: it is left out that the disk is full");
        }
        std::fs::create_dir_all(place.join("disk"))?;
        let url = format!("sqlite://{}/disk/trigon.db", place.display());
        let stage = Stage { name: "SQLite", folder: place, urls: vec![url.clone()], url, ..Stage::default() };
        all_well &= runtime.block_on(run(args, Stage { disk: disk.map(Arc::new), ..stage }))?;
    }
    #[cfg(unix)]
    if args.database != Databases::Sqlite
        && let Some(cluster) = cluster::cluster()
    {
        let restart = |meanwhile: &mut dyn FnMut()| {
            if let Some(cluster) = cluster::cluster() {
                cluster.restart(meanwhile);
            }
        };
        let wires = runtime.block_on(async {
            let mut wires = Vec::new();
            for _ in SHARDS {
                wires.push(Wire::lay(cluster.socket()).await?);
            }
            Ok::<_, Error>(wires)
        })?;
        let stage = Stage {
            name: "PostgreSQL",
            folder: folder.join("postgres"),
            url: cluster.url("public"),
            urls: wires.iter().map(|wire| wire.url("public")).collect(),
            shards: &SHARDS,
            restart: Some(restart),
            keep: Some(|file| cluster::cluster().map_or(Ok(()), |cluster| cluster.dump(file))),
            wires,
            disk: None,
        };
        all_well &= runtime.block_on(run(args, stage))?;
    }
    if all_well {
        std::fs::remove_dir_all(&folder).ok();
    } else {
        println!("databases and logs are in {}", folder.display());
    }
    Ok(all_well)
}

/// A database and its surroundings.
#[derive(Default)]
struct Stage {
    name: &'static str,
    folder: PathBuf,
    /// The address of the database, and the one that each process uses.
    url: String,
    urls: Vec<String>,
    shards: &'static [&'static str],
    restart: Option<fn(&mut dyn FnMut())>,
    /// Writes everything stored to a file, where the database ends with the soak.
    keep: Option<fn(&Path) -> std::io::Result<()>>,
    wires: Vec<Wire>,
    disk: Option<Arc<Disk>>,
}

/// Soaks the bot with one database, and reports what was found.
async fn run(args: &Args, stage: Stage) -> Result<bool, Error> {
    let Stage { name, folder, url, urls, shards, restart, keep, wires, disk } = stage;
    std::fs::create_dir_all(&folder)?;
    let began = Instant::now();
    let total = if shards.is_empty() { 1 } else { 4 };
    let hall = Arc::new(Hall::open(args.limits, total, &url).await?);
    let mut watches = Vec::new();
    let mut all_settings = Vec::new();
    for (number, url) in urls.iter().enumerate() {
        let mut settings = environment(&hall.sandbox, url);
        settings.push(("TRIGON_LOG", "debug".to_owned()));
        if let Some(range) = shards.get(number) {
            settings.push(("TRIGON_SHARDS", (*range).to_owned()));
        }
        if args.faults.has(Fault::Clocks) {
            let watch = Arc::new(Watch::wind(format!("{}/sandbox/clock", hall.sandbox.url())).await?);
            settings.push(("TRIGON_CLOCK", watch.url()));
            watches.push(watch);
        }
        all_settings.push(settings);
    }
    let processes = all_settings.len();
    println!(
        "{name}: {} kills, {} matches at a time, {processes} process{}, seed {:?}",
        args.kills,
        args.matches,
        if processes == 1 { "" } else { "es" },
        args.seed
    );
    let tables = tables(args, &hall);
    let has_threads = tables.iter().any(|table| !table.info.is_hosted());
    let people = tables
        .iter()
        .flat_map(|table| table.people.iter().map(|person| (table.guild.clone(), person.clone())));
    let people: Vec<_> = people.collect();
    let watched = hall.clone();
    let on_end = move |number| watched.troubles.note(Cause::Ended(number), watched.now());
    let bots = Arc::new(Bots::start(&folder, all_settings, Box::new(on_end))?);
    // Nobody hears what is asked in a server whose shard is not connected.
    let are_connected = || hall.sandbox.connected_shards() == hall.guilds.len();
    if !hall.sandbox.wait_until(Duration::from_mins(1), are_connected).await {
        return Err("the bot does not connect; its log is in the folder of the soak".into());
    }
    get_to_know(&hall, &people).await?;
    let tending = tokio::spawn(tend(bots.clone()));
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, table)| {
            let name = format!("{} {number}", table.info.title);
            tokio::spawn(async move { table.play(&name).await })
        })
        .collect();
    let outsiders = hall.people(&hall.guilds[0], "outsider", 1);
    let outsider = outsiders.into_iter().next().ok_or("nobody is there to write")?;
    let mut trouble = Trouble {
        hall: hall.clone(),
        bots: bots.clone(),
        people,
        outsider,
        faults: args.faults.clone(),
        is_short: args.kills < FEW,
        rng: chance(&format!("{}\0trouble", args.seed)),
        restart,
        wires,
        watches,
        disk,
        has_threads,
        orders: Vec::new(),
        ordered: 0,
        turns: BTreeMap::new(),
        counts: BTreeMap::new(),
    };
    let progress = indicatif::ProgressBar::new(args.kills.into()).with_message("kills");
    trouble.make(args.kills, &progress).await?;
    progress.finish_and_clear();
    hall.finish();
    let mut stuck = false;
    for player in playing {
        stuck |= tokio::time::timeout(SETTLING, player).await.is_err();
    }
    let is_settled = settle(&hall).await;
    let (starts, ended) = bots.counts();
    tending.abort();
    bots.end();
    let mut verdict = judge(&hall, &url, &bots.logs()?, args).await?;
    let now = hall.clock.now();
    if stuck {
        verdict.wrong.push((now, "a match could not be played to its end".to_owned()));
    }
    if !is_settled {
        verdict.wrong.push((now, "not everything that was to be sent was sent in the end".to_owned()));
    }
    verdict.wrong.extend(trouble.untried(args.kills).into_iter().map(|sentence| (now, sentence)));
    hall.matches.store().close().await;
    if let Some(disk) = trouble.disk.as_ref().filter(|_| !verdict.wrong.is_empty()) {
        disk.save(&folder);
    }
    trouble.counts.insert("starts", starts);
    let met = trouble.met();
    trouble.counts.extend(met);
    trouble.counts.insert("processes that ended by themselves", ended);
    trouble.counts.insert("requests over a limit", hall.sandbox.rate_limited() as u32);
    let findings = folder.join("findings.txt");
    std::fs::write(&findings, verdict.findings())?;
    std::fs::write(folder.join("troubles.txt"), hall.troubles.list())?;
    if !verdict.wrong.is_empty() {
        hall.save(&folder)?;
        if let Some(Err(error)) = keep.map(|keep| keep(&folder.join("database.sql"))) {
            eprintln!("soak: the database cannot be kept: {error}");
        }
    }
    Ok(report(args, name, began.elapsed(), &trouble.counts, &verdict))
}

/// Waits until the bot has answered everybody, because it can write to those who have written to it without using up
/// the limit on opening direct messages. Only one of several processes hears them, and it may be the last to connect.
async fn get_to_know(hall: &Hall, people: &[(GuildHandle, Person)]) -> Result<(), Error> {
    let bot = hall.sandbox.bot_id();
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
fn tables(args: &Args, hall: &Arc<Hall>) -> Vec<Table> {
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
        let guild = hall.guilds[number % hall.guilds.len()].clone();
        let count = if info.is_hosted() { 7 } else { info.players.last().copied().unwrap_or(2).min(3) };
        let count = if info.players.contains(&count) { count } else { info.players[0] };
        let people = hall.people(&guild, &format!("t{number}p"), count);
        let rng = chance(&format!("{}\0table {number}", args.seed));
        let jumps = args.faults.has(Fault::Clock) || args.faults.has(Fault::Clocks);
        let edits = args.faults.has(Fault::People);
        Table { hall: hall.clone(), guild, people, info, rng, jumps, edits, written: Vec::new() }
    };
    (0..args.matches.max(1)).map(table).collect()
}

/// Starts processes that have ended, as a service manager does.
async fn tend(bots: Arc<Bots>) {
    loop {
        tokio::time::sleep(bots::LOOK).await;
        if let Err(error) = bots.tend() {
            eprintln!("soak: the bot cannot be started: {error}");
        }
    }
}

/// How long everything is given in real time to be sent before time passes faster.
const EASY: Duration = Duration::from_secs(15);

/// How often in a row there must be nothing left to do.
const QUIET: u32 = 8;

/// The longest leap of time: what was meant for a channel that is gone is given up two weeks after the end of its match.
const LONGEST_LEAP: Duration = Duration::from_hours(24);

/// How long Discord's refusal to change a role or an event is taken for granted.
const REFUSED: Duration = Duration::from_mins(61);

/// Waits until everything is sent and shown, moving time ahead instead of waiting for it.
async fn settle(hall: &Hall) -> bool {
    let settled = async {
        // Edits may have to wait for Discord's limits.
        let (mut quiet, mut tries) = (0, 0);
        let (began, mut leap) = (Instant::now(), Duration::from_secs(5));
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let (store, now) = (hall.matches.store(), hall.clock.now());
            quiet = match (store.next_delivery().await, store.has_upkeep(now).await) {
                (Ok(None), Ok(false)) => quiet + 1,
                (Ok(Some(at)), _) if at > now => {
                    hall.advance(leap);
                    if began.elapsed() > EASY {
                        leap = (2 * leap).min(LONGEST_LEAP);
                    }
                    0
                }
                _ => 0,
            };
            if quiet == QUIET && tries < 2 {
                // What servers show was perhaps refused.
                tries += 1;
                quiet = 0;
                hall.advance(REFUSED);
            } else if quiet == QUIET {
                return;
            }
        }
    };
    tokio::time::timeout(SETTLING, settled).await.is_ok()
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
