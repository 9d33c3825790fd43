//! The players beside the board, for viewers who see everything.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, fit_text};

use super::observation::Seen;
use super::state::Stage;
use crate::games::Frame;
use crate::games::frame::{MARGIN, SMALLEST_TEXT, WIDTH, coin, filled, shown_name, star, stroke, text};

/// The width of the table of players at the right edge of the card.
pub(super) const ROSTER_WIDTH: f32 = 284.0;

/// Draws everyone's letter, name, priority and garnets at the right edge, by seat.
pub(super) fn roster(scene: &mut Scene, seen: &Seen, frame: &Frame<'_>) {
    let (left, right) = (WIDTH - ROSTER_WIDTH, WIDTH - MARGIN);
    let pitch = ((scene.height - 2.0 * MARGIN) / (seen.everyone.len() as f32 + 1.0)).min(48.0);
    let size = SMALLEST_TEXT.min(pitch * 0.62);
    // In the end, priorities no longer count, and names take their space.
    let priorities = seen.phase == Stage::Round;
    let priority = right - 2.2 * size;
    let mut put = |x: f32, row: usize, anchor, weight, label: &str, role| {
        let at = (x, MARGIN + pitch * (row as f32 + 0.5));
        scene.shapes.push(text(at, size, anchor, weight, label, role));
    };
    let name_left = left + 2.0 * size;
    let name_room = right - name_left - if priorities { 3.7 } else { 2.2 } * size;
    put(name_left, 0, Anchor::Start, Weight::Regular, "Player", Role::InkDim);
    put(right, 0, Anchor::End, Weight::Regular, "Gar.", Role::InkDim);
    if priorities {
        put(priority, 0, Anchor::End, Weight::Regular, "Pr.", Role::InkDim);
    }
    for (row, (seat, player)) in (1..).zip(seen.seated()) {
        // Players who have left are dimmed, and their priority no longer counts (R13).
        let role = if player.on_board() { Role::Ink } else { Role::InkDim };
        let name = fit_text(&shown_name(frame.names, seat), size, Weight::Regular, name_room);
        put(left + size * 0.5, row, Anchor::Middle, Weight::Bold, &player.letter.to_string(), role);
        put(name_left, row, Anchor::Start, Weight::Regular, &name, role);
        put(right, row, Anchor::End, Weight::Regular, &player.garnets.to_string(), role);
        if priorities {
            let shown = match player.removed_in {
                Some(_) => "–".to_owned(),
                None => player.priority.to_string(),
            };
            put(priority, row, Anchor::End, Weight::Regular, &shown, role);
        }
    }
    for (row, (seat, player)) in (1..).zip(seen.seated()) {
        let sign = match player {
            _ if seen.ec == Some(seat) => Badge::Candidate,
            player if player.token => Badge::Token,
            player if player.powered => Badge::Powered,
            _ => continue,
        };
        scene.shapes.push(badge((left + size * 1.55, MARGIN + pitch * (row as f32 + 0.5)), sign));
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
