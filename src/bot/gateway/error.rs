//! [`BotError`]: why the bot is not connected.

use poise::serenity_prelude as serenity;

use crate::codes::{RefusalClass, classify};
use crate::link::ClosedForGood;
use crate::ui::describe;

/// Why the bot is not connected, in one line for the operator and without anything secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// The token is invalid, or no longer valid.
    #[error("Discord does not accept the token; get a new one in the developer portal and set it anew")]
    Token,
    /// Discord cannot be reached.
    #[error("Discord cannot be reached: {0}")]
    Network(String),
    /// Discord refuses a request.
    #[error("Discord refuses to {what}: {why}")]
    Refused {
        /// What the bot tried to do.
        what: &'static str,
        /// Discord's message.
        why: String,
    },
    /// Discord has closed the connection with a code after which no attempt can succeed.
    #[error("Discord has closed the connection for good: {why} (code {code})")]
    Closed {
        /// The code.
        code: u16,
        /// What is wrong, and what to do.
        why: &'static str,
    },
    /// Something that the bot needs does not work any longer; a new connection may help.
    #[error("{0}")]
    Lost(String),
    /// The connection was closed for good.
    #[error("the connection to Discord has ended: {0}")]
    Ended(String),
}

impl BotError {
    /// Says why a request failed that the bot cannot start without.
    pub(super) fn of(what: &'static str, error: &serenity::Error) -> Self {
        use serenity::{Error, GatewayError, HttpError};
        match error {
            Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
                let (status, code) = (answer.status_code.as_u16(), answer.error.code as i64);
                match classify(status, code) {
                    _ if status == 401 => Self::Token,
                    // The person who can mend it may not be the one who starts the bot.
                    RefusalClass::Transient | RefusalClass::Unknown | RefusalClass::Fixable => {
                        Self::Network(describe(error))
                    }
                    RefusalClass::PictureRefused
                    | RefusalClass::PersonUnreachable
                    | RefusalClass::Permanent => Self::Refused { what, why: describe(error) },
                }
            }
            Error::Http(HttpError::InvalidHeader(_))
            | Error::Gateway(GatewayError::InvalidAuthentication | GatewayError::NoAuthentication) => {
                Self::Token
            }
            // An unreadable response comes from something between this machine and Discord.
            Error::Http(_) | Error::Json(_) => Self::Network(describe(error)),
            _ => Self::Ended(describe(error)),
        }
    }
}

impl From<ClosedForGood> for BotError {
    fn from(closed: ClosedForGood) -> Self {
        if closed.is_token() { Self::Token } else { Self::Closed { code: closed.code, why: closed.words() } }
    }
}
