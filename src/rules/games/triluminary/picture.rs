//! The board as a scene.
//!
//! Nothing is told by colour alone: seat 1's pieces are plain triangles, seat 2's are notched at the base, and
//! influence pyramids are squares with the letter of their size. Pips and dimensions show the size of a piece.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight, fit_text};

use super::alt;
use super::state::{Chain, LastTurn, Piece, Pyramid, Stage, State};
use crate::games::frame::{
    LegendItem, LegendRoom, LegendSide, MARGIN, SMALL_TEXT, SMALLEST_TEXT, WIDTH, card, colour, crossed,
    disc, edged, filled, ink_on, legend_beside, line, outlined, ring, shown_name, space_name, square, stroke,
    text, trail,
};
use crate::games::triangles::TRIANGLE_HEIGHT;
use crate::games::{Frame, Seat, Size, Stash};
use crate::grid::{Hex, HexDirection};

/// The side of a space, and half its height: with whole numbers, all spaces have the same pixels.
const SPACE_SIDE: f32 = 74.0;
const SPACE_HALF_HEIGHT: f32 = 64.0;
const GRID_LINE: f32 = 5.0;
/// The distance of the name of a space below its centre, and of the pyramids above it.
const NAME_DROP: f32 = 45.0;
const PYRAMID_LIFT: f32 = 15.0;

/// The look of a pyramid.
#[derive(Clone, Copy)]
struct Look {
    scale: f32,
    alpha: f32,
}

const WHOLE: Look = Look { scale: 1.0, alpha: 1.0 };
/// The look of a pyramid that has left the board.
const PALE: Look = Look { scale: 0.75, alpha: 0.4 };
/// The height of the card, and the x coordinate of the board's centre: everything beside the board is to its left.
const CARD_HEIGHT: f32 = 1000.0;
const BOARD_MIDDLE: f32 = 642.0;

/// Returns the picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let beside = match state.phase {
        Stage::Push => "To push",
        Stage::Capture => "To capture",
        Stage::Place { .. } => "To place",
        Stage::Over(_) => "Final",
    };
    let mut scene = card(frame, "Triluminary", beside, CARD_HEIGHT, alt::text(state, frame));
    BoardPainter { centre: (BOARD_MIDDLE, CARD_HEIGHT / 2.0) }.draw(&mut scene, state);
    players(&mut scene, state, frame);
    if state.last.is_none() {
        let room = |side, edge, top| LegendRoom {
            side,
            edge,
            top,
            bottom: CARD_HEIGHT - 14.0,
            width: 205.0,
            slope: 0.0,
        };
        let rooms = [room(LegendSide::Left, MARGIN, 392.0), room(LegendSide::Right, WIDTH - MARGIN, 868.0)];
        legend_beside(&mut scene, &rooms, &legend_items());
    }
    scene
}

/// Draws, to the left of the board, the players' pieces off the board and the influence pyramids that are left.
fn players(scene: &mut Scene, state: &State, frame: &Frame<'_>) {
    let stash = |scene: &mut Scene, y: f32, label: &str, stash: Stash| {
        scene.shapes.push(text(
            (MARGIN, y),
            SMALLEST_TEXT,
            Anchor::Start,
            Weight::Regular,
            label,
            Role::InkDim,
        ));
        for (i, size) in Size::ALL.into_iter().enumerate() {
            let role = if stash[size] > 0 { Role::Ink } else { Role::InkDim };
            let (at, count) = ((MARGIN + 60.0 + 49.0 * i as f32, y), format!("{}{size}", stash[size]));
            scene.shapes.push(text(at, SMALLEST_TEXT, Anchor::Start, Weight::Regular, &count, role));
        }
    };
    let mut y = 36.0;
    for seat in Seat::all(State::SEATS) {
        let piece = Piece { seat, size: Size::Medium, points: HexDirection::N };
        draw_piece((MARGIN + 20.0, y), piece, Look { scale: 0.6, alpha: 1.0 }, &mut scene.shapes);
        let weight = if state.asked() == Some(seat) { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&shown_name(frame.names, seat), SMALL_TEXT, weight, 150.0);
        scene.shapes.push(text((MARGIN + 50.0, y), SMALL_TEXT, Anchor::Start, weight, &name, Role::Ink));
        stash(scene, y + 42.0, "Off", state.supply(seat));
        stash(scene, y + 78.0, "Has", state.captured(seat));
        y += 132.0;
    }
    draw_influence((MARGIN + 24.0, y + 4.0), Size::Small, WHOLE, &mut scene.shapes);
    scene.shapes.push(text(
        (MARGIN + 58.0, y + 4.0),
        SMALLEST_TEXT,
        Anchor::Start,
        Weight::Regular,
        "Influence",
        Role::Ink,
    ));
    stash(scene, y + 46.0, "Off", state.influence());
}

/// Draws the board around this point of the card.
struct BoardPainter {
    centre: Point,
}

impl BoardPainter {
    fn middle(&self, hex: Hex) -> Point {
        let column = f32::from(hex.column()) - 3.0;
        (
            self.centre.0 + column * 1.5 * SPACE_SIDE,
            self.centre.1 - f32::from(hex.height()) * SPACE_HALF_HEIGHT,
        )
    }

    /// Returns the position of a space's pyramid, above the space's name.
    fn stand(&self, hex: Hex) -> Point {
        let (x, y) = self.middle(hex);
        (x, y - PYRAMID_LIFT)
    }

    fn draw(&self, scene: &mut Scene, state: &State) {
        // All bases come before the spaces, because fills that merely touch would leave seams.
        for hex in Hex::all() {
            scene.shapes.push(filled(hexagon(self.middle(hex), SPACE_SIDE + 8.0), Role::Grid));
        }
        for hex in Hex::all() {
            scene.shapes.push(filled(hexagon(self.middle(hex), SPACE_SIDE - GRID_LINE / 2.0), Role::Empty));
        }
        scene.backdrop = scene.shapes.len();
        if let Some(last) = &state.last {
            self.last(scene, last);
        }
        self.chains(scene, state);
        for hex in Hex::all() {
            let (x, y) = self.middle(hex);
            let at = (x, y + NAME_DROP);
            let name = hex.to_string();
            scene.shapes.push(space_name(at, SMALLEST_TEXT + 1.0, &name, Role::EmptyInk));
        }
        for (hex, pyramid) in state.pyramids() {
            match pyramid {
                Pyramid::Influence(size) => draw_influence(self.stand(hex), size, WHOLE, &mut scene.shapes),
                Pyramid::Piece(piece) => draw_piece(self.stand(hex), piece, WHOLE, &mut scene.shapes),
            }
        }
        if let Some(last) = &state.last {
            self.removed(scene, state, last);
        }
    }

    /// Draws what happened in the last turn, below the pyramids.
    fn last(&self, scene: &mut Scene, last: &LastTurn) {
        for &(_, to) in &last.pushed {
            let ring = hexagon(self.middle(to), SPACE_SIDE - GRID_LINE - 3.0);
            scene.shapes.push(outlined(ring, Paint::tint(Role::Last, 0.75), 4.0));
        }
        let new = last.push.map(|(_, _, at)| at);
        for &hex in new.iter().chain(&last.placed) {
            let ring = hexagon(self.middle(hex), SPACE_SIDE - GRID_LINE - 5.0);
            scene.shapes.push(outlined(ring, Role::Last, 9.0));
        }
        for chain in &last.chains {
            self.chain(scene, chain, Paint::tint(Role::Last, 0.6));
        }
        for &(from, to) in &last.pushed {
            let ((x0, y0), (x1, y1)) = (self.stand(from), self.stand(to));
            let short = 1.0 - 38.0 / (x1 - x0).hypot(y1 - y0);
            trail(&[(x0, y0), (x0 + (x1 - x0) * short, y0 + (y1 - y0) * short)], 6.0, &mut scene.shapes);
        }
        if let Some((entry, way, _)) = last.push {
            scene
                .shapes
                .push(filled(arrow(self.outside(entry, way.reverse(), 22.0), way, 30.0, 0.0), Role::Last));
        }
    }

    /// Draws what left the board in the last turn, and which piece was turned, above the pyramids.
    fn removed(&self, scene: &mut Scene, state: &State, last: &LastTurn) {
        if let Some(hex) = last.turned {
            turned(self.stand(hex), 43.0, &mut scene.shapes);
        }
        for &(hex, pyramid) in &last.removed {
            let (x, y) = self.stand(hex);
            let aside = if state.pyramid(hex).is_some() { -38.0 } else { 0.0 };
            draw_removed((x + aside, y), pyramid, &mut scene.shapes);
        }
        for (i, &(edge, piece)) in last.off.iter().enumerate() {
            let Some((_, way, _)) = last.push else { continue };
            let ((x, y), (dx, dy)) = (self.outside(edge, way, 24.0), vector(way));
            let aside = 40.0 * i as f32;
            let at = (
                (x - dy * aside).clamp(44.0, WIDTH - 44.0),
                (y + dx * aside).clamp(44.0, CARD_HEIGHT - 44.0),
            );
            draw_removed(at, Pyramid::Piece(piece), &mut scene.shapes);
        }
    }

    /// Returns a point outside the board, beyond the edge of a space.
    fn outside(&self, hex: Hex, way: HexDirection, distance: f32) -> Point {
        let ((x, y), (dx, dy)) = (self.middle(hex), vector(way));
        (x + dx * (SPACE_HALF_HEIGHT + distance), y + dy * (SPACE_HALF_HEIGHT + distance))
    }

    /// Draws lines along the chains that capture, or would with one more piece.
    fn chains(&self, scene: &mut Scene, state: &State) {
        for chain in state.chains(State::SHOWN_CHAIN_LENGTH) {
            let full = chain.pieces.len() >= State::CHAIN_LENGTH;
            let paint = if full { Paint::solid(Role::Last) } else { Paint::tint(Role::Glow, 0.45) };
            self.chain(scene, &chain, paint);
        }
    }

    fn chain(&self, scene: &mut Scene, chain: &Chain, paint: Paint) {
        let ends: Vec<Hex> = chain.pieces.iter().copied().chain([chain.target]).collect();
        for pair in ends.windows(2) {
            let (from, to) = (self.stand(pair[0]), self.stand(pair[1]));
            scene.shapes.push(line(from, to, 13.0, paint));
        }
    }
}

/// Returns the unit vector of a direction on the card.
fn vector(way: HexDirection) -> (f32, f32) {
    let degrees: f32 = [-90.0, -30.0, 30.0, 90.0, 150.0, -150.0][way as usize];
    let (sin, cos) = degrees.to_radians().sin_cos();
    (cos, sin)
}

fn hexagon((x, y): Point, side: f32) -> Vec<Point> {
    let corners = [
        (1.0, 0.0),
        (0.5, TRIANGLE_HEIGHT),
        (-0.5, TRIANGLE_HEIGHT),
        (-1.0, 0.0),
        (-0.5, -TRIANGLE_HEIGHT),
        (0.5, -TRIANGLE_HEIGHT),
    ];
    corners.map(|(dx, dy)| (x + dx * side, y + dy * side)).to_vec()
}

/// Returns a triangle of this length around a point, with its tip ahead and its base notched by a fraction of its
/// length.
fn arrow(at: Point, points: HexDirection, length: f32, notch: f32) -> Vec<Point> {
    let (dx, dy) = vector(points);
    let place = |ahead: f32, aside: f32| {
        (at.0 + dx * ahead * length - dy * aside * length, at.1 + dy * ahead * length + dx * aside * length)
    };
    let mut corners = vec![place(0.5, 0.0), place(-0.5, 0.38)];
    if notch > 0.0 {
        corners.push(place(notch - 0.5, 0.0));
    }
    corners.push(place(-0.5, -0.38));
    corners
}

/// Draws a pyramid on its side: its tip points ahead, its pips are near the base, and seat 2's base is notched.
fn draw_piece(at: Point, piece: Piece, look: Look, shapes: &mut Vec<Shape>) {
    let Look { scale, alpha } = look;
    let length = scale
        * match piece.size {
            Size::Small => 52.0,
            Size::Medium => 65.0,
            Size::Large => 78.0,
        };
    let notch = if piece.seat == Seat::new(1) { 0.0 } else { 0.24 };
    let fill = Paint::tint(colour(piece.seat), alpha);
    shapes.push(edged(arrow(at, piece.points, length, notch), fill, stroke(Role::InkDim, 4.0)));
    let (dx, dy) = vector(piece.points);
    let pips = piece.size.pips();
    // The pips are side by side near the base, or ahead of the notch.
    let (back, apart) = if notch > 0.0 { (-0.13 * length, 11.0) } else { (-0.27 * length, 13.0) };
    for i in 0..pips {
        let aside = (f32::from(i) - f32::from(pips - 1) / 2.0) * apart * scale;
        let center = (at.0 + dx * back - dy * aside, at.1 + dy * back + dx * aside);
        shapes.push(disc(center, 5.2 * scale, ink_on(piece.seat)));
    }
}

/// Draws an upright pyramid from above, with the letter of its size.
fn draw_influence((x, y): Point, size: Size, look: Look, shapes: &mut Vec<Shape>) {
    let Look { scale, alpha } = look;
    let half = scale
        * match size {
            Size::Small => 21.0,
            Size::Medium => 27.0,
            Size::Large => 33.0,
        };
    shapes.push(square((x, y), half, 5.0, Paint::tint(Role::Blue, alpha), stroke(Role::OnBlue, 4.0)));
    let letter = size.letter().to_string();
    shapes.push(text(
        (x, y),
        (half * 1.3).max(SMALLEST_TEXT),
        Anchor::Middle,
        Weight::Bold,
        &letter,
        Role::OnBlue,
    ));
}

/// Draws a pyramid that has left the board: pale, with a cross beside it.
fn draw_removed(at: Point, pyramid: Pyramid, shapes: &mut Vec<Shape>) {
    match pyramid {
        Pyramid::Influence(size) => draw_influence(at, size, PALE, shapes),
        Pyramid::Piece(piece) => draw_piece(at, piece, PALE, shapes),
    }
    // The cross is towards the middle, so that it stays on the card.
    let aside = if at.0 > BOARD_MIDDLE { -22.0 } else { 22.0 };
    crossed((at.0 + aside, at.1 - 22.0), 10.0, 5.0, shapes);
}

/// Draws the mark of a piece that was turned.
fn turned(center: Point, radius: f32, shapes: &mut Vec<Shape>) {
    shapes.push(ring(center, radius, radius * 0.1, Role::Last));
}

/// Returns the legend for the pictures of a match.
fn legend_items() -> Vec<LegendItem> {
    let ringed = |width: f32| {
        move |at: Point, shapes: &mut Vec<Shape>| {
            shapes.push(filled(hexagon(at, 25.0), Role::Empty));
            shapes.push(outlined(hexagon(at, 22.0), Role::Last, width));
        }
    };
    let chain = |paint: Paint| {
        move |(x, y): Point, shapes: &mut Vec<Shape>| {
            shapes.push(line((x - 24.0, y), (x + 24.0, y), 13.0, paint));
        }
    };
    let gone = Pyramid::Influence(Size::Small);
    vec![
        LegendItem::new("Pips: size", |(x, y), shapes| {
            for dx in [-14.0, 0.0, 14.0] {
                shapes.push(disc((x + dx, y), 5.2, Role::Ink));
            }
        }),
        LegendItem::new("Chain of 3", chain(Paint::tint(Role::Glow, 0.45))),
        LegendItem::new("Chain that captures", chain(Paint::solid(Role::Last))),
        LegendItem::new("Chain that captured", chain(Paint::tint(Role::Last, 0.6))),
        LegendItem::new("Came in", |at, shapes| {
            shapes.push(filled(arrow(at, HexDirection::NE, 38.0, 0.0), Role::Last));
        }),
        LegendItem::new("New", ringed(7.0)),
        LegendItem::new("Pushed", |(x, y), shapes| {
            shapes.push(outlined(hexagon((x, y), 22.0), Role::Last, 3.0));
            trail(&[(x - 10.0, y), (x + 14.0, y)], 5.0, shapes);
        }),
        LegendItem::new("Turned", |at, shapes| turned(at, 20.0, shapes)),
        LegendItem::new("Left the board", move |at, shapes| draw_removed(at, gone, shapes)),
    ]
}
