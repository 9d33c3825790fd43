//! A roster as it is pasted: `name, @user, priority, garnets`, one player a line.

use super::texts_host as texts;

/// A line of a roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The name; empty where the user's own is meant.
    pub(super) name: String,
    /// Who.
    pub(super) user: Named,
    /// The place on the priority list; 0 where none is set yet.
    pub(super) priority: i64,
    /// The balance.
    pub(super) garnets: i64,
}

/// How a user is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    /// A mention or a bare id.
    Id(u64),
    /// A user name, without the @.
    Name(String),
}

impl Named {
    fn read(text: &str) -> Option<Self> {
        let mention = text.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
        let digits = mention.map(|rest| rest.trim_start_matches('!'));
        // Bare numbers could be priorities: ids have at least 15 digits.
        let digits = digits.or_else(|| Some(text).filter(|text| text.len() >= 15));
        let number = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        if let Some(id) = number.and_then(|digits| digits.parse().ok()).filter(|id| *id != 0) {
            return Some(Self::Id(id));
        }
        text.strip_prefix('@').filter(|name| !name.is_empty()).map(|name| Self::Name(name.to_owned()))
    }
}

/// Reads lines with their numbers; empty ones are skipped. Tabs separate too, as in what spreadsheets copy.
pub(super) fn read(text: &str) -> impl Iterator<Item = (usize, Result<Line, String>)> + '_ {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| (number, read_line(line)))
}

fn read_line(line: &str) -> Result<Line, String> {
    let fields: Vec<&str> = line.split([',', '\t']).map(str::trim).collect();
    // Names may hold commas: whatever stands before the user is the name.
    let user = fields.iter().enumerate().find_map(|(i, field)| Some((i, Named::read(field)?)));
    let (at, user) = user.ok_or_else(|| texts::no_user_in_line().to_owned())?;
    let name = fields[..at].join(", ");
    let rest = &fields[at + 1..];
    if rest.len() > 2 {
        return Err(texts::too_many_fields().to_owned());
    }
    let number = |i: usize, what| match rest.get(i) {
        None | Some(&("" | "-" | "–")) => Ok(0),
        Some(text) => text.replace('−', "-").parse().map_err(|_| texts::no_number(what, text)),
    };
    Ok(Line { name, user, priority: number(0, "priority")?, garnets: number(1, "balance of garnets")? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(name: &str, user: Named, priority: i64, garnets: i64) -> Line {
        Line { name: name.to_owned(), user, priority, garnets }
    }

    #[test]
    fn lines_are_read_in_every_usual_writing() {
        let id = Named::Id(123_456_789_012_345_678);
        for (text, read) in [
            ("Ann, <@123456789012345678>, 13, 4", line("Ann", id.clone(), 13, 4)),
            ("Ann,<@!123456789012345678>,13,-4", line("Ann", id.clone(), 13, -4)),
            ("Ann\t123456789012345678\t13\t−4", line("Ann", id.clone(), 13, -4)),
            ("Ann, the Great, 123456789012345678, 7", line("Ann, the Great", id.clone(), 7, 0)),
            ("<@123456789012345678>", line("", id, 0, 0)),
            ("Ann, @ann.b, -, 2", line("Ann", Named::Name("ann.b".to_owned()), 0, 2)),
        ] {
            assert_eq!(read_line(text), Ok(read), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_the_number_of_the_line() {
        let all: Vec<_> = read("Ann, @ann, 1, 2\n\nBen\nCleo, @cleo, x\nDan, @dan, 1, 2, 3").collect();
        assert_eq!(
            all.iter().map(|(number, line)| (*number, line.is_ok())).collect::<Vec<_>>(),
            [(1, true), (3, false), (4, false), (5, false)]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            for (_, line) in read(&text) {
                let _ = line;
            }
        }
    }
}
