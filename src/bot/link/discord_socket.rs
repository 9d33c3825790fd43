//! [`DiscordSocket`]: a connection to Discord’s gateway, over which one shard has a session.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::end::EndReason;
use super::opcode;

/// How long it may take to make a connection, up to the first payload.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a payload may take to be sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// How long Discord may take to close a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection to Discord's gateway.
pub(super) struct DiscordSocket {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// A payload. The data is read only where it is needed.
#[derive(Deserialize)]
pub(super) struct GatewayPayload<'a> {
    pub(super) op: u8,
    #[serde(default)]
    pub(super) s: Option<u64>,
    /// The name of an event. It has no characters that would have to be unescaped.
    #[serde(default)]
    pub(super) t: Option<&'a str>,
    #[serde(default, borrow)]
    d: Option<&'a RawValue>,
}

impl<'a> GatewayPayload<'a> {
    pub(super) fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Reads the data.
    pub(super) fn data<T: Deserialize<'a>>(&self) -> Option<T> {
        serde_json::from_str(self.d?.get()).ok()
    }
}

#[derive(Deserialize)]
struct Hello {
    heartbeat_interval: u64,
}

impl DiscordSocket {
    /// Makes a connection, and returns it with the interval of its heartbeats.
    pub(super) async fn connect(address: &str) -> Result<(Self, Duration), EndReason> {
        timeout(CONNECT_TIMEOUT, Self::connect_and_greet(address))
            .await
            .unwrap_or(Err(EndReason::Unreachable))
    }

    async fn connect_and_greet(address: &str) -> Result<(Self, Duration), EndReason> {
        let address = format!("{}/?v=10&encoding=json", address.trim_end_matches('/'));
        let all =
            WebSocketConfig { max_message_size: None, max_frame_size: None, ..WebSocketConfig::default() };
        let connected = connect_async_with_config(address, Some(all), true).await;
        let (socket, _) = connected.map_err(|_| EndReason::Unreachable)?;
        let mut discord = Self { socket };
        loop {
            if let Some(text) = discord.receive().await?
                && let Some(payload) = GatewayPayload::read(&text)
                && payload.op == opcode::HELLO
            {
                let Hello { heartbeat_interval } = payload.data().ok_or(EndReason::Broken)?;
                return Ok((discord, Duration::from_millis(heartbeat_interval.max(1))));
            }
        }
    }

    /// Receives a payload, or `None` for a frame that is none, such as a ping. May be dropped at any time.
    pub(super) async fn receive(&mut self) -> Result<Option<String>, EndReason> {
        match self.socket.next().await {
            Some(Ok(Message::Text(text))) => Ok(Some(text)),
            Some(Ok(Message::Close(frame))) => {
                Err(frame.map_or(EndReason::Broken, |frame| EndReason::ClosedByDiscord(frame.code.into())))
            }
            Some(Ok(_)) => Ok(None),
            Some(Err(_)) | None => Err(EndReason::Broken),
        }
    }

    /// Sends a payload.
    pub(super) async fn send(&mut self, payload: String) -> Result<(), EndReason> {
        match timeout(SEND_TIMEOUT, self.socket.send(Message::Text(payload))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(EndReason::Broken),
        }
    }

    /// Sends a heartbeat, with the number of the last event.
    pub(super) async fn send_heartbeat(&mut self, seq: Option<u64>) -> Result<(), EndReason> {
        self.send(json!({ "op": opcode::HEARTBEAT, "d": seq }).to_string()).await
    }

    /// Begins a session.
    pub(super) async fn identify(&mut self, data: &Value) -> Result<(), EndReason> {
        self.send(json!({ "op": opcode::IDENTIFY, "d": data }).to_string()).await
    }

    /// Goes on with a session.
    pub(super) async fn resume(&mut self, token: &str, session: &str, seq: u64) -> Result<(), EndReason> {
        let data = json!({ "token": token, "session_id": session, "seq": seq });
        self.send(json!({ "op": opcode::RESUME, "d": data }).to_string()).await
    }

    /// Closes the connection, and with it the session.
    pub(super) async fn close(mut self) {
        let closing = async {
            let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
            if self.socket.close(Some(frame)).await.is_ok() {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        let _ = timeout(CLOSE_TIMEOUT, closing).await;
    }
}
