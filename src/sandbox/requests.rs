//! The requests that the API has answered, for tests and for the page.

use serde_json::{Value, json};

/// A request that reached the API.
#[derive(Debug, Clone, Default)]
pub struct SeenRequest {
    /// The number, counted from 0 since the beginning.
    pub number: usize,
    /// The time in Unix milliseconds of the sandbox's clock.
    pub at: i64,
    /// The method, such as `POST`.
    pub method: String,
    /// The path without `/api/v10` and without the query.
    pub path: String,
    /// The `User-Agent`.
    pub agent: String,
    /// The JSON of the body, or an empty object if there is none.
    pub body: Value,
    /// The status of the response.
    pub status: u16,
    /// The JSON of the response if the request was refused.
    pub refusal: Option<Value>,
}

impl SeenRequest {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "number": self.number,
            "at": self.at,
            "method": self.method,
            "path": self.path,
            "body": self.body,
            "status": self.status,
            "refusal": self.refusal,
        })
    }
}
