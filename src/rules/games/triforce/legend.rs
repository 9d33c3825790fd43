//! The legend of the picture.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight};

use super::pieces::{CARD, came, clear, columns, pawn};
use super::stack::Stack;
use super::state::{Stage, State};
use crate::games::Seat;
use crate::games::frame::{Item, MARGIN, WIDTH, crossed, edged, filled, stroke, text, trail};
use crate::grid::Place;

/// The distance of lines, and how many fit above the third row of territories.
const LINE: f32 = 50.0;
const ROWS: usize = 6;
/// The widest item that fits beside the second row.
const SHORT: f32 = 300.0;

/// Returns every mark that the picture shows, and nothing that it does not.
fn legend_items(state: &State) -> Vec<Item> {
    let small = |(x, y): Point, inset: f32| {
        vec![
            (x - 15.0 + inset, y - 17.0 + inset),
            (x + 15.0 - inset, y - 17.0 + inset),
            (x + 23.0 - inset, y + 17.0 - inset),
            (x - 23.0 + inset, y + 17.0 - inset),
        ]
    };
    let sign = |at, label: &str, role, shapes: &mut Vec<Shape>| {
        shapes.push(text(at, 26.0, Anchor::Middle, Weight::Bold, label, role));
    };
    let mut items = vec![
        Item::new("Territory and its size", move |at, shapes| {
            shapes.push(edged(small(at, 0.0), Role::White, stroke(Role::InkDim, 2.0)));
            sign(at, "M", Role::Black, shapes);
        }),
        Item::new("Seat 1’s piece, medium", move |at, shapes| {
            shapes.push(filled(small(at, 0.0), Role::Seat(1)));
            sign(at, "1M", Role::OnSeat(1), shapes);
        }),
        Item::new("Home", |at, shapes| pawn(at, Seat::new(1), shapes)),
    ];
    let holds = |wanted: fn(&Stack) -> bool| Place::all().any(|place| wanted(state.stack(place)));
    if holds(Stack::has_sword) {
        items.push(Item::new("Sword", move |at, shapes| {
            shapes.push(edged(small(at, 2.0), Role::Black, stroke(Role::White, 4.0)));
            sign(at, "X", Role::White, shapes);
        }));
    }
    if holds(Stack::has_shield) {
        items.push(Item::new("Shield", move |at, shapes| {
            clear(small(at, 2.0), shapes);
            sign(at, "O", Role::Ink, shapes);
        }));
    }
    let framed = |role: Role, width: f32| {
        move |(x, y): Point, shapes: &mut Vec<Shape>| {
            shapes.push(Shape::RoundRect {
                x: x - 20.0,
                y: y - 20.0,
                width: 40.0,
                height: 40.0,
                radius: 8.0,
                fill: None,
                stroke: Some(stroke(role, width)),
            });
        }
    };
    if Place::all().any(|place| columns(state, place) > 1) {
        items.push(Item::new("Goes on to the right", |(x, y), shapes| {
            trail(&[(x - 11.0, y + 18.0), (x - 11.0, y - 18.0)], 5.0, shapes);
            trail(&[(x + 11.0, y + 18.0), (x + 11.0, y - 18.0)], 5.0, shapes);
        }));
    }
    if let Some(last) = &state.last {
        if last.came.iter().any(|&count| count > 0) {
            items.push(Item::new("Placed or moved", move |at, shapes| came(small(at, 0.0), shapes)));
        }
        if !last.lost.is_empty() {
            items.push(Item::new("Lost in a fight", move |at, shapes| {
                shapes.push(filled(small(at, 0.0), Paint::tint(Role::Seat(1), 0.4)));
                crossed((at.0 + 14.0, at.1 - 10.0), 9.0, 5.0, shapes);
            }));
        }
        if !last.touched.is_empty() {
            items.push(Item::new("Changed", framed(Role::Last, 7.0)));
        }
        if Place::all().any(|place| last.left.contains(place) && !last.touched.contains(place)) {
            items.push(Item::new("Moved from", framed(Role::Last, 3.0)));
        }
    }
    if matches!(state.phase, Stage::Fight | Stage::Sword | Stage::Shield) {
        items.push(Item::new("Fights", framed(Role::Glow, 7.0)));
    }
    items
}

/// Draws the legend in the upper corners of the board, which has only one territory in its first row.
pub(super) fn legend(scene: &mut Scene, top: f32, state: &State) {
    let mut items = legend_items(state);
    // Only short items fit beside the second row.
    items.sort_by_key(|item| !item.is_longer_than(SHORT));
    let rows = items.len().div_ceil(2);
    for (i, item) in items.iter().enumerate() {
        let x = if i % 2 == 0 { MARGIN + 4.0 } else { WIDTH / 2.0 + CARD / 2.0 + 12.0 };
        let y = top + LINE * (i as f32 / 2.0).floor() + LINE / 2.0;
        debug_assert!(rows <= ROWS, "{rows} rows");
        item.draw((x, y), &mut scene.shapes);
    }
}
