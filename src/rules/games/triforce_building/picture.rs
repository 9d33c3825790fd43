//! The board as a scene.
//!
//! Colour never stands alone: a ring marks blue cells, a star yellow ones (R14 shows no counts and, after
//! round 1, no letters). Who sees more is the viewer's business: a seat sees its own cell ringed, the host
//! and everyone after the end see letters and the roster.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight, inset, text_width};

use super::alt;
use super::observation::Seen;
use super::pieces::{Badge, badge, roster};
use super::pieces::{Drawing, Mark, draw_mark, letters, strike, underline};
use super::state::Stage;
use crate::games::frame::{Item, begin, end, filled, legend, outlined, shown, shown_name, text, trail};
use crate::games::triangles::{covered, framed, small};
use crate::games::{Frame, Viewer};
use crate::grid::Cell;

/// The line between cells.
const GRID_LINE: f32 = 5.0;
/// The opacity of the yellow on a cell whose players have left the board with a triforce, from 0 to 1.
pub(super) const LEFT_TINT: f32 = 0.45;

/// Draws what a viewer may know.
pub(super) fn scene(seen: &Seen, frame: &Frame<'_>) -> Scene {
    let moment = match seen.phase {
        Stage::Round => format!("Round {} of {}", seen.round, seen.rounds),
        Stage::Vote => "Vote".to_owned(),
        Stage::Over => "Final".to_owned(),
    };
    let lines = header_lines(seen, frame);
    let (mut scene, top) = begin(frame, "Triforce Building", &moment, &lines, alt::text(seen, frame));
    let drawing = Drawing::new(&seen.board, top + 20.0);
    drawing.draw(&mut scene, seen);
    let least = if seen.viewer.sees_all() { 4 } else { 3 };
    let bottom = drawing.bottom() + 16.0;
    let mut bottom = legend(&mut scene, bottom, least, &legend_items(seen));
    if seen.viewer.sees_all() {
        bottom = roster(&mut scene, bottom + 16.0, seen, frame);
    }
    end(scene, bottom)
}

/// Returns the lines below the title; as many in every phase, so that the board stays where it is.
fn header_lines(seen: &Seen, frame: &Frame<'_>) -> Vec<String> {
    let (left, made) = (seen.left, seen.triforces.len());
    let mut lines = vec![format!(
        "Triforces {made} of {} · {left} {} left",
        seen.last_triforce,
        if left == 1 { "player" } else { "players" }
    )];
    lines.push(match (seen.ec, frame.deadline, seen.made_last()) {
        (Some(ec), ..) => format!("Elimination candidate: {}", shown_name(frame.names, ec)),
        (None, Some(deadline), _) => shown(&format!("Deadline: {deadline}"), ""),
        (None, None, []) if seen.round == 1 => "Everyone is on a border cell".to_owned(),
        (None, None, []) => "No triforce in the last round".to_owned(),
        (None, None, [made]) => {
            let [a, b, c] = made.seats.map(|seat| shown_name(frame.names, seat));
            format!("Triforce by {a}, {b} and {c}")
        }
        (None, None, made) => format!("{} triforces in the last round", made.len()),
    });
    if seen.viewer == Viewer::Host {
        lines.push("Host’s view: do not post it where players can see it".to_owned());
    }
    lines
}

impl Drawing<'_> {
    /// Writes the name of a cell at its horizontal side.
    fn number(&self, scene: &mut Scene, cell: Cell, ink: Role) {
        let corners = self.0.triangle(cell);
        let off = (self.0.side * 0.145).round();
        let y = if self.0.board.is_up(cell) { corners[1].1 - off } else { corners[0].1 + off };
        let name = self.0.board.name(cell).to_string();
        let size = (self.0.side * 0.135).round();
        // On whole units the names of a row have the same pixels, as the cells have.
        let x = (self.0.middle(cell).0.round() - text_width(&name, size, Weight::Regular) / 2.0).round();
        scene.shapes.push(text((x, y), size, Anchor::Start, Weight::Regular, &name, ink));
    }

    fn draw(&self, scene: &mut Scene, seen: &Seen) {
        self.0.base(9.0, &mut scene.shapes);
        let gone: Vec<Cell> = seen.corners_made().collect();
        let mut inks = Vec::with_capacity(self.0.board.len());
        for cell in self.0.board.cells() {
            let powered =
                seen.occupied.iter().find(|(occupied, _)| *occupied == cell).map(|(_, powered)| *powered);
            let (fill, ink) = match powered {
                None => (Role::Empty, Role::EmptyInk),
                Some(false) => (Role::Blue, Role::OnBlue),
                Some(true) => (Role::Yellow, Role::OnYellow),
            };
            let triangle = inset(&self.0.triangle(cell), GRID_LINE / 2.0);
            scene.shapes.push(filled(triangle.clone(), fill));
            // The players of a triforce have left the board, and the picture shows how they stood.
            let left = gone.contains(&cell);
            let ink = if left && powered.is_none() { Role::Ink } else { ink };
            if left && powered.is_none() {
                scene.shapes.push(filled(triangle, Paint::tint(Role::Yellow, LEFT_TINT)));
            }
            inks.push((cell, ink, powered, left));
        }
        self.walks(scene, &seen.walks());
        for (cell, ink, powered, left) in inks {
            self.number(scene, cell, ink);
            if seen.shows_letters() {
                self.letters(scene, cell, &letters(seen, cell), ink);
            } else if powered.is_some() || left {
                let mark =
                    powered.map_or(Mark::Left, |powered| if powered { Mark::Powered } else { Mark::Player });
                draw_mark(self.stand(cell), self.0.side * 0.135, mark, &mut scene.shapes);
            }
        }
        self.triforces(scene, seen);
        if let Some(cell) = seen.own_cell() {
            let triangle = inset(&self.0.triangle(cell), GRID_LINE / 2.0 + 4.0);
            // The dark edge keeps it apart from the cell for those who see no difference in colour.
            scene.shapes.push(outlined(triangle.clone(), Role::Bg, 15.0));
            scene.shapes.push(outlined(triangle, Role::Last, 8.0));
        }
    }
}

/// Returns every mark that the picture shows, and nothing that it does not.
pub(super) fn legend_items(seen: &Seen) -> Vec<Item> {
    let letters = seen.shows_letters();
    let cell = move |fill: Paint, mark: Option<Mark>| {
        move |at: Point, shapes: &mut Vec<Shape>| {
            covered(at, fill, shapes);
            if let Some(mark) = mark.filter(|_| !letters) {
                draw_mark((at.0, at.1 + 7.0), 9.0, mark, shapes);
            }
        }
    };
    let has = |wanted: bool| seen.occupied.iter().any(|(_, powered)| *powered == wanted);
    let mut items = vec![Item::new("Empty", cell(Role::Empty.into(), None))];
    if has(false) {
        let meaning = if has(true) { "Players, none powered" } else { "One or more players" };
        items.push(Item::new(meaning, cell(Role::Blue.into(), Some(Mark::Player))));
    }
    if has(true) {
        items.push(Item::new("At least one powered player", cell(Role::Yellow.into(), Some(Mark::Powered))));
    }
    if let Some(round) = seen.resolved_round().filter(|_| seen.made_last > 0) {
        items.push(Item::new(format!("Triforce made in round {round}"), move |at, shapes| {
            shapes.push(filled(small(at), Role::Empty));
            shapes.push(outlined(small(at), Role::Bg, 10.0));
            shapes.push(outlined(small(at), Role::Glow, 5.0));
        }));
        let is_occupied = |cell: Cell| seen.occupied.iter().any(|(occupied, _)| *occupied == cell);
        if seen.corners_made().any(|cell| !is_occupied(cell)) {
            let tint = Paint::tint(Role::Yellow, LEFT_TINT);
            items.push(Item::new("Left the board with it", cell(tint, Some(Mark::Left))));
        }
    }
    if seen.own_cell().is_some() {
        items.push(Item::new("You", |at, shapes| framed(at, Role::Grid, Role::Last, shapes)));
    }
    let letter = |at: Point, shapes: &mut Vec<Shape>| {
        shapes.push(text(at, 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
    };
    if seen.viewer.sees_all() {
        items.push(Item::new("Player", letter));
        if seen.everyone.iter().any(|player| player.powered) {
            items.push(Item::new("Powered", |(x, y), shapes| {
                shapes.push(text((x - 12.0, y), 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
                shapes.push(underline((x - 12.0, y), 36.0, Role::Ink));
                shapes.push(badge((x + 14.0, y), Badge::Powered));
            }));
        }
        if seen.made_last > 0 {
            items.push(Item::new("Left", |at, shapes| {
                shapes.push(text(at, 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
                shapes.push(strike(at, 36.0, Role::Ink));
            }));
        }
        if seen.everyone.iter().any(|player| player.token) {
            items.push(Item::new("Token", |at, shapes| shapes.push(badge(at, Badge::Token))));
        }
        if seen.ec.is_some() {
            items.push(Item::new("Elimination candidate", |at, shapes| {
                shapes.push(badge(at, Badge::Candidate));
            }));
        }
    } else if letters {
        items.push(Item::new("A player’s starting cell", letter));
    }
    if !seen.walks().is_empty() {
        items.push(Item::new("Last walk", |(x, y), shapes| {
            trail(&[(x - 18.0, y), (x + 22.0, y)], 6.0, shapes);
        }));
    }
    items
}
