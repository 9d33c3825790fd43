//! What the pictures of all games have in common: the size of the card, the legend around the board, shapes, and text
//! that always fits and never contains a character that the font lacks.
//!
//! Discord shows a picture in a box of at most 550 × 350 pixels, and about 400 pixels wide on a phone. So the picture
//! is just the board, wider than it is high, and does not repeat what is in the message.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Stroke, Weight, covers, text_width};

use super::{Frame, Names, Seat};
use crate::text::{is_mark, is_visible};

/// The width of every picture in board units. A unit is a pixel at the default width.
pub(super) const WIDTH: f32 = 1100.0;
/// The distance of panels from the edge of the card.
pub(super) const MARGIN: f32 = 20.0;
/// The size of small text, and the smallest size that is still legible on a phone: at a width of 400 pixels, its
/// capital letters are 7 pixels high.
pub(super) const SMALL_TEXT: f32 = 32.0;
pub(super) const SMALLEST_TEXT: f32 = 28.0;

/// The width of a symbol in a legend.
const SYMBOL_WIDTH: f32 = 48.0;

/// Returns what the font has of a text, on one line, or `None` if nothing of it can be seen.
fn drawable(text: &str) -> Option<String> {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut is_known = true;
    let has = |c: &char| {
        // A mark without its letter would be drawn on the letter before.
        is_known = covers(c.encode_utf8(&mut [0; 4])) && (is_known || !is_mark(*c));
        is_known
    };
    let kept: String = line.chars().filter(has).collect();
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    is_visible(&kept).then_some(kept)
}

/// Returns a text on one line without the characters that the font lacks, or `otherwise` if nothing is left.
pub(super) fn shown(text: &str, otherwise: &str) -> String {
    drawable(text).unwrap_or_else(|| otherwise.to_owned())
}

/// Returns a player's name as a picture can show it.
pub(super) fn shown_name(names: &Names, seat: Seat) -> String {
    shown(&names.get(seat), &format!("Seat {seat}"))
}

/// Returns whether pictures show the number of a seat instead of the name, because they can show nothing of the name.
pub fn is_numbered(names: &Names, seat: Seat) -> bool {
    drawable(&names.get(seat)).is_none()
}

/// Returns a text shape.
pub(super) fn text(at: Point, size: f32, anchor: Anchor, weight: Weight, text: &str, role: Role) -> Shape {
    Shape::Text { at, size, anchor, weight, text: text.to_owned(), paint: Paint::solid(role) }
}

/// Returns the name of a space, with its middle near this point. Its left edge is on a whole unit: names then have the
/// same pixels wherever they are, and files are smaller.
pub(super) fn space_name((x, y): Point, size: f32, name: &str, role: Role) -> Shape {
    let left = (x - text_width(name, size, Weight::Regular) / 2.0).round();
    text((left, y), size, Anchor::Start, Weight::Regular, name, role)
}

/// Starts a picture that shows nothing but the board. The title and the moment form its name, and are not drawn.
pub(super) fn card(frame: &Frame<'_>, game: &str, moment: &str, height: f32, description: String) -> Scene {
    let title = format!("{}, {moment}", shown(frame.title, game));
    Scene { width: WIDTH, height, background: Role::Bg, title, description, shapes: Vec::new(), backdrop: 0 }
}

/// Returns the colour of a seat.
pub(super) fn colour(seat: Seat) -> Role {
    Role::Seat(seat.number())
}

/// Returns a colour that is legible on the colour of a seat.
pub(super) fn ink_on(seat: Seat) -> Role {
    Role::OnSeat(seat.number())
}

pub(super) fn stroke(paint: impl Into<Paint>, width: f32) -> Stroke {
    Stroke { paint: paint.into(), width }
}

pub(super) fn line(from: Point, to: Point, width: f32, paint: impl Into<Paint>) -> Shape {
    Shape::Line { from, to, width, paint: paint.into() }
}

/// Returns a filled circle.
pub(super) fn disc(center: Point, radius: f32, fill: impl Into<Paint>) -> Shape {
    Shape::Circle { center, radius, fill: Some(fill.into()), stroke: None }
}

/// Returns the outline of a circle.
pub(super) fn ring(center: Point, radius: f32, width: f32, paint: impl Into<Paint>) -> Shape {
    Shape::Circle { center, radius, fill: None, stroke: Some(stroke(paint, width)) }
}

/// Returns a filled circle with an outline.
pub(super) fn coin(center: Point, radius: f32, fill: impl Into<Paint>, edge: Stroke) -> Shape {
    Shape::Circle { center, radius, fill: Some(fill.into()), stroke: Some(edge) }
}

/// Returns a filled square with rounded corners and an outline: a pyramid seen from above.
pub(super) fn square((x, y): Point, half: f32, radius: f32, fill: impl Into<Paint>, edge: Stroke) -> Shape {
    let (width, height, fill) = (2.0 * half, 2.0 * half, Some(fill.into()));
    Shape::RoundRect { x: x - half, y: y - half, width, height, radius, fill, stroke: Some(edge) }
}

/// Returns a filled polygon with an outline.
pub(super) fn edged(points: Vec<Point>, fill: impl Into<Paint>, edge: Stroke) -> Shape {
    Shape::Polygon { points, fill: Some(fill.into()), stroke: Some(edge) }
}

/// Returns a filled polygon.
pub(super) fn filled(points: Vec<Point>, fill: impl Into<Paint>) -> Shape {
    Shape::Polygon { points, fill: Some(fill.into()), stroke: None }
}

/// Returns the outline of a polygon.
pub(super) fn outlined(points: Vec<Point>, paint: impl Into<Paint>, width: f32) -> Shape {
    Shape::Polygon { points, fill: None, stroke: Some(stroke(paint, width)) }
}

/// Returns a five-pointed star.
pub(super) fn star(center: Point, radius: f32) -> Vec<Point> {
    (0..10u8)
        .map(|i| {
            let angle = std::f32::consts::PI * (f32::from(i) / 5.0 - 0.5);
            let r = if i % 2 == 0 { radius } else { radius * 0.42 };
            (center.0 + r * angle.cos(), center.1 + r * angle.sin())
        })
        .collect()
}

/// Draws a cross of two lines over something that has left the board.
pub(super) fn crossed((x, y): Point, half: f32, width: f32, shapes: &mut Vec<Shape>) {
    // The dark edge keeps the cross visible on every colour.
    for (role, width) in [(Role::Bg, width * 2.0), (Role::Last, width)] {
        for down in [half, -half] {
            shapes.push(line((x - half, y - down), (x + half, y + down), width, role));
        }
    }
}

/// Draws an arrow along a line of points, from a dot at the first to a tip at the last.
pub(super) fn trail(points: &[Point], width: f32, shapes: &mut Vec<Shape>) {
    trail_in(points, width, Role::Last, Role::Bg, shapes);
}

/// Draws an arrow like [`trail`], in the given colours for the arrow and its edge.
pub(super) fn trail_in(points: &[Point], width: f32, role: Role, edge: Role, shapes: &mut Vec<Shape>) {
    let [first, .., before, last] = *points else {
        if let [from, to] = *points {
            trail_in(&[from, from, to], width, role, edge, shapes);
        }
        return;
    };
    let (dx, dy) = (last.0 - before.0, last.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let tip = width * 2.6;
    let base = (last.0 - dx * tip, last.1 - dy * tip);
    let corner = |side: f32, grow: f32| {
        let (back, aside) = (grow, side * (width * 1.5 + grow));
        (base.0 - dx * back - dy * aside, base.1 - dy * back + dx * aside)
    };
    for (role, grow) in [(edge, width * 0.5), (role, 0.0)] {
        shapes.push(disc(first, width + grow, role));
        let lines =
            points.iter().copied().zip(points[1..].iter().copied().take(points.len() - 2).chain([base]));
        for (from, to) in lines.filter(|(from, to)| from != to) {
            shapes.push(line(from, to, width + 2.0 * grow, role));
        }
        let ahead = (last.0 + dx * grow * 1.5, last.1 + dy * grow * 1.5);
        shapes.push(filled(vec![ahead, corner(1.0, grow), corner(-1.0, grow)], role));
    }
}

/// A function that draws a symbol within a square of 44 units around a point.
type SymbolPainter = Box<dyn Fn(Point, &mut Vec<Shape>)>;

/// One item of a legend: a symbol and what it means.
pub(super) struct LegendItem {
    symbol: SymbolPainter,
    meaning: String,
}

impl LegendItem {
    pub(super) fn new(meaning: impl Into<String>, symbol: impl Fn(Point, &mut Vec<Shape>) + 'static) -> Self {
        Self { symbol: Box::new(symbol), meaning: meaning.into() }
    }
}

/// The side of the card on which a legend stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LegendSide {
    /// Symbols are at the left edge, and their meanings begin to the right of them.
    Left,
    /// Symbols are at the right edge, and their meanings end to the left of them.
    Right,
}

/// The space for a legend beside the board.
#[derive(Clone, Copy)]
pub(super) struct LegendRoom {
    pub(super) side: LegendSide,
    /// The x coordinate of the vertical edge along which the symbols stand.
    pub(super) edge: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
    /// The width at the top, and how much narrower the room gets per unit downwards; negative if it gets wider.
    pub(super) width: f32,
    pub(super) slope: f32,
}

impl LegendRoom {
    /// Returns the width that is free from one height to another.
    fn between(&self, from: f32, to: f32) -> f32 {
        let at = |y: f32| self.width - self.slope * (y - self.top);
        at(from).min(at(to))
    }

    /// Returns where an item fits below a height, on one line or two. Where the room gets wider downwards, the item may fit
    /// only further down.
    fn place(&self, item: &LegendItem, from: f32) -> Option<PlacedItem> {
        let tops = (0..MAX_SHIFTS).map(|shift| from + SHIFT * f32::from(shift));
        tops.flat_map(|top| (1..=2u8).map(move |lines| (top, lines))).find_map(|(top, max_lines)| {
            let height = (MEANING_LINE * f32::from(max_lines)).max(SYMBOL_WIDTH - 4.0);
            let width = self.between(top, top + height) - SYMBOL_WIDTH - MEANING_GAP;
            let lines = wrapped(&item.meaning, MEANING_TEXT, width)?;
            let fits = lines.len() <= usize::from(max_lines) && top + height <= self.bottom;
            fits.then_some(PlacedItem { side: self.side, edge: self.edge, top, height, lines })
        })
    }
}

/// The font size of meanings beside a board, the distance between their lines, and their distance from the symbol.
const MEANING_TEXT: f32 = 28.0;
const MEANING_LINE: f32 = 33.0;
const MEANING_GAP: f32 = 8.0;
/// The distance between the places that are tried for an item, and how many are tried.
const SHIFT: f32 = 8.0;
const MAX_SHIFTS: u8 = 40;
/// The distance between two items.
const ITEM_GAP: f32 = 4.0;

/// The place of an item of a legend, with its meaning broken into lines.
struct PlacedItem {
    side: LegendSide,
    edge: f32,
    top: f32,
    height: f32,
    lines: Vec<String>,
}

impl PlacedItem {
    fn draw(&self, symbol: &SymbolPainter, shapes: &mut Vec<Shape>) {
        let (way, anchor) = match self.side {
            LegendSide::Left => (1.0, Anchor::Start),
            LegendSide::Right => (-1.0, Anchor::End),
        };
        let middle = self.top + self.height / 2.0;
        symbol((self.edge + way * SYMBOL_WIDTH / 2.0, middle), shapes);
        for (i, line) in self.lines.iter().enumerate() {
            let y = middle + MEANING_LINE * (i as f32 - (self.lines.len() as f32 - 1.0) / 2.0);
            let at = (self.edge + way * (SYMBOL_WIDTH + MEANING_GAP), y);
            shapes.push(text(at, MEANING_TEXT, anchor, Weight::Regular, line, Role::Ink));
        }
    }
}

/// Draws a legend into the rooms beside a board. Each item goes into the first room where it fits, below the items that are
/// already there.
pub(super) fn legend_beside(scene: &mut Scene, rooms: &[LegendRoom], items: &[LegendItem]) {
    let mut free_from: Vec<f32> = rooms.iter().map(|room| room.top).collect();
    for item in items {
        let placed = rooms.iter().zip(&mut free_from).find_map(|(room, from)| {
            let placed = room.place(item, *from)?;
            *from = placed.top + placed.height + ITEM_GAP;
            Some(placed)
        });
        match placed {
            Some(placed) => placed.draw(&item.symbol, &mut scene.shapes),
            None => debug_assert!(false, "no room for {}", item.meaning),
        }
    }
}

/// Breaks a text into lines no wider than `width`, or returns `None` if a word is wider.
fn wrapped(text: &str, size: f32, width: f32) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| text_width(longer, size, Weight::Regular) <= width) {
            Some(longer) => *lines.last_mut()? = longer,
            None if text_width(word, size, Weight::Regular) <= width => lines.push(word.to_owned()),
            None => return None,
        }
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_drawn_is_left_out_of_a_name_and_the_rest_stays() {
        let names =
            ["Ann 🌸", "🌸", "Ann 👩‍🚀 Lee", "小明", "小明 Li", "❤️", "Zoë", "小\u{301}e"].map(str::to_owned);
        let names = Names::new(names.to_vec());
        let seats: Vec<Seat> = Seat::all(8).collect();
        let shown: Vec<String> = seats.iter().map(|seat| shown_name(&names, *seat)).collect();
        assert_eq!(shown, ["Ann", "Seat 2", "Ann Lee", "Seat 4", "Li", "Seat 6", "Zoë", "e"]);
        let numbered: Vec<bool> = seats.iter().map(|seat| is_numbered(&names, *seat)).collect();
        assert_eq!(numbered, [false, true, false, true, false, true, false, false]);
    }
}
