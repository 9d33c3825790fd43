//! The board as a scene.
//!
//! Colour never stands alone: a ring marks blue cells, a star yellow ones (R14 shows no counts and, after
//! round 1, no letters). Who sees more is the viewer's business: a seat sees its own cell ringed, the host
//! and everyone after the end see letters and the roster.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Stroke, Weight, fit_text, inset};

use super::alt;
use super::observation::Seen;
use super::state::{Made, Phase, Player};
use crate::games::frame::{
    Item, MARGIN, SMALL, WIDTH, filled, header, legend, outlined, panel, shown, shown_name, star, text,
};
use crate::games::{Frame, Viewer};
use crate::grid::{Board, Cell, Shape as Outline};

/// The height of a row of triangles of side 1.
const ROW: f32 = 0.866_025_4;
/// Room for names of cells left and right of the board, and above and below it.
const SIDE_ROOM: f32 = 90.0;
const END_ROOM: f32 = 56.0;
/// The most that a board may be high.
const MAX_HEIGHT: f32 = 880.0;
/// The line between cells.
const GRID_LINE: f32 = 5.0;
const ROSTER_LINE: f32 = 50.0;

/// Draws what a viewer may know.
pub(super) fn scene(seen: &Seen, frame: &Frame<'_>) -> Scene {
    let title = shown(frame.title, "Triforce Building");
    let moment = match seen.phase {
        Phase::Round => format!("Round {} of {}", seen.round, seen.rounds),
        Phase::Vote => "Vote".to_owned(),
        Phase::Over => "Final".to_owned(),
    };
    let mut scene = Scene {
        width: WIDTH,
        height: 0.0,
        background: Role::Bg,
        title: format!("{title}, {moment}"),
        description: alt::text(seen, frame),
        shapes: Vec::new(),
    };
    let top = header(&mut scene, &title, &moment, &header_lines(seen, frame));
    let layout = Layout::new(&seen.board, top + 20.0);
    layout.draw(&mut scene, seen);
    let mut end = legend(&mut scene, layout.bottom + 16.0, 1, &legend_items(seen));
    if seen.viewer.sees_all() {
        end = roster(&mut scene, end + 16.0, seen, frame);
    }
    scene.height = (end + MARGIN).ceil();
    scene
}

fn header_lines(seen: &Seen, frame: &Frame<'_>) -> Vec<String> {
    let (left, made) = (seen.left, seen.triforces.len());
    let mut lines = vec![format!(
        "Triforces {made} of {} · {left} {} left",
        seen.last_triforce,
        if left == 1 { "player" } else { "players" }
    )];
    match (seen.ec, frame.deadline) {
        (Some(ec), _) => lines.push(format!("Elimination candidate: {}", shown_name(frame.names, ec))),
        (None, Some(deadline)) => lines.push(shown(&format!("Deadline: {deadline}"), "")),
        (None, None) => {}
    }
    if seen.viewer == Viewer::Host {
        lines.push("Host’s view: do not post it where players can see it".to_owned());
    }
    lines
}

/// Where the cells lie on the card.
///
/// Half sides and rows are whole units, so that at the default width all cells have the same pixels: the
/// picture is sharp, and its file a third smaller.
struct Layout<'a> {
    board: &'a Board,
    side: f32,
    row: f32,
    /// Where the board's axis meets its top edge.
    origin: Point,
    bottom: f32,
}

impl<'a> Layout<'a> {
    fn new(board: &'a Board, top: f32) -> Self {
        let rows = board.rows() as f32;
        let sides = match board.shape() {
            Outline::Triangle(n) => f32::from(n),
            Outline::Hexagon(k) => 2.0 * f32::from(k),
        };
        let side = ((WIDTH - 2.0 * SIDE_ROOM) / sides).min(MAX_HEIGHT / (rows * ROW));
        let side = (side / 2.0).floor().max(1.0) * 2.0;
        let row = (side * ROW).round();
        // A triangle has its cells' numbers below only, so it may begin higher.
        let room = if matches!(board.shape(), Outline::Triangle(_)) { 14.0 } else { END_ROOM };
        let origin = (WIDTH / 2.0, top + room);
        Self { board, side, row, origin, bottom: origin.1 + rows * row + END_ROOM }
    }

    fn point(&self, p: crate::grid::Point) -> Point {
        (self.origin.0 + f32::from(p.x) * self.side / 2.0, self.origin.1 + f32::from(p.y) * self.row)
    }

    fn triangle(&self, cell: Cell) -> Vec<Point> {
        self.board.corners(cell).map(|corner| self.point(corner)).to_vec()
    }

    /// The middle of a cell, where marks and letters stand.
    fn middle(&self, cell: Cell) -> Point {
        let corners = self.triangle(cell);
        let mean = |axis: fn(&Point) -> f32| (corners.iter().map(axis).sum::<f32>() / 3.0).round();
        (mean(|p| p.0), mean(|p| p.1))
    }

    fn draw(&self, scene: &mut Scene, seen: &Seen) {
        // One base under all cells: fills that abut would leave seams.
        scene.shapes.push(filled(inset(&self.outline(), -9.0), Role::Grid));
        for cell in self.board.cells() {
            let powered =
                seen.occupied.iter().find(|(occupied, _)| *occupied == cell).map(|(_, powered)| *powered);
            let (fill, ink) = match powered {
                None => (Role::Empty, Role::EmptyInk),
                Some(false) => (Role::Blue, Role::OnBlue),
                Some(true) => (Role::Yellow, Role::OnYellow),
            };
            scene.shapes.push(filled(inset(&self.triangle(cell), GRID_LINE / 2.0), fill));
            let Some(powered) = powered else { continue };
            if seen.shows_letters() {
                self.letters(scene, cell, &letters(seen, cell), ink);
            } else {
                mark(self.middle(cell), self.side * 0.16, powered, &mut scene.shapes);
            }
        }
        self.triforces(scene, seen);
        if let Some(cell) = seen.own_cell() {
            let triangle = inset(&self.triangle(cell), GRID_LINE / 2.0 + 4.0);
            // The dark edge keeps it apart from the cell for those who see no difference in colour.
            scene.shapes.push(outlined(triangle.clone(), Role::Bg, 15.0));
            scene.shapes.push(outlined(triangle, Role::Last, 8.0));
        }
        self.coordinates(scene);
    }

    fn outline(&self) -> Vec<Point> {
        let first = |row| self.board.row(row).next();
        let last = |row| self.board.row(row).last();
        let bottom = self.board.rows() - 1;
        let corner = |cell: Option<Cell>, i: usize| cell.map(|cell| self.point(self.board.corners(cell)[i]));
        let corners = match self.board.shape() {
            Outline::Triangle(_) => {
                vec![corner(first(0), 0), corner(last(bottom), 2), corner(first(bottom), 1)]
            }
            Outline::Hexagon(k) => {
                let middle = usize::from(k);
                // The upper half's rows begin and end with △, the lower half's with ▽.
                vec![
                    corner(first(0), 0),
                    corner(last(0), 0),
                    corner(last(middle - 1), 2),
                    corner(last(bottom), 2),
                    corner(first(bottom), 2),
                    corner(first(middle - 1), 1),
                ]
            }
        };
        corners.into_iter().flatten().collect()
    }

    /// Draws letters on a cell; those of the powered are underlined.
    fn letters(&self, scene: &mut Scene, cell: Cell, here: &[(char, bool)], ink: Role) {
        let (x, y) = self.middle(cell);
        // The wide side of the triangle takes the longer line.
        let up = self.board.is_up(cell);
        let lines: Vec<&[(char, bool)]> = match here.len() {
            0..=2 => vec![here],
            n => {
                let cut = if up { n * 2 / 5 } else { n - n * 2 / 5 };
                let (a, b) = here.split_at(cut);
                vec![a, b]
            }
        };
        let longest = lines.iter().map(|line| line.len()).max().unwrap_or(1) as f32;
        let size = match lines.len() {
            1 => self.side * if longest < 1.5 { 0.34 } else { 0.27 },
            _ => self.side * (0.56 / longest).min(0.2),
        };
        for (i, line) in lines.iter().enumerate() {
            let y = y + (i as f32 - (lines.len() as f32 - 1.0) / 2.0) * size * 1.15;
            let width = size * 0.78;
            for (j, (letter, powered)) in line.iter().enumerate() {
                let x = x + (j as f32 - (line.len() as f32 - 1.0) / 2.0) * width;
                let letter = letter.to_string();
                scene.shapes.push(text((x, y), size, Anchor::Middle, Weight::Bold, &letter, ink));
                if *powered {
                    scene.shapes.push(underline((x, y), size, ink));
                }
            }
        }
    }

    /// Outlines the triforces that the last update made, numbered in the order in which they were removed.
    fn triforces(&self, scene: &mut Scene, seen: &Seen) {
        let first = seen.triforces.len() - seen.made_last;
        let mut centres: Vec<Cell> = Vec::new();
        // A tag stands in the middle of the horizontal side, where it hides nobody.
        let mut tags: Vec<(crate::grid::Point, String)> = Vec::new();
        for (i, made) in seen.made_last().iter().enumerate() {
            let Some(centre) = self.centre(made) else { continue };
            let number = (first + i + 1).to_string();
            let corners = self.board.corners(centre);
            let at = if self.board.is_up(centre) { corners[0] } else { corners[2] };
            match tags.iter_mut().find(|(taken, _)| *taken == at) {
                Some((_, tag)) => *tag += &format!("+{number}"),
                None => tags.push((at, number)),
            }
            centres.push(centre);
        }
        let corners: Vec<Cell> = centres.iter().flat_map(|&centre| self.board.neighbours(centre)).collect();
        // The dark edge keeps the line visible on yellow.
        for (role, width) in [(Role::Bg, 18.0), (Role::Glow, 9.0)] {
            for &cell in &corners {
                scene.shapes.push(outlined(self.triangle(cell), role, width));
            }
        }
        for (at, tag) in &tags {
            let at = self.point(*at);
            let radius = (self.side * if tag.len() == 1 { 0.16 } else { 0.22 }).round();
            scene.shapes.push(Shape::Circle {
                center: at,
                radius,
                fill: Some(Role::Bg.into()),
                stroke: Some(Stroke { paint: Role::Glow.into(), width: 4.0 }),
            });
            let size = if tag.len() == 1 { radius * 1.4 } else { radius * 2.6 / tag.len() as f32 };
            scene.shapes.push(text(at, size, Anchor::Middle, Weight::Bold, tag, Role::Ink));
        }
    }

    fn centre(&self, made: &Made) -> Option<Cell> {
        let all = self.board.triforces();
        all.iter().find(|t| t.corners.map(|cell| self.board.name(cell)) == made.cells).map(|t| t.centre)
    }

    /// The names of each row's first and last cell, and the numbers of the cells of the outermost rows.
    fn coordinates(&self, scene: &mut Scene) {
        let size = SMALL.min(self.row * 0.8);
        let mut put = |at, anchor, label: &str| {
            scene.shapes.push(text(at, size, anchor, Weight::Regular, label, Role::InkDim));
        };
        for row in 0..self.board.rows() {
            let first = self.board.row(row).next();
            let last = self.board.row(row).last().filter(|last| Some(*last) != first);
            let ends = [(first, Anchor::End, -1.0), (last, Anchor::Start, 1.0)];
            for (cell, anchor, side) in ends {
                let Some(cell) = cell else { continue };
                let (x, y) = self.middle(cell);
                let x = x + side * (self.side * 0.32 + 24.0).round();
                put((x, y), anchor, &self.board.name(cell).to_string());
            }
        }
        let mut number_row = |row: usize, y: f32| {
            for (i, cell) in self.board.row(row).enumerate() {
                put((self.middle(cell).0, y), Anchor::Middle, &(i + 1).to_string());
            }
        };
        number_row(self.board.rows() - 1, self.bottom - END_ROOM + 40.0);
        if matches!(self.board.shape(), Outline::Hexagon(_)) {
            number_row(0, self.origin.1 - 44.0);
        }
    }
}

/// Returns the letters of the players on a cell with whether each is powered: by priority where that is known.
fn letters(seen: &Seen, cell: Cell) -> Vec<(char, bool)> {
    if !seen.viewer.sees_all() {
        let here = seen.letters.iter().filter(|(_, at)| *at == cell);
        return here.map(|(letter, _)| (*letter, false)).collect();
    }
    let mut here: Vec<&Player> = seen.everyone.iter().filter(|player| player.cell == Some(cell)).collect();
    here.sort_unstable_by_key(|player| std::cmp::Reverse(player.priority));
    here.iter().map(|player| (player.letter, player.powered)).collect()
}

/// What tells blue and yellow cells apart without colour: a ring, a star.
fn mark(at: Point, radius: f32, powered: bool, shapes: &mut Vec<Shape>) {
    if powered {
        shapes.push(filled(star(at, radius * 1.2), Role::OnYellow));
    } else {
        let stroke = Some(Stroke { paint: Role::OnBlue.into(), width: radius * 0.36 });
        shapes.push(Shape::Circle { center: at, radius: radius * 0.72, fill: None, stroke });
    }
}

/// What tells letters of the powered apart.
fn underline((x, y): Point, size: f32, ink: Role) -> Shape {
    let (from, to) = ((x - size * 0.3, y + size * 0.52), (x + size * 0.3, y + size * 0.52));
    Shape::Line { from, to, width: (size * 0.1).max(2.0), paint: ink.into() }
}

fn legend_items(seen: &Seen) -> Vec<Item> {
    let small = |(x, y): Point| vec![(x, y - 22.0), (x + 25.0, y + 21.0), (x - 25.0, y + 21.0)];
    let letters = seen.shows_letters();
    let cell = move |fill: Role, powered: Option<bool>| {
        move |at: Point, shapes: &mut Vec<Shape>| {
            shapes.push(filled(inset(&small(at), -3.0), Role::Grid));
            shapes.push(filled(small(at), fill));
            if let Some(powered) = powered.filter(|_| !letters) {
                mark((at.0, at.1 + 7.0), 9.0, powered, shapes);
            }
        }
    };
    let mut items = vec![
        Item::new("Empty", cell(Role::Empty, None)),
        Item::new("One or more players", cell(Role::Blue, Some(false))),
    ];
    if seen.round > 1 || seen.phase != Phase::Round {
        items.push(Item::new("At least one powered player", cell(Role::Yellow, Some(true))));
    }
    if seen.made_last > 0 {
        let meaning = match seen.phase {
            Phase::Round => format!("Triforce made in round {}", seen.round - 1),
            _ => format!("Triforce made in round {}", seen.round),
        };
        items.push(Item::new(meaning, move |at, shapes| {
            shapes.push(filled(small(at), Role::Empty));
            shapes.push(outlined(small(at), Role::Bg, 10.0));
            shapes.push(outlined(small(at), Role::Glow, 5.0));
        }));
    }
    if seen.own_cell().is_some() {
        items.push(Item::new("You", move |at, shapes| {
            shapes.push(filled(small(at), Role::Grid));
            shapes.push(outlined(inset(&small(at), 3.0), Role::Last, 7.0));
        }));
    }
    if letters {
        let meaning = if seen.viewer.sees_all() { "Player’s letter" } else { "A player’s starting cell" };
        items.push(Item::new(meaning, |at, shapes| {
            shapes.push(text(at, 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
        }));
    }
    if seen.viewer.sees_all() {
        items.push(Item::new("Powered", |(x, y), shapes| {
            shapes.push(text((x - 12.0, y), 36.0, Anchor::Middle, Weight::Bold, "A", Role::Ink));
            shapes.push(underline((x - 12.0, y), 36.0, Role::Ink));
            shapes.push(badge((x + 14.0, y), Badge::Powered));
        }));
        items.push(Item::new("Token", |at, shapes| shapes.push(badge(at, Badge::Token))));
        if seen.ec.is_some() {
            items.push(Item::new("Elimination candidate", |at, shapes| {
                shapes.push(badge(at, Badge::Candidate));
            }));
        }
    }
    items
}

/// Everyone with letter, name, cell, priority and garnets, in two columns by seat.
fn roster(scene: &mut Scene, y: f32, seen: &Seen, frame: &Frame<'_>) -> f32 {
    let rows = seen.everyone.len().div_ceil(2);
    let height = 32.0 + ROSTER_LINE * (rows as f32 + 1.0);
    scene.shapes.push(panel(y, height));
    let width = (WIDTH - 2.0 * MARGIN) / 2.0;
    for column in 0..2u8 {
        let left = MARGIN + 24.0 + f32::from(column) * width;
        let at = |dx: f32, row: usize| (left + dx, y + 16.0 + ROSTER_LINE * (row as f32 + 0.5));
        let columns = [
            (14.0, Anchor::Middle),
            (68.0, Anchor::Start),
            (330.0, Anchor::End),
            (410.0, Anchor::End),
            (492.0, Anchor::End),
        ];
        let heads = ["", "Player", "Cell", "Prio", "Gar."];
        let mut put = |row: usize, texts: [&str; 5], weight, role| {
            for ((dx, anchor), label) in columns.into_iter().zip(texts) {
                scene.shapes.push(text(at(dx, row), SMALL - 2.0, anchor, weight, label, role));
            }
        };
        put(0, heads, Weight::Regular, Role::InkDim);
        let from = usize::from(column) * rows;
        for (row, (seat, player)) in seen.seated().skip(from).take(rows).enumerate() {
            let cell = match (player.cell, player.removed_in) {
                (Some(cell), _) => seen.board.name(cell).to_string(),
                (None, Some(round)) => format!("out R{round}"),
                (None, None) => String::new(),
            };
            let mut name = shown_name(frame.names, seat);
            name = fit_text(&name, SMALL - 2.0, Weight::Regular, 156.0);
            let texts = [
                &player.letter.to_string(),
                &name,
                &cell,
                &player.priority.to_string(),
                &player.garnets.to_string(),
            ];
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

/// A sign behind a roster line's letter.
#[derive(Clone, Copy)]
enum Badge {
    Token,
    Powered,
    Candidate,
}

fn badge((x, y): Point, badge: Badge) -> Shape {
    match badge {
        Badge::Token => {
            let stroke = Some(Stroke { paint: Role::Ink.into(), width: 2.0 });
            Shape::Circle { center: (x, y), radius: 9.0, fill: Some(Role::Yellow.into()), stroke }
        }
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
