//! [`Reach`]: shortest paths from a cell.

use super::{Board, Cell, Step};

/// The shortest paths from a cell to all others.
#[derive(Debug, Clone)]
pub struct Reach {
    from: Cell,
    /// How each cell is reached; `None` for `from` itself.
    arrivals: Vec<Option<Arrival>>,
}

/// How a cell is reached.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    /// The number of steps.
    distance: u16,
    /// The cell before it on a shortest path.
    before: Cell,
    /// The step from there.
    step: Step,
}

impl Reach {
    /// Searches the whole board from `from`.
    pub fn new(board: &Board, from: Cell) -> Self {
        let mut arrivals = vec![None; board.len()];
        let mut seen = vec![false; board.len()];
        seen[from.index()] = true;
        let mut ring = vec![from];
        for distance in 1u16.. {
            let mut next = Vec::new();
            for &cell in &ring {
                for step in Step::ALL {
                    if let Some(to) = board.step(cell, step)
                        && !std::mem::replace(&mut seen[to.index()], true)
                    {
                        arrivals[to.index()] = Some(Arrival { distance, before: cell, step });
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        Self { from, arrivals }
    }

    /// Returns the number of steps to a cell. Boards are connected, so every cell can be reached.
    pub fn distance(&self, to: Cell) -> u16 {
        self.arrivals[to.index()].map_or(0, |arrival| arrival.distance)
    }

    /// Returns a shortest path to a cell.
    pub fn path(&self, to: Cell) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut cell = to;
        while cell != self.from {
            let Some(Arrival { before, step, .. }) = self.arrivals[cell.index()] else { break };
            steps.push(step);
            cell = before;
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    #[test]
    fn paths_lead_to_their_cell_in_as_many_steps_as_told() {
        for shape in [Shape::Triangle(7), Shape::Hexagon(3)] {
            let board = Board::new(shape);
            for from in board.cells() {
                let reach = Reach::new(&board, from);
                for to in board.cells() {
                    let path = reach.path(to);
                    assert_eq!(board.walk(from, &path), Ok(to));
                    assert_eq!(path.len(), usize::from(reach.distance(to)));
                }
            }
        }
    }
}
