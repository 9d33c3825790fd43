//! How good a position is for a computed seat.

use super::state::State;
use crate::games::Seat;
use crate::grid::Place;

/// Rates a position for a seat.
///
/// Only what the seat itself has counts: if all seats worked against each other, nobody would ever hold enough. The
/// lowest piece and the piece on top can lead to more. Swords and shields cost territory, because nobody holds a
/// territory with one of them at the bottom.
pub(super) fn territories(state: &State, seat: Seat) -> f32 {
    let rate = |place| {
        let stack = state.stack(place);
        let is_own = |owner: Option<Seat>| f32::from(u8::from(owner == Some(seat)));
        let Some(top) = stack.top() else { return 0.0 };
        let arms = u8::from(stack.has_sword()) + u8::from(stack.has_shield());
        let lost = if stack.holder().is_none() { 4.0 } else { 0.0 };
        let own =
            6.0 * is_own(stack.holder()) + 2.0 * is_own(stack.lowest_owner()) + 2.0 * is_own(top.owner());
        own - stack.count(seat) as f32 - 2.0 * f32::from(arms) - lost
    };
    Place::all().map(rate).sum()
}
