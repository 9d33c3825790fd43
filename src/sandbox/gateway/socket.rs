//! A gateway connection.

use std::{cell::Cell, sync::Arc};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::sleep,
};

use super::{compress::PayloadCompression, ready};
use crate::{
    breaker::Breaker,
    events::{Door, GatewayFrame, INVALID_SESSION},
    id::Id,
    limits::Window,
    state::{Hub, State},
};

const HEARTBEAT_ACK: &str = r#"{"t":null,"s":null,"op":11,"d":null}"#;

/// The options in a connection's query.
pub(crate) struct ConnectionOptions {
    pub(crate) packing: PayloadCompression,
    /// Whether the version exists.
    pub(crate) known_version: bool,
}

/// Serves a connection until either side closes it. Heartbeats are due in real time, because that is how clients send
/// them, however the sandbox's clock runs.
pub(crate) async fn serve(
    hub: Arc<Hub>,
    mut socket: WebSocket,
    options: ConnectionOptions,
    breaker: Breaker,
) {
    let (out, mut frames) = unbounded_channel();
    let ConnectionOptions { mut packing, known_version } = options;
    let interval = hub.config.heartbeat;
    let connection = hub.write(|state| state.sessions.connect());
    let _ = out.send(if known_version {
        let hello = json!({ "heartbeat_interval": interval.as_millis() as u64, "_trace": ["sandbox"] });
        GatewayFrame::Text(json!({ "t": null, "s": null, "op": 10, "d": hello }).to_string().into())
    } else {
        GatewayFrame::Close(4012, "Invalid API version.")
    });
    let client = ClientConnection {
        hub: &hub,
        out,
        connection,
        send_window: Cell::default(),
        heartbeat_received: Cell::new(false),
        wants_compression: Cell::new(false),
        is_deaf: Cell::new(false),
    };
    let mut session_ended = false;
    // Half an interval is granted to a heartbeat that is on its way.
    let heartbeat_timeout = interval + interval / 2;
    let mut heartbeat_due = Box::pin(sleep(heartbeat_timeout));
    loop {
        tokio::select! {
            frame = frames.recv() => match frame {
                Some(GatewayFrame::Text(text)) => {
                    if client.wants_compression.get() {
                        packing.want_payload();
                    }
                    if socket.send(packing.pack(&text)).await.is_err() {
                        break;
                    }
                }
                Some(GatewayFrame::Close(code, reason)) => {
                    close(&mut socket, code, reason).await;
                    break;
                }
                Some(GatewayFrame::Silence) => {
                    stay_silent(&mut socket).await;
                    break;
                }
                Some(GatewayFrame::Reset) => {
                    breaker.reset();
                    break;
                }
                Some(GatewayFrame::Break) | None => break,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => client.receive(&text),
                Some(Ok(Message::Binary(bytes))) => client.receive(&String::from_utf8_lossy(&bytes)),
                Some(Ok(Message::Close(frame))) => {
                    // These codes end the session; after any other it can be resumed.
                    session_ended = frame.is_none_or(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            () = &mut heartbeat_due => {
                session_ended = true;
                close(&mut socket, 4009, "Session timed out.").await;
                break;
            }
        }
        if client.heartbeat_received.take() {
            heartbeat_due.set(sleep(heartbeat_timeout));
        }
    }
    hub.write(|state| {
        if session_ended { state.sessions.end(connection) } else { state.sessions.disconnect(connection) }
    });
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

/// Keeps a connection open without answering anything until the client gives up.
pub(crate) async fn stay_silent(socket: &mut WebSocket) {
    while let Some(Ok(_)) = socket.recv().await {}
}

/// The receiving side of a connection.
struct ClientConnection<'h> {
    hub: &'h Hub,
    out: UnboundedSender<GatewayFrame>,
    connection: u64,
    /// The payloads that the client has sent.
    send_window: Cell<Window>,
    /// Whether a heartbeat has come.
    heartbeat_received: Cell<bool>,
    /// Whether the client asked for compressed payloads.
    wants_compression: Cell<bool>,
    /// Whether it gets no more answers.
    is_deaf: Cell<bool>,
}

impl ClientConnection<'_> {
    fn receive(&self, text: &str) {
        let limits = &self.hub.config.limits;
        if let Some(quota) = limits.gateway_sends {
            let mut send_window = self.send_window.get();
            let taken = send_window.take(quota, limits.clock.now());
            self.send_window.set(send_window);
            if taken.is_err() {
                return self.close(4008, "Rate limited.");
            }
        }
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            return self.close(4002, "Error while decoding payload.");
        };
        if matches!(payload["op"].as_u64(), Some(2 | 6)) && self.meets_outage() {
            return;
        }
        if self.is_deaf.get() {
            // Not even a heartbeat keeps it open.
            return;
        }
        let data = &payload["d"];
        // After its session was declared invalid, a connection may identify again.
        let identified = self.hub.read(|state| state.sessions.has_session(self.connection));
        match payload["op"].as_u64() {
            Some(1) => {
                self.heartbeat_received.set(true);
                let _ = self.out.send(GatewayFrame::Text(HEARTBEAT_ACK.into()));
            }
            Some(2) if identified => self.close(4005, "Already authenticated."),
            Some(2) => {
                self.wants_compression.set(data["compress"] == json!(true));
                let answer = self.hub.write(|s| ready::identify(s, data, self.connection, &self.out));
                if let Err((code, reason)) = answer {
                    self.close(code, reason);
                }
            }
            Some(6) => self.resume(data),
            Some(_) if !identified => self.close(4003, "Not authenticated."),
            Some(8) => self.hub.write(|state| send_members(state, data, self.connection)),
            // Presence and voice are ignored.
            Some(3 | 4 | 31) => {}
            _ => self.close(4001, "Unknown opcode."),
        }
    }

    /// Returns whether a client that wants to begin or resume a session meets something else.
    fn meets_outage(&self) -> bool {
        let Some(door) = self.hub.read(|state| state.gateway_door.now()) else { return false };
        match door {
            Door::Refuse | Door::Hang | Door::Mute => return false,
            Door::Deaf => self.is_deaf.set(true),
            Door::Reset => drop(self.out.send(GatewayFrame::Reset)),
            Door::Invalid => drop(self.out.send(GatewayFrame::Text(INVALID_SESSION.into()))),
            Door::Close(code) => self.close(code, ""),
        }
        true
    }

    fn resume(&self, data: &Value) {
        let (session, seq) = (data["session_id"].as_str().unwrap_or_default(), data["seq"].as_u64());
        let known = self.hub.read(|state| state.is_token(data["token"].as_str().unwrap_or_default()));
        if !known {
            return self.close(4004, "Authentication failed.");
        }
        let taken_up = self
            .hub
            .write(|state| state.sessions.resume(session, seq.unwrap_or(0), self.connection, &self.out));
        if taken_up.is_none() {
            let _ = self.out.send(GatewayFrame::Text(INVALID_SESSION.into()));
        }
    }

    fn close(&self, code: u16, reason: &'static str) {
        let _ = self.out.send(GatewayFrame::Close(code, reason));
    }
}

/// Reads an id, which some clients write as a number.
fn read_id(value: &Value) -> Option<Id> {
    value.as_u64().map(Id).or_else(|| value.as_str()?.parse().ok())
}

/// Responds to op 8 with a single chunk.
fn send_members(state: &mut State, data: &Value, connection: u64) {
    let Some(guild) = read_id(&data["guild_id"]).and_then(|id| state.guilds.get(&id)) else { return };
    let ids: Vec<Id> = match &data["user_ids"] {
        Value::Array(list) => list.iter().filter_map(read_id).collect(),
        one => read_id(one).into_iter().collect(),
    };
    let query = data["query"].as_str().unwrap_or_default().to_lowercase();
    let limit = data["limit"].as_u64().filter(|limit| *limit > 0).map_or(usize::MAX, |limit| limit as usize);
    let members: Vec<Value> = guild
        .members
        .values()
        .filter(|member| ids.is_empty() || ids.contains(&member.user))
        .filter_map(|member| Some((member, state.users.get(&member.user)?)))
        .filter(|(member, user)| {
            let nick = member.nick.as_deref().unwrap_or_default().to_lowercase();
            user.name.to_lowercase().starts_with(&query) || nick.starts_with(&query)
        })
        .take(limit)
        .map(|(member, user)| member.to_json_with_user(user))
        .collect();
    let mut chunk = json!({
        "guild_id": guild.id,
        "members": members,
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": ids.iter().filter(|id| !guild.members.contains_key(id)).collect::<Vec<_>>(),
    });
    if let Some(nonce) = data.get("nonce").filter(|nonce| !nonce.is_null()) {
        chunk["nonce"] = nonce.clone();
    }
    state.sessions.send_over(connection, "GUILD_MEMBERS_CHUNK", &chunk);
}
