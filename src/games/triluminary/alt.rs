//! The picture in words and in plain text, for those who do not see it.

use super::state::{Phase, Pyramid, State, Winner};
use super::words;
use crate::games::{Frame, Names, Seat};
use crate::grid::Hex;

/// The alt text of the picture of a state.
pub(super) fn text(state: &State, frame: &Frame<'_>) -> String {
    let turn = frame.names.get(state.turn);
    let mut text = match state.phase {
        Phase::Push => format!("Triluminary, {turn}’s turn."),
        Phase::Capture => format!("Triluminary, {turn} picks a capture."),
        Phase::Place { seat, size } => {
            format!("Triluminary, {} places a {} influence pyramid.", frame.names.get(seat), size.word())
        }
        Phase::Over(Winner::Seat(seat)) => {
            format!("Triluminary, the end: {} has won.", frame.names.get(seat))
        }
        Phase::Over(Winner::Draw) => "Triluminary, the end: a draw.".to_owned(),
    };
    let list = |wanted: &dyn Fn(Pyramid) -> Option<String>| {
        let list: Vec<String> =
            state.pyramids().filter_map(|(hex, p)| Some(format!("{} {hex}", wanted(p)?))).collect();
        if list.is_empty() { "none".to_owned() } else { list.join(", ") }
    };
    text += &format!(
        " Influence pyramids: {}.",
        list(&|pyramid| match pyramid {
            Pyramid::Influence(size) => Some(size.word().to_owned()),
            Pyramid::Piece(_) => None,
        })
    );
    for seat in Seat::all(State::SEATS) {
        let pieces = list(&|pyramid| {
            let piece = pyramid.piece().filter(|piece| piece.seat == seat)?;
            Some(format!("{} pointing {} on", piece.size.word(), piece.points))
        });
        let name = frame.names.get(seat);
        text += &format!(
            " {name}: {pieces}; off the board {}; captured {}.",
            state.supply(seat),
            state.captured(seat)
        );
    }
    for chain in state.chains(State::CHAIN) {
        text += &format!(" {}.", words::capture(&chain, frame.names).replace("captures", "can capture"));
    }
    text
}

/// The board with the columns side by side: each space with its name and what stands there.
pub(super) fn diagram(state: &State, names: &Names) -> String {
    let mut text = String::new();
    for height in (-6..=6i8).rev() {
        let mut line = String::new();
        for column in 0..7u8 {
            let here = Hex::all().find(|hex| hex.column() == column && hex.height() == height);
            let label = here.map_or(String::new(), |hex| {
                let pyramid = state.pyramid(hex);
                format!("{hex} {}", pyramid.map_or(".".to_owned(), |pyramid| pyramid.to_string()))
            });
            line += &format!("{label:<10}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text += "*S influence pyramid, 1M^NE seat 1’s medium piece pointing NE\n";
    let to_act = state.to_act();
    for seat in Seat::all(State::SEATS) {
        let asked = to_act.iter().find(|decision| decision.seat == seat);
        let asked = asked.map_or(String::new(), |decision| format!(" (to act: {})", decision.key));
        text += &format!(
            "{seat} {}: off the board {}; captured {}{asked}\n",
            names.get(seat),
            state.supply(seat),
            state.captured(seat)
        );
    }
    text += &format!("influence pyramids left: {}\n", state.influence());
    text
}
