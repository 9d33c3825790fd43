//! Strips: rows of cells between two neighbouring grid lines.

use super::{Cell, Step};

/// The three directions in which strips run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Along a row.
    Row,
    /// From the upper left to the lower right.
    Falling,
    /// From the upper right to the lower left.
    Rising,
}

impl Direction {
    /// All three directions.
    pub const ALL: [Self; 3] = [Self::Row, Self::Falling, Self::Rising];

    /// Returns the step that leads from a △ or a ▽ to the next cell of the strip.
    pub(super) fn onward(self, up: bool) -> Step {
        match (self, up) {
            (Self::Row | Self::Falling, false) | (Self::Row, true) => Step::R,
            (Self::Falling | Self::Rising, true) => Step::D,
            (Self::Rising, false) => Step::L,
        }
    }
}

/// The strips of a board with their directions.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Strips(Vec<(Direction, Vec<Cell>)>);

impl Strips {
    /// Divides a board with `cells` cells into strips, where `next` returns the cell that follows another in a
    /// direction. Every cell is in one strip of each direction.
    pub(super) fn cut(cells: usize, next: impl Fn(Cell, Direction) -> Option<Cell>) -> Self {
        let all = || (0..cells as u16).map(Cell);
        let mut strips = Vec::new();
        for direction in Direction::ALL {
            let mut has_previous = vec![false; cells];
            for cell in all().filter_map(|cell| next(cell, direction)) {
                has_previous[cell.index()] = true;
            }
            for first in all().filter(|cell| !has_previous[cell.index()]) {
                let strip = std::iter::successors(Some(first), |&cell| next(cell, direction));
                strips.push((direction, strip.collect()));
            }
        }
        Self(strips)
    }

    /// Returns the strips with their directions, each from its first cell to its last.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Direction, &[Cell])> {
        self.0.iter().map(|(direction, cells)| (*direction, &cells[..]))
    }
}
