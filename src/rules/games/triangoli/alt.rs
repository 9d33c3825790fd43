//! The board in words and in plain text.

use super::action::Action;
use super::hexagon::hexagon;
use super::state::{Score, Stage, State};
use crate::games::phrase::{counted, list_or};
use crate::games::{Names, Seat};

/// Describes in a few words whom the match is waiting for, and for what.
pub(super) fn waiting(state: &State, name: impl Fn(Seat) -> String) -> String {
    match (state.asked(), state.phase) {
        (Some(seat), Stage::Start) => format!("{} puts the pawn down", name(seat)),
        (Some(seat), _) => format!("{} to move", name(seat)),
        (None, _) => {
            state.score().winner().map_or("A draw".to_owned(), |seat| format!("{} has won", name(seat)))
        }
    }
}

/// Returns the alt text of the picture of a state.
pub(super) fn text(state: &State, names: &Names) -> String {
    let mut text = format!("Triangoli, {}.", waiting(state, |seat| names.get(seat).into_owned()));
    if let Some((seat, action)) = state.last {
        text += &format!(" {}", last_action(seat, action, names));
    }
    let score = state.score();
    let keeps = if state.phase == Stage::Over { "keeps" } else { "would keep" };
    let board = &hexagon().board;
    for (i, seat) in Seat::all(2).enumerate() {
        let pawn = state.pawns[i]
            .map_or("not on the board".to_owned(), |at| format!("on {}", hexagon().corners.name(at)));
        let cells: Vec<String> = board
            .cells()
            .filter(|&cell| state.cylinders(cell)[i] > 0)
            .map(|cell| format!("{} in {}", state.cylinders(cell)[i], board.name(cell)))
            .collect();
        let cells = list_or(&cells, "none");
        text += &format!(
            " {} (seat {seat}): pawn {pawn}, reserve {}, {keeps} {}, sectors {}, cylinders {cells}.",
            names.get(seat),
            state.reserve[i],
            score.cylinders[i],
            score.sectors[i]
        );
    }
    text + &format!(" Sectors: {}.", sectors(&score).join(", "))
}

/// Returns the cylinders of both players in each sector.
fn sectors(score: &Score) -> Vec<String> {
    let sectors = (1..).zip(score.by_sector);
    sectors
        .map(|(number, sector)| format!("{number} {}:{}", sector.cylinders[0], sector.cylinders[1]))
        .collect()
}

/// Describes the last action in a sentence.
fn last_action(seat: Seat, action: Action, names: &Names) -> String {
    let (corners, board, who) = (&hexagon().corners, &hexagon().board, names.get(seat));
    let turn = match action {
        Action::Start(at) => return format!("{who} has put the pawn on {}.", corners.name(at)),
        Action::Turn(turn) => turn,
    };
    let mut text = format!(
        "{who} has moved from {} to {} and filled {}",
        corners.name(turn.from),
        corners.name(turn.to),
        board.name(turn.fill)
    );
    let exchanged: Vec<String> = turn
        .exchange
        .parts()
        .iter()
        .map(|(cell, count)| format!("{count} in {}", board.name(*cell)))
        .collect();
    if !exchanged.is_empty() {
        text += &format!("; exchanged {}", exchanged.join(", "));
    }
    text + "."
}

/// Returns the board for terminals: intersections, with pawns as `(1)`, and triangles as the cylinders of both players.
pub(super) fn diagram(state: &State, names: &Names) -> String {
    let mut text = String::new();
    for row in 0..hexagon().corners.rows() {
        text += &(intersections(state, row) + "\n");
        // There is one row of triangles less.
        if row < hexagon().board.rows() {
            text += &triangles(state, row);
        }
    }
    let score = state.score();
    for (i, seat) in Seat::all(2).enumerate() {
        text += &format!(
            "{seat} {}: reserve {}, {} in {}\n",
            names.get(seat),
            state.reserve[i],
            score.cylinders[i],
            counted(score.sectors[i], "sector")
        );
    }
    text += &format!("sectors (1 = top, clockwise): {}\n", sectors(&score).join("  "));
    text + &waiting(state, |seat| names.get(seat).into_owned()) + "\n"
}

/// Returns a row of intersections with their names and the pawns.
fn intersections(state: &State, row: usize) -> String {
    let corners = &hexagon().corners;
    let mut line = String::new();
    for corner in corners.row(row) {
        let pawn = (0..2).find(|&i| state.pawns[i] == Some(corner));
        let name = corners.name(corner);
        let label = pawn.map_or(format!("{name}"), |i| format!("{name}({})", i + 1));
        write_centred(&mut line, corners.point(corner).x, &label);
    }
    line
}

/// Returns two lines for a row of triangles: their names, and the cylinders in them.
fn triangles(state: &State, row: usize) -> String {
    let board = &hexagon().board;
    let (mut names, mut cylinders) = (String::new(), String::new());
    for cell in board.row(row) {
        let [first, second] = state.cylinders(cell);
        let label = if state.is_empty(cell) { ".".to_owned() } else { format!("{first}:{second}") };
        write_centred(&mut names, board.x(cell), &board.name(cell).to_string());
        write_centred(&mut cylinders, board.x(cell), &label);
    }
    format!("{names}\n{cylinders}\n")
}

/// Writes a label into a line, with its middle at a distance from the axis of the board in half sides.
fn write_centred(line: &mut String, x: i16, label: &str) {
    // The width of half a side in characters, and half the width of the board in half sides.
    const HALF_SIDE: usize = 7;
    const LEFT_EDGE: i16 = 5;
    let middle = usize::from((x + LEFT_EDGE).unsigned_abs()) * HALF_SIDE;
    let column = middle.saturating_sub(label.len() / 2);
    while line.len() < column {
        line.push(' ');
    }
    *line += label;
}
