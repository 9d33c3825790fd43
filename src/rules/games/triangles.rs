//! [`Triangles`]: the positions of a board's cells in a picture.

use trigon_render::{Paint, Point, Role, Shape, inset};

use super::frame::{filled, outlined};
use crate::grid::{self, Board, Cell};

/// The height of a triangle with sides of length 1.
pub(super) const TRIANGLE_HEIGHT: f32 = 0.866_025_4;

/// The positions of a board's cells on the card.
pub(super) struct Triangles<'a> {
    pub(super) board: &'a Board,
    /// The length of a side.
    pub(super) side: f32,
    /// The height of a row.
    pub(super) row: f32,
    /// The y coordinate of the board's top edge, and the x coordinate of its vertical axis.
    pub(super) top: f32,
    pub(super) axis: f32,
}

impl Triangles<'_> {
    /// Returns the position of a grid point.
    pub(super) fn point(&self, grid::Point { x, y }: grid::Point) -> Point {
        (self.axis + f32::from(x) * self.side / 2.0, self.top + f32::from(y) * self.row)
    }

    /// Returns the y coordinate of the board's bottom edge.
    pub(super) fn bottom(&self) -> f32 {
        self.top + self.board.rows() as f32 * self.row
    }

    /// Returns the corners of a cell.
    pub(super) fn triangle(&self, cell: Cell) -> Vec<Point> {
        self.board.corners(cell).map(|corner| self.point(corner)).to_vec()
    }

    /// Returns the centre of a cell.
    pub(super) fn middle(&self, cell: Cell) -> Point {
        let corners = self.triangle(cell);
        let mean = |axis: fn(&Point) -> f32| corners.iter().map(axis).sum::<f32>() / 3.0;
        (mean(|point| point.0), mean(|point| point.1))
    }

    /// Returns the corners of the board, clockwise from the apex or the upper left corner.
    pub(super) fn outline(&self) -> Vec<Point> {
        let corners = match self.board.shape() {
            grid::Shape::Triangle(n) => {
                let n = i16::from(n);
                vec![(0, 0), (n, n), (-n, n)]
            }
            grid::Shape::Hexagon(k) => {
                let k = i16::from(k);
                vec![(-k, 0), (k, 0), (2 * k, k), (k, 2 * k), (-k, 2 * k), (-2 * k, k)]
            }
        };
        corners.into_iter().map(|(x, y)| self.point(grid::Point { x, y })).collect()
    }

    /// Draws the ground under all cells, because fills that merely touch would leave seams.
    pub(super) fn base(&self, edge: f32, shapes: &mut Vec<Shape>) {
        shapes.push(filled(inset(&self.outline(), -edge), Role::Grid));
    }
}

/// Returns a cell for a legend.
pub(super) fn small((x, y): Point) -> Vec<Point> {
    vec![(x, y - 22.0), (x + 25.0, y + 21.0), (x - 25.0, y + 21.0)]
}

/// Draws a cell for a legend, with a cover over its ground.
pub(super) fn covered(at: Point, cover: impl Into<Paint>, shapes: &mut Vec<Shape>) {
    shapes.push(filled(inset(&small(at), -3.0), Role::Grid));
    shapes.push(filled(small(at), Role::Empty));
    shapes.push(filled(small(at), cover));
}

/// Draws a cell for a legend with a line along its edge.
pub(super) fn framed(at: Point, ground: Role, line: Role, shapes: &mut Vec<Shape>) {
    shapes.push(filled(small(at), ground));
    shapes.push(outlined(inset(&small(at), 3.0), line, 7.0));
}
