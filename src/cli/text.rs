//! Texts for a terminal.

/// Returns a text without line breaks and other control characters, whatever a file or an argument contained.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
