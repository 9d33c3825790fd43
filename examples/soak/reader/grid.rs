//! [`Grid`]: a board of triangles, from the description in the rules.

/// A cell: its row and its number, both from 1.
pub(crate) type Cell = (i64, i64);

/// A board.
pub(crate) struct Grid {
    /// The number of cells in each row.
    rows: Vec<i64>,
    /// For each row, whether its first cell points up.
    begins_up: Vec<bool>,
}

impl Grid {
    /// Reads a shape such as `hexagon:3`.
    pub(crate) fn read(shape: &str) -> Option<Self> {
        let (kind, size) = shape.split_once(':')?;
        let size: i64 = size.parse().ok()?;
        let rows = match kind {
            "triangle" => (1..=size).map(|row| (2 * row - 1, true)).collect::<Vec<_>>(),
            // The lower half mirrors the upper one.
            "hexagon" => {
                let upper = (1..=size).map(|row| (2 * (size + row) - 1, true));
                let lower = (1..=size).rev().map(|row| (2 * (size + row) - 1, false));
                upper.chain(lower).collect()
            }
            _ => return None,
        };
        let (rows, begins_up) = rows.into_iter().unzip();
        Some(Self { rows, begins_up })
    }

    fn has(&self, (row, number): Cell) -> bool {
        row >= 1 && number >= 1 && self.rows.get(row as usize - 1).is_some_and(|cells| number <= *cells)
    }

    pub(crate) fn cells(&self) -> Vec<Cell> {
        (1..).zip(&self.rows).flat_map(|(row, cells)| (1..=*cells).map(move |number| (row, number))).collect()
    }

    fn points_up(&self, (row, number): Cell) -> bool {
        self.begins_up[row as usize - 1] == (number % 2 == 1)
    }

    /// Returns where a step leads.
    pub(crate) fn step(&self, cell: Cell, step: char) -> Option<Cell> {
        let (row, number) = cell;
        // Rows are centred above each other.
        let below = |other: i64| {
            let (here, there) = (self.rows[row as usize - 1], self.rows.get(other as usize - 1)?);
            Some((other, number + (there - here) / 2))
        };
        let next = match step {
            'L' => (row, number - 1),
            'R' => (row, number + 1),
            'U' if !self.points_up(cell) && row > 1 => below(row - 1)?,
            'D' if self.points_up(cell) => below(row + 1)?,
            _ => return None,
        };
        self.has(next).then_some(next)
    }

    pub(crate) fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        "ULDR".chars().filter_map(|step| self.step(cell, step)).collect()
    }

    /// Returns the cells on the edge of the board.
    pub(crate) fn border(&self) -> Vec<Cell> {
        self.cells().into_iter().filter(|cell| self.neighbours(*cell).len() < 3).collect()
    }

    /// Returns the next cell in a straight line: in one of three directions, between two parallel lines.
    fn onward(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let steps = [('R', 'R'), ('R', 'U'), ('L', 'U')][direction];
        self.step(cell, if self.points_up(cell) { steps.0 } else { steps.1 })
    }

    /// Returns all lines of five cells.
    pub(crate) fn lines(&self) -> Vec<[Cell; 5]> {
        let line = |first: Cell, direction: usize| {
            let mut line = [first; 5];
            for i in 1..5 {
                line[i] = self.onward(line[i - 1], direction)?;
            }
            Some(line)
        };
        let cells = self.cells();
        cells.iter().flat_map(|cell| (0..3).filter_map(|direction| line(*cell, direction))).collect()
    }

    /// Returns the corners of all triforces: the three neighbours of a cell.
    pub(crate) fn triforces(&self) -> Vec<Vec<Cell>> {
        let all = self.cells().into_iter().map(|cell| self.neighbours(cell));
        all.filter(|corners| corners.len() == 3).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_is_what_the_rules_describe() {
        let grid = Grid::read("hexagon:3").unwrap();
        assert_eq!(grid.cells().len(), 54);
        assert_eq!(grid.border().len(), 18);
        assert_eq!(grid.triforces().len(), 36);
        // From a △, only down, through its base; up leads back.
        assert_eq!((grid.step((1, 1), 'D'), grid.step((2, 2), 'U')), (Some((2, 2)), Some((1, 1))));
        assert_eq!((grid.step((1, 1), 'U'), grid.step((1, 1), 'L')), (None, None));
        // In each of three directions, strips of 7, 9, 11, 11, 9 and 7 cells.
        assert_eq!(grid.lines().len(), 3 * 2 * (3 + 5 + 7));
    }
}
