//! [`Board`]: cells, their neighbours, and what follows from them, such as strips: rows of cells between two
//! neighbouring grid lines.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Cell, CellName, Point, Shape, Step, Triforce};

/// The three directions in which strips run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Along a row.
    Row,
    /// From the upper left to the lower right.
    Falling,
    /// From the upper right to the lower left.
    Rising,
}

impl Direction {
    /// All three directions.
    const ALL: [Self; 3] = [Self::Row, Self::Falling, Self::Rising];

    /// Returns the step that leads from a △ or a ▽ to the next cell of the strip.
    fn onward(self, up: bool) -> Step {
        match (self, up) {
            (Self::Row | Self::Falling, false) | (Self::Row, true) => Step::R,
            (Self::Falling | Self::Rising, true) => Step::D,
            (Self::Rising, false) => Step::L,
        }
    }
}

/// A board: all cells of a [`Shape`] with their neighbours.
#[derive(PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    /// The index of the first cell of each row, and the total number of cells at the end.
    row_starts: Vec<u16>,
    sites: Vec<Site>,
    triforces: Vec<Triforce>,
    /// The strips with their directions, each from its first cell to its last.
    strips: Vec<(Direction, Vec<Cell>)>,
}

#[derive(Debug, PartialEq, Eq)]
struct Site {
    row: u16,
    x: i16,
    up: bool,
    steps: [Option<Cell>; 4],
}

impl fmt::Debug for Board {
    /// Writes the shape, which determines everything else.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.shape)
    }
}

impl Board {
    /// Makes a board.
    pub fn new(shape: Shape) -> Self {
        let mut row_starts = vec![0u16];
        let mut sites = Vec::new();
        for row in 0..shape.rows() {
            let reach = shape.reach(row);
            for x in -reach..=reach {
                sites.push(Site { row: row as u16, x, up: shape.is_up(row, x), steps: [None; 4] });
            }
            row_starts.push(sites.len() as u16);
        }
        let at = |row: i32, x: i16| -> Option<Cell> {
            let row = usize::try_from(row).ok().filter(|&row| row < shape.rows())?;
            let reach = shape.reach(row);
            (-reach..=reach).contains(&x).then(|| Cell(row_starts[row] + (x + reach) as u16))
        };
        for site in &mut sites {
            let (row, x) = (i32::from(site.row), site.x);
            let up = if site.up { None } else { at(row - 1, x) };
            let down = if site.up { at(row + 1, x) } else { None };
            site.steps = [up, at(row, x - 1), down, at(row, x + 1)];
        }
        let mut board = Self { shape, row_starts, sites, triforces: Vec::new(), strips: Vec::new() };
        board.triforces = board.find_triforces();
        board.strips = Direction::ALL.into_iter().flat_map(|direction| board.cut(direction)).collect();
        board
    }

    /// Returns the board with this shape, which is made only once per process.
    pub fn shared(shape: Shape) -> Arc<Self> {
        static BOARDS: Mutex<BTreeMap<Shape, Arc<Board>>> = Mutex::new(BTreeMap::new());
        // A poisoned lock only means that another thread panicked between two complete insertions.
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

    /// Divides the board into strips in one direction. Every cell is in exactly one of them.
    fn cut(&self, direction: Direction) -> Vec<(Direction, Vec<Cell>)> {
        let next = |cell| self.step(cell, direction.onward(self.is_up(cell)));
        let mut has_previous = vec![false; self.len()];
        for cell in self.cells().filter_map(next) {
            has_previous[cell.index()] = true;
        }
        let firsts = self.cells().filter(|cell| !has_previous[cell.index()]);
        let strip = |first| std::iter::successors(Some(first), |&cell| next(cell)).collect();
        firsts.map(|first| (direction, strip(first))).collect()
    }

    /// Returns the shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of cells.
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.shape.rows()
    }

    /// Returns all cells, sorted by row and number.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.sites.len() as u16).map(Cell)
    }

    /// Returns the cells of a row, from left to right. Row 0 is at the top. A row that does not exist is empty.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = Cell> + use<> {
        let start = self.row_starts.get(row).copied().unwrap_or(0);
        (start..self.row_starts.get(row + 1).copied().unwrap_or(start)).map(Cell)
    }

    /// Returns the cell at an index in reading order.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        (index < self.sites.len()).then_some(Cell(index as u16))
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: Cell) -> CellName {
        let row = self.site(cell).row;
        CellName { row: row + 1, number: cell.0 - self.row_starts[usize::from(row)] + 1 }
    }

    /// Returns the cell with a name such as `4-1`, if the board has it.
    pub fn find(&self, name: &str) -> Option<Cell> {
        let name: CellName = name.parse().ok()?;
        self.row(usize::from(name.row).checked_sub(1)?).nth(usize::from(name.number).checked_sub(1)?)
    }

    /// Returns whether a cell points up (△).
    pub fn is_up(&self, cell: Cell) -> bool {
        self.site(cell).up
    }

    /// Returns the distance of a cell to the right of the board's axis, in half sides.
    pub fn x(&self, cell: Cell) -> i16 {
        self.site(cell).x
    }

    /// Returns the cell that a step leads to, or `None` if the step is impossible.
    pub fn step(&self, cell: Cell, step: Step) -> Option<Cell> {
        self.site(cell).steps[step as usize]
    }

    /// Returns the cell that the steps lead to, or the index of the first impossible step.
    pub fn walk(&self, from: Cell, steps: &[Step]) -> Result<Cell, usize> {
        let mut cell = from;
        for (i, &step) in steps.iter().enumerate() {
            cell = self.step(cell, step).ok_or(i)?;
        }
        Ok(cell)
    }

    /// Returns the cells that share an edge with a cell: one to three, or none if the board has a single cell.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.site(cell).steps.into_iter().flatten()
    }

    /// Returns whether a cell is on the edge of the board.
    pub fn is_border(&self, cell: Cell) -> bool {
        self.neighbours(cell).count() < 3
    }

    /// Returns the cells on the edge of the board, sorted by row and number.
    pub fn border(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.is_border(cell))
    }

    /// Returns every cell with three neighbours, in reading order.
    pub fn triforces(&self) -> &[Triforce] {
        &self.triforces
    }

    /// Returns all strips, each from its first cell to its last.
    pub fn strips(&self) -> impl Iterator<Item = &[Cell]> {
        self.strips.iter().map(|(_, cells)| &cells[..])
    }

    /// Returns all lines: `k` consecutive cells of one strip.
    ///
    /// A strip of n cells has n − k + 1 of them. With k = 1, every cell appears once for each direction.
    pub fn lines(&self, k: usize) -> Vec<&[Cell]> {
        self.strips.iter().flat_map(|(_, cells)| cells.windows(k.max(1))).collect()
    }

    /// Returns the corners of a cell: for a △, the apex and then the base from left to right; for a ▽, the top edge
    /// from left to right and then the apex.
    pub fn corners(&self, cell: Cell) -> [Point; 3] {
        let Site { row, x, up, .. } = *self.site(cell);
        let y = row as i16;
        if up {
            [Point { x, y }, Point { x: x - 1, y: y + 1 }, Point { x: x + 1, y: y + 1 }]
        } else {
            [Point { x: x - 1, y }, Point { x: x + 1, y }, Point { x, y: y + 1 }]
        }
    }

    fn site(&self, cell: Cell) -> &Site {
        &self.sites[cell.index()]
    }
}

#[cfg(test)]
mod tests;
