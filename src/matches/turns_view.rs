//! What faces ask of a match in which the seats act one after the other.

use super::clock::Millis;
use super::error::{Fault, json};
use super::game_match::{Match, actor, said};
use super::options::Options;
use super::talk::{Offer, Talk};
use crate::games::{Audience, By, Decision, Narration, Outcome, Seat, Standing, Verdict};
use crate::store::{LogRow, Status};

/// How a match came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// By the rules.
    Rules,
    /// All but one have resigned.
    Resignation,
    /// All agreed to a draw.
    Agreement,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchResult {
    /// The standings, and the reason in a sentence.
    pub outcome: Outcome,
    /// How it came to that.
    pub how: How,
}

/// An entry of the log for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The number of the entry.
    pub seq: i64,
    /// When it was made.
    pub at: Millis,
    /// By whom.
    pub by: By,
    /// What, in the game's notation or as [`Talk`](super::Talk).
    pub action: String,
    /// What it brought, in sentences that everyone may read.
    pub words: Vec<String>,
    /// Whether it is one of the game's own that has been taken back.
    pub taken_back: bool,
}

impl Match {
    /// The offer that waits for answers.
    pub fn offer(&self) -> Option<&Offer> {
        self.course.offer.as_ref().filter(|_| self.row.status == Status::Running)
    }

    /// Who has still to answer the offer.
    pub fn unanswered(&self) -> Vec<Seat> {
        self.offer().map(|_| self.course.missing(self.seats.len())).unwrap_or_default()
    }

    /// Whether a seat has resigned.
    pub fn resigned(&self, seat: Seat) -> bool {
        self.course.resigned.contains(&seat)
    }

    /// Whose time has run out, so that the others may claim the seat.
    pub fn timed_out(&self) -> Option<Seat> {
        self.course.timed_out.filter(|_| self.row.status == Status::Running)
    }

    /// Who is asked what; nobody unless the match is being played.
    pub fn to_act(&self) -> Vec<Decision> {
        match (&self.session, self.row.status) {
            (Some(table), Status::Running) if !self.course.drawn => table.to_act(),
            _ => Vec::new(),
        }
    }

    /// How it ended; `None` while it goes on, and when it was cancelled before its end.
    pub fn result(&self) -> Option<MatchResult> {
        let table = self.session.as_ref()?;
        if self.course.drawn {
            let outcome = self.agreed();
            return Some(MatchResult { outcome, how: How::Agreement });
        }
        let outcome = table.outcome()?;
        let left = self.seats.len().saturating_sub(self.course.resigned.len());
        let how = if left == 1 { How::Resignation } else { How::Rules };
        Some(MatchResult { outcome, how })
    }

    fn agreed(&self) -> Outcome {
        let standing = |seat| {
            let resigned = self.resigned(seat);
            let verdict = if resigned { Verdict::Lost } else { Verdict::Drawn };
            let note = if resigned { "resigned" } else { "agreed to a draw" };
            Standing { seat, verdict, note: note.to_owned() }
        };
        let mut standings: Vec<Standing> = Seat::all(self.seats.len()).map(standing).collect();
        standings.sort_by_key(|standing| standing.verdict == Verdict::Lost);
        Outcome { standings, reason: "A draw was agreed.".to_owned() }
    }

    /// The course of a game of turns, entry by entry. Empty for games with secrets.
    pub fn history(&self) -> Vec<Line> {
        if !self.has_turns() {
            return Vec::new();
        }
        let line = |(place, (entry, (by, told))): (usize, (&LogRow, &(By, Vec<Narration>)))| {
            let public = told.iter().filter(|narration| narration.audience == Audience::All);
            let counts = self.course.counted.contains(&place);
            Line {
                seq: entry.seq,
                at: entry.at,
                by: *by,
                action: entry.action.clone(),
                words: public.map(|narration| narration.text.clone()).collect(),
                // What was talked cannot be.
                taken_back: !counts && entry.action.parse::<Talk>().is_err(),
            }
        };
        self.log.iter().zip(&self.told).enumerate().map(line).collect()
    }

    /// The player whose last action a takeback would undo, and the entry up to which the log would count; `None`
    /// when that seat has not acted, or somebody has resigned since.
    pub(super) fn back_to(&self, seat: Seat) -> Option<i64> {
        let counted = &self.course.counted;
        let own = |place: &usize| {
            let entry = &self.log[*place];
            actor(&entry.actor) == Some(By::Seat(seat)) && said(entry, &self.names()).is_none()
        };
        let last = counted.iter().rposition(own)?;
        if counted[last..].iter().any(|&place| said(&self.log[place], &self.names()).is_some()) {
            return None;
        }
        Some(last.checked_sub(1).map_or(0, |before| self.log[counted[before]].seq))
    }

    /// The options as they are stored after a change of them.
    pub(super) fn stored(options: &Options) -> Result<String, Fault> {
        json("options", options)
    }
}
