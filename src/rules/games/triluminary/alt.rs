//! The picture in words and in plain text, for people who do not see it.

use super::event::chain_words;
use super::state::{LastTurn, Pyramid, Stage, State, Winner};
use crate::games::phrase::list_or;
use crate::games::{Frame, Names, Seat};
use crate::grid::Hex;

/// Returns the alt text of the picture of a state.
pub(super) fn text(state: &State, frame: &Frame<'_>) -> String {
    let turn = frame.names.get(state.turn);
    let mut text = match state.phase {
        Stage::Push => format!("Triluminary, {turn}’s turn."),
        Stage::Capture => format!("Triluminary, {turn} picks a capture."),
        Stage::Place { seat, size } => {
            format!("Triluminary, {} places a {} influence pyramid.", frame.names.get(seat), size.word())
        }
        Stage::Over(Winner::Seat(seat)) => {
            format!("Triluminary, the end: {} has won.", frame.names.get(seat))
        }
        Stage::Over(Winner::Draw) => "Triluminary, the end: a draw.".to_owned(),
    };
    let list = |wanted: &dyn Fn(Pyramid) -> Option<String>| {
        let list = state.pyramids().filter_map(|(hex, p)| Some(format!("{} {hex}", wanted(p)?)));
        list_or(&list.collect::<Vec<_>>(), "none")
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
    for chain in state.chains(State::SHOWN_CHAIN_LENGTH) {
        let verb = if chain.pieces.len() < State::CHAIN_LENGTH { "points at" } else { "can capture" };
        text += &format!(" {}.", chain_words(&chain, verb, frame.names));
    }
    if let Some(last) = &state.last {
        text += &last_turn(last, frame);
    }
    text
}

/// Describes a turn in sentences that each begin with a space.
fn last_turn(last: &LastTurn, frame: &Frame<'_>) -> String {
    let mut text = String::new();
    let list = |parts: Vec<String>| parts.join(", ");
    if let Some((entry, way, at)) = last.push {
        text +=
            &format!(" Last turn: {} pushed in at {entry} going {way} to {at}", frame.names.get(last.seat));
        if !last.pushed.is_empty() {
            let moves = last.pushed.iter().map(|(from, to)| format!("{from} to {to}")).collect();
            text += &format!(" and pushed {}", list(moves));
        }
        text += ".";
    }
    if let Some(at) = last.turned {
        text += &format!(" The piece on {at} was turned.");
    }
    for (edge, piece) in &last.off {
        text += &format!(
            " {}’s {} piece left the board over {edge}.",
            frame.names.get(piece.seat),
            piece.size.word()
        );
    }
    for chain in &last.chains {
        text += &format!(" {}; its pieces left the board.", chain_words(chain, "captured", frame.names));
    }
    if !last.placed.is_empty() {
        let spaces = last.placed.iter().map(Hex::to_string).collect();
        text += &format!(" Influence was placed on {}.", list(spaces));
    }
    text
}

/// Returns the board with its columns side by side: each space with its name and the pyramid on it.
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
    for seat in Seat::all(State::SEATS) {
        let is_asked = state.asked() == Some(seat);
        let asked = if is_asked { format!(" (to act: {})", state.phase.word()) } else { String::new() };
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
