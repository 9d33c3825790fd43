//! [`Api`]: where to find Discord, and clients for it. [`Token`]: the bot's token, which is never shown.

use std::str::FromStr;
use std::time::Duration;
use std::{fmt, io};

use poise::serenity_prelude::{Http, HttpBuilder};

use crate::directs::Directs;
use crate::limiter::{Limiter, Proxy, Rate, user_agent};
use crate::ui::nobody;
use trigon_engine::store::Store;

/// The timeout of a first response. Discord accepts none after three seconds.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Where to find Discord. The rate limits of routes apply in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Api {
    /// The real Discord.
    Discord,
    /// Another server with the same API and the same limits, such as `http://127.0.0.1:4000`.
    Elsewhere(String),
    /// Another server with the same API, but without the limits on all requests together and on opening direct messages.
    Unlimited(String),
}

impl Api {
    /// Returns a client whose requests all go through a rate limiter, and the proxy in between, which must be kept for
    /// as long as the client is used.
    pub async fn connect(&self, token: &Token) -> io::Result<(Http, Proxy)> {
        let rate = match self {
            Self::Discord | Self::Elsewhere(_) => Rate::discord(),
            Self::Unlimited(_) => Rate::unlimited(),
        };
        let limiter = Limiter::new(self.address(), rate, &user_agent(token.reveal()))?;
        let proxy = Proxy::start(limiter).await?;
        // serenity’s requests go to the limiter’s proxy and through no other one. The limiter’s own requests go through a proxy if
        // the machine is set up that way.
        let client = reqwest::Client::builder().no_proxy().build().map_err(io::Error::other)?;
        let http = HttpBuilder::new(token.reveal()).client(client).default_allowed_mentions(nobody());
        Ok((http.proxy(proxy.address()).ratelimiter_disabled(true).build(), proxy))
    }

    /// Returns the channels of direct messages, which are opened as fast as this API allows.
    pub(super) fn directs(&self, store: Store) -> Directs {
        match self {
            Self::Discord | Self::Elsewhere(_) => Directs::paced(store),
            Self::Unlimited(_) => Directs::unlimited(store),
        }
    }

    /// Returns a client for first responses to interactions only. They bypass the limiter, because Discord does not
    /// count them and the person who pressed a button is waiting. serenity sets their `User-Agent`, which cannot be
    /// changed.
    pub(super) fn responder(&self, token: &Token) -> io::Result<Http> {
        let client =
            reqwest::Client::builder().timeout(RESPONSE_TIMEOUT).build().map_err(io::Error::other)?;
        let http = HttpBuilder::new(token.reveal()).client(client).default_allowed_mentions(nobody());
        Ok(http.proxy(self.address()).ratelimiter_disabled(true).build())
    }

    /// Returns the address of the server, without the path of the API.
    fn address(&self) -> &str {
        match self {
            Self::Discord => "https://discord.com",
            Self::Elsewhere(address) | Self::Unlimited(address) => address,
        }
    }
}

/// A bot's token. Its debug output does not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The error for a text that cannot be a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no bot token: it is three parts joined by dots")]
pub struct NoToken;

impl Token {
    /// Returns the token itself, to be sent to Discord only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let text = text.trim();
        let text = text.strip_prefix("Bot ").unwrap_or(text);
        let is_part = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        };
        let parts: Vec<&str> = text.split('.').collect();
        if parts.len() == 3 && parts.into_iter().all(is_part) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NoToken)
        }
    }
}
