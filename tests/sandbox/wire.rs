//! A client without any library: requests and gateway payloads as they go over the wire.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};
use trigon::sandbox::Sandbox;

use crate::bot::WAIT_TIMEOUT;

/// REST.
pub(crate) struct Wire {
    base: String,
    token: String,
    client: reqwest::Client,
}

impl Wire {
    /// Returns a client with the token of the bot.
    pub(crate) fn new(sandbox: &Sandbox) -> Self {
        Self::with_token(sandbox, &sandbox.token())
    }

    /// Returns a client with any token.
    pub(crate) fn with_token(sandbox: &Sandbox, token: &str) -> Self {
        let base = format!("{}/api/v10", sandbox.url());
        let client = reqwest::Client::builder().user_agent("DiscordBot (test, 1)").build().unwrap();
        Self { base, token: format!("Bot {token}"), client }
    }

    /// Registers a global command `go` without options.
    pub(crate) async fn register_go(&self, sandbox: &Sandbox) {
        let path = format!("/applications/{}/commands", sandbox.bot_id());
        self.post(&path, json!({ "name": "go", "description": "d" })).await;
    }

    /// Begins a request.
    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}{path}", self.base);
        self.client.request(method.parse().unwrap(), url).header("authorization", &self.token)
    }

    /// Sends a request, and returns the status and the body of the answer.
    async fn finish(request: reqwest::RequestBuilder) -> (u16, Value) {
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let bytes = answer.bytes().await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Sends a request with a body, and returns the status and the body of the answer.
    pub(crate) async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = self.request(method, path);
        Self::finish(if body.is_null() { request } else { request.json(&body) }).await
    }

    /// Sends a `GET` request.
    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.call("GET", path, Value::Null).await
    }

    /// Sends a `POST` request.
    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.call("POST", path, body).await
    }

    /// Returns the response with its headers.
    pub(crate) async fn raw(&self, method: &str, path: &str, body: &Value) -> reqwest::Response {
        self.request(method, path).json(body).send().await.unwrap()
    }

    /// Sends a request with files of these sizes.
    pub(crate) async fn upload(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        files: &[(&str, usize)],
    ) -> (u16, Value) {
        let mut form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
        for (i, (name, size)) in files.iter().enumerate() {
            let part = reqwest::multipart::Part::bytes(vec![b'x'; *size]).file_name((*name).to_owned());
            form = form.part(format!("files[{i}]"), part);
        }
        Self::finish(self.request(method, path).multipart(form)).await
    }

    /// Returns a file.
    pub(crate) async fn download(&self, url: &str) -> Vec<u8> {
        self.client.get(url).send().await.unwrap().bytes().await.unwrap().to_vec()
    }
}

/// The gateway.
pub(crate) struct Socket {
    pub(crate) ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) seq: u64,
}

/// What came over the gateway.
#[derive(Debug)]
pub(crate) enum Got {
    Payload(Value),
    Closed(u16),
}

impl Socket {
    /// Connects and receives HELLO.
    pub(crate) async fn connect(sandbox: &Sandbox) -> Self {
        let mut socket = Self::open(sandbox, "v=10&encoding=json").await;
        assert!(matches!(socket.next().await, Got::Payload(hello) if hello["op"] == 10));
        socket
    }

    /// Connects with a query.
    pub(crate) async fn open(sandbox: &Sandbox, query: &str) -> Self {
        let url = format!("{}/?{query}", sandbox.url().replacen("http", "ws", 1));
        let (ws, _) = connect_async(url).await.unwrap();
        Self { ws, seq: 0 }
    }

    /// Sends a payload.
    pub(crate) async fn send(&mut self, payload: Value) {
        self.ws.send(Message::text(payload.to_string())).await.unwrap();
    }

    /// Returns the next payload, or the close code. Panics if nothing comes for ten seconds.
    pub(crate) async fn next(&mut self) -> Got {
        loop {
            match timeout(WAIT_TIMEOUT, self.ws.next()).await.unwrap() {
                Some(Ok(Message::Text(text))) => {
                    let payload: Value = serde_json::from_str(&text).unwrap();
                    self.seq = payload["s"].as_u64().unwrap_or(self.seq);
                    return Got::Payload(payload);
                }
                Some(Ok(Message::Close(frame))) => return Got::Closed(frame.map_or(0, |f| f.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Got::Closed(0),
            }
        }
    }

    /// Returns the next payload that is not an event, or the close code.
    pub(crate) async fn next_control(&mut self) -> Got {
        loop {
            match self.next().await {
                Got::Payload(payload) if payload["op"] == 0 => {}
                got => return got,
            }
        }
    }

    /// Returns the data of the next event of this name, and skips others.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        loop {
            match self.next().await {
                Got::Payload(mut payload) if payload["t"] == name => return payload["d"].take(),
                Got::Payload(_) => {}
                Got::Closed(code) => panic!("closed with {code} before {name}"),
            }
        }
    }

    /// Identifies with a token and intents.
    pub(crate) async fn identify(&mut self, token: &str, intents: u64) {
        let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
        let data = json!({ "token": token, "intents": intents, "properties": properties });
        self.send(json!({ "op": 2, "d": data })).await;
    }

    /// Connects and identifies with all intents that need no approval.
    pub(crate) async fn ready(sandbox: &Sandbox) -> (Self, Value) {
        let mut socket = Self::connect(sandbox).await;
        socket.identify(&sandbox.token(), OPEN_INTENTS).await;
        let ready = socket.event("READY").await;
        (socket, ready)
    }
}

/// All intents but the three privileged ones.
pub(crate) const OPEN_INTENTS: u64 = 0x3FF_FFFF & !(1 << 1 | 1 << 8 | 1 << 15);

/// Requests something from `/sandbox/…`.
pub(crate) async fn look(sandbox: &Sandbox, what: &str) -> (u16, Value) {
    let answer = reqwest::get(format!("{}/sandbox/{what}", sandbox.url())).await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// Sends an order to `/sandbox/…`.
pub(crate) async fn act(sandbox: &Sandbox, what: &str, body: Value) -> (u16, Value) {
    let url = format!("{}/sandbox/{what}", sandbox.url());
    let answer = reqwest::Client::new().post(url).json(&body).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}
