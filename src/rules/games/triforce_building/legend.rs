//! The legend of the picture.

use trigon_render::{Anchor, Paint, Point, Role, Shape, Weight};

use super::observation::Seen;
use super::picture::LEFT_TINT;
use super::pieces::{Mark, draw_mark, strike, underline};
use super::roster::{Badge, badge};
use crate::games::frame::{Item, filled, outlined, text, trail};
use crate::games::triangles::{covered, framed, small};
use crate::grid::Cell;

/// Returns every mark that the picture shows, and nothing that it does not.
pub(super) fn legend_items(seen: &Seen) -> Vec<Item> {
    let letters = seen.shows_letters();
    let cell = move |fill: Paint, mark: Option<Mark>| {
        move |at: Point, shapes: &mut Vec<Shape>| {
            covered(at, fill, shapes);
            if let Some(mark) = mark.filter(|_| !letters) {
                draw_mark((at.0, at.1 + 7.0), 9.0, mark, shapes);
            }
        }
    };
    let has = |wanted: bool| seen.occupied.iter().any(|(_, powered)| *powered == wanted);
    let mut items = vec![Item::new("Empty", cell(Role::Empty.into(), None))];
    if has(false) {
        let meaning = if has(true) { "Players, none powered" } else { "One or more players" };
        items.push(Item::new(meaning, cell(Role::Blue.into(), Some(Mark::Player))));
    }
    if has(true) {
        items.push(Item::new("At least one powered player", cell(Role::Yellow.into(), Some(Mark::Powered))));
    }
    if let Some(round) = seen.resolved_round().filter(|_| seen.made_last > 0) {
        items.push(Item::new(format!("Triforce made in round {round}"), move |at, shapes| {
            shapes.push(filled(small(at), Role::Empty));
            shapes.push(outlined(small(at), Role::Bg, 10.0));
            shapes.push(outlined(small(at), Role::Glow, 5.0));
        }));
        let is_occupied = |cell: Cell| seen.occupied.iter().any(|(occupied, _)| *occupied == cell);
        if seen.corners_made().any(|cell| !is_occupied(cell)) {
            let tint = Paint::tint(Role::Yellow, LEFT_TINT);
            items.push(Item::new("Left the board with it", cell(tint, Some(Mark::Left))));
        }
    }
    if seen.own_cell().is_some() {
        items.push(Item::new("You", |at, shapes| framed(at, Role::Grid, Role::Last, shapes)));
    }
    let letter = |at: Point, shapes: &mut Vec<Shape>| {
        shapes.push(text(at, 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
    };
    if seen.viewer.sees_all() {
        items.push(Item::new("Player", letter));
        if seen.everyone.iter().any(|player| player.powered) {
            items.push(Item::new("Powered", |(x, y), shapes| {
                shapes.push(text((x - 12.0, y), 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
                shapes.push(underline((x - 12.0, y), 36.0, Role::Ink));
                shapes.push(badge((x + 14.0, y), Badge::Powered));
            }));
        }
        if seen.made_last > 0 {
            items.push(Item::new("Left", |at, shapes| {
                shapes.push(text(at, 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
                shapes.push(strike(at, 36.0, Role::Ink));
            }));
        }
        if seen.everyone.iter().any(|player| player.token) {
            items.push(Item::new("Token", |at, shapes| shapes.push(badge(at, Badge::Token))));
        }
        if seen.ec.is_some() {
            items.push(Item::new("Elimination candidate", |at, shapes| {
                shapes.push(badge(at, Badge::Candidate));
            }));
        }
    } else if letters {
        items.push(Item::new("A player’s starting cell", letter));
    }
    if !seen.walks().is_empty() {
        items.push(Item::new("Last walk", |(x, y), shapes| {
            trail(&[(x - 18.0, y), (x + 22.0, y)], 6.0, shapes);
        }));
    }
    items
}
