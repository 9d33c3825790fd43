//! The sections of a Markdown text, such as the rules of a game, in a form that Discord can show: it joins no lines and has no
//! tables.

/// A part of the rules under a heading.
pub(super) struct Section<'a> {
    /// The heading.
    pub(super) title: &'a str,
    lines: Vec<&'a str>,
}

/// Splits a text into its sections. Each heading begins one.
pub(super) fn sections(rules: &str) -> impl Iterator<Item = Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in rules.lines() {
        let heading = line.strip_prefix("## ").or_else(|| line.strip_prefix("# "));
        match (heading, sections.last_mut()) {
            (Some(title), _) => sections.push(Section { title: title.trim(), lines: Vec::new() }),
            (None, Some(section)) => section.lines.push(line.trim_end()),
            (None, None) => {}
        }
    }
    sections.into_iter()
}

impl Section<'_> {
    /// Returns the section as a message.
    pub(super) fn text(&self) -> String {
        let mut text = format!("**{}**", self.title);
        for (i, line) in self.lines.iter().enumerate() {
            if let Some(row) = line.strip_prefix('|') {
                // As items of a list, rows need no header.
                let is_header =
                    self.lines.get(i + 1).and_then(|next| next.strip_prefix('|')).is_some_and(is_ruler);
                text += &if is_header { String::new() } else { table_row(row) };
            } else if line.is_empty() {
                text.push('\n');
            } else if begins_anew(line)
                || text.ends_with('\n')
                || text.ends_with("**") && !text.contains('\n')
            {
                text.push('\n');
                text += line;
            } else {
                // The continuation of a line.
                text.push(' ');
                text += line.trim_start();
            }
        }
        while text.contains("\n\n") {
            text = text.replace("\n\n", "\n");
        }
        text.trim().to_owned()
    }
}

fn begins_anew(line: &str) -> bool {
    let start = line.trim_start();
    start.starts_with("- ")
        || start.split_once(". ").is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns a row of a table as a list item, or nothing for its ruler.
fn table_row(row: &str) -> String {
    if is_ruler(row) { String::new() } else { format!("\n- {}", cells(row).join(": ")) }
}

fn is_ruler(row: &str) -> bool {
    cells(row).iter().all(|cell| cell.bytes().all(|b| matches!(b, b'-' | b':')))
}

fn cells(row: &str) -> Vec<&str> {
    row.trim_end_matches('|').split('|').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_tables_become_lists() {
        let rules = "# Game\nOne\ntwo.\n\n## Part\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n";
        let texts: Vec<String> = sections(rules).map(|section| section.text()).collect();
        assert_eq!(texts, ["**Game**\nOne two.", "**Part**\n- a b\n- c\n- 1: 2"]);
    }
}
