//! Pyramids and pawns as shapes, and which of them are drawn on a territory.

use trigon_render::{Anchor, Paint, Point, Role, Shape, Weight, text_width};

use super::stack::Piece;
use super::state::State;
use crate::games::frame::{coin, crossed, disc, edged, outlined, stroke, text};
use crate::games::{Seat, Size};
use crate::grid::Place;

/// The width of the card of a territory.
pub(super) const TERRITORY_WIDTH: f32 = 198.0;
/// The number of pieces on top of each other; taller stacks continue in another column.
pub(super) const MAX_LEVELS: usize = 3;

/// The height of a piece, including the space above it.
pub(super) const PIECE_HEIGHT: f32 = 33.0;

/// Draws a player's pawn: a disc with the seat's number.
pub(super) fn pawn(center: Point, seat: Seat, shapes: &mut Vec<Shape>) {
    shapes.push(coin(center, 18.0, colour(seat), stroke(Role::Ink, 3.0)));
    let number = seat.to_string();
    shapes.push(text(center, 28.0, Anchor::Middle, Weight::Bold, &number, ink_on(seat)));
}

/// Returns a seat's colour. Colour 6 is white, like the territories, so seat 6 takes colour 0.
pub(super) fn colour(seat: Seat) -> Role {
    Role::Seat(seat.number() % 6)
}

pub(super) fn ink_on(seat: Seat) -> Role {
    Role::OnSeat(seat.number() % 6)
}

/// The width of a column from which pieces have their usual widths and their pips.
const FULL_COLUMN: f32 = 180.0;

/// Returns the width of a piece in a column.
fn width(size: Size, column: f32) -> f32 {
    match size {
        // In a narrow column, sizes differ less, so that the labels of small pieces stay legible.
        Size::Small if column < FULL_COLUMN => 0.8 * column,
        Size::Medium if column < FULL_COLUMN => 0.9 * column,
        Size::Large if column < FULL_COLUMN => column,
        Size::Small => 100.0,
        Size::Medium => 138.0,
        Size::Large => 176.0,
    }
}

/// Returns the outline of a pyramid from the side, standing on `(x, y)` in the middle of a column.
fn body((x, y): Point, size: Size, column: f32) -> Vec<Point> {
    let (half, height, slope) =
        (width(size, column) / 2.0, PIECE_HEIGHT - 3.0, 9.0 * (column / FULL_COLUMN).min(1.0));
    vec![(x - half + slope, y - height), (x + half - slope, y - height), (x + half, y), (x - half, y)]
}

/// Draws the label of a piece in the middle of its body, followed by its pips if there is room.
fn label((x, y): Point, label: &str, size: Size, column: f32, role: Role, shapes: &mut Vec<Shape>) {
    let count = if column < FULL_COLUMN { 0 } else { size.pips() };
    let pips = if count == 0 { 0.0 } else { f32::from(count) * 12.0 + 7.0 };
    // Three characters on a small pyramid are drawn smaller, so that they stay clear of its edge.
    let room = width(size, column) - if column < FULL_COLUMN { 6.0 } else { 22.0 } - pips;
    let font = (29.0 * room / text_width(label, 29.0, Weight::Bold).max(1.0)).min(29.0);
    let wide = text_width(label, font, Weight::Bold);
    let y = y - (PIECE_HEIGHT - 3.0) / 2.0;
    let left = x - (wide + pips) * 0.5;
    shapes.push(text((left, y), font, Anchor::Start, Weight::Bold, label, role));
    for pip in 0..count {
        let center = (left + wide + 13.0 + f32::from(pip) * 12.0, y);
        shapes.push(disc(center, 4.4, role));
    }
}

/// Draws the white pyramid of a territory.
pub(super) fn ground(at: Point, size: Size, shapes: &mut Vec<Shape>) {
    shapes.push(edged(body(at, size, FULL_COLUMN), Role::White, stroke(Role::InkDim, 2.0)));
    label(at, &size.to_string(), size, FULL_COLUMN, Role::Black, shapes);
}

/// Draws a clear body with a line around it that shows next to any colour.
pub(super) fn clear_body(points: Vec<Point>, shapes: &mut Vec<Shape>) {
    shapes.push(edged(points.clone(), Paint::tint(Role::White, 0.12), stroke(Role::Ink, 7.0)));
    shapes.push(outlined(points, Role::White, 4.0));
}

/// What the last turn did to a piece.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Trace {
    /// Nothing.
    None,
    /// It was placed or moved here.
    Arrived,
    /// A fight took it off the board.
    Lost,
}

/// Draws a piece in the middle of a column of this width.
pub(super) fn draw_piece(at: Point, piece: Piece, column: f32, trace: Trace, shapes: &mut Vec<Shape>) {
    let size = piece.size();
    let points = body(at, size, column);
    let (name, ink) = match piece {
        Piece::Of(seat, _) => {
            let pale = trace == Trace::Lost;
            let fill = Paint::tint(colour(seat), if pale { 0.4 } else { 1.0 });
            shapes.push(edged(points.clone(), fill, stroke(Role::InkDim, 2.0)));
            (format!("{seat}{size}"), if pale { Role::Ink } else { ink_on(seat) })
        }
        Piece::Sword(_) => {
            shapes.push(edged(points.clone(), Role::Black, stroke(Role::White, 4.0)));
            (format!("X{size}"), Role::White)
        }
        Piece::Shield(_) => {
            clear_body(points.clone(), shapes);
            (format!("O{size}"), Role::Ink)
        }
    };
    label(at, &name, size, column, ink, shapes);
    match trace {
        Trace::None => {}
        Trace::Arrived => outline_arrived(points, shapes),
        Trace::Lost => {
            let right = at.0 + width(size, column) / 2.0 - 6.0;
            crossed((right, at.1 - PIECE_HEIGHT + 12.0), 9.0, 5.0, shapes);
        }
    }
}

/// Draws the line around a piece that was placed or moved in the last turn.
pub(super) fn outline_arrived(points: Vec<Point>, shapes: &mut Vec<Shape>) {
    shapes.push(outlined(points.clone(), Role::Bg, 9.0));
    shapes.push(outlined(points, Role::Last, 5.0));
}

/// Returns the pieces on a territory, bottom first, followed by those that it lost in the last turn.
pub(super) fn shown_pieces(state: &State, place: Place) -> Vec<(Piece, Trace)> {
    let stack = state.stack(place).pieces();
    let mut pieces: Vec<(Piece, Trace)> = stack.iter().map(|&piece| (piece, Trace::None)).collect();
    if let Some(last) = &state.last {
        let came = usize::from(last.came[place.index()]).min(stack.len());
        for (_, trace) in pieces.iter_mut().rev().take(came) {
            *trace = Trace::Arrived;
        }
        let lost = last.lost.iter().filter(|(at, _)| *at == place);
        pieces.extend(lost.map(|&(_, piece)| (piece, Trace::Lost)));
    }
    pieces
}

/// Returns the number of columns in which the pieces on a territory are drawn.
pub(super) fn columns(state: &State, place: Place) -> usize {
    shown_pieces(state, place).len().div_ceil(MAX_LEVELS).max(1)
}
