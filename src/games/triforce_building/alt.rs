//! The picture in words and in plain text, for those who do not see it.

use super::state::{Phase, State};
use crate::games::{View, Viewer};
use crate::grid::Cell;

/// The alt text of the picture of a state: nothing that the picture does not show.
pub(super) fn text(state: &State, view: &View<'_>) -> String {
    let when = match state.phase {
        Phase::Round => format!("round {} of {}", state.round, state.rounds),
        Phase::Vote => "the vote".to_owned(),
        Phase::Over => "the end".to_owned(),
    };
    let mut text = format!("Triforce Building, {when}, board {}.", state.board.shape());
    if matches!(view.viewer, Viewer::Host | Viewer::Afterwards) {
        let places: Vec<String> = state
            .seated()
            .filter_map(|(seat, player)| {
                let powered = if player.powered { " (powered)" } else { "" };
                Some(format!("{} {}{powered}", view.names.get(seat), state.board.name(player.cell?)))
            })
            .collect();
        text += &format!(" On the board: {}.", places.join(", "));
    } else if state.round == 1 && state.phase == Phase::Round {
        let mut places: Vec<String> = state
            .players
            .iter()
            .filter_map(|player| Some(format!("{} {}", player.letter, state.board.name(player.cell?))))
            .collect();
        places.sort_unstable();
        text += &format!(" Letters: {}.", places.join(", "));
    } else {
        let powered = |cell: Cell| state.players.iter().any(|p| p.cell == Some(cell) && p.powered);
        let occupied = |cell: &Cell| state.players.iter().any(|p| p.cell == Some(*cell));
        let list = |want: bool| {
            let cells = state.board.cells().filter(occupied).filter(|&cell| powered(cell) == want);
            let names: Vec<String> = cells.map(|cell| state.board.name(cell).to_string()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        text +=
            &format!(" Yellow cells, with a powered player: {}. Blue cells: {}.", list(true), list(false));
    }
    for made in state.made_last() {
        let [a, b, c] = made.cells;
        text += &format!(" Triforce made on {a}, {b} and {c} by {}.", view.names.list(&made.seats));
    }
    if let Viewer::Seat(seat) = view.viewer
        && let Some(cell) = state.player(seat).and_then(|player| player.cell)
    {
        text += &format!(" You are on {}.", state.board.name(cell));
    }
    if let Some(ec) = state.ec {
        text += &format!(" Elimination candidate: {}.", view.names.get(ec));
    }
    text
}

/// The board in rows of characters: `*` a powered player, `o` a player, `^` and `v` empty cells; letters in
/// round 1.
pub(super) fn diagram(state: &State) -> String {
    let board = &state.board;
    let widest = (0..board.rows()).map(|row| board.row(row).len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..board.rows() {
        let cells = board.row(row);
        text += &format!("{:>3} {}", row + 1, "  ".repeat((widest - cells.len()) / 2));
        for cell in cells {
            let here = || state.players.iter().filter(|player| player.cell == Some(cell));
            let sign = match here().next() {
                Some(player) if state.round == 1 && state.phase == Phase::Round => player.letter,
                Some(_) if here().any(|player| player.powered) => '*',
                Some(_) => 'o',
                None if board.is_up(cell) => '^',
                None => 'v',
            };
            text.push(' ');
            text.push(sign);
        }
        text.push('\n');
    }
    text
}
