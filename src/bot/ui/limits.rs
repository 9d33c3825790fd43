//! Discord's limits, each number once. Lengths are counted in characters.

/// The longest message.
pub(crate) const MESSAGE: usize = 2_000;
/// The longest alternative text of an attachment.
pub(crate) const ALT_TEXT: usize = 1_024;
/// The most rows of components in a message.
pub(crate) const ROWS: usize = 5;
/// The most buttons in a row.
pub(crate) const BUTTONS: usize = 5;
/// The longest label of a button.
pub(crate) const BUTTON_LABEL: usize = 80;
/// The most options of a select.
pub(crate) const OPTIONS: usize = 25;
/// The longest label and value of an option, and the longest custom identifier.
pub(crate) const OPTION: usize = 100;
/// The most suggestions while somebody types.
pub(crate) const SUGGESTIONS: usize = 25;
/// The longest name of a user.
pub(crate) const NAME: usize = 32;

/// The size of a file in bytes.
pub(crate) const FILE: usize = 10 * 1024 * 1024;
