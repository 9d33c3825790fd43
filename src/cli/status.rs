//! Health and figures over HTTP: `/healthz` and `/metrics`.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};

use super::vitals::Vitals;
use crate::figures::figures;

/// The format of the figures.
const METRICS_CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long a connection stays open.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(20);

/// The most connections at the same time.
const MAX_CONNECTIONS: usize = 64;

/// The wait after a connection could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

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
        Ok(Self(tokio::spawn(serve(listener, service, CONNECTION_TIMEOUT))))
    }
}

/// Answers requests. A connection is closed after a while, whatever it is waiting for: requests that never end would use up
/// the files that the process may open.
async fn serve(listener: TcpListener, service: Router, timeout: Duration) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        // Forgets the connections that have ended.
        while connections.try_join_next().is_some() {}
        // Errors such as too many open files pass.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            continue;
        };
        let service = TowerToHyperService::new(service.clone());
        connections.spawn(async move {
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            let _ = tokio::time::timeout(timeout, connection).await;
            drop(permit);
        });
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
    ([(header::CONTENT_TYPE, METRICS_CONTENT_TYPE)], figures().text())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::*;

    #[tokio::test]
    async fn requests_that_never_end_are_closed_and_keep_nobody_else_out_for_long() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = Router::new().route("/healthz", get(async || "well"));
        let _server = StatusServer(tokio::spawn(serve(listener, service, Duration::from_secs(1))));
        let mut open = Vec::new();
        for request in ["", "GET /hea", "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"] {
            for _ in 0..MAX_CONNECTIONS {
                let mut stream = TcpStream::connect(address).await.unwrap();
                stream.write_all(request.as_bytes()).await.unwrap();
                open.push(stream);
            }
        }
        let mut last = TcpStream::connect(address).await.unwrap();
        last.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        last.read_to_string(&mut answer).await.unwrap();
        assert!(answer.ends_with("well"), "{answer}");
        for mut stream in open {
            let mut rest = Vec::new();
            // The end comes, whether or not there is an answer before.
            let _ = stream.read_to_end(&mut rest).await;
        }
    }
}
