//! `trigon rehearse`: the bot in an embedded Discord, with a page in the browser on which one can be anyone.
//!
//! | file | what |
//! |---|---|
//! | `company.rs` | [`Company`]: computed players, who press and type as people do |
//! | `player.rs` | [`ComputedPlayer`](player::ComputedPlayer): one of them, and how they come to an action |
//! | `desk.rs` | [`Desk`]: what the page offers for Trigon: computed players, playing to the end, secrets |

mod company;
mod desk;
mod player;

use std::io::{IsTerminal, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use super::Error;
use super::rehearsal::SharedClock;
use super::sandbox::{Place, World};
use super::tasks::runtime;
use crate::discord::{Api, Bot, BotConfig, Commands, Running};
use crate::matches::Matches;
use crate::sandbox::RateLimits;
use crate::store::Store;
use company::Company;
use desk::Desk;

/// The port, unless it is taken.
const PORT: u16 = 8080;

/// Rehearse in the browser: the bot in an embedded Discord, with a page on which you can be anyone
///
/// Opens the page. There, type / for the bot's commands, change who you are at the top left, add computed players and
/// move the clock. Nothing leaves this machine, and nothing is kept when it ends (Ctrl-C).
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The port on 127.0.0.1; 0 takes any free one [default: 8080, or any if that is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Let others reach the page at this address of the machine, such as 0.0.0.0; the link then has a token
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// The people; the first owns the server
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = "ada,bob")]
    people: Vec<String>,
    /// Start only the embedded Discord, for a bot of your own in any language
    #[arg(long)]
    no_bot: bool,
    /// Print the page's address, but do not open it
    #[arg(long)]
    no_open: bool,
    /// What the seeds of matches and the computed players follow from [default: something random]
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
    let world = Arc::new(start(args).await?);
    let stage = if args.no_bot { None } else { Some(Stage::set(args, &world).await?) };
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
    match &stage {
        // Without an end of its own, only Ctrl-C stops it.
        None => drop(tokio::signal::ctrl_c().await),
        Some(stage) => tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            ended = stage.bot.ended() => ended?,
            never = stage.company.play() => match never {},
        },
    }
    if let Some(stage) = stage {
        stage.strike().await;
    }
    Ok(())
}

async fn start(args: &Args) -> Result<World, Error> {
    // With its own bot, nobody waits for Discord's limits: a click on the page shows what they do.
    let limits = || if args.no_bot { RateLimits::discord() } else { RateLimits::off() };
    let mut place = Place::local(args.port.unwrap_or(PORT));
    if let Some(address) = args.listen.filter(|address| !address.is_loopback()) {
        let mut key = [0; 16];
        getrandom::fill(&mut key)
            .map_err(|error| Error::Asked(format!("no random token can be made: {error}")))?;
        (place.address, place.key) = (address, Some(hex::encode(key)));
    }
    match World::start(place.clone(), &args.people, limits()).await {
        // Only the usual port may be replaced by another one.
        Err(Error::Port(_)) if args.port.is_none() => {
            World::start(Place { port: 0, ..place }, &args.people, limits()).await
        }
        started => started,
    }
}

/// The bot, and everyone who plays by themselves.
struct Stage {
    bot: Running,
    matches: Matches,
    company: Arc<Company>,
    folder: PathBuf,
}

impl Stage {
    async fn set(args: &Args, world: &Arc<World>) -> Result<Self, Error> {
        let folder = std::env::temp_dir().join(format!("trigon-rehearsal-{}", std::process::id()));
        let url = format!("sqlite://{}/trigon.db", folder.display());
        let store = Store::open(&url).await.map_err(Error::Store)?;
        let mut matches = Matches::new(store, Arc::new(SharedClock(world.clock.clone())));
        if let Some(seed) = &args.seed {
            matches = matches.with_seeds(super::tasks::repeatable_seeds(seed));
        }
        let token = world.sandbox.token();
        let config = BotConfig {
            token: token.parse().map_err(|_| Error::Asked("the sandbox has no usable token".to_owned()))?,
            api: Api::Unlimited(world.sandbox.url()),
            commands: Commands::Everywhere,
            shards: None,
        };
        let bot = Bot::start(config, matches.clone()).await?;
        bot.ready().await?;
        let company = Arc::new(Company::new(world.clone(), matches.clone(), args.seed.as_deref()));
        world.sandbox.extend(Arc::new(Desk::new(company.clone())));
        Ok(Self { bot, matches, company, folder })
    }

    /// Stops everything and deletes the database.
    async fn strike(self) {
        self.bot.stop().await;
        self.matches.store().close().await;
        // It does no harm if the temporary folder remains.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
