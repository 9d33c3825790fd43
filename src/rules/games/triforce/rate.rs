//! [`State::rate`]: what a position is worth to a seat.
//!
//! The [`WEIGHTS`] are estimates that were tried against others; `weighing.rs` says how to do that again.

use super::stack::Stack;
use super::state::State;
use crate::games::Seat;
use crate::grid::Place;

/// What the pieces of a stack are worth to a seat. A seat needs five to eight territories to win.
#[derive(Debug, Clone, Copy)]
struct Weights {
    /// To hold the territory.
    held: f32,
    /// To own the lowest piece of a player, which inherits the territory from a sword or a shield.
    lowest: f32,
    /// To own the piece on top, which can move.
    top: f32,
    /// To own the second piece from the bottom, or else the third: fights remove the lowest piece of who loses, and the
    /// next one above inherits the territory.
    second: f32,
    third: f32,
    /// What each own piece costs, because it is in no other stack.
    piece: f32,
    /// What a sword or a shield in the stack costs.
    arm: f32,
    /// What it costs that nobody holds the territory, because a sword or a shield is at the bottom.
    unheld: f32,
}

const WEIGHTS: Weights =
    Weights { held: 6.0, lowest: 2.0, top: 2.0, second: 5.0, third: 3.0, piece: 1.0, arm: 2.0, unheld: 4.0 };

impl State {
    /// Rates the position for a seat. Only what the seat itself has counts: if all seats worked against each other,
    /// nobody would ever hold enough.
    pub(super) fn rate(&self, seat: Seat) -> f32 {
        self.rate_by(&WEIGHTS, seat)
    }

    fn rate_by(&self, weights: &Weights, seat: Seat) -> f32 {
        Place::all().map(|place| weights.of_stack(self.stack(place), seat)).sum()
    }
}

impl Weights {
    fn of_stack(&self, stack: &Stack, seat: Seat) -> f32 {
        let is_own = |owner: Option<Seat>| f32::from(u8::from(owner == Some(seat)));
        let Some(top) = stack.top() else { return 0.0 };
        let arms = u8::from(stack.has_sword()) + u8::from(stack.has_shield());
        let unheld = if stack.holder().is_none() { self.unheld } else { 0.0 };
        let own = self.held * is_own(stack.holder())
            + self.lowest * is_own(stack.lowest_owner())
            + self.top * is_own(top.owner());
        let inherits = match stack.pieces().iter().position(|piece| piece.owner() == Some(seat)) {
            Some(1) => self.second,
            Some(2) => self.third,
            _ => 0.0,
        };
        own + inherits - self.piece * stack.count(seat) as f32 - self.arm * f32::from(arms) - unheld
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Triforce};
    use super::*;
    use crate::games::weighing::{self, assert_better_than_none};

    impl weighing::Weights<Triforce> for Weights {
        fn rate(&self, state: &State, seat: Seat) -> f32 {
            state.rate_by(self, seat)
        }

        fn each(&mut self) -> Vec<(&'static str, &mut f32)> {
            let Self { held, lowest, top, second, third, piece, arm, unheld } = self;
            vec![
                ("held", held),
                ("lowest", lowest),
                ("top", top),
                ("second", second),
                ("third", third),
                ("piece", piece),
                ("arm", arm),
                ("unheld", unheld),
            ]
        }
    }

    #[test]
    fn the_weights_are_better_than_none() {
        let start = State::begin(&Setup { players: 3 }).unwrap();
        assert_better_than_none::<Triforce, _>(&start, WEIGHTS);
    }
}
