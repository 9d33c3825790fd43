//! `trigon check`: whether the bot can run.

use std::io::Write;
use std::sync::Arc;

use super::Error;
use super::clock::machine_clock;
use super::config::{Config, ConfigFile, NoBackup};
use super::tasks::{about_key, runtime};
use super::text::{self, one_line};
use crate::bot::check::{Finding, check};
use crate::bot::{DiscordClock, Token};
use crate::store::{Keys, Store};

/// Check configuration, database, token and permissions: one line each, with what to do
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    backup: NoBackup,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let mut config = match args.config.read() {
        Ok(config) => config,
        Err(error) => {
            print_finding(out, &Finding::bad(format!("configuration: {error}")))?;
            return Err(Error::CheckFailed);
        }
    };
    args.backup.apply(&mut config);
    report(&config, out)
}

/// Prints what was found with a configuration, in one line each. Returns an error if anything is missing.
pub(super) fn report(config: &Config, out: &mut impl Write) -> Result<(), Error> {
    let mut all_good = true;
    let mut report = |finding: &Finding| {
        all_good &= finding.good;
        print_finding(out, finding)
    };
    report(&Finding::good("configuration: read"))?;
    let runtime = runtime()?;
    match config.keys() {
        Ok(keys) => {
            report(&Finding::good(about_key(keys.newest())))?;
            report(&runtime.block_on(check_database(config, keys)))?;
        }
        Err(error) => report(&Finding::bad(format!("key: {error}")))?,
    }
    report(&check_shards(config))?;
    match config.token() {
        Err(error) => report(&Finding::bad(format!("token: {error}")))?,
        Ok(token) => {
            for finding in runtime.block_on(check_discord(config, &token)) {
                report(&finding)?;
            }
        }
    }
    if all_good { Ok(()) } else { Err(Error::CheckFailed) }
}

fn print_finding(out: &mut impl Write, finding: &Finding) -> std::io::Result<()> {
    writeln!(out, "{} {}", if finding.good { "ok  " } else { "FAIL" }, one_line(&finding.text))
}

/// Opens the database, and closes it again.
async fn check_database(config: &Config, keys: Keys) -> Finding {
    match Store::open_with(config.database.reveal(), keys, config.before_upgrade()).await {
        Ok(store) => {
            store.close().await;
            let copy =
                store.copy().map(|copy| format!("; what it was before the upgrade is in {}", copy.display()));
            let copy = copy.unwrap_or_default();
            Finding::good(format!("database: {} can be read and written{copy}", config.database))
        }
        Err(error) => Finding::bad(format!("database: {error}")),
    }
}

/// Returns whether the shards of this process are possible with the database.
fn check_shards(config: &Config) -> Finding {
    match config.shards {
        None => Finding::good("shards: this process has all of them"),
        Some(shards) if Store::is_shared(config.database.reveal()) => {
            Finding::good(format!("shards: this process has {shards}; others need to have the rest"))
        }
        Some(_) => match config.validate() {
            Err(error) => Finding::bad(error.to_string()),
            Ok(()) => Finding::good("shards: possible"),
        },
    }
}

/// Asks Discord what it says of the bot, and compares the clocks.
async fn check_discord(config: &Config, token: &Token) -> Vec<Finding> {
    let clock = match machine_clock(config).await {
        Ok(machine) => Arc::new(DiscordClock::new(machine)),
        Err(error) => return vec![Finding::bad(error.to_string())],
    };
    match config.api().connect(token).await {
        Ok((http, proxy)) => {
            proxy.limiter().teach(clock.clone());
            let mut findings = check(&http).await;
            findings.push(check_clock(&clock));
            findings
        }
        Err(error) => vec![Finding::bad(format!("network: this machine makes no connections: {error}"))],
    }
}

/// Reports how the clock of this machine differs from Discord's, and what to do about it.
fn check_clock(clock: &DiscordClock) -> Finding {
    let found = text::describe_clock(clock.difference(), clock.is_wrong());
    if clock.is_wrong() {
        return Finding::bad(format!(
            "clock: {found}; synchronize it, for example with `timedatectl set-ntp true`"
        ));
    }
    Finding::good(format!("clock: {found}"))
}
