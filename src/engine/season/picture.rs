//! The standings of a season as a picture.

use super::views::{Standings, StandingsLine};
use trigon_render::{Anchor, Role, Scene, Shape, Weight, fit_text, text_width};

const WIDTH: f32 = 960.0;
const EDGE: f32 = 28.0;
/// The height of a line, and of everything above the lines.
const LINE: f32 = 46.0;
const HEAD: f32 = 116.0;
const SIZE: f32 = 29.0;
const SMALL: f32 = 24.0;
/// The least width of a column of amounts.
const COLUMN: f32 = 112.0;
/// The most lines in a picture. Further members are only counted.
const MOST_LINES: usize = 40;
/// The size of the title, and where it and the labels below it are.
const TITLE: f32 = 36.0;
const TITLE_Y: f32 = 38.0;
const LABELS_Y: f32 = 84.0;
/// The greatest width of a label of a column, and the space between columns.
const WIDEST_LABEL: f32 = COLUMN + 40.0;
const APART: f32 = 24.0;
/// The space between a name and what is said beside it, and the least width in which anything is.
const GAP: f32 = 14.0;
const LEAST_REMARK: f32 = 60.0;

impl Standings {
    /// Draws the standings.
    pub fn scene(&self) -> Scene {
        let shown = &self.lines[..self.lines.len().min(MOST_LINES)];
        let more = self.lines.len() - shown.len();
        let rows = shown.len() + usize::from(more > 0);
        let mut scene = Scene::new(WIDTH, HEAD + rows as f32 * LINE + EDGE, Role::Bg);
        scene.title.clone_from(&self.title);
        scene.description = self.alt();
        let title = fit_text(&self.title, TITLE, Weight::Bold, WIDTH - 2.0 * EDGE);
        scene.push(Shape::text((EDGE, TITLE_Y), TITLE, Anchor::Start, Weight::Bold, &title, Role::Ink));
        let (ends, room) = self.columns();
        let as_of = fit_text(&self.as_of(), SMALL, Weight::Regular, room);
        scene.push(Shape::text(
            (EDGE, LABELS_Y),
            SMALL,
            Anchor::Start,
            Weight::Regular,
            &as_of,
            Role::InkDim,
        ));
        for (counter, end) in self.counters.iter().zip(&ends) {
            let label = fit_text(&counter.label, SMALL, Weight::Regular, WIDEST_LABEL);
            scene.push(Shape::text(
                (*end, LABELS_Y),
                SMALL,
                Anchor::End,
                Weight::Regular,
                &label,
                Role::InkDim,
            ));
        }
        for (i, line) in shown.iter().enumerate() {
            let y = HEAD + (i as f32 + 0.5) * LINE;
            if i % 2 == 0 {
                let (x, radius) = (EDGE / 2.0, 8.0);
                let (top, width) = (y - LINE / 2.0, WIDTH - EDGE);
                let fill = Some(Role::Empty.into());
                scene.push(Shape::RoundRect { x, y: top, width, height: LINE, radius, fill, stroke: None });
            }
            let role = if line.is_in() { Role::Ink } else { Role::InkDim };
            let remark = line.remark();
            let name = fit_text(&line.name, SIZE, Weight::Bold, room);
            scene.push(Shape::text((EDGE, y), SIZE, Anchor::Start, Weight::Bold, &name, role));
            let from = EDGE + text_width(&name, SIZE, Weight::Bold) + GAP;
            let left = (EDGE + room - from).max(0.0);
            if left > LEAST_REMARK && !remark.is_empty() {
                let remark = fit_text(&remark, SMALL, Weight::Regular, left);
                scene.push(Shape::text(
                    (from, y),
                    SMALL,
                    Anchor::Start,
                    Weight::Regular,
                    &remark,
                    Role::InkDim,
                ));
            }
            for (amount, end) in line.amounts.iter().zip(&ends) {
                let amount = amount.to_string();
                scene.push(Shape::text((*end, y), SIZE, Anchor::End, Weight::Regular, &amount, role));
            }
        }
        if more > 0 {
            let y = HEAD + (shown.len() as f32 + 0.5) * LINE;
            let text = format!("and {more} more");
            scene.push(Shape::text((EDGE, y), SMALL, Anchor::Start, Weight::Regular, &text, Role::InkDim));
        }
        scene
    }

    /// Returns where the columns of amounts end, from left to right, and how much room is left of them.
    pub(super) fn columns(&self) -> (Vec<f32>, f32) {
        let width = |i: usize| {
            let amounts = self.lines.iter().filter_map(|line| line.amounts.get(i));
            let amounts = amounts.map(|it| text_width(&it.to_string(), SIZE, Weight::Regular));
            let label = text_width(&self.counters[i].label, SMALL, Weight::Regular).min(WIDEST_LABEL);
            amounts.fold(label, f32::max).max(COLUMN - APART) + APART
        };
        let mut end = WIDTH - EDGE;
        let mut ends = Vec::new();
        for i in (0..self.counters.len()).rev() {
            ends.push(end);
            end -= width(i);
        }
        ends.reverse();
        (ends, end - EDGE)
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
