//! Reading requests, and the reasons for refusing them.

use std::sync::Arc;

use axum::{extract::Request, http::StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{id::Id, people::Person, state::Hub};

/// An answer, or the reason why there is none.
pub(super) type Answered = Result<Value, Rejected>;

/// The status and the reason with which a request is refused.
pub(super) struct Rejected(pub(super) StatusCode, pub(super) String);

impl Rejected {
    pub(super) fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self(status, reason.into())
    }

    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    pub(super) fn unknown(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("There is no such {what}."))
    }
}

pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Rejected> {
    Ok(serde_json::from_slice(bytes)?)
}

/// Reads an order, whose name is not among its fields. Without fields, the body may be empty.
pub(super) fn read_order<T: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<T, Rejected> {
    let mut fields: Map<String, Value> = if bytes.is_empty() { Map::new() } else { read(bytes)? };
    fields.insert("order".to_owned(), name.into());
    Ok(serde_json::from_value(fields.into())?)
}

impl From<serde_json::Error> for Rejected {
    fn from(error: serde_json::Error) -> Self {
        Self::bad(format!("This cannot be read: {error}."))
    }
}

pub(super) fn person(hub: &Arc<Hub>, id: Id) -> Result<Person, Rejected> {
    let is_person = hub.read(|s| s.users.get(&id).is_some_and(|user| !user.bot));
    if is_person { Ok(Person { hub: hub.clone(), id }) } else { Err(Rejected::unknown("person")) }
}

/// The query of a request.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    pub(super) fn of(request: &Request) -> Self {
        let query = request.uri().query().unwrap_or_default();
        Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns an id or number, if it is present.
    pub(super) fn parsed<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Rejected> {
        let wrong = |_| Rejected::bad(format!("{name} has to be a number."));
        self.get(name).map(|value| value.parse().map_err(wrong)).transpose()
    }

    pub(super) fn required<T: std::str::FromStr>(&self, name: &str) -> Result<T, Rejected> {
        self.parsed(name)?.ok_or_else(|| Rejected::bad(format!("{name} is missing.")))
    }

    pub(super) fn person(&self, hub: &Arc<Hub>) -> Result<Person, Rejected> {
        person(hub, self.required("as")?)
    }
}
