//! How a match ended: [`Outcome`].

use super::{Finals, Info, Seat};

/// How a match ended for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The seat won.
    Won,
    /// The seat neither won nor lost.
    Drawn,
    /// The seat lost.
    Lost,
    /// The seat lost in a way that the game has a name for.
    LostAs(&'static str),
}

/// A seat's line in the final standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// How the match ended for it.
    pub verdict: Verdict,
    /// What the match leaves it with: what the game [declares](Info::finals), or the key of an [`Aside`].
    pub finals: Finals,
    /// The same in a few words.
    pub note: String,
}

impl Standing {
    /// Returns the line of a seat that the rules left with these finals.
    pub fn new(info: &Info, seat: Seat, verdict: Verdict, finals: Finals) -> Self {
        let note = (info.note)(&finals);
        Self { seat, verdict, finals, note }
    }

    /// Returns the line of a seat in a match that did not end by the rules of its game.
    pub fn aside(seat: Seat, verdict: Verdict, aside: Aside) -> Self {
        let finals = Finals::default().marked(aside.key(), true);
        Self { seat, verdict, finals, note: aside.words().to_owned() }
    }
}

/// How a match ended for a seat if not by the rules of the game, but by a resignation or an agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aside {
    /// Everyone else has resigned.
    Left,
    /// The seat has resigned.
    Resigned,
    /// A draw was agreed.
    Agreed,
}

impl Aside {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Left, Self::Resigned, Self::Agreed];

    /// Returns the key of the mark.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Resigned => "resigned",
            Self::Agreed => "agreed",
        }
    }

    /// Returns what the standings say of the seat.
    const fn words(self) -> &'static str {
        match self {
            Self::Left => "the last player left",
            Self::Resigned => "resigned",
            Self::Agreed => "agreed to a draw",
        }
    }
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One line for each seat, best first. Seats with the same verdict are adjacent.
    pub standings: Vec<Standing>,
    /// The reason, as a sentence.
    pub reason: String,
}

impl Outcome {
    /// Returns the outcome of a match with one winner, or of a draw if there is none, with what each seat is left with.
    pub(super) fn of(
        info: &Info,
        seats: usize,
        winner: Option<Seat>,
        reason: String,
        finals: impl Fn(Seat) -> Finals,
    ) -> Self {
        let standing = |seat| {
            let verdict = match winner {
                None => Verdict::Drawn,
                Some(winner) if winner == seat => Verdict::Won,
                Some(_) => Verdict::Lost,
            };
            Standing::new(info, seat, verdict, finals(seat))
        };
        let mut standings: Vec<Standing> = Seat::all(seats).map(standing).collect();
        standings.sort_by_key(|standing| standing.verdict == Verdict::Lost);
        Self { standings, reason }
    }

    /// Returns whether a seat has won.
    pub fn has_won(&self, seat: Seat) -> bool {
        self.standings.iter().any(|standing| standing.seat == seat && standing.verdict == Verdict::Won)
    }

    /// Returns the share of the win of a seat, from 0 to 1: all of it for a single winner, equal parts for several
    /// winners, or for all who drew if nobody won.
    pub fn share(&self, seat: Seat) -> f64 {
        let all = |verdict| self.standings.iter().filter(move |standing| standing.verdict == verdict);
        let verdict = if all(Verdict::Won).next().is_some() { Verdict::Won } else { Verdict::Drawn };
        let shares = all(verdict).any(|standing| standing.seat == seat);
        if shares { 1.0 / all(verdict).count() as f64 } else { 0.0 }
    }

    /// Returns the standings with their ranks, from 1.
    ///
    /// Seats with the same verdict share a rank, because no game's rules tell them apart.
    pub fn ranked(&self) -> impl Iterator<Item = (usize, &Standing)> {
        let groups = self.standings.chunk_by(|a, b| a.verdict == b.verdict);
        let ranks = groups.scan(1, |next, group| {
            let rank = *next;
            *next += group.len();
            Some(group.iter().map(move |standing| (rank, standing)))
        });
        ranks.flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_share_the_win_and_without_one_those_who_drew_do() {
        let outcome = |verdicts: &[Verdict]| {
            let standing = |(i, &verdict)| Standing::aside(Seat::at(i), verdict, Aside::Agreed);
            let standings = verdicts.iter().enumerate().map(standing).collect();
            Outcome { standings, reason: String::new() }
        };
        let shares = |verdicts: &[Verdict; 3]| {
            [1, 2, 3].map(|n| (100.0 * outcome(verdicts).share(Seat::new(n))) as u32)
        };
        let (won, drawn, lost) = (Verdict::Won, Verdict::Drawn, Verdict::Lost);
        assert_eq!(shares(&[won, drawn, lost]), [100, 0, 0]);
        assert_eq!(shares(&[won, won, lost]), [50, 50, 0]);
        assert_eq!(shares(&[drawn, drawn, Verdict::LostAs("last")]), [50, 50, 0]);
    }

    #[test]
    fn seats_with_the_same_verdict_share_a_rank() {
        let verdicts = [
            Verdict::Won,
            Verdict::Won,
            Verdict::Drawn,
            Verdict::Drawn,
            Verdict::Drawn,
            Verdict::LostAs("last"),
        ];
        let standing = |(i, verdict)| Standing::aside(Seat::at(i), verdict, Aside::Agreed);
        let standings = verdicts.into_iter().enumerate().map(standing).collect();
        let outcome = Outcome { standings, reason: String::new() };
        let ranks: Vec<(usize, u8)> = outcome.ranked().map(|(rank, s)| (rank, s.seat.number())).collect();
        assert_eq!(ranks, [(1, 1), (1, 2), (3, 3), (3, 4), (3, 5), (6, 6)]);
    }
}
