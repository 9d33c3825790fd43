//! Parsed requests and successful responses.

use serde_json::Value;

use super::body::Body;

/// A parsed request.
pub(crate) struct Call {
    pub(crate) method: String,
    /// The path without `/api/v10`.
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) body: Body,
}

impl Call {
    /// Returns a query parameter.
    pub(crate) fn query(&self, key: &str) -> Option<&str> {
        self.query.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.query(key).is_some_and(|value| value.eq_ignore_ascii_case("true") || value == "1")
    }
}

/// A successful response.
pub(crate) enum Reply {
    Json(Value),
    Created(Value),
    NoContent,
}
