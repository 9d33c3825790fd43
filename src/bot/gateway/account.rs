//! [`Account`]: what setting the bot up asks of Discord before it runs.

use poise::serenity_prelude::{ApplicationId, Http};

use super::check::invite_link;
use super::error::BotError;
use super::register::{self, Commands};
use super::{Api, Token, commands};
use crate::limiter::Proxy;
use trigon_engine::store::Store;
use trigon_rules::games::Registry;

/// The bot that a token belongs to.
pub struct Account {
    http: Http,
    _proxy: Proxy,
    application: ApplicationId,
    name: String,
}

impl Account {
    /// Asks Discord which bot a token belongs to.
    ///
    /// # Errors
    /// [`BotError::Token`] if it belongs to none, and the other errors if Discord does not say.
    pub async fn of(token: &Token, api: &Api) -> Result<Self, BotError> {
        let connected = api.connect(token).await;
        let (http, proxy) = connected.map_err(|error| BotError::Network(error.to_string()))?;
        let known = http.get_current_application_info().await;
        let known = known.map_err(|error| BotError::of("tell who I am", &error))?;
        http.set_application_id(known.id);
        Ok(Self { http, _proxy: proxy, application: known.id, name: known.name })
    }

    /// Returns the name of the bot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the link that invites the bot to a server.
    pub fn invite_link(&self) -> String {
        invite_link(self.application)
    }

    /// Returns the names of the servers that the bot is in.
    ///
    /// # Errors
    /// If Discord does not say.
    pub async fn servers(&self) -> Result<Vec<String>, BotError> {
        let guilds = register::guilds(&self.http).await;
        let guilds = guilds.map_err(|error| BotError::of("tell which servers I am in", &error))?;
        Ok(guilds.into_iter().map(|guild| guild.name).collect())
    }

    /// Registers the commands where they are wanted, as the bot does when it starts.
    ///
    /// # Errors
    /// If Discord does not register them.
    pub async fn register(&self, store: &Store, games: &Registry, wanted: &Commands) -> Result<(), BotError> {
        let registered = commands::registered(&commands::all(games), games);
        let done = register::register(&self.http, store, wanted, &registered).await;
        done.map_err(|error| BotError::of("register the commands", &error))
    }
}
