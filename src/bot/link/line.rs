//! The line of one shard: serenity has one connection to it that lasts, and the line makes one connection to Discord after the other.
//!
//! A line begins when serenity connects ([`serve`]) and ends when serenity leaves. In between, [`ShardLine::run`] makes a connection to
//! Discord, begins a session over it or resumes the last one, and passes everything on until the connection ends.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use super::context::LinkContext;
use super::discord_socket::{DiscordSocket, GatewayPayload};
use super::end::{EndReason, MIN_SESSION, NextAttempt, next_attempt};
use super::health::{LineCommand, LineHandle};
use super::heartbeat::{Heartbeat, HeartbeatAction};
use super::opcode;
use super::serenity_socket::{IdentifyRequest, SerenityGone, SerenitySocket};

/// How often to look whether something is due.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// How long Discord may take to begin or resume a session while it responds to heartbeats.
const SESSION_TIMEOUT: Duration = Duration::from_mins(1);

/// How often it is logged that a line is down.
const REMINDER_INTERVAL: Duration = Duration::from_secs(30);

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
pub(super) async fn serve(context: Arc<LinkContext>, stream: TcpStream) {
    let Some((serenity, IdentifyRequest { shard, identify })) =
        SerenitySocket::accept(stream, &context.token).await
    else {
        return;
    };
    let (handle, commands) = context.health.add_line(shard);
    let mut line =
        ShardLine { context, shard, identify, serenity, handle, commands, session: None, failed_starts: 0 };
    let SerenityGone = line.run().await;
    line.serenity.close().await;
}

/// A shard of serenity’s, with or without a connection to Discord.
struct ShardLine {
    context: Arc<LinkContext>,
    shard: u32,
    identify: Value,
    serenity: SerenitySocket,
    handle: LineHandle,
    commands: UnboundedReceiver<LineCommand>,
    session: Option<Session>,
    /// How many sessions in a row did not begin although they should have.
    failed_starts: u32,
}

impl ShardLine {
    /// Keeps a connection to Discord until serenity leaves.
    async fn run(&mut self) -> SerenityGone {
        let (mut failures, mut downtime) = (0_u32, Downtime::begin());
        loop {
            let EndedConnection { reason, session_begun } = match self.connect_once().await {
                Ok(ended) => ended,
                Err(gone) => return gone,
            };
            self.handle.note_down();
            match session_begun {
                Some(begun) => {
                    downtime = Downtime::begin();
                    failures = if begun.elapsed() < MIN_SESSION { failures.saturating_add(1) } else { 0 };
                    self.log_lost(reason);
                }
                None => {
                    failures = failures.saturating_add(1);
                    downtime.remind(self.shard, reason);
                }
            }
            let (resume, wait) = match next_attempt(reason, failures) {
                NextAttempt::Again { resume, wait } => (resume, wait),
                NextAttempt::Over(closed) => {
                    self.context.health.close_for_good(closed);
                    // The supervisor learns of that, and the program ends. Until then, serenity is answered.
                    let forever = self.while_serving_serenity(std::future::pending());
                    return forever.await.unwrap_or_else(|gone| gone);
                }
            };
            if !resume {
                self.session = None;
            }
            if let Err(gone) = self.while_serving_serenity(sleep(wait)).await {
                return gone;
            }
        }
    }

    fn log_lost(&self, end: EndReason) {
        let shard = self.shard;
        if end.is_routine() {
            tracing::info!(shard, "Discord asked for another connection");
        } else {
            let (why, code) = (end.words(), end.code());
            tracing::warn!(shard, why, code, "the connection to Discord is lost; connecting again");
        }
    }

    /// Makes a connection to Discord and keeps it for as long as possible.
    async fn connect_once(&mut self) -> Result<EndedConnection, SerenityGone> {
        let context = self.context.clone();
        // Without a session to resume, a new one has to wait for its turn.
        let turn = match &self.session {
            Some(_) => None,
            None => {
                let turn = context.starts.turn(self.shard, self.failed_starts, || context.fetch_allowance());
                Some(self.while_serving_serenity(turn).await?)
            }
        };
        let address = self.session.as_ref().and_then(|session| session.address.clone());
        let address = address.unwrap_or_else(|| context.gateway.clone());
        let connected = self.while_serving_serenity(Box::pin(DiscordSocket::connect(&address))).await?;
        let (mut discord, interval) = match connected {
            Ok(connected) => connected,
            Err(end) => {
                // Discord may no longer be where it wanted the session to be resumed.
                if let Some(session) = &mut self.session {
                    session.address = None;
                }
                return Ok(EndedConnection::before_session(end));
            }
        };
        let requested = match &self.session {
            Some(session) => discord.resume(&context.token, &session.id, session.seq).await,
            None => {
                if let Some(turn) = turn {
                    turn.use_up();
                }
                self.failed_starts = self.failed_starts.saturating_add(1);
                discord.identify(&self.identify).await
            }
        };
        if let Err(end) = requested {
            return Ok(EndedConnection::before_session(end));
        }
        let mut connection = ActiveConnection {
            discord,
            heartbeat: Heartbeat::new(interval, Instant::now()),
            session_begun: None,
        };
        match self.relay(&mut connection).await {
            Interruption::Ended(reason) => {
                Ok(EndedConnection { reason, session_begun: connection.session_begun })
            }
            Interruption::SerenityGone => {
                // The session ends at Discord before serenity is told that its connection is closed.
                connection.discord.close().await;
                Err(SerenityGone)
            }
        }
    }

    /// Passes everything on until the connection to Discord ends or serenity leaves.
    async fn relay(&mut self, connection: &mut ActiveConnection) -> Interruption {
        let session_due = Instant::now() + SESSION_TIMEOUT;
        let mut check = interval(CHECK_INTERVAL);
        check.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                // What has come is read before the checks: after the program was suspended, a connection that is alive must not be
                // given up.
                biased;
                received = connection.discord.receive() => match received {
                    Ok(Some(payload)) => self.receive(connection, payload).await,
                    Ok(None) => Ok(()),
                    Err(end) => Err(end.into()),
                },
                received = self.serenity.receive() => self.serenity.answer(received).await.map_err(Interruption::from),
                Some(command) = self.commands.recv() => {
                    self.obey(connection, command).await.map_err(Interruption::from)
                }
                _ = check.tick() => self.check(connection, session_due).await,
            };
            if let Err(interruption) = done {
                return interruption;
            }
        }
    }

    /// Checks that serenity and Discord are alive, and sends a heartbeat if one is due.
    async fn check(
        &self,
        connection: &mut ActiveConnection,
        session_due: Instant,
    ) -> Result<(), Interruption> {
        if !self.serenity.is_alive() {
            return Err(Interruption::SerenityGone);
        }
        if connection.session_begun.is_none() && Instant::now() > session_due {
            return Err(EndReason::Unanswered.into());
        }
        match connection.heartbeat.action(Instant::now()) {
            Some(HeartbeatAction::Beat) => Ok(self.send_heartbeat(connection).await?),
            Some(HeartbeatAction::GiveUp) => Err(EndReason::Silent.into()),
            None => Ok(()),
        }
    }

    async fn send_heartbeat(&self, connection: &mut ActiveConnection) -> Result<(), EndReason> {
        let seq = self.session.as_ref().map(|session| session.seq);
        connection.heartbeat.note_sent(Instant::now());
        connection.discord.send_heartbeat(seq).await
    }

    async fn obey(&self, connection: &mut ActiveConnection, command: LineCommand) -> Result<(), EndReason> {
        match command {
            LineCommand::Send(payload) if connection.session_begun.is_some() => {
                connection.discord.send(payload).await
            }
            LineCommand::Send(_) => Ok(()),
            LineCommand::Test => self.send_heartbeat(connection).await,
        }
    }

    /// Handles a payload from Discord.
    async fn receive(&mut self, connection: &mut ActiveConnection, text: String) -> Result<(), Interruption> {
        connection.heartbeat.note_heard(Instant::now());
        let payload = GatewayPayload::read(&text).ok_or(EndReason::Broken)?;
        match payload.op {
            opcode::DISPATCH => {
                self.note_event(connection, &payload)?;
                self.serenity.send(text).await?;
            }
            opcode::HEARTBEAT => self.send_heartbeat(connection).await?,
            opcode::RECONNECT => return Err(EndReason::Reconnect.into()),
            opcode::INVALID_SESSION => {
                return Err(EndReason::Invalid { resumable: payload.data().unwrap_or(false) }.into());
            }
            opcode::HEARTBEAT_ACK => {
                connection.heartbeat.note_acknowledged();
                self.handle.note_heard();
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes note of what an event says about the session.
    fn note_event(
        &mut self,
        connection: &mut ActiveConnection,
        event: &GatewayPayload<'_>,
    ) -> Result<(), EndReason> {
        if event.t == Some("READY") {
            let Ready { session_id, resume_gateway_url } = event.data().ok_or(EndReason::Broken)?;
            self.session = Some(Session { id: session_id, address: resume_gateway_url, seq: 0 });
            self.failed_starts = 0;
        }
        if let (Some(session), Some(seq)) = (&mut self.session, event.s) {
            session.seq = seq;
        }
        if matches!(event.t, Some("READY" | "RESUMED")) {
            connection.session_begun = Some(Instant::now());
            connection.heartbeat.note_session();
            self.handle.note_up();
            tracing::info!(shard = self.shard, how = event.t, "connected to Discord");
        }
        Ok(())
    }

    /// Waits for something while there is no connection to Discord. Meanwhile, serenity is answered.
    async fn while_serving_serenity<T>(&mut self, work: impl Future<Output = T>) -> Result<T, SerenityGone> {
        tokio::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return Ok(done),
                received = self.serenity.receive() => self.serenity.answer(received).await?,
                // While the line is down, commands are ignored.
                Some(_) = self.commands.recv() => {}
            }
            if !self.serenity.is_alive() {
                return Err(SerenityGone);
            }
        }
    }
}

/// The time in which a line is down, which the log mentions now and then.
struct Downtime {
    since: Instant,
    mentioned_at: Instant,
}

impl Downtime {
    fn begin() -> Self {
        Self { since: Instant::now(), mentioned_at: Instant::now() }
    }

    /// Logs that a line is still down, unless the log has said so recently.
    fn remind(&mut self, shard: u32, end: EndReason) {
        if self.mentioned_at.elapsed() >= REMINDER_INTERVAL {
            self.mentioned_at = Instant::now();
            let (seconds, why) = (self.since.elapsed().as_secs(), end.words());
            tracing::warn!(shard, seconds, why, "there is still no connection to Discord; trying again");
        }
    }
}

/// A connection that has ended.
struct EndedConnection {
    reason: EndReason,
    /// When a session began or was resumed over it, if that had happened.
    session_begun: Option<Instant>,
}

impl EndedConnection {
    fn before_session(reason: EndReason) -> Self {
        Self { reason, session_begun: None }
    }
}

/// Why nothing more is passed on over a connection.
enum Interruption {
    Ended(EndReason),
    SerenityGone,
}

impl From<EndReason> for Interruption {
    fn from(end: EndReason) -> Self {
        Self::Ended(end)
    }
}

impl From<SerenityGone> for Interruption {
    fn from(SerenityGone: SerenityGone) -> Self {
        Self::SerenityGone
    }
}

/// A connection to Discord in use.
struct ActiveConnection {
    discord: DiscordSocket,
    heartbeat: Heartbeat,
    /// When a session began or was resumed over it, if that has happened.
    session_begun: Option<Instant>,
}
