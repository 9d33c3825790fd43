//! The sentences about boards on which actions are tried out: what-if boards and puzzles.

use super::hint::rated_actions;
use crate::info::board_caption::{BoardCaption, PuzzleProgress};
use crate::ui::words::{bullet, newest, seat_name, small, title, uncapitalized};
use trigon_engine::matches::Match;

/// Describes a what-if board. What was played comes first, because the next press reads it again.
pub(in crate::info) fn what_if(game: &Match, caption: &BoardCaption) -> String {
    let mut lines = vec![format!("{} · what if …", title(game))];
    lines.extend(caption.line.iter().cloned());
    lines.extend(newest(caption.happened.iter().map(|line| bullet(line)), MAX_CAPTION_LINES_LENGTH));
    lines.extend(caption.note.clone());
    if let Some((seat, advice)) = &caption.advice {
        lines.push(format!(
            "As **{}**, I’d do this, the best first, with the chances to win after it:\n{}",
            seat_name(game, *seat),
            rated_actions(*seat, advice)
        ));
    }
    if let Some((name, question)) = &caption.asked {
        lines.push(format!("➡️ **{name}**, {}", uncapitalized(question)));
    }
    lines.extend(caption.chosen.clone().filter(|chosen| !chosen.is_empty()));
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

/// Describes the board of a puzzle. What was played comes first, because the next press reads it again.
pub(in crate::info) fn puzzle(
    game: &Match,
    name: &str,
    caption: &BoardCaption,
    progress: PuzzleProgress,
) -> String {
    let mut lines = vec![format!("🧩 {} · find the win", title(game))];
    lines.extend(caption.line.iter().cloned());
    lines.extend(newest(caption.happened.iter().map(|line| bullet(line)), MAX_CAPTION_LINES_LENGTH));
    lines.extend(caption.note.clone());
    let reason = caption.outcome.as_deref().unwrap_or_default();
    lines.push(match progress {
        PuzzleProgress::Open if caption.line.is_empty() => {
            format!("It’s **{name}**’s turn, and **{name}** can win before anybody else acts. How?")
        }
        PuzzleProgress::Open => format!("**{name}** can still act."),
        PuzzleProgress::Solved => format!("✅ **Solved.** {reason}"),
        PuzzleProgress::Told => format!("💡 That’s how. {reason}"),
        PuzzleProgress::Luck => {
            format!("❌ That depends on what is drawn, but **{name}** can win without luck.")
        }
        PuzzleProgress::Failed if caption.outcome.is_some() => {
            format!("❌ The match would be over, but **{name}** would not have won: {reason}")
        }
        PuzzleProgress::Failed => format!("❌ **{name}**’s turn is over, and **{name}** has not won."),
    });
    if let Some((name, question)) = &caption.asked {
        lines.push(format!("➡️ **{name}**, {}", uncapitalized(question)));
    }
    lines.extend(caption.chosen.clone().filter(|chosen| !chosen.is_empty()));
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
