//! [`Bot`]: connecting to Discord, and disconnecting.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ApplicationId, Client, ClientBuilder, ConnectionStage, GatewayIntents, Http, ShardManager};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::missed::{Missed, Probe};
use super::others::{Parts, stay_alive, wake_up};
use super::register::{Commands, clear_others, register};
use super::{Api, Token, commands, events};
use crate::delivery;
use crate::limiter::Proxy;
use crate::time::{DiscordClock, keep};
use crate::ui::picture::Admissions;
use crate::ui::{Arrivals, Bot, Context, Failure, Inbox, LatestRequests, describe, nobody};
use crate::upkeep;
use trigon_engine::matches::{Matches, Queues, scheduler};
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

/// Why the bot is not connected, in one line for the operator and without anything secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// The token is invalid, or no longer valid.
    #[error("Discord does not accept the token; get a new one in the developer portal and set it anew")]
    Token,
    /// Discord cannot be reached.
    #[error("Discord cannot be reached: {0}")]
    Network(String),
    /// Discord refuses a request.
    #[error("Discord refuses to {what}: {why}")]
    Refused {
        /// What the bot tried to do.
        what: &'static str,
        /// Discord's message.
        why: String,
    },
    /// The connection was closed for good.
    #[error("the connection to Discord has ended: {0}")]
    Ended(String),
}

impl BotError {
    fn of(what: &'static str, error: &serenity::Error) -> Self {
        use serenity::{Error, GatewayError, HttpError};
        match error {
            Error::Http(HttpError::UnsuccessfulRequest(answer)) => match answer.status_code.as_u16() {
                401 => Self::Token,
                429 | 500.. => Self::Network(describe(error)),
                _ => Self::Refused { what, why: describe(error) },
            },
            Error::Http(HttpError::InvalidHeader(_))
            | Error::Gateway(GatewayError::InvalidAuthentication | GatewayError::NoAuthentication) => {
                Self::Token
            }
            // An unreadable response comes from something between this machine and Discord.
            Error::Http(_) | Error::Json(_) => Self::Network(describe(error)),
            _ => Self::Ended(describe(error)),
        }
    }
}

/// Returns the events to listen to: guilds for their roles and channels, and direct messages. None is privileged:
/// direct messages to the bot include their text without `MESSAGE_CONTENT`.
fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::DIRECT_MESSAGES
}

/// The state of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ConnectionPhase {
    Starting,
    Ready,
    Ended(Result<(), BotError>),
}

/// A bot that is connected, or about to be. Dropping it closes the connection.
pub struct Running {
    http: Arc<Http>,
    shards: Arc<ShardManager>,
    phase: watch::Receiver<ConnectionPhase>,
    client: JoinHandle<()>,
    tasks: Vec<JoinHandle<()>>,
    proxy: Option<Proxy>,
    inbox: Inbox,
}

/// How long connections may take to close.
const GOODBYE: Duration = Duration::from_secs(5);

/// How long messages that have already arrived may take to be stored when the bot stops.
const STORING: Duration = Duration::from_secs(1);

impl Bot {
    /// Checks the token, registers the commands, and starts connecting, meeting deadlines and delivering messages.
    pub async fn start(config: BotConfig, matches: Matches) -> Result<Running, BotError> {
        let failed = |error: io::Error| BotError::Network(error.to_string());
        let (http, proxy) = config.api.connect(&config.token).await.map_err(failed)?;
        if let Some(clock) = &config.clock {
            proxy.limiter().teach(clock.clone());
        }
        let responder = Arc::new(config.api.responder(&config.token).map_err(failed)?);
        let application = http.get_current_application_info().await;
        let application = application.map_err(|error| BotError::of("tell who I am", &error))?;
        http.set_application_id(ApplicationId::new(application.id.get()));
        let all = commands::all(matches.games());
        let registered = commands::registered(&all, matches.games());
        // Of several processes, only one does this.
        let registers = config.shards.is_none_or(|shards| shards.hears_directs());
        if registers {
            let done = register(&http, matches.store(), &config.commands, &registered).await;
            done.map_err(|error| BotError::of("register the commands", &error))?;
        }

        let (told, phase) = watch::channel(ConnectionPhase::Starting);
        let (seen, replays) = (LatestRequests::default(), Admissions::default());
        let directs = Arc::new(config.api.directs(matches.store().clone()));
        let (arrivals, inbox) = (Arrivals::default(), Inbox::default());
        let bot = Self {
            matches: matches.clone(),
            responder,
            seen,
            arrivals: arrivals.clone(),
            inbox: inbox.clone(),
            checks: Queues::default(),
            replays,
            directs: directs.clone(),
            clock: config.clock.clone(),
        };
        // Requested here, because serenity falls back to the public gateway if it gets no answer, whatever the API is.
        let (gateway, recommended) = match config.shards {
            // Discord lets only a few ask for more than the address, and processes often start at the same time.
            Some(_) => (http.get_gateway().await.map(|gateway| gateway.url), None),
            None => match http.get_bot_gateway().await {
                Ok(gateway) => (Ok(gateway.url), Some(gateway.shards)),
                Err(error) => (Err(error), None),
            },
        };
        let gateway = gateway.map_err(|error| BotError::of("tell where to connect", &error))?;
        let client = client(http, all, bot.clone(), told.clone()).await;
        let mut client = client.map_err(|error| BotError::of("connect", &error))?;
        *client.ws_url.lock().await = gateway;
        let (http, shards) = (client.http.clone(), client.shard_manager.clone());
        let probe = Probe::new(shards.clone(), client.cache.clone(), arrivals.clone());
        let missed = Missed { http: http.clone(), bot, probe };
        let connection = async move {
            let end = match config.shards {
                // serenity treats the end of the range as the last shard.
                Some(shards) => {
                    let (first, last) = shards.range().into_inner();
                    client.start_shard_range(first..last, shards.total()).await
                }
                None => client.start_shards(recommended.unwrap_or(1)).await,
            };
            told.send_replace(ConnectionPhase::Ended(end.map_err(|error| BotError::of("connect", &error))));
        };
        let clear = {
            let (http, store) = (http.clone(), matches.store().clone());
            async move {
                if registers {
                    clear_others(&http, &store, &config.commands).await;
                }
            }
        };
        let tells_time = {
            let http = http.clone();
            async move {
                if let Some(clock) = config.clock {
                    keep(clock, http).await;
                }
            }
        };
        let limiter = proxy.limiter().clone();
        let parts = Parts { requests: limiter.clone(), directs: directs.clone(), arrivals };
        let upkeep = {
            let (matches, limiter, token) = (matches.clone(), limiter.clone(), http.token().to_owned());
            let directs = directs.clone();
            async move { upkeep::run(matches, limiter, &token, directs).await }
        };
        let delivery = {
            let (matches, token) = (matches.clone(), http.token().to_owned());
            async move { delivery::run(matches, limiter, &token, directs).await }
        };
        let tasks = vec![
            tokio::spawn(stay_alive(matches.clone(), parts)),
            tokio::spawn(wake_up(matches.clone())),
            tokio::spawn(scheduler::run(matches.with_last_call(Arc::new(missed)))),
            tokio::spawn(delivery),
            tokio::spawn(upkeep),
            tokio::spawn(clear),
            tokio::spawn(tells_time),
        ];
        Ok(Running {
            http,
            shards,
            phase,
            client: tokio::spawn(connection),
            tasks,
            proxy: Some(proxy),
            inbox,
        })
    }
}

async fn client(
    http: Http,
    commands: Vec<poise::Command<Bot, Failure>>,
    bot: Bot,
    told: watch::Sender<ConnectionPhase>,
) -> Result<Client, serenity::Error> {
    let options = poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(events::on_error(error)),
        command_check: Some(|ctx| Box::pin(async move { Ok(is_new(ctx).await) })),
        event_handler: |framework, event| {
            Box::pin(async move {
                events::keep_open(&framework.serenity_context.http, framework.user_data, event).await;
                events::keep_watch(framework, event).await;
                events::on_event(framework, event).await
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
                told.send_if_modified(|phase| {
                    let starting = *phase == ConnectionPhase::Starting;
                    if starting {
                        *phase = ConnectionPhase::Ready;
                    }
                    starting
                });
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
        Connection { shards: self.shards.clone(), phase: self.phase.clone() }
    }

    /// Returns the client for requests to Discord.
    pub fn http(&self) -> &Arc<Http> {
        &self.http
    }

    /// Disconnects. Undelivered messages stay in the store until the next start.
    pub async fn stop(mut self) {
        self.inbox.close(STORING).await;
        for task in &self.tasks {
            task.abort();
        }
        self.shards.shutdown_all().await;
        // A connection that does not close in time is dropped.
        let _ = tokio::time::timeout(GOODBYE, &mut self.client).await;
        // Answers in flight may still arrive.
        if let Some(proxy) = self.proxy.take() {
            proxy.stop(GOODBYE).await;
        }
    }
}

/// A handle that tells whether a bot is connected.
#[derive(Clone)]
pub struct Connection {
    shards: Arc<ShardManager>,
    phase: watch::Receiver<ConnectionPhase>,
}

impl Connection {
    /// Returns whether all shards are currently connected.
    pub async fn is_up(&self) -> bool {
        if *self.phase.borrow() != ConnectionPhase::Ready {
            return false;
        }
        let shards = self.shards.runners.lock().await;
        !shards.is_empty() && shards.values().all(|shard| shard.stage == ConnectionStage::Connected)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.client.abort();
        self.inbox.abort();
        for task in &self.tasks {
            task.abort();
        }
    }
}
