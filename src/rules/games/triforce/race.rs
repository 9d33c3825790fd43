//! How far everyone has come: the territories held.

use super::state::{Stage, State};
use crate::games::phrase::{all_of, number_word};
use crate::games::{Names, Race, Seat};

pub(super) fn race(state: &State, names: &Names) -> Race {
    let goal = state.goal();
    let seats: Vec<Seat> = state.seats().filter(|seat| !state.has_resigned(*seat)).collect();
    let one = |seat: &Seat| format!("{} {}", names.get(*seat), state.held_by(*seat));
    let counts: Vec<String> = seats.iter().map(one).collect();
    let line = format!("Territories ({goal} win): {}", counts.join(" · "));
    let enough = seats.iter().filter(|seat| state.held_by(**seat) >= goal).map(|seat| {
        let held = number_word(state.held_by(*seat));
        format!(
            "🔥 {} holds {held} territories. If that lasts until their next turn, they win.",
            names.get(*seat)
        )
    });
    let almost: Vec<_> = seats.iter().filter(|seat| state.held_by(**seat) + 1 == goal).collect();
    let almost: Vec<_> = almost.into_iter().map(|seat| names.get(*seat)).collect();
    let almost = match almost.len() {
        0 => None,
        1 => Some(format!("🔥 {} needs one more territory.", almost[0])),
        _ => Some(format!("🔥 {} need one more territory each.", all_of(&almost))),
    };
    let close = enough.chain(almost).filter(|_| state.phase != Stage::Over).collect();
    Race { line, close }
}

/// Shows the territories that everyone holds, most first, a line for each seat.
pub(super) fn share(state: &State, names: &Names) -> Vec<String> {
    let mut seats: Vec<Seat> = state.seats().filter(|seat| state.held_by(*seat) > 0).collect();
    seats.sort_by_key(|seat| std::cmp::Reverse(state.held_by(*seat)));
    let one = |seat: &Seat| format!("{} {}", "🔺".repeat(state.held_by(*seat)), names.get(*seat));
    seats.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::stack::Piece;
    use super::super::state::Setup;
    use super::*;
    use crate::games::{Size, testing};

    #[test]
    fn territories_are_counted_and_who_holds_enough_or_nearly_is_named() {
        let mut state = State::begin(&Setup { players: 6 }).unwrap();
        let mut hold = |seat, places: std::ops::Range<usize>| {
            for stack in &mut state.stacks[places] {
                stack.push(Piece::Of(Seat::new(seat), Size::Small));
            }
            assert_eq!(
                share(&state, &testing::names(6)).len(),
                usize::from(seat),
                "those who hold something"
            );
            race(&state, &testing::names(6))
        };
        let shown = hold(1, 0..4);
        assert_eq!(shown.line, "Territories (5 win): Ann 4 · Ben 0 · Cleo 0 · Dan 0 · Eve 0 · Finn 0");
        assert_eq!(shown.close, ["🔥 Ann needs one more territory."]);
        let told = share(&State::begin(&Setup { players: 6 }).unwrap(), &testing::names(6));
        assert!(told.is_empty(), "nobody holds anything yet");
        assert_eq!(hold(2, 4..8).close, ["🔥 Ann and Ben need one more territory each."]);
        assert_eq!(
            hold(2, 8..9).close,
            [
                "🔥 Ben holds five territories. If that lasts until their next turn, they win.",
                "🔥 Ann needs one more territory."
            ]
        );
    }
}
