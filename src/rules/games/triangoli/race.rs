//! How far both players have come: the cylinders that they would keep, and the sectors that they hold.

use super::hexagon::hexagon;
use super::state::{Stage, State};
use crate::games::phrase::{counted, several};
use crate::games::{Names, Race, Seat};

/// The number of empty triangles from which the end is close.
const FEW_EMPTY: usize = 3;

/// Returns what both players would keep if the match ended now, and whether the end is close.
pub(super) fn race(state: &State, names: &Names) -> Race {
    let score = state.score();
    let one = |i: usize| {
        let (sectors, cylinders) =
            (counted(score.sectors[i], "sector"), counted(score.cylinders[i], "cylinder"));
        format!("{} {sectors}, {cylinders}", names.get(Seat::at(i)))
    };
    let line = format!("If it ended now: {} · {}", one(0), one(1));
    let empty = hexagon().board.cells().filter(|cell| state.is_empty(*cell)).count();
    let is_close = state.phase == Stage::Turn && (1..=FEW_EMPTY).contains(&empty);
    let leads = match score.winner() {
        Some(seat) => format!("{} leads.", names.get(seat)),
        None => "It is a draw so far.".to_owned(),
    };
    let left = if empty == 1 {
        "Only one triangle is".to_owned()
    } else {
        format!("Only {} are", several(empty, "triangle"))
    };
    let close = is_close.then(|| format!("🔥 {left} empty, and the match ends when none is. {leads}"));
    Race { line, close: close.into_iter().collect() }
}

/// Shows the sectors and the cylinders of both players.
pub(super) fn share(state: &State, names: &Names) -> Vec<String> {
    let score = state.score();
    let one = |i: usize| {
        let cylinders = counted(score.cylinders[i], "cylinder");
        let sectors = ["🔵", "🟠"][i].repeat(usize::from(score.sectors[i]));
        let sectors = if sectors.is_empty() { "▫️".to_owned() } else { sectors };
        format!("{sectors} {}, with {cylinders}", names.get(Seat::at(i)))
    };
    vec![one(0), one(1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn what_both_would_keep_is_shown_and_the_end_is_announced() {
        let mut state = State::begin();
        state.phase = Stage::Turn;
        let first = hexagon().sectors[0][0];
        state.cylinders[first.index()] = [2, 1];
        let shown = race(&state, &testing::names(2));
        assert_eq!(shown.line, "If it ended now: Ann 1 sector, 2 cylinders · Ben 0 sectors, 0 cylinders");
        assert!(shown.close.is_empty());
        let told = share(&state, &testing::names(2));
        assert_eq!(told, ["🔵 Ann, with 2 cylinders", "▫️ Ben, with 0 cylinders"]);
        // `first` is one of the first two triangles, so one triangle stays empty.
        for cell in hexagon().board.cells().skip(2) {
            state.cylinders[cell.index()] = [1, 0];
        }
        let close = race(&state, &testing::names(2)).close;
        assert_eq!(close, ["🔥 Only one triangle is empty, and the match ends when none is. Ann leads."]);
    }
}
