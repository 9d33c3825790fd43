//! The board as a scene.
//!
//! Nothing is told by colour alone: a ring marks blue cells, and a star yellow ones (R14 shows no counts and, after
//! round 1, no letters). Some viewers see more: a seat sees its own cell ringed, and the host, as well as everyone
//! after the end, sees letters and the roster.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight, inset};

use super::alt;
use super::board_painter::{Beside, BoardPainter, Mark, draw_mark, letters, strike, underline};
use super::observation::{Seen, Walked};
use super::roster::{Badge, badge, roster};
use super::state::Stage;
use crate::games::Frame;
use crate::games::frame::{
    LegendItem, SMALLEST_TEXT, card, filled, legend_beside, outlined, space_name, text,
};
use crate::games::triangles::{covered, framed, small};
use crate::grid::Cell;

/// The width of the line between cells.
const GRID_LINE: f32 = 5.0;
/// The opacity of the yellow on a cell whose players have left the board with a triforce, from 0 to 1.
pub(super) const DEPARTED_TINT: f32 = 0.45;

/// Draws what a viewer may know.
pub(super) fn scene(seen: &Seen, frame: &Frame<'_>) -> Scene {
    let moment = match seen.phase {
        Stage::Round => format!("Round {} of {}", seen.round, seen.rounds),
        Stage::Vote => "Vote".to_owned(),
        Stage::Over => "Final".to_owned(),
    };
    let beside = if seen.viewer.sees_all() { Beside::Roster } else { Beside::Nothing };
    let painter = BoardPainter::new(&seen.board, beside);
    let mut scene = card(frame, "Triforce Building", &moment, painter.bottom(), alt::text(seen, frame));
    let walks = seen.walks();
    // Where there are walks, names are written over them.
    painter.empty(&mut scene, walks.is_empty());
    if seen.is_first() {
        legend_beside(&mut scene, &painter.rooms(), &legend_items(seen));
    }
    scene.backdrop = scene.shapes.len();
    painter.draw(&mut scene, seen, &walks);
    if seen.viewer.sees_all() {
        roster(&mut scene, seen, frame);
    }
    scene
}

impl BoardPainter<'_> {
    /// Writes the name of a cell at its horizontal side.
    fn number(&self, scene: &mut Scene, cell: Cell, ink: Role) {
        let corners = self.cells.triangle(cell);
        let size = (self.cells.side * 0.16).max(SMALLEST_TEXT).round();
        let off = (size * 0.36 + GRID_LINE + 3.0).round();
        let y = if self.cells.board.is_up(cell) { corners[1].1 - off } else { corners[0].1 + off };
        let name = self.cells.board.name(cell).to_string();
        scene.shapes.push(space_name((self.cells.middle(cell).0.round(), y), size, &name, ink));
    }

    /// Returns the outline of a cell without the line around it.
    fn ground(&self, cell: Cell) -> Vec<Point> {
        inset(&self.cells.triangle(cell), GRID_LINE / 2.0)
    }

    /// Draws the empty board.
    fn empty(&self, scene: &mut Scene, has_names: bool) {
        self.cells.base(9.0, &mut scene.shapes);
        for cell in self.cells.board.cells() {
            scene.shapes.push(filled(self.ground(cell), Role::Empty));
            if has_names {
                self.number(scene, cell, Role::EmptyInk);
            }
        }
    }

    /// Draws what happens on the board.
    fn draw(&self, scene: &mut Scene, seen: &Seen, walks: &[Walked]) {
        let gone: Vec<Cell> = seen.corners_made().collect();
        let mut inks = Vec::with_capacity(self.cells.board.len());
        for cell in self.cells.board.cells() {
            let powered =
                seen.occupied.iter().find(|(occupied, _)| *occupied == cell).map(|(_, powered)| *powered);
            // The players of a triforce have left the board, and the picture shows where they were.
            let left = powered.is_none() && gone.contains(&cell);
            let (fill, ink) = match powered {
                None if left => (Some(Role::Empty), Role::Ink),
                None => (None, Role::EmptyInk),
                Some(false) => (Some(Role::Blue), Role::OnBlue),
                Some(true) => (Some(Role::Yellow), Role::OnYellow),
            };
            scene.shapes.extend(fill.map(|fill| filled(self.ground(cell), fill)));
            if left {
                scene.shapes.push(filled(self.ground(cell), Paint::tint(Role::Yellow, DEPARTED_TINT)));
            }
            inks.push((cell, ink, powered, left));
        }
        let starts = self.walks(scene, walks);
        for (cell, _, powered, left) in inks.iter().filter(|_| !walks.is_empty() && seen.shows_letters()) {
            let ground =
                powered.map_or(Role::Empty, |powered| if powered { Role::Yellow } else { Role::Blue });
            let tint = Paint::tint(Role::Yellow, if *left { DEPARTED_TINT } else { 0.0 });
            self.letter_plates(scene, *cell, &letters(seen, *cell), &[ground.into(), tint]);
        }
        self.triforces(scene, seen);
        self.starts(scene, starts);
        for (cell, ink, powered, left) in inks {
            // The backdrop has those of empty cells.
            if !walks.is_empty() || powered.is_some() || left {
                self.number(scene, cell, ink);
            }
            if seen.shows_letters() {
                self.letters(scene, cell, &letters(seen, cell), ink);
            } else if powered.is_some() || left {
                let mark =
                    powered.map_or(Mark::Left, |powered| if powered { Mark::Powered } else { Mark::Player });
                draw_mark(self.stand(cell), self.cells.side * 0.135, mark, &mut scene.shapes);
            }
        }
        if let Some(cell) = seen.own_cell() {
            let triangle = inset(&self.cells.triangle(cell), GRID_LINE / 2.0 + 4.0);
            // The dark edge sets it apart from the cell for people who see no difference in colour.
            scene.shapes.push(outlined(triangle.clone(), Role::Bg, 15.0));
            scene.shapes.push(outlined(triangle, Role::Last, 8.0));
        }
    }
}

/// Returns the legend for a picture. Viewers who see everything only need what is not in everyone's picture.
fn legend_items(seen: &Seen) -> Vec<LegendItem> {
    let letter = |at: Point, shapes: &mut Vec<Shape>| {
        shapes.push(text(at, 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
    };
    if seen.viewer.sees_all() {
        let powered = move |(x, y): Point, shapes: &mut Vec<Shape>| {
            letter((x - 12.0, y), shapes);
            shapes.push(underline((x - 12.0, y), 36.0, Role::Ink));
            shapes.push(badge((x + 14.0, y), Badge::Powered));
        };
        let left = move |at: Point, shapes: &mut Vec<Shape>| {
            letter(at, shapes);
            shapes.push(strike(at, 36.0, Role::Ink));
        };
        return vec![
            LegendItem::new("Powered", powered),
            LegendItem::new("Left", left),
            LegendItem::new("Token", |at, shapes| shapes.push(badge(at, Badge::Token))),
            LegendItem::new("EC", |at, shapes| shapes.push(badge(at, Badge::Candidate))),
        ];
    }
    let cell = |fill: Paint, mark: Mark| {
        move |at: Point, shapes: &mut Vec<Shape>| {
            covered(at, fill, shapes);
            draw_mark((at.0, at.1 + 7.0), 9.0, mark, shapes);
        }
    };
    let triforce = |at: Point, shapes: &mut Vec<Shape>| {
        shapes.push(filled(small(at), Role::Empty));
        shapes.push(outlined(small(at), Role::Bg, 10.0));
        shapes.push(outlined(small(at), Role::Glow, 5.0));
    };
    let mut items = vec![
        LegendItem::new("Starting cell", letter),
        LegendItem::new("Players", cell(Role::Blue.into(), Mark::Player)),
        LegendItem::new("Powered player", cell(Role::Yellow.into(), Mark::Powered)),
        LegendItem::new("Triforce", triforce),
        LegendItem::new("Left with it", cell(Paint::tint(Role::Yellow, DEPARTED_TINT), Mark::Left)),
    ];
    if seen.own_cell().is_some() {
        items.push(LegendItem::new("You", |at, shapes| framed(at, Role::Grid, Role::Last, shapes)));
    }
    items
}
