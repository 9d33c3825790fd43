//! Routes: which limits apply to a request, under which class it is counted, and what responses say about the bucket of a route.

use std::time::Duration;

use axum::http::{HeaderMap, Method as HttpMethod};
use tokio::time::Instant;
use twilight_http_ratelimiting::{Endpoint, Method, RateLimitHeaders};

/// The rate limits that apply to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RateLimits {
    /// None: the answer to an interaction.
    None,
    /// Those of its token, which are never reached, because the bot follows up on an interaction only once or twice.
    Webhook,
    /// Those of its route and the global one.
    Bucket(Endpoint),
}

impl RateLimits {
    /// Returns the limits that apply to a request.
    pub(super) fn of(method: &HttpMethod, path: &str) -> Self {
        let path = route(path);
        match path.split('/').next() {
            Some("interactions") => Self::None,
            Some("webhooks") => Self::Webhook,
            _ => Self::Bucket(Endpoint { method: method_of(method), path }),
        }
    }
}

/// Returns the class of a request, under which figures count it: its method and its path, without IDs and without anything secret.
pub(super) fn class_of(method: &HttpMethod, path: &str) -> String {
    let path = route(path);
    let first = path.split('/').next().unwrap_or_default();
    // The paths of interactions and webhooks contain tokens.
    if matches!(first, "interactions" | "webhooks") {
        return format!("{method} {first}");
    }
    // `oauth2` is the only word with a digit in the API’s paths.
    let is_word = |part: &str| {
        part == "oauth2" || part.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'@' | b'-'))
    };
    let parts: Vec<&str> = path.split('/').map(|part| if is_word(part) { part } else { ":id" }).collect();
    format!("{method} {}", parts.join("/"))
}

/// Returns the route of a path: the ID of the resource that limits belong to is kept, and every other number becomes
/// `:id`.
fn route(path: &str) -> String {
    let path = path.trim_start_matches('/');
    let path = path.strip_prefix("api/").and_then(|rest| rest.split_once('/')).map_or(path, |(_, rest)| rest);
    let is_major = matches!(path.split('/').next(), Some("channels" | "guilds"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = path.split('/').enumerate();
    let parts = parts.map(|(i, part)| if is_number(part) && !(is_major && i == 1) { ":id" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn method_of(method: &HttpMethod) -> Method {
    match method.as_str() {
        "DELETE" => Method::Delete,
        "PATCH" => Method::Patch,
        "POST" => Method::Post,
        "PUT" => Method::Put,
        _ => Method::Get,
    }
}

/// Returns what a response says about the bucket of its route, or `None` if it says nothing that makes sense.
pub(super) fn bucket_of(headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let reset = header_seconds(headers, RateLimitHeaders::RESET_AFTER)?;
    Some(RateLimitHeaders {
        bucket: headers.get(RateLimitHeaders::BUCKET)?.as_bytes().to_vec(),
        limit: header_count(headers, RateLimitHeaders::LIMIT)?,
        remaining: header_count(headers, RateLimitHeaders::REMAINING)?,
        reset_at: Instant::now().checked_add(reset)?.into_std(),
    })
}

fn header_text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn header_count(headers: &HeaderMap, name: &str) -> Option<u16> {
    header_text(headers, name)?.parse().ok()
}

/// Reads a number of seconds from a header.
pub(super) fn header_seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = header_text(headers, name)?.parse().ok()?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_keeps_the_resource_that_its_limit_belongs_to() {
        for (path, wanted) in [
            ("/api/v10/channels/77/messages", "channels/77/messages"),
            ("/api/v10/channels/77/messages/88", "channels/77/messages/:id"),
            ("/api/v10/users/77", "users/:id"),
            ("/api/v10/users/@me/channels", "users/@me/channels"),
            ("/api/v10/applications/5/guilds/6/commands", "applications/:id/guilds/:id/commands"),
        ] {
            assert_eq!(route(path), wanted);
        }
    }

    #[test]
    fn a_class_names_nobody_and_no_secret() {
        for (path, wanted) in [
            ("/api/v10/channels/77/messages/88", "POST channels/:id/messages/:id"),
            ("/api/v10/users/@me/channels", "POST users/@me/channels"),
            ("/api/v10/oauth2/applications/@me", "POST oauth2/applications/@me"),
            ("/api/v10/threads/a1b2c3", "POST threads/:id"),
            (
                "/api/v10/channels/1/messages/2/reactions/%E2%9C%85/@me",
                "POST channels/:id/messages/:id/reactions/:id/@me",
            ),
            ("/api/v10/webhooks/1/Token/messages/@original", "POST webhooks"),
            ("/api/v10/interactions/7/token/callback", "POST interactions"),
        ] {
            assert_eq!(class_of(&HttpMethod::POST, path), wanted);
        }
    }

    #[test]
    fn answers_to_interactions_have_no_limit_and_their_tokens_are_kept_nowhere() {
        let limits = |path| RateLimits::of(&HttpMethod::POST, path);
        assert_eq!(limits("/api/v10/interactions/7/token/callback"), RateLimits::None);
        assert_eq!(limits("/api/v10/webhooks/1/token/messages/@original"), RateLimits::Webhook);
        assert!(matches!(limits("/api/v10/channels/1/messages"), RateLimits::Bucket(_)));
    }

    #[test]
    fn headers_that_make_no_sense_teach_nothing() {
        let headers = |limit: &str, after: &str| {
            let pairs = [("bucket", "b"), ("limit", limit), ("remaining", "0"), ("reset-after", after)];
            let pairs = pairs.map(|(name, value)| {
                (format!("x-ratelimit-{name}").parse().unwrap(), value.parse().unwrap())
            });
            HeaderMap::from_iter(pairs)
        };
        assert_eq!(bucket_of(&headers("5", "1.5")).unwrap().limit, 5);
        for (limit, after) in [("-1", "1"), ("5", "soon"), ("5", "NaN"), ("5", "1e300"), ("99999", "1")] {
            assert!(bucket_of(&headers(limit, after)).is_none_or(|found| after == "NaN" && found.limit == 5));
        }
        assert_eq!(bucket_of(&HeaderMap::new()), None);
    }
}
