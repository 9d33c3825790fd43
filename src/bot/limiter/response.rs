//! The responses that clients of the limiter get: those that Discord has given, and those that the limiter gives in its place.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use serde_json::json;

/// Headers that apply to a single connection. They are removed from requests and responses that are passed on.
pub(super) const CONNECTION_HEADERS: [HeaderName; 5] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::CONNECTION,
    header::TRANSFER_ENCODING,
    header::PROXY_AUTHORIZATION,
];

/// The message in the response when Discord cannot be reached.
pub const UNREACHABLE: &str = "Discord cannot be reached";

/// Reads the body of a response, and returns it for the client.
pub(super) async fn for_client(received: reqwest::Response) -> Response<Bytes> {
    let (status, mut headers) = (received.status(), received.headers().clone());
    for name in CONNECTION_HEADERS {
        headers.remove(name);
    }
    let Ok(body) = received.bytes().await else { return bad_gateway() };
    build(status, headers, body)
}

/// Returns the refusal of a request that would exceed a limit, in Discord’s format. `is_global` says that it is the limit on all
/// requests together.
pub(super) fn limit_refusal(wait: Duration, is_global: bool) -> Response<Bytes> {
    let seconds = wait.as_secs_f64();
    let mut response = json_response(
        StatusCode::TOO_MANY_REQUESTS,
        &json!({ "message": "Waiting for a rate limit", "retry_after": seconds, "global": is_global, "code": 0 }),
    );
    response.headers_mut().insert(header::RETRY_AFTER, (seconds.ceil() as u64).into());
    response
}

/// Returns the response for a client if Discord gives none: that of a gateway which cannot reach the server behind it.
pub(super) fn bad_gateway() -> Response<Bytes> {
    json_response(StatusCode::BAD_GATEWAY, &json!({ "message": UNREACHABLE, "code": 0 }))
}

fn json_response(status: StatusCode, body: &serde_json::Value) -> Response<Bytes> {
    let content_type = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    build(status, HeaderMap::from_iter([content_type]), body.to_string().into())
}

/// Builds a response from its parts.
pub(super) fn build(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response<Bytes> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
