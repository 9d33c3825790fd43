//! [`Corners`]: the intersections of a board, where its grid lines cross.
//!
//! ```text
//!      hexagon:2                 Lines run from an intersection in six directions:
//!      a1  a2  a3                   upper left   upper right
//!    b1  b2  b3  b4               left      CORNER      right
//!  c1  c2  c3  c4  c5               lower left   lower right
//!    d1  d2  d3  d4
//!      e1  e2  e3
//! ```
//!
//! Rows of intersections are named from the top. Each row of triangles lies between two of them: triangle `1-1` of this
//! hexagon has the corners `a1`, `b1` and `b2`.

use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, Point};

/// An intersection of a board: its index in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner(u16);

impl Corner {
    /// Returns the index in reading order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The name of an intersection: the letter of its row, and its one-based number in the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CornerName {
    /// The row, 0 = `a`, the topmost.
    pub row: u16,
    /// The position in the row, 1 = leftmost.
    pub number: u16,
}

impl fmt::Display for CornerName {
    /// Writes `b2`. Rows after `z` are `aa`, `ab` and so on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: u16| char::from(b'a' + (n % 26) as u8);
        if let Some(first) = (self.row / 26).checked_sub(1) {
            write!(f, "{}", letter(first))?;
        }
        write!(f, "{}{}", letter(self.row), self.number)
    }
}

/// An error returned when text is not the name of an intersection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an intersection is written as the letter of its row and its number in the row, such as b2")]
pub struct CornerNameError;

impl FromStr for CornerName {
    type Err = CornerNameError;

    /// Parses `b2` or `B2`. Signs, spaces and leading zeros are errors.
    fn from_str(text: &str) -> Result<Self, CornerNameError> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, digits) = text.split_at(letters);
        if !(1..=2).contains(&letters.len()) {
            return Err(CornerNameError);
        }
        let row = letters.bytes().fold(0, |row, b| row * 26 + u16::from(b.to_ascii_lowercase() - b'a') + 1);
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let number = plain.then(|| digits.parse().ok()).flatten().ok_or(CornerNameError)?;
        Ok(Self { row: row - 1, number })
    }
}

/// A direction along a grid line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the upper left.
    UpLeft,
    /// To the upper right.
    UpRight,
    /// To the lower left.
    DownLeft,
    /// To the lower right.
    DownRight,
}

impl Heading {
    /// All six directions.
    pub const ALL: [Self; 6] =
        [Self::Left, Self::Right, Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// Returns the change in half sides and rows.
    fn delta(self) -> (i16, i16) {
        match self {
            Self::Left => (-2, 0),
            Self::Right => (2, 0),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (1, -1),
            Self::DownLeft => (-1, 1),
            Self::DownRight => (1, 1),
        }
    }
}

/// The intersections of a board, their connections, and the triangles that touch them.
#[derive(Debug, PartialEq, Eq)]
pub struct Corners {
    /// The points in reading order.
    crossings: Vec<Crossing>,
    /// The index of the first intersection of each row, and the total number at the end.
    row_starts: Vec<u16>,
}

#[derive(Debug, PartialEq, Eq)]
struct Crossing {
    point: Point,
    steps: [Option<Corner>; 6],
    cells: Vec<Cell>,
}

impl Corners {
    /// Finds the intersections of a board.
    pub fn new(board: &Board) -> Self {
        let mut points: Vec<Point> = board.cells().flat_map(|cell| board.corners(cell)).collect();
        points.sort_unstable_by_key(|p| (p.y, p.x));
        points.dedup();
        let find = |point: Point| {
            points.binary_search_by_key(&(point.y, point.x), |p| (p.y, p.x)).ok().map(|i| Corner(i as u16))
        };
        let crossings = points.iter().map(|&point| {
            let step = |heading: Heading| {
                let (dx, dy) = heading.delta();
                find(Point { x: point.x + dx, y: point.y + dy })
            };
            let cells = board.cells().filter(|&cell| board.corners(cell).contains(&point)).collect();
            Crossing { point, steps: Heading::ALL.map(step), cells }
        });
        let mut row_starts: Vec<u16> = (0..points.len())
            .filter(|&i| i == 0 || points[i - 1].y != points[i].y)
            .map(|i| i as u16)
            .collect();
        row_starts.push(points.len() as u16);
        Self { crossings: crossings.collect(), row_starts }
    }

    /// Returns the number of intersections.
    #[expect(clippy::len_without_is_empty, reason = "a board has at least three")]
    pub fn len(&self) -> usize {
        self.crossings.len()
    }

    /// Returns all intersections in reading order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Corner> + use<> {
        (0..self.crossings.len() as u16).map(Corner)
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.row_starts.len() - 1
    }

    /// Returns the intersections of a row, from left to right. Row 0 is at the top. A row that does not exist is empty.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = Corner> + use<> {
        let start = self.row_starts.get(row).copied().unwrap_or(0);
        (start..self.row_starts.get(row + 1).copied().unwrap_or(start)).map(Corner)
    }

    /// Returns the name of an intersection.
    pub fn name(&self, corner: Corner) -> CornerName {
        let row = self.row_starts.partition_point(|&start| start <= corner.0).saturating_sub(1);
        CornerName { row: row as u16, number: corner.0 - self.row_starts[row] + 1 }
    }

    /// Returns the intersection with a name, if the board has it.
    pub fn find(&self, name: CornerName) -> Option<Corner> {
        self.row(usize::from(name.row)).nth(usize::from(name.number).checked_sub(1)?)
    }

    /// Returns the position of an intersection.
    pub fn point(&self, corner: Corner) -> Point {
        self.crossings[corner.index()].point
    }

    /// Returns the next intersection along a line, or `None` at the edge of the board.
    pub fn step(&self, corner: Corner, heading: Heading) -> Option<Corner> {
        self.crossings[corner.index()].steps[heading as usize]
    }

    /// Returns the intersections along a line, nearest first.
    pub fn line(&self, from: Corner, heading: Heading) -> impl Iterator<Item = Corner> {
        std::iter::successors(self.step(from, heading), move |&corner| self.step(corner, heading))
    }

    /// Returns the one to six triangles that touch an intersection, in reading order.
    pub fn touching(&self, corner: Corner) -> &[Cell] {
        &self.crossings[corner.index()].cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    fn shapes() -> impl Iterator<Item = Shape> {
        (1..=8).map(Shape::Triangle).chain((1..=5).map(Shape::Hexagon)).chain([Shape::Triangle(30)])
    }

    #[test]
    fn a_board_has_as_many_as_the_closed_formulas_say() {
        for shape in shapes() {
            let expected = match shape {
                Shape::Triangle(n) => (usize::from(n) + 1) * (usize::from(n) + 2) / 2,
                Shape::Hexagon(k) => 3 * usize::from(k) * (usize::from(k) + 1) + 1,
            };
            assert_eq!(Corners::new(&Board::new(shape)).len(), expected, "{shape}");
        }
    }

    #[test]
    fn names_are_found_again_and_nothing_else_is() {
        for shape in shapes() {
            let corners = Corners::new(&Board::new(shape));
            for corner in corners.all() {
                let name = corners.name(corner);
                assert_eq!(name.to_string().parse(), Ok(name));
                assert_eq!(name.to_string().to_uppercase().parse(), Ok(name));
                assert_eq!(corners.find(name), Some(corner));
            }
        }
        let hexagon = Corners::new(&Board::new(Shape::Hexagon(2)));
        let found = |text: &str| text.parse().ok().and_then(|name| hexagon.find(name));
        for wrong in ["", "a", "1", "a0", "a01", "a4", "f1", "c6", "a1 ", "aa1", "a+1", "a-1", "á1", "aaa1"]
        {
            assert_eq!(found(wrong), None, "{wrong:?}");
        }
        let rows: Vec<usize> = (0..hexagon.rows()).map(|row| hexagon.row(row).len()).collect();
        assert_eq!(rows, [3, 4, 5, 4, 3]);
    }

    #[test]
    fn steps_are_symmetric_and_follow_the_edges_of_cells() {
        for shape in shapes() {
            let board = Board::new(shape);
            let corners = Corners::new(&board);
            let mut edges = 0;
            for corner in corners.all() {
                for (heading, back) in [
                    (Heading::Left, Heading::Right),
                    (Heading::UpLeft, Heading::DownRight),
                    (Heading::UpRight, Heading::DownLeft),
                ] {
                    let Some(next) = corners.step(corner, heading) else { continue };
                    edges += 1;
                    assert_eq!(corners.step(next, back), Some(corner));
                    let ends = [corners.point(corner), corners.point(next)];
                    assert!(board.cells().any(|cell| ends.iter().all(|p| board.corners(cell).contains(p))));
                }
            }
            // Euler: corners − edges + cells = 1.
            assert_eq!(corners.len() + board.len(), edges + 1, "{shape}");
        }
    }

    #[test]
    fn each_triangle_touches_its_three_corners() {
        for shape in shapes() {
            let board = Board::new(shape);
            let corners = Corners::new(&board);
            assert_eq!(corners.all().map(|c| corners.touching(c).len()).sum::<usize>(), 3 * board.len());
            for corner in corners.all() {
                assert!((1..=6).contains(&corners.touching(corner).len()));
            }
        }
    }

    #[test]
    fn the_hexagon_of_the_rules_has_the_names_of_the_rules() {
        let board = Board::new(Shape::Hexagon(2));
        let corners = Corners::new(&board);
        let of = |cell: &str| -> String {
            let cell = board.find(cell).unwrap();
            let touching = corners.all().filter(|&corner| corners.touching(corner).contains(&cell));
            touching.map(|corner| corners.name(corner).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("1-1"), "a1 b1 b2");
        assert_eq!(of("1-2"), "a1 a2 b2");
        assert_eq!(of("2-4"), "b2 b3 c3");
        assert_eq!(of("4-5"), "d3 d4 e3");
        let line = |from: &str, heading| -> String {
            let from = corners.find(from.parse().unwrap()).unwrap();
            corners.line(from, heading).map(|c| corners.name(c).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line("a1", Heading::DownRight), "b2 c3 d3 e3");
        assert_eq!(line("a3", Heading::DownLeft), "b3 c3 d2 e1");
        assert_eq!(line("b4", Heading::Left), "b3 b2 b1");
    }
}
