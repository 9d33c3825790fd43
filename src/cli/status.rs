//! Health and figures over HTTP: `/healthz` and `/metrics`.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Sleep, sleep};

use super::vitals::Vitals;
use crate::figures::figures;

/// The format of the figures.
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How many connections there may be at once. Further ones wait for their turn.
const PLACES: usize = 64;

/// How long a connection may last: nobody who asks needs longer, and whoever asks nothing keeps a file descriptor from the bot.
const LONGEST: Duration = Duration::from_secs(10);

/// A listener that lets in only so many at once, and nobody for long.
struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
    longest: Duration,
}

impl Door {
    fn new(listener: TcpListener, places: usize, longest: Duration) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(places)), longest }
    }
}

impl Listener for Door {
    type Io = Visit;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Visit, SocketAddr) {
        // Nobody closes the semaphore.
        let place = self.places.clone().acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        (Visit { stream, ends: Box::pin(sleep(self.longest)), _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that ends by itself.
struct Visit {
    stream: TcpStream,
    ends: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Visit {
    /// Returns the connection, or an error if its time is over.
    fn while_open(&mut self, context: &mut Context<'_>) -> io::Result<Pin<&mut TcpStream>> {
        match self.ends.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(Pin::new(&mut self.stream)),
        }
    }
}

impl AsyncRead for Visit {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.while_open(context)?.poll_read(context, buffer)
    }
}

impl AsyncWrite for Visit {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.while_open(context)?.poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.while_open(context)?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The running server, which stops when this is dropped.
pub(super) struct StatusServer(JoinHandle<()>);

impl Drop for StatusServer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl StatusServer {
    /// Starts serving at an address.
    pub(super) async fn start(address: SocketAddr, vitals: Vitals) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let service =
            Router::new().route("/healthz", get(health)).route("/metrics", get(metrics)).with_state(vitals);
        tracing::info!(address = %listener.local_addr()?, "health and figures can be asked for");
        Ok(Self(tokio::spawn(async move {
            if let Err(error) = axum::serve(Door::new(listener, PLACES, LONGEST), service).await {
                tracing::error!(%error, "health and figures can no longer be asked for");
            }
        })))
    }
}

async fn health(State(vitals): State<Vitals>) -> impl IntoResponse {
    let report = vitals.report().await;
    let status = if report.is_good() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let discord = report.discord.err().unwrap_or("connected");
    let store = report.store.err().unwrap_or_else(|| "works".to_owned());
    (status, format!("Discord: {discord}\ndatabase: {store}\nclock: {}\n", report.clock))
}

async fn metrics(State(vitals): State<Vitals>) -> impl IntoResponse {
    vitals.measure().await;
    ([(header::CONTENT_TYPE, FORMAT)], figures().text())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn connections_on_which_nothing_is_asked_are_closed_and_keep_nobody_out() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let door = Door::new(listener, 2, Duration::from_millis(100));
        let serving = tokio::spawn(async move {
            axum::serve(door, Router::new().route("/healthz", get(|| async { "well" }))).await
        });
        let mut silent = Vec::new();
        for _ in 0..5 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET /healthz HT").await.unwrap();
            silent.push(stream);
        }
        let mut asking = TcpStream::connect(address).await.unwrap();
        let request = b"GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";
        asking.write_all(request).await.unwrap();
        let mut answer = String::new();
        asking.read_to_string(&mut answer).await.unwrap();
        assert!(answer.ends_with("well"), "{answer}");
        for mut stream in silent {
            let mut left = Vec::new();
            // It is closed or reset, either of which ends it.
            let _ = stream.read_to_end(&mut left).await;
            assert!(!String::from_utf8_lossy(&left).contains("well"));
        }
        serving.abort();
    }
}
