//! [`UnknownId`]: why an identifier cannot be read.

/// The error for a custom id that this version of the program did not create.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnknownId {
    /// Any component.
    #[error("This button is from another version of the bot and does nothing any more.")]
    Component,
    /// A component of a board of an earlier version.
    #[error(
        "This board is from an earlier version of the bot, so nothing was done. `/whatif` and `/puzzle` open a new one."
    )]
    Board,
}
