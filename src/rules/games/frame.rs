//! What the pictures of all games have in common: the card's width, the header, the legend, the panel of pyramids off the
//! board, shapes, and texts that always fit and never show a character that the font lacks.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Stroke, Weight, covers, fit_text, text_width};

use super::{Frame, Names, Seat, Size, Stash};

/// The width of every picture, in board units; one is a pixel at the default width.
pub(super) const WIDTH: f32 = 1100.0;
/// The distance of panels from the edge of the card.
pub(super) const MARGIN: f32 = 20.0;
/// The smallest size of text that can still be read on a phone.
pub(super) const SMALL: f32 = 32.0;

const PADDING: f32 = 30.0;
const HEADER_LINE: f32 = 46.0;
/// The distance of lines in legends and panels.
pub(super) const PANEL_LINE: f32 = 58.0;
const SYMBOL: f32 = 48.0;

/// A text as far as the font has its characters, else `otherwise`.
pub(super) fn shown(text: &str, otherwise: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if covers(&text) && !text.trim().is_empty() { text } else { otherwise.to_owned() }
}

/// A player's name as a picture can show it.
pub(super) fn shown_name(names: &Names, seat: Seat) -> String {
    shown(&names.get(seat), &format!("Seat {seat}"))
}

/// A text shape.
pub(super) fn text(at: Point, size: f32, anchor: Anchor, weight: Weight, text: &str, role: Role) -> Shape {
    Shape::Text { at, size, anchor, weight, text: text.to_owned(), paint: Paint::solid(role) }
}

/// Begins a picture with its header: the title of the match or, if the font lacks it, of the game, what moment this is,
/// and lines below; returns where the board may begin.
pub(super) fn begin(
    frame: &Frame<'_>,
    game: &str,
    moment: &str,
    lines: &[String],
    description: String,
) -> (Scene, f32) {
    let title = shown(frame.title, game);
    let mut scene = Scene {
        width: WIDTH,
        height: 0.0,
        background: Role::Bg,
        title: format!("{title}, {moment}"),
        description,
        shapes: Vec::new(),
    };
    let top = header(&mut scene, &title, moment, lines);
    (scene, top)
}

/// Ends a picture below its last panel.
pub(super) fn end(mut scene: Scene, bottom: f32) -> Scene {
    scene.height = (bottom + MARGIN).ceil();
    scene
}

/// The colour of a seat.
pub(super) fn colour(seat: Seat) -> Role {
    Role::Seat(seat.number())
}

/// What is legible on the colour of a seat.
pub(super) fn ink_on(seat: Seat) -> Role {
    Role::OnSeat(seat.number())
}

pub(super) fn stroke(paint: impl Into<Paint>, width: f32) -> Stroke {
    Stroke { paint: paint.into(), width }
}

pub(super) fn line(from: Point, to: Point, width: f32, paint: impl Into<Paint>) -> Shape {
    Shape::Line { from, to, width, paint: paint.into() }
}

/// A filled circle.
pub(super) fn disc(center: Point, radius: f32, fill: impl Into<Paint>) -> Shape {
    Shape::Circle { center, radius, fill: Some(fill.into()), stroke: None }
}

/// The outline of a circle.
pub(super) fn ring(center: Point, radius: f32, width: f32, paint: impl Into<Paint>) -> Shape {
    Shape::Circle { center, radius, fill: None, stroke: Some(stroke(paint, width)) }
}

/// A filled circle with an outline.
pub(super) fn coin(center: Point, radius: f32, fill: impl Into<Paint>, edge: Stroke) -> Shape {
    Shape::Circle { center, radius, fill: Some(fill.into()), stroke: Some(edge) }
}

/// A filled square with rounded corners and an outline: a pyramid from above.
pub(super) fn square((x, y): Point, half: f32, radius: f32, fill: impl Into<Paint>, edge: Stroke) -> Shape {
    let (width, height, fill) = (2.0 * half, 2.0 * half, Some(fill.into()));
    Shape::RoundRect { x: x - half, y: y - half, width, height, radius, fill, stroke: Some(edge) }
}

/// A filled polygon with an outline.
pub(super) fn edged(points: Vec<Point>, fill: impl Into<Paint>, edge: Stroke) -> Shape {
    Shape::Polygon { points, fill: Some(fill.into()), stroke: Some(edge) }
}

/// A filled polygon.
pub(super) fn filled(points: Vec<Point>, fill: impl Into<Paint>) -> Shape {
    Shape::Polygon { points, fill: Some(fill.into()), stroke: None }
}

/// The outline of a polygon.
pub(super) fn outlined(points: Vec<Point>, paint: impl Into<Paint>, width: f32) -> Shape {
    Shape::Polygon { points, fill: None, stroke: Some(stroke(paint, width)) }
}

/// A star of five points.
pub(super) fn star(center: Point, radius: f32) -> Vec<Point> {
    (0..10u8)
        .map(|i| {
            let angle = std::f32::consts::PI * (f32::from(i) / 5.0 - 0.5);
            let r = if i % 2 == 0 { radius } else { radius * 0.42 };
            (center.0 + r * angle.cos(), center.1 + r * angle.sin())
        })
        .collect()
}

/// A cross of two lines, drawn over what has left the board.
pub(super) fn crossed((x, y): Point, half: f32, width: f32, shapes: &mut Vec<Shape>) {
    // The dark edge keeps the cross visible on every colour.
    for (role, width) in [(Role::Bg, width * 2.0), (Role::Last, width)] {
        for down in [half, -half] {
            shapes.push(line((x - half, y - down), (x + half, y + down), width, role));
        }
    }
}

/// An arrow along a line of points, from a dot at the first to a tip at the last.
pub(super) fn trail(points: &[Point], width: f32, shapes: &mut Vec<Shape>) {
    let [first, .., before, last] = *points else {
        if let [from, to] = *points {
            trail(&[from, from, to], width, shapes);
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
    for (role, grow) in [(Role::Bg, width * 0.5), (Role::Last, 0.0)] {
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

/// A rounded panel.
pub(super) fn panel(y: f32, height: f32) -> Shape {
    Shape::RoundRect {
        x: MARGIN,
        y,
        width: WIDTH - 2.0 * MARGIN,
        height,
        radius: 18.0,
        fill: Some(Role::Panel.into()),
        stroke: None,
    }
}

/// Draws the header: a title, lines below, and at the right of the first of them what moment this is; returns
/// where the board may begin.
fn header(scene: &mut Scene, title: &str, moment: &str, lines: &[String]) -> f32 {
    let inner = WIDTH - 2.0 * (MARGIN + PADDING);
    let height = 100.0 + HEADER_LINE * lines.len().max(1) as f32;
    scene.shapes.push(panel(MARGIN, height));
    let y = MARGIN + 48.0;
    // A long title is set smaller first, then cut.
    let size = (46.0 * inner / text_width(title, 46.0, Weight::Bold).max(1.0)).clamp(32.0, 46.0).floor();
    let title = fit_text(title, size, Weight::Bold, inner);
    let (left, right) = (MARGIN + PADDING, WIDTH - MARGIN - PADDING);
    scene.shapes.push(text((left, y), size, Anchor::Start, Weight::Bold, &title, Role::Ink));
    let at = (right, y + 8.0 + HEADER_LINE);
    scene.shapes.push(text(at, 40.0, Anchor::End, Weight::Bold, moment, Role::Ink));
    let moment_width = text_width(moment, 40.0, Weight::Bold) + 30.0;
    for (i, line) in lines.iter().enumerate() {
        let room = if i == 0 { inner - moment_width } else { inner };
        let line = fit_text(line, SMALL, Weight::Regular, room);
        let y = y + 8.0 + HEADER_LINE * (i as f32 + 1.0);
        scene.shapes.push(text((left, y), SMALL, Anchor::Start, Weight::Regular, &line, Role::InkDim));
    }
    MARGIN + height
}

/// Draws a symbol around a point within a square of 44 units.
type Symbol = Box<dyn Fn(Point, &mut Vec<Shape>)>;

/// One item of a legend: a symbol and what it means.
pub(super) struct Item {
    symbol: Symbol,
    meaning: String,
}

impl Item {
    pub(super) fn new(meaning: impl Into<String>, symbol: impl Fn(Point, &mut Vec<Shape>) + 'static) -> Self {
        Self { symbol: Box::new(symbol), meaning: meaning.into() }
    }

    /// Draws the item to the right of a point.
    pub(super) fn draw(&self, (x, middle): Point, shapes: &mut Vec<Shape>) {
        (self.symbol)((x + SYMBOL / 2.0, middle), shapes);
        let at = (x + SYMBOL + 14.0, middle);
        shapes.push(text(at, SMALL, Anchor::Start, Weight::Regular, &self.meaning, Role::Ink));
    }

    /// Returns whether the item is wider than that, in units of the card.
    pub(super) fn is_longer_than(&self, width: f32) -> bool {
        self.width() > width
    }

    fn width(&self) -> f32 {
        SYMBOL + 14.0 + text_width(&self.meaning, SMALL, Weight::Regular)
    }
}

/// Draws a legend at `y` with room for at least `least` lines, so that pictures of one match have the same height;
/// returns where it ends.
pub(super) fn legend(scene: &mut Scene, y: f32, least: u8, items: &[Item]) -> f32 {
    let left = MARGIN + PADDING;
    let (mut x, mut line) = (left, 0u8);
    let mut places = Vec::with_capacity(items.len());
    for item in items {
        if x > left && x + item.width() > WIDTH - left {
            (x, line) = (left, line + 1);
        }
        places.push((x, line));
        x += item.width() + 44.0;
    }
    let lines = f32::from(line) + 1.0;
    let inner = PANEL_LINE * lines.max(f32::from(least));
    scene.shapes.push(panel(y, 36.0 + inner));
    for (item, (x, line)) in items.iter().zip(places) {
        let middle = y + 18.0 + (inner / lines) * (f32::from(line) + 0.5);
        item.draw((x, middle), &mut scene.shapes);
    }
    y + 36.0 + inner
}

/// The width of a group of three counts, and of each of them.
const GROUP: f32 = 270.0;
const COUNT: f32 = 72.0;

/// A line of the panel.
pub(super) struct Line {
    /// The mark at the beginning of the line.
    pub(super) mark: Symbol,
    /// The name.
    pub(super) name: String,
    /// One stash for each column; `None` leaves the column empty.
    pub(super) stashes: Vec<Option<Stash>>,
    /// Whether it is this player's turn.
    pub(super) active: bool,
}

/// Draws the panel at `y` and returns its lower edge.
pub(super) fn stashes(scene: &mut Scene, y: f32, heads: &[&str], lines: &[Line]) -> f32 {
    let height = 28.0 + PANEL_LINE * (lines.len() as f32 + 1.0);
    scene.shapes.push(panel(y, height));
    let middle = |line: usize| y + 14.0 + PANEL_LINE * (line as f32 + 0.5);
    let left = MARGIN + PADDING;
    let group = |i: usize| WIDTH - left - GROUP * (heads.len() - i) as f32 + (GROUP - 3.0 * COUNT);
    for (i, head) in heads.iter().enumerate() {
        let at = (group(i) + 1.5 * COUNT, middle(0));
        let head = fit_text(head, SMALL, Weight::Regular, GROUP - 12.0);
        scene.shapes.push(text(at, SMALL, Anchor::Middle, Weight::Regular, &head, Role::InkDim));
    }
    for (i, line) in lines.iter().enumerate() {
        let y = middle(i + 1);
        (line.mark)((left + 24.0, y), &mut scene.shapes);
        let weight = if line.active { Weight::Bold } else { Weight::Regular };
        let name = fit_text(&line.name, SMALL, weight, group(0) - left - 76.0);
        scene.shapes.push(text((left + 62.0, y), SMALL, Anchor::Start, weight, &name, Role::Ink));
        for (j, stash) in line.stashes.iter().enumerate() {
            let Some(stash) = stash else { continue };
            for (k, size) in Size::ALL.into_iter().enumerate() {
                let at = (group(j) + COUNT * (k as f32 + 0.5), y);
                let (role, count) =
                    if stash.has(size) { (Role::Ink, stash[size]) } else { (Role::InkDim, 0) };
                let count = format!("{count}{size}");
                scene.shapes.push(text(at, SMALL, Anchor::Middle, weight, &count, role));
            }
        }
    }
    y + height
}
