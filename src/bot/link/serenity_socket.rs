//! [`SerenitySocket`]: the connection from serenity, which connects here as if this were Discord’s gateway.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, accept_async_with_config};

use super::opcode;

/// How long each step of the beginning may take.
const STEP_TIMEOUT: Duration = Duration::from_secs(10);

/// The interval at which serenity sends heartbeats here.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(20);

/// How long serenity may send no heartbeat, and how long it may take to read what is sent to it.
const LIVENESS_TIMEOUT: Duration = Duration::from_secs(90);

/// An error of a connection, or the end of one.
type Received = Option<Result<Message, tungstenite::Error>>;

/// serenity has left, or does not read any longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SerenityGone;

/// What serenity wants to identify with.
pub(super) struct IdentifyRequest {
    pub(super) shard: u32,
    /// The data of the payload.
    pub(super) identify: Value,
}

/// A payload, as far as it matters here.
#[derive(Deserialize)]
struct SerenityPayload {
    op: u8,
    #[serde(default)]
    d: Value,
}

/// A connection from serenity.
pub(super) struct SerenitySocket {
    socket: WebSocketStream<TcpStream>,
    /// When serenity last sent anything.
    heard_at: Instant,
}

impl SerenitySocket {
    /// Accepts a connection. Returns `None` if it is not serenity's, which has the token.
    pub(super) async fn accept(stream: TcpStream, token: &str) -> Option<(Self, IdentifyRequest)> {
        // Events must not wait until there is more to send.
        stream.set_nodelay(true).ok()?;
        let all =
            WebSocketConfig { max_message_size: None, max_frame_size: None, ..WebSocketConfig::default() };
        let socket = timeout(STEP_TIMEOUT, accept_async_with_config(stream, Some(all))).await.ok()?.ok()?;
        let mut serenity = Self { socket, heard_at: Instant::now() };
        let hello = json!({ "op": opcode::HELLO, "d": { "heartbeat_interval": HEARTBEAT_INTERVAL.as_millis() as u64 }, "s": null, "t": null });
        serenity.send(hello.to_string()).await.ok()?;
        let request = timeout(STEP_TIMEOUT, serenity.read_identify(token)).await.ok()??;
        Some((serenity, request))
    }

    async fn read_identify(&mut self, token: &str) -> Option<IdentifyRequest> {
        loop {
            let received = self.socket.next().await;
            let SerenityPayload { op, d } = self.read(received).await.ok()??;
            match op {
                // A session with serenity ends with its connection, so it has to begin another one.
                opcode::RESUME => {
                    self.send(r#"{"op":9,"d":false,"s":null,"t":null}"#.to_owned()).await.ok()?;
                }
                opcode::IDENTIFY => {
                    let given = d["token"].as_str()?;
                    // Another program on this machine must not act as the bot.
                    if given.strip_prefix("Bot ").unwrap_or(given) != token {
                        return None;
                    }
                    let shard = u32::try_from(d["shard"][0].as_u64().unwrap_or(0)).ok()?;
                    let mut identify = d;
                    // Payloads are passed on as they are, and serenity expects none to be compressed.
                    identify["compress"] = json!(false);
                    return Some(IdentifyRequest { shard, identify });
                }
                _ => {}
            }
        }
    }

    /// Receives a message. May be dropped at any time.
    pub(super) async fn receive(&mut self) -> Received {
        self.socket.next().await
    }

    /// Takes note of what was received, and responds to heartbeats. What else serenity sends to Discord is not needed.
    pub(super) async fn answer(&mut self, received: Received) -> Result<(), SerenityGone> {
        self.read(received).await.map(drop)
    }

    async fn read(&mut self, received: Received) -> Result<Option<SerenityPayload>, SerenityGone> {
        let Some(Ok(message)) = received else { return Err(SerenityGone) };
        self.heard_at = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(SerenityGone),
            _ => return Ok(None),
        };
        let payload: SerenityPayload = serde_json::from_str(&text).map_err(|_| SerenityGone)?;
        if payload.op == opcode::HEARTBEAT {
            self.send(r#"{"op":11,"d":null,"s":null,"t":null}"#.to_owned()).await?;
        }
        Ok(Some(payload))
    }

    /// Passes a payload on to serenity.
    pub(super) async fn send(&mut self, payload: String) -> Result<(), SerenityGone> {
        match timeout(LIVENESS_TIMEOUT, self.socket.send(Message::Text(payload))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(SerenityGone),
        }
    }

    /// Returns whether serenity still sends its heartbeats.
    pub(super) fn is_alive(&self) -> bool {
        self.heard_at.elapsed() < LIVENESS_TIMEOUT
    }

    /// Closes the connection. serenity may be waiting for that, because it wants to leave.
    pub(super) async fn close(mut self) {
        let _ = timeout(STEP_TIMEOUT, self.socket.close(None)).await;
    }
}
