//! Gateway sessions, which number events and store them for RESUME.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use crate::{id::Id, journal::Log};

/// Gateway intents.
pub(crate) mod intents {
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MODERATION: u64 = 1 << 2;
    pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
    pub(crate) const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
    pub(crate) const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    pub(crate) const GUILD_SCHEDULED_EVENTS: u64 = 1 << 16;

    /// The intents that have to be enabled for the application.
    pub(crate) const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
    /// All intents; the highest bit is 25, `DIRECT_MESSAGE_POLLS`.
    pub(crate) const KNOWN: u64 = (1 << 26) - 1;
}

/// The number of events stored for RESUME.
const KEPT: usize = 2_000;

/// The payload that tells a client to identify again.
pub(crate) const INVALID_SESSION: &str = r#"{"op":9,"d":false,"s":null,"t":null}"#;

/// A message to a connection.
#[derive(Debug, Clone)]
pub(crate) enum Frame {
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
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) guild: Option<Id>,
    /// A session needs any of these intents to get the event; 0 means that every session gets it.
    pub(crate) intents: u64,
    pub(crate) data: Value,
    /// The data for sessions without the message content intent, if it differs.
    pub(crate) without_content: Option<Value>,
}

/// A disturbance of the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "cut", rename_all = "snake_case")]
pub enum Cut {
    /// Connections break; sessions can be resumed.
    Break,
    /// Connections are reset, as something between Discord and the client does; sessions can be resumed.
    Reset,
    /// Connections break and sessions are lost, so RESUME gets op 9.
    BreakAndForget,
    /// The server sends op 7, "reconnect and resume", and closes the connection.
    Reconnect,
    /// The server sends op 9 with `d: true`; the session is still valid.
    InvalidResumable,
    /// The server sends op 9 with `d: false`; the client has to identify again.
    Invalid,
    /// The server closes the connection with a code. The session is lost if Discord defines the code that way.
    Close(#[serde(deserialize_with = "code")] u16),
    /// The session goes on, but RESUME gets op 9.
    Forget,
    /// The connection stays open, but nothing more is sent over it, not even heartbeat ACKs.
    Silence,
}

pub(super) fn code<'de, D: Deserializer<'de>>(fields: D) -> Result<u16, D::Error> {
    #[derive(Deserialize)]
    struct Fields {
        code: u16,
    }
    Fields::deserialize(fields).map(|fields| fields.code)
}

/// An event as a session got it, or will get it once it is resumed.
#[derive(Debug, Clone)]
pub(crate) struct SentEvent {
    /// The time in Unix milliseconds of the sandbox's clock.
    pub(crate) at: i64,
    /// The payload, as it was sent.
    pub(crate) payload: Arc<str>,
}

/// The events of all sessions.
#[derive(Debug)]
pub(crate) struct Sent {
    /// The time by the sandbox's clock.
    pub(crate) now: i64,
    pub(crate) log: Log<SentEvent>,
}

/// The session of a client.
#[derive(Debug)]
pub(crate) struct Session {
    intents: u64,
    shard: (u64, u64),
    seq: u64,
    kept: VecDeque<(u64, Arc<str>)>,
    forgotten: bool,
    out: Option<UnboundedSender<Frame>>,
    /// The current connection, so that an old one that ends late does not detach a new one.
    connection: u64,
}

/// All sessions by id.
#[derive(Debug)]
pub(crate) struct Sessions {
    all: BTreeMap<String, Session>,
    connections: u64,
    /// The number of sessions without a connection that are kept.
    most: usize,
    pub(crate) sent: Sent,
    /// The events of direct messages since they were held back, if they are.
    held: Option<Vec<Event>>,
}

impl Sessions {
    pub(crate) fn new(most: usize) -> Self {
        let sent = Sent { now: 0, log: Log::new(KEPT) };
        Self { all: BTreeMap::new(), connections: 0, most, sent, held: None }
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
        out: UnboundedSender<Frame>,
    ) {
        let kept = VecDeque::new();
        let session = Session { intents, shard, seq: 0, kept, forgotten: false, out: Some(out), connection };
        self.all.insert(id, session);
        self.forget_abandoned();
    }

    /// Forgets the oldest sessions that have no connection.
    fn forget_abandoned(&mut self) {
        let abandoned = self.all.values().filter(|session| session.out.is_none());
        let mut connections: Vec<u64> = abandoned.map(|session| session.connection).collect();
        connections.sort_unstable();
        for gone in connections.iter().rev().skip(self.most) {
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
        let session = self.all.values().find(|session| session.out.is_some());
        session.into_iter().flat_map(|session| &session.kept).map(|(_, event)| event.clone()).collect()
    }

    /// Sends an event to every session with a matching intent and shard, unless it is held back.
    pub(crate) fn dispatch(&mut self, event: Event) {
        match &mut self.held {
            Some(held) if event.guild.is_none() => held.push(event),
            _ => self.send(&event),
        }
    }

    /// Holds back the events of direct messages, or sends those that were held back, in order.
    pub(crate) fn hold_directs(&mut self, on: bool) {
        if on {
            self.held.get_or_insert_default();
        } else {
            for event in self.held.take().unwrap_or_default() {
                self.send(&event);
            }
        }
    }

    fn send(&mut self, event: &Event) {
        let mut full: Option<String> = None;
        let mut bare: Option<String> = None;
        for session in self.all.values_mut() {
            let wanted = event.intents == 0 || session.intents & event.intents != 0;
            // Events without a guild, such as those of DMs, go to shard 0.
            let shard = event.guild.map_or(0, |guild| guild.shard(session.shard.1));
            if !wanted || shard != session.shard.0 {
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
        out: &UnboundedSender<Frame>,
    ) -> Option<()> {
        let session = self.all.get_mut(id).filter(|session| !session.forgotten)?;
        let oldest = session.kept.front().map_or(session.seq + 1, |(n, _)| *n);
        if seq > session.seq || seq + 1 < oldest {
            return None;
        }
        if let Some(old) = session.out.replace(out.clone()) {
            let _ = old.send(Frame::Break);
        }
        session.connection = connection;
        for (_, event) in session.kept.iter().filter(|(n, _)| *n > seq) {
            let _ = out.send(Frame::Text(event.clone()));
        }
        session.send(&mut self.sent, "RESUMED", r#"{"_trace":[]}"#);
        Some(())
    }

    /// Detaches a connection that has ended. Its session remains and collects events.
    pub(crate) fn disconnect(&mut self, connection: u64) {
        for session in self.all.values_mut().filter(|session| session.connection == connection) {
            session.out = None;
        }
        self.forget_abandoned();
    }

    /// Ends the session of a connection that was closed with 1000 or 1001.
    pub(crate) fn end(&mut self, connection: u64) {
        self.all.retain(|_, session| session.connection != connection);
    }

    /// Returns whether a connection belongs to a session.
    pub(crate) fn feeds(&self, connection: u64) -> bool {
        self.all.values().any(|session| session.connection == connection)
    }

    /// Returns whether a client is connected and identified.
    pub(crate) fn is_connected(&self) -> bool {
        self.connected_shards() > 0
    }

    /// Returns the number of shards on which a client is connected and identified.
    pub(crate) fn connected_shards(&self) -> usize {
        let connected = self.all.values().filter(|session| session.out.is_some());
        connected.map(|session| session.shard.0).collect::<BTreeSet<_>>().len()
    }

    /// Disturbs the connections of a shard, or all of them.
    pub(crate) fn cut(&mut self, cut: Cut, shard: Option<u64>) {
        let is_meant = |session: &Session| shard.is_none_or(|shard| session.shard.0 == shard);
        for session in self.all.values_mut().filter(|session| is_meant(session)) {
            session.cut(cut);
        }
        // After these codes, a client has to identify again.
        let loses = match cut {
            Cut::BreakAndForget | Cut::Invalid => true,
            Cut::Close(code) => matches!(code, 4004 | 4007 | 4009..=4014),
            _ => false,
        };
        if loses {
            self.all.retain(|_, session| !is_meant(session));
        }
    }
}

impl Session {
    fn cut(&mut self, cut: Cut) {
        if cut == Cut::Forget {
            self.forgotten = true;
            return;
        }
        // From now on, events are stored for RESUME.
        let Some(out) = self.out.take() else { return };
        let text = |text: &str| Frame::Text(text.into());
        let _ = match cut {
            Cut::Break | Cut::BreakAndForget => out.send(Frame::Break),
            Cut::Reset => out.send(Frame::Reset),
            Cut::Reconnect => out
                .send(text(r#"{"op":7,"d":null,"s":null,"t":null}"#))
                .and_then(|()| out.send(Frame::Close(4000, "Unknown error"))),
            Cut::InvalidResumable => out.send(text(r#"{"op":9,"d":true,"s":null,"t":null}"#)),
            Cut::Invalid => out.send(text(INVALID_SESSION)),
            Cut::Close(code) => out.send(Frame::Close(code, "")),
            Cut::Silence => out.send(Frame::Silence),
            Cut::Forget => Ok(()),
        };
    }

    /// Sends an event, or stores it for RESUME, and notes it.
    fn send(&mut self, sent: &mut Sent, name: &str, data: &str) {
        self.seq += 1;
        let text: Arc<str> = format!(r#"{{"t":"{name}","s":{},"op":0,"d":{data}}}"#, self.seq).into();
        if let Some(out) = &self.out {
            let _ = out.send(Frame::Text(text.clone()));
        }
        sent.log.push(SentEvent { at: sent.now, payload: text.clone() });
        self.kept.push_back((self.seq, text));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }
}
