//! Two games that only the tests know, using only what the library exports.
//!
//! | file | what |
//! |---|---|
//! | `bids.rs` | [`Bids`]: rounds of secret bids that end by the clock or with the last answer |
//! | `hands.rs` | [`Hands`]: turns with cards that only their player sees |
#![allow(dead_code, reason = "each test uses a part")]

mod bids;
mod hands;

use trigon::games::{Names, Registry, Seat};
use trigon_render::{Anchor, Role, Scene, Shape, Weight, covers, fit_text};

pub(crate) use bids::Bids;
pub(crate) use hands::Hands;

/// Returns the games that Trigon plays, and the two of the tests.
pub(crate) fn games() -> Registry {
    Registry::standard().with::<Bids>().with::<Hands>()
}

/// The width of a picture.
const WIDTH: f32 = 1100.0;
/// The distance of texts from the edges.
const MARGIN: f32 = 40.0;
/// The height of a line.
const LINE: f32 = 56.0;

/// Returns a picture with a heading and lines of text, as far as the font has the characters.
fn picture(heading: &str, lines: &[String], description: String) -> Scene {
    let mut scene = Scene::new(WIDTH, 2.0 * MARGIN + LINE * (lines.len() as f32 + 1.0), Role::Bg);
    heading.clone_into(&mut scene.title);
    scene.description = description;
    let mut y = MARGIN;
    for (line, weight) in
        std::iter::once((heading, Weight::Bold)).chain(lines.iter().map(|line| (&line[..], Weight::Regular)))
    {
        let line: String = line.chars().filter(|c| covers(&c.to_string())).collect();
        let line = fit_text(&line, 36.0, weight, WIDTH - 2.0 * MARGIN);
        scene.push(Shape::text((MARGIN, y + LINE / 2.0), 36.0, Anchor::Start, weight, line, Role::Ink));
        y += LINE;
    }
    scene
}

/// Returns a player's name as a picture can show it.
fn shown_name(names: &Names, seat: Seat) -> String {
    let name = names.get(seat);
    if covers(&name) { name.into_owned() } else { format!("Seat {seat}") }
}

/// Returns a number with its unit: `1 coin`, `3 coins`.
fn counted(n: impl Into<i64>, unit: &str) -> String {
    let n = n.into();
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}
