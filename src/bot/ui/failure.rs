//! [`Failure`]: why a request failed, and what the person reads instead of an answer.

use poise::serenity_prelude as serenity;

use super::{escape, refusals};
use crate::codes::{RefusalClass, classify};
use trigon_engine::matches::{Denied, InternalError, MatchError};
use trigon_engine::season::{SeasonDenied, SeasonError, SeasonFault};
use trigon_engine::store::StoreError;
use trigon_rules::games::Refusal;
use trigon_rules::text::is_visible;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Refused, with a sentence for the person who asked.
    #[error("{0}")]
    Refused(String),
    /// Something that should not happen, for the log.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// The same in a season.
    #[error(transparent)]
    Season(SeasonFault),
    /// Discord refused or did not answer; described without anything secret.
    #[error("Discord: {0}")]
    Wire(String),
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Denied(denied) => denied.into(),
            MatchError::Internal(fault) => Self::Internal(fault),
        }
    }
}

impl From<Denied> for Failure {
    fn from(denied: Denied) -> Self {
        Self::Refused(refusals::sentence(&denied))
    }
}

impl From<SeasonDenied> for Failure {
    /// Names and titles may look like Markdown.
    fn from(denied: SeasonDenied) -> Self {
        Self::Refused(escape::text(&denied.to_string()))
    }
}

impl From<SeasonError> for Failure {
    fn from(error: SeasonError) -> Self {
        match error {
            SeasonError::Denied(denied) => denied.into(),
            SeasonError::DeniedByMatch(denied) => denied.into(),
            SeasonError::Fault(SeasonFault::Store(error)) => error.into(),
            SeasonError::Fault(SeasonFault::Match(fault)) => Self::Internal(fault),
            SeasonError::Fault(fault) => Self::Season(fault),
        }
    }
}

impl From<Refusal> for Failure {
    /// Notation may look like Markdown.
    fn from(refusal: Refusal) -> Self {
        Self::Refused(escape::text(&refusal.sentence))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(_: serde_json::Error) -> Self {
        Self::Wire("a message that cannot be sent".to_owned())
    }
}

impl From<serenity::Error> for Failure {
    fn from(error: serenity::Error) -> Self {
        Self::Wire(describe(&error))
    }
}

impl Failure {
    /// Creates a refusal.
    pub(crate) fn denied(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }

    /// Returns the sentence for the person who asked. Faults are also logged.
    pub(crate) fn report(&self) -> String {
        match self {
            Self::Refused(sentence) => sentence.clone(),
            Self::Internal(fault) => {
                self.log();
                fault.trouble().map_or_else(wrong, unsaved)
            }
            Self::Season(_) | Self::Wire(_) => {
                self.log();
                self.trouble().map_or_else(wrong, unsaved)
            }
        }
    }

    /// Returns why nothing can be stored at the moment, in words that anyone may read. The request is then worth
    /// another try.
    pub(crate) fn trouble(&self) -> Option<&'static str> {
        match self {
            Self::Internal(InternalError::Busy(_)) | Self::Season(SeasonFault::Busy(_)) => {
                Some("too much is changing at once")
            }
            Self::Internal(fault) => fault.trouble(),
            Self::Season(_) | Self::Refused(_) | Self::Wire(_) => None,
        }
    }

    /// Logs what concerns the operator.
    pub(crate) fn log(&self) {
        match self {
            Self::Refused(_) => {}
            Self::Internal(fault) => tracing::error!(%fault, "a request failed"),
            Self::Season(fault) => tracing::error!(%fault, "a request failed"),
            Self::Wire(error) => tracing::warn!(%error, "an answer could not be given"),
        }
    }
}

/// Describes a serenity error without the requested URL, because the URLs of interactions contain tokens.
pub(crate) fn describe(error: &serenity::Error) -> String {
    use serenity::{Error, HttpError};
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            let (status, code) = (answer.status_code.as_u16(), answer.error.code);
            format!("{} {status}, code {code}: {}", answer.method, answer.error.message)
        }
        Error::Http(HttpError::Request(error)) if error.is_timeout() => "no answer in time".to_owned(),
        Error::Http(HttpError::Request(error)) if error.is_connect() => "no connection".to_owned(),
        Error::Http(HttpError::Request(_)) => "the connection broke".to_owned(),
        Error::Http(_) => "a request that cannot be sent".to_owned(),
        Error::Gateway(error) => format!("gateway: {error}"),
        Error::Json(_) => "an answer that cannot be read".to_owned(),
        Error::Model(error) => format!("a message that cannot be sent: {error}"),
        _ => "an unexpected error".to_owned(),
    }
}

/// Returns Discord's code for an error.
pub(crate) fn code(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(answer)) => Some(answer.error.code),
        _ => None,
    }
}

/// Returns the class of an error if it is a refusal by Discord.
pub(crate) fn refusal_class(error: &serenity::Error) -> Option<RefusalClass> {
    match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(answer)) => {
            Some(classify(answer.status_code.as_u16(), answer.error.code as i64))
        }
        _ => None,
    }
}

/// Returns the sentence for a fault of the bot.
pub(crate) fn wrong() -> String {
    "Something went wrong on my side, and nothing has changed. Please try again in a moment.".to_owned()
}

/// Returns the sentence for something that cannot be stored for this reason.
fn unsaved(reason: &str) -> String {
    format!("I can’t save anything right now ({reason}), so nothing has changed. Please try again later.")
}

/// Returns the sentence for a direct message that cannot be stored for this reason and is kept until it can be.
pub(crate) fn kept(reason: &str) -> String {
    format!(
        "I can’t save your message right now ({reason}). I’ll keep trying and tell you when it’s saved. It counts from the time \
         you sent it, so you don’t have to send it again."
    )
}

/// Returns the sentence for a command that only works in servers.
pub(crate) fn guild_only() -> String {
    "That command only works in a server.".to_owned()
}

/// Returns the sentence for an option that cannot be read.
pub(crate) fn not_read(input: Option<&str>) -> String {
    match input {
        Some(input) if is_visible(input) => format!("I can’t read “{}” there.", escape::name(input)),
        _ => "I can’t read one of the options.".to_owned(),
    }
}

/// Returns the sentence for a command that Discord still shows in the form registered by an earlier version.
pub(crate) fn outdated() -> String {
    "That command has changed. Restart Discord (or wait a minute) and try again.".to_owned()
}
