//! [`MatchResult`]: how a match ended.

use crate::matches::model::game_match::Match;
use trigon_rules::games::{Aside, Outcome, Seat, Standing, Verdict};

/// The result of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchResult {
    /// The standings, and the reason in a sentence.
    pub outcome: Outcome,
    /// How it came about.
    pub how: EndReason,
}

/// The way in which a match came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// By the rules.
    Rules,
    /// All but one have resigned.
    Resignation,
    /// All players agreed to a draw.
    Agreement,
}

impl Match {
    /// Returns how the match ended, or `None` if it is still going on or was cancelled.
    pub fn result(&self) -> Option<MatchResult> {
        let session = self.session.as_ref()?;
        if self.effective.draw_agreed {
            return Some(MatchResult { outcome: self.draw(), how: EndReason::Agreement });
        }
        let outcome = session.outcome()?;
        let left = self.players.len().saturating_sub(self.effective.resigned.len());
        let how = if left == 1 { EndReason::Resignation } else { EndReason::Rules };
        Some(MatchResult { outcome, how })
    }

    fn draw(&self) -> Outcome {
        let standing = |seat| {
            let resigned = self.resigned(seat);
            let (verdict, aside) =
                if resigned { (Verdict::Lost, Aside::Resigned) } else { (Verdict::Drawn, Aside::Agreed) };
            Standing::aside(seat, verdict, aside)
        };
        let mut standings: Vec<Standing> = Seat::all(self.players.len()).map(standing).collect();
        standings.sort_by_key(|standing| standing.verdict == Verdict::Lost);
        Outcome { standings, reason: "A draw was agreed.".to_owned() }
    }
}
