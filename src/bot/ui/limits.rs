//! Discord’s limits, each stated once: how long a text may be, in characters, how many of something there may be, and how large a
//! file, in bytes.

/// The maximum length of a message.
pub(crate) const MESSAGE: usize = 2_000;
/// The maximum length of an attachment's alternative text.
pub(crate) const ALT_TEXT: usize = 1_024;
/// The maximum number of component rows in a message.
pub(crate) const ROWS: usize = 5;
/// The maximum number of buttons in a row.
pub(crate) const BUTTONS: usize = 5;
/// The maximum length of a button's label.
pub(crate) const BUTTON_LABEL: usize = 80;
/// The maximum number of options in a select.
pub(crate) const OPTIONS: usize = 25;
/// The maximum length of an option's label and value, and of a custom identifier.
pub(crate) const OPTION: usize = 100;
/// The maximum length of a text in a form.
pub(crate) const FORM_TEXT: usize = 4_000;
/// The maximum number of suggestions while somebody types.
pub(crate) const SUGGESTIONS: usize = 25;
/// The maximum length of a user's name.
pub(crate) const NAME: usize = 32;

/// The maximum size of a file, in bytes.
pub(crate) const FILE: usize = 10 * 1024 * 1024;
