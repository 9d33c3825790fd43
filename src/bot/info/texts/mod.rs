//! The sentences for people who look at a match, its rules or the help.
//!
//! | file | about |
//! |---|---|
//! | `matches.rs` | somebody’s matches, and which of them is meant |
//! | `position.rs` | where people stand in a match, and its board |
//! | `away.rs` | being away |
//! | `not_understood.rs` | messages that are not understood, or too late |
//! | `rules.rs` | the rules and the marks |
//! | `history.rs` | the course of a match: its log, its replay and its pictures |
//! | `review.rs` | what decided a match |
//! | `hint.rs` | what a computed player would do |
//! | `trials.rs` | boards on which actions are tried out: what-if boards and puzzles |
//! | `stats.rs` | what people did, in numbers |
//! | `personal_data.rs` | what people choose for themselves, and what is stored about them |

mod away;
mod hint;
mod history;
mod matches;
mod not_understood;
mod personal_data;
mod position;
mod review;
mod rules;
mod stats;
mod trials;

// What other rooms say, too: commands, direct messages and announcements.
pub(crate) use away::{ENDS_FIRST, HOW_LONG_AWAY, TWO_BEGINNINGS, TWO_ENDS};
pub(crate) use matches::{pick_placeholder, say_which, which_match};
pub(crate) use not_understood::{slash_text, too_late, unknown_here, unknown_text};
pub(crate) use position::not_begun;

// What only this room says.
pub(super) use away::{away, own_absence};
pub(super) use hint::{
    Advice, AdvisedAction, HelpKind, already_thinking, hint, no_foresight, no_help, play_hint,
};
pub(super) use history::{
    THE_CLOCK, THE_HOST, happened_by_then, history_heading, history_line, history_plain, no_replay,
    nothing_by_then, nothing_to_walk, nothing_yet, page, replay, replay_is_coming,
};
pub(super) use matches::{deadline_of, match_line, more_listed, no_matches, say_which_of};
pub(super) use personal_data::{EXPORTED, FORGET, forgotten, settings, still_plays};
pub(super) use position::{board, board_again, board_elsewhere, i_am, loan, me, me_before, turn, who_is};
pub(super) use review::{SHARE, WALK, entry_button, not_over, recap, review};
pub(super) use rules::{FULL_RULES, SECTIONS, legend, no_section};
pub(super) use stats::{stats, stats_hidden};
pub(super) use trials::{
    ADVICE, AGAIN, ANOTHER, BACK, BoardCaption, LINE_IS_FULL, PUZZLE_STRIP, PuzzleProgress, SOLUTION,
    WHAT_IF, WHAT_IF_STRIP, no_puzzle, puzzle, read_actions, turn_line, what_if,
};
