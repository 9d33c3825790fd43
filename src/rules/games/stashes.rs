//! The panel below a board that lists the pyramids off the board: a line for each seat, with counts by size.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, fit_text};

use super::frame::{MARGIN, SMALL, WIDTH, panel, text};
use super::{Size, Stash};

const LINE: f32 = 58.0;
const PADDING: f32 = 30.0;
/// The width of a group of three counts, and of each of them.
const GROUP: f32 = 270.0;
const COUNT: f32 = 72.0;

/// Draws a mark around a point within a square of 44 units.
type Mark = Box<dyn Fn(Point, &mut Vec<Shape>)>;

/// A line of the panel.
pub(super) struct Line {
    /// The mark at the beginning of the line.
    pub(super) mark: Mark,
    /// The name.
    pub(super) name: String,
    /// One stash for each column; `None` leaves the column empty.
    pub(super) stashes: Vec<Option<Stash>>,
    /// Whether it is this player's turn.
    pub(super) active: bool,
}

/// Draws the panel at `y` and returns its lower edge.
pub(super) fn stashes(scene: &mut Scene, y: f32, heads: &[&str], lines: &[Line]) -> f32 {
    let height = 28.0 + LINE * (lines.len() as f32 + 1.0);
    scene.shapes.push(panel(y, height));
    let middle = |line: usize| y + 14.0 + LINE * (line as f32 + 0.5);
    let left = MARGIN + PADDING;
    let group = |i: usize| WIDTH - left - GROUP * (heads.len() - i) as f32 + (GROUP - 3.0 * COUNT);
    for (i, head) in heads.iter().enumerate() {
        let at = (group(i) + 1.5 * COUNT, middle(0));
        let head = fit_text(head, SMALL, Weight::Regular, GROUP - 12.0);
        scene.shapes.push(text(at, SMALL, Anchor::Middle, Weight::Regular, &head, Role::InkDim));
    }
    for (i, line) in lines.iter().enumerate() {
        let y = middle(i + 1);
        (line.mark)((left + 24.0, y), &mut scene.shapes);
        let weight = if line.active { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&line.name, SMALL, weight, group(0) - left - 76.0);
        scene.shapes.push(text((left + 62.0, y), SMALL, Anchor::Start, weight, &name, Role::Ink));
        for (j, stash) in line.stashes.iter().enumerate() {
            let Some(stash) = stash else { continue };
            for (k, size) in Size::ALL.into_iter().enumerate() {
                let at = (group(j) + COUNT * (k as f32 + 0.5), y);
                let (role, count) =
                    if stash.has(size) { (Role::Ink, stash[size]) } else { (Role::InkDim, 0) };
                let count = format!("{count}{size}");
                scene.shapes.push(text(at, SMALL, Anchor::Middle, weight, &count, role));
            }
        }
    }
    y + height
}
