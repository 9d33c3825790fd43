//! The picture in words and in plain text, for people who do not see it.

use super::spaces::{Spaces, Symbol, board};
use super::state::{LastTurn, Movement, Stage, State};
use crate::games::phrase::{counted, list_or};
use crate::games::{Frame, Names, Seat};
use crate::grid::Cell;

/// Returns the alt text of the picture of a state.
pub(super) fn text(state: &State, frame: &Frame<'_>) -> String {
    let turn = frame.names.get(state.turn);
    let mut text = match (state.phase, state.points) {
        (Stage::Over, _) => format!("Trice, the end: {turn} has won."),
        (Stage::Turn, Some(left)) => format!("Trice, {turn}’s turn with {} left.", counted(left, "point")),
        _ => format!("Trice, {turn}’s turn, before the roll."),
    };
    if let Some(last) = &state.last {
        text += &format!(" {}", last_turn(last, frame));
    }
    for seat in Seat::all(State::SEATS) {
        let own = state.pieces().filter(|(_, piece)| piece.seat == seat);
        let pieces: Vec<String> =
            own.map(|(cell, piece)| format!("{} {}", piece.size.word(), board().name(cell))).collect();
        let pieces = list_or(&pieces, "nothing");
        let name = frame.names.get(seat);
        text += &format!(" {name} has {pieces} on the board and {} off it.", state.supply(seat));
    }
    text
}

/// Describes a turn in a sentence.
fn last_turn(last: &LastTurn, frame: &Frame<'_>) -> String {
    let name = |cell: Cell| board().name(cell);
    let moved = |moved: &Movement| match moved.from {
        Some(from) => format!("{} {} to {}", moved.size.word(), name(from), name(moved.to)),
        None => format!("{} comes in on {}", moved.size.word(), name(moved.to)),
    };
    let mut parts: Vec<String> = last.moves.iter().map(moved).collect();
    let removed = last.removed.iter().map(|(at, piece)| {
        format!("{}’s {} on {} leaves the board", frame.names.get(piece.seat), piece.size.word(), name(*at))
    });
    parts.extend(removed);
    format!("{}’s turn: {}.", frame.names.get(last.seat), parts.join(", "))
}

/// Returns what is drawn on a space, in three characters.
fn sign(cell: Cell) -> String {
    if let Some(seat) = Spaces::eye_of(cell) {
        return format!("eye{seat}");
    }
    if Spaces::PEACE.contains(cell) {
        return "pax".to_owned();
    }
    Symbol::on(cell)
        .map(|symbol| match symbol {
            Symbol::Sun => 'o',
            Symbol::Moon => ')',
            Symbol::Star => '*',
        })
        .collect()
}

/// Returns the board in rows: each space with its name, what is drawn there, and the piece on it.
pub(super) fn diagram(state: &State, names: &Names) -> String {
    const WIDTH: usize = 10;
    let mut text = String::new();
    for row in 0..4 {
        let indent = " ".repeat((3 - row) * WIDTH);
        for line in 0..2 {
            text += &indent;
            for cell in board().row(row) {
                let label = if line == 0 {
                    format!("{} {}", board().name(cell), sign(cell))
                } else {
                    let piece = state.piece(cell);
                    piece.map_or("  .".to_owned(), |piece| format!(" [{}{}]", piece.seat, piece.size))
                };
                text += &format!("{label:<WIDTH$}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    text += "o sun  ) moon  * star  pax Peace Space  eyeN where seat N comes in\n";
    for seat in Seat::all(State::SEATS) {
        let turn = match (seat == state.turn, state.phase, state.points) {
            (true, Stage::Roll, _) => " (to roll)".to_owned(),
            (true, Stage::Turn, Some(points)) => format!(" (to play, points left: {points})"),
            (true, Stage::Over, _) => " (winner)".to_owned(),
            _ => String::new(),
        };
        text += &format!("{seat} {}: off the board {}{turn}\n", names.get(seat), state.supply(seat));
    }
    text
}
