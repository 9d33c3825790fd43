//! The standings of a season as a picture.

use super::views::{Standings, StandingsLine};
use trigon_render::{Anchor, Role, Scene, Shape, Weight, fit_text, text_width};

// Widths, heights and sizes are in the pixels of the scene.

const WIDTH: f32 = 960.0;
const MARGIN: f32 = 28.0;

/// The height of everything above the lines.
const HEADER_HEIGHT: f32 = 116.0;
/// The height of the middle of the title.
const TITLE_Y: f32 = 38.0;
/// The height of the middle of the labels of the columns.
const LABELS_Y: f32 = 84.0;
const LINE_HEIGHT: f32 = 46.0;

const TITLE_FONT_SIZE: f32 = 36.0;
const FONT_SIZE: f32 = 29.0;
const SMALL_FONT_SIZE: f32 = 24.0;

/// The least width of a column of amounts.
const MIN_COLUMN_WIDTH: f32 = 112.0;
/// The greatest width of a label of a column.
const MAX_LABEL_WIDTH: f32 = MIN_COLUMN_WIDTH + 40.0;
/// The space between columns.
const COLUMN_GAP: f32 = 24.0;
/// The space between a name and the remark beside it.
const REMARK_GAP: f32 = 14.0;
/// The least width in which a remark is shown.
const MIN_REMARK_WIDTH: f32 = 60.0;

/// The most lines in a picture. Further members are only counted.
const MAX_LINES: usize = 40;

impl Standings {
    /// Draws the standings.
    pub fn scene(&self) -> Scene {
        let shown = &self.lines[..self.lines.len().min(MAX_LINES)];
        let more = self.lines.len() - shown.len();
        let rows = shown.len() + usize::from(more > 0);
        let mut scene = Scene::new(WIDTH, HEADER_HEIGHT + rows as f32 * LINE_HEIGHT + MARGIN, Role::Bg);
        scene.title.clone_from(&self.title);
        scene.description = self.alt();
        let columns = self.columns();
        self.draw_header(&mut scene, &columns);
        for (row, line) in shown.iter().enumerate() {
            line.draw(&mut scene, row, &columns);
        }
        if more > 0 {
            let at = (MARGIN, row_middle(shown.len()));
            small_text(&mut scene, at, Anchor::Start, &format!("and {more} more"));
        }
        scene
    }

    /// Draws the title, what the standings are as of, and the labels of the counters.
    fn draw_header(&self, scene: &mut Scene, columns: &Columns) {
        let title = fit_text(&self.title, TITLE_FONT_SIZE, Weight::Bold, WIDTH - 2.0 * MARGIN);
        let at = (MARGIN, TITLE_Y);
        scene.push(Shape::text(at, TITLE_FONT_SIZE, Anchor::Start, Weight::Bold, &title, Role::Ink));
        let as_of = fit_text(&self.as_of(), SMALL_FONT_SIZE, Weight::Regular, columns.name_width);
        small_text(scene, (MARGIN, LABELS_Y), Anchor::Start, &as_of);
        for (counter, end) in self.counters.iter().zip(&columns.ends) {
            let label = fit_text(&counter.label, SMALL_FONT_SIZE, Weight::Regular, MAX_LABEL_WIDTH);
            small_text(scene, (*end, LABELS_Y), Anchor::End, &label);
        }
    }

    /// Lays out the columns of amounts, as wide as they need to be.
    fn columns(&self) -> Columns {
        let width = |i: usize| {
            let amounts = self.lines.iter().filter_map(|line| line.amounts.get(i));
            let amounts = amounts.map(|it| text_width(&it.to_string(), FONT_SIZE, Weight::Regular));
            let label =
                text_width(&self.counters[i].label, SMALL_FONT_SIZE, Weight::Regular).min(MAX_LABEL_WIDTH);
            amounts.fold(label, f32::max).max(MIN_COLUMN_WIDTH - COLUMN_GAP) + COLUMN_GAP
        };
        let mut end = WIDTH - MARGIN;
        let mut ends = Vec::new();
        for i in (0..self.counters.len()).rev() {
            ends.push(end);
            end -= width(i);
        }
        ends.reverse();
        Columns { ends, name_width: end - MARGIN }
    }

    /// Describes the standings for those who do not see the picture.
    fn alt(&self) -> String {
        let line = |line: &StandingsLine| {
            let amounts = self.counters.iter().zip(&line.amounts);
            let amounts: Vec<String> = amounts.map(|(it, amount)| format!("{} {amount}", it.label)).collect();
            let remark = line.remark();
            let remark = if remark.is_empty() { remark } else { format!(" ({remark})") };
            format!("{}{remark}: {}", line.name, amounts.join(", "))
        };
        let lines: Vec<String> = self.lines.iter().map(line).collect();
        format!("Standings of {}, {}. {}.", self.title, self.as_of(), lines.join("; "))
    }
}

/// Where the columns are, from left to right.
struct Columns {
    /// Where each column of amounts ends.
    ends: Vec<f32>,
    /// The width that is left of them for names and remarks.
    name_width: f32,
}

impl StandingsLine {
    /// Draws the line into a row, with a ground behind every other one.
    fn draw(&self, scene: &mut Scene, row: usize, columns: &Columns) {
        let y = row_middle(row);
        if row.is_multiple_of(2) {
            let (x, width, top) = (MARGIN / 2.0, WIDTH - MARGIN, y - LINE_HEIGHT / 2.0);
            let (height, fill) = (LINE_HEIGHT, Some(Role::Empty.into()));
            scene.push(Shape::RoundRect { x, y: top, width, height, radius: 8.0, fill, stroke: None });
        }
        let role = if self.is_in() { Role::Ink } else { Role::InkDim };
        let name = fit_text(&self.name, FONT_SIZE, Weight::Bold, columns.name_width);
        scene.push(Shape::text((MARGIN, y), FONT_SIZE, Anchor::Start, Weight::Bold, &name, role));
        let (remark, start) =
            (self.remark(), MARGIN + text_width(&name, FONT_SIZE, Weight::Bold) + REMARK_GAP);
        let left = (MARGIN + columns.name_width - start).max(0.0);
        if left > MIN_REMARK_WIDTH && !remark.is_empty() {
            let remark = fit_text(&remark, SMALL_FONT_SIZE, Weight::Regular, left);
            small_text(scene, (start, y), Anchor::Start, &remark);
        }
        for (amount, end) in self.amounts.iter().zip(&columns.ends) {
            let amount = amount.to_string();
            scene.push(Shape::text((*end, y), FONT_SIZE, Anchor::End, Weight::Regular, &amount, role));
        }
    }
}

/// Returns the height at which the text of a row is.
fn row_middle(row: usize) -> f32 {
    HEADER_HEIGHT + (row as f32 + 0.5) * LINE_HEIGHT
}

/// Draws a small, dim text.
fn small_text(scene: &mut Scene, at: (f32, f32), anchor: Anchor, text: &str) {
    scene.push(Shape::text(at, SMALL_FONT_SIZE, anchor, Weight::Regular, text, Role::InkDim));
}
