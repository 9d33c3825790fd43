//! Health and figures over HTTP: `/healthz` and `/metrics`.

use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::vitals::Vitals;
use crate::figures::figures;

/// The format of the figures.
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

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
            if let Err(error) = axum::serve(listener, service).await {
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
