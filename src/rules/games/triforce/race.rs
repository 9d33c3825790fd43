//! How far everyone has come: the territories held.

use super::state::{Stage, State};
use crate::games::phrase::{all_of, number_word};
use crate::games::{Names, Race, Seat};

/// Returns what everyone still playing holds, and who is about to win.
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
    let almost = seats.iter().filter(|seat| state.held_by(**seat) + 1 == goal);
    let almost: Vec<_> = almost.map(|seat| names.get(*seat)).collect();
    let needs_one = match &almost[..] {
        [] => None,
        [name] => Some(format!("🔥 {name} needs one more territory.")),
        _ => Some(format!("🔥 {} need one more territory each.", all_of(&almost))),
    };
    let close = enough.chain(needs_one).filter(|_| state.phase != Stage::Over).collect();
    Race { line, close }
}

/// Shows the territories that everyone holds, most first, a line for each seat that holds any. Those who have resigned still hold
/// theirs.
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
            (race(&state, &testing::names(6)), share(&state, &testing::names(6)).len())
        };
        let (shown, lines) = hold(1, 0..4);
        assert_eq!(lines, 1, "those who hold something");
        assert_eq!(shown.line, "Territories (5 win): Ann 4 · Ben 0 · Cleo 0 · Dan 0 · Eve 0 · Finn 0");
        assert_eq!(shown.close, ["🔥 Ann needs one more territory."]);
        let told = share(&State::begin(&Setup { players: 6 }).unwrap(), &testing::names(6));
        assert!(told.is_empty(), "nobody holds anything yet");
        let (shown, lines) = hold(2, 4..8);
        assert_eq!(lines, 2, "those who hold something");
        assert_eq!(shown.close, ["🔥 Ann and Ben need one more territory each."]);
        assert_eq!(
            hold(2, 8..9).0.close,
            [
                "🔥 Ben holds five territories. If that lasts until their next turn, they win.",
                "🔥 Ann needs one more territory."
            ]
        );
    }
}
