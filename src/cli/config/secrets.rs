//! The secrets of the configuration. None is in the configuration file itself: each is in an environment variable, or in a
//! file that the configuration names.

use std::path::Path;

use super::{Config, Env, env};
use crate::bot::Token;
use crate::cli::Error;
use crate::cli::files::read_text;
use crate::store::Keys;

impl Config {
    /// Returns the token from the environment or else from its file. Returns an error if there is none, or if it cannot
    /// be a token; the error never contains any part of it.
    pub(in crate::cli) fn token(&self) -> Result<Token, Error> {
        self.token_with(&env)
    }

    pub(super) fn token_with(&self, env: Env<'_>) -> Result<Token, Error> {
        let Some((text, origin)) = secret(env, "TRIGON_TOKEN", self.token_file.as_deref())? else {
            return Err(Error::Usage(
                "no token: set TRIGON_TOKEN, or token_file in config.toml, to your bot's token from \
                 https://discord.com/developers/applications (Bot, Reset Token), or run `trigon setup`"
                    .to_owned(),
            ));
        };
        text.parse().map_err(|_| {
            Error::Usage(format!(
                "{origin} holds no bot token: it is three parts joined by dots, without spaces or quotes"
            ))
        })
    }

    /// Returns the keys with which secrets are sealed, from the environment or else from their file; none if neither is
    /// set. Returns an error if they are invalid; the error never contains any part of them.
    pub(in crate::cli) fn keys(&self) -> Result<Keys, Error> {
        self.keys_with(&env)
    }

    pub(super) fn keys_with(&self, env: Env<'_>) -> Result<Keys, Error> {
        match secret(env, "TRIGON_KEY", self.key_file.as_deref())? {
            Some((text, origin)) => {
                Keys::parse(&text).map_err(|error| Error::Usage(format!("{origin}: {error}")))
            }
            None => Ok(Keys::none()),
        }
    }
}

/// Returns a secret from the environment or else from its file, and where it was found.
fn secret(env: Env<'_>, name: &str, file: Option<&Path>) -> Result<Option<(String, String)>, Error> {
    if let Some(text) = env(name) {
        return Ok(Some((text, name.to_owned())));
    }
    let Some(path) = file else { return Ok(None) };
    let shown = path.display().to_string();
    Ok(Some((read_text(path)?, shown)))
}
