//! The players beside the board, for viewers who see everything.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, fit_text};

use super::observation::Seen;
use super::state::{Player, Stage};
use crate::games::Frame;
use crate::games::frame::{MARGIN, SMALLEST_TEXT, WIDTH, coin, filled, shown_name, star, stroke, text};

/// The width of the table of players at the right edge of the card.
pub(super) const ROSTER_WIDTH: f32 = 284.0;

/// Draws everyone's letter, name, priority and garnets at the right edge, by seat.
pub(super) fn roster(scene: &mut Scene, seen: &Seen, frame: &Frame<'_>) {
    let table = Table::new(scene.height, seen);
    let shapes = &mut scene.shapes;
    table.head(shapes);
    for (row, (seat, player)) in (1..).zip(seen.seated()) {
        let name = shown_name(frame.names, seat);
        table.line(row, player, &name, shapes);
    }
    for (row, (seat, player)) in (1..).zip(seen.seated()) {
        let sign = match player {
            _ if seen.ec == Some(seat) => Badge::Candidate,
            player if player.token => Badge::Token,
            player if player.powered => Badge::Powered,
            _ => continue,
        };
        shapes.push(badge((table.left + table.size * 1.55, table.middle(row)), sign));
    }
}

/// The layout of the roster.
struct Table {
    left: f32,
    right: f32,
    /// The distance from line to line, and the font size.
    pitch: f32,
    size: f32,
    /// Whether priorities are shown. In the end, they no longer count, and names take their space.
    has_priorities: bool,
}

impl Table {
    fn new(height: f32, seen: &Seen) -> Self {
        let pitch = ((height - 2.0 * MARGIN) / (seen.everyone.len() as f32 + 1.0)).min(48.0);
        Self {
            left: WIDTH - ROSTER_WIDTH,
            right: WIDTH - MARGIN,
            pitch,
            size: SMALLEST_TEXT.min(pitch * 0.62),
            has_priorities: seen.phase == Stage::Round,
        }
    }

    /// Returns the y coordinate of a row.
    fn middle(&self, row: usize) -> f32 {
        MARGIN + self.pitch * (row as f32 + 0.5)
    }

    fn name_left(&self) -> f32 {
        self.left + 2.0 * self.size
    }

    fn priority_right(&self) -> f32 {
        self.right - 2.2 * self.size
    }

    /// Returns a text in a row.
    fn entry(
        &self,
        (x, row): (f32, usize),
        anchor: Anchor,
        weight: Weight,
        label: &str,
        role: Role,
    ) -> Shape {
        text((x, self.middle(row)), self.size, anchor, weight, label, role)
    }

    /// Draws what the columns are called.
    fn head(&self, shapes: &mut Vec<Shape>) {
        let label = |x, anchor, label| self.entry((x, 0), anchor, Weight::Regular, label, Role::InkDim);
        shapes.push(label(self.name_left(), Anchor::Start, "Player"));
        shapes.push(label(self.right, Anchor::End, "Gar."));
        if self.has_priorities {
            shapes.push(label(self.priority_right(), Anchor::End, "Pr."));
        }
    }

    /// Draws the line of a player.
    fn line(&self, row: usize, player: &Player, name: &str, shapes: &mut Vec<Shape>) {
        // Players who have left are dimmed, and their priority no longer counts (R13).
        let role = if player.on_board() { Role::Ink } else { Role::InkDim };
        let letter = player.letter.to_string();
        let letter_middle = self.left + self.size * 0.5;
        shapes.push(self.entry((letter_middle, row), Anchor::Middle, Weight::Bold, &letter, role));
        let right_room = if self.has_priorities { 3.7 } else { 2.2 } * self.size;
        let name = fit_text(name, self.size, Weight::Regular, self.right - self.name_left() - right_room);
        shapes.push(self.entry((self.name_left(), row), Anchor::Start, Weight::Regular, &name, role));
        let mut number = |x, number: &str| {
            shapes.push(self.entry((x, row), Anchor::End, Weight::Regular, number, role));
        };
        number(self.right, &player.garnets.to_string());
        if self.has_priorities {
            let shown = match player.removed_in {
                Some(_) => "–".to_owned(),
                None => player.priority.to_string(),
            };
            number(self.priority_right(), &shown);
        }
    }
}

/// A sign after the letter in a line of the roster.
#[derive(Clone, Copy)]
pub(super) enum Badge {
    /// The player holds a token: a disc.
    Token,
    /// The player is powered: a star.
    Powered,
    /// The player is the elimination candidate: a cross.
    Candidate,
}

/// Draws a badge around a point.
pub(super) fn badge((x, y): Point, badge: Badge) -> Shape {
    match badge {
        Badge::Token => coin((x, y), 9.0, Role::Yellow, stroke(Role::Ink, 2.0)),
        Badge::Powered => filled(star((x, y), 12.0), Role::Yellow),
        Badge::Candidate => filled(cross((x, y), 10.0), Role::Last),
    }
}

/// Returns a diagonal cross.
fn cross((x, y): Point, r: f32) -> Vec<Point> {
    let (a, b) = (r * 0.35, r);
    let arms = [
        (0.0, -a),
        (b - a, -b),
        (b, a - b),
        (a, 0.0),
        (b, b - a),
        (b - a, b),
        (0.0, a),
        (a - b, b),
        (-b, b - a),
        (-a, 0.0),
        (-b, a - b),
        (a - b, -b),
    ];
    arms.map(|(dx, dy)| (x + dx, y + dy)).to_vec()
}
