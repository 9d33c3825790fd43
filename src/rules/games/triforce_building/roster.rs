//! The players below the board, for viewers who see everything.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, fit_text, text_width};

use super::observation::Seen;
use crate::games::Frame;
use crate::games::frame::{MARGIN, SMALL, WIDTH, coin, filled, panel, shown_name, star, stroke, text};

const LINE: f32 = 50.0;
const SIZE: f32 = SMALL - 2.0;
/// Where names begin and priorities end in their column.
const NAME: f32 = 68.0;
const PRIORITY: f32 = 410.0;

/// Draws everyone with letter, name, cell, priority and garnets, in two columns by seat; returns where they end.
pub(super) fn roster(scene: &mut Scene, y: f32, seen: &Seen, frame: &Frame<'_>) -> f32 {
    let rows = seen.everyone.len().div_ceil(2);
    let height = 32.0 + LINE * (rows as f32 + 1.0);
    scene.shapes.push(panel(y, height));
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    for column in 0..2u8 {
        let left = MARGIN + 24.0 + f32::from(column) * width;
        let at = |dx: f32, row: usize| (left + dx, y + 16.0 + LINE * (row as f32 + 0.5));
        let columns = [
            (14.0, Anchor::Middle),
            (NAME, Anchor::Start),
            (330.0, Anchor::End),
            (PRIORITY, Anchor::End),
            (492.0, Anchor::End),
        ];
        let heads = ["", "Player", "Cell", "Prio", "Gar."];
        let mut put = |row: usize, texts: [&str; 5], weight, role| {
            for ((dx, anchor), label) in columns.into_iter().zip(texts) {
                scene.shapes.push(text(at(dx, row), SIZE, anchor, weight, label, role));
            }
        };
        put(0, heads, Weight::Regular, Role::InkDim);
        let from = usize::from(column) * rows;
        for (row, (seat, player)) in seen.seated().skip(from).take(rows).enumerate() {
            let mut name = shown_name(frame.names, seat);
            name = fit_text(&name, SIZE, Weight::Regular, 156.0);
            let cell = player.cell.map_or_else(String::new, |cell| seen.board.name(cell).to_string());
            // The priority of those who have left counts no longer (R13), and its column is used for what does.
            let priority = match player.removed_in {
                Some(round) => left_in(round, &name),
                None => player.priority.to_string(),
            };
            let texts = [&player.letter.to_string(), &name, &cell, &priority, &player.garnets.to_string()];
            put(row + 1, texts.map(String::as_str), Weight::Regular, Role::Ink);
        }
        for (row, (seat, player)) in seen.seated().skip(from).take(rows).enumerate() {
            let sign = match player {
                _ if seen.ec == Some(seat) => Badge::Candidate,
                player if player.token => Badge::Token,
                player if player.powered => Badge::Powered,
                _ => continue,
            };
            scene.shapes.push(badge(at(46.0, row + 1), sign));
        }
    }
    y + height
}

/// Returns when a player has left, in as many words as fit beside the name.
fn left_in(round: u8, name: &str) -> String {
    let room = PRIORITY - NAME - text_width(name, SIZE, Weight::Regular) - 16.0;
    let fits = |text: &String| text_width(text, SIZE, Weight::Regular) <= room;
    let long = format!("left in round {round}");
    if fits(&long) { long } else { format!("left, round {round}") }
}

/// A sign behind a roster line's letter.
#[derive(Clone, Copy)]
pub(super) enum Badge {
    Token,
    Powered,
    Candidate,
}

pub(super) fn badge((x, y): Point, badge: Badge) -> Shape {
    match badge {
        Badge::Token => coin((x, y), 9.0, Role::Yellow, stroke(Role::Ink, 2.0)),
        Badge::Powered => filled(star((x, y), 12.0), Role::Yellow),
        Badge::Candidate => filled(cross((x, y), 10.0), Role::Last),
    }
}

/// A diagonal cross.
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
