//! Every kind of picture at the size at which Discord shows it: `cargo run -p trigon-rules --example pictures`.
//!
//! Writes `docs/pictures.png`, with all pictures 350 pixels high, or with `--out FOLDER` each picture into that folder
//! at its full size. With `--time [GAME]` it writes nothing and measures every position of a match (use `--release`). The
//! matches are played by computed seats from a fixed seed, so they are always the same.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "an example says what it has written and measures real time"
)]

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use trigon_render::{Backdrops, DEFAULT_WIDTH, Role, Scene, Theme, encode_png, png, raster};
use trigon_rules::games::{AnyGame, AnySession, By, Frame, Names, Registry, Seat, Seed, Skill, Viewer};

/// The height at which a picture is shown, and the number of pictures in a row.
const PICTURE_HEIGHT: u16 = 350;
const COLUMNS: usize = 3;
const GAP: u16 = 12;
const MAX_PICTURE_WIDTH: u16 = 550;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn setup(game: &str) -> Value {
    let entrant = |n: u8| json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
    match game {
        "triforce-building" => json!({"rounds": 10, "players": (1..=13).map(entrant).collect::<Vec<_>>()}),
        "triforce" => json!({"players": 6}),
        _ => json!({}),
    }
}

fn scene(table: &dyn AnySession, viewer: Viewer) -> Scene {
    const PLAYER_NAMES: [&str; 13] = [
        "Amey", "Bo", "Charlie", "Dimitri", "Elk", "Farah", "Goran", "Hana", "Ines", "Jun", "Kai", "Lasped",
        "Mo",
    ];
    let names = Names::new(PLAYER_NAMES[..table.seats()].iter().map(|&name| name.to_owned()).collect());
    table.observe(viewer).scene(&Frame { title: "Sunday", names: &names })
}

/// Plays a match to its end and calls `look` with each position.
fn play(game: &dyn AnyGame, seed: u8, mut look: impl FnMut(&dyn AnySession)) -> Outcome<()> {
    let mut table = game.begin(&setup(game.info().name), Some(Seed::from([seed; 32])), None)?.0;
    let mut luck = fastrand::Rng::with_seed(seed.into());
    look(&*table);
    for _ in 0..2_000 {
        if table.outcome().is_some() {
            break;
        }
        for (seat, action) in table.plan(Skill::USUAL, &mut luck) {
            table.apply(By::Seat(seat), &action)?;
        }
        let clock = table.phase().clock_action().map(ToString::to_string);
        if let Some(action) = clock {
            table.apply(By::Clock, &action)?;
        }
        look(&*table);
    }
    Ok(())
}

/// Returns the first picture, some from the middle, and the last, each for viewers who see different things.
fn pictures(game: &dyn AnyGame) -> Outcome<Vec<(String, Scene)>> {
    let rounds = game.info().name == "triforce-building";
    let mut positions: Vec<Box<dyn AnySession>> = Vec::new();
    play(game, 7, |table| positions.push(table.boxed()))?;
    let (middle, last) = (positions.len() / 2, positions.len() - 1);
    let own = Viewer::Beside(Seat::new(1));
    let shown = if rounds {
        vec![
            ("first", 0, Viewer::Public),
            ("first-host", 0, Viewer::Host),
            ("round", middle, Viewer::Public),
            ("own", middle, own),
            ("host", middle, Viewer::Host),
            ("end", last, Viewer::Afterwards),
        ]
    } else {
        vec![
            ("first", 0, Viewer::Public),
            ("middle", middle, Viewer::Public),
            ("end", last, Viewer::Afterwards),
        ]
    };
    let name = game.info().name;
    Ok(shown
        .into_iter()
        .map(|(kind, i, viewer)| (format!("{name}-{kind}"), scene(&*positions[i], viewer)))
        .collect())
}

/// Prints how long the pictures of a match take, drawn as the bot draws them, and how large they are.
fn time(game: &dyn AnyGame) -> Outcome<()> {
    let mut scenes = Vec::new();
    play(game, 7, |table| {
        scenes.push(scene(table, Viewer::Public));
        scenes.push(scene(table, if table.outcome().is_some() { Viewer::Afterwards } else { Viewer::Host }));
    })?;
    // Long matches are sampled.
    let scenes: Vec<Scene> = scenes.iter().step_by(scenes.len().div_ceil(200)).cloned().collect();
    let (backdrops, theme) = (Backdrops::new(16), Theme::dark());
    let (mut micros, mut sizes) = (Vec::new(), Vec::new());
    for scene in &scenes {
        sizes.push(backdrops.png(scene, &theme, DEFAULT_WIDTH)?.len());
        let mut best = u128::MAX;
        for _ in 0..12 {
            let from = Instant::now();
            backdrops.png(scene, &theme, DEFAULT_WIDTH)?;
            best = best.min(from.elapsed().as_micros());
        }
        micros.push(best);
    }
    micros.sort_unstable();
    let at = |part: usize| micros[(micros.len() - 1) * part / 100];
    println!(
        "{}: {} pictures, {} µs at the median, {} µs at 99 %, {} µs at most; {} above 4 ms; at most {} bytes",
        game.info().name,
        micros.len(),
        at(50),
        at(99),
        at(100),
        micros.iter().filter(|&&micros| micros > 4_000).count(),
        sizes.iter().max().unwrap_or(&0),
    );
    Ok(())
}

fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let option = args.next();
    if option.as_deref() == Some("--time") {
        let only = args.next();
        let is_meant = |game: &&Arc<dyn AnyGame>| only.as_ref().is_none_or(|name| name == game.info().name);
        return Registry::standard().iter().filter(is_meant).try_for_each(|game| time(&**game));
    }
    let folder = option.filter(|arg| arg == "--out").and_then(|_| args.next()).map(PathBuf::from);
    let mut all = Vec::new();
    for game in &Registry::standard() {
        all.extend(pictures(&**game)?);
    }
    let theme = Theme::dark();
    if let Some(folder) = folder {
        std::fs::create_dir_all(&folder)?;
        for (name, scene) in &all {
            let bytes = png(scene, &theme, DEFAULT_WIDTH)?;
            println!("{name}: {} x {}, {} bytes", scene.width, scene.height, bytes.len());
            std::fs::write(folder.join(format!("{name}.png")), bytes)?;
        }
        return Ok(());
    }
    let rows = all.len().div_ceil(COLUMNS) as u16;
    let size = (COLUMNS as u16 * (MAX_PICTURE_WIDTH + GAP) + GAP, rows * (PICTURE_HEIGHT + GAP) + GAP);
    let blank = Scene::new(size.0.into(), size.1.into(), Role::Grid);
    let mut sheet = raster(&blank, &theme, size.0.into())?;
    for (i, (_, scene)) in all.iter().enumerate() {
        let fitted =
            (scene.width * f32::from(PICTURE_HEIGHT) / scene.height).min(MAX_PICTURE_WIDTH.into()) as u32;
        let picture = raster(scene, &theme, fitted)?;
        let left = u32::from(GAP) + (i % COLUMNS) as u32 * u32::from(MAX_PICTURE_WIDTH + GAP);
        let top = u32::from(GAP) + (i / COLUMNS) as u32 * u32::from(PICTURE_HEIGHT + GAP);
        for (x, y, pixel) in picture.enumerate_pixels() {
            sheet.put_pixel(left + x, top + y, *pixel);
        }
    }
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures.png");
    std::fs::write(&file, encode_png(&sheet)?)?;
    println!("{}", file.display());
    Ok(())
}
