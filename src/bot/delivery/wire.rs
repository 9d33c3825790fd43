//! [`Wire`]: the way of delivery's requests to Discord.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response};

use crate::limiter::Passage;

/// The timeout of a request, including uploads.
const PATIENCE: Duration = Duration::from_secs(30);

/// The largest response. A page of a hundred long messages is much smaller.
const LARGEST: usize = 32 << 20;

/// The way of requests to Discord.
pub(super) enum Wire {
    /// Into the rate limiter of this program. Over the loopback interface, each message would take two more connections.
    Limiter(Passage),
    /// To the address of the request.
    Network,
}

impl Wire {
    /// Sends a request and reads the response, or returns nothing if there is none.
    pub(super) async fn send(
        &self,
        client: &reqwest::Client,
        request: reqwest::RequestBuilder,
    ) -> Option<Response<Bytes>> {
        let work = async {
            let request = request.build().ok()?;
            let response = match self {
                Self::Limiter(passage) => {
                    let request = Request::<reqwest::Body>::try_from(request).ok()?;
                    passage.pass(request.map(Body::new)).await
                }
                Self::Network => {
                    Response::<reqwest::Body>::from(client.execute(request).await.ok()?).map(Body::new)
                }
            };
            let (head, body) = response.into_parts();
            Some(Response::from_parts(head, to_bytes(body, LARGEST).await.ok()?))
        };
        tokio::time::timeout(PATIENCE, work).await.ok().flatten()
    }
}
