//! `trigon run`: the bot on Discord, until it is told to stop.

use std::future::Future;
use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::Error;
use super::config::{Config, ConfigFile};
use super::rehearsal::FollowedClock;
use super::tasks::{owner, runtime};
use crate::discord::{Bot, BotConfig, BotError, Commands, Running, Token, check::invite_link};
use crate::matches::{Clock, Matches, SystemClock};
use crate::store::{DatabaseLock, Process, Shards, Store, StoreError};

/// How long the clock waits after a deadline: Discord needs a moment to deliver what was sent in time.
const GRACE: Duration = Duration::from_secs(3);

/// The wait before connecting again; it doubles with each failure.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// How often the lock on the database is checked.
const LOCK_CHECK: Duration = Duration::from_secs(5);

/// The longest wait before connecting again.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Run the bot on Discord (Ctrl-C stops it)
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigFile,

    /// Begin with an empty database, even if there was another one before
    #[arg(long)]
    create: bool,

    /// The shards of this process, such as 0-1/4, if several processes share the bot on one PostgreSQL server
    #[arg(long, value_name = "RANGE")]
    shards: Option<Shards>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let mut config = args.config.read()?;
    config.shards = args.shards.or(config.shards);
    let token = config.token()?;
    super::log::init(&config.log)?;
    if !args.create && Store::is_missing(config.database.reveal()).map_err(Error::Store)? {
        return Err(Error::NoDatabase(config.database.to_string()));
    }
    runtime()?.block_on(serve(&config, token, out))
}

async fn serve(config: &Config, token: Token, out: &mut impl Write) -> Result<(), Error> {
    let url = config.database.reveal();
    let clock: Arc<dyn Clock> = match config.clock()? {
        Some(address) => Arc::new(FollowedClock::follow(address).await?),
        None => Arc::new(SystemClock),
    };
    // Held until the end: two bots on one database would do everything twice, and so would two with the same shards.
    let lock = match config.shards {
        None => Store::lock(url, &owner("run")).await,
        Some(shards) => Store::lock_shards(url, &owner(&format!("run --shards {shards}")), shards).await,
    };
    let mut lock = lock.map_err(Error::Store)?;
    let mut store = Store::open(url).await.map_err(Error::Store)?;
    if let Some(shards) = config.shards {
        store = store.with_process(Process::among_others(shards.to_string(), shards.hears_directs()));
    }
    let matches = Matches::new(store.clone(), clock).with_grace(GRACE);
    let bot_config = BotConfig {
        token,
        api: config.api(),
        commands: match config.guilds.as_slice() {
            [] => Commands::Everywhere,
            guilds => Commands::InGuilds(guilds.to_vec()),
        },
        shards: config.shards,
    };
    let end = tokio::select! {
        end = stay_connected(&bot_config, &matches, out) => end,
        taken = lost(&mut lock) => Err(Error::Store(taken)),
    };
    store.close().await;
    if end.is_ok() {
        writeln!(out, "stopped; everything is stored, the next start goes on from there")?;
    }
    end
}

/// Waits until another bot has taken the lock on the database.
async fn lost(lock: &mut DatabaseLock) -> StoreError {
    loop {
        tokio::time::sleep(LOCK_CHECK).await;
        if let Err(taken) = lock.check().await {
            return taken;
        }
    }
}

/// Runs the bot until it is told to stop, reconnecting after temporary failures.
async fn stay_connected(config: &BotConfig, matches: &Matches, out: &mut impl Write) -> Result<(), Error> {
    let stop = told_to_stop();
    tokio::pin!(stop);
    let mut wait = FIRST_WAIT;
    loop {
        let began = tokio::time::Instant::now();
        let reason = match run_once(config, matches, stop.as_mut(), out).await {
            Err(Error::Bot(BotError::Network(reason))) => reason,
            end => return end,
        };
        if began.elapsed() > LONGEST_WAIT {
            wait = FIRST_WAIT;
        }
        tracing::warn!(reason, seconds = wait.as_secs(), "Discord cannot be reached; trying again");
        tokio::select! {
            () = tokio::time::sleep(wait) => wait = (wait * 2).min(LONGEST_WAIT),
            () = stop.as_mut() => return Ok(()),
        }
    }
}

/// Runs the bot until it is told to stop or the connection ends for good.
async fn run_once(
    config: &BotConfig,
    matches: &Matches,
    mut stop: Pin<&mut impl Future<Output = ()>>,
    out: &mut impl Write,
) -> Result<(), Error> {
    let running = tokio::select! {
        running = Bot::start(config.clone(), matches.clone()) => running?,
        () = stop.as_mut() => return Ok(()),
    };
    let end = tokio::select! {
        end = connected(&running, out) => end,
        () = stop => Ok(()),
    };
    running.stop().await;
    end
}

/// Waits until the connection ends for good.
async fn connected(running: &Running, out: &mut impl Write) -> Result<(), Error> {
    running.ready().await?;
    if let Some(application) = running.http().application_id() {
        writeln!(out, "connected; invite the bot with {}", invite_link(application))?;
        out.flush()?;
    }
    Ok(running.ended().await?)
}

/// Waits for Ctrl-C or for the signal with which a service manager stops a program.
async fn told_to_stop() {
    #[cfg(unix)]
    if let Ok(mut terminated) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        return;
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // Without signals, only the end of the connection stops the bot.
        std::future::pending::<()>().await;
    }
}
