//! The board as a scene.
//!
//! Colour never stands alone: each piece has its seat's number (or a sword or a shield) and its size as a
//! letter, as pips and as its width.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Stroke, Weight, fit_text, text_width};

use super::action::Action;
use super::alt;
use super::event::Ending;
use super::piece::{Piece, Size, Stock};
use super::stack::{Stack, territory};
use super::state::{Last, Phase, State};
use crate::games::frame::{
    Item, MARGIN, SMALL, WIDTH, filled, header, legend, outlined, panel, shown, shown_name, text,
};
use crate::games::{Frame, Names, Seat};
use crate::grid::{Place, Places};

/// From the middle of one territory to the middle of the next in its row.
const PITCH: f32 = 212.0;
const CARD: f32 = 198.0;
/// Between two rows, where the connections show.
const GAP: f32 = 26.0;
/// The line of a card with its name.
const HEAD: f32 = 56.0;
/// A piece with the room above it.
const PIECE: f32 = 44.0;
/// Rows have room for so many pieces even when fewer stand there.
const LEAST: usize = 2;
const PLAYER_LINE: f32 = 52.0;

/// The picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let title = shown(frame.title, "Triforce");
    let beside = match state.phase {
        Phase::Actions => format!("Seat {}", state.turn),
        Phase::Over => "Final".to_owned(),
        _ => "Combat".to_owned(),
    };
    let mut scene = Scene {
        width: WIDTH,
        height: 0.0,
        background: Role::Bg,
        title: format!("{title}, {beside}"),
        description: alt::text(state, frame.names),
        shapes: Vec::new(),
    };
    let top = header(&mut scene, &title, &beside, &header_lines(state, frame));
    let bottom = board(&mut scene, top + 24.0, state);
    let end = players(&mut scene, bottom + 24.0, state, frame.names);
    let end = legend(&mut scene, end + 16.0, &legend_items(state));
    scene.height = (end + MARGIN).ceil();
    scene
}

fn header_lines(state: &State, frame: &Frame<'_>) -> Vec<String> {
    let name = |seat| shown_name(frame.names, seat);
    let mut lines = vec![alt::waiting(state, name)];
    if let Some(Last { seat, action, .. }) = state.last {
        lines.push(format!("Last action: {} {}", name(seat), written(action)));
    }
    lines.extend(state.ending.map(|ending| match ending {
        Ending::Territories { held, .. } => format!("Held {held} territories at the start of the turn"),
        Ending::LastFree { .. } => "Everyone else is pinned".to_owned(),
        Ending::AllPinned { .. } => "All are pinned, and the winner moved last".to_owned(),
    }));
    lines
}

/// An action as the font can show it.
fn written(action: Action) -> String {
    shown(&action.to_string(), "")
}

/// Draws the territories; returns where they end.
fn board(scene: &mut Scene, top: f32, state: &State) -> f32 {
    let touched = state.last.map_or(Places::NONE, |last| last.touched);
    let mut cards = Vec::new();
    let mut y = top;
    for row in 0..Place::ROWS {
        let places = || Place::all().filter(move |place| place.row() == row);
        let tallest = places().map(|place| state.stack(place).pieces().len()).max().unwrap_or(0).max(LEAST);
        let height = HEAD + PIECE * (tallest as f32 + 1.0) + 10.0;
        cards.extend(places().map(|place| Card { place, y, height }));
        y += height + GAP;
    }
    for card in &cards {
        for other in cards.iter().filter(|other| card.place.neighbours().contains(other.place)) {
            if card.place < other.place {
                let (from, to) = (card.middle(), other.middle());
                scene.shapes.push(Shape::Line {
                    from,
                    to,
                    width: 12.0,
                    paint: Paint::tint(Role::InkDim, 0.35),
                });
            }
        }
    }
    for card in &cards {
        let fights = match state.phase {
            Phase::Fight => state.stack(card.place).fights(),
            _ => state.fight.is_some_and(|fight| fight.at == card.place),
        };
        card.draw(scene, state, touched.contains(card.place), fights);
    }
    y - GAP
}

/// Where a territory lies on the picture.
struct Card {
    place: Place,
    y: f32,
    height: f32,
}

impl Card {
    fn x(&self) -> f32 {
        WIDTH / 2.0 + PITCH * (f32::from(self.place.column()) - f32::from(self.place.row()) / 2.0)
    }

    fn middle(&self) -> Point {
        (self.x(), self.y + self.height / 2.0)
    }

    fn draw(&self, scene: &mut Scene, state: &State, touched: bool, fights: bool) {
        let (x, left) = (self.x(), self.x() - CARD / 2.0);
        let stroke = match (fights, touched) {
            (true, _) => Some(Stroke { paint: Role::Glow.into(), width: 7.0 }),
            (false, true) => Some(Stroke { paint: Role::Last.into(), width: 7.0 }),
            (false, false) => Some(Stroke { paint: Role::Grid.into(), width: 3.0 }),
        };
        scene.shapes.push(Shape::RoundRect {
            x: left,
            y: self.y,
            width: CARD,
            height: self.height,
            radius: 14.0,
            fill: Some(Role::Panel.into()),
            stroke,
        });
        let line = self.y + HEAD / 2.0 + 2.0;
        let name = self.place.to_string();
        scene.shapes.push(text((left + 14.0, line), 34.0, Anchor::Start, Weight::Bold, &name, Role::Ink));
        if fights {
            scene.shapes.push(text((x + 2.0, line), 30.0, Anchor::Middle, Weight::Bold, "fight", Role::Ink));
        }
        if let Some(seat) = state.seats().find(|&seat| state.home(seat) == Some(self.place)) {
            pawn(scene, (left + CARD - 30.0, line), seat);
        }
        let mut y = self.y + self.height - 8.0;
        ground((x, y), territory(self.place), &mut scene.shapes);
        for &piece in state.stack(self.place).pieces() {
            y -= PIECE;
            draw_piece((x, y), piece, &mut scene.shapes);
        }
    }
}

/// A player's pawn: a disc with the seat's number.
fn pawn(scene: &mut Scene, center: Point, seat: Seat) {
    let stroke = Some(Stroke { paint: Role::Ink.into(), width: 3.0 });
    scene.shapes.push(Shape::Circle { center, radius: 22.0, fill: Some(colour(seat).into()), stroke });
    let number = seat.to_string();
    scene.shapes.push(text(center, 31.0, Anchor::Middle, Weight::Bold, &number, ink_on(seat)));
}

/// A seat's colour. The seventh, for which nobody sits here, is white as the territories are, so seat 6 takes
/// the one before the first.
fn colour(seat: Seat) -> Role {
    Role::Seat(seat.number() % 6)
}

fn ink_on(seat: Seat) -> Role {
    Role::OnSeat(seat.number() % 6)
}

fn width(size: Size) -> f32 {
    match size {
        Size::Small => 100.0,
        Size::Medium => 138.0,
        Size::Large => 176.0,
    }
}

/// A pyramid from the side, standing on `(x, y)`.
fn body((x, y): Point, size: Size) -> Vec<Point> {
    let (half, height) = (width(size) / 2.0, PIECE - 4.0);
    vec![(x - half + 9.0, y - height), (x + half - 9.0, y - height), (x + half, y), (x - half, y)]
}

fn keyline(role: Role, width: f32) -> Stroke {
    Stroke { paint: role.into(), width }
}

/// The label of a piece with its pips behind it, in the middle of its body.
fn label((x, y): Point, label: &str, size: Size, role: Role, shapes: &mut Vec<Shape>) {
    let pips = f32::from(size.pips()) * 12.0 + 7.0;
    // Three characters on a small pyramid are set smaller, so that they stay clear of its edge.
    let room = width(size) - 22.0 - pips;
    let font = (30.0 * room / text_width(label, 30.0, Weight::Bold).max(1.0)).min(30.0);
    let wide = text_width(label, font, Weight::Bold);
    let y = y - (PIECE - 4.0) / 2.0;
    let left = x - (wide + pips) * 0.5;
    shapes.push(text((left, y), font, Anchor::Start, Weight::Bold, label, role));
    for pip in 0..size.pips() {
        let center = (left + wide + 13.0 + f32::from(pip) * 12.0, y);
        shapes.push(Shape::Circle { center, radius: 4.4, fill: Some(role.into()), stroke: None });
    }
}

/// The white pyramid of a territory.
fn ground(at: Point, size: Size, shapes: &mut Vec<Shape>) {
    let stroke = Some(keyline(Role::InkDim, 2.0));
    shapes.push(Shape::Polygon { points: body(at, size), fill: Some(Role::White.into()), stroke });
    label(at, &size.to_string(), size, Role::Black, shapes);
}

/// A clear body in its owner's colour, with a line around it that shows next to any colour.
fn clear(points: Vec<Point>, owner: Role, shapes: &mut Vec<Shape>) {
    let fill = Some(Paint::tint(Role::White, 0.12));
    shapes.push(Shape::Polygon { points: points.clone(), fill, stroke: Some(keyline(Role::Ink, 7.0)) });
    shapes.push(outlined(points, owner, 4.0));
}

fn draw_piece(at: Point, piece: Piece, shapes: &mut Vec<Shape>) {
    let points = body(at, piece.size());
    match piece {
        Piece::Of(seat, size) => {
            let (fill, stroke) = (Some(colour(seat).into()), Some(keyline(Role::InkDim, 2.0)));
            shapes.push(Shape::Polygon { points, fill, stroke });
            label(at, &format!("{seat}{size}"), size, ink_on(seat), shapes);
        }
        Piece::Sword(size) => {
            shapes.push(Shape::Polygon {
                points,
                fill: Some(Role::Black.into()),
                stroke: Some(keyline(Role::White, 4.0)),
            });
            label(at, &format!("X{size}"), size, Role::White, shapes);
        }
        Piece::Shield(size, taker) => {
            clear(points, colour(taker), shapes);
            label(at, &format!("O{size}{taker}"), size, Role::Ink, shapes);
        }
    }
}

/// A line for each player, and one for swords and shields; returns where they end.
fn players(scene: &mut Scene, y: f32, state: &State, names: &Names) -> f32 {
    let height = 28.0 + PLAYER_LINE * (state.players() as f32 + 2.0);
    scene.shapes.push(panel(y, height));
    let pinned = state.pinned();
    let line = |i: usize| y + 14.0 + PLAYER_LINE * (i as f32 + 0.5);
    let left = MARGIN + 24.0;
    let columns = [470.0, 560.0, 650.0];
    let put = |scene: &mut Scene, x: f32, i: usize, anchor, weight, label: &str, role| {
        scene.shapes.push(text((x, line(i)), SMALL, anchor, weight, label, role));
    };
    let stock = |scene: &mut Scene, i: usize, stock: Stock| {
        for (x, size) in columns.into_iter().zip(Size::ALL) {
            let count = stock.count(size);
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
        pawn(scene, (left + 24.0, line(i)), seat);
        let weight = if state.asked() == Some(seat) { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&shown_name(names, seat), SMALL, weight, 340.0);
        put(scene, left + 64.0, i, Anchor::Start, weight, &name, Role::Ink);
        stock(scene, i, state.supply(seat).unwrap_or(Stock::FULL));
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
    for (x, name, stock) in [(left, "Swords", state.swords), (560.0, "Shields", state.shields)] {
        let label = format!("{name} left: {stock}");
        put(scene, x, i, Anchor::Start, Weight::Regular, &label, Role::Ink);
    }
    y + height
}

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
            let (fill, stroke) = (Some(Role::White.into()), Some(keyline(Role::InkDim, 2.0)));
            shapes.push(Shape::Polygon { points: small(at, 0.0), fill, stroke });
            sign(at, "M", Role::Black, shapes);
        }),
        Item::new("Seat 1’s piece, medium", move |at, shapes| {
            shapes.push(filled(small(at, 0.0), Role::Seat(1)));
            sign(at, "1M", Role::OnSeat(1), shapes);
        }),
        Item::new("Home", |at, shapes| {
            let stroke = Some(keyline(Role::Ink, 3.0));
            shapes.push(Shape::Circle { center: at, radius: 22.0, fill: Some(Role::Seat(1).into()), stroke });
            shapes.push(text(at, 31.0, Anchor::Middle, Weight::Bold, "1", Role::OnSeat(1)));
        }),
    ];
    let holds = |wanted: fn(&Stack) -> bool| Place::all().any(|place| wanted(state.stack(place)));
    if holds(Stack::has_sword) {
        items.push(Item::new("Sword", move |at, shapes| {
            let (points, stroke) = (small(at, 2.0), Some(keyline(Role::White, 4.0)));
            shapes.push(Shape::Polygon { points, fill: Some(Role::Black.into()), stroke });
            sign(at, "X", Role::White, shapes);
        }));
    }
    if holds(Stack::has_shield) {
        items.push(Item::new("Shield, serves seat 1", move |at, shapes| {
            clear(small(at, 2.0), Role::Seat(1), shapes);
            sign(at, "O1", Role::Ink, shapes);
        }));
    }
    let framed = |role: Role| {
        move |(x, y): Point, shapes: &mut Vec<Shape>| {
            shapes.push(Shape::RoundRect {
                x: x - 20.0,
                y: y - 20.0,
                width: 40.0,
                height: 40.0,
                radius: 8.0,
                fill: None,
                stroke: Some(keyline(role, 7.0)),
            });
        }
    };
    if state.last.is_some_and(|last| !last.touched.is_empty()) {
        items.push(Item::new("Changed by the last action", framed(Role::Last)));
    }
    if matches!(state.phase, Phase::Fight | Phase::Sword | Phase::Shield) {
        items.push(Item::new("Fights", framed(Role::Glow)));
    }
    items
}
