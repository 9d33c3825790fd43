//! How good a position is for a seat, for computed seats.

use super::state::State;
use crate::games::Seat;
use crate::grid::Place;

/// Rates a position for a seat.
///
/// Only what the seat has itself counts: where all thwart each other, nobody ever holds enough. A piece that is lowest
/// or on top is on its way to more. Swords and shields cost land, because nobody holds what they stand on.
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
