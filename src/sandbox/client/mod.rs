//! What Discord's client shows people and lets them do, as JSON over HTTP, for the page and for scripts in any
//! language.
//!
//! The table of requests is in the documentation of [`sandbox`](super).

mod feed;
mod orders;
mod queries;
mod request;
mod time;
mod views;

use std::sync::Arc;

use axum::{
    body::to_bytes,
    extract::Request,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

use self::request::{JsonResult, Query, Rejected, read};
use super::{
    saving::{self, SavingError},
    state::Hub,
};

/// The maximum size of a body.
const MAX_BODY_BYTES: usize = 1024 * 1024;

/// The maximum size of a saved document, pictures included.
const MAX_DOCUMENT_BYTES: usize = 512 * 1024 * 1024;

/// Answers a request for `/sandbox` or below it; `what` is the rest of the path.
pub(crate) async fn answer(hub: &Arc<Hub>, what: &str, request: Request) -> Response {
    let query = Query::of(&request);
    let outcome = match (request.method(), what) {
        (&Method::GET, "stream") => {
            return feed::stream(hub, &query).unwrap_or_else(IntoResponse::into_response);
        }
        (&Method::GET, "save") => match saving::save(hub).await {
            Ok(document) => return download(document),
            Err(error) => Err(error.into()),
        },
        (&Method::GET, "clock") => time::read(hub, &query).await,
        (&Method::GET, what) if let Some(outcome) = queries::answer(hub, what, &query).await => outcome,
        (&Method::POST, what) => {
            let limit = if what == "open" { MAX_DOCUMENT_BYTES } else { MAX_BODY_BYTES };
            match to_bytes(request.into_body(), limit).await {
                Ok(body) => post(hub, what, &body).await,
                Err(_) => Err(Rejected::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too long.")),
            }
        }
        _ => Err(Rejected::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "Orders are sent with POST; GET /sandbox tells what there is, and GET /sandbox/clock the time.",
        )),
    };
    outcome.map_or_else(IntoResponse::into_response, |body| json_response(StatusCode::OK, &body))
}

async fn post(hub: &Arc<Hub>, what: &str, body: &[u8]) -> JsonResult {
    if let Some(action) = what.strip_prefix("extension/") {
        let extension = hub.extension().ok_or_else(|| Rejected::unknown("action"))?;
        return extension.act(action, read(body)?).await.map_err(Rejected::bad);
    }
    if what == "open" {
        return Ok(saving::open(hub, body).await.map(|()| json!({}))?);
    }
    if what == "watch" {
        return feed::select_feeds(hub, read(body)?);
    }
    orders::carry_out(hub, what, body).await
}

impl From<SavingError> for Rejected {
    fn from(error: SavingError) -> Self {
        let status = match error {
            SavingError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self::new(status, error.to_string())
    }
}

/// Returns a saved document as a file for a browser to download.
fn download(document: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rehearsal.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, document).into_response()
}

impl IntoResponse for Rejected {
    fn into_response(self) -> Response {
        json_response(self.0, &json!({ "error": self.1 }))
    }
}

fn json_response(status: StatusCode, body: &serde_json::Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body.to_string()).into_response()
}
