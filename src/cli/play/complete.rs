//! Completion of legal actions and commands.

use rustyline::completion::Pair;

use super::listing;
use crate::cli::lines::Complete;

/// The maximum number of candidates.
const MAX_CANDIDATES: usize = 48;

/// The lines that a seat may type.
#[derive(Default)]
pub(super) struct Candidates {
    /// All legal actions, sorted.
    pub(super) actions: Vec<String>,
    /// The available commands.
    pub(super) commands: &'static [&'static str],
}

impl Complete for Candidates {
    fn complete(&self, typed: &str) -> (usize, Vec<Pair>) {
        let listing = typed.trim_start().strip_prefix('?');
        let text = listing.unwrap_or(typed).trim_start();
        let wanted = text.to_lowercase();
        let begins = |text: &str| text.to_lowercase().starts_with(&wanted);
        let actions: Vec<String> = self.actions.iter().filter(|action| begins(action)).cloned().collect();
        let groups = listing::groups(&actions, MAX_CANDIDATES).into_iter();
        let mut pairs: Vec<Pair> = groups
            .map(|group| Pair { display: group.text(), replacement: group.prefix().to_owned() })
            .collect();
        // On an empty line only the game's own actions are offered.
        if listing.is_none() && !wanted.is_empty() {
            let commands = self.commands.iter().filter(|command| begins(command));
            pairs.extend(
                commands.map(|&text| Pair { display: text.to_owned(), replacement: text.to_owned() }),
            );
        }
        (typed.len() - text.len(), pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(actions: &[&str]) -> Candidates {
        let actions = actions.iter().map(ToString::to_string).collect();
        Candidates { actions, commands: &["quit", "rules", "undo"] }
    }

    /// Completes a text. Returns what is shown for each candidate, and the line that it makes of the text.
    fn completed(of: &Candidates, typed: &str) -> Vec<(String, String)> {
        let (start, pairs) = of.complete(typed);
        let line = |pair: Pair| (pair.display, format!("{}{}", &typed[..start], pair.replacement));
        pairs.into_iter().map(line).collect()
    }

    fn same(texts: &[&str]) -> Vec<(String, String)> {
        texts.iter().map(|text| ((*text).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn actions_are_completed_whatever_the_case() {
        let of = candidates(&["Ld1N3^S", "Ld1N4^S", "end", "roll"]);
        assert_eq!(completed(&of, ""), same(&["Ld1N3^S", "Ld1N4^S", "end", "roll"]));
        assert_eq!(completed(&of, "ld1n3"), same(&["Ld1N3^S"]));
        assert_eq!(completed(&of, "fly"), []);
        assert_eq!(completed(&of, "  e"), [("end".to_owned(), "  end".to_owned())]);
    }

    #[test]
    fn commands_are_offered_once_something_is_typed() {
        let of = candidates(&["roll"]);
        assert_eq!(completed(&of, "r"), same(&["roll", "rules"]));
        assert_eq!(completed(&of, "u"), same(&["undo"]));
        assert_eq!(completed(&of, "? r"), [("roll".to_owned(), "? roll".to_owned())]);
    }

    #[test]
    fn long_lists_are_completed_step_by_step() {
        let actions: Vec<String> = (0..300).map(|n| format!("{}{n:03}", ["a", "b", "c"][n / 100])).collect();
        let of = Candidates { actions, commands: &[] };
        let shown = completed(&of, "");
        assert!((3..=MAX_CANDIDATES).contains(&shown.len()), "{shown:?}");
        assert!(shown.iter().any(|(shown, line)| shown.ends_with("… (10)") && line.len() == 3), "{shown:?}");
        assert_eq!(completed(&of, "b15").len(), 10);
    }
}
