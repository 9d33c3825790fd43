//! Discord's limits, each number once. Lengths are counted in characters.

/// The longest message.
pub(in crate::discord) const MESSAGE: usize = 2_000;
/// The longest alternative text of an attachment.
pub(in crate::discord) const ALT_TEXT: usize = 1_024;
/// The most rows of components in a message.
pub(in crate::discord) const ROWS: usize = 5;
/// The most buttons in a row.
pub(in crate::discord) const BUTTONS: usize = 5;
/// The longest label of a button.
pub(in crate::discord) const BUTTON_LABEL: usize = 80;
/// The most options of a select.
pub(in crate::discord) const OPTIONS: usize = 25;
/// The longest label and value of an option, and the longest custom identifier.
pub(in crate::discord) const OPTION: usize = 100;
/// The most suggestions while somebody types.
pub(in crate::discord) const SUGGESTIONS: usize = 25;
/// The longest name of a user.
pub(in crate::discord) const NAME: usize = 32;

/// The size of a file in bytes.
pub(in crate::discord) const FILE: usize = 10 * 1024 * 1024;
