//! [`Api`]: where Discord is, and the client for requests to it.

use std::io;
use std::time::Duration;

use poise::serenity_prelude::{Http, HttpBuilder};

use super::Token;
use crate::directs::Directs;
use crate::limiter::{Limiter, Proxy, Rate, agent};
use crate::ui::nobody;
use trigon_engine::store::Store;

/// The timeout of a first response. Discord takes none after three seconds.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Where Discord is. Rate limits are kept in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Api {
    /// The real one.
    Discord,
    /// Another server with the same API and the same limits, such as `http://127.0.0.1:4000`.
    Elsewhere(String),
    /// The same without limits for all requests together and for opening direct messages.
    Unlimited(String),
}

impl Api {
    /// Returns the channels of direct messages, which are opened as fast as Discord allows it.
    pub(super) fn directs(&self, store: Store) -> Directs {
        match self {
            Self::Discord | Self::Elsewhere(_) => Directs::paced(store),
            Self::Unlimited(_) => Directs::unlimited(store),
        }
    }

    /// Returns a client for first responses to interactions only. They bypass the limiter, because Discord does not count
    /// them and the person who pressed a button is waiting. serenity sets their `User-Agent`, and it cannot be changed.
    ///
    /// # Errors
    /// If this machine cannot make connections.
    pub(super) fn responder(&self, token: &Token) -> io::Result<Http> {
        let client =
            reqwest::Client::builder().timeout(RESPONSE_TIMEOUT).build().map_err(io::Error::other)?;
        let http = HttpBuilder::new(token.reveal()).client(client).default_allowed_mentions(nobody());
        Ok(http.proxy(self.address()).ratelimiter_disabled(true).build())
    }

    fn address(&self) -> &str {
        match self {
            Self::Discord => "https://discord.com",
            Self::Elsewhere(address) | Self::Unlimited(address) => address,
        }
    }

    /// Returns a client whose requests all pass a rate limiter, by way of a proxy that has to be kept as long as the client
    /// is used.
    ///
    /// # Errors
    /// If this machine has no port for the proxy, or cannot make connections.
    pub async fn connect(&self, token: &Token) -> io::Result<(Http, Proxy)> {
        let rate = match self {
            Self::Discord | Self::Elsewhere(_) => Rate::discord(),
            Self::Unlimited(_) => Rate::unlimited(),
        };
        let limiter = Limiter::new(self.address(), rate, &agent(token.reveal()))?;
        let proxy = Proxy::start(limiter).await?;
        // The way to ours never leads through another proxy; the limiter's own way does if the machine is set up so.
        let client = reqwest::Client::builder().no_proxy().build().map_err(io::Error::other)?;
        let http = HttpBuilder::new(token.reveal()).client(client).default_allowed_mentions(nobody());
        Ok((http.proxy(proxy.address()).ratelimiter_disabled(true).build(), proxy))
    }
}
