//! Responses, and their rate limit headers.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chrono::DateTime;
use serde_json::{Value, json};

use super::ApiResponse;
use crate::{
    error::{ApiError, ApiResult},
    limits::{Bucket, Limited, Meter},
};

/// Returns the response for the result of a handler.
pub(crate) fn reply(result: ApiResult<ApiResponse>) -> Response {
    match result {
        Ok(ApiResponse::Json(value)) => json_response(StatusCode::OK, &value),
        Ok(ApiResponse::Created(value)) => json_response(StatusCode::CREATED, &value),
        Ok(ApiResponse::NoContent) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => refusal(&error),
    }
}

pub(crate) fn refusal(error: &ApiError) -> Response {
    let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::BAD_REQUEST);
    let mut response = json_response(status, &error.body());
    if let Some(millis) = error.retry_after {
        put(response.headers_mut(), "retry-after", &whole_seconds(millis));
        put(response.headers_mut(), "x-ratelimit-scope", "shared");
    }
    response
}

fn json_response(status: StatusCode, value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::VIA, "1.1 google")];
    (status, headers, value.to_string()).into_response()
}

/// Returns the response to a request that hits a rate limit. Without a bucket, it describes the limit of a made-up
/// route.
pub(crate) fn limited(limit: Limited, usage: Option<BucketUsage<'_>>) -> Response {
    let body = json!({
        "message": "You are being rate limited.",
        "retry_after": seconds(limit.millis),
        "global": limit.global,
        "code": 0,
    });
    let mut response = json_response(StatusCode::TOO_MANY_REQUESTS, &body);
    let headers = response.headers_mut();
    put(headers, "retry-after", &whole_seconds(limit.millis));
    if limit.global {
        put(headers, "x-ratelimit-global", "true");
        put(headers, "x-ratelimit-scope", "global");
        return response;
    }
    put(headers, "x-ratelimit-scope", "user");
    match usage {
        Some(usage) => add_limits(headers, &usage),
        None => {
            put(headers, "x-ratelimit-limit", "5");
            put(headers, "x-ratelimit-remaining", "0");
            put(headers, "x-ratelimit-reset-after", &format!("{:.3}", seconds(limit.millis)));
            put(headers, "x-ratelimit-bucket", "5a6db0c0c0c0c0c0c0c0c0c0c0c0c0c0");
        }
    }
    response
}

/// Returns the response to a banned address. It comes from Cloudflare, not from Discord, so it has no JSON and no
/// `Via`.
pub(crate) fn banned(millis: i64) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/html; charset=UTF-8"), (header::SERVER, "cloudflare")];
    let mut response = (StatusCode::TOO_MANY_REQUESTS, headers, "error code: 1015").into_response();
    put(response.headers_mut(), "retry-after", &whole_seconds(millis));
    response
}

/// Adds the date, by the sandbox's clock.
pub(crate) fn add_date(headers: &mut HeaderMap, now: i64) {
    if let Some(now) = DateTime::from_timestamp_millis(now) {
        put(headers, "date", &now.format("%a, %d %b %Y %H:%M:%S GMT").to_string());
    }
}

/// How much of a bucket is used up, and the time.
pub(crate) struct BucketUsage<'a> {
    pub(crate) bucket: &'a Bucket,
    pub(crate) meter: &'a Meter,
    pub(crate) now: i64,
}

/// Adds the headers about a bucket. Limits run on a clock of their own, but responses report the sandbox's time.
pub(crate) fn add_limits(headers: &mut HeaderMap, BucketUsage { bucket, meter, now }: &BucketUsage<'_>) {
    let (remaining, millis) = meter.remaining(bucket);
    put(headers, "x-ratelimit-limit", &bucket.quota.count.to_string());
    put(headers, "x-ratelimit-remaining", &remaining.to_string());
    put(headers, "x-ratelimit-reset", &format!("{:.3}", seconds(*now + millis)));
    put(headers, "x-ratelimit-reset-after", &format!("{:.3}", seconds(millis)));
    put(headers, "x-ratelimit-bucket", &bucket.name);
}

fn seconds(millis: i64) -> f64 {
    millis as f64 / 1000.0
}

/// Rounds up, because a client that does not wait long enough hits the limit again.
fn whole_seconds(millis: i64) -> String {
    ((millis + 999) / 1000).max(1).to_string()
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}
