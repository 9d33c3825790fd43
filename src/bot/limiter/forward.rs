//! A request on its way through the limiter.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};
use twilight_http_ratelimiting::{Permit, RateLimiter};

use super::gate::{Gate, Pace};
use super::route::{Limits, class, learned, seconds};
use crate::time::DiscordClock;
use trigon_engine::figures::figures;

/// The longest wait after a refusal. If it is longer, the client has to wait.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest wait for requests to the same bucket that came before.
const QUEUE_PATIENCE: Duration = Duration::from_secs(25);

/// The timeout of a request, including an upload.
const TIMEOUT: Duration = Duration::from_secs(25);

/// The age at which a request is dropped, because no client still waits for its response. Otherwise a process that was
/// suspended could post what another process has posted in the meantime.
const OLDEST: Duration = Duration::from_secs(30);

/// The largest body. Discord takes 25 MiB.
const LARGEST: usize = 32 << 20;

/// The message of the response when Discord cannot be reached.
pub const UNREACHABLE: &str = "Discord cannot be reached";

/// Headers that concern one connection only.
const OF_THE_CONNECTION: [HeaderName; 5] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::CONNECTION,
    header::TRANSFER_ENCODING,
    header::PROXY_AUTHORIZATION,
];

/// The server behind the limiter, and what is known of its limits.
#[derive(Debug)]
pub(super) struct Upstream {
    client: reqwest::Client,
    address: String,
    agent: HeaderValue,
    buckets: RateLimiter,
    gate: Gate,
    /// What learns the time from each response.
    clock: OnceLock<Arc<DiscordClock>>,
}

impl Upstream {
    /// Describes the server at an address.
    ///
    /// # Errors
    /// If no connections can be made, or the name cannot be sent.
    pub(super) fn new(address: &str, pace: Pace, agent: &str) -> io::Result<Arc<Self>> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build();
        Ok(Arc::new(Self {
            client: client.map_err(io::Error::other)?,
            agent: HeaderValue::from_str(agent).map_err(io::Error::other)?,
            address: address.trim_end_matches('/').to_owned(),
            // The pace of all requests is kept at the gate.
            buckets: RateLimiter::new(u16::MAX),
            gate: Gate::new(pace),
            clock: OnceLock::new(),
        }))
    }

    /// Has a clock learn the time from each response. Only the first one does.
    pub(super) fn tell(&self, clock: Arc<DiscordClock>) {
        let _ = self.clock.set(clock);
    }

    /// Makes only one in `parts` of all requests that may be made.
    pub(super) fn divide(&self, parts: u32) {
        self.gate.divide(parts);
    }

    /// Waits until a request may go.
    async fn admit(&self, limits: &Limits) -> Result<Option<Permit>, Response> {
        let Limits::Bucket(endpoint) = limits else { return Ok(None) };
        let permit = timeout(QUEUE_PATIENCE, self.buckets.acquire(endpoint.clone())).await;
        let permit = permit.map_err(|_| refused(PATIENCE, false))?;
        self.gate.pass().await.map_err(|wait| refused(wait, true))?;
        Ok(Some(permit))
    }
}

/// A request that can be repeated.
struct Repeatable {
    arrived: Instant,
    method: Method,
    /// Its class among the figures.
    class: String,
    url: String,
    headers: HeaderMap,
    body: Bytes,
}

impl Repeatable {
    fn is_too_old(&self) -> bool {
        self.arrived.elapsed() > OLDEST
    }
}

/// Sends a request on when the limits allow it, and returns the response.
pub(super) async fn forward(State(upstream): State<Arc<Upstream>>, request: Request) -> Response {
    let arrived = Instant::now();
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let limits = Limits::of(&head.method, head.uri.path());
    let target = head.uri.path_and_query().map_or("/", |target| target.as_str());
    let url = format!("{}{target}", upstream.address);
    let mut headers = head.headers;
    for name in OF_THE_CONNECTION {
        headers.remove(name);
    }
    headers.insert(header::USER_AGENT, upstream.agent.clone());
    let class = class(&head.method, head.uri.path());
    let request = Repeatable { arrived, method: head.method, class, url, headers, body };
    loop {
        match attempt(&upstream, &limits, &request).await {
            Attempt::Done(response) => return response,
            Attempt::Again(wait) => sleep(wait).await,
        }
    }
}

enum Attempt {
    Done(Response),
    Again(Duration),
}

async fn attempt(upstream: &Upstream, limits: &Limits, request: &Repeatable) -> Attempt {
    let began = Instant::now();
    let admitted = upstream.admit(limits).await;
    figures().rate_limit_waits.took(began.elapsed());
    let permit = match admitted {
        Ok(permit) => permit,
        Err(refusal) => return Attempt::Done(refusal),
    };
    if request.is_too_old() {
        return Attempt::Done(refused(PATIENCE, false));
    }
    let clock = upstream.clock.get().map(|clock| (clock, clock.moment()));
    let sent = upstream.client.request(request.method.clone(), &request.url);
    let sent = sent.headers(request.headers.clone()).body(request.body.clone()).send().await;
    // Without a response the permit is dropped, which gives it back.
    let status = sent.as_ref().map_or_else(|_| "none".to_owned(), |sent| sent.status().as_str().to_owned());
    figures().request(request.class.clone(), &status);
    let Ok(response) = sent else { return Attempt::Done(unreachable()) };
    let headers = response.headers();
    if let Some((clock, moment)) = clock {
        clock.responded(moment, headers);
    }
    let is_global = headers.contains_key("x-ratelimit-global");
    let wait = seconds(headers, "retry-after").unwrap_or(Duration::from_secs(1));
    let is_refused = response.status() == StatusCode::TOO_MANY_REQUESTS;
    // One that is not JSON comes from the network in front of Discord, which has banned this address.
    let is_json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
    let is_ban = is_refused && !headers.get(header::CONTENT_TYPE).is_some_and(is_json);
    if is_refused && (is_global || is_ban) {
        upstream.gate.close(wait);
    }
    if let Some(permit) = permit {
        permit.complete(if is_global { None } else { learned(headers) });
    }
    if is_refused {
        figures().rate_limited.count(if is_global || is_ban { "global" } else { "route" });
        // Never the path: those of webhooks contain tokens.
        tracing::warn!(is_global, ?wait, "Discord refused a request because of a rate limit");
        if wait <= PATIENCE && *limits != Limits::None {
            return Attempt::Again(wait);
        }
    }
    Attempt::Done(returned(response).await)
}

async fn returned(response: reqwest::Response) -> Response {
    let (status, mut headers) = (response.status(), response.headers().clone());
    for name in OF_THE_CONNECTION {
        headers.remove(name);
    }
    let Ok(body) = response.bytes().await else { return unreachable() };
    let mut returned = Response::new(Body::from(body));
    *returned.status_mut() = status;
    *returned.headers_mut() = headers;
    returned
}

/// Returns the refusal of a request that would exceed a limit, in Discord's form.
fn refused(wait: Duration, global: bool) -> Response {
    let seconds = wait.as_secs_f64();
    let body =
        json!({ "message": "Waiting for a rate limit", "retry_after": seconds, "global": global, "code": 0 });
    let mut response = json_response(StatusCode::TOO_MANY_REQUESTS, &body);
    response.headers_mut().insert(header::RETRY_AFTER, (seconds.ceil() as u64).into());
    response
}

/// Returns what a gateway answers that cannot reach the server behind it.
fn unreachable() -> Response {
    json_response(StatusCode::BAD_GATEWAY, &json!({ "message": UNREACHABLE, "code": 0 }))
}

fn json_response(status: StatusCode, body: &serde_json::Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_for_which_no_client_waits_any_more_is_not_sent() {
        // Nobody listens there, so that one that is sent gets another response.
        let upstream = Upstream::new("http://127.0.0.1:1", Pace::discord(), "DiscordBot (test, 1)").unwrap();
        let after = async |age: Duration| {
            let request = Repeatable {
                arrived: Instant::now().checked_sub(age).unwrap(),
                method: Method::POST,
                class: "test".to_owned(),
                url: format!("{}/channels/1/messages", upstream.address),
                headers: HeaderMap::new(),
                body: Bytes::new(),
            };
            match attempt(&upstream, &Limits::None, &request).await {
                Attempt::Done(response) => response.status(),
                Attempt::Again(wait) => panic!("to be repeated after {wait:?}"),
            }
        };
        assert_eq!(after(Duration::ZERO).await, StatusCode::BAD_GATEWAY);
        assert_eq!(after(OLDEST + Duration::from_secs(1)).await, StatusCode::TOO_MANY_REQUESTS);
    }
}
