//! The board as a scene.
//!
//! Nothing is told by colour alone: seat 1's cylinders are plain discs, those of seat 2 have a ring, and pawns have
//! their seat's number. A triangle never holds more than the three cylinders it was filled with, so all of them are
//! drawn.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight, fit_text, inset};

use super::action::{Action, Turn};
use super::alt;
use super::hexagon::hexagon;
use super::state::{Score, Sector, Stage, State};
use crate::games::frame::{
    LegendItem, LegendRoom, LegendSide, MARGIN, SMALL_TEXT, SMALLEST_TEXT, WIDTH, card, coin, colour, disc,
    filled, ink_on, legend_beside, line, outlined, ring, shown_name, space_name, stroke, text,
};
use crate::games::triangles::{TRIANGLE_HEIGHT, Triangles, framed, small};
use crate::games::{Frame, Names, Seat};
use crate::grid::{Cell, Corner};

/// The side and the height of a triangle.
const SIDE: f32 = 224.0;
const ROW_HEIGHT: f32 = 194.0;
/// The space above and below the board, where two sectors have their tallies.
const END_ROOM: f32 = 48.0;
/// The widths of the lines between triangles and between sectors.
const TRIANGLE_LINE: f32 = 5.0;
const SECTOR_LINE: f32 = 13.0;
/// The radii of the discs of an intersection with its name, of a pawn and of a cylinder.
const NODE_RADIUS: f32 = 29.0;
const PAWN_RADIUS: f32 = 46.0;
const CYLINDER_RADIUS: f32 = 23.0;

/// Returns the picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let moment = match state.asked() {
        Some(seat) => format!("Seat {seat}"),
        None => "Final".to_owned(),
    };
    let score = state.score();
    let triangles =
        Triangles { board: &hexagon().board, side: SIDE, row: ROW_HEIGHT, top: END_ROOM, axis: WIDTH / 2.0 };
    let height = triangles.bottom() + END_ROOM;
    let mut scene = card(frame, "Triangoli", &moment, height, alt::text(state, frame.names));
    BoardPainter { cells: triangles }.draw(&mut scene, state, &score);
    players(&mut scene, state, &score, frame.names);
    if state.last.is_none() {
        let room = |side, edge| LegendRoom {
            side,
            edge,
            top: height - 176.0,
            bottom: height - 6.0,
            width: 216.0,
            slope: -0.5 / TRIANGLE_HEIGHT,
        };
        legend_beside(
            &mut scene,
            &[room(LegendSide::Left, MARGIN), room(LegendSide::Right, WIDTH - MARGIN)],
            &legend_items(),
        );
    }
    scene
}

/// Draws the board, whose cells have these positions on the card.
struct BoardPainter {
    cells: Triangles<'static>,
}

impl BoardPainter {
    fn corner(&self, corner: Corner) -> Point {
        self.cells.point(hexagon().corners.point(corner))
    }

    fn draw(&self, scene: &mut Scene, state: &State, score: &Score) {
        let shapes = &mut scene.shapes;
        self.cells.base(SECTOR_LINE / 2.0, shapes);
        let ground = |cell| inset(&self.cells.triangle(cell), TRIANGLE_LINE / 2.0);
        for cell in hexagon().board.cells() {
            shapes.push(filled(ground(cell), Role::Empty));
        }
        scene.backdrop = shapes.len();
        for (sector, cells) in score.by_sector.iter().zip(&hexagon().sectors) {
            let Some(holder) = sector.holder else { continue };
            for &cell in cells {
                shapes.push(filled(ground(cell), Paint::tint(colour(holder), 0.2)));
            }
        }
        let outline = self.cells.outline();
        for i in 0..3 {
            shapes.push(line(outline[i], outline[i + 3], SECTOR_LINE, Role::Grid));
        }
        if let Some((seat, Action::Turn(turn))) = state.last {
            self.last_turn(shapes, seat, &turn);
        }
        for (sector, cells) in score.by_sector.iter().zip(&hexagon().sectors) {
            for &cell in cells {
                self.cell(shapes, state, cell, sector.holder);
            }
        }
        self.nodes(shapes, state);
        self.tallies(shapes, score);
    }

    /// Draws the path of the pawn, and what it filled and exchanged.
    fn last_turn(&self, shapes: &mut Vec<Shape>, seat: Seat, turn: &Turn) {
        let exchanged = turn.exchange.parts().iter().map(|&(cell, _)| (cell, Role::Glow));
        for (cell, role) in exchanged.chain([(turn.fill, Role::Last)]) {
            // The dark edge sets it apart from the triangle for people who see no difference in colour.
            shapes.push(outlined(
                inset(&self.cells.triangle(cell), TRIANGLE_LINE / 2.0 + 6.0),
                Role::Bg,
                15.0,
            ));
            shapes.push(outlined(inset(&self.cells.triangle(cell), TRIANGLE_LINE / 2.0 + 6.0), role, 9.0));
        }
        let (from, to) = (self.corner(turn.from), self.corner(turn.to));
        for (role, width) in [(Role::Bg, 22.0), (Role::Last, 12.0)] {
            shapes.push(line(from, to, width, role));
        }
        // The intersection that the pawn came from has a ring of its own, below its name.
        shapes.push(coin(from, NODE_RADIUS + 10.0, colour(seat), stroke(Role::Bg, 4.0)));
    }

    /// Draws a triangle's name and cylinders. Those that do not count at the end are crossed out.
    fn cell(&self, shapes: &mut Vec<Shape>, state: &State, cell: Cell, holder: Option<Seat>) {
        let name = hexagon().board.name(cell).to_string();
        shapes.push(space_name(self.inwards(cell, (0.0, 30.0)), 30.0, &name, Role::EmptyInk));
        let [first, second] = state.cylinders(cell);
        let owners = (0..first).map(|_| Seat::at(0)).chain((0..second).map(|_| Seat::at(1)));
        for (seat, &place) in owners.zip(cylinder_places(first + second)) {
            let counts = state.phase != Stage::Over || holder == Some(seat);
            let draw = if counts { cylinder } else { lost_cylinder };
            draw(self.inwards(cell, place), seat, CYLINDER_RADIUS, shapes);
        }
        self.last_cylinders(shapes, state, cell);
    }

    /// Rings the cylinders that the last turn brought to a triangle: the last ones of its player.
    fn last_cylinders(&self, shapes: &mut Vec<Shape>, state: &State, cell: Cell) {
        let Some((seat, Action::Turn(turn))) = state.last else { return };
        let [first, second] = state.cylinders(cell);
        let own = if seat == Seat::at(0) { 0..first } else { first..first + second };
        let exchanged = turn.exchange.parts().iter().find(|(at, _)| *at == cell);
        let (count, role) = match exchanged {
            Some(&(_, count)) => (count, Role::Glow),
            None if turn.fill == cell => (own.end - own.start, Role::Last),
            None => return,
        };
        let places = cylinder_places(first + second);
        let from = usize::from(own.end.saturating_sub(count));
        for &place in places.iter().take(own.end.into()).skip(from) {
            shapes.push(ring(self.inwards(cell, place), CYLINDER_RADIUS, 5.0, role));
        }
    }

    /// Returns a point of a triangle: so far to the right of its middle, and so far from its base towards its tip.
    fn inwards(&self, cell: Cell, (right, far): (f32, f32)) -> Point {
        let corners = self.cells.triangle(cell);
        let x = corners.iter().map(|point| point.0).sum::<f32>() / 3.0;
        let heights = corners.iter().map(|point| point.1);
        let y = if hexagon().board.is_up(cell) {
            heights.fold(0.0, f32::max) - far
        } else {
            heights.fold(f32::MAX, f32::min) + far
        };
        (x + right, y)
    }

    /// Draws the intersections with their names, and the pawns.
    fn nodes(&self, shapes: &mut Vec<Shape>, state: &State) {
        let corners = &hexagon().corners;
        for corner in corners.all() {
            let (at, name) = (self.corner(corner), corners.name(corner).to_string());
            match (1..).zip(state.pawns).find(|(_, pawn)| *pawn == Some(corner)) {
                Some((number, _)) => pawn(at, Seat::new(number), Some(&name), shapes),
                None => {
                    shapes.push(coin(at, NODE_RADIUS, Role::Panel, stroke(Role::Grid, 4.0)));
                    shapes.push(space_name(at, 30.0, &name, Role::Ink));
                }
            }
        }
    }

    /// Draws the cylinders of both players in each sector, outside the sector.
    fn tallies(&self, shapes: &mut Vec<Shape>, score: &Score) {
        let height = self.cells.bottom() + END_ROOM;
        let (left, middle, right) = (MARGIN + 68.0, WIDTH / 2.0, WIDTH - MARGIN - 68.0);
        let (upper, lower) = (206.0, height - 244.0);
        let spots = [
            (middle, 22.0),
            (right, upper),
            (right, lower),
            (middle, height - 22.0),
            (left, lower),
            (left, upper),
        ];
        for ((number, sector), (x, y)) in (1u8..).zip(&score.by_sector).zip(spots) {
            let label = format!("Sector {number}");
            // The tally is on one line above and below the board, and on two lines beside it.
            let (head, counts) =
                if number % 3 == 1 { ((x - 114.0, y), (x + 106.0, y)) } else { ((x, y), (x, y + 38.0)) };
            shapes.push(text(head, SMALLEST_TEXT, Anchor::Middle, Weight::Regular, &label, Role::InkDim));
            tally(counts, *sector, shapes);
        }
    }
}

/// Draws the cylinders of both players in a sector; those of the player who has more are bold.
fn tally((x, y): Point, sector: Sector, shapes: &mut Vec<Shape>) {
    for (i, left) in [-66.0, 6.0].into_iter().enumerate() {
        let seat = Seat::at(i);
        cylinder((x + left + 15.0, y), seat, 15.0, shapes);
        let (weight, role) = match sector.holder {
            Some(holder) if holder == seat => (Weight::Bold, Role::Ink),
            _ => (Weight::Regular, Role::InkDim),
        };
        let count = sector.cylinders[i].to_string();
        shapes.push(text((x + left + 35.0, y), SMALL_TEXT, Anchor::Start, weight, &count, role));
    }
}

/// Returns the places of this many cylinders in a triangle: to the right of its middle, and inwards from its base.
fn cylinder_places(count: u8) -> &'static [(f32, f32)] {
    match count {
        1 => &[(0.0, 82.0)],
        2 => &[(-26.0, 82.0), (26.0, 82.0)],
        _ => &[(-26.0, 76.0), (26.0, 76.0), (0.0, 122.0)],
    }
}

/// Draws a cylinder from above.
fn cylinder(center: Point, seat: Seat, radius: f32, shapes: &mut Vec<Shape>) {
    shapes.push(coin(center, radius, colour(seat), stroke(Role::Grid, 3.0)));
    if seat == Seat::at(1) {
        shapes.push(ring(center, radius * 0.5, radius * 0.26, ink_on(seat)));
    }
}

/// Draws a cylinder that does not count at the end: pale and crossed out.
fn lost_cylinder(center: Point, seat: Seat, radius: f32, shapes: &mut Vec<Shape>) {
    // The stroke is in ink, because a line in a light colour would be lost on a light card.
    let (ink, width) = (Role::InkDim, radius * 0.17);
    shapes.push(coin(center, radius * 0.9, Paint::tint(colour(seat), 0.4), stroke(ink, width)));
    if seat == Seat::at(1) {
        shapes.push(ring(center, radius * 0.45, width, ink));
    }
    let reach = radius * 0.62;
    let (from, to) = ((center.0 - reach, center.1 + reach), (center.0 + reach, center.1 - reach));
    shapes.push(line(from, to, width, ink));
}

/// Draws a pawn: a disc with its seat's number, and the name of the intersection below it.
fn pawn(center: Point, seat: Seat, name: Option<&str>, shapes: &mut Vec<Shape>) {
    let (x, y) = center;
    let (radius, size) = if name.is_some() { (PAWN_RADIUS, 40.0) } else { (24.0, 32.0) };
    shapes.push(disc(center, radius + 4.0, Role::Bg));
    shapes.push(coin(center, radius - 1.0, colour(seat), stroke(Role::Ink, radius * 0.11)));
    let number = seat.to_string();
    let above = if name.is_some() { 14.0 } else { 0.0 };
    shapes.push(text((x, y - above), size, Anchor::Middle, Weight::Bold, &number, ink_on(seat)));
    if let Some(name) = name {
        shapes.push(text((x, y + 20.0), 30.0, Anchor::Middle, Weight::Regular, name, ink_on(seat)));
    }
}

/// Draws what both players have, in the upper corners.
fn players(scene: &mut Scene, state: &State, score: &Score, names: &Names) {
    let shapes = &mut scene.shapes;
    for (i, seat) in Seat::all(2).enumerate() {
        let (edge, way, anchor) =
            if i == 0 { (MARGIN, 1.0, Anchor::Start) } else { (WIDTH - MARGIN, -1.0, Anchor::End) };
        pawn((edge + way * 28.0, 36.0), seat, None, shapes);
        cylinder((edge + way * 78.0, 36.0), seat, 20.0, shapes);
        let weight = if state.asked() == Some(seat) { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&shown_name(names, seat), SMALL_TEXT, weight, 180.0);
        shapes.push(text((edge + way * 108.0, 36.0), SMALL_TEXT, anchor, weight, &name, Role::Ink));
        let keeps = if state.phase == Stage::Over { "Keeps" } else { "Would keep" };
        let lines = [
            format!("Reserve {}", state.reserve[i]),
            format!("{keeps} {}", score.cylinders[i]),
            format!("Sectors {}", score.sectors[i]),
        ];
        for (line, y) in lines.iter().zip([84.0, 122.0, 160.0]) {
            shapes.push(text((edge, y), SMALL_TEXT - 4.0, anchor, Weight::Regular, line, Role::Ink));
        }
    }
}

/// Returns the legend for the pictures of a match.
fn legend_items() -> Vec<LegendItem> {
    let seat = Seat::at(0);
    let frame = |role| move |at: Point, shapes: &mut Vec<Shape>| framed(at, Role::Empty, role, shapes);
    vec![
        LegendItem::new("Pawn’s way", move |(x, y), shapes| {
            let from = (x - 12.0, y);
            shapes.push(line(from, (x + 24.0, y), 9.0, Role::Last));
            shapes.push(coin(from, 12.0, Role::Panel, stroke(colour(seat), 6.0)));
        }),
        LegendItem::new("Just filled", frame(Role::Last)),
        LegendItem::new("Exchanged", frame(Role::Glow)),
        LegendItem::new("Seat 1 has more", move |at, shapes| {
            shapes.push(filled(small(at), Role::Empty));
            shapes.push(filled(small(at), Paint::tint(colour(seat), 0.2)));
        }),
        LegendItem::new("Does not count", move |at, shapes| {
            lost_cylinder(at, seat, CYLINDER_RADIUS, shapes);
        }),
    ]
}
