//! [`Proxy`]: the way into the limiter for a client that can only be given another address.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::send::Limiter;

/// A server on the loopback interface that sends on what it receives, through a limiter. When it is dropped, it takes no
/// more requests.
#[derive(Debug)]
pub struct Proxy {
    limiter: Limiter,
    address: String,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Starts a proxy in front of a limiter.
    pub async fn start(limiter: Limiter) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        // Small answers must not wait until more is to be sent.
        let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
        let send = async |State(limiter): State<Limiter>, request: Request| -> Response<Body> {
            limiter.send(request).await.map(Body::from)
        };
        let service = Router::new().fallback(send).with_state(limiter.clone());
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let ended = async move { drop(ended.await) };
            if let Err(error) = axum::serve(listener, service).with_graceful_shutdown(ended).await {
                tracing::error!(%error, "the rate limiter has ended");
            }
        });
        Ok(Self { limiter, address, end: Some(end), task })
    }

    /// Returns the address to which requests are sent in place of the server's.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the limiter behind it, which works without the proxy, too.
    pub fn limiter(&self) -> &Limiter {
        &self.limiter
    }

    /// Takes no more requests, and waits for those that are on their way, but not longer than `patience`.
    pub async fn stop(mut self, patience: Duration) {
        drop(self.end.take());
        let _ = tokio::time::timeout(patience, &mut self.task).await;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}
