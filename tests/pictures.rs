//! What pictures of all games have in common, and what they show of the last turn or round.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

use std::path::Path;

use fastrand::Rng;
use serde_json::json;
use trigon::games::{AnyGame, AnySession, By, Frame, Names, Registry, Seat, Seed, Viewer};
use trigon::matches::{Record, Replay};
use trigon_render::{DEFAULT_WIDTH, Point, Scene, Shape, Theme, png};

const VIEWERS: [Viewer; 4] = [Viewer::Public, Viewer::Beside(Seat::new(2)), Viewer::Host, Viewer::Afterwards];

fn begin(game: &dyn AnyGame, players: u8, seed: u8) -> Box<dyn AnySession> {
    let entrant = |n| json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
    let setup = match game.info().name {
        "triforce-building" => {
            json!({"rounds": 4, "players": (1..=players).map(entrant).collect::<Vec<_>>()})
        }
        "triforce" => json!({"players": players}),
        _ => json!({}),
    };
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

fn scene(table: &dyn AnySession, viewer: Viewer) -> Scene {
    let long = |n| format!("The player with the long name {n}");
    let names = Names::new((1..=table.seats()).map(long).collect());
    table.observe(viewer).scene(&Frame { title: "Sunday", deadline: None, names: &names })
}

fn text(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Text { text, .. } => Some(text),
        _ => None,
    }
}

fn texts(scene: &Scene) -> Vec<&str> {
    scene.shapes.iter().filter_map(text).collect()
}

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
                    // A common height keeps the board of an animation where it is and leaves no empty bottom.
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

#[test]
fn pictures_of_triforce_stay_within_twice_and_a_half_their_width() {
    let game = Registry::standard().get("triforce").unwrap();
    for (&players, seed) in game.info().players.iter().zip(1..) {
        let scene = scene(&*begin(&*game, players, seed), Viewer::Public);
        assert!(scene.height <= 2.5 * scene.width, "{players} players: {}", scene.height);
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
        assert_eq!(texts(&public).contains(&"Left the board with it"), left);
        assert_eq!(texts(&all).contains(&"Left"), left);
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
fn a_picture_of_thirteen_players_takes_at_most_fifty_kilobytes() {
    let (mut largest, mut pictures) = (0, 0);
    positions("thirteen-players-on-hexagon-3.json", |table| {
        let scene = scene(table, Viewer::Public);
        largest = largest.max(png(&scene, &Theme::dark(), DEFAULT_WIDTH).unwrap().len());
        pictures += 1;
    });
    assert!(pictures > 5 && largest <= 50_000, "{largest} bytes");
}

#[test]
fn walks_are_shown_only_to_those_who_may_know_positions() {
    let mut walked = 0;
    positions("thirteen-players-on-hexagon-3.json", |table| {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(3))] {
            let scene = scene(table, viewer);
            assert!(!scene.description.contains("Walked") && !texts(&scene).contains(&"Last walk"));
        }
        let own = scene(table, Viewer::Beside(Seat::new(3)));
        let all = scene(table, Viewer::Afterwards);
        assert_eq!(texts(&all).contains(&"Last walk"), all.description.contains("Walked"));
        if let Some((_, walks)) = own.description.split_once("Walked in the last round: ") {
            walked += 1;
            // The viewer's own walk and no other.
            assert!(!walks.contains(','), "{walks}");
            assert!(all.description.contains(walks.split('.').next().unwrap()));
        }
    });
    assert!(walked > 1);
}
