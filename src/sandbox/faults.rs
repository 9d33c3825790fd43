//! Injected failures: the next requests of some kind fail in a chosen way.
//!
//! A connection to the gateway counts as a request with the method `WEBSOCKET` to `/`. Only failures that name this
//! method affect it.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

/// A failure that a request meets instead of, or after, being carried out.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fault {
    /// Status 429; the request is not carried out.
    RateLimited {
        /// The time to wait in seconds.
        retry_after: f64,
        /// Whether the limit is the bot's global one.
        #[serde(default)]
        global: bool,
    },
    /// A status such as 500, 502 or 503 without a Discord error; the request is not carried out.
    Status(#[serde(deserialize_with = "status")] u16),
    /// Such a status after the request was carried out.
    StatusAfter(#[serde(deserialize_with = "status")] u16),
    /// An error with one of Discord's codes, whatever the request.
    Error {
        /// The HTTP status.
        status: u16,
        /// Discord's code.
        code: u32,
        /// Whether the request is carried out first.
        #[serde(default)]
        after: bool,
    },
    /// Status 200 with a body that is not JSON.
    Garbage {
        /// Whether the request is carried out first.
        #[serde(default)]
        after: bool,
    },
    /// The request is carried out, and the connection breaks in the middle of the response's body.
    Half,
    /// The request is carried out after some real time.
    SlowBefore(#[serde(deserialize_with = "millis")] Duration),
    /// The request is carried out at once, and the response comes after some real time.
    SlowAfter(#[serde(deserialize_with = "millis")] Duration),
    /// The connection breaks, and the request is carried out after some real time, whatever has been done by then: it was still
    /// on its way.
    Stray(#[serde(deserialize_with = "millis")] Duration),
    /// The connection breaks before the request is carried out.
    DropBefore,
    /// The request is carried out, and the connection breaks before the response.
    DropAfter,
    /// The request is not carried out, and no response ever comes.
    StallBefore,
    /// The request is carried out, and no response ever comes.
    StallAfter,
}

/// Reads the field `status`.
fn status<'de, D: Deserializer<'de>>(fields: D) -> Result<u16, D::Error> {
    #[derive(Deserialize)]
    struct StatusField {
        status: u16,
    }
    StatusField::deserialize(fields).map(|fields| fields.status)
}

/// Reads the field `millis`.
fn millis<'de, D: Deserializer<'de>>(fields: D) -> Result<Duration, D::Error> {
    #[derive(Deserialize)]
    struct MillisField {
        millis: u64,
    }
    MillisField::deserialize(fields).map(|fields| Duration::from_millis(fields.millis))
}

/// The method that stands for a connection to the gateway.
pub(crate) const WEBSOCKET: &str = "WEBSOCKET";

/// Failures of the same kind that have not occurred yet.
#[derive(Debug)]
struct PendingFault {
    method: Option<String>,
    pattern: String,
    left: u32,
    fault: Fault,
}

/// The failures that have not occurred yet.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    pending: Vec<PendingFault>,
    /// How many requests have met a failure that was ordered for this method and path.
    met: HashMap<(Option<String>, String), u32>,
}

impl Faults {
    pub(crate) fn inject(&mut self, method: Option<&str>, pattern: &str, times: u32, fault: Fault) {
        if times == 0 {
            return;
        }
        let (method, pattern) = (method.map(str::to_uppercase), pattern.to_owned());
        self.pending.push(PendingFault { method, pattern, left: times, fault });
    }

    pub(crate) fn clear(&mut self) {
        self.pending.clear();
    }

    /// Returns the number of failures that have not occurred yet.
    pub(crate) fn pending(&self) -> u32 {
        self.pending.iter().map(|pending| pending.left).sum()
    }

    /// Returns the number of requests that have met a failure that was ordered for this method and path.
    pub(crate) fn met(&self, method: Option<&str>, pattern: &str) -> u32 {
        let key = (method.map(str::to_uppercase), pattern.to_owned());
        self.met.get(&key).copied().unwrap_or_default()
    }

    /// Takes the oldest failure that matches a request, which uses it up.
    pub(crate) fn take(&mut self, method: &str, path: &str) -> Option<Fault> {
        let pending = self.pending.iter_mut().find(|pending| {
            pending.method.as_deref().map_or(method != WEBSOCKET, |m| m == method)
                && path_matches(&pending.pattern, path.trim_matches('/').split('/'))
        })?;
        pending.left -= 1;
        let fault = pending.fault;
        *self.met.entry((pending.method.clone(), pending.pattern.clone())).or_default() += 1;
        self.pending.retain(|pending| pending.left > 0);
        Some(fault)
    }
}

/// Returns whether the segments of a path fit a pattern such as `/channels/*/messages`. `*` stands for one segment, and
/// a final `**` for any number.
pub(crate) fn path_matches<'p>(pattern: &str, mut segments: impl Iterator<Item = &'p str>) -> bool {
    for wanted in pattern.trim_matches('/').split('/') {
        match (wanted, segments.next()) {
            ("**", _) => return true,
            ("*", Some(_)) => {}
            (wanted, Some(step)) if wanted == step => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_segment_by_segment() {
        let path_matches = |pattern, path: &str| path_matches(pattern, path.split('/'));
        assert!(path_matches("/channels/*/messages", "channels/12/messages"));
        assert!(!path_matches("/channels/*/messages", "channels/12/messages/13"));
        assert!(path_matches("/channels/**", "channels/12/messages/13"));
        assert!(path_matches("**", "gateway"));
        assert!(!path_matches("/channels/*", "channels"));
    }

    #[test]
    fn an_order_strikes_as_often_as_it_says() {
        let mut faults = Faults::default();
        faults.inject(Some("post"), "/a", 1, Fault::Status(500));
        assert_eq!(faults.take("GET", "/a"), None);
        assert_eq!(faults.met(Some("POST"), "/a"), 0, "nothing has met it yet");
        assert_eq!(faults.take("POST", "/a"), Some(Fault::Status(500)));
        assert_eq!(faults.take("POST", "/a"), None);
        assert_eq!((faults.met(Some("post"), "/a"), faults.met(None, "/a")), (1, 0));
    }
}
