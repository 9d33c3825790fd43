//! [`Breaker`]: a switch that breaks the connection of a request.

use std::sync::Arc;

use axum::response::Response;
#[cfg(unix)]
use socket2::{SockRef, Socket};
use tokio::{net::TcpStream, sync::Notify};

/// A switch that breaks the connection of a request.
#[derive(Clone)]
pub(crate) struct Breaker {
    cut: Arc<Notify>,
    /// A second handle to the connection, because the code that serves it cannot reach it.
    #[cfg(unix)]
    socket: Option<Arc<Socket>>,
}

impl Breaker {
    /// Returns a switch for a connection.
    #[cfg(unix)]
    pub(crate) fn of(stream: &TcpStream) -> Self {
        let socket = SockRef::from(stream).try_clone().ok().map(Arc::new);
        Self { cut: Arc::default(), socket }
    }

    /// Returns a switch for a connection.
    #[cfg(not(unix))]
    pub(crate) fn of(_: &TcpStream) -> Self {
        Self { cut: Arc::default() }
    }

    /// Makes the end of the connection a reset: what is on its way is lost, and the client meets an error.
    pub(crate) fn reset(&self) {
        #[cfg(unix)]
        if let Some(socket) = &self.socket {
            let _ = socket.set_linger(Some(std::time::Duration::ZERO));
        }
    }

    /// Breaks the connection. The caller's response is never sent.
    pub(crate) async fn trip(&self) -> Response {
        self.cut();
        std::future::pending().await
    }

    /// Breaks the connection without waiting for it.
    pub(crate) fn cut(&self) {
        self.cut.notify_one();
    }

    /// Waits until the connection has to break.
    pub(crate) async fn tripped(&self) {
        self.cut.notified().await;
    }
}
