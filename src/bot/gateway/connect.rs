//! [`Bot`]: connecting to Discord, and disconnecting.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{BotGateway, Client, ClientBuilder, GatewayIntents, Http, ShardManager};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::last_call::DirectsLastCall;
use super::others::{Parts, stay_alive, wake_up};
use super::probe::Probe;
use super::register::{Commands, clear_others, register};
use super::supervisor::{DEAF, Task, Watched, supervise};
use super::{Api, BotError, Token, commands, events};
use crate::delivery::{self, Shared, Writer};
use crate::directs::Directs;
use crate::limiter::{Limiter, Proxy};
use crate::link::{Allowance, Gateway, Health, Link};
use crate::season::news;
use crate::time::{DiscordClock, keep};
use crate::ui::picture::Admissions;
use crate::ui::{Arrivals, Bot, Context, Failure, Inbox, LatestRequests, Previews, Work, nobody};
use crate::upkeep;
use trigon_engine::matches::{Matches, Queues, scheduler};
use trigon_engine::season::{self, Seasons};
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

/// Returns the events to listen to: guilds for their roles and channels, their scheduled events, and direct messages. None is
/// privileged: direct messages to the bot include their text without `MESSAGE_CONTENT`.
fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::DIRECT_MESSAGES | GatewayIntents::GUILD_SCHEDULED_EVENTS
}

/// The state of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ConnectionPhase {
    Starting,
    Ready,
    Ended(Result<(), BotError>),
}

/// Where the state of the connection is noted. The first end counts.
#[derive(Clone)]
struct Told(Arc<watch::Sender<ConnectionPhase>>);

impl Told {
    fn note(&self, new: ConnectionPhase) {
        self.0.send_if_modified(|phase| {
            let changes = match *phase {
                ConnectionPhase::Starting => true,
                ConnectionPhase::Ready => new != ConnectionPhase::Ready,
                ConnectionPhase::Ended(_) => false,
            };
            if changes {
                *phase = new;
            }
            changes
        });
    }

    fn ended(&self, error: BotError) {
        self.note(ConnectionPhase::Ended(Err(error)));
    }
}

/// Notes that the supervisor has ended, even if it has panicked.
struct Unsupervised(Told);

impl Drop for Unsupervised {
    fn drop(&mut self) {
        self.0.ended(BotError::Lost("the bot is no longer supervised".to_owned()));
    }
}

/// A bot that is connected, or about to be. Dropping it closes the connection.
pub struct Running {
    http: Arc<Http>,
    shards: Arc<ShardManager>,
    told: Told,
    phase: watch::Receiver<ConnectionPhase>,
    client: JoinHandle<()>,
    supervisor: JoinHandle<()>,
    /// Tells the supervisor to stop.
    stop: Option<oneshot::Sender<()>>,
    link: Option<Link>,
    health: Health,
    proxy: Option<Proxy>,
    limiter: Limiter,
    inbox: Inbox,
    work: Work,
}

/// How long connections may take to close.
const GOODBYE: Duration = Duration::from_secs(5);

/// How long what is being done for people may take to be finished when the bot stops.
const FINISHING: Duration = Duration::from_secs(2);

/// How long each of the first requests may take. Discord may have come back while one of them hangs.
const FIRST_ANSWER: Duration = Duration::from_secs(5);

/// How long messages that have already arrived may take to be stored when the bot stops.
const STORING: Duration = Duration::from_secs(1);

impl Bot {
    /// Checks the token, registers the commands, and starts connecting, meeting deadlines and delivering messages.
    pub async fn start(config: BotConfig, matches: Matches) -> Result<Running, BotError> {
        let failed = |error: io::Error| BotError::Network(error.to_string());
        let (http, proxy) = config.api.connect(&config.token).await.map_err(failed)?;
        let limiter = proxy.limiter().clone();
        if let Some(clock) = &config.clock {
            limiter.teach(clock.clone());
        }
        let responder = Arc::new(config.api.responder(&config.token).map_err(failed)?);
        let application = soon(http.get_current_application_info()).await?;
        let application = application.map_err(|error| BotError::of("tell who I am", &error))?;
        http.set_application_id(serenity::ApplicationId::new(application.id.get()));
        let all = commands::all(matches.games());
        let registered = commands::registered(&all, matches.games());
        // Of several processes, only one does this.
        let registers = config.shards.is_none_or(|shards| shards.hears_directs());
        if registers {
            let done = register(&http, matches.store(), &config.commands, &registered).await;
            done.map_err(|error| BotError::of("register the commands", &error))?;
        }

        let (told, phase) = watch::channel(ConnectionPhase::Starting);
        let told = Told(Arc::new(told));
        let directs = Arc::new(config.api.directs(matches.store().clone()));
        let header = delivery::authorization(http.token()).ok_or(BotError::Token)?;
        let writer = Writer::new(matches.clone(), limiter.clone(), header, directs.clone());
        let writer = Arc::new(writer);
        let seasons = Seasons::telling(matches.clone(), news);
        let bot = Self {
            matches: matches.clone(),
            seasons: seasons.clone(),
            previews: Previews::default(),
            responder,
            limiter: limiter.clone(),
            seen: LatestRequests::default(),
            responded: LatestRequests::default(),
            created: LatestRequests::default(),
            arrivals: Arrivals::default(),
            inbox: Inbox::default(),
            work: Work::default(),
            checks: Queues::default(),
            replays: Admissions::default(),
            directs: directs.clone(),
            shared: Arc::new(Shared(writer.clone())),
            clock: config.clock.clone(),
        };
        let gateway = soon(gateway(&http, config.shards)).await?;
        let gateway = gateway.map_err(|error| BotError::of("tell where to connect", &error))?;
        let shards = config.shards.map_or((0, gateway.shards.saturating_sub(1), gateway.shards), |shards| {
            let (first, last) = shards.range().into_inner();
            (first, last, shards.total())
        });
        let link = Link::start(gateway, http.token(), limiter.clone()).await.map_err(failed)?;
        let health = link.health().clone();
        let client = client(http, all, bot.clone(), told.clone()).await;
        let mut client = client.map_err(|error| BotError::of("connect", &error))?;
        link.address().clone_into(&mut *client.ws_url.lock().await);
        let (http, manager) = (client.http.clone(), client.shard_manager.clone());
        let probe = Probe::new(health.clone(), client.cache.clone(), bot.arrivals.clone());
        let connection = {
            let told = told.clone();
            async move {
                let (first, last, total) = shards;
                // serenity treats the end of the range as the last shard.
                let end = client.start_shard_range(first..last, total).await;
                told.ended(end.map_or_else(
                    |error| BotError::of("connect", &error),
                    |()| BotError::Lost("nothing reads what Discord’s gateway sends".to_owned()),
                ));
            }
        };
        let client = tokio::spawn(connection);
        let parts =
            Parts { requests: limiter.clone(), directs: directs.clone(), arrivals: bot.arrivals.clone() };
        let watched = Watched {
            patience: DEAF,
            health: health.clone(),
            limiter: limiter.clone(),
            parts: vec![
                ("the rate limiter", proxy.pulse()),
                ("the server between serenity and Discord", link.pulse()),
                ("serenity", client.abort_handle()),
            ],
        };
        let (inbox, work) = (bot.inbox.clone(), bot.work.clone());
        let mut tasks = tasks(&matches, &http, &limiter, &directs, &writer, Arc::new(parts));
        tasks.push(Task::lasting("booking what matches of seasons leave", move || {
            season::run(seasons.clone())
        }));
        let last_call =
            matches.clone().with_last_call(Arc::new(DirectsLastCall { http: http.clone(), bot, probe }));
        tasks.push(Task::lasting("the scheduler", move || scheduler::run(last_call.clone())));
        if registers {
            let (http, store) = (http.clone(), matches.store().clone());
            let commands = Arc::new(config.commands);
            tasks.push(Task::finite("removing old commands", move || {
                let (http, store, commands) = (http.clone(), store.clone(), commands.clone());
                async move { clear_others(&http, &store, &commands).await }
            }));
        }
        if let Some(clock) = config.clock {
            let http = http.clone();
            tasks.push(Task::lasting("asking for the time", move || keep(clock.clone(), http.clone())));
        }
        let (stop, stopped) = oneshot::channel();
        let supervisor = {
            let (told, unsupervised) = (told.clone(), Unsupervised(told.clone()));
            async move {
                let _unsupervised = unsupervised;
                if let Some(error) = supervise(tasks, watched, stopped).await {
                    told.ended(error);
                }
            }
        };
        Ok(Running {
            http,
            shards: manager,
            told,
            phase,
            client,
            supervisor: tokio::spawn(supervisor),
            stop: Some(stop),
            link: Some(link),
            health,
            proxy: Some(proxy),
            limiter,
            inbox,
            work,
        })
    }
}

/// Waits for one of the first requests.
async fn soon<T>(request: impl Future<Output = T>) -> Result<T, BotError> {
    let done = tokio::time::timeout(FIRST_ANSWER, request).await;
    done.map_err(|_| BotError::Network("no answer in time".to_owned()))
}

/// Returns the tasks that keep no connection.
fn tasks(
    matches: &Matches,
    http: &Arc<Http>,
    limiter: &Limiter,
    directs: &Arc<Directs>,
    writer: &Arc<Writer>,
    parts: Arc<Parts>,
) -> Vec<Task> {
    let token: Arc<str> = http.token().into();
    let delivery = {
        let (matches, limiter, token) = (matches.clone(), limiter.clone(), token.clone());
        let (directs, writer) = (directs.clone(), writer.clone());
        move || {
            let (matches, limiter, token) = (matches.clone(), limiter.clone(), token.clone());
            let (directs, writer) = (directs.clone(), writer.clone());
            async move {
                // The writer has the same token.
                if let Some(token) = delivery::authorization(&token) {
                    delivery::run_with(matches, limiter, token, directs, writer).await;
                }
            }
        }
    };
    let upkeep = {
        let (matches, limiter, directs) = (matches.clone(), limiter.clone(), directs.clone());
        move || {
            let (matches, limiter, token, directs) =
                (matches.clone(), limiter.clone(), token.clone(), directs.clone());
            async move { upkeep::run(matches, limiter, &token, directs).await }
        }
    };
    let (beating, listening) = (matches.clone(), matches.clone());
    vec![
        Task::finite("telling other processes that this one is alive", move || {
            stay_alive(beating.clone(), parts.clone())
        }),
        Task::finite("listening to other processes", move || wake_up(listening.clone())),
        Task::lasting("delivery", delivery),
        Task::lasting("upkeep", upkeep),
    ]
}

/// Asks Discord where to connect. Asked here, because serenity falls back to the public gateway if it gets no answer,
/// whatever the API is.
async fn gateway(http: &Http, shards: Option<Shards>) -> serenity::Result<Gateway> {
    if let Some(shards) = shards {
        // Discord lets only a few ask for more than the address, and processes often start at the same time.
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

async fn client(
    http: Http,
    commands: Vec<poise::Command<Bot, Failure>>,
    bot: Bot,
    told: Told,
) -> Result<Client, serenity::Error> {
    let options = poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(events::on_error(error)),
        command_check: Some(|ctx| Box::pin(async move { Ok(is_new(ctx).await) })),
        event_handler: |framework, event| {
            Box::pin(async move {
                let _work = framework.user_data.work.begin();
                events::keep_open(&framework.serenity_context.http, framework.user_data, event).await;
                events::keep_watch(framework, event).await;
                let compared = events::keep_comparing(framework, event);
                tokio::join!(events::on_event(framework, event), compared).0
            })
        },
        allowed_mentions: Some(nobody()),
        ..poise::FrameworkOptions::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |_, _, _| {
            Box::pin(async move {
                // Only the first session gets here, so nothing may be started that a second one would start again.
                told.note(ConnectionPhase::Ready);
                Ok(bot)
            })
        })
        .build();
    ClientBuilder::new_with_http(http, intents()).framework(framework).await
}

/// Returns whether a command has not been delivered before.
async fn is_new(ctx: Context<'_>) -> bool {
    // poise runs this check once for the command and once for each of its groups.
    if ctx.invocation_data::<IsNew>().await.is_some() {
        return true;
    }
    ctx.set_invocation_data(IsNew).await;
    ctx.data().seen.is_new(ctx.id())
}

/// A marker for a command that is known to be new.
struct IsNew;

impl Running {
    /// Waits until the bot is connected. Fails if the connection is closed for good before that.
    pub async fn ready(&self) -> Result<(), BotError> {
        let mut phase = self.phase.clone();
        match phase.wait_for(|phase| *phase != ConnectionPhase::Starting).await.as_deref() {
            Ok(ConnectionPhase::Ended(Err(error))) => Err(error.clone()),
            Ok(ConnectionPhase::Ended(Ok(()))) | Err(_) => Err(BotError::Ended("it was stopped".to_owned())),
            Ok(_) => Ok(()),
        }
    }

    /// Waits until the connection is closed for good, which is an error unless this program has stopped it. Until then,
    /// it reconnects automatically.
    pub async fn ended(&self) -> Result<(), BotError> {
        let mut phase = self.phase.clone();
        match phase.wait_for(|phase| matches!(phase, ConnectionPhase::Ended(_))).await.as_deref() {
            Ok(ConnectionPhase::Ended(end)) => end.clone(),
            _ => Ok(()),
        }
    }

    /// Returns a handle that tells whether the bot is connected.
    pub fn connection(&self) -> Connection {
        Connection { health: self.health.clone(), phase: self.phase.clone(), limiter: self.limiter.clone() }
    }

    /// Returns the client for requests to Discord.
    pub fn http(&self) -> &Arc<Http> {
        &self.http
    }

    /// Disconnects. Undelivered messages stay in the store until the next start.
    pub async fn stop(mut self) {
        self.told.note(ConnectionPhase::Ended(Ok(())));
        self.inbox.close(STORING).await;
        drop(self.stop.take());
        // Afterwards, nothing uses the store any longer.
        let _ = tokio::time::timeout(GOODBYE, &mut self.supervisor).await;
        self.shards.shutdown_all().await;
        // A connection that does not close in time is dropped.
        let _ = tokio::time::timeout(GOODBYE, &mut self.client).await;
        self.link = None;
        self.work.stop(FINISHING).await;
        // Answers in flight may still arrive.
        if let Some(proxy) = self.proxy.take() {
            proxy.stop(GOODBYE).await;
        }
    }
}

/// A handle that tells whether a bot is connected.
#[derive(Clone)]
pub struct Connection {
    health: Health,
    phase: watch::Receiver<ConnectionPhase>,
    limiter: Limiter,
}

impl Connection {
    /// Returns whether all shards are currently connected.
    pub fn is_up(&self) -> bool {
        *self.phase.borrow() == ConnectionPhase::Ready && self.health.is_up()
    }

    /// Returns whether Discord has responded to requests recently, so that a connection can be expected.
    pub fn is_possible(&self) -> bool {
        self.limiter.has_answered_within(DEAF)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.supervisor.abort();
        self.client.abort();
        self.inbox.abort();
        self.link = None;
        // Otherwise, serenity's own tasks would try to connect forever.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let shards = self.shards.clone();
            runtime.spawn(async move { shards.shutdown_all().await });
        }
    }
}
