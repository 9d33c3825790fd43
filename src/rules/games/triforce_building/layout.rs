//! [`Layout`]: where the cells lie on the picture.

use trigon_render::Point;

use crate::games::frame::WIDTH;
use crate::grid::{Board, Cell, Shape as Outline};

/// The height of a row of triangles of side 1.
const ROW: f32 = 0.866_025_4;
/// Room left and right of the board, and above and below it.
const SIDE_ROOM: f32 = 34.0;
const END_ROOM: f32 = 24.0;
/// The most that a board may be high.
const MAX_HEIGHT: f32 = 880.0;
/// The opacity of the yellow on a cell whose players have left the board with a triforce, from 0 to 1.
pub(super) const LEFT_TINT: f32 = 0.45;

/// Where the cells lie on the card.
///
/// Half sides and rows are whole units, so that at the default width all cells have the same pixels: the
/// picture is sharp, and its file a third smaller.
pub(super) struct Layout<'a> {
    pub(super) board: &'a Board,
    pub(super) side: f32,
    pub(super) row: f32,
    /// Where the board's axis meets its top edge.
    pub(super) origin: Point,
    pub(super) bottom: f32,
}

impl<'a> Layout<'a> {
    pub(super) fn new(board: &'a Board, top: f32) -> Self {
        let rows = board.rows() as f32;
        let sides = match board.shape() {
            Outline::Triangle(n) => f32::from(n),
            Outline::Hexagon(k) => 2.0 * f32::from(k),
        };
        let side = ((WIDTH - 2.0 * SIDE_ROOM) / sides).min(MAX_HEIGHT / (rows * ROW));
        let side = (side / 2.0).floor().max(1.0) * 2.0;
        let row = (side * ROW).round();
        let origin = (WIDTH / 2.0, top + END_ROOM);
        Self { board, side, row, origin, bottom: origin.1 + rows * row + END_ROOM }
    }

    pub(super) fn point(&self, p: crate::grid::Point) -> Point {
        (self.origin.0 + f32::from(p.x) * self.side / 2.0, self.origin.1 + f32::from(p.y) * self.row)
    }

    pub(super) fn triangle(&self, cell: Cell) -> Vec<Point> {
        self.board.corners(cell).map(|corner| self.point(corner)).to_vec()
    }

    /// Returns the middle of a cell.
    pub(super) fn middle(&self, cell: Cell) -> Point {
        let corners = self.triangle(cell);
        let mean = |axis: fn(&Point) -> f32| (corners.iter().map(axis).sum::<f32>() / 3.0).round();
        (mean(|p| p.0), mean(|p| p.1))
    }

    /// Returns where the marks and letters of a cell are drawn: away from its number.
    pub(super) fn stand(&self, cell: Cell) -> Point {
        let (x, y) = self.middle(cell);
        let off = (self.side * 0.06).round();
        (x, if self.board.is_up(cell) { y - off } else { y + off })
    }

    /// Returns a spot of a cell near the corner that is opposite its horizontal side.
    pub(super) fn tip(&self, cell: Cell) -> Point {
        let (x, y) = self.middle(cell);
        let off = (self.side * 0.36).round();
        (x, if self.board.is_up(cell) { y - off } else { y + off })
    }
}
