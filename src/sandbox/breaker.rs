//! [`Breaker`]: a way to break the connection of a request.

use std::sync::Arc;

use axum::response::Response;
use tokio::sync::Notify;

/// A switch that breaks the connection of a request.
#[derive(Clone, Default)]
pub(crate) struct Breaker(Arc<Notify>);

impl Breaker {
    /// Breaks the connection. The caller's response is never sent.
    pub(crate) async fn trip(&self) -> Response {
        self.cut();
        std::future::pending().await
    }

    /// Breaks the connection without waiting for it.
    pub(crate) fn cut(&self) {
        self.0.notify_one();
    }

    /// Waits until the connection has to break.
    pub(crate) async fn tripped(&self) {
        self.0.notified().await;
    }
}
