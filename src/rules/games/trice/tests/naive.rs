//! A second implementation of the rules, as plain as possible, to check the engine against.

use std::collections::BTreeMap;

use super::super::State;
use super::super::spaces::board;

/// A match as text: spaces by name, pieces as `1M`.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "as plain as can be")]
pub(super) struct Naive {
    pub(super) board: BTreeMap<String, String>,
    pub(super) supply: BTreeMap<String, u8>,
    pub(super) rolled: bool,
    pub(super) points: u8,
    pub(super) turn: u8,
    pub(super) free_used: bool,
    pub(super) nuked: bool,
    pub(super) moved: bool,
    pub(super) winner: Option<u8>,
}

const SYMBOLS: [[&str; 5]; 3] = [
    ["2-1", "2-3", "3-2", "3-4", "3-3"],
    ["3-5", "4-5", "3-4", "4-4", "3-3"],
    ["3-1", "4-3", "3-2", "4-4", "3-3"],
];

fn adjacent(a: &str, b: &str) -> bool {
    let place = |name: &str| -> (i32, i32) {
        let (row, number) = name.split_once('-').unwrap();
        (row.parse().unwrap(), number.parse().unwrap())
    };
    let ((row_a, a), (row_b, b)) = (place(a), place(b));
    // Odd numbers point up, and their base is the top edge of an even number in the next row.
    row_a == row_b && (a - b).abs() == 1
        || row_b == row_a + 1 && a % 2 == 1 && b == a + 1
        || row_a == row_b + 1 && b % 2 == 1 && a == b + 1
}

fn cost(size: char) -> u8 {
    match size {
        'S' => 1,
        'M' => 2,
        _ => 3,
    }
}

impl Naive {
    /// Returns the same position, at the start of a turn or after its roll.
    pub(super) fn at(state: &State) -> Self {
        let mut naive = Self {
            board: BTreeMap::new(),
            supply: BTreeMap::new(),
            rolled: state.points().is_some(),
            points: state.points().unwrap_or(0),
            turn: state.turn().number(),
            free_used: false,
            nuked: false,
            moved: false,
            winner: None,
        };
        for seat in 1..=3 {
            for size in ["S", "M", "L"] {
                naive.supply.insert(format!("{seat}{size}"), 5);
            }
        }
        for (cell, piece) in state.pieces() {
            let piece = format!("{}{}", piece.seat, piece.size);
            *naive.supply.get_mut(&piece).unwrap() -= 1;
            naive.board.insert(board().name(cell).to_string(), piece);
        }
        naive
    }

    /// Returns whether the player whose turn it is has a piece on a space.
    fn mine(&self, space: &str) -> bool {
        self.board.get(space).is_some_and(|piece| piece.starts_with(&self.turn.to_string()))
    }

    /// Returns the number of Bi-Spaces that this player holds.
    fn bi(&self) -> usize {
        ["3-2", "3-4", "4-4"].iter().filter(|space| self.mine(space)).count()
    }

    /// Returns a piece to its owner.
    fn remove(&mut self, space: &str) {
        let piece = self.board.remove(space).unwrap();
        *self.supply.get_mut(&piece).unwrap() += 1;
    }

    /// Returns the position after these spaces are cleared, or `None` if the rules do not allow it.
    fn nuke(&self, spaces: Vec<&str>) -> Option<Self> {
        let mut next = self.clone();
        let most = [1, 2, 3, 3][self.bi()];
        if self.moved || self.nuked || !self.mine("3-3") || spaces.len() > most {
            return None;
        }
        for space in spaces {
            if ["2-2", "4-6", "4-2"].contains(&space) || !next.board.contains_key(space) {
                return None;
            }
            next.remove(space);
        }
        next.nuked = true;
        Some(next)
    }

    /// Returns whether the player may enter a space, whatever piece another player has there.
    fn may_enter(&self, to: &str) -> bool {
        let pieces = self.board.keys().filter(|space| self.mine(space)).count();
        let is_bi = ["3-2", "3-4", "4-4"].contains(&to);
        !self.mine(to) && (!is_bi || pieces >= 4) && (to != "3-3" || self.bi() >= 2)
    }

    /// Puts a piece from the supply onto a space, or `None` if a larger one is there.
    fn enter(&mut self, piece: &str, to: &str) -> Option<()> {
        let mut entering = Some(piece.to_owned());
        if let Some(other) = self.board.get(to) {
            let (own, other) = (cost(piece.chars().nth(1)?), cost(other.chars().nth(1)?));
            if own < other {
                return None;
            }
            self.remove(to);
            if own == other {
                let smaller = ["M", "S"].iter().filter(|s| cost(s.chars().next().unwrap()) < own);
                let smaller = smaller.map(|s| format!("{}{s}", self.turn));
                entering = smaller.into_iter().find(|smaller| self.supply[smaller] > 0);
            }
        }
        if let Some(piece) = entering {
            *self.supply.get_mut(&piece).unwrap() -= 1;
            self.board.insert(to.to_owned(), piece);
        }
        Some(())
    }

    /// Returns the position after an action, or `None` if the rules do not allow it.
    pub(super) fn play(&self, action: &str, roll: u8) -> Option<Self> {
        if self.winner.is_some() {
            return None;
        }
        let mut next = self.clone();
        if action == "roll" {
            next.points = roll;
            next.rolled = true;
            return (!self.rolled).then_some(next);
        }
        if action == "end" {
            let turn = if self.turn == 3 { 1 } else { self.turn + 1 };
            let after =
                Self { turn, rolled: false, points: 0, free_used: false, nuked: false, moved: false, ..next };
            return self.rolled.then_some(after);
        }
        if let Some(spaces) = action.strip_prefix("nuke ") {
            return self.nuke(spaces.split(' ').collect());
        }
        if !self.rolled {
            return None;
        }
        next.moved = true;
        let eye = ["1-1", "4-7", "4-1"][usize::from(self.turn) - 1];
        let (size, price, to) = if let Some(size) = action.strip_prefix("free ") {
            next.free_used = true;
            (size, 0, eye)
        } else if let Some(size) = action.strip_prefix('+') {
            (size, cost(size.chars().next()?), eye)
        } else {
            let (from, to) = action.split_once('>')?;
            if !self.mine(from) || !adjacent(from, to) {
                return None;
            }
            // During the step, the piece is in the supply.
            next.remove(from);
            let size = &self.board[from][1..];
            (size, cost(size.chars().next()?), to)
        };
        let piece = format!("{}{size}", self.turn);
        let is_free_again = action.starts_with("free") && self.free_used;
        if is_free_again || next.supply[&piece] == 0 || price > self.points || !self.may_enter(to) {
            return None;
        }
        next.points -= price;
        next.enter(&piece, to)?;
        if SYMBOLS.iter().any(|spaces| spaces.iter().all(|space| next.mine(space))) {
            next.winner = Some(self.turn);
        }
        Some(next)
    }

    /// Returns everything that could be written, legal or not.
    pub(super) fn writings() -> Vec<String> {
        let mut texts: Vec<String> = ["roll", "end", "+S", "+M", "+L", "free S", "free M", "free L"]
            .into_iter()
            .map(String::from)
            .collect();
        let spaces: Vec<String> =
            (1..=4).flat_map(|row| (1..2 * row).map(move |n| format!("{row}-{n}"))).collect();
        for (i, a) in spaces.iter().enumerate() {
            texts.extend(spaces.iter().map(|b| format!("{a}>{b}")));
            texts.push(format!("nuke {a}"));
            for (j, b) in spaces.iter().enumerate().skip(i + 1) {
                texts.push(format!("nuke {a} {b}"));
                texts.extend(spaces[j + 1..].iter().map(|c| format!("nuke {a} {b} {c}")));
            }
        }
        texts.push("nuke 2-1 2-3 3-1 3-5".to_owned());
        texts
    }

    /// Returns the canonical state.
    pub(super) fn json(&self) -> serde_json::Value {
        let phase = match (self.winner, self.rolled) {
            (Some(_), _) => "over",
            (None, true) => "turn",
            (None, false) => "roll",
        };
        let supply = |seat: u8| {
            let count = |size| self.supply[&format!("{seat}{size}")];
            serde_json::json!({"S": count('S'), "M": count('M'), "L": count('L')})
        };
        serde_json::json!({
            "phase": phase,
            "to_act": if self.winner.is_some() { vec![] } else { vec![self.turn] },
            "points": self.rolled.then_some(self.points),
            "board": self.board,
            "supply": [supply(1), supply(2), supply(3)],
            "free_used": self.free_used,
            "nuked": self.nuked,
            "winner": self.winner,
        })
    }
}
