//! What pictures of all games have in common, and what they show of the last turn or round.

mod legible;

use std::path::Path;

use fastrand::Rng;
use serde_json::json;
use trigon::games::{AnyGame, AnySession, By, Frame, Names, Registry, Seat, Seed, Value, Values, Viewer};
use trigon::matches::{Record, Replay};
use trigon::simulate;
use trigon_render::{Backdrops, DEFAULT_WIDTH, Point, Scene, Shape, Theme, png};

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
