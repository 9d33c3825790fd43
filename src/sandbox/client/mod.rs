//! What Discord's client shows to people and lets them do, as JSON over HTTP: for the page, and for scripts in any
//! language.
//!
//! The table of requests is in the documentation of [`sandbox`](super).

mod act;
mod ask;
mod feed;
mod look;
mod seen;

use std::sync::Arc;

use axum::{
    body::to_bytes,
    extract::Request,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use self::ask::{Outcome, Query, Refusal, read};
use super::{
    saving::{self, SavingError},
    state::Hub,
};

/// The maximum size of a body, and of a document with everything in it, pictures included.
const BYTES: usize = 1024 * 1024;
const DOCUMENT_BYTES: usize = 512 * 1024 * 1024;

/// What the paths of actions of the program around the sandbox begin with.
const EXTENSION: &str = "extension/";

/// Answers a request below `/sandbox/` that concerns what people see or do. `None` means that it is another one.
pub(crate) async fn answer(hub: &Arc<Hub>, what: &str, request: Request) -> Result<Response, Request> {
    let outcome = match (request.method(), what) {
        (&Method::GET, "stream") => {
            let query = Query::of(&request);
            return Ok(feed::stream(hub, &query).unwrap_or_else(|refusal| written(Err(refusal))));
        }
        (&Method::GET, "save") => match saving::save(hub).await {
            Ok(document) => return Ok(file(document)),
            Err(error) => Err(error.into()),
        },
        (&Method::GET, what) if look::KNOWN.contains(&what) => {
            look::answer(hub, what, &Query::of(&request)).await
        }
        (&Method::POST, what)
            if what == "open" || what.starts_with(EXTENSION) || act::KNOWN.contains(&what) =>
        {
            let most = if what == "open" { DOCUMENT_BYTES } else { BYTES };
            match to_bytes(request.into_body(), most).await {
                Ok(body) => post(hub, what, &body).await,
                Err(_) => Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too long.")),
            }
        }
        _ => return Err(request),
    };
    Ok(written(outcome))
}

async fn post(hub: &Arc<Hub>, what: &str, body: &[u8]) -> Outcome {
    match (what, what.strip_prefix(EXTENSION)) {
        (_, Some(action)) => extend(hub, action, body).await,
        ("open", _) => Ok(saving::open(hub, body).await.map(|()| json!({}))?),
        _ => act::answer(hub, what, body).await,
    }
}

/// Carries out an action of the program around the sandbox.
async fn extend(hub: &Arc<Hub>, action: &str, body: &[u8]) -> Outcome {
    let extension = hub.extension().ok_or_else(|| Refusal::unknown("action"))?;
    let done = extension.act(action, read(body)?).await;
    done.map_err(|reason| Refusal::new(StatusCode::BAD_REQUEST, reason))
}

impl From<SavingError> for Refusal {
    fn from(error: SavingError) -> Self {
        let status = match error {
            SavingError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self::new(status, error.to_string())
    }
}

/// Returns the answer with everything in it, which a browser saves.
fn file(document: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rehearsal.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, document).into_response()
}

fn written(outcome: Outcome) -> Response {
    let (status, body) = match outcome {
        Ok(body) => (StatusCode::OK, body),
        Err(Refusal(status, reason)) => (status, json!({ "error": reason })),
    };
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body.to_string()).into_response()
}
