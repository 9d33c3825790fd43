//! Text from people, made harmless: it neither pings, links, formats nor hides anything.

/// The most characters of a name in a message.
const NAME: usize = 32;

/// The most combining marks on one character: enough for every script, too few to climb over other lines.
const MARKS: usize = 3;

/// Keep what stands between them in one piece beside text that runs the other way.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

/// A name as it may stand in a message: short, of one line, without formatting.
pub fn name(text: &str) -> String {
    self::text(&plain(text, NAME))
}

/// A title as it may stand in a message.
pub fn title(text: &str) -> String {
    self::text(&plain(text, 60))
}

/// A text of at most `max` characters, cut between characters with a mark where it was longer.
pub(in crate::discord) fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max.saturating_sub(1)).chain(['…']).collect()
}

/// A text for where Discord formats nothing, such as labels: one line of at most `max` visible characters.
pub fn plain(text: &str, max: usize) -> String {
    let mut marks = 0;
    let visible = text.chars().filter(|&c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks <= MARKS && !is_hidden(c)
    });
    let line: String = visible.map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect();
    let line = line.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.chars().count() {
        0 => "?".to_owned(),
        count if count <= max => line,
        _ => line.chars().take(max.saturating_sub(1)).collect::<String>().trim_end().to_owned() + "…",
    }
}

/// A sentence with names in it, as it may stand in a message.
pub fn text(text: &str) -> String {
    let text: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let mut escaped = String::with_capacity(text.len() + 8);
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dot = text.len() - numbered.len();
    // How long the output was after the last character of a run that is written from right to left.
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
        if !(c == ' ' || is_mark(c))
            && let Some(end) = run_end.take()
        {
            escaped.insert(end, ISOLATE.1);
        }
        match c {
            c if c.is_control() => escaped.push(' '),
            // Not even where somebody forgets to say whom a message may mention.
            '@' => escaped.push_str("@\u{200b}"),
            // The slash breaks addresses, with or without a scheme.
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '#' | '[' | ']' | '/' => {
                escaped.extend(['\\', c]);
            }
            // Lists begin only at the beginning.
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

/// Characters that show nothing: they can only mislead.
fn is_hidden(c: char) -> bool {
    // Joiners stay: emoji and many scripts need them.
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
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
        assert_eq!(name("\u{3164}\u{200b} "), "?");
        assert_eq!(plain(&format!("z{}", "\u{301}".repeat(50)), 32).chars().count(), 1 + MARKS);
    }

    #[test]
    fn every_script_is_kept() {
        for text in ["Zoë", "Наташа", "小明", "นารี", "👩‍🚀"] {
            assert_eq!(name(text), text);
        }
        assert_eq!(name("نورا"), "\u{2068}نورا\u{2069}");
        assert_eq!(text("نورا علي 5 → 8"), "\u{2068}نورا علي\u{2069} 5 → 8");
    }

    proptest! {
        #[test]
        fn no_text_gets_through(text in any::<String>()) {
            for text in [text.clone(), format!("<@1>{text}<@&2>@everyone"), format!("a://{text}")] {
                let safe = super::text(&text);
                // What could mention somebody is torn apart.
                let is_torn = !safe.replace("@\u{200b}", "").contains('@');
                prop_assert!(is_torn && !safe.contains("://"));
                prop_assert!(!safe.contains('\n'));
                prop_assert!(plain(&text, 32).chars().count() <= 32);
            }
        }
    }
}
