//! [`Proxy`]: the entrance to the limiter for serenity, which makes its own requests and of which only the address can be changed.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinHandle};

use super::send::Limiter;

/// A server on the loopback interface that forwards requests through a limiter. Once dropped, it accepts no more
/// requests.
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
        // Small responses must not wait until there is more to send.
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

    /// Returns the address to use in place of the server's.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the limiter behind the proxy, which also works without it.
    pub fn limiter(&self) -> &Limiter {
        &self.limiter
    }

    /// Returns a handle that tells whether the proxy runs.
    pub(crate) fn task(&self) -> AbortHandle {
        self.task.abort_handle()
    }

    /// Stops accepting requests, and waits up to `timeout` for those in flight.
    pub async fn stop(mut self, timeout: Duration) {
        drop(self.end.take());
        let _ = tokio::time::timeout(timeout, &mut self.task).await;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}
