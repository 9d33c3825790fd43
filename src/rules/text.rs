//! Text from people, normalised where it comes in: names and reasons with [`prose`], whatever is read as a command, an
//! action or a value with [`typed`]. Both are one-way: what they return is what is stored, compared and quoted.
//!
//! Phones change what people type (dashes, quotation marks, capital letters), and copied text carries characters that
//! nobody sees.

use std::fmt;

use icu_properties::CodePointMapData;
use icu_properties::CodePointSetData;
use icu_properties::props::{DefaultIgnorableCodePoint, Emoji, ExtendedPictographic, GeneralCategory};
use unicode_normalization::UnicodeNormalization as _;

/// The longest quotation of a text in an error, in characters.
const MAX_QUOTED_CHARACTERS: usize = 20;

/// Returns whether a character shows nothing by itself. Some of these still change their neighbours: see [`is_joiner`].
pub fn is_invisible(c: char) -> bool {
    // Annotation characters and the blank Braille pattern show nothing, but Unicode does not call them ignorable.
    matches!(c, '\u{2800}' | '\u{fff9}'..='\u{fffb}')
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Returns whether a character is invisible but changes others: emoji and many scripts need these.
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{180b}'..='\u{180d}' | '\u{180f}') || is_selector(c)
}

/// Returns whether a character selects one of the looks of the character before it.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns whether a character is drawn over or under the one before it.
pub fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    matches!(CodePointMapData::<GeneralCategory>::new().get(c), NonspacingMark | EnclosingMark)
}

/// Returns whether there is something to see in a text.
pub fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !is_invisible(c) && !is_mark(c))
}

/// Returns a name, a title or a sentence as it is stored and shown: composed, and without invisible characters except
/// those that emoji and some scripts need. Line breaks and tabs stay, other white space becomes single spaces.
///
/// What a text says is kept: `10²`, `½` and `…` are not taken apart.
pub fn prose(text: &str) -> String {
    let mut text = text.to_owned();
    // Once a character has become a simpler one, the joiner after it may no longer be needed, so this goes on until nothing
    // changes.
    loop {
        let kept: Vec<char> = text.chars().filter(|c| is_joiner(*c) || !is_invisible(*c)).collect();
        let mut needed = String::with_capacity(text.len());
        for (i, &c) in kept.iter().enumerate() {
            if !is_joiner(c) || joins(&needed, c, kept.get(i + 1).copied()) {
                needed.push(c);
            }
        }
        let plain = spaced(&composed(&needed, changes_meaning), &['\n', '\t']);
        if plain == text {
            return plain;
        }
        text = plain;
    }
}

/// Returns a text that is read rather than shown, such as an action, an option or a game's name: in plain characters,
/// on one line, without Markdown.
pub fn typed(text: &str) -> String {
    let mut text = text.to_owned();
    // Removing a character can bring together two others that mean something side by side, so this goes on until nothing
    // changes.
    loop {
        let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
        let plain: String = composed(&visible, |_| false).chars().filter_map(ascii).collect();
        let plain = unwrapped(&spaced(&plain, &[]));
        if plain == text {
            return plain;
        }
        text = plain;
    }
}

/// Returns a text in a form that is equal for two texts that people would call the same, such as a name on a button and
/// the same name typed in capital letters or between marks of Markdown.
pub fn key(text: &str) -> String {
    typed(text).to_lowercase()
}

/// The beginning of a text, for quoting in an error: with quotation marks, or in words if there is nothing to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    /// Quotes the beginning of a text.
    pub fn new(text: &str) -> Self {
        Self::up_to(text, MAX_QUOTED_CHARACTERS)
    }

    /// Quotes at most this many characters of a text.
    pub fn up_to(text: &str, most: usize) -> Self {
        let line = spaced(&prose(text), &[]);
        let short: String = line.chars().take(most).collect();
        Self(if is_visible(&short) { short } else { String::new() })
    }

    /// Returns the text without quotation marks.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Quoted {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("An empty text") } else { write!(f, "“{}”", self.0) }
    }
}

/// Composes a text and replaces characters by what they stand for, except those that are to stay.
fn composed(text: &str, stays: impl Fn(char) -> bool) -> String {
    let plain = |c: char| -> String {
        let plain: String = std::iter::once(c).nfkc().collect();
        // An accent of its own would become a space with a mark over it.
        let is_accent_alone = plain.starts_with(' ') && plain.len() > 1;
        if is_accent_alone || stays(c) { c.to_string() } else { plain }
    };
    text.chars().map(plain).collect::<String>().nfc().collect()
}

/// Returns whether taking a character apart would change what a text says or how it is set.
fn changes_meaning(c: char) -> bool {
    matches!(
        c,
        '²' | '³' | '¹' | '¼'..='¾' | '\u{2070}'..='\u{209f}' | '\u{2150}'..='\u{215f}' | '\u{2189}'
            | '…' | '™' | '℠' | 'ª' | 'º'
    )
}

/// Turns white space and control characters into single spaces, and trims the text between those that stay.
fn spaced(text: &str, stays: &[char]) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut is_apart = false;
    for c in text.chars() {
        if stays.contains(&c) {
            spaced.push(c);
            is_apart = false;
        } else if c.is_whitespace() || c.is_control() {
            is_apart = !spaced.is_empty() && !spaced.ends_with(stays);
        } else {
            if is_apart {
                spaced.push(' ');
            }
            spaced.push(c);
            is_apart = false;
        }
    }
    spaced
}

/// Returns whether an invisible character changes what stands around it.
fn joins(before: &str, c: char, after: Option<char>) -> bool {
    let pictures = CodePointSetData::new::<ExtendedPictographic>();
    let is_picture = |c: char| pictures.contains(c) || matches!(c, '\u{1f3fb}'..='\u{1f3ff}');
    let mut before = before.chars().rev();
    let Some(last) = before.next() else { return false };
    match c {
        '\u{fe0e}' | '\u{fe0f}' if last.is_ascii() => after == Some('\u{20e3}'),
        '\u{fe0e}' | '\u{fe0f}' => CodePointSetData::new::<Emoji>().contains(last),
        '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' => !last.is_ascii() && !is_joiner(last),
        '\u{200c}' | '\u{200d}' => {
            let shown = if is_selector(last) { before.next().unwrap_or(last) } else { last };
            (is_picture(shown) && after.is_some_and(is_picture))
                || (has_joiners(last) && after.is_some_and(has_joiners))
        }
        _ => matches!(last, '\u{1800}'..='\u{18af}'),
    }
}

/// Returns whether a character belongs to a script in which joiners change letters.
fn has_joiners(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb1d}'..='\u{fdff}' | '\u{11000}'..='\u{11fff}')
}

/// Returns the plain character for a dash or a quotation mark, or nothing for what no text that is read contains.
fn ascii(c: char) -> Option<char> {
    match c {
        '\u{2010}'..='\u{2015}'
        | '\u{2212}'
        | '\u{2043}'
        | '\u{02d7}'
        | '\u{2796}'
        | '\u{fe58}'
        | '\u{207b}' => Some('-'),
        '‘' | '’' | '‚' | '‛' | '′' | '´' | '‹' | '›' | 'ʼ' => Some('\''),
        '"' | '“' | '”' | '„' | '‟' | '″' | '«' | '»' => None,
        c => Some(c),
    }
}

/// Removes Markdown around a text and around its words.
fn unwrapped(text: &str) -> String {
    let mut text = text.to_owned();
    for mark in ["`", "**", "__", "~~", "||"] {
        text = text.replace(mark, "");
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        // A backslash keeps Discord from formatting what follows.
        if c == '\\' && rest.peek().is_some_and(char::is_ascii_punctuation) {
            continue;
        }
        plain.push(c);
    }
    let bare = |text: &str| -> String {
        let mut text = text.trim();
        for mark in ['*', '_', '\''] {
            let inner = text.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
            text = inner.filter(|inner| !inner.is_empty()).map_or(text, str::trim);
        }
        text.to_owned()
    };
    let quote = plain.strip_prefix("> ").unwrap_or(&plain);
    bare(quote).split(' ').map(bare).collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_phones_and_markdown_make_of_an_action_is_read_as_it_was_meant() {
        for (text, plain) in [
            ("**L**", "L"),
            ("||L||", "L"),
            ("`L`", "L"),
            ("```L```", "L"),
            ("*L*", "L"),
            ("_L_", "L"),
            ("~~L~~", "L"),
            ("> ULD", "ULD"),
            ("“ULD”", "ULD"),
            ("'ULD'", "ULD"),
            ("Ｕ Ｌ　Ｄ", "U L D"),
            ("ⓊⓁⒹ", "ULD"),
            ("move **ULD**", "move ULD"),
            ("vote ‘Ann Lee’", "vote 'Ann Lee'"),
            ("c1‑>d3", "c1->d3"),
            ("—", "-"),
            ("−", "-"),
            ("\\-", "-"),
            ("U\u{200b}L\u{2060}D\u{feff}", "ULD"),
            ("\u{202e}ULD\u{202c}\u{200f}", "ULD"),
            ("⬆\u{fe0f}⬅\u{fe0f}", "⬆⬅"),
            ("b2–b4 @2–6 x1‐5*1,2-7*1", "b2-b4 @2-6 x1-5*1,2-7*1"),
            ("U\nL\r\nD", "U L D"),
            ("\u{2028}\u{200b}", ""),
        ] {
            assert_eq!(typed(text), plain, "{text:?}");
        }
    }

    #[test]
    fn names_keep_what_people_see_and_lose_the_rest() {
        for (text, name) in [
            ("An\u{200d}n", "Ann"),
            ("A\u{fe0f}nn", "Ann"),
            ("\u{202e}nnA\u{2069}", "nnA"),
            ("Ａｎｎ", "Ann"),
            ("𝓐𝓷𝓷", "Ann"),
            ("e\u{301}", "é"),
            ("O’Brien – “the Wall”", "O’Brien – “the Wall”"),
            ("O´Brien", "O´Brien"),
            ("**Ann**", "**Ann**"),
            ("10² ½ wait…", "10² ½ wait…"),
            ("  two\u{a0}  words ", "two words"),
            ("\u{3164}\u{2800}\u{200b}", ""),
        ] {
            assert_eq!(prose(text), name, "{text:?}");
        }
        for kept in ["👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "1️⃣", "❤️", "می‌خواهم", "क्‍ष", "नारी", "Наташа", "小明"]
        {
            assert_eq!(prose(kept), kept);
        }
        assert_eq!(prose("a\r\nb \t c"), "a\nb\tc");
    }

    #[test]
    fn no_quotation_is_empty() {
        assert_eq!(Quoted::new("ab").to_string(), "“ab”");
        for text in ["", " ", "\u{200b}", "\u{301}", "\u{2066}\u{feff}\u{7}"] {
            assert_eq!(Quoted::new(text).to_string(), "An empty text", "{text:?}");
        }
        assert_eq!(Quoted::new("a\u{202e}b\u{200b}c").to_string(), "“abc”");
    }

    #[test]
    fn a_letter_that_becomes_a_plain_one_loses_what_selected_its_look() {
        assert_eq!(prose("𝕊\u{e0100}am"), "Sam");
    }

    proptest! {
        #[test]
        fn what_has_been_normalised_stays_as_it_is(text in any::<String>(), marks in "[*_|`'\"\\\\ >\u{200b}\u{fe0f}aL-]{0,12}") {
            for text in [text, marks] {
                prop_assert_eq!(prose(&prose(&text)), prose(&text));
                prop_assert_eq!(typed(&typed(&text)), typed(&text));
                prop_assert_eq!(typed(&prose(&text)), typed(&text));
                prop_assert!(!typed(&text).chars().any(|c| is_invisible(c) || c.is_control()));
                prop_assert!(!prose(&text).chars().any(|c| is_invisible(c) && !is_joiner(c)));
            }
        }
    }
}
