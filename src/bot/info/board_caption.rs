//! What a board on which actions are tried out shows besides its picture, before it is put into words.

use trigon_rules::games::{RatedAction, Seat};

/// What such a board shows besides its picture. Everything is escaped.
pub(super) struct BoardCaption {
    /// What was played, a line for each turn.
    pub(super) line: Vec<String>,
    /// What the last action brought about.
    pub(super) happened: Vec<String>,
    /// Whose turn it is, and the question.
    pub(super) asked: Option<(String, &'static str)>,
    /// What has been chosen of the next action.
    pub(super) chosen: Option<String>,
    /// How the match would end.
    pub(super) outcome: Option<String>,
    /// What a computed player would do for a seat.
    pub(super) advice: Option<(Seat, Vec<(RatedAction, String)>)>,
    /// Why what was pressed was not done.
    pub(super) note: Option<String>,
    /// Whether something may be drawn.
    pub(super) draws: bool,
    /// Whether the match has gone on since the board was opened.
    pub(super) is_old: bool,
}

/// How far a puzzle is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PuzzleProgress {
    /// The seat can still act.
    Open,
    /// The seat has won.
    Solved,
    /// The seat has won as the person was told.
    Told,
    /// What was played depends on what is drawn.
    Luck,
    /// Somebody else acts, or the match is over without a win.
    Failed,
}
