//! [`BoardPainter`]: the positions of the cells on the card, and what is drawn on them: marks, letters, walks, triforces.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight};

use super::observation::{Seen, Walked};
use super::roster::ROSTER_WIDTH;
use super::state::Player;
use crate::games::Seat;
use crate::games::frame::{
    LegendRoom, LegendSide, MARGIN, WIDTH, coin, colour, filled, ink_on, line, outlined, ring, star, stroke,
    text, trail_in,
};
use crate::games::triangles::{TRIANGLE_HEIGHT, Triangles};
use crate::grid::{Board, Cell, Shape as Outline};

/// The space to the left and right of the board, and above and below it.
const SIDE_ROOM: f32 = 34.0;
const END_ROOM: f32 = 24.0;

/// Draws the board, whose cells have these positions on the card.
///
/// Half sides and rows are whole units, so that all cells have the same pixels at the default width: the picture is
/// sharp, and its file a third smaller.
pub(super) struct BoardPainter<'a> {
    pub(super) cells: Triangles<'a>,
}

/// What is beside the board on the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// Nothing: the board is in the middle.
    Nothing,
    /// The roster, on the right.
    Roster,
}

impl<'a> BoardPainter<'a> {
    /// Fits the board to what is beside it on the card.
    pub(super) fn new(board: &'a Board, beside: Beside) -> Self {
        let with_roster = beside == Beside::Roster;
        let room = if with_roster { WIDTH - ROSTER_WIDTH - MARGIN } else { WIDTH - SIDE_ROOM };
        let side = ((room - SIDE_ROOM) / sides(board) / 2.0).floor().max(1.0) * 2.0;
        let axis = if with_roster { 28.0 + sides(board) / 2.0 * side } else { WIDTH / 2.0 };
        let row = (side * TRIANGLE_HEIGHT).round();
        Self { cells: Triangles { board, side, row, top: END_ROOM, axis } }
    }

    /// Returns the lower edge of the space for the board.
    pub(super) fn bottom(&self) -> f32 {
        self.cells.bottom() + END_ROOM
    }

    /// Returns the corners of the card that the board leaves free.
    pub(super) fn rooms(&self) -> Vec<LegendRoom> {
        let (board, side) = (self.cells.board, self.cells.side);
        let (slope, outside) = (0.5 / TRIANGLE_HEIGHT, 18.0);
        let (free, height) = match board.shape() {
            Outline::Triangle(n) => (f32::from(n) / 2.0, self.cells.bottom() - self.cells.top),
            Outline::Hexagon(k) => (f32::from(k) / 2.0, (self.cells.bottom() - self.cells.top) / 2.0),
        };
        // Items begin above the board and stay 4 units away from it.
        let (above_board, width) = (14.0, free * side + outside + 14.0 * slope - 4.0);
        let half_width = sides(board) / 2.0 * side + outside;
        let edge = |legend_side| match legend_side {
            LegendSide::Left => self.cells.axis - half_width,
            LegendSide::Right => self.cells.axis + half_width,
        };
        let above = |side| LegendRoom {
            side,
            edge: edge(side),
            top: self.cells.top - above_board,
            bottom: self.cells.top + height,
            width,
            slope,
        };
        let below = |side| LegendRoom {
            top: self.cells.top + height,
            bottom: self.cells.bottom() + above_board,
            width: 0.0,
            slope: -slope,
            ..above(side)
        };
        let mut rooms = vec![above(LegendSide::Left), above(LegendSide::Right)];
        if matches!(board.shape(), Outline::Hexagon(_)) {
            rooms.extend([below(LegendSide::Left), below(LegendSide::Right)]);
        }
        rooms
    }

    /// Returns a point on the axis of a cell, moved from its middle away from its horizontal side by a fraction of that
    /// side.
    fn towards_tip(&self, cell: Cell, part: f32) -> Point {
        let (x, y) = self.cells.middle(cell);
        let (y, off) = (y.round(), (self.cells.side * part).round());
        (x.round(), if self.cells.board.is_up(cell) { y - off } else { y + off })
    }

    /// Returns the position of the marks and letters of a cell, away from its number.
    pub(super) fn stand(&self, cell: Cell) -> Point {
        self.towards_tip(cell, 0.08)
    }

    /// Draws letters on a cell: those of powered players underlined, those of players who have left struck through.
    pub(super) fn letters(&self, scene: &mut Scene, cell: Cell, letters: &[Letter], ink: Role) {
        for line in self.letter_lines(cell, letters) {
            for (i, letter) in line.letters.iter().enumerate() {
                let offset = i as f32 - (line.letters.len() as f32 - 1.0) / 2.0;
                let (at, size) = ((line.middle.0 + offset * line.pitch, line.middle.1), line.size);
                let name = letter.name.to_string();
                scene.shapes.push(text(at, size, Anchor::Middle, Weight::Bold, &name, ink));
                if letter.powered && !letter.left {
                    scene.shapes.push(underline(at, size, ink));
                }
                if letter.left {
                    scene.shapes.push(strike(at, size, ink));
                }
            }
        }
    }

    /// Draws the ground of the letters on a cell, in the paints of the cell, which keeps walks off them.
    pub(super) fn letter_plates(&self, scene: &mut Scene, cell: Cell, letters: &[Letter], paints: &[Paint]) {
        for line in self.letter_lines(cell, letters) {
            let ((x, y), height) = (line.middle, line.size * 0.9);
            let half = line.pitch * line.letters.len() as f32 / 2.0 + 1.0;
            scene.shapes.extend(paints.iter().map(|&paint| Shape::RoundRect {
                x: x - half,
                y: y - height / 2.0,
                width: 2.0 * half,
                height,
                radius: 5.0,
                fill: Some(paint),
                stroke: None,
            }));
        }
    }

    /// Arranges the letters on a cell: up to two on one line, more on two lines, of which the longer one is at the wide side of
    /// the triangle.
    fn letter_lines<'l>(&self, cell: Cell, letters: &'l [Letter]) -> Vec<LetterLine<'l>> {
        let (side, up, count) = (self.cells.side, self.cells.board.is_up(cell), letters.len());
        let lines = match count {
            0 => vec![],
            1 | 2 => vec![letters],
            _ => {
                let shorter = count * 2 / 5;
                let (upper, lower) = letters.split_at(if up { shorter } else { count - shorter });
                vec![upper, lower]
            }
        };
        let longest = lines.iter().map(|line| line.len()).max().unwrap_or(1) as f32;
        let size = match count {
            1 => side * 0.3,
            2 => side * 0.26,
            3 | 4 => side * 0.215,
            _ => side * (0.5 / longest).min(0.17),
        };
        // Two lines need the room that the cell's number leaves.
        let off = if lines.len() == 1 { 0.0 } else { side * if up { -0.055 } else { 0.055 } };
        let (x, y) = self.stand(cell);
        let last = lines.len() as f32 - 1.0;
        let line = |(i, letters): (usize, &'l [Letter])| LetterLine {
            letters,
            middle: (x, y + off + (i as f32 - last / 2.0) * size),
            size,
            pitch: size * 0.78,
        };
        lines.into_iter().enumerate().map(line).collect()
    }

    /// Draws walks from cell to cell, each in the colour of its player, and returns where they began, for the letters
    /// of the players.
    pub(super) fn walks(&self, scene: &mut Scene, walks: &[Walked]) -> Vec<WalkStart> {
        let mut starts = Vec::with_capacity(walks.len());
        for (i, Walked { player, way }) in walks.iter().enumerate() {
            let points = self.walk_points(way, first_lane(walks, i), lane(*player));
            let (role, edge) =
                player.map_or((Role::Last, Role::Bg), |(seat, _)| (colour(seat), ink_on(seat)));
            trail_in(&points, (self.cells.side * 0.034).round(), role, edge, &mut scene.shapes);
            starts.extend(player.map(|(seat, letter)| WalkStart { at: points[0], seat, letter }));
        }
        starts
    }

    /// Returns the points of a walk. It crosses the sides of cells, the first one in a lane of its own, and keeps off the
    /// middles, where letters are, and off the names.
    fn walk_points(&self, way: &[Cell], first_lane: f32, lane: f32) -> Vec<Point> {
        let lanes = std::iter::once(first_lane).chain(std::iter::repeat(lane));
        let crossings: Vec<Point> =
            way.windows(2).zip(lanes).map(|(pair, lane)| self.crossing(pair[0], pair[1], lane)).collect();
        let part = |(x0, y0): Point, (x1, y1): Point, t: f32| (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
        let middle = |cell: &Cell| self.cells.middle(*cell);
        let ends = way.first().zip(way.last()).zip(crossings.first().zip(crossings.last()));
        let Some(((from, to), (first, last))) = ends else { return crossings };
        let start = self.aside(*from, part(*first, middle(from), 0.35));
        let end = part(*last, middle(to), 0.45);
        std::iter::once(start).chain(crossings.iter().copied()).chain([end]).collect()
    }

    /// Moves a point away from the axis of its cell, as far as a player's letter there would cover the cell's name or a
    /// single letter.
    fn aside(&self, cell: Cell, (x, y): Point) -> Point {
        let (side, (axis, middle)) = (self.cells.side, self.cells.middle(cell));
        let towards_name = if self.cells.board.is_up(cell) { y - middle } else { middle - y };
        let room = side * if towards_name > side * 0.06 { 0.3 } else { 0.22 };
        (axis + f32::abs(x - axis).max(room).copysign(x - axis), y)
    }

    /// Draws the letters of players where their walks began.
    pub(super) fn starts(&self, scene: &mut Scene, starts: Vec<WalkStart>) {
        let size = self.cells.side * 0.16;
        for WalkStart { at, seat, letter } in starts {
            scene.shapes.push(coin(at, size * 0.66, colour(seat), stroke(ink_on(seat), 2.0)));
            let letter = letter.to_string();
            scene.shapes.push(text(at, size, Anchor::Middle, Weight::Bold, &letter, ink_on(seat)));
        }
    }

    /// Returns the point where a walk in a lane from -1 to 1 crosses the side between two cells.
    fn crossing(&self, a: Cell, b: Cell, lane: f32) -> Point {
        let of_b = self.cells.board.corners(b);
        let mut ends = self.cells.board.corners(a).into_iter().filter(|corner| of_b.contains(corner));
        let (Some(one), Some(other)) = (ends.next(), ends.next()) else { return self.cells.middle(b) };
        // There are names in the middle of horizontal sides.
        let part = if one.y == other.y { (0.35 + lane.abs() * 0.08).copysign(lane) } else { lane * 0.26 };
        let ((x0, y0), (x1, y1)) = (self.cells.point(one), self.cells.point(other));
        (x0 + (x1 - x0) * (0.5 + part), y0 + (y1 - y0) * (0.5 + part))
    }

    /// Outlines the triforces made in the last update, with their numbers.
    pub(super) fn triforces(&self, scene: &mut Scene, seen: &Seen) {
        let first = seen.triforces.len() - seen.made_last;
        let mut centres: Vec<Cell> = Vec::new();
        // A tag is drawn in the middle of the triforce's horizontal side, where it hides nobody.
        let mut tags: Vec<(crate::grid::Point, String)> = Vec::new();
        for (i, made) in seen.made_last().iter().enumerate() {
            let Some(centre) = made.on(self.cells.board).map(|triforce| triforce.centre) else { continue };
            let number = (first + i + 1).to_string();
            let corners = self.cells.board.corners(centre);
            let at = if self.cells.board.is_up(centre) { corners[0] } else { corners[2] };
            match tags.iter_mut().find(|(taken, _)| *taken == at) {
                Some((_, tag)) => *tag += &format!("+{number}"),
                None => tags.push((at, number)),
            }
            centres.push(centre);
        }
        let corners: Vec<Cell> =
            centres.iter().flat_map(|&centre| self.cells.board.neighbours(centre)).collect();
        // The dark edge keeps the line visible on yellow.
        for (role, width) in [(Role::Bg, 18.0), (Role::Glow, 9.0)] {
            for &cell in &corners {
                scene.shapes.push(outlined(self.cells.triangle(cell), role, width));
            }
        }
        for (at, tag) in &tags {
            let at = self.cells.point(*at);
            let radius = (self.cells.side * if tag.len() == 1 { 0.16 } else { 0.22 }).round();
            scene.shapes.push(coin(at, radius, Role::Bg, stroke(Role::Glow, 4.0)));
            let size = if tag.len() == 1 { radius * 1.4 } else { radius * 2.6 / tag.len() as f32 };
            scene.shapes.push(text(at, size, Anchor::Middle, Weight::Bold, tag, Role::Ink));
        }
    }
}

/// Returns the lane from -1 to 1 in which a player crosses the sides of cells. Each seat has its own, so that walks seldom cover
/// each other.
fn lane(player: Option<(Seat, char)>) -> f32 {
    let number = player.map_or(3, |(seat, _)| seat.number());
    (f32::from(number * 3 % 7) - 3.0) / 3.0
}

/// Returns the lane of a walk in its first step: those that begin with the same step are side by side.
fn first_lane(walks: &[Walked], index: usize) -> f32 {
    let is_alike = |other: &&Walked| other.way[..2] == walks[index].way[..2];
    let all = walks.iter().filter(is_alike).count();
    let before = walks[..index].iter().filter(is_alike).count();
    if all == 1 { 0.0 } else { 2.0 * before as f32 / (all as f32 - 1.0) - 1.0 }
}

/// Where the walk of a player begins in the picture, for viewers who see everything.
pub(super) struct WalkStart {
    at: Point,
    seat: Seat,
    letter: char,
}

/// A player's letter on a cell.
pub(super) struct Letter {
    name: char,
    powered: bool,
    /// Whether the player has just left the board from here.
    left: bool,
}

/// A line of letters on a cell.
struct LetterLine<'a> {
    letters: &'a [Letter],
    middle: Point,
    /// The font size, and the distance from letter to letter.
    size: f32,
    pitch: f32,
}

/// Returns the letters on a cell, by priority where that is known, followed by those of players who have just left from
/// there.
pub(super) fn letters(seen: &Seen, cell: Cell) -> Vec<Letter> {
    if !seen.viewer.sees_all() {
        let here = seen.letters.iter().filter(|(_, at)| *at == cell);
        return here.map(|(name, _)| Letter { name: *name, powered: false, left: false }).collect();
    }
    let left = |player: &Player| player.cell.is_none() && seen.walked_to(player) == Some(cell);
    let mut here: Vec<&Player> =
        seen.everyone.iter().filter(|player| player.cell == Some(cell) || left(player)).collect();
    here.sort_unstable_by_key(|player| (left(player), std::cmp::Reverse(player.priority)));
    let letter =
        |player: &&Player| Letter { name: player.letter, powered: player.powered, left: left(player) };
    here.iter().map(letter).collect()
}

/// What a cell shows instead of letters, to tell cells apart without colour.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// Players, none of them powered: a ring.
    Player,
    /// Players, at least one of them powered: a star.
    Powered,
    /// A player has left from here with a triforce, and nobody is here now: a hollow star.
    Left,
}

pub(super) fn draw_mark(at: Point, radius: f32, mark: Mark, shapes: &mut Vec<Shape>) {
    match mark {
        Mark::Player => shapes.push(ring(at, radius * 0.72, radius * 0.36, Role::OnBlue)),
        Mark::Powered => shapes.push(filled(star(at, radius * 1.2), Role::OnYellow)),
        Mark::Left => shapes.push(outlined(star(at, radius * 1.2), Role::Ink, radius * 0.2)),
    }
}

/// Returns the line that marks the letter of a powered player.
pub(super) fn underline((x, y): Point, size: f32, ink: Role) -> Shape {
    bar((x, y + size * 0.52), size * 0.3, size * 0.1, ink)
}

/// Returns the line that marks the letter of a player who has left the board.
pub(super) fn strike((x, y): Point, size: f32, ink: Role) -> Shape {
    bar((x, y), size * 0.42, size * 0.07, ink)
}

fn bar((x, y): Point, half: f32, width: f32, ink: Role) -> Shape {
    line((x - half, y), (x + half, y), width.max(2.0), ink)
}

/// Returns the width of a board, in sides of cells.
fn sides(board: &Board) -> f32 {
    match board.shape() {
        Outline::Triangle(n) => f32::from(n),
        Outline::Hexagon(k) => 2.0 * f32::from(k),
    }
}
