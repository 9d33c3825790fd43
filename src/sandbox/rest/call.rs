//! Parsed requests and successful responses.

use serde_json::{Value, json};

use super::body::Body;
use crate::check::Form;

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

impl Call {
    /// Reads the query parameter `limit`.
    pub(crate) fn limit(&self, form: &mut Form, min: usize, max: usize) -> Option<usize> {
        let query = json!({ "limit": self.query("limit")? });
        Some(form.number(&query, "", "limit", min as i64, max as i64)? as usize)
    }

    /// Reads a query parameter that is a date, and returns it in Unix milliseconds.
    pub(crate) fn time(&self, form: &mut Form, key: &str) -> Option<i64> {
        let text = self.query(key)?;
        let time = chrono::DateTime::parse_from_rfc3339(text).ok();
        if time.is_none() {
            let message = format!("Could not parse {text}. Should be ISO8601.");
            form.fault(key, "DATE_TIME_TYPE_PARSE", message);
        }
        time.map(|time| time.timestamp_millis())
    }
}

/// A successful response.
pub(crate) enum Reply {
    Json(Value),
    Created(Value),
    NoContent,
}
