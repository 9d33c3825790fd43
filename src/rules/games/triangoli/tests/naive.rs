//! A second implementation, on text and with its own geometry, to check the first one against.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::*;

/// A match as text.
#[derive(Clone)]
pub(super) struct Naive {
    phase: &'static str,
    turn: usize,
    pawns: [Option<String>; 2],
    cells: BTreeMap<String, [usize; 2]>,
    result: Option<([usize; 2], [usize; 2])>,
}

const ROWS: [i32; 5] = [3, 4, 5, 4, 3];

/// Returns the intersections with their positions on paper: half sides to the right of the centre, and rows below it.
fn corners() -> Vec<(String, (i32, i32))> {
    let row = |r: usize| {
        (0..ROWS[r]).map(move |i| {
            (format!("{}{}", ["a", "b", "c", "d", "e"][r], i + 1), (2 * i - ROWS[r] + 1, r as i32 - 2))
        })
    };
    (0..5).flat_map(row).collect()
}

/// Returns the triangles with their corners: any three intersections that are all neighbours of each other.
fn triangles() -> BTreeMap<String, Vec<String>> {
    let all = corners();
    let near = |a: (i32, i32), b: (i32, i32)| {
        [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)].contains(&(a.0 - b.0, a.1 - b.1))
    };
    let mut by_row: BTreeMap<i32, Vec<(i32, Vec<String>)>> = BTreeMap::new();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate().skip(i + 1) {
            for c in &all[j + 1..] {
                if near(a.1, b.1) && near(b.1, c.1) && near(a.1, c.1) {
                    let names = [a, b, c].map(|corner| corner.0.clone()).to_vec();
                    by_row.entry(a.1.1).or_default().push((a.1.0 + b.1.0 + c.1.0, names));
                }
            }
        }
    }
    let mut triangles = BTreeMap::new();
    for (row, mut line) in by_row {
        line.sort();
        for (i, (_, corners)) in line.into_iter().enumerate() {
            triangles.insert(format!("{}-{}", row + 3, i + 1), corners);
        }
    }
    triangles
}

fn sectors() -> [Vec<&'static str>; 6] {
    [
        "1-2 1-3 1-4 2-4",
        "1-5 2-5 2-6 2-7",
        "3-5 3-6 3-7 4-5",
        "3-4 4-2 4-3 4-4",
        "3-1 3-2 3-3 4-1",
        "1-1 2-1 2-2 2-3",
    ]
    .map(|names| names.split(' ').collect())
}

impl Naive {
    pub(super) fn new() -> Self {
        let cells = triangles().into_keys().map(|name| (name, [0, 0])).collect();
        Self { phase: "start", turn: 0, pawns: [None, None], cells, result: None }
    }

    pub(super) fn of(state: &State) -> Self {
        let mut naive = Self::new();
        naive.phase = "turn";
        naive.turn = state.turn as usize;
        naive.pawns = state.pawns.map(|pawn| Some(hexagon().corners.name(pawn.unwrap()).to_string()));
        for cell in hexagon().board.cells() {
            let counts = state.cylinders(cell).map(usize::from);
            naive.cells.insert(hexagon().board.name(cell).to_string(), counts);
        }
        naive
    }

    fn reserve(&self, side: usize) -> usize {
        18 - self.cells.values().map(|cell| cell[side]).sum::<usize>()
    }

    fn turns(&self, side: usize) -> Vec<String> {
        let other = 1 - side;
        let (all, triangles) = (corners(), triangles());
        let from = self.pawns[side].clone().unwrap();
        let start = all.iter().find(|corner| corner.0 == from).unwrap().1;
        let mut turns = Vec::new();
        for heading in [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let mut at = start;
            for steps in 1..=3usize {
                at = (at.0 + heading.0, at.1 + heading.1);
                let Some((to, _)) = all.iter().find(|corner| corner.1 == at) else { break };
                if self.pawns[other].as_ref() == Some(to) {
                    break;
                }
                if self.reserve(side) < steps {
                    break;
                }
                let around: Vec<&String> = triangles
                    .iter()
                    .filter(|(_, corners)| corners.contains(to))
                    .map(|(name, _)| name)
                    .collect();
                for fill in around.iter().filter(|name| self.cells[**name] == [0, 0]) {
                    let left = self.reserve(side) - steps;
                    for exchange in self.exchanges(other, &around, steps.min(left)) {
                        turns.push(format!("{from}-{to} @{fill}{exchange}"));
                    }
                }
            }
        }
        turns
    }

    /// Takes single cylinders one after another in every order, until no more may be taken.
    fn exchanges(&self, other: usize, around: &[&String], limit: usize) -> BTreeSet<String> {
        let mut ways: BTreeSet<Vec<String>> = BTreeSet::from([Vec::new()]);
        for _ in 0..limit {
            let mut longer = BTreeSet::new();
            for way in &ways {
                for name in around {
                    let taken = way.iter().filter(|cell| cell == name).count();
                    if self.cells[*name][other] > taken {
                        let mut way = way.clone();
                        way.push((*name).clone());
                        way.sort();
                        longer.insert(way);
                    }
                }
            }
            if longer.is_empty() {
                break;
            }
            ways = longer;
        }
        let write = |way: Vec<String>| {
            let cells: BTreeSet<&String> = way.iter().collect();
            let count = |cell: &String| way.iter().filter(|other| *other == cell).count();
            let parts: Vec<String> =
                cells.into_iter().map(|cell| format!("{cell}*{}", count(cell))).collect();
            if parts.is_empty() { String::new() } else { format!(" x{}", parts.join(",")) }
        };
        ways.into_iter().map(write).collect()
    }

    pub(super) fn legal(&self) -> Vec<String> {
        let mut legal: Vec<String> = match self.phase {
            "start" => {
                let free = corners().into_iter().filter(|c| !self.pawns.contains(&Some(c.0.clone())));
                free.map(|corner| format!("start {}", corner.0)).collect()
            }
            "turn" => self.turns(self.turn),
            _ => Vec::new(),
        };
        legal.sort_unstable();
        legal
    }

    pub(super) fn apply(&mut self, action: &str) {
        let (own, other) = (self.turn, 1 - self.turn);
        if let Some(at) = action.strip_prefix("start ") {
            self.pawns[own] = Some(at.to_owned());
            self.turn = other;
            self.phase = if self.pawns[1].is_some() { "turn" } else { "start" };
            return;
        }
        let words: Vec<&str> = action.split(' ').collect();
        let (from, to) = words[0].split_once('-').unwrap();
        let places = corners();
        let place = |name: &str| places.iter().find(|corner| corner.0 == name).unwrap().1;
        let (a, b) = (place(from), place(to));
        // A step changes the row by 1, or the position in the row by two half sides.
        let steps = (a.1 - b.1).unsigned_abs().max((a.0 - b.0).unsigned_abs() / 2) as usize;
        self.pawns[own] = Some(to.to_owned());
        self.cells.get_mut(&words[1][1..]).unwrap()[own] = steps;
        if let Some(exchange) = words.get(2) {
            for part in exchange[1..].split(',') {
                let (cell, count) = part.split_once('*').unwrap();
                let count: usize = count.parse().unwrap();
                self.cells.get_mut(cell).unwrap()[own] += count;
                self.cells.get_mut(cell).unwrap()[other] -= count;
            }
        }
        if !self.turns(other).is_empty() {
            self.turn = other;
        } else if self.turns(own).is_empty() {
            self.phase = "over";
            let mut result = ([0, 0], [0, 0]);
            for sector in sectors() {
                let sum = |side: usize| sector.iter().map(|cell| self.cells[*cell][side]).sum::<usize>();
                for side in [0, 1] {
                    if sum(side) > sum(1 - side) {
                        result.0[side] += sum(side);
                        result.1[side] += 1;
                    }
                }
            }
            self.result = Some(result);
        }
    }

    pub(super) fn state(&self) -> Value {
        let cells: BTreeMap<&String, &[usize; 2]> =
            self.cells.iter().filter(|(_, c)| **c != [0, 0]).collect();
        let asked = if self.phase == "over" { Vec::new() } else { vec![self.turn + 1] };
        let winner = self.result.map(|([a, b], [c, d])| match (a, c).cmp(&(b, d)) {
            std::cmp::Ordering::Greater => json!(1),
            std::cmp::Ordering::Less => json!(2),
            std::cmp::Ordering::Equal => json!("draw"),
        });
        json!({
            "phase": self.phase,
            "to_act": asked,
            "pawns": self.pawns,
            "cylinders": cells,
            "reserve": [self.reserve(0), self.reserve(1)],
            "score": self.result.map(|result| result.0),
            "sectors": self.result.map(|result| result.1),
            "winner": winner,
        })
    }
}
