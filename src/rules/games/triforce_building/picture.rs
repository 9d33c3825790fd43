//! The board as a scene.
//!
//! Colour never stands alone: a ring marks blue cells, a star yellow ones (R14 shows no counts and, after
//! round 1, no letters). Who sees more is the viewer's business: a seat sees its own cell ringed, the host
//! and everyone after the end see letters and the roster.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Weight, inset, text_width};

use super::alt;
use super::legend::legend_items;
use super::observation::Seen;
use super::pieces::{Mark, draw_mark, letters};
use super::roster::roster;
use super::state::Stage;
use crate::games::frame::{WIDTH, begin, end, filled, legend, outlined, shown, shown_name, text};
use crate::games::triangles::{HEIGHT, Triangles};
use crate::games::{Frame, Viewer};
use crate::grid::{Board, Cell, Shape as Outline};

/// The line between cells.
const GRID_LINE: f32 = 5.0;
/// Room left and right of the board, and above and below it.
const SIDE_ROOM: f32 = 34.0;
const END_ROOM: f32 = 24.0;
/// The most that a board may be high.
const MAX_HEIGHT: f32 = 880.0;
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
    let bottom = drawing.0.bottom() + END_ROOM + 16.0;
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

/// Where the cells lie on the card.
///
/// Half sides and rows are whole units, so that at the default width all cells have the same pixels: the
/// picture is sharp, and its file a third smaller.
pub(super) struct Drawing<'a>(pub(super) Triangles<'a>);

impl<'a> Drawing<'a> {
    fn new(board: &'a Board, top: f32) -> Self {
        let rows = board.rows() as f32;
        let sides = match board.shape() {
            Outline::Triangle(n) => f32::from(n),
            Outline::Hexagon(k) => 2.0 * f32::from(k),
        };
        let side = ((WIDTH - 2.0 * SIDE_ROOM) / sides).min(MAX_HEIGHT / (rows * HEIGHT));
        let side = (side / 2.0).floor().max(1.0) * 2.0;
        Self(Triangles { board, side, row: (side * HEIGHT).round(), top: top + END_ROOM })
    }

    /// Returns a point of a cell on its axis, away from its horizontal side by a part of that.
    fn towards_tip(&self, cell: Cell, part: f32) -> Point {
        let (x, y) = self.0.middle(cell);
        let (y, off) = (y.round(), (self.0.side * part).round());
        (x.round(), if self.0.board.is_up(cell) { y - off } else { y + off })
    }

    /// Returns where the marks and letters of a cell are drawn: away from its number.
    pub(super) fn stand(&self, cell: Cell) -> Point {
        self.towards_tip(cell, 0.06)
    }

    /// Returns a spot of a cell near the corner that is opposite its horizontal side.
    pub(super) fn tip(&self, cell: Cell) -> Point {
        self.towards_tip(cell, 0.36)
    }

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
