//! The board as a scene.
//!
//! Nothing is told by colour alone: a piece has its seat's number, its size is shown by its dimensions and by pips, and
//! every symbol has its own shape.

use std::f32::consts::{PI, TAU};

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight, fit_text, inset};

use super::alt;
use super::spaces::{Piece, Spaces, Symbol, board};
use super::state::{LastTurn, Movement, Stage, State};
use crate::games::frame::{
    LegendItem, LegendRoom, LegendSide, MARGIN, SMALL_TEXT, SMALLEST_TEXT, WIDTH, card, coin, colour,
    crossed, disc, filled, ink_on, legend_beside, line, outlined, ring, shown_name, space_name, square, star,
    stroke, text, trail,
};
use crate::games::phrase::counted;
use crate::games::triangles::{TRIANGLE_HEIGHT, Triangles, covered, framed};
use crate::games::{Frame, Seat, Size};
use crate::grid::Cell;

/// The side of a space, and the height of a row.
const SIDE: f32 = 254.0;
const ROW_HEIGHT: f32 = TRIANGLE_HEIGHT * SIDE;
const GRID_LINE: f32 = 6.0;
/// The distance of symbols from the centre of a space, towards its lower or upper corners, and towards its apex, where
/// it is narrower; and their size.
const TO_CORNER: f32 = 88.0;
const TO_APEX: f32 = 78.0;
const SYMBOL_RADIUS: f32 = 22.0;
/// The distance of the name of a space from its centre, towards its horizontal edge.
const TO_NAME: f32 = 49.0;
const NAME_TEXT: f32 = 30.0;

/// The space above and below the board.
const END_ROOM: f32 = 24.0;

/// Returns the picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let moment = match (state.phase, state.points) {
        (Stage::Over, _) => "Final".to_owned(),
        (Stage::Turn, Some(left)) => format!("{} left", counted(left, "point")),
        _ => "To roll".to_owned(),
    };
    let triangles =
        Triangles { board: board(), side: SIDE, row: ROW_HEIGHT, top: END_ROOM, axis: WIDTH / 2.0 };
    let height = (triangles.bottom() + END_ROOM).ceil();
    let mut scene = card(frame, "Trice", &moment, height, alt::text(state, frame));
    BoardPainter { cells: triangles }.draw(&mut scene, state);
    players(&mut scene, state, frame, &moment);
    if state.last.is_none() && state.pieces().next().is_none() {
        let room = LegendRoom {
            side: LegendSide::Right,
            edge: WIDTH - MARGIN,
            top: END_ROOM,
            bottom: height,
            width: 2.0 * SIDE,
            slope: 0.5 / TRIANGLE_HEIGHT,
        };
        legend_beside(&mut scene, &[room], &legend_items());
    }
    scene
}

/// Draws each player's pieces off the board, in the upper left corner, and the progress of the turn.
fn players(scene: &mut Scene, state: &State, frame: &Frame<'_>, moment: &str) {
    let mut y = END_ROOM + 22.0;
    for seat in Seat::all(State::SEATS) {
        draw_seat((MARGIN + 24.0, y), seat, &mut scene.shapes);
        let weight = if seat == state.turn { Weight::Bold } else { Weight::Regular };
        let left = MARGIN + 60.0;
        let name = fit_text(&shown_name(frame.names, seat), SMALL_TEXT, weight, 300.0);
        scene.shapes.push(text((left, y), SMALL_TEXT, Anchor::Start, weight, &name, Role::Ink));
        for (i, size) in Size::ALL.into_iter().enumerate() {
            let count = state.supply(seat)[size];
            let role = if count > 0 { Role::Ink } else { Role::InkDim };
            let at = (left + 66.0 * i as f32, y + 42.0);
            let count = format!("{count}{size}");
            scene.shapes.push(text(at, SMALL_TEXT, Anchor::Start, Weight::Regular, &count, role));
        }
        y += 102.0;
    }
    let free = if state.free_used { "Free piece used" } else { "Free piece unused" };
    let lines = [moment, if state.phase == Stage::Turn { free } else { "" }];
    for (line, dy) in lines.into_iter().zip([0.0, 42.0]).filter(|(line, _)| !line.is_empty()) {
        let at = (MARGIN, y + 10.0 + dy);
        scene.shapes.push(text(at, SMALL_TEXT, Anchor::Start, Weight::Regular, line, Role::InkDim));
    }
}

/// Draws the board, whose cells have these positions on the card.
struct BoardPainter {
    cells: Triangles<'static>,
}

impl BoardPainter {
    /// Returns a point at an angle, clockwise from the right, and a distance from the centre of a space.
    fn towards(&self, cell: Cell, degrees: f32, distance: f32) -> Point {
        let ((x, y), angle) = (self.cells.middle(cell), degrees * PI / 180.0);
        (x + distance * angle.cos(), y + distance * angle.sin())
    }

    fn draw(&self, scene: &mut Scene, state: &State) {
        self.cells.base(9.0, &mut scene.shapes);
        for cell in board().cells() {
            self.ground(scene, cell);
        }
        scene.backdrop = scene.shapes.len();
        for (cell, piece) in state.pieces() {
            // A large piece stays clear of the name of its space.
            let off = (half(piece.size) - 28.0).max(0.0);
            let (x, y) = self.cells.middle(cell);
            let at = (x, if board().is_up(cell) { y - off } else { y + off });
            draw_piece(at, piece, &mut scene.shapes);
        }
        self.last(scene, state);
    }

    fn ground(&self, scene: &mut Scene, cell: Cell) {
        let triangle = inset(&self.cells.triangle(cell), GRID_LINE / 2.0);
        scene.shapes.push(filled(triangle.clone(), Role::Empty));
        if let Some(tint) = tint(cell) {
            scene.shapes.push(filled(triangle, tint));
        }
        let up = board().is_up(cell);
        let turned =
            |degrees: f32, distance: f32| self.towards(cell, if up { degrees } else { -degrees }, distance);
        let (apex, left, right) = (turned(-90.0, TO_APEX), turned(150.0, TO_CORNER), turned(30.0, TO_CORNER));
        if let Some(seat) = Spaces::eye_of(cell) {
            draw_eye((apex.0, apex.1 + 4.0), 30.0, seat, &mut scene.shapes);
        } else if Spaces::PEACE.contains(cell) {
            draw_peace(apex, SYMBOL_RADIUS, &mut scene.shapes);
        }
        let places = match Symbol::on(cell).count() {
            1 => [apex, apex, apex],
            2 => [left, right, apex],
            _ => [left, apex, right],
        };
        for (symbol, at) in Symbol::on(cell).zip(places) {
            draw_symbol(at, SYMBOL_RADIUS, symbol, &mut scene.shapes);
        }
        let (x, y) = self.cells.middle(cell);
        let at = (x, if up { y + TO_NAME } else { y - TO_NAME });
        let name = board().name(cell).to_string();
        scene.shapes.push(space_name(at, NAME_TEXT, &name, Role::EmptyInk));
    }

    /// Draws what happened in the last turn: steps, the spaces where they ended, and the pieces that left the board.
    fn last(&self, scene: &mut Scene, state: &State) {
        let Some(last) = &state.last else { return };
        for cell in ended(state, last).iter() {
            let ring = inset(&self.cells.triangle(cell), GRID_LINE / 2.0 + 4.5);
            scene.shapes.push(outlined(ring, Role::Last, 9.0));
        }
        for &Movement { from, to, .. } in &last.moves {
            let Some(from) = from else { continue };
            let ((x0, y0), (x1, y1)) = (self.cells.middle(from), self.cells.middle(to));
            // There is no room between the names of the two spaces.
            let aside = if (x0 - x1).abs() < 1.0 { 44.0 } else { 0.0 };
            let at = |t: f32| (x0 + (x1 - x0) * t + aside, y0 + (y1 - y0) * t);
            trail(&[at(0.3), at(0.72)], 7.0, &mut scene.shapes);
        }
        for cell in board().cells() {
            let removed = last.removed.iter().filter(|(at, _)| *at == cell);
            let free =
                if state.piece(cell).is_none() { vec![0.0, -54.0, 54.0] } else { vec![-54.0, 54.0, 0.0] };
            let (x, y) = self.cells.middle(cell);
            for (&(_, piece), dx) in removed.zip(free.into_iter().cycle()) {
                draw_removed((x + dx, y), piece, &mut scene.shapes);
            }
        }
    }
}

/// Returns the spaces where a turn's placements and steps ended.
fn ended(state: &State, last: &LastTurn) -> Spaces {
    let own = |cell: &Cell| state.piece(*cell).is_some_and(|piece| piece.seat == last.seat);
    last.moves.iter().map(|moved| moved.to).filter(own).collect()
}

/// Draws a piece that has left the board: pale, with a cross at its corner.
fn draw_removed((x, y): Point, piece: Piece, shapes: &mut Vec<Shape>) {
    let half = half(piece.size) * 0.75;
    draw_body((x, y), piece, half, 0.45, shapes);
    crossed((x + half * 0.9, y - half * 0.9), 9.0, 5.0, shapes);
}

/// Returns the tint of the ground of the Bi-Spaces and the Tri-Space.
fn tint(cell: Cell) -> Option<Paint> {
    if Spaces::TRI.contains(cell) {
        Some(Paint::tint(Role::Yellow, 0.34))
    } else if Spaces::BI.contains(cell) {
        Some(Paint::tint(Role::Blue, 0.34))
    } else {
        None
    }
}

/// Returns half the side of a piece of this size, as seen from above.
fn half(size: Size) -> f32 {
    match size {
        Size::Small => 24.0,
        Size::Medium => 30.0,
        Size::Large => 36.0,
    }
}

/// Draws a pyramid from above, as it stands on the board: with its seat's number and its pips.
fn draw_piece(at: Point, piece: Piece, shapes: &mut Vec<Shape>) {
    draw_body(at, piece, half(piece.size), 1.0, shapes);
}

/// Draws the square of a seat with its number, beside the seat's name.
fn draw_seat((x, y): Point, seat: Seat, shapes: &mut Vec<Shape>) {
    shapes.push(square((x, y), 23.0, 7.0, Paint::tint(colour(seat), 1.0), stroke(Role::InkDim, 4.0)));
    shapes.push(text((x, y), 34.0, Anchor::Middle, Weight::Bold, &seat.to_string(), ink_on(seat)));
}

/// Draws a pyramid with half a side of this length.
fn draw_body((x, y): Point, piece: Piece, half: f32, alpha: f32, shapes: &mut Vec<Shape>) {
    let fill = Paint::tint(colour(piece.seat), alpha);
    shapes.push(square((x, y), half, 7.0, fill, stroke(Role::InkDim, 4.0)));
    // The card shows through a pale piece.
    let ink = if alpha < 1.0 { Role::Ink } else { ink_on(piece.seat) };
    let (at, size) = ((x, y - half * 0.22), (half * 1.25).max(SMALLEST_TEXT));
    shapes.push(text(at, size, Anchor::Middle, Weight::Bold, &piece.seat.to_string(), ink));
    let (count, scale) = (piece.size.pips(), (half / 24.0).min(1.0));
    for pip in 0..count {
        let dx = (f32::from(pip) - f32::from(count - 1) / 2.0) * 17.0 * scale;
        shapes.push(disc((x + dx, y + half * 0.66), 5.5 * scale, ink));
    }
}

fn draw_symbol(at: Point, radius: f32, symbol: Symbol, shapes: &mut Vec<Shape>) {
    match symbol {
        Symbol::Star => shapes.push(filled(star(at, radius * 1.08), Role::Ink)),
        Symbol::Moon => shapes.push(filled(crescent(at, radius), Role::Ink)),
        Symbol::Sun => {
            shapes.push(disc(at, radius * 0.52, Role::Ink));
            for i in 0..8u8 {
                let (sin, cos) = (f32::from(i) * TAU / 8.0).sin_cos();
                let point = |r: f32| (at.0 + r * radius * cos, at.1 + r * radius * sin);
                shapes.push(line(point(0.7), point(1.05), radius * 0.17, Role::Ink));
            }
        }
    }
}

/// Returns a moon, open to the right: an outer arc, and back along an inner one.
fn crescent((x, y): Point, radius: f32) -> Vec<Point> {
    let arc = |r: f32, dx: f32, from: f32, to: f32| {
        (0..=24u8).map(move |i| {
            let (sin, cos) = (from + (to - from) * f32::from(i) / 24.0).sin_cos();
            (x + dx + r * cos, y + r * sin)
        })
    };
    // The inner circle is smaller and farther to the right; both pass through the tips.
    let tip = 0.28 * PI;
    let (tip_x, tip_y) = (radius * tip.cos(), radius * tip.sin());
    let dx = radius * 0.34;
    let inner = (tip_x - dx).hypot(tip_y);
    let inner_tip = tip_y.atan2(tip_x - dx);
    arc(radius, 0.0, tip, TAU - tip).chain(arc(inner, dx, TAU - inner_tip, inner_tip)).collect()
}

/// Draws an eye whose pupil has the colour and the number of the seat that comes in there.
fn draw_eye((x, y): Point, radius: f32, seat: Seat, shapes: &mut Vec<Shape>) {
    let lid = |sign: f32| {
        (0..=16u8).map(move |i| {
            let t = f32::from(i) / 8.0 - 1.0;
            (x + sign * t * radius * 1.25, y + sign * (t * t - 1.0) * radius * 0.78)
        })
    };
    shapes.push(filled(lid(1.0).chain(lid(-1.0)).collect(), Role::Ink));
    shapes.push(coin((x, y), radius * 0.62, colour(seat), stroke(Role::Bg, 3.0)));
    let number = seat.to_string();
    shapes.push(text(
        (x, y),
        (radius * 0.9).max(SMALLEST_TEXT),
        Anchor::Middle,
        Weight::Bold,
        &number,
        ink_on(seat),
    ));
}

/// Draws the peace sign.
fn draw_peace(at: Point, radius: f32, shapes: &mut Vec<Shape>) {
    shapes.push(ring(at, radius * 0.9, radius * 0.2, Role::InkDim));
    for degrees in [-90.0f32, 90.0, 45.0, 135.0] {
        let (sin, cos) = (degrees * PI / 180.0).sin_cos();
        let to = (at.0 + radius * 0.85 * cos, at.1 + radius * 0.85 * sin);
        shapes.push(line(at, to, radius * 0.2, Role::InkDim));
    }
}

/// Returns the legend for the pictures of a match.
fn legend_items() -> Vec<LegendItem> {
    let ground = |tint: Paint| move |at: Point, shapes: &mut Vec<Shape>| covered(at, tint, shapes);
    let symbol =
        |symbol| move |at: Point, shapes: &mut Vec<Shape>| draw_symbol(at, SYMBOL_RADIUS, symbol, shapes);
    let piece = |size| Piece { seat: Seat::new(1), size };
    vec![
        LegendItem::new("Seat; pips: 1 small, 2 medium, 3 large", move |at, shapes| {
            draw_piece(at, piece(Size::Small), shapes);
        }),
        LegendItem::new("Bi-Space: enter with 4 pieces on the board", ground(Paint::tint(Role::Blue, 0.34))),
        LegendItem::new("Tri-Space: enter with 2 Bi-Spaces", ground(Paint::tint(Role::Yellow, 0.34))),
        LegendItem::new("Eye: a seat comes in", |at, shapes| draw_eye(at, 22.0, Seat::new(1), shapes)),
        LegendItem::new("Peace: not nuked", |at, shapes| draw_peace(at, SYMBOL_RADIUS, shapes)),
        LegendItem::new("Placed, moved", |at, shapes| framed(at, Role::Empty, Role::Last, shapes)),
        LegendItem::new("Step", |(x, y), shapes| trail(&[(x - 18.0, y), (x + 22.0, y)], 7.0, shapes)),
        LegendItem::new("Left the board", move |at, shapes| draw_removed(at, piece(Size::Small), shapes)),
        LegendItem::new("Sun", symbol(Symbol::Sun)),
        LegendItem::new("Moon", symbol(Symbol::Moon)),
        LegendItem::new("Star", symbol(Symbol::Star)),
    ]
}
