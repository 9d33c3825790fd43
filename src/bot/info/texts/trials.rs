//! The sentences about boards on which actions are tried out, what-if boards and puzzles: what their messages say, and how the next
//! press reads again what was played.

use super::hint::{Advice, advised_actions};
use crate::ui::words::{bullet, newest, seat_name, small, title, uncapitalized};
use trigon_engine::matches::Match;

/// What a board for trying out actions says below its picture. Everything is escaped.
pub(in crate::info) struct BoardCaption {
    /// What was played, a line for each turn, as [`turn_line`] writes it.
    pub(in crate::info) turns: Vec<String>,
    /// What the last action brought about.
    pub(in crate::info) happened: Vec<String>,
    /// Whose turn it is, and the question.
    pub(in crate::info) asked: Option<(String, &'static str)>,
    /// What has been chosen of the next action.
    pub(in crate::info) chosen: Option<String>,
    /// How the match would end.
    pub(in crate::info) outcome: Option<String>,
    /// What a computed player would do.
    pub(in crate::info) advice: Option<Advice>,
    /// Why what was pressed was not done.
    pub(in crate::info) note: Option<String>,
    /// Whether something may be drawn.
    pub(in crate::info) draws: bool,
    /// Whether the match has gone on since the board was opened.
    pub(in crate::info) is_old: bool,
}

/// How far a puzzle is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::info) enum PuzzleProgress {
    /// The seat can still act.
    Open,
    /// The seat has won.
    Solved,
    /// The seat has won by the solution that the person was shown.
    Shown,
    /// What was played depends on what is drawn.
    Luck,
    /// Somebody else acts, or the match is over without a win.
    Failed,
}

/// Describes a what-if board.
pub(in crate::info) fn what_if(game: &Match, caption: &BoardCaption) -> String {
    let mut lines = vec![format!("{} · what if …", title(game))];
    lines.extend(played_lines(caption));
    if let Some(advice) = &caption.advice {
        lines.push(format!(
            "As **{}**, I’d do this, the best first, with the chances to win after it:\n{}",
            seat_name(game, advice.seat),
            advised_actions(advice)
        ));
    }
    lines.extend(next_lines(caption));
    lines.extend(caption.outcome.as_ref().map(|reason| format!("The match would be over: {reason}")));
    if caption.is_old {
        lines.push(
            "The match has gone on since this board was opened. `/whatif` opens a new one while it’s your turn.".to_owned(),
        );
    }
    lines.push(small("Only you see this board, and nothing on it counts."));
    if caption.draws {
        lines.push(small(
            "What is drawn or rolled here is made up: it says nothing about what the match will draw.",
        ));
    }
    lines.join("\n")
}

/// Lists what was played, which comes first because the next press reads it again, what the last action brought about, and why what was
/// pressed was not done.
fn played_lines(caption: &BoardCaption) -> impl Iterator<Item = String> {
    let happened = newest(caption.happened.iter().map(|line| bullet(line)), MAX_CAPTION_LINES_LENGTH);
    caption.turns.iter().cloned().chain(happened).chain(caption.note.clone())
}

/// Says who is asked what, and what has been chosen of the next action.
fn next_lines(caption: &BoardCaption) -> impl Iterator<Item = String> {
    let asked = caption.asked.as_ref();
    let question = asked.map(|(name, question)| format!("➡️ **{name}**, {}", uncapitalized(question)));
    let chosen = caption.chosen.clone().filter(|chosen| !chosen.is_empty());
    question.into_iter().chain(chosen)
}

/// The maximum number of characters about what an action brought about on a what-if board.
const MAX_CAPTION_LINES_LENGTH: usize = 300;

pub(in crate::info) const WHAT_IF: &str = "What if …";

/// What is below the picture of a what-if board.
pub(in crate::info) const WHAT_IF_STRIP: &str = "What if: not the match itself";

pub(in crate::info) const BACK: &str = "Back";

pub(in crate::info) const AGAIN: &str = "Start again";

/// Labels the button that asks a computed player on a what-if board.
pub(in crate::info) const ADVICE: &str = "What would the computer do?";

/// Refuses an action for which the text of the board has no room.
pub(in crate::info) const LINE_IS_FULL: &str =
    "This board has no room for more actions, so nothing was added. **Back** takes the last one back.";

/// Describes the board of a puzzle.
pub(in crate::info) fn puzzle(
    game: &Match,
    name: &str,
    caption: &BoardCaption,
    progress: PuzzleProgress,
) -> String {
    let mut lines = vec![format!("🧩 {} · find the win", title(game))];
    lines.extend(played_lines(caption));
    let reason = caption.outcome.as_deref().unwrap_or_default();
    lines.push(match progress {
        PuzzleProgress::Open if caption.turns.is_empty() => {
            format!("It’s **{name}**’s turn, and **{name}** can win before anybody else acts. How?")
        }
        PuzzleProgress::Open => format!("**{name}** can still act."),
        PuzzleProgress::Solved => format!("✅ **Solved.** {reason}"),
        PuzzleProgress::Shown => format!("💡 That’s how. {reason}"),
        PuzzleProgress::Luck => {
            format!("❌ That depends on what is drawn, but **{name}** can win without luck.")
        }
        PuzzleProgress::Failed if caption.outcome.is_some() => {
            format!("❌ The match would be over, but **{name}** would not have won: {reason}")
        }
        PuzzleProgress::Failed => format!("❌ **{name}**’s turn is over, and **{name}** has not won."),
    });
    lines.extend(next_lines(caption));
    lines.push(small("Only you see this board. The position is from a match that is over."));
    lines.join("\n")
}

/// Says that no puzzle was found.
pub(in crate::info) fn no_puzzle(game: Option<&str>) -> String {
    let of = game.map(|game| format!(" of {game}")).unwrap_or_default();
    format!(
        "I’ve found no puzzle in the matches{of} that are over on this server and that you can see. Every match of a turn-based game \
         that is played to the end may bring some."
    )
}

/// What is below the picture of a puzzle.
pub(in crate::info) const PUZZLE_STRIP: &str = "A puzzle: find the win";

pub(in crate::info) const SOLUTION: &str = "Show the solution";

pub(in crate::info) const ANOTHER: &str = "Another puzzle";

// How the text lists what was played.

/// The mark at the beginning of a line that lists a turn.
const TURN_MARK: &str = "▸ ";

/// Lists the actions of a turn after an escaped name, in a line from which [`read_actions`] reads them again.
pub(in crate::info) fn turn_line<'a>(name: &str, actions: impl Iterator<Item = &'a str>) -> String {
    format!("{TURN_MARK}{name}: `{}`", actions.collect::<Vec<_>>().join("`, `"))
}

/// Reads the actions that the text of a board lists, in all of its turns.
pub(in crate::info) fn read_actions(text: &str) -> Vec<&str> {
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
            assert_eq!(read_actions(&text), turns.concat(), "{name}");
        }
        assert!(read_actions("▸ Ann\n▸ Ann: `a\nAnn: `a`").is_empty());
    }
}
