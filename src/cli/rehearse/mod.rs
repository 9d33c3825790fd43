//! `trigon rehearse`: the bot in an embedded Discord, with a page in the browser on which you can be anyone.
//!
//! | file | what |
//! |---|---|
//! | `simulated_players.rs` | [`SimulatedPlayers`]: players who press and type as people do |
//! | `player.rs` | [`SimulatedPlayer`](player::SimulatedPlayer): one of them, and how reliable they are |
//! | `running.rs` | [`Rehearsal`]: the bot with its matches, and restoring saved ones |
//! | `desk.rs` | [`Desk`](desk::Desk): the parts of the page that are specific to Trigon: simulated players, playing to the end, secrets |
//! | `saved.rs` | [`SavedRehearsal`](saved::SavedRehearsal): the parts of all this that are saved |

mod desk;
mod player;
mod running;
mod saved;
mod simulated_players;

use std::io::{IsTerminal, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::mpsc;

use super::Error;
use super::sandbox::World;
use super::tasks::runtime;
use crate::sandbox::{RateLimits, SandboxConfig};
use running::{Rehearsal, RehearsalSetup};
use saved::Reopening;

/// The port, unless it is taken.
const DEFAULT_PORT: u16 = 8080;

/// The warning for those who let others reach the page.
const OPEN_ACCESS_WARNING: &str =
    "everyone who has the link can act as anyone and see all secrets, so do not play a real match here";

/// Rehearse in the browser: the bot in an embedded Discord, with a page on which you can be anyone
///
/// Opens the page. There, type / for the bot's commands, change who you are at the top left, add simulated players and
/// move the clock. Nothing leaves this machine, and nothing is kept when it ends (Ctrl-C) but what you save on the page.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The port on 127.0.0.1; 0 takes any free one [default: 8080, or any if that is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Let others reach the page at this address of the machine, such as 0.0.0.0; the link then has a token
    ///
    /// Everyone who has the link can act as anyone and see all secrets, and the connection is not encrypted. It is for trying
    /// things out together, not for a real match.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// The people; the first owns the server
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = "ada,bob")]
    people: Vec<String>,
    /// Go on with a rehearsal that was saved on the page
    #[arg(long, value_name = "FILE", conflicts_with = "people")]
    open: Option<PathBuf>,
    /// Start only the embedded Discord, for a bot of your own in any language
    #[arg(long)]
    no_bot: bool,
    /// Print the page's address, but do not open it
    #[arg(long)]
    no_open: bool,
    /// What the seeds of matches and the simulated players follow from [default: something random]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Log on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    log: String,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    super::log::init(&args.log)?;
    runtime()?.block_on(serve(args, out))
}

async fn serve(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let saved = args.open.as_deref().map(read).transpose()?;
    let world = Arc::new(start(args).await?);
    let (reopening_sender, mut reopenings) = mpsc::channel(1);
    let mut rehearsal = None;
    if !args.no_bot {
        let setup = RehearsalSetup { world: world.clone(), seed: args.seed.clone(), reopening_sender };
        rehearsal = Some(Rehearsal::start_empty(setup).await?);
    }
    if let (Some(saved), Some(path)) = (saved, &args.open) {
        rehearsal = restore(&world, &saved, rehearsal, &mut reopenings)
            .await
            .map_err(|reason| Error::Usage(format!("{}: {reason}", path.display())))?;
    }
    announce(args, &world, out)?;
    match rehearsal {
        Some(rehearsal) => play_until_ended(rehearsal, reopenings).await,
        None => {
            // The embedded Discord never ends on its own; only Ctrl-C stops it.
            let _ = tokio::signal::ctrl_c().await;
            Ok(())
        }
    }
}

/// Says where the page is, and opens it.
fn announce(args: &Args, world: &World, out: &mut impl Write) -> Result<(), Error> {
    if args.listen.is_some_and(|address| !address.is_loopback()) {
        writeln!(out, "{OPEN_ACCESS_WARNING}")?;
    }
    writeln!(out, "the page is at {} (Ctrl-C ends the rehearsal)", world.page())?;
    if args.listen.is_some_and(|address| address.is_unspecified()) {
        writeln!(out, "from other machines, put the name or the address of this one in place of 127.0.0.1")?;
    }
    if args.no_bot {
        writeln!(out, "\n{}", world.greeting())?;
    }
    out.flush()?;
    if !args.no_open && std::io::stdout().is_terminal() {
        super::browser::open(&world.page());
    }
    Ok(())
}

/// Lets the simulated players play, and goes on with another rehearsal whenever the page opens one.
async fn play_until_ended(
    mut rehearsal: Rehearsal,
    mut reopenings: mpsc::Receiver<Reopening>,
) -> Result<(), Error> {
    loop {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => break,
            ended = rehearsal.bot.ended() => {
                ended?;
                break;
            }
            never = rehearsal.players.play() => match never {},
            Some(order) = reopenings.recv() => rehearsal = rehearsal.reopen(order).await?,
        }
    }
    rehearsal.stop().await;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|source| Error::Read { path: path.display().to_string(), source })
}

/// Restores a saved rehearsal before anybody looks.
///
/// The sandbox hands the saved part of Trigon to the [`Desk`](desk::Desk), which orders a new bot and waits for it; so both
/// have to be served at once.
async fn restore(
    world: &World,
    saved: &[u8],
    rehearsal: Option<Rehearsal>,
    reopenings: &mut mpsc::Receiver<Reopening>,
) -> Result<Option<Rehearsal>, String> {
    let restoring = world.sandbox.open(saved);
    let Some(rehearsal) = rehearsal else {
        restoring.await.map_err(|error| error.to_string())?;
        return Ok(None);
    };
    tokio::pin!(restoring);
    tokio::select! {
        restored = &mut restoring => restored.map(|()| Some(rehearsal)).map_err(|error| error.to_string()),
        Some(order) = reopenings.recv() => {
            let rehearsal = rehearsal.reopen(order).await.map_err(|error| error.to_string())?;
            restoring.await.map_err(|error| error.to_string())?;
            Ok(Some(rehearsal))
        }
    }
}

async fn start(args: &Args) -> Result<World, Error> {
    // With the built-in bot, nobody has to wait for Discord's limits: a click on the page shows what they do.
    let limits = if args.no_bot { RateLimits::discord() } else { RateLimits::off() };
    let mut config =
        SandboxConfig { port: args.port.unwrap_or(DEFAULT_PORT), limits, ..SandboxConfig::default() };
    if let Some(address) = args.listen.filter(|address| !address.is_loopback()) {
        let mut key = [0; 16];
        getrandom::fill(&mut key)
            .map_err(|error| Error::Usage(format!("no random token can be made: {error}")))?;
        (config.address, config.page_key) = (address, Some(hex::encode(key)));
    }
    match World::start(config.clone(), &args.people).await {
        // Only the default port may be replaced by another one.
        Err(Error::Port(_)) if args.port.is_none() => {
            World::start(SandboxConfig { port: 0, ..config }, &args.people).await
        }
        started => started,
    }
}
