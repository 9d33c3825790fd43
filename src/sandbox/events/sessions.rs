//! [`GatewaySessions`]: the sessions of clients, which number events and store them for RESUME.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use super::{cut::Cut, intents};
use crate::{id::Id, journal::RecentLog};

/// The number of events stored for RESUME.
const MAX_REPLAYED_EVENTS: usize = 2_000;

/// The payload that tells a client to identify again.
pub(crate) const INVALID_SESSION: &str = r#"{"op":9,"d":false,"s":null,"t":null}"#;

/// What a connection is to send, or to do instead.
#[derive(Debug, Clone)]
pub(crate) enum GatewayFrame {
    Text(Arc<str>),
    Close(u16, &'static str),
    /// Breaks the connection without closing it.
    Break,
    /// Resets the connection, as something between here and the client does.
    Reset,
    /// Keeps the connection open without sending or reading anything.
    Silence,
}

/// An event that has not been numbered yet.
#[derive(Debug)]
pub(crate) struct GatewayEvent {
    pub(crate) name: &'static str,
    pub(crate) guild: Option<Id>,
    /// A session needs any of these intents to get the event; 0 means that every session gets it.
    pub(crate) intents: u64,
    pub(crate) data: Value,
    /// The data for sessions without the message content intent, if it differs.
    pub(crate) without_content: Option<Value>,
}

/// An event as a session got it, or will get it once it is resumed.
#[derive(Debug, Clone)]
pub(crate) struct SentEvent {
    /// The time in Unix milliseconds of the sandbox's clock.
    pub(crate) at: i64,
    /// The payload, as it was sent.
    pub(crate) payload: Arc<str>,
}

/// The latest events of all sessions, for those who watch.
#[derive(Debug)]
pub(crate) struct SentEvents {
    /// The time by the sandbox's clock.
    pub(crate) now: i64,
    pub(crate) log: RecentLog<SentEvent>,
}

/// The session of a client.
#[derive(Debug)]
pub(crate) struct GatewaySession {
    intents: u64,
    shard: (u64, u64),
    /// The number of the last event.
    seq: u64,
    /// The latest events, with their numbers.
    replay: VecDeque<(u64, Arc<str>)>,
    /// Whether RESUME fails, although the session goes on.
    is_forgotten: bool,
    /// `None` without a connection: events are then stored only.
    sender: Option<UnboundedSender<GatewayFrame>>,
    /// The current connection, so that an old one that ends late does not detach a new one.
    connection: u64,
}

/// All sessions by id.
#[derive(Debug)]
pub(crate) struct GatewaySessions {
    all: BTreeMap<String, GatewaySession>,
    /// The number of connections so far.
    connections: u64,
    /// The number of sessions without a connection that are kept.
    max_abandoned: usize,
    pub(crate) sent: SentEvents,
    /// The events of direct messages since they were held back, if they are.
    held_directs: Option<Vec<GatewayEvent>>,
}

impl GatewaySessions {
    pub(crate) fn new(max_abandoned: usize) -> Self {
        let sent = SentEvents { now: 0, log: RecentLog::new(MAX_REPLAYED_EVENTS) };
        Self { all: BTreeMap::new(), connections: 0, max_abandoned, sent, held_directs: None }
    }

    /// Returns a number for a new connection.
    pub(crate) fn connect(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// Opens a session.
    pub(crate) fn open(
        &mut self,
        id: String,
        intents: u64,
        shard: (u64, u64),
        connection: u64,
        sender: UnboundedSender<GatewayFrame>,
    ) {
        let replay = VecDeque::new();
        let session = GatewaySession {
            intents,
            shard,
            seq: 0,
            replay,
            is_forgotten: false,
            sender: Some(sender),
            connection,
        };
        self.all.insert(id, session);
        self.forget_abandoned();
    }

    /// Forgets the oldest sessions that have no connection.
    fn forget_abandoned(&mut self) {
        let abandoned = self.all.values().filter(|session| session.sender.is_none());
        let mut connections: Vec<u64> = abandoned.map(|session| session.connection).collect();
        connections.sort_unstable();
        for gone in connections.iter().rev().skip(self.max_abandoned) {
            self.all.retain(|_, session| session.connection != *gone);
        }
    }

    /// Sends an event to the session of a connection only, such as READY.
    pub(crate) fn send_over(&mut self, connection: u64, name: &str, data: &Value) {
        let session = self.all.values_mut().find(|session| session.connection == connection);
        if let Some(session) = session {
            session.send(&mut self.sent, name, &data.to_string());
        }
    }

    /// Sends anything as an event to every session, whatever its intents.
    pub(crate) fn send_to_all(&mut self, name: &str, data: &str) {
        for session in self.all.values_mut() {
            session.send(&mut self.sent, name, data);
        }
    }

    /// Returns the latest events of a connected session, as they were sent.
    pub(crate) fn latest(&self) -> Vec<Arc<str>> {
        let session = self.all.values().find(|session| session.sender.is_some());
        session.into_iter().flat_map(|session| &session.replay).map(|(_, event)| event.clone()).collect()
    }

    /// Sends an event to every session with a matching intent and shard, unless it is held back.
    pub(crate) fn dispatch(&mut self, event: GatewayEvent) {
        match &mut self.held_directs {
            Some(held) if event.guild.is_none() => held.push(event),
            _ => self.send(&event),
        }
    }

    /// Holds back the events of direct messages, or sends those that were held back, in order.
    pub(crate) fn hold_directs(&mut self, on: bool) {
        if on {
            self.held_directs.get_or_insert_default();
        } else {
            for event in self.held_directs.take().unwrap_or_default() {
                self.send(&event);
            }
        }
    }

    fn send(&mut self, event: &GatewayEvent) {
        let mut full: Option<String> = None;
        let mut bare: Option<String> = None;
        for session in self.all.values_mut() {
            let is_wanted = event.intents == 0 || session.intents & event.intents != 0;
            // Events without a guild, such as those of DMs, go to shard 0.
            let shard = event.guild.map_or(0, |guild| guild.shard(session.shard.1));
            if !is_wanted || shard != session.shard.0 {
                continue;
            }
            let data = match &event.without_content {
                Some(hidden) if session.intents & intents::MESSAGE_CONTENT == 0 => {
                    bare.get_or_insert_with(|| hidden.to_string())
                }
                _ => full.get_or_insert_with(|| event.data.to_string()),
            };
            session.send(&mut self.sent, event.name, data);
        }
    }

    /// Resumes a session after `seq`. Returns `None` if the session is lost or too many events were missed.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        seq: u64,
        connection: u64,
        sender: &UnboundedSender<GatewayFrame>,
    ) -> Option<()> {
        let session = self.all.get_mut(id).filter(|session| !session.is_forgotten)?;
        let oldest = session.replay.front().map_or(session.seq + 1, |(n, _)| *n);
        if seq > session.seq || seq + 1 < oldest {
            return None;
        }
        if let Some(old) = session.sender.replace(sender.clone()) {
            let _ = old.send(GatewayFrame::Break);
        }
        session.connection = connection;
        for (_, event) in session.replay.iter().filter(|(n, _)| *n > seq) {
            let _ = sender.send(GatewayFrame::Text(event.clone()));
        }
        session.send(&mut self.sent, "RESUMED", r#"{"_trace":[]}"#);
        Some(())
    }

    /// Detaches a connection that has ended. Its session remains and collects events.
    pub(crate) fn disconnect(&mut self, connection: u64) {
        for session in self.all.values_mut().filter(|session| session.connection == connection) {
            session.sender = None;
        }
        self.forget_abandoned();
    }

    /// Ends the session of a connection that was closed with 1000 or 1001.
    pub(crate) fn end(&mut self, connection: u64) {
        self.all.retain(|_, session| session.connection != connection);
    }

    /// Returns whether a connection belongs to a session.
    pub(crate) fn has_session(&self, connection: u64) -> bool {
        self.all.values().any(|session| session.connection == connection)
    }

    /// Returns whether a client is connected and identified.
    pub(crate) fn is_connected(&self) -> bool {
        self.connected_shards() > 0
    }

    /// Returns the number of shards on which a client is connected and identified.
    pub(crate) fn connected_shards(&self) -> usize {
        let connected = self.all.values().filter(|session| session.sender.is_some());
        connected.map(|session| session.shard.0).collect::<BTreeSet<_>>().len()
    }

    /// Disturbs the connections of a shard, or all of them.
    pub(crate) fn cut(&mut self, cut: Cut, shard: Option<u64>) {
        let is_meant = |session: &GatewaySession| shard.is_none_or(|shard| session.shard.0 == shard);
        for session in self.all.values_mut().filter(|session| is_meant(session)) {
            session.cut(cut);
        }
        // After these codes, a client has to identify again.
        let is_session_lost = match cut {
            Cut::BreakAndForget | Cut::Invalid => true,
            Cut::Close(code) => matches!(code, 4004 | 4007 | 4009..=4014),
            _ => false,
        };
        if is_session_lost {
            self.all.retain(|_, session| !is_meant(session));
        }
    }
}

impl GatewaySession {
    fn cut(&mut self, cut: Cut) {
        if cut == Cut::Forget {
            self.is_forgotten = true;
            return;
        }
        // From now on, events are stored for RESUME.
        let Some(sender) = self.sender.take() else { return };
        let text = |text: &str| GatewayFrame::Text(text.into());
        let _ = match cut {
            Cut::Break | Cut::BreakAndForget => sender.send(GatewayFrame::Break),
            Cut::Reset => sender.send(GatewayFrame::Reset),
            Cut::Reconnect => sender
                .send(text(r#"{"op":7,"d":null,"s":null,"t":null}"#))
                .and_then(|()| sender.send(GatewayFrame::Close(4000, "Unknown error"))),
            Cut::InvalidResumable => sender.send(text(r#"{"op":9,"d":true,"s":null,"t":null}"#)),
            Cut::Invalid => sender.send(text(INVALID_SESSION)),
            Cut::Close(code) => sender.send(GatewayFrame::Close(code, "")),
            Cut::Silence => sender.send(GatewayFrame::Silence),
            Cut::Forget => Ok(()),
        };
    }

    /// Sends an event, or stores it for RESUME, and notes it.
    fn send(&mut self, sent: &mut SentEvents, name: &str, data: &str) {
        self.seq += 1;
        let text: Arc<str> = format!(r#"{{"t":"{name}","s":{},"op":0,"d":{data}}}"#, self.seq).into();
        if let Some(sender) = &self.sender {
            let _ = sender.send(GatewayFrame::Text(text.clone()));
        }
        sent.log.push(SentEvent { at: sent.now, payload: text.clone() });
        self.replay.push_back((self.seq, text));
        if self.replay.len() > MAX_REPLAYED_EVENTS {
            self.replay.pop_front();
        }
    }
}
