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
        let Some(setup) = &self.setup else { return Vec::new() };
        let begun = self.game.begin(setup, Some(self.drawn_from()), Some(self.first_names()));
        let Ok((mut session, _)) = begun else { return Vec::new() };
        let mut puzzles = Vec::new();
        // The seat whose present turn has a puzzle already.
        let mut seat_with_puzzle = None;
        for (actions, &place) in (1..).zip(&self.effective.counted) {
            if play(&mut *session, &self.log[place]).is_err() {
                break;
            }
            let Some(seat) = session.to_act().first().map(|decision| decision.seat) else {
                seat_with_puzzle = None;
                continue;
            };
            if seat_with_puzzle == Some(seat) {
                continue;
            }
            let win = session.forced_win(Puzzle::MAX_ACTIONS_TRIED).filter(|win| 2 * win.winning < win.legal);
            seat_with_puzzle = win.is_some().then_some(seat);
            puzzles.extend(win.map(|win| Puzzle { actions, seat, win }));
        }
        puzzles
    }
}
