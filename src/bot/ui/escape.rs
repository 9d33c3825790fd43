//! Text from people, made harmless: it neither pings, links, formats nor hides anything.

use icu_properties::CodePointMapData;
use icu_properties::props::BidiClass;
use trigon_rules::text::{is_invisible, is_joiner, is_mark};
use unicode_segmentation::UnicodeSegmentation;

/// The maximum length of a name in a message.
const MAX_NAME: usize = 32;

/// The maximum number of combining marks on one character: enough for every script, too few to climb over other lines.
const MAX_MARKS: usize = 4;

/// The characters that isolate the text between them from text running in the other direction.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

/// Returns a name that is safe in a message: short, on one line, without formatting.
pub fn name(text: &str) -> String {
    self::text(&plain(text, MAX_NAME))
}

/// Returns a title that is safe in a message.
pub fn title(text: &str) -> String {
    self::text(&plain(text, 60))
}

/// Cuts a text that is longer than `max` characters, and ends it with an ellipsis.
pub(crate) fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    beginning(text, max.saturating_sub(1)).trim_end().to_owned() + "…"
}

/// Returns as many whole characters, as readers see them, as fit into `max` code points.
///
/// An emoji made of several code points, a flag or a letter with its marks is never split.
pub(crate) fn beginning(text: &str, max: usize) -> &str {
    let mut used = 0;
    let too_long = |cluster: &(usize, &str)| {
        used += cluster.1.chars().count();
        used > max
    };
    let end = text.grapheme_indices(true).find(too_long);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Returns one line of at most `max` visible characters, for places where Discord formats nothing, such as labels.
pub fn plain(text: &str, max: usize) -> String {
    let mut marks = 0;
    let visible = text.chars().filter(|&c| !is_hidden(c)).filter(|&c| {
        // Joiners between the marks of one character do not entitle it to more of them.
        if is_mark(c) {
            marks += 1;
        } else if !is_joiner(c) {
            marks = 0;
        }
        marks <= MAX_MARKS
    });
    let line: String = visible.map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect();
    let line = line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    if line.chars().all(|c| c == ' ' || is_joiner(c)) {
        return "?".to_owned();
    }
    shortened(&line, max)
}

/// Makes a sentence with names in it safe for a message.
pub fn text(text: &str) -> String {
    let text: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let mut escaped = String::with_capacity(text.len() + 8);
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dot = text.len() - numbered.len();
    // The length of the output after the last character of a right-to-left run.
    let mut run_end = None;
    for (i, c) in text.char_indices() {
        if is_right_to_left(c) {
            if run_end.is_none() {
                escaped.push(ISOLATE.0);
            }
            escaped.push(c);
            run_end = Some(escaped.len());
            continue;
        }
        if is_mark(c) && run_end == Some(escaped.len()) {
            // A mark belongs to the letter before it.
            escaped.push(c);
            run_end = Some(escaped.len());
            continue;
        }
        if c != ' '
            && let Some(end) = run_end.take()
        {
            escaped.insert(end, ISOLATE.1);
        }
        match c {
            c if c.is_control() || is_line_break(c) => escaped.push(' '),
            // Pings nobody even if a message forgets to limit whom it may mention.
            '@' => escaped.push_str("@\u{200b}"),
            // An escaped slash breaks addresses, with or without a scheme.
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '#' | '[' | ']' | '/' => {
                escaped.extend(['\\', c]);
            }
            // A list marker only counts at the very beginning.
            '-' | '+' if i == 0 => escaped.extend(['\\', c]),
            '.' | ')' if i == dot && dot > 0 => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    if let Some(end) = run_end {
        escaped.insert(end, ISOLATE.1);
    }
    escaped
}

/// Returns whether a character is invisible and can only mislead.
fn is_hidden(c: char) -> bool {
    is_invisible(c) && !is_joiner(c)
}

/// Returns whether a character separates lines or paragraphs.
fn is_line_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

fn is_right_to_left(c: char) -> bool {
    const RIGHT_TO_LEFT: [BidiClass; 3] =
        [BidiClass::RightToLeft, BidiClass::ArabicLetter, BidiClass::ArabicNumber];
    RIGHT_TO_LEFT.contains(&CodePointMapData::<BidiClass>::new().get(c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formatting_is_shown_and_not_done() {
        assert_eq!(name("**Bold** _x_ ||y|| `z`"), r"\*\*Bold\*\* \_x\_ \|\|y\|\| \`z\`");
        assert_eq!(name("# Big"), r"\# Big");
        assert_eq!(name("- item"), r"\- item");
        assert_eq!(name("12. item"), r"12\. item");
        assert_eq!(name("Ann 4-1 (x)"), "Ann 4-1 (x)");
    }

    #[test]
    fn long_texts_are_cut_by_characters() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß", 3), "äö…");
    }

    #[test]
    fn nobody_is_mentioned_and_nothing_is_linked() {
        assert_eq!(name("@everyone"), "@\u{200b}everyone");
        assert_eq!(name("<@123>"), "\\<@\u{200b}123\\>");
        assert_eq!(name("[a](https://b.c)"), r"\[a\](https:\/\/b.c)");
        assert_eq!(name("discord.gg/abc"), r"discord.gg\/abc");
    }

    #[test]
    fn names_stay_on_one_short_line() {
        assert_eq!(name("Ann\n\n# Ben\t Cleo"), r"Ann \# Ben Cleo");
        assert_eq!(plain(&"x".repeat(40), 32).chars().count(), 32);
        assert_eq!(plain("a\u{202e}b\u{200b}c", 32), "abc");
        assert_eq!(plain("a\u{2028}b", 32), "a b");
        assert_eq!(name("\u{3164}\u{200b} "), "?");
        assert_eq!(name("\u{200d} \u{200c}"), "?");
    }

    #[test]
    fn marks_do_not_climb_over_other_lines() {
        for mark in ["\u{301}", "\u{301}\u{200d}", "\u{301}\u{200b}", "\u{e47}"] {
            let name = plain(&format!("z{}", mark.repeat(50)), 200);
            assert_eq!(name.chars().filter(|c| is_mark(*c)).count(), MAX_MARKS, "{name}");
        }
    }

    #[test]
    fn what_readers_see_as_one_character_is_cut_in_one_piece() {
        for whole in ["👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🇫🇷", "e\u{301}", "ནྀ", "1️⃣"]
        {
            let (length, text) = (whole.chars().count(), whole.repeat(3));
            assert_eq!(shortened(&text, 3 * length), text);
            assert_eq!(shortened(&text, 2 * length + 1), whole.repeat(2) + "…");
            for max in length + 1..=2 * length {
                assert_eq!(shortened(&text, max), format!("{whole}…"));
                assert_eq!(plain(&text, max), format!("{whole}…"));
            }
            // Regional indicators pair up from the beginning, so flags stay the same flags.
            assert_eq!(beginning(&text, length), whole);
        }
        assert_eq!(shortened("two words", 5), "two…");
    }

    #[test]
    fn every_script_is_kept() {
        for text in ["Zoë", "Наташа", "小明", "นารี", "བསྒྲོངས", "ཧཱུྃ", "👩‍🚀", "❤️"]
        {
            assert_eq!(name(text), text);
        }
        assert_eq!(name("نورا"), "\u{2068}نورا\u{2069}");
        assert_eq!(text("نورا علي 5 → 8"), "\u{2068}نورا علي\u{2069} 5 → 8");
        // Vowel signs stay with their letters.
        assert_eq!(text("שָׁלוֹ 5"), "\u{2068}שָׁלוֹ\u{2069} 5");
        assert_eq!(text("دُ 5"), "\u{2068}دُ\u{2069} 5");
    }

    proptest! {
        #[test]
        fn no_text_gets_through(text in any::<String>()) {
            for text in [text.clone(), format!("<@1>{text}<@&2>@everyone"), format!("a://{text}")] {
                let safe = super::text(&text);
                // Anything that could mention somebody is broken up.
                let is_torn = !safe.replace("@\u{200b}", "").contains('@');
                prop_assert!(is_torn && !safe.contains("://"));
                prop_assert!(!safe.contains('\n'));
                prop_assert!(plain(&text, 32).chars().count() <= 32);
                prop_assert!(!plain(&text, 32).chars().any(is_hidden));
            }
        }
    }
}
