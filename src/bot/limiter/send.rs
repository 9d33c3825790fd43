//! [`Limiter`]: sending a request within the rate limits.

use std::io;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::header;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use serde::Deserialize;
use tokio::time::{Instant, sleep, timeout};
use twilight_http_ratelimiting::{Permit, RateLimiter};

use super::gate::{Gate, Priority, Rate};
use super::invalid_requests::InvalidRequests;
use super::response::{CONNECTION_HEADERS, bad_gateway, build, for_client, limit_refusal};
use super::route::{RateLimits, bucket_of, class_of, header_seconds};
use super::unstated_waits::UnstatedWaits;
use crate::locks::locked;
use crate::time::DiscordClock;
use trigon_engine::figures::figures;

/// The longest wait before a refused request is retried here. Beyond that, the client has to wait.
const MAX_RETRY_WAIT: Duration = Duration::from_secs(10);

/// The longest wait for earlier requests to the same bucket.
const BUCKET_TIMEOUT: Duration = Duration::from_secs(25);

/// The timeout of a request, including an upload.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(25);

/// The age at which a request is dropped, because no client is still waiting for its response. Otherwise a process that
/// was suspended could post what another process has posted in the meantime.
const MAX_AGE: Duration = Duration::from_secs(30);

/// The maximum size of a body, in bytes. Discord accepts 25 MiB.
const MAX_BODY: usize = 32 << 20;

/// The header that says whether a limit is the bot's own or that of a resource.
const SCOPE_HEADER: &str = "x-ratelimit-scope";

/// The header of a response that says that the limit on all requests together was exceeded.
const GLOBAL_HEADER: &str = "x-ratelimit-global";

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
    invalid: InvalidRequests,
    unstated: UnstatedWaits,
    /// The clock that learns the time from each response.
    clock: OnceLock<Arc<DiscordClock>>,
    /// When Discord last responded, other than with a failure of its own.
    answered_at: Mutex<Option<Instant>>,
}

impl Limiter {
    /// Creates a limiter in front of a server with Discord's API, such as `https://discord.com`. Every request gets
    /// `agent` as its `User-Agent`, whatever the client has set.
    pub fn new(address: &str, rate: Rate, agent: &str) -> io::Result<Self> {
        let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).build();
        Ok(Self(Arc::new(Upstream {
            client: client.map_err(io::Error::other)?,
            agent: HeaderValue::from_str(agent).map_err(io::Error::other)?,
            address: address.trim_end_matches('/').to_owned(),
            // The gate limits the rate of all requests together.
            buckets: RateLimiter::new(u16::MAX),
            gate: Gate::new(rate),
            invalid: InvalidRequests::default(),
            unstated: UnstatedWaits::default(),
            clock: OnceLock::new(),
            answered_at: Mutex::default(),
        })))
    }

    /// Makes a clock learn the time from each response. Only the first clock is used.
    pub fn teach(&self, clock: Arc<DiscordClock>) {
        let _ = self.0.clock.set(clock);
    }

    /// Returns whether Discord has responded to a request within some time, other than with a failure of its own.
    pub fn has_answered_within(&self, time: Duration) -> bool {
        let answered = *locked(&self.0.answered_at);
        answered.is_some_and(|answered| answered.elapsed() <= time)
    }

    /// Allows only this many invalid requests in ten minutes, fewer than Discord does. For tests; clones that exist already keep the
    /// limiter as it is.
    #[must_use]
    pub fn with_max_invalid(self, max: u32) -> Self {
        match Arc::try_unwrap(self.0) {
            Ok(upstream) => Self(Arc::new(Upstream { invalid: InvalidRequests::with_max(max), ..upstream })),
            Err(shared) => Self(shared),
        }
    }

    /// Counts a response to a request that did not go through here: a first response to an interaction.
    pub(crate) fn count(&self, status: u16) {
        self.0.invalid.count(status, false);
    }

    /// Returns whether so many requests were invalid that none may be made, not even one that does not go through here. The
    /// first time, the operator is told.
    pub(crate) fn check_pause(&self) -> bool {
        self.0.invalid.check_pause().is_some()
    }

    /// Divides the limits on all requests together, because other processes with the same token make the rest.
    pub fn divide(&self, divisor: NonZeroU32) {
        self.0.gate.divide(divisor);
        self.0.invalid.divide(divisor);
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
        let Ok(body) = to_bytes(Body::new(body), MAX_BODY).await else {
            return build(StatusCode::PAYLOAD_TOO_LARGE, HeaderMap::new(), Bytes::new());
        };
        let limits = RateLimits::of(&head.method, head.uri.path());
        let target = head.uri.path_and_query().map_or("/", |target| target.as_str());
        let url = format!("{}{target}", self.0.address);
        let mut headers = head.headers;
        for name in CONNECTION_HEADERS {
            headers.remove(name);
        }
        headers.insert(header::USER_AGENT, self.0.agent.clone());
        let class = class_of(&head.method, head.uri.path());
        let request = RepeatableRequest { arrived, method: head.method, class, url, headers, body };
        loop {
            match self.0.attempt(&limits, &request).await {
                SendOutcome::Done(response) => return response,
                SendOutcome::Again(wait) => sleep(wait).await,
            }
        }
    }
}

/// A request that can be repeated.
struct RepeatableRequest {
    arrived: Instant,
    method: Method,
    /// Its class in the figures.
    class: String,
    url: String,
    headers: HeaderMap,
    body: Bytes,
}

impl RepeatableRequest {
    fn is_too_old(&self) -> bool {
        self.arrived.elapsed() > MAX_AGE
    }
}

/// How an attempt to send a request has ended.
enum SendOutcome {
    /// With this response for the client.
    Done(Response<Bytes>),
    /// It has to be repeated after this wait.
    Again(Duration),
}

impl Upstream {
    /// Waits until a request may be sent. Returns the permit to use its bucket, if it has one, or the refusal to return in place of
    /// Discord’s.
    async fn admit(
        &self,
        limits: &RateLimits,
        priority: Priority,
    ) -> Result<Option<Permit>, Response<Bytes>> {
        if let Some(pause) = self.invalid.check_pause() {
            return Err(limit_refusal(pause, true));
        }
        let RateLimits::Bucket(endpoint) = limits else { return Ok(None) };
        let permit = timeout(BUCKET_TIMEOUT, self.buckets.acquire(endpoint.clone())).await;
        let permit = permit.map_err(|_| limit_refusal(MAX_RETRY_WAIT, false))?;
        self.gate.pass(priority).await.map_err(|wait| limit_refusal(wait, true))?;
        Ok(Some(permit))
    }

    /// Sends a request once, as soon as the limits allow it.
    async fn attempt(&self, limits: &RateLimits, request: &RepeatableRequest) -> SendOutcome {
        let began = Instant::now();
        // What is fetched decides about somebody’s answer, or lets people in; what is posted can wait for it.
        let priority = if request.method == Method::GET { Priority::Urgent } else { Priority::Normal };
        let admitted = self.admit(limits, priority).await;
        figures().rate_limit_waits.took(began.elapsed());
        let permit = match admitted {
            Ok(permit) => permit,
            Err(refusal) => return SendOutcome::Done(refusal),
        };
        if request.is_too_old() {
            return SendOutcome::Done(limit_refusal(MAX_RETRY_WAIT, false));
        }
        // Without a response, the permit is dropped, which returns it.
        let Some(response) = self.send_once(request).await else { return SendOutcome::Done(bad_gateway()) };
        let status = response.status();
        let is_global = response.headers().contains_key(GLOBAL_HEADER);
        let bucket = if is_global { None } else { bucket_of(response.headers()) };
        if status == StatusCode::TOO_MANY_REQUESTS {
            let (refusal, wait) = self.note_rate_limit(request, response, is_global).await;
            if let Some(permit) = permit {
                permit.complete(bucket);
            }
            let is_retried = wait <= MAX_RETRY_WAIT && *limits != RateLimits::None;
            return if is_retried { SendOutcome::Again(wait) } else { SendOutcome::Done(refusal) };
        }
        if !status.is_server_error() {
            self.unstated.clear(&request.class);
        }
        // Before the body is read, because a request must not hold up others while its response is on its way.
        if let Some(permit) = permit {
            permit.complete(bucket);
        }
        SendOutcome::Done(for_client(response).await)
    }

    /// Sends a request at once, and learns from the status and the headers of its response. Returns `None` if there is none.
    async fn send_once(&self, request: &RepeatableRequest) -> Option<reqwest::Response> {
        let clock = self.clock.get().map(|clock| (clock, clock.request_start()));
        let sent = self.client.request(request.method.clone(), &request.url);
        let sent = sent.headers(request.headers.clone()).body(request.body.clone()).send().await;
        let status =
            sent.as_ref().map_or_else(|_| "none".to_owned(), |sent| sent.status().as_str().to_owned());
        figures().request(request.class.clone(), &status);
        let response = sent.ok()?;
        if let Some((clock, start)) = clock {
            clock.learn_from_response(start, response.headers());
        }
        let is_shared = response.headers().get(SCOPE_HEADER).is_some_and(|scope| scope == "shared");
        self.invalid.count(response.status().as_u16(), is_shared);
        if !response.status().is_server_error() {
            *locked(&self.answered_at) = Some(Instant::now());
        }
        Some(response)
    }

    /// Takes note of a refusal because of a rate limit. Returns it with how long to wait, which it says if Discord did not.
    async fn note_rate_limit(
        &self,
        request: &RepeatableRequest,
        response: reqwest::Response,
        is_global: bool,
    ) -> (Response<Bytes>, Duration) {
        // A refusal that is not JSON comes from the network in front of Discord, which has banned this IP address.
        let is_json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
        let is_ban = !response.headers().get(header::CONTENT_TYPE).is_some_and(is_json);
        let concerns_all = is_global || is_ban;
        let in_header = header_seconds(response.headers(), "retry-after");
        let response = for_client(response).await;
        let (response, wait) = match in_header.or_else(|| retry_after_in(response.body())) {
            Some(wait) => {
                self.unstated.clear(&request.class);
                (response, wait)
            }
            None => {
                let wait = self.unstated.note_refusal(&request.class);
                (limit_refusal(wait, concerns_all), wait)
            }
        };
        if concerns_all {
            self.gate.close(wait);
        }
        figures().rate_limited.count(if concerns_all { "global" } else { "route" });
        // Never log the path: the paths of webhooks contain tokens.
        tracing::warn!(is_global, ?wait, "Discord refused a request because of a rate limit");
        (response, wait)
    }
}

/// Returns how long to wait according to the body of a refusal.
fn retry_after_in(body: &[u8]) -> Option<Duration> {
    #[derive(Deserialize)]
    struct Refusal {
        retry_after: f64,
    }
    let refusal: Refusal = serde_json::from_slice(body).ok()?;
    Duration::try_from_secs_f64(refusal.retry_after.max(0.0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_for_which_no_client_waits_any_more_is_not_sent() {
        // Nothing listens at this address, so a request that is sent gets a different response.
        let limiter = Limiter::new("http://127.0.0.1:1", Rate::discord(), "DiscordBot (test, 1)").unwrap();
        let after = async |age: Duration| {
            let request = RepeatableRequest {
                arrived: Instant::now().checked_sub(age).unwrap(),
                method: Method::POST,
                class: "test".to_owned(),
                url: format!("{}/channels/1/messages", limiter.0.address),
                headers: HeaderMap::new(),
                body: Bytes::new(),
            };
            match limiter.0.attempt(&RateLimits::None, &request).await {
                SendOutcome::Done(response) => response.status(),
                SendOutcome::Again(wait) => panic!("to be repeated after {wait:?}"),
            }
        };
        assert_eq!(after(Duration::ZERO).await, StatusCode::BAD_GATEWAY);
        assert_eq!(after(MAX_AGE + Duration::from_secs(1)).await, StatusCode::TOO_MANY_REQUESTS);
    }
}
