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

/// Answers a request below `/sandbox/` that concerns what people see or do. `None` means that it is another one.
pub(crate) async fn answer(hub: &Arc<Hub>, what: &str, request: Request) -> Result<Response, Request> {
    let is_get = request.method() == Method::GET;
    if is_get && what == "stream" {
        let query = Query::of(&request);
        return Ok(feed::stream(hub, &query).unwrap_or_else(|refusal| written(Err(refusal))));
    }
    if is_get && what == "save" {
        return Ok(match saving::save(hub).await {
            Ok(document) => {
                let headers = [
                    (header::CONTENT_TYPE, "application/json"),
                    (header::CONTENT_DISPOSITION, "attachment; filename=\"rehearsal.json\""),
                    (header::CACHE_CONTROL, "no-store"),
                ];
                (headers, document).into_response()
            }
            Err(error) => written(Err(error.into())),
        });
    }
    let outcome = if is_get && look::KNOWN.contains(&what) {
        look::answer(hub, what, &Query::of(&request)).await
    } else if let Some(action) = what.strip_prefix("extension/").filter(|_| request.method() == Method::POST)
    {
        match to_bytes(request.into_body(), BYTES).await {
            Ok(body) => extend(hub, action, &body).await,
            Err(_) => Err(too_long()),
        }
    } else if request.method() == Method::POST && what == "open" {
        match to_bytes(request.into_body(), DOCUMENT_BYTES).await {
            Ok(document) => match saving::open(hub, &document).await {
                Ok(()) => Ok(json!({})),
                Err(error) => Err(error.into()),
            },
            Err(_) => Err(too_long()),
        }
    } else if request.method() == Method::POST && act::KNOWN.contains(&what) {
        match to_bytes(request.into_body(), BYTES).await {
            Ok(body) => act::answer(hub, what, &body).await,
            Err(_) => Err(too_long()),
        }
    } else {
        return Err(request);
    };
    Ok(written(outcome))
}

fn too_long() -> Refusal {
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too long.")
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

fn written(outcome: Outcome) -> Response {
    let (status, body) = match outcome {
        Ok(body) => (StatusCode::OK, body),
        Err(Refusal(status, reason)) => (status, json!({ "error": reason })),
    };
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body.to_string()).into_response()
}
