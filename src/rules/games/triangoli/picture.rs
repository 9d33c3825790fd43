//! The board as a scene.
//!
//! Colour never stands alone: seat 1's cylinders are plain discs, those of seat 2 have a ring, and pawns have
//! their seat's number. A triangle never holds more than the three cylinders it was filled with, so all of
//! them are drawn.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight, fit_text, inset};

use super::action::{Action, Turn};
use super::alt;
use super::hexagon::hexagon;
use super::state::{Score, Sector, Stage, State};
use crate::games::frame::{
    Item, MARGIN, PANEL_LINE, SMALL, WIDTH, begin, coin, colour, disc, end, filled, ink_on, legend, line,
    outlined, panel, ring, shown_name, stroke, text,
};
use crate::games::triangles::{Triangles, framed, small};
use crate::games::{Frame, Names, Seat};
use crate::grid::{Cell, Corner};

/// The side of a triangle, and its height.
const SIDE: f32 = 232.0;
const ROW: f32 = 202.0;
/// Between the edge of the board and the panels, where two sectors have their tallies.
const ABOVE: f32 = 108.0;
/// The lines between triangles, and those between sectors.
const THIN: f32 = 5.0;
const BROAD: f32 = 13.0;
/// The disc of an intersection with its name, of a pawn, of a cylinder.
const NODE: f32 = 29.0;
const PAWN: f32 = 46.0;
const CYLINDER: f32 = 23.0;
/// The most lines that the legend takes.
const LEGEND_LINES: u8 = 3;

/// The picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let moment = match state.asked() {
        Some(seat) => format!("Seat {seat}"),
        None => "Final".to_owned(),
    };
    let score = state.score();
    let lines = header_lines(state, frame.names);
    let (mut scene, top) = begin(frame, "Triangoli", &moment, &lines, alt::text(state, frame.names));
    let board = Drawing(Triangles { board: &hexagon().board, side: SIDE, row: ROW, top: top + ABOVE });
    board.draw(&mut scene, state, &score);
    let bottom = players(&mut scene, board.0.bottom() + ABOVE, state, &score, frame.names);
    let bottom = legend(&mut scene, bottom + 16.0, LEGEND_LINES, &legend_items(state, &score));
    end(scene, bottom)
}

/// Returns the lines below the title; as many in every phase, so that the board stays where it is.
fn header_lines(state: &State, names: &Names) -> Vec<String> {
    let name = |seat| shown_name(names, seat);
    let last = state
        .last
        .map_or("No action yet".to_owned(), |(seat, action)| format!("Last action: {} {action}", name(seat)));
    vec![alt::waiting(state, name), last]
}

/// Where the board lies on the card.
struct Drawing(Triangles<'static>);

impl Drawing {
    fn corner(&self, corner: Corner) -> Point {
        self.0.point(hexagon().corners.point(corner))
    }

    fn draw(&self, scene: &mut Scene, state: &State, score: &Score) {
        let shapes = &mut scene.shapes;
        self.0.base(BROAD / 2.0, shapes);
        for (sector, cells) in score.by_sector.iter().zip(&hexagon().sectors) {
            for &cell in cells {
                let triangle = inset(&self.0.triangle(cell), THIN / 2.0);
                shapes.push(filled(triangle.clone(), Role::Empty));
                if let Some(seat) = sector.holder {
                    shapes.push(filled(triangle, Paint::tint(colour(seat), 0.2)));
                }
            }
        }
        let outline = self.0.outline();
        for i in 0..3 {
            shapes.push(line(outline[i], outline[i + 3], BROAD, Role::Grid));
        }
        if let Some((seat, Action::Turn(turn))) = state.last {
            self.last_turn(shapes, seat, &turn);
        }
        let over = state.phase == Stage::Over;
        for (sector, cells) in score.by_sector.iter().zip(&hexagon().sectors) {
            for &cell in cells {
                self.cell(shapes, state, cell, sector.holder, over);
            }
        }
        self.nodes(shapes, state);
        self.tallies(shapes, score);
    }

    /// Where the pawn went and what it filled and exchanged.
    fn last_turn(&self, shapes: &mut Vec<Shape>, seat: Seat, turn: &Turn) {
        let exchanged = turn.exchange.parts().iter().map(|&(cell, _)| (cell, Role::Glow));
        for (cell, role) in exchanged.chain([(turn.fill, Role::Last)]) {
            // The dark edge keeps it apart from the triangle for those who see no difference in colour.
            shapes.push(outlined(inset(&self.0.triangle(cell), THIN / 2.0 + 6.0), Role::Bg, 15.0));
            shapes.push(outlined(inset(&self.0.triangle(cell), THIN / 2.0 + 6.0), role, 9.0));
        }
        let (from, to) = (self.corner(turn.from), self.corner(turn.to));
        for (role, width) in [(Role::Bg, 22.0), (Role::Last, 12.0)] {
            shapes.push(line(from, to, width, role));
        }
        // Where it came from has a ring of its own, below its name.
        shapes.push(coin(from, NODE + 10.0, colour(seat), stroke(Role::Bg, 4.0)));
    }

    /// A triangle's name and cylinders.
    fn cell(&self, shapes: &mut Vec<Shape>, state: &State, cell: Cell, holder: Option<Seat>, over: bool) {
        let board = &hexagon().board;
        let corners = self.0.triangle(cell);
        let x = corners.iter().map(|point| point.0).sum::<f32>() / 3.0;
        // The wide side is the lower one or the upper one; names and discs go up from it or down.
        let up = board.is_up(cell);
        let ys = corners.iter().map(|point| point.1);
        let (base, inwards) =
            if up { (ys.fold(0.0, f32::max), -1.0) } else { (ys.fold(f32::MAX, f32::min), 1.0) };
        let name = board.name(cell).to_string();
        shapes.push(text(
            (x, base + inwards * 30.0),
            30.0,
            Anchor::Middle,
            Weight::Regular,
            &name,
            Role::EmptyInk,
        ));
        let [first, second] = state.cylinders(cell);
        let own = |number: u8, count: u8| (0..count).map(move |_| Seat::new(number));
        let places: &[(f32, f32)] = match first + second {
            1 => &[(0.0, 82.0)],
            2 => &[(-26.0, 82.0), (26.0, 82.0)],
            _ => &[(-26.0, 76.0), (26.0, 76.0), (0.0, 122.0)],
        };
        for (seat, (right, far)) in own(1, first).chain(own(2, second)).zip(places) {
            let at = (x + right, base + inwards * far);
            let counts = !over || holder == Some(seat);
            cylinder(at, seat, CYLINDER, counts, shapes);
        }
        // The cylinders of the last turn: its player's, and the last of them.
        let Some((seat, Action::Turn(turn))) = state.last else { return };
        let own = if seat == Seat::at(0) { 0..first } else { first..first + second };
        let exchanged = turn.exchange.parts().iter().find(|(at, _)| *at == cell);
        let (count, role) = match exchanged {
            Some(&(_, count)) => (count, Role::Glow),
            None if turn.fill == cell => (own.end - own.start, Role::Last),
            None => return,
        };
        for (right, far) in
            places.iter().take(own.end.into()).skip(usize::from(own.end.saturating_sub(count)))
        {
            shapes.push(ring((x + right, base + inwards * far), CYLINDER, 5.0, role));
        }
    }

    /// The intersections with their names, and the pawns.
    fn nodes(&self, shapes: &mut Vec<Shape>, state: &State) {
        let corners = &hexagon().corners;
        for corner in corners.all() {
            let (at, name) = (self.corner(corner), corners.name(corner).to_string());
            match (1..).zip(state.pawns).find(|(_, pawn)| *pawn == Some(corner)) {
                Some((number, _)) => pawn(at, Seat::new(number), Some(&name), shapes),
                None => {
                    shapes.push(coin(at, NODE, Role::Panel, stroke(Role::Grid, 4.0)));
                    shapes.push(text(at, 30.0, Anchor::Middle, Weight::Regular, &name, Role::Ink));
                }
            }
        }
    }

    /// What both have in each sector, outside of it.
    fn tallies(&self, shapes: &mut Vec<Shape>, score: &Score) {
        let (left, middle, right) = (MARGIN + 100.0, WIDTH / 2.0, WIDTH - MARGIN - 104.0);
        let (over, upper) = (self.0.top - 66.0, self.0.top + 18.0);
        let (lower, under) = (self.0.top + 4.0 * ROW - 18.0, self.0.top + 4.0 * ROW + 66.0);
        let spots =
            [(middle, over), (right, upper), (right, lower), (middle, under), (left, lower), (left, upper)];
        for ((number, sector), (x, y)) in (1u8..).zip(&score.by_sector).zip(spots) {
            let label = format!("Sector {number}");
            // One line above and below the board, two beside it.
            let (head, counts) = if number % 3 == 1 {
                ((x - 110.0, y), (x + 80.0, y))
            } else {
                ((x, y - 30.0), (x, y + 22.0))
            };
            shapes.push(text(head, SMALL, Anchor::Middle, Weight::Regular, &label, Role::InkDim));
            tally(counts, *sector, shapes);
        }
    }
}

/// The cylinders of both in a sector; those of the player who has more are bold.
fn tally((x, y): Point, sector: Sector, shapes: &mut Vec<Shape>) {
    for (i, left) in [-86.0, 8.0].into_iter().enumerate() {
        let seat = Seat::at(i);
        cylinder((x + left + 18.0, y), seat, 17.0, true, shapes);
        let (weight, role) = match sector.holder {
            Some(holder) if holder == seat => (Weight::Bold, Role::Ink),
            _ => (Weight::Regular, Role::InkDim),
        };
        let count = sector.cylinders[i].to_string();
        shapes.push(text((x + left + 44.0, y), 38.0, Anchor::Start, weight, &count, role));
    }
}

/// A cylinder from above; one that does not count in the end is pale and crossed out.
fn cylinder(center: Point, seat: Seat, radius: f32, counts: bool, shapes: &mut Vec<Shape>) {
    if !counts {
        // In ink, because a line in a light colour would be lost on a light card.
        let (ink, width) = (Role::InkDim, radius * 0.17);
        shapes.push(coin(center, radius * 0.9, Paint::tint(colour(seat), 0.4), stroke(ink, width)));
        if seat == Seat::at(1) {
            shapes.push(ring(center, radius * 0.45, width, ink));
        }
        let reach = radius * 0.62;
        let (from, to) = ((center.0 - reach, center.1 + reach), (center.0 + reach, center.1 - reach));
        shapes.push(line(from, to, width, ink));
        return;
    }
    shapes.push(coin(center, radius, colour(seat), stroke(Role::Grid, 3.0)));
    if seat == Seat::at(1) {
        shapes.push(ring(center, radius * 0.5, radius * 0.26, ink_on(seat)));
    }
}

/// A pawn: a disc with its seat's number, and the name of the intersection below it.
fn pawn(center: Point, seat: Seat, name: Option<&str>, shapes: &mut Vec<Shape>) {
    let (x, y) = center;
    let (radius, size) = if name.is_some() { (PAWN, 40.0) } else { (24.0, 32.0) };
    shapes.push(disc(center, radius + 4.0, Role::Bg));
    shapes.push(coin(center, radius - 1.0, colour(seat), stroke(Role::Ink, radius * 0.11)));
    let number = seat.to_string();
    let above = if name.is_some() { 14.0 } else { 0.0 };
    shapes.push(text((x, y - above), size, Anchor::Middle, Weight::Bold, &number, ink_on(seat)));
    if let Some(name) = name {
        shapes.push(text((x, y + 20.0), 30.0, Anchor::Middle, Weight::Regular, name, ink_on(seat)));
    }
}

/// A line for each player; returns where they end.
fn players(scene: &mut Scene, y: f32, state: &State, score: &Score, names: &Names) -> f32 {
    let height = 28.0 + PANEL_LINE * 3.0;
    let shapes = &mut scene.shapes;
    shapes.push(panel(y, height));
    let middle = |i: usize| y + 14.0 + PANEL_LINE * (i as f32 + 0.5);
    let columns = [(620.0, "Reserve"), (810.0, "Would keep"), (990.0, "Sectors")];
    for (x, head) in columns {
        let head = if head == "Would keep" && state.phase == Stage::Over { "Keeps" } else { head };
        shapes.push(text((x, middle(0)), SMALL, Anchor::Middle, Weight::Regular, head, Role::InkDim));
    }
    for (i, seat) in Seat::all(2).enumerate() {
        let y = middle(i + 1);
        pawn((MARGIN + 54.0, y), seat, None, shapes);
        cylinder((MARGIN + 108.0, y), seat, CYLINDER, true, shapes);
        let weight = if state.asked() == Some(seat) { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&shown_name(names, seat), SMALL, weight, 360.0);
        shapes.push(text((MARGIN + 146.0, y), SMALL, Anchor::Start, weight, &name, Role::Ink));
        let values = [state.reserve[i], score.cylinders[i], score.sectors[i]];
        for ((x, _), value) in columns.into_iter().zip(values) {
            shapes.push(text((x, y), 38.0, Anchor::Middle, Weight::Bold, &value.to_string(), Role::Ink));
        }
    }
    y + height
}

/// Returns every mark that the picture shows, and nothing that it does not.
fn legend_items(state: &State, score: &Score) -> Vec<Item> {
    let own = |seat: Seat| {
        Item::new(format!("Cylinder of seat {seat}"), move |at, shapes| {
            cylinder(at, seat, CYLINDER, true, shapes);
        })
    };
    let mut items: Vec<Item> = Seat::all(2).map(own).collect();
    items.push(Item::new("Pawn", |at, shapes| pawn(at, Seat::at(0), None, shapes)));
    if let Some((seat, Action::Turn(turn))) = state.last {
        items.push(Item::new("Pawn’s way", move |(x, y), shapes| {
            let from = (x - 12.0, y);
            shapes.push(line(from, (x + 24.0, y), 9.0, Role::Last));
            shapes.push(coin(from, 12.0, Role::Panel, stroke(colour(seat), 6.0)));
        }));
        let framed = |role| move |at: Point, shapes: &mut Vec<Shape>| framed(at, Role::Empty, role, shapes);
        items.push(Item::new("Just filled", framed(Role::Last)));
        if !turn.exchange.is_none() {
            items.push(Item::new("Just exchanged", framed(Role::Glow)));
        }
    }
    let over = state.phase == Stage::Over;
    for seat in Seat::all(2).filter(|&seat| score.by_sector.iter().any(|sector| sector.holder == Some(seat)))
    {
        let meaning = if over { format!("Sector of seat {seat}") } else { format!("Seat {seat} has more") };
        items.push(Item::new(meaning, move |at, shapes| {
            shapes.push(filled(small(at), Role::Empty));
            shapes.push(filled(small(at), Paint::tint(colour(seat), 0.2)));
        }));
    }
    let lost = |(sector, cells): (&Sector, &Vec<Cell>)| {
        let of = |i: usize| cells.iter().any(|&cell| state.cylinders(cell)[i] > 0);
        (0..2).any(|i| of(i) && sector.holder != Some(Seat::at(i)))
    };
    if over && score.by_sector.iter().zip(&hexagon().sectors).any(lost) {
        items.push(Item::new("Does not count", |at, shapes| {
            cylinder(at, Seat::at(0), CYLINDER, false, shapes);
        }));
    }
    items
}
