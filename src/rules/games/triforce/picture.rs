//! The board as a scene.
//!
//! Nothing is told by colour alone: each piece has its seat's number (or a sword or a shield), and its size is shown as
//! a letter, as pips and as its width.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Stroke, Weight, fit_text};

use super::alt;
use super::pieces::{
    MAX_LEVELS, PIECE_HEIGHT, TERRITORY_WIDTH, Trace, clear_body, columns, draw_piece, ground,
    outline_arrived, pawn, shown_pieces,
};
use super::stack::{Piece, territory};
use super::state::{Stage, State};
use crate::games::frame::{
    LegendItem, LegendRoom, LegendSide, MARGIN, SMALLEST_TEXT, WIDTH, card, crossed, edged, filled,
    legend_beside, line, shown_name, stroke, text, trail,
};
use crate::games::{Frame, Names, Seat, Size, Stash};
use crate::grid::{Place, Places};

/// The distance from the centre of one territory to the centre of the next in its row.
const PITCH: f32 = 212.0;
/// The space between two rows, where the connections show.
const ROW_GAP: f32 = 16.0;
/// The height of the line with the name on a card.
const NAME_LINE: f32 = 40.0;
/// The height of every card, whatever is on it, so that the board stays in place from picture to picture.
const TERRITORY_HEIGHT: f32 = NAME_LINE + PIECE_HEIGHT * (MAX_LEVELS as f32 + 1.0) + 10.0;
/// The space above and below the board.
const END_ROOM: f32 = 12.0;
const PLAYER_LINE: f32 = 42.0;

/// Returns the picture of a state.
pub(super) fn scene(state: &State, frame: &Frame<'_>) -> Scene {
    let moment = match state.phase {
        Stage::Actions => format!("Seat {}", state.turn),
        Stage::Over => "Final".to_owned(),
        _ => "Combat".to_owned(),
    };
    let height = (TERRITORY_HEIGHT + ROW_GAP) * f32::from(Place::ROWS) - ROW_GAP + 2.0 * END_ROOM;
    let mut scene = card(frame, "Triforce", &moment, height, alt::text(state, frame.names));
    board(&mut scene, state);
    players(&mut scene, state, frame.names);
    if let Some(place) = crowded(state) {
        enlarge(&mut scene, state, place);
    }
    if state.last.is_none() {
        let room = |row: u8| LegendRoom {
            side: LegendSide::Right,
            edge: WIDTH - MARGIN,
            top: END_ROOM + (TERRITORY_HEIGHT + ROW_GAP) * f32::from(row),
            bottom: END_ROOM + (TERRITORY_HEIGHT + ROW_GAP) * f32::from(row + 1),
            width: WIDTH / 2.0 - MARGIN - 10.0 - PITCH / 2.0 * f32::from(row) - TERRITORY_WIDTH / 2.0,
            slope: 0.0,
        };
        legend_beside(&mut scene, &[room(0), room(1), room(2)], &legend_items());
    }
    scene
}

/// Draws the territories.
fn board(scene: &mut Scene, state: &State) {
    let (touched, left) =
        state.last.as_ref().map_or((Places::NONE, Places::NONE), |last| (last.touched, last.left));
    let card = |place: Place| TerritoryCard {
        place,
        y: END_ROOM + (TERRITORY_HEIGHT + ROW_GAP) * f32::from(place.row()),
    };
    let cards: Vec<TerritoryCard> = Place::all().map(card).collect();
    for card in &cards {
        for other in cards.iter().filter(|other| card.place.neighbours().contains(other.place)) {
            if card.place < other.place {
                let paint = Paint::tint(Role::InkDim, 0.35);
                scene.shapes.push(line(card.middle(), other.middle(), 12.0, paint));
            }
        }
    }
    for card in &cards {
        card.ground(&mut scene.shapes);
    }
    scene.backdrop = scene.shapes.len();
    for card in &cards {
        let fights = fights(state, card.place);
        let edge = if fights {
            Some(stroke(Role::Glow, 7.0))
        } else if touched.contains(card.place) {
            Some(stroke(Role::Last, 7.0))
        } else if left.contains(card.place) {
            Some(stroke(Role::Last, 3.0))
        } else {
            None
        };
        card.draw(&mut scene.shapes, state, edge, fights);
    }
}

/// Returns whether a territory fights, or may be chosen to.
fn fights(state: &State, place: Place) -> bool {
    match state.phase {
        Stage::Fight => state.stack(place).fights(),
        _ => state.fight.is_some_and(|fight| fight.at == place),
    }
}

/// The position of a territory in the picture.
struct TerritoryCard {
    place: Place,
    y: f32,
}

impl TerritoryCard {
    fn x(&self) -> f32 {
        WIDTH / 2.0 + PITCH * (f32::from(self.place.column()) - f32::from(self.place.row()) / 2.0)
    }

    fn middle(&self) -> Point {
        (self.x(), self.y + TERRITORY_HEIGHT / 2.0)
    }

    fn frame(&self, fill: Option<Paint>, edge: Stroke) -> Shape {
        Shape::RoundRect {
            x: self.x() - TERRITORY_WIDTH / 2.0,
            y: self.y,
            width: TERRITORY_WIDTH,
            height: TERRITORY_HEIGHT,
            radius: 14.0,
            fill,
            stroke: Some(edge),
        }
    }

    /// The line with the name.
    fn head(&self) -> f32 {
        self.y + NAME_LINE / 2.0 + 2.0
    }

    /// The line on which the pieces stand.
    fn bottom(&self) -> f32 {
        self.y + TERRITORY_HEIGHT - 8.0
    }

    /// Draws what a territory always shows.
    fn ground(&self, shapes: &mut Vec<Shape>) {
        shapes.push(self.frame(Some(Role::Panel.into()), stroke(Role::Grid, 3.0)));
        let (at, name) = ((self.x() - TERRITORY_WIDTH / 2.0 + 14.0, self.head()), self.place.to_string());
        shapes.push(text(at, 32.0, Anchor::Start, Weight::Bold, &name, Role::Ink));
        ground((self.x(), self.bottom()), territory(self.place), shapes);
    }

    /// Draws what a territory shows at the moment, with an edge in place of the usual one.
    fn draw(&self, shapes: &mut Vec<Shape>, state: &State, edge: Option<Stroke>, fights: bool) {
        let (x, left) = (self.x(), self.x() - TERRITORY_WIDTH / 2.0);
        if let Some(edge) = edge {
            shapes.push(self.frame(None, edge));
        }
        if fights {
            let at = (x + 2.0, self.head());
            shapes.push(text(at, 28.0, Anchor::Middle, Weight::Bold, "fight", Role::Ink));
        }
        if let Some(seat) = state.seats().find(|&seat| state.home(seat) == Some(self.place)) {
            pawn((left + TERRITORY_WIDTH - 26.0, self.head()), seat, shapes);
        }
        let pieces = shown_pieces(state, self.place);
        let width = (TERRITORY_WIDTH - 16.0) / columns(state, self.place) as f32;
        stand(&pieces, MAX_LEVELS, (left + 8.0, self.bottom()), width, shapes);
    }
}

/// The largest number of columns of pieces on a card whose labels are still legible where people see the picture.
const MAX_LEGIBLE_COLUMNS: usize = 3;

/// Returns the territory whose pieces have to be drawn larger, if there is one: the one that fights, or else the one
/// that changed last, or else the highest.
fn crowded(state: &State) -> Option<Place> {
    let is_touched = |place| state.last.as_ref().is_some_and(|last| last.touched.contains(place));
    let counted = Place::all().map(|place| (place, shown_pieces(state, place).len()));
    let crowded = counted.filter(|&(_, count)| count > MAX_LEGIBLE_COLUMNS * MAX_LEVELS);
    let most = crowded.max_by_key(|&(place, count)| (fights(state, place), is_touched(place), count));
    most.map(|(place, _)| place)
}

/// Draws a territory larger, in the upper right corner.
fn enlarge(scene: &mut Scene, state: &State, place: Place) {
    const ENLARGED_WIDTH: f32 = 295.0;
    // The height of the first two rows, which have room beside them.
    const MAX_ENLARGED_LEVELS: usize = 9;
    let pieces = shown_pieces(state, place);
    let columns = pieces.len().div_ceil(MAX_ENLARGED_LEVELS).max(2);
    let levels = pieces.len().div_ceil(columns);
    let (left, top) = (WIDTH - MARGIN - ENLARGED_WIDTH, END_ROOM);
    let height = NAME_LINE + PIECE_HEIGHT * (levels as f32 + 1.0) + 10.0;
    scene.shapes.push(Shape::RoundRect {
        x: left,
        y: top,
        width: ENLARGED_WIDTH,
        height,
        radius: 14.0,
        fill: None,
        stroke: Some(stroke(Role::InkDim, 3.0)),
    });
    let title = format!("{place}, enlarged");
    let at = (left + 14.0, top + NAME_LINE / 2.0 + 2.0);
    scene.shapes.push(text(at, SMALLEST_TEXT, Anchor::Start, Weight::Bold, &title, Role::Ink));
    let bottom = top + height - 8.0;
    ground((left + ENLARGED_WIDTH / 2.0, bottom), territory(place), &mut scene.shapes);
    stand(&pieces, levels, (left + 8.0, bottom), (ENLARGED_WIDTH - 16.0) / columns as f32, &mut scene.shapes);
}

/// Draws pieces on the ground, in columns of this width with this many levels.
fn stand(
    pieces: &[(Piece, Trace)],
    levels: usize,
    (left, bottom): Point,
    width: f32,
    shapes: &mut Vec<Shape>,
) {
    for (column, pieces) in pieces.chunks(levels).enumerate() {
        let x = left + width * (column as f32 + 0.5);
        for (level, &(piece, trace)) in (1u8..).zip(pieces) {
            draw_piece((x, bottom - PIECE_HEIGHT * f32::from(level)), piece, width, trace, shapes);
        }
    }
}

/// The x coordinates of the table beside the board: where names begin, the middles of the counts of each size, and where the
/// numbers of territories begin.
const NAME_LEFT: f32 = MARGIN + 44.0;
const SIZE_COLUMNS: [f32; 3] = [180.0, 211.0, 242.0];
const HELD_LEFT: f32 = 268.0;

/// Draws a table in the upper left corner: its head, a line for each player, and two for swords and shields.
fn players(scene: &mut Scene, state: &State, names: &Names) {
    let shapes = &mut scene.shapes;
    let start = |x, row, label: &str, role| entry((x, row), Anchor::Start, Weight::Regular, label, role);
    shapes.push(start(MARGIN, 0, "To place", Role::InkDim));
    for (x, size) in SIZE_COLUMNS.into_iter().zip(Size::ALL) {
        shapes.push(entry((x, 0), Anchor::Middle, Weight::Bold, &size.to_string(), Role::InkDim));
    }
    shapes.push(start(HELD_LEFT, 0, &format!("Holds (of {})", state.goal()), Role::InkDim));
    let pinned = state.pinned();
    for seat in state.seats() {
        let row = usize::from(seat.number());
        let weight = if state.asked() == Some(seat) { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&shown_name(names, seat), SMALLEST_TEXT, weight, 104.0);
        shapes.push(entry((NAME_LEFT, row), Anchor::Start, weight, &name, Role::Ink));
        stock(row, state.supply(seat).unwrap_or(Stash::FULL), shapes);
        let remark = match state.ending {
            Some(ending) if ending.winner() == seat => " ★",
            _ if pinned.contains(&seat) => " pin",
            _ => "",
        };
        let held = format!("{}{remark}", state.held_by(seat));
        shapes.push(entry((HELD_LEFT, row), Anchor::Start, Weight::Bold, &held, Role::Ink));
    }
    let common = [("Swords", state.swords), ("Shields", state.shields)];
    for (row, (name, stash)) in (state.players() + 1..).zip(common) {
        shapes.push(start(MARGIN, row, name, Role::Ink));
        stock(row, stash, shapes);
    }
    for seat in state.seats() {
        pawn((MARGIN + 20.0, row_middle(usize::from(seat.number()))), seat, shapes);
    }
}

/// Returns a text in a row of the table.
fn entry((x, row): (f32, usize), anchor: Anchor, weight: Weight, label: &str, role: Role) -> Shape {
    text((x, row_middle(row)), SMALLEST_TEXT, anchor, weight, label, role)
}

fn row_middle(row: usize) -> f32 {
    END_ROOM + PLAYER_LINE * (row as f32 + 0.5)
}

/// Draws the number of pieces of each size in a row of the table.
fn stock(row: usize, stash: Stash, shapes: &mut Vec<Shape>) {
    for (x, size) in SIZE_COLUMNS.into_iter().zip(Size::ALL) {
        let role = if stash[size] == 0 { Role::InkDim } else { Role::Ink };
        let count = stash[size].to_string();
        shapes.push(entry((x, row), Anchor::Middle, Weight::Regular, &count, role));
    }
}

/// Returns the legend for the pictures of a match.
fn legend_items() -> Vec<LegendItem> {
    let small = |(x, y): Point, inset: f32| {
        vec![
            (x - 15.0 + inset, y - 17.0 + inset),
            (x + 15.0 - inset, y - 17.0 + inset),
            (x + 23.0 - inset, y + 17.0 - inset),
            (x - 23.0 + inset, y + 17.0 - inset),
        ]
    };
    let sign = |at, label: &str, role, shapes: &mut Vec<Shape>| {
        shapes.push(text(at, SMALLEST_TEXT, Anchor::Middle, Weight::Bold, label, role));
    };
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
    vec![
        LegendItem::new("Territory and its size", move |at, shapes| {
            shapes.push(edged(small(at, 0.0), Role::White, stroke(Role::InkDim, 2.0)));
            sign(at, "M", Role::Black, shapes);
        }),
        LegendItem::new("Seat 1’s piece, medium", move |at, shapes| {
            shapes.push(filled(small(at, 0.0), Role::Seat(1)));
            sign(at, "1M", Role::OnSeat(1), shapes);
        }),
        LegendItem::new("Goes on to the right", |(x, y), shapes| {
            trail(&[(x - 11.0, y + 18.0), (x - 11.0, y - 18.0)], 5.0, shapes);
            trail(&[(x + 11.0, y + 18.0), (x + 11.0, y - 18.0)], 5.0, shapes);
        }),
        LegendItem::new("Home", |at, shapes| pawn(at, Seat::new(1), shapes)),
        LegendItem::new("Sword", move |at, shapes| {
            shapes.push(edged(small(at, 2.0), Role::Black, stroke(Role::White, 4.0)));
            sign(at, "X", Role::White, shapes);
        }),
        LegendItem::new("Shield", move |at, shapes| {
            clear_body(small(at, 2.0), shapes);
            sign(at, "O", Role::Ink, shapes);
        }),
        LegendItem::new("Placed or moved", move |at, shapes| outline_arrived(small(at, 0.0), shapes)),
        LegendItem::new("Lost in a fight", move |at, shapes| {
            shapes.push(filled(small(at, 0.0), Paint::tint(Role::Seat(1), 0.4)));
            crossed((at.0 + 14.0, at.1 - 10.0), 9.0, 5.0, shapes);
        }),
        LegendItem::new("Changed", framed(Role::Last, 7.0)),
        LegendItem::new("Moved from", framed(Role::Last, 3.0)),
    ]
}
