//! Where the cells lie, what is drawn on them (marks, letters, walks, triforces), and the players below the board, for viewers
//! who see everything.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, fit_text, text_width};

use super::observation::{Seen, Walked};
use super::state::Player;
use crate::games::Frame;
use crate::games::frame::{
    MARGIN, SMALL, WIDTH, coin, filled, line, outlined, panel, ring, shown_name, star, stroke, text, trail,
};
use crate::games::triangles::{HEIGHT, Triangles};
use crate::grid::{Board, Cell, Shape as Outline};

/// Room left and right of the board, and above and below it.
const SIDE_ROOM: f32 = 34.0;
const END_ROOM: f32 = 24.0;
/// The most that a board may be high.
const MAX_HEIGHT: f32 = 880.0;

/// Where the cells lie on the card.
///
/// Half sides and rows are whole units, so that at the default width all cells have the same pixels: the
/// picture is sharp, and its file a third smaller.
pub(super) struct Drawing<'a>(pub(super) Triangles<'a>);

impl<'a> Drawing<'a> {
    pub(super) fn new(board: &'a Board, top: f32) -> Self {
        let rows = board.rows() as f32;
        let sides = match board.shape() {
            Outline::Triangle(n) => f32::from(n),
            Outline::Hexagon(k) => 2.0 * f32::from(k),
        };
        let side = ((WIDTH - 2.0 * SIDE_ROOM) / sides).min(MAX_HEIGHT / (rows * HEIGHT));
        let side = (side / 2.0).floor().max(1.0) * 2.0;
        Self(Triangles { board, side, row: (side * HEIGHT).round(), top: top + END_ROOM })
    }

    /// Returns the lower edge of the room for the board.
    pub(super) fn bottom(&self) -> f32 {
        self.0.bottom() + END_ROOM
    }

    /// Returns a point of a cell on its axis, away from its horizontal side by a part of that.
    fn towards_tip(&self, cell: Cell, part: f32) -> Point {
        let (x, y) = self.0.middle(cell);
        let (y, off) = (y.round(), (self.0.side * part).round());
        (x.round(), if self.0.board.is_up(cell) { y - off } else { y + off })
    }

    /// Returns where the marks and letters of a cell are drawn: away from its number.
    pub(super) fn stand(&self, cell: Cell) -> Point {
        self.towards_tip(cell, 0.06)
    }

    /// Returns a spot of a cell near the corner that is opposite its horizontal side.
    pub(super) fn tip(&self, cell: Cell) -> Point {
        self.towards_tip(cell, 0.36)
    }

    /// Draws letters on a cell: those of the powered underlined, those of players who have left struck through.
    pub(super) fn letters(&self, scene: &mut Scene, cell: Cell, here: &[Letter], ink: Role) {
        let (x, y) = self.stand(cell);
        // The wide side of the triangle takes the longer line.
        let up = self.0.board.is_up(cell);
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
        let size = match lines.len() {
            1 => self.0.side * if longest < 1.5 { 0.32 } else { 0.26 },
            _ => self.0.side * (0.5 / longest).min(0.17),
        };
        // Two lines need the room that the cell's number leaves.
        let off = if lines.len() == 1 { 0.0 } else { self.0.side * if up { -0.03 } else { 0.03 } };
        for (i, line) in lines.iter().enumerate() {
            let y = y + off + (i as f32 - (lines.len() as f32 - 1.0) / 2.0) * size * 1.15;
            let width = size * 0.78;
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

    /// Draws walks from cell to cell, each with the letter of its player where it began.
    pub(super) fn walks(&self, scene: &mut Scene, walks: &[Walked]) {
        for Walked { way, .. } in walks {
            let mut points: Vec<Point> = way.iter().map(|&cell| self.stand(cell)).collect();
            points[0] = self.tip(way[0]);
            // The tip of the arrow stays clear of the letters.
            if let [.., (x0, y0), (x, y)] = &mut points[..] {
                (*x, *y) = (*x0 + (*x - *x0) * 0.7, *y0 + (*y - *y0) * 0.7);
            }
            trail(&points, (self.0.side * 0.035).round(), &mut scene.shapes);
        }
        let mut starts: Vec<(Cell, String)> = Vec::new();
        for Walked { letter, way } in walks {
            let Some(letter) = letter else { continue };
            match starts.iter_mut().find(|(cell, _)| *cell == way[0]) {
                Some((_, letters)) => letters.push(*letter),
                None => starts.push((way[0], letter.to_string())),
            }
        }
        for (cell, letters) in starts {
            let (at, size) = (self.tip(cell), self.0.side * 0.13);
            let half = (text_width(&letters, size, Weight::Bold) / 2.0 + 4.0).max(size * 0.6);
            scene.shapes.push(Shape::RoundRect {
                x: at.0 - half,
                y: at.1 - size * 0.6,
                width: 2.0 * half,
                height: size * 1.2,
                radius: size * 0.6,
                fill: Some(Role::Last.into()),
                stroke: Some(stroke(Role::Bg, 2.0)),
            });
            scene.shapes.push(text(at, size, Anchor::Middle, Weight::Bold, &letters, Role::Bg));
        }
    }

    /// Outlines the triforces that the last update made, with their numbers.
    pub(super) fn triforces(&self, scene: &mut Scene, seen: &Seen) {
        let first = seen.triforces.len() - seen.made_last;
        let mut centres: Vec<Cell> = Vec::new();
        // A tag is drawn in the middle of the horizontal side, where it hides nobody.
        let mut tags: Vec<(crate::grid::Point, String)> = Vec::new();
        for (i, made) in seen.made_last().iter().enumerate() {
            let Some(centre) = made.on(self.0.board).map(|triforce| triforce.centre) else { continue };
            let number = (first + i + 1).to_string();
            let corners = self.0.board.corners(centre);
            let at = if self.0.board.is_up(centre) { corners[0] } else { corners[2] };
            match tags.iter_mut().find(|(taken, _)| *taken == at) {
                Some((_, tag)) => *tag += &format!("+{number}"),
                None => tags.push((at, number)),
            }
            centres.push(centre);
        }
        let corners: Vec<Cell> = centres.iter().flat_map(|&centre| self.0.board.neighbours(centre)).collect();
        // The dark edge keeps the line visible on yellow.
        for (role, width) in [(Role::Bg, 18.0), (Role::Glow, 9.0)] {
            for &cell in &corners {
                scene.shapes.push(outlined(self.0.triangle(cell), role, width));
            }
        }
        for (at, tag) in &tags {
            let at = self.0.point(*at);
            let radius = (self.0.side * if tag.len() == 1 { 0.16 } else { 0.22 }).round();
            scene.shapes.push(coin(at, radius, Role::Bg, stroke(Role::Glow, 4.0)));
            let size = if tag.len() == 1 { radius * 1.4 } else { radius * 2.6 / tag.len() as f32 };
            scene.shapes.push(text(at, size, Anchor::Middle, Weight::Bold, tag, Role::Ink));
        }
    }
}

/// A player's letter on a cell.
pub(super) struct Letter {
    name: char,
    powered: bool,
    /// Whether the player has left the board from here.
    left: bool,
}

/// Returns the letters on a cell, by priority where that is known, and then those of players who have just left from
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

/// What a cell bears without letters: it tells cells apart without colour.
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

/// What tells letters of the powered apart.
pub(super) fn underline((x, y): Point, size: f32, ink: Role) -> Shape {
    bar((x, y + size * 0.52), size * 0.3, size * 0.1, ink)
}

/// What tells letters of players who have left the board apart.
pub(super) fn strike((x, y): Point, size: f32, ink: Role) -> Shape {
    bar((x, y), size * 0.42, size * 0.07, ink)
}

fn bar((x, y): Point, half: f32, width: f32, ink: Role) -> Shape {
    line((x - half, y), (x + half, y), width.max(2.0), ink)
}

const LINE: f32 = 50.0;
const SIZE: f32 = SMALL - 2.0;
/// Where names begin and priorities end in their column.
const NAME: f32 = 68.0;
const PRIORITY: f32 = 410.0;

/// Draws everyone with letter, name, cell, priority and garnets, in two columns by seat; returns where they end.
pub(super) fn roster(scene: &mut Scene, y: f32, seen: &Seen, frame: &Frame<'_>) -> f32 {
    let rows = seen.everyone.len().div_ceil(2);
    let height = 32.0 + LINE * (rows as f32 + 1.0);
    scene.shapes.push(panel(y, height));
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    for column in 0..2u8 {
        let left = MARGIN + 24.0 + f32::from(column) * width;
        let at = |dx: f32, row: usize| (left + dx, y + 16.0 + LINE * (row as f32 + 0.5));
        let columns = [
            (14.0, Anchor::Middle),
            (NAME, Anchor::Start),
            (330.0, Anchor::End),
            (PRIORITY, Anchor::End),
            (492.0, Anchor::End),
        ];
        let heads = ["", "Player", "Cell", "Prio", "Gar."];
        let mut put = |row: usize, texts: [&str; 5], weight, role| {
            for ((dx, anchor), label) in columns.into_iter().zip(texts) {
                scene.shapes.push(text(at(dx, row), SIZE, anchor, weight, label, role));
            }
        };
        put(0, heads, Weight::Regular, Role::InkDim);
        let from = usize::from(column) * rows;
        for (row, (seat, player)) in seen.seated().skip(from).take(rows).enumerate() {
            let mut name = shown_name(frame.names, seat);
            name = fit_text(&name, SIZE, Weight::Regular, 156.0);
            let cell = player.cell.map_or_else(String::new, |cell| seen.board.name(cell).to_string());
            // The priority of those who have left counts no longer (R13), and its column is used for what does.
            let priority = match player.removed_in {
                Some(round) => left_in(round, &name),
                None => player.priority.to_string(),
            };
            let texts = [&player.letter.to_string(), &name, &cell, &priority, &player.garnets.to_string()];
            put(row + 1, texts.map(String::as_str), Weight::Regular, Role::Ink);
        }
        for (row, (seat, player)) in seen.seated().skip(from).take(rows).enumerate() {
            let sign = match player {
                _ if seen.ec == Some(seat) => Badge::Candidate,
                player if player.token => Badge::Token,
                player if player.powered => Badge::Powered,
                _ => continue,
            };
            scene.shapes.push(badge(at(46.0, row + 1), sign));
        }
    }
    y + height
}

/// Returns when a player has left, in as many words as fit beside the name.
fn left_in(round: u8, name: &str) -> String {
    let room = PRIORITY - NAME - text_width(name, SIZE, Weight::Regular) - 16.0;
    let fits = |text: &String| text_width(text, SIZE, Weight::Regular) <= room;
    let long = format!("left in round {round}");
    if fits(&long) { long } else { format!("left, round {round}") }
}

/// A sign behind a roster line's letter.
#[derive(Clone, Copy)]
pub(super) enum Badge {
    Token,
    Powered,
    Candidate,
}

pub(super) fn badge((x, y): Point, badge: Badge) -> Shape {
    match badge {
        Badge::Token => coin((x, y), 9.0, Role::Yellow, stroke(Role::Ink, 2.0)),
        Badge::Powered => filled(star((x, y), 12.0), Role::Yellow),
        Badge::Candidate => filled(cross((x, y), 10.0), Role::Last),
    }
}

/// A diagonal cross.
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
