//! One shard: a session that lasts, between serenity and whatever connections to Discord it takes.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Request;
use reqwest::Method;
use reqwest::header::AUTHORIZATION;
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::discord::{Discord, Payload};
use super::ends::{End, LASTING, Next, after};
use super::health::{Health, Order, Place};
use super::library::{Gone, Library, Wish};
use super::pulse::{Act, Pulse};
use super::starts::{Allowance, Starts};
use crate::limiter::Limiter;

/// How often to look whether something is due.
const LOOK: Duration = Duration::from_millis(500);

/// How long Discord may take to begin or resume a session while it responds to heartbeats.
const BEGINNING: Duration = Duration::from_mins(1);

/// How long Discord may take to say how many sessions may begin.
const ASKING: Duration = Duration::from_secs(5);

/// How often it is logged that a line is down.
const REMIND: Duration = Duration::from_secs(30);

/// What all lines share.
pub(super) struct Office {
    /// The address of the gateway.
    pub(super) gateway: String,
    /// The bot's token.
    pub(super) token: String,
    pub(super) health: Health,
    pub(super) starts: Starts,
    pub(super) limiter: Limiter,
}

#[derive(Deserialize)]
struct BotGateway {
    session_start_limit: Allowance,
}

impl Office {
    /// Asks Discord how many sessions may begin.
    async fn ask(&self) -> Option<Allowance> {
        let request = self.limiter.request(Method::GET, "/gateway/bot");
        let request = request.header(AUTHORIZATION, format!("Bot {}", self.token)).build().ok()?;
        let request = Request::<reqwest::Body>::try_from(request).ok()?;
        let response = timeout(ASKING, self.limiter.send(request)).await.ok()?;
        let gateway: BotGateway = serde_json::from_slice(response.body()).ok()?;
        response.status().is_success().then_some(gateway.session_start_limit)
    }
}

/// A session that can be resumed.
struct Session {
    id: String,
    /// Where Discord wants it to be resumed.
    address: Option<String>,
    /// The number of the last event.
    seq: u64,
}

#[derive(Deserialize)]
struct Ready {
    session_id: String,
    resume_gateway_url: Option<String>,
}

/// Serves a connection from serenity until it ends.
pub(super) async fn serve(office: Arc<Office>, stream: TcpStream) {
    let Some((library, Wish { shard, identify })) = Library::greet(stream, &office.token).await else {
        return;
    };
    let (place, orders) = office.health.join(shard);
    let mut line = Line { office, shard, identify, library, place, orders, session: None, fruitless: 0 };
    let Gone = line.run().await;
    line.library.part().await;
}

struct Line {
    office: Arc<Office>,
    shard: u32,
    identify: Value,
    library: Library,
    place: Place,
    orders: UnboundedReceiver<Order>,
    session: Option<Session>,
    /// How many sessions in a row did not begin although they should have.
    fruitless: u32,
}

impl Line {
    /// Keeps a connection to Discord until serenity leaves.
    async fn run(&mut self) -> Gone {
        let (mut failures, mut down_since, mut told) = (0_u32, Instant::now(), Instant::now());
        loop {
            let (end, begun) = match self.connection().await {
                Ok(ended) => ended,
                Err(gone) => return gone,
            };
            self.place.down();
            if let Some(begun) = begun {
                (down_since, told) = (Instant::now(), Instant::now());
                failures = if begun.elapsed() < LASTING { failures.saturating_add(1) } else { 0 };
                if end.is_routine() {
                    tracing::info!(shard = self.shard, "Discord asked for another connection");
                } else {
                    let (why, code) = (end.words(), end.code());
                    tracing::warn!(
                        shard = self.shard,
                        why,
                        code,
                        "the connection to Discord is lost; connecting again"
                    );
                }
            } else {
                failures = failures.saturating_add(1);
                if told.elapsed() >= REMIND {
                    told = Instant::now();
                    let (seconds, why) = (down_since.elapsed().as_secs(), end.words());
                    tracing::warn!(
                        shard = self.shard,
                        seconds,
                        why,
                        "there is still no connection to Discord; trying again"
                    );
                }
            }
            let (resume, wait) = match after(end, failures) {
                Next::Again { resume, wait } => (resume, wait),
                Next::Over(closed) => {
                    self.office.health.end(closed);
                    // The program is about to end.
                    return self.meanwhile(std::future::pending()).await.unwrap_or_else(|gone| gone);
                }
            };
            if !resume {
                self.session = None;
            }
            if let Err(gone) = self.meanwhile(sleep(wait)).await {
                return gone;
            }
        }
    }

    /// Makes a connection and keeps it for as long as possible. Returns why it ended, and when its session began or was
    /// resumed, if that happened.
    async fn connection(&mut self) -> Result<(End, Option<Instant>), Gone> {
        let office = self.office.clone();
        let turn = match &self.session {
            Some(_) => None,
            None => {
                let turn = office.starts.turn(self.shard, self.fruitless, || office.ask());
                Some(self.meanwhile(turn).await?)
            }
        };
        let address = self.session.as_ref().and_then(|session| session.address.clone());
        let address = address.unwrap_or_else(|| office.gateway.clone());
        let connected = self.meanwhile(Box::pin(Discord::connect(&address))).await?;
        let (mut discord, interval) = match connected {
            Ok(connected) => connected,
            Err(end) => {
                // Discord may no longer be where it wanted the session to be resumed.
                if let Some(session) = &mut self.session {
                    session.address = None;
                }
                return Ok((end, None));
            }
        };
        let asked = match &self.session {
            Some(session) => discord.resume(&office.token, &session.id, session.seq).await,
            None => {
                if let Some(turn) = turn {
                    turn.used();
                }
                self.fruitless = self.fruitless.saturating_add(1);
                discord.identify(&self.identify).await
            }
        };
        if let Err(end) = asked {
            return Ok((end, None));
        }
        let mut call = Call { discord, pulse: Pulse::new(interval, Instant::now()), begun: None };
        match self.talk(&mut call).await {
            Ok(end) => Ok((end, call.begun)),
            Err(gone) => {
                // Discord learns of it before serenity is told that it has.
                call.discord.part().await;
                Err(gone)
            }
        }
    }

    /// Passes everything on until the connection ends.
    async fn talk(&mut self, call: &mut Call) -> Result<End, Gone> {
        let asked = Instant::now();
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                // First what has come, so that a program that was suspended gives up nothing that is alive.
                biased;
                received = call.discord.next() => match received {
                    Ok(Some(payload)) => self.receive(call, payload).await?,
                    Ok(None) => Ok(()),
                    Err(end) => Err(end),
                },
                received = self.library.next() => {
                    self.library.answer(received).await?;
                    Ok(())
                }
                Some(order) = self.orders.recv() => self.follow(call, order).await,
                _ = look.tick() => {
                    if !self.library.is_alive() {
                        return Err(Gone);
                    }
                    let is_late = call.begun.is_none() && asked.elapsed() > BEGINNING;
                    match call.pulse.act(Instant::now()) {
                        _ if is_late => Err(End::Unanswered),
                        Some(Act::Beat) => self.beat(call).await,
                        Some(Act::GiveUp) => Err(End::Silent),
                        None => Ok(()),
                    }
                }
            };
            if let Err(end) = done {
                return Ok(end);
            }
        }
    }

    async fn beat(&self, call: &mut Call) -> Result<(), End> {
        let seq = self.session.as_ref().map(|session| session.seq);
        call.pulse.beaten(Instant::now());
        call.discord.beat(seq).await
    }

    async fn follow(&self, call: &mut Call, order: Order) -> Result<(), End> {
        match order {
            Order::Send(payload) if call.begun.is_some() => call.discord.send(payload).await,
            Order::Send(_) => Ok(()),
            Order::Test => self.beat(call).await,
        }
    }

    /// Handles a payload from Discord.
    async fn receive(&mut self, call: &mut Call, text: String) -> Result<Result<(), End>, Gone> {
        call.pulse.heard(Instant::now());
        let Some(payload) = Payload::read(&text) else { return Ok(Err(End::Broken)) };
        Ok(match payload.op {
            0 => {
                if payload.t == Some("READY") {
                    let Some(Ready { session_id, resume_gateway_url }) = payload.data() else {
                        return Ok(Err(End::Broken));
                    };
                    self.session = Some(Session { id: session_id, address: resume_gateway_url, seq: 0 });
                    self.fruitless = 0;
                }
                if let (Some(session), Some(seq)) = (&mut self.session, payload.s) {
                    session.seq = seq;
                }
                if matches!(payload.t, Some("READY" | "RESUMED")) {
                    call.begun = Some(Instant::now());
                    call.pulse.began();
                    self.place.up();
                    tracing::info!(shard = self.shard, how = payload.t, "connected to Discord");
                }
                self.library.tell(text).await?;
                Ok(())
            }
            1 => self.beat(call).await,
            7 => Err(End::Reconnect),
            9 => Err(End::Invalid { resumable: payload.data().unwrap_or(false) }),
            11 => {
                call.pulse.acknowledged();
                self.place.heard();
                Ok(())
            }
            _ => Ok(()),
        })
    }

    /// Waits for something while serenity is answered.
    async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Gone> {
        tokio::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return Ok(done),
                received = self.library.next() => self.library.answer(received).await?,
                // What is wanted of a line that is down is not done.
                Some(_) = self.orders.recv() => {}
            }
            if !self.library.is_alive() {
                return Err(Gone);
            }
        }
    }
}

/// A connection to Discord in use.
struct Call {
    discord: Discord,
    pulse: Pulse,
    /// When its session began or was resumed.
    begun: Option<Instant>,
}
