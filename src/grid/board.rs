//! A board with its cells, their neighbours, and what follows from them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use super::Shape;
use super::strips::{Strips, cut};

/// A cell of one board: its index in reading order, so that cells compare by (row, number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u16);

impl Cell {
    /// The index in reading order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What people call a cell: `ROW-NUMBER`, both from 1, the top row and the leftmost cell first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName {
    /// The row, 1 = top.
    pub row: u16,
    /// The place in the row, 1 = leftmost.
    pub number: u16,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.row, self.number)
    }
}

impl serde::Serialize for CellName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text that is no cell name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a cell is written ROW-NUMBER, such as 4-1")]
pub struct CellNameError;

impl FromStr for CellName {
    type Err = CellNameError;

    /// Reads `4-1`; without signs, spaces or leading zeros, so that every name has one writing.
    fn from_str(text: &str) -> Result<Self, CellNameError> {
        let (row, number) = text.split_once('-').ok_or(CellNameError)?;
        let count = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
            plain.then(|| digits.parse().ok()).flatten().ok_or(CellNameError)
        };
        Ok(Self { row: count(row)?, number: count(number)? })
    }
}

/// One step from a cell to an edge neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Up: from a ▽ through its top edge.
    U,
    /// Left: the previous cell of the row.
    L,
    /// Down: from a △ through its base.
    D,
    /// Right: the next cell of the row.
    R,
}

impl Step {
    /// All four, in the order in which the sheet names them.
    pub const ALL: [Self; 4] = [Self::U, Self::L, Self::D, Self::R];

    /// The letter of the notation.
    pub fn letter(self) -> char {
        match self {
            Self::U => 'U',
            Self::L => 'L',
            Self::D => 'D',
            Self::R => 'R',
        }
    }
}

/// A point of the grid where lines cross, in half sides to the right of the axis and rows from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Half sides to the right of the vertical axis of the board.
    pub x: i16,
    /// Rows from the top edge of the board.
    pub y: i16,
}

/// The three neighbours of a cell that has three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triforce {
    /// The cell in the middle.
    pub centre: Cell,
    /// Its neighbours, in reading order.
    pub corners: [Cell; 3],
}

/// A board: all cells of a [`Shape`] with their neighbours.
#[derive(PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    /// The index of each row's first cell, and the number of cells behind the last row.
    row_starts: Vec<u16>,
    places: Vec<Place>,
    triforces: Vec<Triforce>,
    strips: Strips,
}

#[derive(Debug, PartialEq, Eq)]
struct Place {
    row: u16,
    x: i16,
    up: bool,
    steps: [Option<Cell>; 4],
}

impl fmt::Debug for Board {
    /// The shape says it all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.shape)
    }
}

impl Board {
    /// Lays the board out.
    pub fn new(shape: Shape) -> Self {
        let mut row_starts = vec![0u16];
        let mut places = Vec::new();
        for row in 0..shape.rows() {
            let reach = shape.reach(row);
            for x in -reach..=reach {
                places.push(Place { row: row as u16, x, up: shape.is_up(row, x), steps: [None; 4] });
            }
            row_starts.push(places.len() as u16);
        }
        let at = |row: i32, x: i16| -> Option<Cell> {
            let row = usize::try_from(row).ok().filter(|&row| row < shape.rows())?;
            let reach = shape.reach(row);
            (-reach..=reach).contains(&x).then(|| Cell(row_starts[row] + (x + reach) as u16))
        };
        for place in &mut places {
            let (row, x) = (i32::from(place.row), place.x);
            let up = if place.up { None } else { at(row - 1, x) };
            let down = if place.up { at(row + 1, x) } else { None };
            place.steps = [up, at(row, x - 1), down, at(row, x + 1)];
        }
        let mut board = Self { shape, row_starts, places, triforces: Vec::new(), strips: Strips::default() };
        board.triforces = board.find_triforces();
        board.strips = cut(&board);
        board
    }

    /// The board of that shape, laid out once in the process and shared from then on.
    pub fn shared(shape: Shape) -> Arc<Self> {
        static BOARDS: Mutex<BTreeMap<Shape, Arc<Board>>> = Mutex::new(BTreeMap::new());
        // A poisoned lock only means that another thread died between two whole insertions.
        let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(boards.entry(shape).or_insert_with(|| Arc::new(Self::new(shape))))
    }

    fn find_triforces(&self) -> Vec<Triforce> {
        self.cells()
            .filter_map(|centre| {
                let mut corners: Vec<Cell> = self.neighbours(centre).collect();
                corners.sort_unstable();
                Some(Triforce { centre, corners: corners.try_into().ok()? })
            })
            .collect()
    }

    /// The outline.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of cells.
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.shape.rows()
    }

    /// All cells, sorted by (row, number).
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.places.len() as u16).map(Cell)
    }

    /// The cells of a row (0 = top), from the left; none for a row that is not there.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = Cell> + use<> {
        let start = self.row_starts.get(row).copied().unwrap_or(0);
        (start..self.row_starts.get(row + 1).copied().unwrap_or(start)).map(Cell)
    }

    /// The cell at an index in reading order.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        (index < self.places.len()).then_some(Cell(index as u16))
    }

    /// What people call a cell.
    pub fn name(&self, cell: Cell) -> CellName {
        let row = self.place(cell).row;
        CellName { row: row + 1, number: cell.0 - self.row_starts[usize::from(row)] + 1 }
    }

    /// The cell of a name such as `4-1`, if the board has it.
    pub fn find(&self, name: &str) -> Option<Cell> {
        let name: CellName = name.parse().ok()?;
        self.row(usize::from(name.row).checked_sub(1)?).nth(usize::from(name.number).checked_sub(1)?)
    }

    /// Whether a cell points up (△).
    pub fn is_up(&self, cell: Cell) -> bool {
        self.place(cell).up
    }

    /// Half sides to the right of the board's axis.
    pub fn x(&self, cell: Cell) -> i16 {
        self.place(cell).x
    }

    /// Where a step leads; `None` when it does not exist on the board.
    pub fn step(&self, cell: Cell, step: Step) -> Option<Cell> {
        self.place(cell).steps[step as usize]
    }

    /// Where a run of steps leads, or the index of the first step that does not exist.
    pub fn walk(&self, from: Cell, steps: &[Step]) -> Result<Cell, usize> {
        let mut cell = from;
        for (i, &step) in steps.iter().enumerate() {
            cell = self.step(cell, step).ok_or(i)?;
        }
        Ok(cell)
    }

    /// The cells that share an edge with this one: one to three (none on a board of one cell).
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.place(cell).steps.into_iter().flatten()
    }

    /// Whether at least one of the cell's edges is on the edge of the board.
    pub fn is_border(&self, cell: Cell) -> bool {
        self.neighbours(cell).count() < 3
    }

    /// The border cells, sorted by (row, number).
    pub fn border(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.is_border(cell))
    }

    /// Every cell that has three neighbours, with these, in the order of the centres.
    pub fn triforces(&self) -> &[Triforce] {
        &self.triforces
    }

    pub(super) fn cut_strips(&self) -> &Strips {
        &self.strips
    }

    /// The three corners of a cell: for a △ the apex first, then the base from the left; for a ▽ the top
    /// edge from the left, then the apex.
    pub fn corners(&self, cell: Cell) -> [Point; 3] {
        let Place { row, x, up, .. } = *self.place(cell);
        let y = row as i16;
        if up {
            [Point { x, y }, Point { x: x - 1, y: y + 1 }, Point { x: x + 1, y: y + 1 }]
        } else {
            [Point { x: x - 1, y }, Point { x: x + 1, y }, Point { x, y: y + 1 }]
        }
    }

    fn place(&self, cell: Cell) -> &Place {
        &self.places[cell.index()]
    }
}
