//! [`SkewedClock`]: the clock of one process, which may differ from that of the embedded Discord.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::routing::get;
use tokio::sync::watch;

use crate::error::Error;

/// A clock that passes on the time of the embedded Discord, with an offset that can be set.
pub(crate) struct SkewedClock {
    port: u16,
    ahead: watch::Sender<i64>,
}

struct TrueClock {
    clock: String,
    client: reqwest::Client,
    ahead: watch::Receiver<i64>,
}

impl SkewedClock {
    /// Starts showing the time of a clock at an address, correctly at first.
    pub(crate) async fn start(clock: String) -> Result<Self, Error> {
        let ahead = watch::Sender::new(0);
        let client = reqwest::Client::builder().no_proxy().build()?;
        let true_clock = Arc::new(TrueClock { clock, client, ahead: ahead.subscribe() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let routes = Router::new().route("/clock", get(show)).with_state(true_clock);
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Ok(Self { port, ahead })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/clock", self.port)
    }

    /// Sets how far ahead it is, in milliseconds; negative if it is behind.
    pub(crate) fn set(&self, ahead: i64) {
        self.ahead.send_replace(ahead);
    }

    pub(crate) fn ahead(&self) -> i64 {
        *self.ahead.borrow()
    }
}

/// Answers as the embedded Discord does: if a time is expected, as soon as the clock differs from it.
async fn show(
    State(true_clock): State<Arc<TrueClock>>,
    RawQuery(query): RawQuery,
) -> Result<String, StatusCode> {
    let mut ahead = true_clock.ahead.clone();
    let offset = *ahead.borrow_and_update();
    // The true clock is expected to show what the process expects of this one, less the offset.
    let pair = |(key, value): (Cow<'_, str>, Cow<'_, str>)| match value.parse::<f64>() {
        Ok(expected) if key == "expected" => format!("{key}={}", expected - offset as f64),
        _ => format!("{key}={value}"),
    };
    let query = query.unwrap_or_default();
    let query: Vec<String> = url::form_urlencoded::parse(query.as_bytes()).map(pair).collect();
    let query = query.join("&");
    // Once the offset changes, the time shown differs in any case.
    let shown = tokio::select! {
        shown = true_clock.ask(&query) => shown,
        _ = ahead.changed() => true_clock.ask("").await,
    };
    let mut shown = shown.map_err(|_| StatusCode::BAD_GATEWAY)?;
    shown["now"] = (shown["now"].as_i64().unwrap_or_default() + *ahead.borrow()).into();
    Ok(shown.to_string())
}

impl TrueClock {
    async fn ask(&self, query: &str) -> reqwest::Result<serde_json::Value> {
        self.client.get(format!("{}?{query}", self.clock)).send().await?.error_for_status()?.json().await
    }
}
