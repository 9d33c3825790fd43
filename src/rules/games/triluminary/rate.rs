//! [`State::rate`]: what a position is worth to a seat.
//!
//! The [`WEIGHTS`] are estimates that were tried against others; `weighing.rs` says how to do that again.

use super::state::{Stage, State};
use crate::games::{Seat, Size};

/// What things are worth; three captured influence pyramids of a size, a caste, are worth about four.
#[derive(Debug, Clone, Copy)]
struct Weights {
    /// What this many captured influence pyramids of a size are worth.
    captured: [f32; 4],
    /// What a chain of this many pieces is worth, as a share of its capture, to the player who pushes next.
    chain_of_next: [f32; 4],
    /// The same to the other player.
    chain_of_other: [f32; 4],
    /// What the size of which a seat has captured least counts, because two castes win.
    third_caste: f32,
    /// What a capture counts that only helps with such a size.
    for_third_caste: f32,
    /// What a second chain at the same size counts.
    second_chain: f32,
    /// What the chains at the second most promising size count, and at the third.
    second_promise: f32,
    third_promise: f32,
}

const WEIGHTS: Weights = Weights {
    captured: [0.0, 1.0, 2.2, 4.0],
    chain_of_next: [0.0, 0.1, 0.3, 0.9],
    chain_of_other: [0.0, 0.1, 0.25, 0.55],
    third_caste: 0.3,
    for_third_caste: 0.5,
    second_chain: 0.2,
    second_promise: 0.5,
    third_promise: 0.3,
};

impl State {
    /// Rates the position for a seat: the castes that it has and is about to have.
    pub(super) fn rate(&self, seat: Seat) -> f32 {
        self.rate_by(&WEIGHTS, seat)
    }

    fn rate_by(&self, weights: &Weights, seat: Seat) -> f32 {
        let captured = self.captured(seat);
        let counts = Size::ALL.map(|size| usize::from(captured[size]).min(3));
        let mut promises = self.promises(weights, seat, counts);
        promises.sort_by(f32::total_cmp);
        let [third, second, first] = promises;
        weights.of_castes(counts) + first + weights.second_promise * second + weights.third_promise * third
    }

    /// Returns what the chains of a seat at the influence pyramids of each size are worth.
    fn promises(&self, weights: &Weights, seat: Seat, counts: [usize; 3]) -> [f32; 3] {
        let shares = if self.pushes_next(seat) { &weights.chain_of_next } else { &weights.chain_of_other };
        let mut promises = [0.0_f32; 3];
        self.each_chain(|owner, pieces, _, size| {
            if owner == seat {
                let promise = shares[pieces.len().min(3)] * weights.of_capture(counts, size);
                let best = &mut promises[size as usize];
                *best = best.max(promise) + weights.second_chain * best.min(promise);
            }
        });
        promises
    }

    /// Returns whether a seat is the next to push.
    fn pushes_next(&self, seat: Seat) -> bool {
        match self.phase {
            // Whoever places does not push next, unless it is their opponent’s turn.
            Stage::Place { .. } => self.turn != seat,
            _ => self.turn == seat,
        }
    }
}

impl Weights {
    /// Returns what a seat has of the castes, given how many pyramids of each size it has captured.
    fn of_castes(&self, mut counts: [usize; 3]) -> f32 {
        counts.sort_unstable();
        let [least, middle, most] = counts;
        self.captured[most] + self.captured[middle] + self.third_caste * self.captured[least]
    }

    /// Returns what another captured pyramid of a size is worth, with these captured before.
    fn of_capture(&self, counts: [usize; 3], size: Size) -> f32 {
        let count = counts[size as usize];
        let gain = if count >= 3 { 0.0 } else { self.captured[count + 1] - self.captured[count] };
        let is_behind_both = counts.iter().filter(|other| count < **other).count() == 2;
        gain * if is_behind_both { self.for_third_caste } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Triluminary;
    use super::*;
    use crate::games::weighing::{self, assert_better_than_none};

    impl weighing::Weights<Triluminary> for Weights {
        fn rate(&self, state: &State, seat: Seat) -> f32 {
            state.rate_by(self, seat)
        }

        fn each(&mut self) -> Vec<(&'static str, &mut f32)> {
            let [_, captured_1, captured_2, captured_3] = &mut self.captured;
            let [_, next_1, next_2, next_3] = &mut self.chain_of_next;
            let [_, other_1, other_2, other_3] = &mut self.chain_of_other;
            vec![
                ("one captured", captured_1),
                ("two captured", captured_2),
                ("three captured", captured_3),
                ("chain of 1, to push", next_1),
                ("chain of 2, to push", next_2),
                ("chain of 3, to push", next_3),
                ("chain of 1", other_1),
                ("chain of 2", other_2),
                ("chain of 3", other_3),
                ("third caste", &mut self.third_caste),
                ("for the third caste", &mut self.for_third_caste),
                ("second chain", &mut self.second_chain),
                ("second promise", &mut self.second_promise),
                ("third promise", &mut self.third_promise),
            ]
        }
    }

    #[test]
    fn the_weights_are_better_than_none() {
        assert_better_than_none::<Triluminary, _>(&State::begin(), WEIGHTS);
    }
}
