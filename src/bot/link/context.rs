//! [`LinkContext`]: what all lines of a link share.

use std::time::Duration;

use axum::http::Request;
use reqwest::Method;
use reqwest::header::AUTHORIZATION;
use serde::Deserialize;
use tokio::time::timeout;

use super::health::Health;
use super::starts::{Allowance, SessionStarts};
use crate::limiter::Limiter;

/// How long Discord may take to say how many sessions may begin.
const ALLOWANCE_TIMEOUT: Duration = Duration::from_secs(5);

/// What all lines of a link share.
pub(super) struct LinkContext {
    /// The address of the gateway.
    pub(super) gateway: String,
    /// The bot's token.
    pub(super) token: String,
    pub(super) health: Health,
    pub(super) starts: SessionStarts,
    pub(super) limiter: Limiter,
}

#[derive(Deserialize)]
struct BotGateway {
    session_start_limit: Allowance,
}

impl LinkContext {
    /// Asks Discord how many sessions may begin.
    pub(super) async fn fetch_allowance(&self) -> Option<Allowance> {
        let request = self.limiter.request(Method::GET, "/gateway/bot");
        let request = request.header(AUTHORIZATION, format!("Bot {}", self.token)).build().ok()?;
        let request = Request::<reqwest::Body>::try_from(request).ok()?;
        let response = timeout(ALLOWANCE_TIMEOUT, self.limiter.send(request)).await.ok()?;
        let gateway: BotGateway = serde_json::from_slice(response.body()).ok()?;
        response.status().is_success().then_some(gateway.session_start_limit)
    }
}
