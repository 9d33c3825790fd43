//! What pictures of all games have in common, and what they show of the last turn or round.

use std::path::Path;

use fastrand::Rng;
use serde_json::json;
use trigon::games::{AnyGame, AnySession, By, Frame, Names, Registry, Seat, Seed, Value, Values, Viewer};
use trigon::matches::{Record, Replay};
use trigon::simulate;
use trigon_render::{Backdrops, DEFAULT_WIDTH, Point, Role, Scene, Shape, Theme, png};

const VIEWERS: [Viewer; 4] = [Viewer::Public, Viewer::Beside(Seat::new(2)), Viewer::Host, Viewer::Afterwards];

/// Begins a match with this number of players.
fn begin(game: &dyn AnyGame, players: u8, seed: u8) -> Box<dyn AnySession> {
    let mut options = Values::default();
    if game.info().options.iter().any(|spec| spec.key == "rounds") {
        options.set("rounds", Value::Number(4));
    }
    let setup = simulate::setup(game, &options, &simulate::names(players)).unwrap();
    game.begin(&setup, Some(Seed::from([seed; 32])), None).unwrap().0
}

/// Plays the next entry at random: a legal action, or now and then the clock's.
fn play(table: &mut dyn AnySession, rng: &mut Rng) {
    let deciding = table.to_act();
    let clock = table.phase().clock_action().cloned();
    let entry = match clock {
        Some(action) if rng.usize(..=deciding.len()) == 0 => (By::Clock, action.to_string()),
        _ => {
            let seat = rng.choice(&deciding).unwrap().seat;
            (By::Seat(seat), rng.choice(table.legal(seat)).unwrap())
        }
    };
    table.apply(entry.0, &entry.1).unwrap();
}

/// Returns the picture for a viewer.
fn scene(table: &dyn AnySession, viewer: Viewer) -> Scene {
    let long = |n| format!("The player with the long name {n}");
    let names = Names::new((1..=table.seats()).map(long).collect());
    table.observe(viewer).scene(&Frame { title: "Sunday", names: &names })
}

/// Returns the text of a shape, if it is one.
fn text(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Text { text, .. } => Some(text),
        _ => None,
    }
}

/// Returns all texts of a picture.
fn texts(scene: &Scene) -> Vec<&str> {
    scene.shapes.iter().filter_map(text).collect()
}

/// Returns whether a shape is within the picture.
fn is_on_card(scene: &Scene, shape: &Shape) -> bool {
    let on_card = |(x, y): Point| (0.0..=scene.width).contains(&x) && (0.0..=scene.height).contains(&y);
    match shape {
        Shape::Polygon { points, .. } => points.iter().all(|&point| on_card(point)),
        Shape::Line { from, to, .. } => on_card(*from) && on_card(*to),
        Shape::Circle { center: at, .. } | Shape::Ellipse { center: at, .. } | Shape::Text { at, .. } => {
            on_card(*at)
        }
        Shape::RoundRect { x, y, width, height, .. } => on_card((*x, *y)) && on_card((x + width, y + height)),
    }
}

#[test]
fn all_pictures_of_a_match_have_one_height_and_nothing_lies_outside() {
    for game in &Registry::standard() {
        for (&players, seed) in game.info().players.iter().zip(1..) {
            let mut table = begin(&**game, players, seed);
            let mut rng = Rng::with_seed(seed.into());
            let first = VIEWERS.map(|viewer| scene(&*table, viewer).height);
            for turn in 0..160 {
                for (viewer, height) in VIEWERS.into_iter().zip(first) {
                    if turn % 4 != 0 && viewer != Viewer::Public {
                        continue;
                    }
                    let scene = scene(&*table, viewer);
                    let name = game.info().name;
                    // A common height keeps the board of an animation in place, without empty space at the bottom.
                    assert!((scene.height - height).abs() < 0.1, "{name}, {viewer:?}, entry {turn}");
                    for shape in &scene.shapes {
                        assert!(is_on_card(&scene, shape), "{name}, {viewer:?}: {shape:?}");
                    }
                }
                if table.outcome().is_some() {
                    break;
                }
                play(&mut *table, &mut rng);
            }
        }
    }
}

/// Games with marks in their pictures, and the meanings of these.
const MEANINGS: [(&str, &[&str]); 5] = [
    ("triforce-building", &["Starting cell", "Players", "Powered player", "Triforce", "Left with it"]),
    (
        "triforce",
        &[
            "Territory and its size",
            "Goes on to the right",
            "Home",
            "Sword",
            "Shield",
            "Placed or moved",
            "Lost in a fight",
            "Changed",
            "Moved from",
        ],
    ),
    ("triangoli", &["Pawn’s way", "Just filled", "Exchanged", "Seat 1 has more", "Does not count"]),
    (
        "trice",
        &[
            "Bi-Space: enter with 4 pieces on the board",
            "Peace: not nuked",
            "Placed, moved",
            "Step",
            "Left the board",
            "Moon",
        ],
    ),
    (
        "triluminary",
        &["Chain of 3", "Chain that captured", "Came in", "New", "Pushed", "Turned", "Left the board"],
    ),
];

#[test]
fn the_first_picture_of_a_match_explains_every_mark_and_no_later_one_does() {
    let games = Registry::standard();
    for (name, meanings) in MEANINGS {
        let game = games.get(name).unwrap();
        // A meaning may span several lines.
        let said = |table: &dyn AnySession| texts(&scene(table, Viewer::Public)).join(" ");
        for (&players, seed) in game.info().players.iter().zip(1..) {
            let mut table = begin(&*game, players, seed);
            let first = said(&*table);
            for meaning in meanings {
                assert!(first.contains(meaning), "{name}, {players} players: {meaning} in {first}");
            }
            let mut rng = Rng::with_seed(seed.into());
            for _ in 0..160 {
                if table.outcome().is_none() {
                    play(&mut *table, &mut rng);
                }
            }
            let later = said(&*table);
            assert!(!meanings.iter().all(|meaning| later.contains(meaning)), "{name}: {later}");
        }
    }
    // The legend has room beside every board.
    let game = games.main();
    for (players, board) in [
        (7, "triangle:5"),
        (7, "hexagon:2"),
        (10, "triangle:6"),
        (13, "triangle:8"),
        (16, "triangle:9"),
        (16, "hexagon:4"),
    ] {
        let entrant = |n| json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
        let list = (1..=players).map(entrant).collect::<Vec<_>>();
        let setup = json!({"board": board, "rounds": 4, "players": list});
        let table = games.get(game.name).unwrap().begin(&setup, Some(Seed::from([1; 32])), None).unwrap().0;
        let first = texts(&scene(&*table, Viewer::Public)).join(" ");
        assert!(MEANINGS[0].1.iter().all(|meaning| first.contains(meaning)), "{board}: {first}");
    }
}

#[test]
fn pictures_of_triforce_are_wider_than_high_with_any_number_of_players() {
    let game = Registry::standard().get("triforce").unwrap();
    for (&players, seed) in game.info().players.iter().zip(1..) {
        let scene = scene(&*begin(&*game, players, seed), Viewer::Public);
        assert!(1.1 * scene.height <= scene.width, "{players} players: {}", scene.height);
    }
}

/// Calls `look` with every position of a record of Triforce Building.
fn positions(name: &str, mut look: impl FnMut(&dyn AnySession)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(name);
    let record = Record::read(&std::fs::read(path).unwrap()[..], &Registry::standard()).unwrap();
    let mut replay = Replay::begin(&record).unwrap();
    look(replay.session());
    while replay.step().is_some() {
        look(replay.session());
    }
}

#[test]
fn a_triforce_is_shown_with_the_players_that_have_left_the_board_with_it() {
    let (mut made, mut none, mut heights) = (0, 0, [0.0; 4]);
    positions("thirteen-players-on-hexagon-3.json", |table| {
        let all = VIEWERS.map(|viewer| scene(table, viewer));
        if made + none == 0 {
            heights = [0, 1, 2, 3].map(|i| all[i].height);
        }
        assert!(all.iter().zip(heights).all(|(scene, height)| (scene.height - height).abs() < 0.1));
        let [public, _, _, all] = all;
        let left = public.description.contains("who have left the board");
        if left {
            made += 1;
            // Everyone has a letter on the board or has left in an earlier round.
            let letters = texts(&all).into_iter().filter(|text| text.len() == 1 && *text >= "A").count();
            assert!(letters > 13, "{letters} letters on the board and in the roster");
        } else {
            none += 1;
        }
    });
    assert!(made > 1 && none > 1);
}

#[test]
fn a_picture_takes_at_most_fifty_kilobytes() {
    // Fewer than there are games, so that some are dropped.
    let backdrops = Backdrops::new(2);
    for game in &Registry::standard() {
        let players = *game.info().players.last().unwrap();
        let mut table = begin(&**game, players, 7);
        let mut rng = Rng::with_seed(7);
        for turn in 0..120 {
            if table.outcome().is_some() {
                break;
            }
            play(&mut *table, &mut rng);
            if turn % 12 == 11 {
                let scene = scene(&*table, Viewer::Public);
                let png = png(&scene, &Theme::dark(), DEFAULT_WIDTH).unwrap();
                assert!(
                    backdrops.png(&scene, &Theme::dark(), DEFAULT_WIDTH).unwrap() == png,
                    "on a kept backdrop"
                );
                let size = png.len();
                assert!(size <= 50_000, "{}, turn {turn}: {size} bytes", game.info().name);
            }
        }
    }
}

#[test]
fn walks_are_shown_only_to_those_who_may_know_positions() {
    let mut walked = 0;
    positions("thirteen-players-on-hexagon-3.json", |table| {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(3))] {
            let scene = scene(table, viewer);
            assert!(!scene.description.contains("Walked"));
        }
        let own = scene(table, Viewer::Beside(Seat::new(3)));
        let all = scene(table, Viewer::Afterwards);
        // Each walk has the letter of its player, in addition to the letters of everyone in the table.
        let letters = texts(&all).into_iter().filter(|text| text.len() == 1 && *text >= "A").count();
        let walks = all
            .description
            .split_once("Walked in the last round: ")
            .map_or(0, |(_, w)| w.split(", ").count());
        assert!(letters >= 13 + walks, "{letters} letters, {walks} walks");
        if let Some((_, walks)) = own.description.split_once("Walked in the last round: ") {
            walked += 1;
            // The viewer's own walk and no other.
            assert!(!walks.contains(','), "{walks}");
            assert!(all.description.contains(walks.split('.').next().unwrap()));
        }
    });
    assert!(walked > 1);
}

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
    let has = |fill: &Option<trigon_render::Paint>, role| fill.is_some_and(|paint| paint.role == role);
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
