//! A roster as it is pasted: name, user and the game's fields, one player a line.

use super::texts;
use trigon_rules::games::{Info, Value, Values};

/// A line of a roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The name; empty if the user's own is meant.
    pub(super) name: String,
    /// The user.
    pub(super) user: Named,
    /// The values of the fields of the game that are filled in.
    pub(super) fields: Values,
}

/// A reference to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    /// By a mention or an ID.
    Id(u64),
    /// By a user name, without the @.
    Name(String),
}

impl Named {
    fn read(text: &str) -> Option<Self> {
        let mention = text.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
        let digits = mention.map(|rest| rest.trim_start_matches('!'));
        // A short number is the value of a field: IDs have at least 15 digits.
        let digits = digits.or_else(|| Some(text).filter(|text| text.len() >= 15));
        let number = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        if let Some(id) = number.and_then(|digits| digits.parse().ok()).filter(|id| *id != 0) {
            return Some(Self::Id(id));
        }
        text.strip_prefix('@').filter(|name| !name.is_empty()).map(|name| Self::Name(name.to_owned()))
    }
}

/// Reads lines with their numbers. Empty ones are skipped. Tabs separate too, because spreadsheets copy them.
pub(super) fn read<'a>(
    text: &'a str,
    info: &'static Info,
) -> impl Iterator<Item = (usize, Result<Line, String>)> + 'a {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(move |(number, line)| (number, read_line(line, info)))
}

fn read_line(line: &str, info: &'static Info) -> Result<Line, String> {
    let parts: Vec<&str> = line.split([',', '\t']).map(str::trim).collect();
    // A name may contain commas: it is everything before the user.
    let user = parts.iter().enumerate().find_map(|(i, part)| Some((i, Named::read(part)?)));
    let (at, user) = user.ok_or_else(|| texts::no_user_in_line(info))?;
    let name = parts[..at].join(", ");
    let rest = &parts[at + 1..];
    if rest.len() > info.fields.len() {
        return Err(texts::too_many_fields(info));
    }
    let mut fields = Values::default();
    for (field, text) in info.fields.iter().zip(rest) {
        let text = text.replace('−', "-");
        let is_empty = matches!(&text[..], "" | "-" | "–") || field.is_rank && text == "0";
        if !is_empty {
            let value: Value = field.spec.read(&text)?;
            fields.set(field.spec.key, value);
        }
    }
    Ok(Line { name, user, fields })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use trigon_rules::games::Registry;

    fn info() -> &'static Info {
        Registry::standard().main()
    }

    fn line(name: &str, user: Named, values: &[i64]) -> Line {
        let mut fields = Values::default();
        for (field, value) in info().fields.iter().zip(values) {
            if !(field.is_rank && *value == 0) {
                fields.set(field.spec.key, Value::Number(*value));
            }
        }
        Line { name: name.to_owned(), user, fields }
    }

    #[test]
    fn lines_are_read_in_every_usual_writing() {
        let id = Named::Id(123_456_789_012_345_678);
        for (text, read) in [
            ("Ann, <@123456789012345678>, 13, 4", line("Ann", id.clone(), &[13, 4])),
            ("Ann,<@!123456789012345678>,13,-4", line("Ann", id.clone(), &[13, -4])),
            ("Ann\t123456789012345678\t13\t−4", line("Ann", id.clone(), &[13, -4])),
            ("Ann, the Great, 123456789012345678, 7", line("Ann, the Great", id.clone(), &[7])),
            ("<@123456789012345678>", line("", id, &[])),
            ("Ann, @ann.b, -, 2", line("Ann", Named::Name("ann.b".to_owned()), &[0, 2])),
        ] {
            assert_eq!(read_line(text, info()), Ok(read), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_the_number_of_the_line() {
        let all: Vec<_> =
            read("Ann, @ann, 1, 2\n\nBen\nCleo, @cleo, x\nDan, @dan, 1, 2, 3", info()).collect();
        assert_eq!(
            all.iter().map(|(number, line)| (*number, line.is_ok())).collect::<Vec<_>>(),
            [(1, true), (3, false), (4, false), (5, false)]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            for (_, line) in read(&text, info()) {
                let _ = line;
            }
        }
    }
}
