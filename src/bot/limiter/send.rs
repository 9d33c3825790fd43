//! [`Limiter`]: sending a request within the rate limits.

use std::io;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::Deserialize;
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};
use twilight_http_ratelimiting::{Permit, RateLimiter};

use super::gate::{Gate, Rate};
use super::invalid::Invalid;
use super::route::{Limits, class, learned, seconds};
use super::vague::Vague;
use crate::locks::locked;
use crate::time::DiscordClock;
use trigon_engine::figures::figures;

/// The longest wait before a refused request is retried here. Beyond that, the client has to wait.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest wait for earlier requests to the same bucket.
const QUEUE_PATIENCE: Duration = Duration::from_secs(25);

/// The timeout of a request, including an upload.
const TIMEOUT: Duration = Duration::from_secs(25);

/// The age at which a request is dropped, because no client is still waiting for its response. Otherwise a process that
/// was suspended could post what another process has posted in the meantime.
const OLDEST: Duration = Duration::from_secs(30);

/// The maximum size of a body, in bytes. Discord accepts 25 MiB.
const LARGEST: usize = 32 << 20;

/// The header that says whether a limit is the bot's own or that of a resource.
const SCOPE: &str = "x-ratelimit-scope";

/// The message in the response when Discord cannot be reached.
pub const UNREACHABLE: &str = "Discord cannot be reached";

/// Headers that apply to a single connection.
const OF_THE_CONNECTION: [HeaderName; 5] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::CONNECTION,
    header::TRANSFER_ENCODING,
    header::PROXY_AUTHORIZATION,
];

/// A rate limiter that sends requests to Discord. Clones share what is known about the limits.
#[derive(Debug, Clone)]
pub struct Limiter(Arc<Upstream>);

/// The server behind the limiter, and what is known about its limits.
#[derive(Debug)]
struct Upstream {
    client: reqwest::Client,
    address: String,
    agent: HeaderValue,
    buckets: RateLimiter,
    gate: Gate,
    invalid: Invalid,
    vague: Vague,
    /// The clock that learns the time from each response.
    clock: OnceLock<Arc<DiscordClock>>,
    /// When Discord last responded, other than to say that it cannot.
    answered: Mutex<Option<Instant>>,
}

impl Limiter {
    /// Creates a limiter in front of a server with Discord's API, such as `https://discord.com`. Every request gets
    /// `agent` as its `User-Agent`, whatever the client has set.
    pub fn new(address: &str, rate: Rate, agent: &str) -> io::Result<Self> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build();
        Ok(Self(Arc::new(Upstream {
            client: client.map_err(io::Error::other)?,
            agent: HeaderValue::from_str(agent).map_err(io::Error::other)?,
            address: address.trim_end_matches('/').to_owned(),
            // The gate limits the rate of all requests together.
            buckets: RateLimiter::new(u16::MAX),
            gate: Gate::new(rate),
            invalid: Invalid::default(),
            vague: Vague::default(),
            clock: OnceLock::new(),
            answered: Mutex::default(),
        })))
    }

    /// Makes a clock learn the time from each response. Only the first clock is used.
    pub fn teach(&self, clock: Arc<DiscordClock>) {
        let _ = self.0.clock.set(clock);
    }

    /// Returns whether Discord has responded to a request within some time, other than to say that it cannot.
    pub fn has_answered_within(&self, time: Duration) -> bool {
        let answered = *locked(&self.0.answered);
        answered.is_some_and(|answered| answered.elapsed() <= time)
    }

    /// Allows only this many refusals in ten minutes, fewer than Discord does.
    #[must_use]
    pub fn with_refusals(self, most: u32) -> Self {
        match Arc::try_unwrap(self.0) {
            Ok(upstream) => Self(Arc::new(Upstream { invalid: Invalid::up_to(most), ..upstream })),
            Err(shared) => Self(shared),
        }
    }

    /// Counts a response to a request that did not go through here.
    pub(crate) fn count(&self, status: u16) {
        self.0.invalid.count(status, false);
    }

    /// Returns whether so many requests were refused that none may be made, not even one that does not go through here.
    pub(crate) fn is_spent(&self) -> bool {
        self.0.invalid.pause().is_some()
    }

    /// Divides the rate of all requests by `parts`, because other processes with the same token make the rest.
    pub fn divide(&self, parts: u32) {
        self.0.gate.divide(parts);
        self.0.invalid.divide(parts);
    }

    /// Begins a request to the API, to be sent with [`send`](Self::send).
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.0.client.request(method, format!("{}/api/v10{path}", self.0.address))
    }

    /// Sends a request when the limits allow it and returns the response. The server in the request's address is
    /// ignored.
    pub async fn send<B>(&self, request: Request<B>) -> Response<Bytes>
    where
        B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        let arrived = Instant::now();
        let (head, body) = request.into_parts();
        let Ok(body) = to_bytes(Body::new(body), LARGEST).await else {
            return response(StatusCode::PAYLOAD_TOO_LARGE, HeaderMap::new(), Bytes::new());
        };
        let limits = Limits::of(&head.method, head.uri.path());
        let target = head.uri.path_and_query().map_or("/", |target| target.as_str());
        let url = format!("{}{target}", self.0.address);
        let mut headers = head.headers;
        for name in OF_THE_CONNECTION {
            headers.remove(name);
        }
        headers.insert(header::USER_AGENT, self.0.agent.clone());
        let class = class(&head.method, head.uri.path());
        let request = Repeatable { arrived, method: head.method, class, url, headers, body };
        loop {
            match self.0.attempt(&limits, &request).await {
                Attempt::Done(response) => return response,
                Attempt::Again(wait) => sleep(wait).await,
            }
        }
    }
}

/// A request that can be repeated.
struct Repeatable {
    arrived: Instant,
    method: Method,
    /// Its class in the figures.
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

enum Attempt {
    Done(Response<Bytes>),
    Again(Duration),
}

impl Upstream {
    /// Waits until a request may be sent.
    async fn admit(&self, limits: &Limits, is_urgent: bool) -> Result<Option<Permit>, Response<Bytes>> {
        if let Some(pause) = self.invalid.pause() {
            return Err(refused(pause, true));
        }
        let Limits::Bucket(endpoint) = limits else { return Ok(None) };
        let permit = timeout(QUEUE_PATIENCE, self.buckets.acquire(endpoint.clone())).await;
        let permit = permit.map_err(|_| refused(PATIENCE, false))?;
        self.gate.pass(is_urgent).await.map_err(|wait| refused(wait, true))?;
        Ok(Some(permit))
    }

    async fn attempt(&self, limits: &Limits, request: &Repeatable) -> Attempt {
        let began = Instant::now();
        // What is fetched decides about somebody's answer, or lets people in; what is posted can wait for it.
        let admitted = self.admit(limits, request.method == Method::GET).await;
        figures().rate_limit_waits.took(began.elapsed());
        let permit = match admitted {
            Ok(permit) => permit,
            Err(refusal) => return Attempt::Done(refusal),
        };
        if request.is_too_old() {
            return Attempt::Done(refused(PATIENCE, false));
        }
        let clock = self.clock.get().map(|clock| (clock, clock.moment()));
        let sent = self.client.request(request.method.clone(), &request.url);
        let sent = sent.headers(request.headers.clone()).body(request.body.clone()).send().await;
        // Without a response, the permit is dropped, which returns it.
        let status =
            sent.as_ref().map_or_else(|_| "none".to_owned(), |sent| sent.status().as_str().to_owned());
        figures().request(request.class.clone(), &status);
        let Ok(response) = sent else { return Attempt::Done(unreachable()) };
        if !response.status().is_server_error() {
            *locked(&self.answered) = Some(Instant::now());
        }
        let headers = response.headers();
        if let Some((clock, moment)) = clock {
            clock.responded(moment, headers);
        }
        let is_global = headers.contains_key("x-ratelimit-global");
        let is_refused = response.status() == StatusCode::TOO_MANY_REQUESTS;
        self.invalid
            .count(response.status().as_u16(), headers.get(SCOPE).is_some_and(|scope| scope == "shared"));
        // A refusal that is not JSON comes from the network in front of Discord, which has banned this IP address.
        let is_json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
        let is_ban = is_refused && !headers.get(header::CONTENT_TYPE).is_some_and(is_json);
        let learned = learned(headers);
        let said = seconds(headers, "retry-after");
        // The body is not read before its time, because a request must not count as done while it is on its way.
        let (response, wait) = if is_refused {
            let response = returned(response).await;
            let said = said.or_else(|| said_in(response.body()));
            match said {
                Some(wait) => {
                    self.vague.clear(&request.class);
                    (Answer::Whole(response), wait)
                }
                None => {
                    let wait = self.vague.wait(&request.class);
                    // Clients read the time there.
                    (Answer::Whole(refused(wait, is_global || is_ban)), wait)
                }
            }
        } else {
            if !response.status().is_server_error() {
                self.vague.clear(&request.class);
            }
            (Answer::Arriving(response), Duration::ZERO)
        };
        if is_refused && (is_global || is_ban) {
            self.gate.close(wait);
        }
        if let Some(permit) = permit {
            permit.complete(if is_global { None } else { learned });
        }
        if is_refused {
            figures().rate_limited.count(if is_global || is_ban { "global" } else { "route" });
            // Never log the path: the paths of webhooks contain tokens.
            tracing::warn!(is_global, ?wait, "Discord refused a request because of a rate limit");
            if wait <= PATIENCE && *limits != Limits::None {
                return Attempt::Again(wait);
            }
        }
        Attempt::Done(match response {
            Answer::Whole(response) => response,
            Answer::Arriving(response) => returned(response).await,
        })
    }
}

/// A response that has arrived as a whole, or whose body is still to come.
enum Answer {
    Whole(Response<Bytes>),
    Arriving(reqwest::Response),
}

/// Returns how long to wait according to the body of a refusal.
fn said_in(body: &[u8]) -> Option<Duration> {
    #[derive(Deserialize)]
    struct Refusal {
        retry_after: f64,
    }
    let refusal: Refusal = serde_json::from_slice(body).ok()?;
    Duration::try_from_secs_f64(refusal.retry_after.max(0.0)).ok()
}

async fn returned(received: reqwest::Response) -> Response<Bytes> {
    let (status, mut headers) = (received.status(), received.headers().clone());
    for name in OF_THE_CONNECTION {
        headers.remove(name);
    }
    let Ok(body) = received.bytes().await else { return unreachable() };
    response(status, headers, body)
}

/// Returns the refusal of a request that would exceed a limit, in Discord's format.
fn refused(wait: Duration, global: bool) -> Response<Bytes> {
    let seconds = wait.as_secs_f64();
    let mut response = json_response(
        StatusCode::TOO_MANY_REQUESTS,
        &json!({ "message": "Waiting for a rate limit", "retry_after": seconds, "global": global, "code": 0 }),
    );
    response.headers_mut().insert(header::RETRY_AFTER, (seconds.ceil() as u64).into());
    response
}

/// Returns the response of a gateway that cannot reach the server behind it.
fn unreachable() -> Response<Bytes> {
    json_response(StatusCode::BAD_GATEWAY, &json!({ "message": UNREACHABLE, "code": 0 }))
}

fn json_response(status: StatusCode, body: &serde_json::Value) -> Response<Bytes> {
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response(status, HeaderMap::from_iter([kind]), body.to_string().into())
}

fn response(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response<Bytes> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// Returns the `User-Agent` for a bot with this token, in Discord's form: `DiscordBot (address, version)`. The address
/// is the bot's own profile, from which Discord can tell whose bot it is; each copy of the program is run by somebody
/// else.
pub fn agent(token: &str) -> String {
    let address = match user_id(token) {
        Some(id) => format!("https://discord.com/users/{id}"),
        None => "https://discord.com/developers/applications".to_owned(),
    };
    format!("DiscordBot ({address}, {}) Trigon", env!("CARGO_PKG_VERSION"))
}

/// Returns the bot's user ID, which is not secret: the first part of a token is the ID in Base64.
fn user_id(token: &str) -> Option<u64> {
    let token = token.strip_prefix("Bot ").unwrap_or(token);
    let id = STANDARD_NO_PAD.decode(token.split('.').next()?).ok()?;
    std::str::from_utf8(&id).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_for_which_no_client_waits_any_more_is_not_sent() {
        // Nothing listens at this address, so a request that is sent gets a different response.
        let limiter = Limiter::new("http://127.0.0.1:1", Rate::discord(), "DiscordBot (test, 1)").unwrap();
        let after = async |age: Duration| {
            let request = Repeatable {
                arrived: Instant::now().checked_sub(age).unwrap(),
                method: Method::POST,
                class: "test".to_owned(),
                url: format!("{}/channels/1/messages", limiter.0.address),
                headers: HeaderMap::new(),
                body: Bytes::new(),
            };
            match limiter.0.attempt(&Limits::None, &request).await {
                Attempt::Done(response) => response.status(),
                Attempt::Again(wait) => panic!("to be repeated after {wait:?}"),
            }
        };
        assert_eq!(after(Duration::ZERO).await, StatusCode::BAD_GATEWAY);
        assert_eq!(after(OLDEST + Duration::from_secs(1)).await, StatusCode::TOO_MANY_REQUESTS);
    }

    #[test]
    fn the_name_says_where_the_bot_is_found_and_nothing_secret() {
        let version = env!("CARGO_PKG_VERSION");
        let wanted = format!("DiscordBot (https://discord.com/users/123456789, {version}) Trigon");
        assert_eq!(agent("MTIzNDU2Nzg5.secret.secret"), wanted);
        assert_eq!(agent("Bot MTIzNDU2Nzg5.secret.secret"), wanted);
        for token in ["", "secret", "c2VjcmV0.x.y"] {
            assert!(agent(token).starts_with("DiscordBot (https://discord.com/developers/applications, "));
        }
    }
}
