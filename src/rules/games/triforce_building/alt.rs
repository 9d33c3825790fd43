//! A match in words and in plain text: the alt text of the picture, the board for terminals, and lines to share.

use super::observation::{Seen, Walked};
use super::state::Stage;
use crate::games::Frame;
use crate::games::phrase::{list_or, number_word, sentence};
use crate::grid::Cell;

/// Returns the alt text of a picture, which says nothing that the picture does not show.
pub(super) fn text(seen: &Seen, frame: &Frame<'_>) -> String {
    let when = match seen.phase {
        Stage::Round => format!("round {} of {}", seen.round, seen.rounds),
        Stage::Vote => "the vote".to_owned(),
        Stage::Over => "the end".to_owned(),
    };
    let name = |cell: Cell| seen.board.name(cell);
    let mut text = format!("Triforce Building, {when}, board {}.", seen.board.shape());
    if seen.viewer.sees_all() {
        let places: Vec<String> = seen
            .seated()
            .filter_map(|(seat, player)| {
                let powered = if player.powered { " (powered)" } else { "" };
                let letter = player.letter;
                Some(format!("{} ({letter}) {}{powered}", frame.names.get(seat), name(player.cell?)))
            })
            .collect();
        text += &format!(" On the board: {}.", places.join(", "));
    } else if seen.shows_letters() {
        let places: Vec<String> =
            seen.letters.iter().map(|(letter, cell)| format!("{letter} {}", name(*cell))).collect();
        text += &format!(" Letters: {}.", places.join(", "));
    } else {
        let list = |wanted: bool| {
            let cells = seen.occupied.iter().filter(|(_, powered)| *powered == wanted);
            list_or(&cells.map(|(cell, _)| name(*cell).to_string()).collect::<Vec<_>>(), "none")
        };
        text +=
            &format!(" Yellow cells, with a powered player: {}. Blue cells: {}.", list(true), list(false));
    }
    for made in seen.made_last() {
        let [a, b, c] = made.cells;
        text += &format!(
            " Triforce made on {a}, {b} and {c} by {}, who have left the board.",
            frame.names.list(&made.seats)
        );
    }
    if let Some(cell) = seen.own_cell() {
        text += &format!(" You are on {}.", name(cell));
    }
    if let Some(ec) = seen.ec {
        text += &format!(" Elimination candidate: {}.", frame.names.get(ec));
    }
    let walks: Vec<String> = seen
        .walks()
        .iter()
        .filter_map(|Walked { player, way }| {
            let (from, to) = (name(*way.first()?), name(*way.last()?));
            let who = player.map_or(String::new(), |(_, letter)| format!("{letter} "));
            Some(format!("{who}{from} to {to}"))
        })
        .collect();
    if !walks.is_empty() {
        text += &format!(" Walked in the last round: {}.", walks.join(", "));
    }
    text
}

/// Draws the board in rows of characters: `*` for a powered player, `o` for a player, `^` and `v` for empty cells, and
/// letters in round 1.
pub(super) fn diagram(seen: &Seen) -> String {
    let board = &seen.board;
    let widest = (0..board.rows()).map(|row| board.row(row).len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..board.rows() {
        let cells = board.row(row);
        text += &format!("{:>3} {}", row + 1, "  ".repeat((widest - cells.len()) / 2));
        for cell in cells {
            let letter = seen.letters.iter().find(|(_, at)| *at == cell);
            let sign = match (letter, seen.occupied.iter().find(|(at, _)| *at == cell)) {
                (Some((letter, _)), _) => *letter,
                (None, Some((_, true))) => '*',
                (None, Some((_, false))) => 'o',
                (None, None) if board.is_up(cell) => '^',
                (None, None) => 'v',
            };
            text.push(' ');
            text.push(sign);
        }
        text.push('\n');
    }
    text
}

/// Sums up what everyone sees: a mark for each round that is over, and what they came to.
pub(super) fn share(seen: &Seen) -> Vec<String> {
    let mark = |round: u8| match seen.triforces.iter().filter(|made| made.round == round).count() {
        0 => "▫️".to_owned(),
        count => "🔺".repeat(count),
    };
    let rounds: String = (1..=seen.resolved_round().unwrap_or(0)).map(mark).collect();
    let count = |count: usize| sentence(&number_word(count));
    let are = |count: usize| if count == 1 { "is" } else { "are" };
    let safe = seen.known.iter().filter(|known| known.removed_in.is_some()).count();
    let out = usize::from(seen.ec.is_some());
    let counts = match (seen.phase, safe) {
        (Stage::Over, 0) => "Nobody got off the board.".to_owned(),
        (_, 0) => format!("{} {} on the board.", count(seen.left), are(seen.left)),
        (Stage::Over, _) => {
            let left = seen.known.len() - safe - out;
            let left =
                if left > 0 { format!(" {} never left the board.", count(left)) } else { String::new() };
            format!("{} got off the board.{left}", count(safe))
        }
        _ => {
            let (left, still) = (number_word(seen.left), are(seen.left));
            format!("{} are safe, and {left} {still} still on the board.", count(safe))
        }
    };
    [rounds, counts].into_iter().filter(|line| !line.is_empty()).collect()
}
