//! What Discord's client does not let a person do.

use crate::sandbox::id::Id;

/// Why a person could not do something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PersonError {
    /// There is no such channel, or the person cannot see it.
    #[error("channel {0} is not to be seen")]
    NoChannel(Id),
    /// The person may not write there.
    #[error("may not write in channel {0}")]
    MayNotWrite(Id),
    /// More than 2,000 characters, or none.
    #[error("a message has 1 to 2,000 characters, not {0}")]
    Length(usize),
    /// There is no such message, or the person cannot see it.
    #[error("message {0} is not to be seen")]
    NoMessage(Id),
    /// It is somebody else's message.
    #[error("message {0} is somebody else's")]
    NotYours(Id),
    /// No command of this name is offered to this person here.
    #[error("there is no command /{0} here")]
    NoCommand(String),
    /// An option is missing, unknown or refused.
    #[error("option {name}: {reason}")]
    Option {
        /// The option.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The message has no such component.
    #[error("message {message} has no component {custom_id}")]
    NoComponent {
        /// The message.
        message: Id,
        /// What was looked for.
        custom_id: String,
    },
    /// The component is greyed out.
    #[error("component {0} is disabled")]
    Disabled(String),
    /// Too many, too few or unknown values were picked.
    #[error("select {custom_id}: {reason}")]
    Values {
        /// The select.
        custom_id: String,
        /// What is wrong.
        reason: String,
    },
    /// The interaction did not open a modal, or it was submitted already.
    #[error("no modal is open")]
    NoModal,
    /// A field of a modal is missing, unknown, too short or too long.
    #[error("field {field}: {reason}")]
    Field {
        /// The field's custom id.
        field: String,
        /// What is wrong.
        reason: String,
    },
    /// "The application did not respond": three seconds of the sandbox's clock, or the driver's patience, ran
    /// out.
    #[error("the application did not respond")]
    DidNotRespond,
}
