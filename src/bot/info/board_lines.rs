//! How the text of a board lists what was played, from which the next press reads it again.

/// The mark at the beginning of a line that lists a turn.
const TURN_MARK: &str = "▸ ";

/// Lists the actions of a turn after an escaped name.
pub(super) fn turn_line<'a>(name: &str, actions: impl Iterator<Item = &'a str>) -> String {
    format!("{TURN_MARK}{name}: `{}`", actions.collect::<Vec<_>>().join("`, `"))
}

/// Reads the actions that the text of a board lists.
pub(super) fn read_lines(text: &str) -> Vec<&str> {
    let turns = text.lines().filter_map(|line| line.strip_prefix(TURN_MARK));
    // An escaped name has a backslash before each backtick.
    let actions = turns.filter_map(|line| line.split_once(": `")?.1.strip_suffix('`'));
    actions.flat_map(|actions| actions.split("`, `")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::escape;

    #[test]
    fn a_line_is_read_as_it_was_written_whatever_players_are_called() {
        for name in ["Ann", "`x`: `a1`", "▸ Ben: `b2`", "a: b", r"*\`"] {
            let turns = [vec!["place a1", "end"], vec!["roll"]];
            let lines = turns.clone().map(|turn| turn_line(&escape::name(name), turn.into_iter()));
            let text = format!("**#1 {name}**\n{}\n- {name}: rolls `6`", lines.join("\n"));
            assert_eq!(read_lines(&text), turns.concat(), "{name}");
        }
        assert!(read_lines("▸ Ann\n▸ Ann: `a\nAnn: `a`").is_empty());
    }
}
