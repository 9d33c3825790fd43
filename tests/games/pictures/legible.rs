//! Pictures can be read where people see them: in a box of Discord, and on a phone.

use fastrand::Rng;
use trigon::games::{Registry, Viewer};
use trigon_render::{Paint, Point, Role, Scene, Shape};

use super::{VIEWERS, begin, play, scene};

/// The height of capital letters relative to the size of a text.
const CAPITALS: f32 = 2048.0 / 2816.0;

/// Returns the size of a unit of a picture where people see it: in a box of 550 × 350 pixels on a desktop, and 400 wide
/// on a phone.
fn scales(scene: &Scene) -> [f32; 2] {
    [(550.0 / scene.width).min(350.0 / scene.height), 400.0 / scene.width]
}

/// Returns the width and the height of the board: of everything on the background of cells; without any, of territories and the
/// like; and otherwise of all that is drawn.
fn board(scene: &Scene) -> (f32, f32) {
    let has = |fill: &Option<Paint>, role| fill.is_some_and(|paint| paint.role == role);
    let cells = |shape: &Shape| match shape {
        Shape::Polygon { points, fill, .. } if has(fill, Role::Grid) => points.clone(),
        _ => Vec::new(),
    };
    let areas = |shape: &Shape| match shape {
        Shape::RoundRect { x, y, width, height, fill, .. } if has(fill, Role::Panel) => {
            vec![(*x, *y), (x + width, y + height)]
        }
        _ => Vec::new(),
    };
    let any = |shape: &Shape| match shape {
        Shape::Polygon { points, .. } => points.clone(),
        Shape::Line { from, to, .. } => vec![*from, *to],
        Shape::Circle { center: at, .. } | Shape::Ellipse { center: at, .. } | Shape::Text { at, .. } => {
            vec![*at]
        }
        Shape::RoundRect { x, y, width, height, .. } => vec![(*x, *y), (x + width, y + height)],
    };
    let of = |corners: &dyn Fn(&Shape) -> Vec<Point>| scene.shapes.iter().flat_map(corners).collect();
    let mut points: Vec<Point> = of(&cells);
    for corners in [&areas as &dyn Fn(&Shape) -> _, &any] {
        if points.is_empty() {
            points = of(corners);
        }
    }
    let span = |axis: fn(&Point) -> f32| {
        let (low, high) = (f32::min, f32::max);
        points.iter().map(axis).fold(0.0, high) - points.iter().map(axis).fold(f32::MAX, low)
    };
    (span(|point| point.0), span(|point| point.1))
}

#[test]
fn of_crowded_territories_the_one_that_matters_is_enlarged() {
    let game = Registry::standard().get("triforce").unwrap();
    let (mut enlarged, mut seed) = (0, 0);
    while enlarged < 20 {
        seed += 1;
        let mut table = begin(&*game, 6, seed);
        let mut rng = Rng::with_seed(seed.into());
        for _ in 0..300 {
            let scene = scene(&*table, Viewer::Public);
            let legible = |text: &&str, size: &f32| {
                let capitals = scales(&scene).map(|scale| size * CAPITALS * scale);
                text.len() <= 3 && capitals[0].min(capitals[1]) >= 7.0
            };
            let all = scene.shapes.iter().filter_map(|shape| match shape {
                Shape::Text { text, size, .. } => Some((text.as_str(), size)),
                _ => None,
            });
            let shown: Vec<&str> =
                all.clone().filter(|(text, size)| legible(text, size)).map(|(text, _)| text).collect();
            if let Some((title, _)) = all.clone().find(|(text, _)| text.ends_with(", enlarged")) {
                enlarged += 1;
                let place = title.split(',').next().unwrap();
                let (_, stacks) = scene.description.split_once("O a shield: ").unwrap();
                let (stacks, _) = stacks.split_once('.').unwrap();
                let stack = stacks.split("; ").find(|stack| stack.starts_with(place)).unwrap();
                for piece in stack.split(' ').skip(2) {
                    assert!(shown.contains(&piece), "{piece} of {stack}");
                }
            }
            if table.outcome().is_some() {
                break;
            }
            play(&mut *table, &mut rng);
        }
    }
}

/// Returns how small a text may be. Names of cells, sizes of pieces and letters of seats have capitals 7 pixels high, with
/// these exceptions, in pictures of what has happened and of what only a host sees:
/// - where walks are shown, a cell that five or more players share has no room for large letters, and the letter where a
///   walk began, which stands again where it ended, is 5 pixels high on a phone;
/// - in Triforce, a stack of ten or more pieces is drawn in narrow columns. The one that matters is drawn a second time, larger,
///   and the alt text names the pieces of all.
fn smallest(game: &str, viewer: Viewer) -> f32 {
    match game {
        "triforce-building" if viewer.sees_all() => 3.0,
        "triforce" => 3.8,
        _ => 7.0,
    }
}

#[test]
fn pictures_can_be_read_where_people_see_them() {
    for game in &Registry::standard() {
        let name = game.info().name;
        for seed in 1..3 {
            let mut table = begin(&**game, game.info().usual_players, seed);
            let mut rng = Rng::with_seed(seed.into());
            let mut small = (0, 0);
            for turn in 0..200 {
                for viewer in VIEWERS.into_iter().filter(|_| turn % 5 == 0) {
                    let scene = scene(&*table, viewer);
                    let aspect = scene.width / scene.height;
                    assert!((1.1..=1.6).contains(&aspect), "{name}, {viewer:?}: {aspect}");
                    let (width, height) = board(&scene);
                    let scale = scales(&scene)[0];
                    let fills = (width * scale / 550.0).max(height * scale / 350.0);
                    assert!(fills >= 0.85, "{name}, {viewer:?}: {fills}");
                    for shape in &scene.shapes {
                        let Shape::Text { size, text, .. } = shape else { continue };
                        let capitals = scales(&scene).map(|scale| size * CAPITALS * scale);
                        let least = capitals[0].min(capitals[1]);
                        assert!(least >= smallest(name, viewer), "{name}, {viewer:?}: {text} {capitals:?}");
                        small = (small.0 + usize::from(least < 7.0), small.1 + 1);
                    }
                }
                if table.outcome().is_some() {
                    break;
                }
                play(&mut *table, &mut rng);
            }
            // The exceptions are rare.
            assert!(small.0 * 12 <= small.1, "{name}: {small:?}");
        }
    }
}
