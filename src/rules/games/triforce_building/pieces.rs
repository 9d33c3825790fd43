//! What is drawn on the cells: marks, letters, walks, triforces.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, text_width};

use super::observation::{Seen, Walked};
use super::picture::Drawing;
use super::state::Player;
use crate::games::frame::{coin, filled, line, outlined, ring, star, stroke, text, trail};
use crate::grid::Cell;

impl Drawing<'_> {
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
