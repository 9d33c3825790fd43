//! The board as a scene.
//!
//! Colour never stands alone: each piece has its seat's number (or a sword or a shield) and its size as a
//! letter, as pips and as its width.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Stroke, Weight, fit_text};

use super::alt;
use super::event::{Ending, stock};
use super::pieces::{CARD, LEVELS, PIECE, came, clear, columns, draw_piece, ground, pawn, shown_pieces};
use super::stack::{Stack, territory};
use super::state::{Stage, State};
use crate::games::frame::{
    Item, MARGIN, SMALL, WIDTH, begin, crossed, edged, end, filled, line, panel, shown, shown_name, stroke,
    text, trail,
};
use crate::games::{Frame, Names, Seat, Size, Stash};
use crate::grid::{Place, Places};

/// From the middle of one territory to the middle of the next in its row.
const PITCH: f32 = 212.0;
/// Between two rows, where the connections show.
const GAP: f32 = 22.0;
/// The line of a card with its name.
const HEAD: f32 = 54.0;
/// The height of every card, whatever stands on it: the board stays where it is from picture to picture.
const HEIGHT: f32 = HEAD + PIECE * (LEVELS as f32 + 1.0) + 10.0;
const PLAYER_LINE: f32 = 52.0;

/// The picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let beside = match state.phase {
        Stage::Actions => format!("Seat {}", state.turn),
        Stage::Over => "Final".to_owned(),
        _ => "Combat".to_owned(),
    };
    let lines = header_lines(state, frame);
    let (mut scene, top) = begin(frame, "Triforce", &beside, &lines, alt::text(state, frame.names));
    legend(&mut scene, top + 20.0, state);
    let bottom = board(&mut scene, top + 20.0, state);
    let bottom = players(&mut scene, bottom + 20.0, state, frame.names);
    end(scene, bottom)
}

/// Returns the lines below the title; as many in every phase, so that the board stays where it is.
fn header_lines(state: &State, frame: &Frame<'_>) -> Vec<String> {
    let name = |seat| shown_name(frame.names, seat);
    let ending = state.ending.map(|ending| match ending {
        Ending::Territories { held, .. } => format!("Held {held} territories at the start of the turn"),
        Ending::LastFree { .. } => "Everyone else is pinned".to_owned(),
        Ending::AllPinned { .. } => "All are pinned, and the winner moved last".to_owned(),
    });
    let turn = state.last.as_ref().map(|last| shown(&alt::turn(last, name), ""));
    vec![alt::waiting(state, name), ending.or(turn).unwrap_or_default()]
}

/// Draws the territories; returns where they end.
fn board(scene: &mut Scene, top: f32, state: &State) -> f32 {
    let (touched, left) =
        state.last.as_ref().map_or((Places::NONE, Places::NONE), |last| (last.touched, last.left));
    let rows = usize::from(Place::ROWS);
    let card = |place: Place| Card { place, y: top + (HEIGHT + GAP) * f32::from(place.row()) };
    let cards: Vec<Card> = Place::all().map(card).collect();
    for card in &cards {
        for other in cards.iter().filter(|other| card.place.neighbours().contains(other.place)) {
            if card.place < other.place {
                let paint = Paint::tint(Role::InkDim, 0.35);
                scene.shapes.push(line(card.middle(), other.middle(), 12.0, paint));
            }
        }
    }
    for card in &cards {
        let fights = match state.phase {
            Stage::Fight => state.stack(card.place).fights(),
            _ => state.fight.is_some_and(|fight| fight.at == card.place),
        };
        let edge = if fights {
            stroke(Role::Glow, 7.0)
        } else if touched.contains(card.place) {
            stroke(Role::Last, 7.0)
        } else if left.contains(card.place) {
            stroke(Role::Last, 3.0)
        } else {
            stroke(Role::Grid, 3.0)
        };
        card.draw(scene, state, edge, fights);
    }
    top + (HEIGHT + GAP) * rows as f32 - GAP
}

/// Where a territory lies on the picture.
struct Card {
    place: Place,
    y: f32,
}

impl Card {
    fn x(&self) -> f32 {
        WIDTH / 2.0 + PITCH * (f32::from(self.place.column()) - f32::from(self.place.row()) / 2.0)
    }

    fn middle(&self) -> Point {
        (self.x(), self.y + HEIGHT / 2.0)
    }

    fn draw(&self, scene: &mut Scene, state: &State, edge: Stroke, fights: bool) {
        let (x, left) = (self.x(), self.x() - CARD / 2.0);
        scene.shapes.push(Shape::RoundRect {
            x: left,
            y: self.y,
            width: CARD,
            height: HEIGHT,
            radius: 14.0,
            fill: Some(Role::Panel.into()),
            stroke: Some(edge),
        });
        let line = self.y + HEAD / 2.0 + 2.0;
        let name = self.place.to_string();
        scene.shapes.push(text((left + 14.0, line), 34.0, Anchor::Start, Weight::Bold, &name, Role::Ink));
        if fights {
            scene.shapes.push(text((x + 2.0, line), 30.0, Anchor::Middle, Weight::Bold, "fight", Role::Ink));
        }
        if let Some(seat) = state.seats().find(|&seat| state.home(seat) == Some(self.place)) {
            pawn((left + CARD - 30.0, line), seat, &mut scene.shapes);
        }
        let bottom = self.y + HEIGHT - 8.0;
        ground((x, bottom), territory(self.place), &mut scene.shapes);
        let pieces = shown_pieces(state, self.place);
        let width = (CARD - 16.0) / columns(state, self.place) as f32;
        for (column, pieces) in pieces.chunks(LEVELS).enumerate() {
            let x = left + 8.0 + width * (column as f32 + 0.5);
            for (level, &(piece, trace)) in (1u8..).zip(pieces) {
                draw_piece((x, bottom - PIECE * f32::from(level)), piece, width, trace, &mut scene.shapes);
            }
        }
    }
}

/// A line for each player, and one for swords and shields; returns where they end.
fn players(scene: &mut Scene, y: f32, state: &State, names: &Names) -> f32 {
    let height = 28.0 + PLAYER_LINE * (state.players() as f32 + 2.0);
    scene.shapes.push(panel(y, height));
    let pinned = state.pinned();
    let middle = |i: usize| y + 14.0 + PLAYER_LINE * (i as f32 + 0.5);
    let left = MARGIN + 24.0;
    let columns = [470.0, 560.0, 650.0];
    let put = |scene: &mut Scene, x: f32, i: usize, anchor, weight, label: &str, role| {
        scene.shapes.push(text((x, middle(i)), SMALL, anchor, weight, label, role));
    };
    let counts = |scene: &mut Scene, i: usize, stash: Stash| {
        for (x, size) in columns.into_iter().zip(Size::ALL) {
            let count = stash[size];
            let role = if count == 0 { Role::InkDim } else { Role::Ink };
            put(scene, x, i, Anchor::Middle, Weight::Regular, &count.to_string(), role);
        }
    };
    put(scene, left, 0, Anchor::Start, Weight::Regular, "Pieces to place", Role::InkDim);
    for (x, size) in columns.into_iter().zip(Size::ALL) {
        put(scene, x, 0, Anchor::Middle, Weight::Bold, &size.to_string(), Role::InkDim);
    }
    put(
        scene,
        800.0,
        0,
        Anchor::Middle,
        Weight::Regular,
        &format!("Holds ({} win)", state.goal()),
        Role::InkDim,
    );
    for seat in state.seats() {
        let i = usize::from(seat.number());
        pawn((left + 24.0, middle(i)), seat, &mut scene.shapes);
        let weight = if state.asked() == Some(seat) { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&shown_name(names, seat), SMALL, weight, 340.0);
        put(scene, left + 64.0, i, Anchor::Start, weight, &name, Role::Ink);
        counts(scene, i, state.supply(seat).unwrap_or(Stash::FULL));
        let held = state.held_by(seat).to_string();
        put(scene, 800.0, i, Anchor::Middle, Weight::Bold, &held, Role::Ink);
        let remark = match state.ending {
            Some(ending) if ending.winner() == seat => "wins",
            _ if pinned.contains(&seat) => "pinned",
            _ if state.asked() == Some(seat) => "to act",
            _ => "",
        };
        put(scene, 1050.0, i, Anchor::End, Weight::Bold, remark, Role::Ink);
    }
    // Swords and shields share the last line.
    let i = state.players() + 1;
    for (x, name, stash) in [(left, "Swords", state.swords), (560.0, "Shields", state.shields)] {
        let label = format!("{name} left: {}", stock(stash));
        put(scene, x, i, Anchor::Start, Weight::Regular, &label, Role::Ink);
    }
    y + height
}

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
