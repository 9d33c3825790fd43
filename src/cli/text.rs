//! Texts for a terminal: made safe to print; and how far the clock of this machine is off, in words.

use crate::matches::Millis;
use crate::text::{is_invisible, is_joiner};

/// Returns a text without line breaks and what nobody sees, whatever a file or an argument contained.
pub(super) fn one_line(text: &str) -> String {
    let is_shown = |c: &char| is_joiner(*c) || !is_invisible(*c);
    text.chars().filter(is_shown).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Says by how much the clock of this machine is ahead of Discord's; `None` if Discord has not told its time.
pub(super) fn describe_clock(ahead: Option<Millis>, is_wrong: bool) -> String {
    let Some(ahead) = ahead else { return "Discord has not told its time yet".to_owned() };
    if !is_wrong {
        return "this machine agrees with Discord".to_owned();
    }
    let seconds = ahead.abs() as f64 / 1_000.0;
    let side = if ahead > 0 { "ahead of" } else { "behind" };
    format!("this machine is {seconds:.1} s {side} Discord, whose time counts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_wrong_is_named_with_how_much() {
        assert_eq!(describe_clock(None, false), "Discord has not told its time yet");
        assert_eq!(describe_clock(Some(-900), false), "this machine agrees with Discord");
        assert_eq!(
            describe_clock(Some(300_040), true),
            "this machine is 300.0 s ahead of Discord, whose time counts"
        );
        assert_eq!(
            describe_clock(Some(-2_300), true),
            "this machine is 2.3 s behind Discord, whose time counts"
        );
    }
}
