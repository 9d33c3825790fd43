//! The bot's token, which is never shown.

use std::fmt;
use std::str::FromStr;

/// A bot's token. Its debug output does not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The error for a text that cannot be a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no bot token: it is three parts joined by dots")]
pub struct NoToken;

impl Token {
    /// Returns the token itself, for Discord only.
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
