//! Handling a request, from its authorization to the headers of its response.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{Call, Reply, body, route};
use crate::sandbox::{breaker::Breaker, fault::ApiError, faults::Fault, requests::SeenRequest, state::Hub};

/// Handles a request.
pub(crate) async fn answer(hub: &Hub, breaker: &Breaker, request: Request) -> Response {
    let method = request.method().as_str().to_owned();
    let Some(path) = api_path(request.uri().path()) else { return refusal(&ApiError::not_found()) };
    let fault = hub.quietly(|state| state.faults.strike(&method, &path));
    match fault {
        Some(Fault::RateLimited { retry_after, global }) => return rate_limited(retry_after, global),
        Some(Fault::Status(status)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return (status, "upstream connect error").into_response();
        }
        Some(Fault::DropBefore) => return breaker.trip().await,
        Some(Fault::StallBefore) => return std::future::pending().await,
        Some(Fault::DropAfter | Fault::StallAfter) | None => {}
    }
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    let allowed = is_open(&path) || hub.read(|state| authorization.is_some_and(|t| state.is_token(t)));
    if !allowed {
        return refusal(&ApiError::unauthorized());
    }
    let query = request.uri().query().unwrap_or_default();
    let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let body = match body::read(request).await {
        Ok(body) => body,
        Err(error) => return refusal(&error),
    };
    let call = Call { method, path, query, body };
    hub.quietly(|state| state.requests.push(seen(&call)));
    let bucket = bucket(&call);
    // Reading does not wake anyone.
    let result = if call.method == "GET" {
        hub.quietly(|state| route::route(state, call))
    } else {
        hub.write(|state| route::route(state, call))
    };
    match fault {
        Some(Fault::DropAfter) => return breaker.trip().await,
        Some(Fault::StallAfter) => return std::future::pending().await,
        _ => {}
    }
    let mut response = match result {
        Ok(Reply::Json(value)) => json_response(StatusCode::OK, &value),
        Ok(Reply::Created(value)) => json_response(StatusCode::CREATED, &value),
        Ok(Reply::NoContent) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => refusal(&error),
    };
    let now = hub.config.clock.now_millis();
    add_limits(response.headers_mut(), &bucket, now);
    response
}

/// Returns what tests may see of a request.
fn seen(call: &Call) -> SeenRequest {
    SeenRequest { method: call.method.clone(), path: call.path.clone(), body: call.body.json.clone() }
}

/// Returns the path without `/api` and the version. Only versions 9 and 10 exist.
fn api_path(path: &str) -> Option<String> {
    let rest = path.strip_prefix("/api")?;
    let rest = rest.strip_prefix("/v10").or_else(|| rest.strip_prefix("/v9")).unwrap_or(rest);
    rest.starts_with('/').then(|| rest.to_owned())
}

/// Returns whether a path needs no authorization. Responses to interactions have their own tokens.
fn is_open(path: &str) -> bool {
    path == "/gateway" || path.starts_with("/interactions/") || path.starts_with("/webhooks/")
}

fn json_response(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

fn refusal(error: &ApiError) -> Response {
    let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
    json_response(status, &error.body())
}

fn rate_limited(retry_after: f64, global: bool) -> Response {
    let body =
        json!({ "message": "You are being rate limited.", "retry_after": retry_after, "global": global });
    let mut response = json_response(StatusCode::TOO_MANY_REQUESTS, &body);
    let headers = response.headers_mut();
    put(headers, "retry-after", &format!("{}", retry_after.ceil()));
    put(headers, "via", "1.1 google");
    if global {
        put(headers, "x-ratelimit-global", "true");
        put(headers, "x-ratelimit-scope", "global");
    } else {
        put(headers, "x-ratelimit-limit", "5");
        put(headers, "x-ratelimit-remaining", "0");
        put(headers, "x-ratelimit-reset-after", &format!("{retry_after:.3}"));
        put(headers, "x-ratelimit-scope", "user");
        put(headers, "x-ratelimit-bucket", "5a6db0c0c0c0c0c0c0c0c0c0c0c0c0c0");
    }
    response
}

/// Returns the rate limit bucket, which requests share if their paths differ only in ids.
fn bucket(call: &Call) -> String {
    let step =
        |step: &str| if step.bytes().all(|b| b.is_ascii_digit()) { String::new() } else { step.into() };
    // With the tokens of interactions, every path would get its own bucket.
    let steps: Vec<String> = call.path.split('/').filter(|step| step.len() < 60).map(step).collect();
    let text = format!("{} {}", call.method, steps.join("/"));
    // FNV-1a; any stable 64-bit hash would do.
    let hash =
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

/// Adds rate limit headers to a response. The sandbox itself never limits requests.
fn add_limits(headers: &mut HeaderMap, bucket: &str, now_millis: i64) {
    put(headers, "x-ratelimit-limit", "50");
    put(headers, "x-ratelimit-remaining", "49");
    put(headers, "x-ratelimit-reset", &format!("{:.3}", (now_millis + 1000) as f64 / 1000.0));
    put(headers, "x-ratelimit-reset-after", "1.000");
    put(headers, "x-ratelimit-bucket", bucket);
    put(headers, "via", "1.1 google");
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}
