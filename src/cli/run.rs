//! `trigon run`: the bot on Discord, until it is told to stop.

use std::future::Future;
use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::clock::machine_clock;
use super::config::{Config, ConfigFile, NoBackup};
use super::drand::Drand;
use super::service;
use super::status::StatusServer;
use super::tasks::{about_key, owner, single_worker};
use super::vitals::Vitals;
use super::{Error, games};
use crate::bot::{Bot, BotConfig, BotError, DiscordClock, Running, Token, check::invite_link};
use crate::matches::Matches;
use crate::store::{DatabaseLock, Keys, Process, Shards, Store, StoreError};

/// How long the clock waits after a deadline: Discord needs a moment to deliver what was sent in time.
const DEADLINE_GRACE: Duration = Duration::from_secs(3);

/// The wait before trying again; it doubles with each failure.
const INITIAL_BACKOFF: Duration = Duration::from_secs(1);

/// How often the lock on the database is checked.
const LOCK_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// How long the connection may take before the log mentions it, and the interval at which it is mentioned again.
const CONNECT_WARNING_INTERVAL: Duration = Duration::from_secs(30);

/// The longest wait before trying to open the database again.
const MAX_DATABASE_BACKOFF: Duration = Duration::from_mins(1);

/// The longest wait before trying to connect to Discord again: it may be back at any moment, and deadlines do not wait.
const MAX_DISCORD_BACKOFF: Duration = Duration::from_secs(5);

/// Run the bot on Discord (Ctrl-C stops it)
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigFile,

    /// Begin with an empty database, even if there was another one before
    #[arg(long)]
    create: bool,

    #[command(flatten)]
    backup: NoBackup,

    /// The shards of this process, such as 0-1/4, if several processes share the bot on one PostgreSQL server
    #[arg(long, value_name = "RANGE")]
    shards: Option<Shards>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let mut config = args.config.read()?;
    config.shards = args.shards.or(config.shards);
    args.backup.apply(&mut config);
    config.validate()?;
    let token = config.token()?;
    let keys = config.keys()?;
    let status_address = config.status_address()?;
    super::log::init(&config.log)?;
    if !args.create && Store::is_missing(config.database.reveal()).map_err(Error::Store)? {
        return Err(Error::NoDatabase(config.database.to_string()));
    }
    single_worker()?.block_on(async {
        let vitals = Vitals::default();
        let _status = match status_address {
            Some(address) => {
                let server = StatusServer::start(address, vitals.clone()).await;
                Some(server.map_err(|source| Error::Metrics { address, source })?)
            }
            None => None,
        };
        tokio::select! {
            end = serve(&config, token, keys, &vitals, out) => end,
            () = service::report_forever(vitals.clone()) => Ok(()),
        }
    })
}

async fn serve(
    config: &Config,
    token: Token,
    keys: Keys,
    vitals: &Vitals,
    out: &mut impl Write,
) -> Result<(), Error> {
    let clock = Arc::new(DiscordClock::new(machine_clock(config).await?));
    let stop = stop_signal();
    tokio::pin!(stop);
    service::report_waiting_for("the database");
    // The lock is held until the end: two bots on one database would do everything twice, and so would two with the
    // same shards.
    let (mut lock, mut store) = tokio::select! {
        opened = open(config, &keys) => opened.map_err(Error::Store)?,
        () = stop.as_mut() => return Ok(()),
    };
    if let Some(file) = lock.lost_log() {
        tracing::warn!(
            file = %file.display(),
            "the last bot was killed, and the file that holds its latest changes is gone"
        );
    }
    if let Some(copy) = store.copy() {
        writeln!(
            out,
            "the tables of the database are up to date; what it was before is in {}",
            copy.display()
        )?;
        out.flush()?;
    }
    if let Some(shards) = config.shards {
        store = store.with_process(Process::among_others(shards.to_string(), shards.hears_directs()));
    }
    let matches = Matches::new(store.clone(), clock.clone())
        .with_games(games::all().clone())
        .with_grace(DEADLINE_GRACE)
        .with_beacons(Arc::new(Drand::default()));
    vitals.opened(&matches, clock.clone());
    service::report_waiting_for("Discord");
    let bot_config = BotConfig {
        token,
        api: config.api(),
        commands: config.commands(),
        shards: config.shards,
        clock: Some(clock),
    };
    let end = tokio::select! {
        end = stay_connected(&bot_config, &matches, vitals, stop, out) => end,
        taken = wait_for_lost_lock(&mut lock) => Err(Error::Store(taken)),
    };
    store.close().await;
    if end.is_ok() {
        writeln!(out, "stopped; everything is stored, the next start goes on from there")?;
    }
    end
}

/// Takes the lock on the database and opens it, trying again for as long as the server cannot be reached.
async fn open(config: &Config, keys: &Keys) -> Result<(DatabaseLock, Store), StoreError> {
    let mut backoff = Backoff::up_to(MAX_DATABASE_BACKOFF);
    let mut held = None;
    loop {
        match open_once(config, keys, &mut held).await {
            Ok(store) => {
                if let Some(lock) = held.take() {
                    return Ok((lock, store));
                }
            }
            Err(StoreError::Away(reason)) => tracing::warn!(
                reason,
                seconds = backoff.seconds(),
                "the database cannot be used yet; trying again"
            ),
            Err(error) => return Err(error),
        }
        backoff.sleep().await;
    }
}

/// Takes the lock, unless it is `held` from an earlier attempt, and opens the database.
async fn open_once(
    config: &Config,
    keys: &Keys,
    held: &mut Option<DatabaseLock>,
) -> Result<Store, StoreError> {
    let url = config.database.reveal();
    match held {
        // It may have been lost with its connection.
        Some(lock) => lock.check().await?,
        None => *held = Some(acquire_lock(url, config.shards).await?),
    }
    Store::open_with(url, keys.clone(), config.before_upgrade()).await
}

/// Takes the lock on the database, or on the shards of this process if several share the database.
async fn acquire_lock(url: &str, shards: Option<Shards>) -> Result<DatabaseLock, StoreError> {
    match shards {
        None => Store::lock(url, &owner("run")).await,
        Some(shards) => Store::lock_shards(url, &owner(&format!("run --shards {shards}")), shards).await,
    }
}

/// Waits until another bot has taken the lock on the database.
async fn wait_for_lost_lock(lock: &mut DatabaseLock) -> StoreError {
    loop {
        tokio::time::sleep(LOCK_CHECK_INTERVAL).await;
        if let Err(taken) = lock.check().await {
            return taken;
        }
    }
}

/// Runs the bot until it is told to stop, reconnecting after temporary failures.
async fn stay_connected(
    config: &BotConfig,
    matches: &Matches,
    vitals: &Vitals,
    mut stop: Pin<&mut impl Future<Output = ()>>,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut backoff = Backoff::up_to(MAX_DISCORD_BACKOFF);
    loop {
        let began = tokio::time::Instant::now();
        let end = run_once(config, matches, vitals, stop.as_mut(), out).await;
        if began.elapsed() > MAX_DATABASE_BACKOFF {
            backoff = Backoff::up_to(MAX_DISCORD_BACKOFF);
        }
        match end {
            Err(Error::Bot(BotError::Network(reason))) => {
                tracing::warn!(
                    reason,
                    seconds = backoff.seconds(),
                    "Discord cannot be reached; trying again"
                );
            }
            Err(Error::Bot(BotError::Lost(reason))) => {
                tracing::error!(reason, "the bot is deaf or mute; it connects to Discord anew");
            }
            end => return end,
        }
        tokio::select! {
            () = backoff.sleep() => {}
            () = stop.as_mut() => return Ok(()),
        }
    }
}

/// Runs the bot until it is told to stop or the connection ends for good.
async fn run_once(
    config: &BotConfig,
    matches: &Matches,
    vitals: &Vitals,
    mut stop: Pin<&mut impl Future<Output = ()>>,
    out: &mut impl Write,
) -> Result<(), Error> {
    let running = tokio::select! {
        running = Bot::start(config.clone(), matches.clone()) => running?,
        () = stop.as_mut() => return Ok(()),
    };
    vitals.connected(Some(running.connection()));
    let end = tokio::select! {
        end = connected(&running, matches, out) => end,
        () = stop => {
            service::stopping();
            Ok(())
        }
    };
    vitals.connected(None);
    running.stop().await;
    end
}

/// Waits until the connection ends for good.
async fn connected(running: &Running, matches: &Matches, out: &mut impl Write) -> Result<(), Error> {
    let ready = running.ready();
    tokio::pin!(ready);
    loop {
        match tokio::time::timeout(CONNECT_WARNING_INTERVAL, ready.as_mut()).await {
            Ok(ready) => break ready?,
            // serenity keeps trying, and reports nothing that could be logged without secrets.
            Err(_) => tracing::warn!("the connection to Discord is not made yet; still trying"),
        }
    }
    service::ready();
    if let Some(application) = running.http().application_id() {
        writeln!(out, "connected; invite the bot with {}", invite_link(application))?;
        writeln!(out, "{}", about_key(matches.store().sealing_key()))?;
        out.flush()?;
    }
    Ok(running.ended().await?)
}

/// A wait before trying again. It doubles with each failure.
struct Backoff {
    next: Duration,
    longest: Duration,
}

impl Backoff {
    fn up_to(longest: Duration) -> Self {
        Self { next: INITIAL_BACKOFF, longest }
    }

    /// Returns its length in seconds.
    fn seconds(&self) -> u64 {
        self.next.as_secs()
    }

    /// Waits, and makes the next wait longer.
    async fn sleep(&mut self) {
        let now = self.next;
        self.next = (now * 2).min(self.longest);
        tokio::time::sleep(now).await;
    }
}

/// Waits for Ctrl-C, or for the signal with which a service manager stops a program.
async fn stop_signal() {
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
