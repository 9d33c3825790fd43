//! [`Puzzle`]: a position of a match in which a seat could have won before anybody else acts.

use crate::matches::model::fold::play;
use crate::matches::model::game_match::Match;
use trigon_rules::games::{Forced, Seat};

/// A position of a match in which the seat whose turn it is can win before anybody else acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The number of actions before the position, of those that count.
    pub actions: u32,
    /// The seat.
    pub seat: Seat,
    /// How it wins.
    pub win: Forced,
}

impl Puzzle {
    /// How many actions are tried to find a win in one position.
    pub const MAX_ACTIONS_TRIED: u32 = 3_000;
}

impl Match {
    /// Returns the positions of a match that are puzzles, at most one for each turn: the first in which the win is not what
    /// every other action leads to. This may take a second.
    pub fn puzzles(&self) -> Vec<Puzzle> {
        let begun = self
            .setup
            .as_ref()
            .map(|setup| self.game.begin(setup, Some(self.drawn_from()), Some(self.first_names())));
        let Some(Ok((mut session, _))) = begun else { return Vec::new() };
        let (mut puzzles, mut solved) = (Vec::new(), None);
        for (actions, &place) in (1..).zip(&self.effective.counted) {
            let entry = &self.log[place];
            if play(&mut *session, entry).is_err() {
                break;
            }
            let seat = session.to_act().first().map(|decision| decision.seat);
            if solved.is_some() && solved == seat {
                continue;
            }
            solved = None;
            let win = session.forced_win(Puzzle::MAX_ACTIONS_TRIED).filter(|win| 2 * win.winning < win.legal);
            if let Some((seat, win)) = seat.zip(win) {
                puzzles.push(Puzzle { actions, seat, win });
                solved = Some(seat);
            }
        }
        puzzles
    }
}
