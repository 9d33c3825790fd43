//! [`BotConfig`] and [`Bot::start`]: connecting to Discord.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{BotGateway, Http};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::last_call::{DirectsLastCall, Probe};
use super::other_processes::SharedLimits;
use super::register::{Commands, register};
use super::running::{EndWithSupervisor, PhaseSender, Running};
use super::supervisor::{SILENCE_TIMEOUT, Task, Watched, supervise};
use super::tasks::Services;
use super::{Api, BotError, Token, client, commands};
use crate::delivery::{self, Shared, Writer};
use crate::limiter::Limiter;
use crate::link::{Allowance, Gateway, Link};
use crate::season::news;
use crate::time::DiscordClock;
use crate::ui::Bot;
use trigon_engine::matches::Matches;
use trigon_engine::season::Seasons;
use trigon_engine::store::Shards;

/// How the bot connects to Discord.
#[derive(Debug, Clone)]
pub struct BotConfig {
    /// The bot's token.
    pub token: Token,
    /// Where to find Discord.
    pub api: Api,
    /// Where the commands are offered.
    pub commands: Commands,
    /// The shards of this process; `None` for all of them, as many as Discord recommends.
    pub shards: Option<Shards>,
    /// The clock of the matches, which learns Discord's time here; `None` if the matches have one that is always right.
    pub clock: Option<Arc<DiscordClock>>,
}

/// How long each of the first requests may take. If one of them hangs, it is better to try again from the beginning.
const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

impl Bot {
    /// Checks the token, registers the commands, and starts connecting, meeting deadlines and delivering messages.
    pub async fn start(config: BotConfig, matches: Matches) -> Result<Running, BotError> {
        let (http, proxy) = config.api.connect(&config.token).await.map_err(network)?;
        let limiter = proxy.limiter().clone();
        if let Some(clock) = &config.clock {
            limiter.teach(clock.clone());
        }
        let responder = Arc::new(config.api.responder(&config.token).map_err(network)?);
        identify(&http).await?;
        let slash_commands = commands::all(matches.games());
        // Of several processes, only one registers the commands and removes old ones.
        let registers = config.shards.is_none_or(|shards| shards.hears_directs());
        if registers {
            let registered = commands::registered(&slash_commands, matches.games());
            let done = register(&http, matches.store(), &config.commands, &registered).await;
            done.map_err(|error| BotError::of("register the commands", &error))?;
        }

        let directs = Arc::new(config.api.directs(matches.store().clone()));
        let authorization = delivery::authorization_header(http.token()).ok_or(BotError::Token)?;
        let writer = Writer::new(matches.clone(), limiter.clone(), authorization.clone(), directs.clone());
        let writer = Arc::new(writer);
        let shared = Arc::new(Shared(writer.clone()));
        let seasons = Seasons::telling(matches.clone(), news);
        let bot = Self {
            clock: config.clock.clone(),
            ..Self::new(matches.clone(), seasons.clone(), responder, limiter.clone(), directs.clone(), shared)
        };

        let (link, shards) = start_link(&http, config.shards, &limiter).await?;
        let health = link.health().clone();
        let (phase_sender, phase) = PhaseSender::new();
        let client = client::build(http, slash_commands, bot.clone(), phase_sender.clone()).await;
        let client = client.map_err(|error| BotError::of("connect", &error))?;
        link.address().clone_into(&mut *client.ws_url.lock().await);
        let (http, shard_manager) = (client.http.clone(), client.shard_manager.clone());
        let probe = Probe::new(health.clone(), client.cache.clone(), bot.arrivals.clone());
        let reader = tokio::spawn(read_events(client, shards, phase_sender.clone()));

        let limits = SharedLimits {
            requests: limiter.clone(),
            directs: directs.clone(),
            arrivals: bot.arrivals.clone(),
        };
        let last_call = DirectsLastCall { http: http.clone(), bot: bot.clone(), probe };
        let services = Services {
            matches,
            seasons,
            http: http.clone(),
            limiter: limiter.clone(),
            authorization,
            directs,
            writer,
            limits: Arc::new(limits),
            last_call: Arc::new(last_call),
            clock: config.clock,
            commands: registers.then(|| Arc::new(config.commands)),
        };
        let watched = Watched {
            silence_timeout: SILENCE_TIMEOUT,
            health: health.clone(),
            limiter: limiter.clone(),
            parts: vec![
                ("the rate limiter", proxy.task()),
                ("the server between serenity and Discord", link.task()),
                ("serenity", reader.abort_handle()),
            ],
        };
        let (supervisor, stop) = start_supervisor(services.tasks(), watched, &phase_sender);
        Ok(Running {
            http,
            shard_manager,
            phase_sender,
            phase,
            reader,
            supervisor,
            stop: Some(stop),
            link: Some(link),
            health,
            proxy: Some(proxy),
            limiter,
            inbox: bot.inbox.clone(),
            work: bot.work.clone(),
        })
    }
}

/// Asks Discord which application the token belongs to, and gives the client its ID.
async fn identify(http: &Http) -> Result<(), BotError> {
    let application = in_time(http.get_current_application_info()).await?;
    let application = application.map_err(|error| BotError::of("tell who I am", &error))?;
    http.set_application_id(serenity::ApplicationId::new(application.id.get()));
    Ok(())
}

/// Asks Discord where its gateway is, and starts the link to it. Returns the link with the shards that serenity is to start.
async fn start_link(
    http: &Http,
    shards: Option<Shards>,
    limiter: &Limiter,
) -> Result<(Link, ShardRange), BotError> {
    let gateway = in_time(find_gateway(http, shards)).await?;
    let gateway = gateway.map_err(|error| BotError::of("tell where to connect", &error))?;
    let range = ShardRange::of(shards, gateway.shards);
    let link = Link::start(gateway, http.token(), limiter.clone()).await.map_err(network)?;
    Ok((link, range))
}

/// Asks Discord where its gateway is. serenity would ask as well, but without an answer it uses the public gateway, whatever the
/// API of this bot is.
async fn find_gateway(http: &Http, shards: Option<Shards>) -> serenity::Result<Gateway> {
    if let Some(shards) = shards {
        // Discord strictly limits how often it says more than the address, and processes often start at the same time.
        let address = http.get_gateway().await?.url;
        return Ok(Gateway { address, allowance: None, shards: shards.range().count() as u32 });
    }
    let BotGateway { url, shards, session_start_limit: limit, .. } = http.get_bot_gateway().await?;
    let allowance = Allowance {
        total: limit.total,
        remaining: limit.remaining,
        reset_after: limit.reset_after,
        max_concurrency: limit.max_concurrency,
    };
    Ok(Gateway { address: url, allowance: Some(allowance), shards: shards.max(1) })
}

/// The shards of this process, as serenity starts them.
#[derive(Debug, Clone, Copy)]
struct ShardRange {
    first: u32,
    last: u32,
    total: u32,
}

impl ShardRange {
    /// Returns the chosen shards, or else all that Discord recommends.
    fn of(chosen: Option<Shards>, recommended: u32) -> Self {
        match chosen {
            Some(shards) => {
                let (first, last) = shards.range().into_inner();
                Self { first, last, total: shards.total() }
            }
            None => Self { first: 0, last: recommended.saturating_sub(1), total: recommended },
        }
    }
}

/// Reads what Discord’s gateway sends until the connection ends for good, and notes why.
async fn read_events(mut client: serenity::Client, shards: ShardRange, phase_sender: PhaseSender) {
    let ShardRange { first, last, total } = shards;
    // serenity treats the end of the range as the last shard.
    let end = client.start_shard_range(first..last, total).await;
    phase_sender.note_end(end.map_or_else(
        |error| BotError::of("connect", &error),
        |()| BotError::Lost("nothing reads what Discord’s gateway sends".to_owned()),
    ));
}

/// Starts the tasks and their supervisor. Dropping the sender that is returned, or sending over it, stops the supervisor.
fn start_supervisor(
    tasks: Vec<Task>,
    watched: Watched,
    phase_sender: &PhaseSender,
) -> (JoinHandle<()>, oneshot::Sender<()>) {
    let (stop, stopped) = oneshot::channel();
    let (phase_sender, end_with_supervisor) = (phase_sender.clone(), EndWithSupervisor(phase_sender.clone()));
    let supervisor = tokio::spawn(async move {
        let _end_with_supervisor = end_with_supervisor;
        if let Some(error) = supervise(tasks, watched, stopped).await {
            phase_sender.note_end(error);
        }
    });
    (supervisor, stop)
}

/// Waits for one of the first requests, no longer than [`FIRST_REQUEST_TIMEOUT`].
async fn in_time<T>(request: impl Future<Output = T>) -> Result<T, BotError> {
    let done = tokio::time::timeout(FIRST_REQUEST_TIMEOUT, request).await;
    done.map_err(|_| BotError::Network("no answer in time".to_owned()))
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn network(error: io::Error) -> BotError {
    BotError::Network(error.to_string())
}
