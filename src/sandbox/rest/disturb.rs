//! What injected failures do to a request.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
use tokio::time::sleep;

use super::respond;
use crate::{breaker::Breaker, error::ApiError, faults::Fault, limits::Limited};

/// Returns the response to a request that is not carried out, or `None` if it is.
pub(crate) async fn before(fault: Option<Fault>, breaker: &Breaker) -> Option<Response> {
    Some(match fault? {
        Fault::RateLimited { retry_after, global } => {
            respond::limited(Limited { millis: (retry_after * 1000.0) as i64, global }, None)
        }
        Fault::Status(status) => bare(status),
        Fault::Error { status, code, after: false } => error(status, code),
        Fault::Garbage { after: false } => garbage(),
        Fault::DropBefore => breaker.trip().await,
        Fault::StallBefore => std::future::pending().await,
        Fault::SlowBefore(time) => {
            sleep(time).await;
            return None;
        }
        _ => return None,
    })
}

/// Applies a failure to the response to a request that was carried out.
pub(crate) async fn after(fault: Option<Fault>, breaker: &Breaker, response: Response) -> Response {
    match fault {
        Some(Fault::StatusAfter(status)) => bare(status),
        Some(Fault::Error { status, code, after: true }) => error(status, code),
        Some(Fault::Garbage { after: true }) => garbage(),
        Some(Fault::DropAfter) => breaker.trip().await,
        Some(Fault::StallAfter) => std::future::pending().await,
        Some(Fault::SlowAfter(time)) => {
            sleep(time).await;
            response
        }
        Some(Fault::Half) => half(breaker, response).await,
        _ => response,
    }
}

fn bare(status: u16) -> Response {
    (valid(status), "upstream connect error").into_response()
}

fn error(status: u16, code: u32) -> Response {
    respond::refusal(&ApiError::new(valid(status).as_u16(), code, ApiError::message_of(code)))
}

fn garbage() -> Response {
    (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], "<html>{\"id\":").into_response()
}

fn valid(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Returns a response that announces its whole body but sends only the first half.
async fn half(breaker: &Breaker, response: Response) -> Response {
    let (parts, body) = response.into_parts();
    // The body is already in memory. A response without one has nothing to halve and breaks at once.
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    if bytes.len() < 2 {
        return breaker.trip().await;
    }
    let body = HalfBody {
        first: Some(bytes.slice(..bytes.len() / 2)),
        whole: bytes.len(),
        breaker: breaker.clone(),
    };
    Response::from_parts(parts, Body::new(body))
}

/// The first half of a body, after which the connection breaks.
struct HalfBody {
    first: Option<Bytes>,
    whole: usize,
    breaker: Breaker,
}

impl HttpBody for HalfBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match self.first.take() {
            Some(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            None => {
                // What was handed over is flushed before the connection is dropped.
                self.breaker.cut();
                Poll::Pending
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.whole as u64)
    }
}
