//! [`Curve`]: how the chances of the seats changed during a match, as a picture.

use trigon_render::{Anchor, Point, Role, Scene, Shape, Weight, fit_text};

use super::frame::{
    SMALL_TEXT, SMALLEST_TEXT, WIDTH, card, coin, disc, line, ring, shown_name, stroke, text,
};
use super::{Frame, Names, Seat, phrase};

/// What each seat’s share of the win was thought to be during a match of turns.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// A number of entries, and the share of each seat after them, from 0 to 1, in order.
    pub points: Vec<(usize, Vec<f32>)>,
    /// The entries that lost most, and the seats that made them.
    pub marked: Vec<(usize, Seat)>,
}

/// The height of the picture, and the edges of the area in which the curves are drawn.
const HEIGHT: f32 = 740.0;
const LEFT: f32 = 116.0;
const RIGHT: f32 = WIDTH - 246.0;
const TOP: f32 = 66.0;
const BOTTOM: f32 = HEIGHT - 126.0;
/// The radius of the mark of a seat, and the distance between two of them.
const SEAT_MARK_RADIUS: f32 = 21.0;
const SEAT_MARK_PITCH: f32 = 48.0;
/// The widths of a curve and of its edge, without which dark colours would vanish.
const CURVE_WIDTH: f32 = 7.0;
const CURVE_EDGE_WIDTH: f32 = 11.0;
/// The distances between numbers of entries on the axis.
const AXIS_STEPS: [usize; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/// Returns the colour of a seat. Colour 6 is white, so seat 6 takes colour 0, as in Triforce.
fn colour(seat: Seat) -> u8 {
    seat.number() % 6
}

impl Curve {
    /// Draws the curves.
    pub fn scene(&self, frame: &Frame<'_>) -> Scene {
        let mut scene = card(frame, "Match", "chances", HEIGHT, self.alt(frame.names));
        let last = self.points.last().map_or(0, |point| point.0).max(1);
        let place = |entries: usize, share: f32| -> Point {
            let x = LEFT + (RIGHT - LEFT) * entries as f32 / last as f32;
            (x, BOTTOM - (BOTTOM - TOP) * share.clamp(0.0, 1.0))
        };
        let shapes = &mut scene.shapes;
        axes(shapes, last, place);
        let mut marked = self.marked.clone();
        marked.sort_unstable();
        for &(entry, _) in &marked {
            shapes.push(line(place(entry, 0.0), place(entry, 1.0), 2.0, Role::InkDim));
        }
        self.curves(shapes, place);
        self.marks(shapes, &marked, place);
        self.ends(shapes, frame.names, place);
        key(shapes, !marked.is_empty());
        scene
    }

    /// Draws the curve of each seat.
    fn curves(&self, shapes: &mut Vec<Shape>, place: impl Fn(usize, f32) -> Point) {
        for seat in self.seats() {
            let points: Vec<Point> =
                self.shares(seat).map(|(entries, share)| place(entries, share)).collect();
            for (role, width) in [(Role::Ink, CURVE_EDGE_WIDTH), (Role::Seat(colour(seat)), CURVE_WIDTH)] {
                for pair in points.windows(2) {
                    shapes.push(line(pair[0], pair[1], width, role));
                }
                // Lines have flat ends, which would leave gaps where they meet.
                shapes.extend(points.iter().map(|&point| disc(point, width / 2.0, role)));
            }
        }
    }

    /// Rings the entries that lost most, with their numbers above.
    fn marks(&self, shapes: &mut Vec<Shape>, marked: &[(usize, Seat)], place: impl Fn(usize, f32) -> Point) {
        // The x coordinate up to which numbers have been written.
        let mut written_to = LEFT - 40.0;
        for &(entry, seat) in marked {
            let Some(share) = self.after(entry, seat) else { continue };
            let at = place(entry, share);
            shapes.push(ring(at, 15.0, 11.0, Role::Bg));
            shapes.push(ring(at, 15.0, 5.0, Role::Last));
            // Numbers that are too close together are left out: the alt text has all of them.
            if at.0 - 30.0 >= written_to {
                let (above, number) = ((at.0, TOP - 32.0), entry.to_string());
                shapes.push(text(above, SMALLEST_TEXT, Anchor::Middle, Weight::Bold, &number, Role::Last));
                written_to = at.0 + 30.0;
            }
        }
    }

    /// Writes the mark and the name of each seat beside the end of its curve, with enough space between them.
    fn ends(&self, shapes: &mut Vec<Shape>, names: &Names, place: impl Fn(usize, f32) -> Point) {
        let end = |seat| self.shares(seat).last().map(|(entries, share)| (seat, place(entries, share).1));
        let mut ends: Vec<(Seat, f32)> = self.seats().filter_map(end).collect();
        ends.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        for i in 1..ends.len() {
            ends[i].1 = ends[i].1.max(ends[i - 1].1 + SEAT_MARK_PITCH);
        }
        // What was pushed beyond the bottom pushes back.
        let mut limit = BOTTOM;
        for (_, y) in ends.iter_mut().rev() {
            *y = y.min(limit);
            limit = *y - SEAT_MARK_PITCH;
        }
        for (seat, y) in ends {
            let (role, ink) = (Role::Seat(colour(seat)), Role::OnSeat(colour(seat)));
            let at = (RIGHT + 18.0 + SEAT_MARK_RADIUS, y);
            shapes.push(coin(at, SEAT_MARK_RADIUS, role, stroke(Role::Ink, 3.0)));
            shapes.push(text(at, SMALLEST_TEXT, Anchor::Middle, Weight::Bold, &seat.to_string(), ink));
            let from = at.0 + SEAT_MARK_RADIUS + 12.0;
            let name = fit_text(&shown_name(names, seat), SMALL_TEXT, Weight::Regular, WIDTH - 12.0 - from);
            shapes.push(text((from, y), SMALL_TEXT, Anchor::Start, Weight::Regular, &name, Role::Ink));
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.points.first().map_or(0, |point| point.1.len()))
    }

    /// Returns the share of a seat at each point.
    fn shares(&self, seat: Seat) -> impl Iterator<Item = (usize, f32)> {
        let share = move |shares: &[f32]| seat.index(shares.len()).map(|i| shares[i]);
        self.points.iter().filter_map(move |(entries, shares)| Some((*entries, share(shares)?)))
    }

    /// Returns the share of a seat after an entry, or at the next point that is known.
    fn after(&self, entry: usize, seat: Seat) -> Option<f32> {
        let shares = || self.shares(seat);
        shares().find(|(entries, _)| *entries >= entry).or_else(|| shares().last()).map(|(_, share)| share)
    }

    /// Describes the picture: the shares at the beginning, the largest losses, and the shares at the end.
    fn alt(&self, names: &Names) -> String {
        let mut alt = "The share of wins of each seat, entry by entry.".to_owned();
        if let Some((_, shares)) = self.points.first() {
            alt.push_str(&format!(" At the beginning: {}.", all_shares(shares, names)));
        }
        let mut marked = self.marked.clone();
        marked.sort_unstable();
        let losses: Vec<String> =
            marked.into_iter().map(|(entry, seat)| self.loss(entry, seat, names)).collect();
        if !losses.is_empty() {
            alt.push_str(&format!(" The largest losses: {}.", phrase::all_of(&losses)));
        }
        if let Some((entries, shares)) = self.points.last() {
            let entries = if *entries == 1 { "one entry".to_owned() } else { format!("{entries} entries") };
            alt.push_str(&format!(" After {entries}: {}.", all_shares(shares, names)));
        }
        alt
    }

    /// Says how much an entry has cost the seat that made it.
    fn loss(&self, entry: usize, seat: Seat, names: &Names) -> String {
        let name = shown_name(names, seat);
        let before = self.shares(seat).take_while(|(entries, _)| *entries < entry).last();
        match (before, self.after(entry, seat)) {
            (Some((_, before)), Some(after)) if after < before => {
                format!("{name} falls from {} to {} with entry {entry}", percent(before), percent(after))
            }
            _ => format!("entry {entry} by {name}"),
        }
    }
}

/// Lists the shares of all seats with their names.
fn all_shares(shares: &[f32], names: &Names) -> String {
    let each = Seat::all(shares.len()).zip(shares);
    let each: Vec<String> =
        each.map(|(seat, share)| format!("{} {}", shown_name(names, seat), percent(*share))).collect();
    each.join(", ")
}

fn percent(share: f32) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Says below the curves what they and the rings mean.
fn key(shapes: &mut Vec<Shape>, has_marks: bool) {
    let y = HEIGHT - 32.0;
    let label = |x, label| text((x, y), SMALLEST_TEXT, Anchor::Start, Weight::Regular, label, Role::InkDim);
    shapes.push(label(LEFT, "Chance to win after each action"));
    if has_marks {
        shapes.push(ring((RIGHT - 166.0, y), 15.0, 5.0, Role::Last));
        shapes.push(label(RIGHT - 140.0, "Largest losses"));
    }
}

/// Draws the axes with their numbers: percent upwards, entries to the right.
fn axes(shapes: &mut Vec<Shape>, last: usize, place: impl Fn(usize, f32) -> Point) {
    for quarter in 0..=4u8 {
        let share = f32::from(quarter) / 4.0;
        let (from, to) = (place(0, share), place(last, share));
        let (width, role) = if quarter % 2 == 0 { (3.0, Role::InkDim) } else { (2.0, Role::Empty) };
        shapes.push(line(from, to, width, role));
        let label = format!("{} %", 25 * quarter);
        shapes.push(text(
            (from.0 - 12.0, from.1),
            SMALLEST_TEXT,
            Anchor::End,
            Weight::Regular,
            &label,
            Role::InkDim,
        ));
    }
    let step = AXIS_STEPS.into_iter().find(|step| last / step <= 8).unwrap_or(last);
    for entries in (0..=last).step_by(step) {
        let (x, y) = place(entries, 0.0);
        shapes.push(line((x, y), (x, y + 12.0), 3.0, Role::InkDim));
        let label = entries.to_string();
        shapes.push(text(
            (x, y + 36.0),
            SMALLEST_TEXT,
            Anchor::Middle,
            Weight::Regular,
            &label,
            Role::InkDim,
        ));
    }
}
