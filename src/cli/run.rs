//! `trigon run`: the bot on Discord, until it is told to stop.

use std::io::Write;
use std::sync::Arc;

use super::Error;
use super::config::{Config, ConfigFile};
use super::tasks::runtime;
use crate::discord::{Api, Bot, BotConfig, Commands, Token, check::invite_link};
use crate::matches::{Matches, SystemClock};
use crate::store::Store;

/// Run the bot on Discord (Ctrl-C stops it)
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigFile,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let config = args.config.read()?;
    let token = config.token()?;
    super::log::init(&config.log)?;
    runtime()?.block_on(serve(&config, token, out))
}

async fn serve(config: &Config, token: Token, out: &mut impl Write) -> Result<(), Error> {
    let store = Store::open(&config.database).await.map_err(Error::Store)?;
    let matches = Matches::new(store.clone(), Arc::new(SystemClock));
    let bot_config = BotConfig {
        token,
        api: config.api.clone().map_or(Api::Discord, Api::Elsewhere),
        commands: match config.guilds.as_slice() {
            [] => Commands::Everywhere,
            guilds => Commands::InGuilds(guilds.to_vec()),
        },
    };
    let running = Bot::start(bot_config, matches).await?;
    running.ready().await?;
    if let Some(application) = running.http().application_id() {
        writeln!(out, "connected; invite the bot with {}", invite_link(application))?;
        out.flush()?;
    }
    let end = tokio::select! {
        end = running.ended() => end.map_err(Error::from),
        () = told_to_stop() => Ok(()),
    };
    running.stop().await;
    store.close().await;
    if end.is_ok() {
        writeln!(out, "stopped; everything is stored, the next start goes on from there")?;
    }
    end
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
