//! The board as a scene.
//!
//! Colour never stands alone: a ring marks blue cells, a star yellow ones (R14 shows no counts and, after
//! round 1, no letters). Who sees more is the viewer's business: a seat sees its own cell ringed, the host
//! and everyone after the end see letters and the roster.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Weight, inset, text_width};

use super::alt;
use super::layout::{LEFT_TINT, Layout};
use super::legend::legend_items;
use super::observation::Seen;
use super::pieces::{Mark, draw_mark, letters};
use super::roster::roster;
use super::state::Phase;
use crate::games::frame::{MARGIN, WIDTH, filled, header, legend, outlined, shown, shown_name, text};
use crate::games::{Frame, Viewer};
use crate::grid::{Cell, Shape as Outline};

/// The line between cells.
const GRID_LINE: f32 = 5.0;
/// Draws what a viewer may know.
pub(super) fn scene(seen: &Seen, frame: &Frame<'_>) -> Scene {
    let title = shown(frame.title, "Triforce Building");
    let moment = match seen.phase {
        Phase::Round => format!("Round {} of {}", seen.round, seen.rounds),
        Phase::Vote => "Vote".to_owned(),
        Phase::Over => "Final".to_owned(),
    };
    let mut scene = Scene {
        width: WIDTH,
        height: 0.0,
        background: Role::Bg,
        title: format!("{title}, {moment}"),
        description: alt::text(seen, frame),
        shapes: Vec::new(),
    };
    let top = header(&mut scene, &title, &moment, &header_lines(seen, frame));
    let layout = Layout::new(&seen.board, top + 20.0);
    layout.draw(&mut scene, seen);
    let least = if seen.viewer.sees_all() { 4 } else { 3 };
    let mut end = legend(&mut scene, layout.bottom + 16.0, least, &legend_items(seen));
    if seen.viewer.sees_all() {
        end = roster(&mut scene, end + 16.0, seen, frame);
    }
    scene.height = (end + MARGIN).ceil();
    scene
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

impl Layout<'_> {
    /// Writes the name of a cell at its horizontal side.
    fn number(&self, scene: &mut Scene, cell: Cell, ink: Role) {
        let corners = self.triangle(cell);
        let off = (self.side * 0.145).round();
        let y = if self.board.is_up(cell) { corners[1].1 - off } else { corners[0].1 + off };
        let name = self.board.name(cell).to_string();
        let size = (self.side * 0.135).round();
        // On whole units the names of a row have the same pixels, as the cells have.
        let x = (self.middle(cell).0 - text_width(&name, size, Weight::Regular) / 2.0).round();
        scene.shapes.push(text((x, y), size, Anchor::Start, Weight::Regular, &name, ink));
    }

    fn draw(&self, scene: &mut Scene, seen: &Seen) {
        // One base under all cells: fills that abut would leave seams.
        scene.shapes.push(filled(inset(&self.outline(), -9.0), Role::Grid));
        let gone: Vec<Cell> = seen.corners_made().collect();
        let mut inks = Vec::with_capacity(self.board.len());
        for cell in self.board.cells() {
            let powered =
                seen.occupied.iter().find(|(occupied, _)| *occupied == cell).map(|(_, powered)| *powered);
            let (fill, ink) = match powered {
                None => (Role::Empty, Role::EmptyInk),
                Some(false) => (Role::Blue, Role::OnBlue),
                Some(true) => (Role::Yellow, Role::OnYellow),
            };
            let triangle = inset(&self.triangle(cell), GRID_LINE / 2.0);
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
                draw_mark(self.stand(cell), self.side * 0.135, mark, &mut scene.shapes);
            }
        }
        self.triforces(scene, seen);
        if let Some(cell) = seen.own_cell() {
            let triangle = inset(&self.triangle(cell), GRID_LINE / 2.0 + 4.0);
            // The dark edge keeps it apart from the cell for those who see no difference in colour.
            scene.shapes.push(outlined(triangle.clone(), Role::Bg, 15.0));
            scene.shapes.push(outlined(triangle, Role::Last, 8.0));
        }
    }

    fn outline(&self) -> Vec<Point> {
        let first = |row| self.board.row(row).next();
        let last = |row| self.board.row(row).last();
        let bottom = self.board.rows() - 1;
        let corner = |cell: Option<Cell>, i: usize| cell.map(|cell| self.point(self.board.corners(cell)[i]));
        let corners = match self.board.shape() {
            Outline::Triangle(_) => {
                vec![corner(first(0), 0), corner(last(bottom), 2), corner(first(bottom), 1)]
            }
            Outline::Hexagon(k) => {
                let middle = usize::from(k);
                // The upper half's rows begin and end with △, the lower half's with ▽.
                vec![
                    corner(first(0), 0),
                    corner(last(0), 0),
                    corner(last(middle - 1), 2),
                    corner(last(bottom), 2),
                    corner(first(bottom), 2),
                    corner(first(middle - 1), 1),
                ]
            }
        };
        corners.into_iter().flatten().collect()
    }
}
