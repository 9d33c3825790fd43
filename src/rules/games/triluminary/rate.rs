//! [`State::rate`]: what a position is worth to a seat.

use super::state::{Stage, State};
use crate::games::{Seat, Size};

/// What this many captured influence pyramids of a size are worth.
const CASTE: [f32; 4] = [0.0, 1.0, 2.2, 4.0];
/// What a chain of this many pieces is worth, as a share of its capture, to the player who pushes next.
const NEXT: [f32; 4] = [0.0, 0.1, 0.3, 0.9];
/// The same to the other player.
const LATER: [f32; 4] = [0.0, 0.1, 0.25, 0.55];

impl State {
    /// Rates the position for a seat: the castes that it has and is about to have.
    pub(super) fn rate(&self, seat: Seat) -> f32 {
        let captured = self.captured(seat);
        let counts = Size::ALL.map(|size| usize::from(captured[size]).min(3));
        let mut sorted = counts;
        sorted.sort_unstable();
        // Two castes win; the third one counts only as long as it can still be one of them.
        let castes = CASTE[sorted[2]] + CASTE[sorted[1]] + 0.3 * CASTE[sorted[0]];
        let is_next = match self.phase {
            // Whoever places does not push next, unless it is their opponent’s turn.
            Stage::Place { .. } => self.turn != seat,
            _ => self.turn == seat,
        };
        let shares = if is_next { NEXT } else { LATER };
        let mut promising = [0.0_f32; 3];
        self.each_chain(|owner, pieces, _, size| {
            if owner == seat {
                let share = shares[pieces.len().min(3)];
                let count = counts[size as usize];
                let gain = if count >= 3 { 0.0 } else { CASTE[count + 1] - CASTE[count] };
                let weight = if count == sorted[0] && count < sorted[1] { 0.5 } else { 1.0 };
                let worth = share * gain * weight;
                let most = &mut promising[size as usize];
                *most = most.max(worth) + 0.2 * most.min(worth);
            }
        });
        promising.sort_by(f32::total_cmp);
        castes + promising[2] + 0.5 * promising[1] + 0.3 * promising[0]
    }
}
