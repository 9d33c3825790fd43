//! The picture in words and in plain text, for those who do not see it.

use super::spaces::{Spaces, Symbol, board};
use super::state::{Last, Move, Phase, State};
use crate::games::{Frame, Names, Seat};
use crate::grid::Cell;

/// The alt text of the picture of a state.
pub(super) fn text(state: &State, frame: &Frame<'_>) -> String {
    let turn = frame.names.get(state.turn);
    let mut text = match (state.phase, state.points) {
        (Phase::Over, _) => format!("Trice, the end: {turn} has won."),
        (Phase::Turn, Some(1)) => format!("Trice, {turn}’s turn with 1 point left."),
        (Phase::Turn, Some(points)) => format!("Trice, {turn}’s turn with {points} points left."),
        _ => format!("Trice, {turn}’s turn, before the roll."),
    };
    if let Some(last) = &state.last {
        text += &format!(" {}", last_turn(last, frame));
    }
    for seat in Seat::all(State::SEATS) {
        let own = state.pieces().filter(|(_, piece)| piece.seat == seat);
        let pieces: Vec<String> =
            own.map(|(cell, piece)| format!("{} {}", piece.size.word(), board().name(cell))).collect();
        let pieces = if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(", ") };
        let name = frame.names.get(seat);
        text += &format!(" {name} has {pieces} on the board and {} off it.", state.supply(seat));
    }
    text
}

/// Returns what happened in a turn in a sentence.
fn last_turn(last: &Last, frame: &Frame<'_>) -> String {
    let name = |cell: Cell| board().name(cell);
    let moved = |moved: &Move| match moved.from {
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

/// What is drawn on a space, in three characters.
fn sign(cell: Cell) -> String {
    if let Some(seat) = Spaces::eye_of(cell) {
        return format!("eye{seat}");
    }
    if Spaces::PEACE.contains(cell) {
        return "pax".to_owned();
    }
    let letters: String = Symbol::on(cell)
        .map(|symbol| match symbol {
            Symbol::Sun => 'o',
            Symbol::Moon => ')',
            Symbol::Star => '*',
        })
        .collect();
    letters
}

/// The board in rows: each space with its name, what is drawn there, and who stands there.
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
            (true, Phase::Roll, _) => " (to roll)".to_owned(),
            (true, Phase::Turn, Some(points)) => format!(" (to play, points left: {points})"),
            (true, Phase::Over, _) => " (winner)".to_owned(),
            _ => String::new(),
        };
        text += &format!("{seat} {}: off the board {}{turn}\n", names.get(seat), state.supply(seat));
    }
    text
}
