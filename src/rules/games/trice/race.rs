//! How far everyone has come: the spaces held of each symbol.

use super::spaces::Symbol;
use super::state::{Stage, State};
use crate::games::phrase::one_of;
use crate::games::{Names, Race, Seat};

/// Returns what everyone still playing holds of each symbol, and who is about to win.
pub(super) fn race(state: &State, names: &Names) -> Race {
    let held = |seat: Seat, symbol: Symbol| symbol.spaces().and(state.held(seat)).len();
    let seats: Vec<Seat> = Seat::all(State::SEATS)
        .zip(state.resigned)
        .filter(|(_, resigned)| !resigned)
        .map(|(seat, _)| seat)
        .collect();
    let one = |seat: &Seat| {
        let counts = Symbol::ALL.map(|symbol| (held(*seat, symbol), symbol));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> =
            counts.map(|(count, symbol)| format!("{} {count}", symbol.mark())).collect();
        let counts = if counts.is_empty() { "–".to_owned() } else { counts.join(" ") };
        format!("{} {counts}", names.get(*seat))
    };
    let line =
        format!("Of {}: {}", Symbol::SPACE_COUNT, seats.iter().map(one).collect::<Vec<_>>().join(" · "));
    let is_close = |seat: &Seat| {
        let missing =
            Symbol::ALL.into_iter().filter(|symbol| held(*seat, *symbol) == Symbol::SPACE_COUNT - 1);
        let missing: Vec<String> = missing.map(|symbol| format!("one more {}", symbol.word())).collect();
        (!missing.is_empty())
            .then(|| format!("🔥 {} needs only {} to win.", names.get(*seat), one_of(&missing)))
    };
    let close = seats.iter().filter(|_| state.phase() != Stage::Over).filter_map(is_close).collect();
    Race { line, close }
}

/// Shows the spaces that everyone holds of each symbol, of five, a line for each seat.
pub(super) fn share(state: &State, names: &Names) -> Vec<String> {
    let one = |seat: Seat| {
        let held = |symbol: Symbol| symbol.spaces().and(state.held(seat)).len();
        let marks: String = Symbol::ALL.map(|symbol| symbol.mark().repeat(held(symbol))).concat();
        let marks = if marks.is_empty() { "▫️".to_owned() } else { marks };
        format!("{marks} {}", names.get(seat))
    };
    Seat::all(State::SEATS).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::setup::Setup;
    use super::super::spaces::Piece;
    use super::*;
    use crate::games::{Size, testing};

    #[test]
    fn spaces_of_each_symbol_are_counted_and_four_are_nearly_all() {
        let setup = Setup { first: Some(1), ..Setup::default() };
        let mut state = State::begin(&setup, &mut testing::draws(1)).unwrap().0;
        let (ann, ben) = (Seat::new(1), Seat::new(2));
        for (space, seat) in [(4, ann), (5, ann), (11, ann), (12, ann), (8, ben)] {
            state.spaces[space] = Some(Piece { seat, size: Size::Small });
        }
        let shown = race(&state, &testing::names(3));
        assert_eq!(shown.line, "Of 5: Ann ☀️ 4 🌙 1 ⭐ 1 · Ben ⭐ 1 · Cleo –");
        assert_eq!(shown.close, ["🔥 Ann needs only one more sun to win."]);
        assert_eq!(share(&state, &testing::names(3)), ["☀️☀️☀️☀️🌙⭐ Ann", "⭐ Ben", "▫️ Cleo"]);
        // Nobody who has resigned can win.
        state.resigned[0] = true;
        let shown = race(&state, &testing::names(3));
        assert_eq!((shown.line.as_str(), shown.close.len()), ("Of 5: Ben ⭐ 1 · Cleo –", 0));
    }
}
