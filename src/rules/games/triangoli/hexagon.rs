//! The board, with its intersections and sectors.

use std::sync::LazyLock;

use crate::grid::{Board, Cell, Corner, Corners, Heading, Shape};

/// A hexagon with sides of length 2: 24 triangles, 19 intersections, six sectors.
#[derive(Debug)]
pub(super) struct Hexagon {
    pub(super) board: Board,
    pub(super) corners: Corners,
    /// For each intersection, up to [`REACH`](Hexagon::REACH) others along each of its six lines, nearest first.
    lines: Vec<[Vec<Corner>; 6]>,
    /// The triangles of each sector, clockwise from the top one.
    pub(super) sectors: [Vec<Cell>; Hexagon::SECTORS],
}

/// Returns the board, which is created on the first call.
pub(super) fn hexagon() -> &'static Hexagon {
    static HEXAGON: LazyLock<Hexagon> = LazyLock::new(Hexagon::new);
    &HEXAGON
}

impl Hexagon {
    /// The number of triangles.
    pub(super) const CELLS: usize = 24;
    /// The number of sectors.
    pub(super) const SECTORS: usize = 6;
    /// The longest move of a pawn, in intersections.
    pub(super) const REACH: usize = 3;

    fn new() -> Self {
        let board = Board::new(Shape::Hexagon(2));
        let corners = Corners::new(&board);
        let line = |from, heading| corners.line(from, heading).take(Self::REACH).collect();
        let lines = corners.all().map(|from| Heading::ALL.map(|heading| line(from, heading))).collect();
        let mut sectors: [Vec<Cell>; Self::SECTORS] = Default::default();
        for cell in board.cells() {
            sectors[sector(&board, cell)].push(cell);
        }
        Self { board, corners, lines, sectors }
    }

    /// Returns the lines from an intersection: up to [`REACH`](Self::REACH) others in each direction, nearest first.
    pub(super) fn lines(&self, from: Corner) -> &[Vec<Corner>; 6] {
        &self.lines[from.index()]
    }
}

/// The row of the intersection in the centre of the board.
const CENTRE_ROW: i16 = 2;

/// Returns the sector of a triangle: 0 is the top one, and the others follow clockwise.
fn sector(board: &Board, cell: Cell) -> usize {
    // Three times the centre of the triangle, to get whole numbers: half sides to the right of the board's centre, and
    // rows below it. The centre of the board is at (0, 2).
    let corners = board.corners(cell);
    let x: i16 = corners.iter().map(|p| p.x).sum();
    let y: i16 = corners.iter().map(|p| p.y - CENTRE_ROW).sum();
    // The edges of the sectors are the lines x = y, x = −y and y = 0. No triangle's centre lies on them.
    match (y < 0, x > y.abs(), x < -y.abs()) {
        (true, false, false) => 0,
        (true, true, _) => 1,
        (false, true, _) => 2,
        (false, false, false) => 3,
        (false, _, true) => 4,
        (true, _, true) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sectors_are_those_of_the_rules() {
        let expected = [
            "1-2 1-3 1-4 2-4",
            "1-5 2-5 2-6 2-7",
            "3-5 3-6 3-7 4-5",
            "3-4 4-2 4-3 4-4",
            "3-1 3-2 3-3 4-1",
            "1-1 2-1 2-2 2-3",
        ];
        for (sector, expected) in hexagon().sectors.iter().zip(expected) {
            let names: Vec<String> =
                sector.iter().map(|&cell| hexagon().board.name(cell).to_string()).collect();
            assert_eq!(names.join(" "), expected);
        }
    }

    #[test]
    fn there_are_as_many_of_everything_as_the_rules_say() {
        let hexagon = hexagon();
        assert_eq!((hexagon.board.len(), hexagon.corners.len()), (Hexagon::CELLS, 19));
        let rows: Vec<usize> = (0..4).map(|row| hexagon.board.row(row).len()).collect();
        assert_eq!(rows, [5, 7, 7, 5]);
    }
}
