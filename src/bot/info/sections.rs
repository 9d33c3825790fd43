//! Rules in Markdown, section by section, as Discord can show them: it joins no lines and knows no tables.

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
        for line in &self.lines {
            if let Some(row) = line.strip_prefix('|') {
                text += &table_row(row);
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

/// Returns a row of a table as an item of a list, or nothing for its ruler.
fn table_row(row: &str) -> String {
    let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
    let is_ruler = cells.iter().all(|cell| cell.bytes().all(|b| matches!(b, b'-' | b':')));
    if is_ruler { String::new() } else { format!("\n- {}", cells.join(": ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_rules::games::Registry;

    #[test]
    fn every_section_of_every_game_fits_a_message() {
        for game in &Registry::standard() {
            let all: Vec<_> = sections(game.info().rules).collect();
            assert!(all.len() > 1, "{}", game.info().name);
            for section in all {
                let text = section.text();
                assert!(text.chars().count() < 1_900, "{}: {}", section.title, text.chars().count());
                assert!(!text.contains("\n\n") && !text.contains('|'), "{text}");
            }
        }
    }

    #[test]
    fn lines_are_joined_and_tables_become_lists() {
        let rules = "# Game\nOne\ntwo.\n\n## Part\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n";
        let texts: Vec<String> = sections(rules).map(|section| section.text()).collect();
        assert_eq!(texts, ["**Game**\nOne two.", "**Part**\n- a b\n- c\n- x: y\n- 1: 2"]);
    }
}
