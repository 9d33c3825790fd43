//! [`RequestError`]: why a request failed, or may have failed.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::Response;
use reqwest::header::HeaderMap;
use serde::Deserialize;

use super::texts;
use crate::codes::{Reaction, RefusalClass, RequestKind, classify, classify_code, reaction};
use crate::directs::OPENING_TOO_FAST;

/// The longest wait that Discord can ask for; its longest known limits last a day.
const MAX_RATE_LIMIT_WAIT: Duration = Duration::from_hours(24);

/// Why a request failed, or may have failed.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// Discord refused the request because of a rate limit.
    Limited {
        /// How long to wait.
        wait: Duration,
        /// Whether the limit is global.
        global: bool,
    },
    /// The outcome is unknown, or the refusal is not known to be permanent, so another attempt makes sense.
    Transient(TransientFailure),
    /// Refused as it is, with Discord's code. What follows from that depends on the request.
    Refused(i64),
    /// Channels of direct messages are being opened too fast.
    TooManyOpened,
}

/// A failure after which another attempt makes sense.
#[derive(Debug)]
pub(crate) struct TransientFailure {
    /// The reason, without anything secret.
    pub(crate) reason: String,
    /// Whether the failure is known to pass, rather than one that the bot does not know.
    pub(crate) is_known: bool,
    /// Whether Discord has refused the request, rather than failed or not answered.
    pub(crate) is_refusal: bool,
}

impl TransientFailure {
    /// Returns the failure of a request that Discord could not perform, or did not answer.
    pub(super) fn unanswered(reason: String) -> Self {
        Self { reason, is_known: true, is_refusal: false }
    }

    /// Returns a refusal that the bot does not know, and that may pass.
    pub(super) fn unknown_refusal(reason: String) -> Self {
        Self { reason, is_known: false, is_refusal: true }
    }
}

impl RequestError {
    /// Returns the failure of a request to which there is no response.
    pub(super) fn no_answer() -> Self {
        Self::Transient(TransientFailure::unanswered(texts::NO_ANSWER.to_owned()))
    }

    /// Returns the failure of a request whose response cannot be read.
    pub(super) fn unreadable_answer() -> Self {
        Self::Transient(TransientFailure::unanswered(texts::UNREADABLE_ANSWER.to_owned()))
    }

    /// Returns the error for a response that is not a success.
    pub(super) fn of_response(response: &Response<Bytes>) -> Self {
        let after = header_seconds(response.headers(), "retry-after");
        let is_global = response.headers().contains_key("x-ratelimit-global");
        let refusal: RefusalBody = serde_json::from_slice(response.body()).unwrap_or_default();
        error_of_status(response.status().as_u16(), &refusal, after, is_global)
    }

    /// Returns the class of the failure for the figures.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Limited { .. } => "rate limit",
            Self::Transient(_) => "passing",
            Self::Refused(_) => "refused",
            Self::TooManyOpened => "too many direct messages opened",
        }
    }
}

/// Returns whether Discord might accept a message with less in it, such as without its pictures, after refusing it with this code.
pub(super) fn may_pass_with_less(code: i64) -> bool {
    reaction(RequestKind::Post, classify_code(code)) == Reaction::RetryWithoutPicture
}

/// Reads a number of seconds from a header.
pub(super) fn header_seconds(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.parse().ok()
}

/// Converts a number of seconds from a response into a wait of at most `longest`.
pub(super) fn wait_of(seconds: f64, longest: Duration) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).map_or(longest, |wait| wait.min(longest))
}

/// The body of a refusal by Discord.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RefusalBody {
    code: i64,
    retry_after: Option<f64>,
    global: bool,
}

/// Classifies a response by its status and its body. `retry_after` and `is_global` are what its headers say of a rate limit.
fn error_of_status(
    status: u16,
    refusal: &RefusalBody,
    retry_after: Option<f64>,
    is_global: bool,
) -> RequestError {
    if status == 429 {
        return RequestError::Limited {
            wait: wait_of(refusal.retry_after.or(retry_after).unwrap_or(1.0), MAX_RATE_LIMIT_WAIT),
            global: refusal.global || is_global,
        };
    }
    let code = refusal.code.max(0);
    if code == OPENING_TOO_FAST {
        return RequestError::TooManyOpened;
    }
    let is_refusal = status < 500;
    let reason = if code == 0 { texts::discord_status(status) } else { texts::discord_code(code) };
    let transient = |is_known| RequestError::Transient(TransientFailure { reason, is_known, is_refusal });
    match classify(status, code) {
        RefusalClass::Transient => transient(true),
        RefusalClass::Unknown => transient(false),
        RefusalClass::PictureRefused
        | RefusalClass::Fixable
        | RefusalClass::PersonUnreachable
        | RefusalClass::Permanent => RequestError::Refused(code),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn judge(status: u16, body: &str) -> RequestError {
        error_of_status(status, &serde_json::from_str(body).unwrap_or_default(), Some(7.0), false)
    }

    #[test]
    fn what_may_pass_is_tried_again_and_what_is_refused_is_not() {
        for status in [401, 408, 500, 502, 503, 504] {
            assert!(
                matches!(
                    judge(status, "<html>"),
                    RequestError::Transient(TransientFailure { is_known: true, .. })
                ),
                "{status}"
            );
        }
        for status in [400, 403, 404] {
            assert!(
                matches!(
                    judge(status, "<html>"),
                    RequestError::Transient(TransientFailure { is_known: false, .. })
                ),
                "{status}"
            );
        }
        for (code, known) in [(40_333, true), (40_004, true), (20_029, true), (77_777, false)] {
            let body = json!({ "code": code, "message": "…" }).to_string();
            let judged = judge(403, &body);
            let RequestError::Transient(TransientFailure { is_known, is_refusal: true, .. }) = judged else {
                panic!("{judged:?}")
            };
            assert_eq!(is_known, known, "{code}");
        }
        for code in [10_003, 10_004, 50_001, 50_007, 50_013, 50_035, 50_278] {
            let body = json!({ "code": code, "message": "…" }).to_string();
            assert!(matches!(judge(403, &body), RequestError::Refused(found) if found == code));
        }
    }

    #[test]
    fn limits_say_how_long() {
        let waits = |body| match judge(429, body) {
            RequestError::Limited { wait, global } => (wait.as_millis(), global),
            other => panic!("{other:?}"),
        };
        assert_eq!(waits(r#"{"retry_after": 1.5, "global": true}"#), (1_500, true));
        assert_eq!(waits("<html>"), (7_000, false));
        assert_eq!(waits(r#"{"retry_after": -3}"#), (0, false));
        assert_eq!(waits(r#"{"retry_after": 1e30}"#), (MAX_RATE_LIMIT_WAIT.as_millis(), false));
    }
}
