//! [`BoardPainter`]: the positions of the cells, and what is drawn on them: marks, letters, walks, triforces.

use trigon_render::{Anchor, Paint, Point, Role, Scene, Shape, Weight};

use super::observation::{Seen, Walked};
use super::roster::ROSTER_WIDTH;
use super::state::Player;
use crate::games::Seat;
use crate::games::frame::{
    LegendRoom, MARGIN, WIDTH, coin, colour, filled, ink_on, line, outlined, ring, star, stroke, text,
    trail_in,
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
        let edge = |right: bool| {
            let half = sides(board) / 2.0 * side + outside;
            self.cells.axis + if right { half } else { -half }
        };
        let above = |right| LegendRoom {
            edge: edge(right),
            right,
            top: self.cells.top - above_board,
            bottom: self.cells.top + height,
            width,
            slope,
        };
        let below = |right| LegendRoom {
            top: self.cells.top + height,
            bottom: self.cells.bottom() + above_board,
            width: 0.0,
            slope: -slope,
            ..above(right)
        };
        let mut rooms = vec![above(false), above(true)];
        if matches!(board.shape(), Outline::Hexagon(_)) {
            rooms.extend([below(false), below(true)]);
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
    /// With plates, draws only the ground of the letters, in the paints of the cell, which keeps walks off them.
    pub(super) fn letters(
        &self,
        scene: &mut Scene,
        cell: Cell,
        here: &[Letter],
        ink: Role,
        plates: &[Paint],
    ) {
        let (x, y) = self.stand(cell);
        // The longer line is at the wide side of the triangle.
        let up = self.cells.board.is_up(cell);
        let lines: Vec<&[Letter]> = match here.len() {
            0 => return,
            1 | 2 => vec![here],
            n => {
                let cut = if up { n * 2 / 5 } else { n - n * 2 / 5 };
                let (a, b) = here.split_at(cut);
                vec![a, b]
            }
        };
        let longest = lines.iter().map(|line| line.len()).max().unwrap_or(1) as f32;
        let size = match here.len() {
            1 => self.cells.side * 0.3,
            2 => self.cells.side * 0.26,
            3 | 4 => self.cells.side * 0.215,
            _ => self.cells.side * (0.5 / longest).min(0.17),
        };
        // Two lines need the room that the cell's number leaves.
        let off = if lines.len() == 1 { 0.0 } else { self.cells.side * if up { -0.055 } else { 0.055 } };
        for (i, line) in lines.iter().enumerate() {
            let y = y + off + (i as f32 - (lines.len() as f32 - 1.0) / 2.0) * size;
            let width = size * 0.78;
            let (half, height) = (width * line.len() as f32 / 2.0 + 1.0, size * 0.9);
            scene.shapes.extend(plates.iter().map(|&paint| Shape::RoundRect {
                x: x - half,
                y: y - height / 2.0,
                width: 2.0 * half,
                height,
                radius: 5.0,
                fill: Some(paint),
                stroke: None,
            }));
            if !plates.is_empty() {
                continue;
            }
            for (j, letter) in line.iter().enumerate() {
                let x = x + (j as f32 - (line.len() as f32 - 1.0) / 2.0) * width;
                let name = letter.name.to_string();
                scene.shapes.push(text((x, y), size, Anchor::Middle, Weight::Bold, &name, ink));
                if letter.powered && !letter.left {
                    scene.shapes.push(underline((x, y), size, ink));
                }
                if letter.left {
                    scene.shapes.push(strike((x, y), size, ink));
                }
            }
        }
    }

    /// Draws walks from cell to cell, each in the colour of its player, and returns where they began, for the letters
    /// of the players. They cross the sides of cells, and keep off the middles, where letters are, and off the names.
    pub(super) fn walks(&self, scene: &mut Scene, walks: &[Walked]) -> Vec<WalkStart> {
        let mut starts = Vec::with_capacity(walks.len());
        for (i, Walked { player, way }) in walks.iter().enumerate() {
            let together = |other: &&Walked| other.way[..2] == way[..2];
            let (before, all) =
                (walks[..i].iter().filter(together).count(), walks.iter().filter(together).count());
            let seat = player.map_or(3, |(seat, _)| seat.number());
            let lane = (f32::from(seat * 3 % 7) - 3.0) / 3.0;
            let first = if all == 1 { 0.0 } else { 2.0 * before as f32 / (all as f32 - 1.0) - 1.0 };
            let mut points: Vec<Point> = Vec::with_capacity(way.len() + 1);
            for (step, pair) in way.windows(2).enumerate() {
                points.push(self.crossing(pair[0], pair[1], if step == 0 { first } else { lane }));
            }
            let part = |(x0, y0): Point, (x1, y1): Point, t: f32| (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
            let start = self.aside(way[0], part(points[0], self.cells.middle(way[0]), 0.35));
            let (last, end) = (points[points.len() - 1], self.cells.middle(way[way.len() - 1]));
            points.insert(0, start);
            points.push(part(last, end, 0.45));
            let (role, edge) =
                player.map_or((Role::Last, Role::Bg), |(seat, _)| (colour(seat), ink_on(seat)));
            trail_in(&points, (self.cells.side * 0.034).round(), role, edge, &mut scene.shapes);
            starts.extend(player.map(|(seat, letter)| WalkStart { at: start, seat, letter }));
        }
        starts
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
