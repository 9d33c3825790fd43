//! The standings of a season as a picture.

use super::views::{Standings, StandingsLine};
use trigon_render::{Anchor, Role, Scene, Shape, Weight, fit_text, text_width};

const WIDTH: f32 = 960.0;
const MARGIN: f32 = 28.0;
/// The height of a line, and of everything above the lines.
const LINE_HEIGHT: f32 = 46.0;
const HEADER_HEIGHT: f32 = 116.0;
const FONT_SIZE: f32 = 29.0;
const SMALL_FONT_SIZE: f32 = 24.0;
/// The least width of a column of amounts.
const MIN_COLUMN_WIDTH: f32 = 112.0;
/// The most lines in a picture. Further members are only counted.
const MAX_LINES: usize = 40;
/// The size of the title, and where it and the labels below it are.
const TITLE_FONT_SIZE: f32 = 36.0;
const TITLE_Y: f32 = 38.0;
const LABELS_Y: f32 = 84.0;
/// The greatest width of a label of a column, and the space between columns.
const MAX_LABEL_WIDTH: f32 = MIN_COLUMN_WIDTH + 40.0;
const COLUMN_GAP: f32 = 24.0;
/// The space between a name and what is said beside it, and the least width in which anything is.
const REMARK_GAP: f32 = 14.0;
const MIN_REMARK_WIDTH: f32 = 60.0;

impl Standings {
    /// Draws the standings.
    pub fn scene(&self) -> Scene {
        let shown = &self.lines[..self.lines.len().min(MAX_LINES)];
        let more = self.lines.len() - shown.len();
        let rows = shown.len() + usize::from(more > 0);
        let mut scene = Scene::new(WIDTH, HEADER_HEIGHT + rows as f32 * LINE_HEIGHT + MARGIN, Role::Bg);
        scene.title.clone_from(&self.title);
        scene.description = self.alt();
        let title = fit_text(&self.title, TITLE_FONT_SIZE, Weight::Bold, WIDTH - 2.0 * MARGIN);
        scene.push(Shape::text(
            (MARGIN, TITLE_Y),
            TITLE_FONT_SIZE,
            Anchor::Start,
            Weight::Bold,
            &title,
            Role::Ink,
        ));
        let (ends, room) = self.columns();
        let as_of = fit_text(&self.as_of(), SMALL_FONT_SIZE, Weight::Regular, room);
        scene.push(Shape::text(
            (MARGIN, LABELS_Y),
            SMALL_FONT_SIZE,
            Anchor::Start,
            Weight::Regular,
            &as_of,
            Role::InkDim,
        ));
        for (counter, end) in self.counters.iter().zip(&ends) {
            let label = fit_text(&counter.label, SMALL_FONT_SIZE, Weight::Regular, MAX_LABEL_WIDTH);
            scene.push(Shape::text(
                (*end, LABELS_Y),
                SMALL_FONT_SIZE,
                Anchor::End,
                Weight::Regular,
                &label,
                Role::InkDim,
            ));
        }
        for (i, line) in shown.iter().enumerate() {
            let y = HEADER_HEIGHT + (i as f32 + 0.5) * LINE_HEIGHT;
            if i % 2 == 0 {
                let (x, radius) = (MARGIN / 2.0, 8.0);
                let (top, width) = (y - LINE_HEIGHT / 2.0, WIDTH - MARGIN);
                let fill = Some(Role::Empty.into());
                scene.push(Shape::RoundRect {
                    x,
                    y: top,
                    width,
                    height: LINE_HEIGHT,
                    radius,
                    fill,
                    stroke: None,
                });
            }
            let role = if line.is_in() { Role::Ink } else { Role::InkDim };
            let remark = line.remark();
            let name = fit_text(&line.name, FONT_SIZE, Weight::Bold, room);
            scene.push(Shape::text((MARGIN, y), FONT_SIZE, Anchor::Start, Weight::Bold, &name, role));
            let from = MARGIN + text_width(&name, FONT_SIZE, Weight::Bold) + REMARK_GAP;
            let left = (MARGIN + room - from).max(0.0);
            if left > MIN_REMARK_WIDTH && !remark.is_empty() {
                let remark = fit_text(&remark, SMALL_FONT_SIZE, Weight::Regular, left);
                scene.push(Shape::text(
                    (from, y),
                    SMALL_FONT_SIZE,
                    Anchor::Start,
                    Weight::Regular,
                    &remark,
                    Role::InkDim,
                ));
            }
            for (amount, end) in line.amounts.iter().zip(&ends) {
                let amount = amount.to_string();
                scene.push(Shape::text((*end, y), FONT_SIZE, Anchor::End, Weight::Regular, &amount, role));
            }
        }
        if more > 0 {
            let y = HEADER_HEIGHT + (shown.len() as f32 + 0.5) * LINE_HEIGHT;
            let text = format!("and {more} more");
            scene.push(Shape::text(
                (MARGIN, y),
                SMALL_FONT_SIZE,
                Anchor::Start,
                Weight::Regular,
                &text,
                Role::InkDim,
            ));
        }
        scene
    }

    /// Returns where the columns of amounts end, from left to right, and how much room is left of them.
    pub(super) fn columns(&self) -> (Vec<f32>, f32) {
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
        (ends, end - MARGIN)
    }

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
