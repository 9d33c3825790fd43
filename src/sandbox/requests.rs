//! The requests that the API has carried out, for tests.

use serde_json::Value;

/// A request that reached the API without being disturbed.
#[derive(Debug, Clone)]
pub struct SeenRequest {
    /// The method, such as `POST`.
    pub method: String,
    /// The path without `/api/v10` and without the query.
    pub path: String,
    /// The `User-Agent`.
    pub agent: String,
    /// The JSON of the body, or an empty object if there is none.
    pub body: Value,
}
