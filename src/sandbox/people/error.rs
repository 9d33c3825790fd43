//! Actions that Discord's client does not allow.

use crate::id::Id;

/// An error because Discord's client does not let a person do something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PersonError {
    /// There is no such channel, or the person cannot see it.
    #[error("channel {0} does not exist or is hidden")]
    NoChannel(Id),
    /// The person may not write there.
    #[error("no permission to write in channel {0}")]
    MayNotWrite(Id),
    /// Slow mode is on, and the person has written or started a thread too recently.
    #[error("slow mode is on here: {0} more seconds to wait")]
    Slowed(i64),
    /// Automatic moderation blocks the text.
    #[error("the message was blocked by automatic moderation")]
    Blocked,
    /// The text is empty or has more than 2,000 characters.
    #[error("a message has 1 to 2,000 characters, not {0}")]
    Length(usize),
    /// There is no such message, or the person cannot see it.
    #[error("message {0} does not exist or is hidden")]
    NoMessage(Id),
    /// The message was written by somebody else.
    #[error("message {0} was written by somebody else")]
    NotYours(Id),
    /// No command of this name is available to the person here.
    #[error("there is no command /{0} here")]
    NoCommand(String),
    /// An option is missing, unknown or invalid.
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
        /// The custom id.
        custom_id: String,
    },
    /// The component is greyed out.
    #[error("component {0} is disabled")]
    Disabled(String),
    /// Too many, too few or unknown values are picked.
    #[error("select {custom_id}: {reason}")]
    Values {
        /// The select.
        custom_id: String,
        /// What is wrong with the values.
        reason: String,
    },
    /// The interaction did not open a modal, or the modal has already been submitted.
    #[error("no modal is open")]
    NoModal,
    /// A field of a modal is missing, unknown, too short or too long.
    #[error("field {field}: {reason}")]
    Field {
        /// The field's custom id.
        field: String,
        /// What is wrong with the field.
        reason: String,
    },
    /// The bot did not respond within three seconds of the sandbox's clock, or within the configured timeout.
    #[error("the application did not respond")]
    DidNotRespond,
}
