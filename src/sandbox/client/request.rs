//! Reading requests: their query, their body, and the person in whose name they are made.

use std::sync::Arc;

use axum::{extract::Request, http::StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{id::Id, people::Person, state::Hub};

/// The JSON that answers a request, or the reason why there is none.
pub(super) type JsonResult = Result<Value, Rejected>;

/// The status and the reason with which a request is refused.
pub(super) struct Rejected(pub(super) StatusCode, pub(super) String);

impl Rejected {
    pub(super) fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self(status, reason.into())
    }

    /// Refuses a request that cannot be understood or carried out.
    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    /// Refuses a request for something that does not exist.
    pub(super) fn unknown(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("There is no such {what}."))
    }
}

/// Reads the JSON of a body.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Rejected> {
    Ok(serde_json::from_slice(bytes)?)
}

impl From<serde_json::Error> for Rejected {
    fn from(error: serde_json::Error) -> Self {
        Self::bad(format!("This cannot be read: {error}."))
    }
}

/// Finds a person. Bots are not people.
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

    /// Returns the person named by `as`.
    pub(super) fn person(&self, hub: &Arc<Hub>) -> Result<Person, Rejected> {
        person(hub, self.required("as")?)
    }
}
