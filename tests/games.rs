//! One conformance suite for all games: what every game owes to everyone who plays, stores and shows it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

use fastrand::Rng;
use serde_json::{Value, json};
use trigon::games::{AnyGame, AnyTable, By, GAMES, Names, RefusalKind, Seat, Seed, View, Viewer};

/// How many entries a playout may have.
const CAP: usize = 300;

/// Setups to try, by game and number of players.
fn setups(game: &dyn AnyGame) -> Vec<Value> {
    let of = |players: u8| match game.info().name {
        "triforce-building" => {
            let board = if players.is_multiple_of(2) { "hexagon:3" } else { "triangle:7" };
            let entrant = |n| json!({"name": format!("P{n}"), "priority": n, "garnets": 1});
            let players: Vec<Value> = (1..=players).map(entrant).collect();
            json!({"board": board, "rounds": 10, "players": players})
        }
        "triforce" => json!({"players": players}),
        "trice" => json!({"dice": "3d4"}),
        _ => json!({}),
    };
    game.info().players.iter().map(|&players| of(players)).collect()
}

fn begin(game: &dyn AnyGame, setup: &Value, seed: u8) -> Box<dyn AnyTable> {
    game.begin(setup, Some(Seed::from([seed; 32]))).unwrap_or_else(|e| panic!("{}: {e}", game.info().name)).0
}

/// The next entry of a random playout: a legal action of a seat that may act, or the clock's.
fn next(table: &dyn AnyTable, rng: &mut Rng) -> Option<(By, String)> {
    let deciding = table.to_act();
    if table.deadline().is_some() && rng.usize(..=deciding.len()) == 0 {
        return Some((By::Clock, "resolve".to_owned()));
    }
    let decision = rng.choice(&deciding)?;
    let legal = table.legal(decision.seat);
    assert!(!legal.is_empty(), "{} may act but can do nothing", decision.seat);
    Some((By::Seat(decision.seat), rng.choice(&legal)?.clone()))
}

/// Plays at random; calls `look` after every entry.
fn playout(
    game: &dyn AnyGame,
    setup: &Value,
    seed: u8,
    mut look: impl FnMut(&mut Box<dyn AnyTable>, &mut Rng),
) -> Vec<(By, String)> {
    let mut table = begin(game, setup, seed);
    let mut rng = Rng::with_seed(seed.into());
    let mut log = Vec::new();
    look(&mut table, &mut rng);
    while log.len() < CAP && table.outcome().is_none() {
        let (by, action) = next(&*table, &mut rng).expect("a match that goes on waits for somebody");
        table.apply(by, &action).unwrap_or_else(|e| panic!("{} {by}: {action}: {e}", game.info().name));
        log.push((by, action));
        look(&mut table, &mut rng);
    }
    log
}

fn all(mut test: impl FnMut(&'static dyn AnyGame, &Value, u8)) {
    for game in GAMES {
        for (i, setup) in setups(*game).iter().enumerate() {
            for seed in 0..3 {
                test(*game, setup, seed * 16 + i as u8);
            }
        }
    }
}

#[test]
fn names_are_unique_and_rules_are_there() {
    let mut names: Vec<&str> = GAMES.iter().map(|game| game.info().name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), GAMES.len());
    for info in GAMES.iter().map(|game| game.info()) {
        assert!(info.rules.len() > 1_000, "{}", info.name);
        assert!(info.players.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn playouts_go_on_or_end_and_after_the_end_nothing_is_accepted() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, _| {
            assert_eq!(table.outcome().is_some(), table.to_act().is_empty());
            if let Some(outcome) = table.outcome() {
                assert_eq!(outcome.standings.len(), table.seats());
                assert!(!outcome.reason.is_empty());
                let before = table.boxed();
                for by in [By::seat(1), By::Clock, By::Host] {
                    assert_eq!(table.apply(by, "resolve").unwrap_err().kind, RefusalKind::Over);
                }
                assert!(table.same(&*before));
            }
        });
    });
}

#[test]
fn a_log_gives_the_same_states_each_time() {
    all(|game, setup, seed| {
        let mut states = Vec::new();
        let log = playout(game, setup, seed, |table, _| states.push(table.state_json()));
        let mut again = begin(game, setup, seed);
        assert_eq!(again.state_json(), states[0]);
        for ((by, action), state) in log.iter().zip(&states[1..]) {
            again.apply(*by, action).unwrap();
            assert_eq!(again.state_json(), *state);
        }
    });
}

#[test]
fn states_are_objects_with_a_phase_and_keep_their_keys() {
    all(|game, setup, seed| {
        let mut keys: Option<Vec<String>> = None;
        playout(game, setup, seed, |table, _| {
            let state: serde_json::Map<String, Value> = serde_json::from_str(&table.state_json()).unwrap();
            assert!(state["phase"].is_string());
            assert_eq!(state["phase"] == "over", table.outcome().is_some());
            let now: Vec<String> = state.keys().cloned().collect();
            assert_eq!(keys.get_or_insert_with(|| now.clone()), &now);
        });
    });
}

#[test]
fn legal_actions_are_sorted_canonical_and_accepted() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, rng| {
            for decision in table.to_act() {
                let legal = table.legal(decision.seat);
                assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once");
                for _ in 0..3 {
                    let action = rng.choice(&legal).unwrap();
                    assert_eq!(table.canonical(action).as_ref(), Ok(action));
                    let spoken = action.to_lowercase();
                    if let Ok(read) = table.canonical(&spoken) {
                        assert_eq!(read, *action, "the case of letters does not matter");
                    }
                    table.boxed().apply(By::Seat(decision.seat), action).unwrap();
                }
            }
        });
    });
}

#[test]
fn seats_that_are_not_asked_have_nothing_legal_and_are_refused() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, rng| {
            let deciding: Vec<Seat> = table.to_act().iter().map(|decision| decision.seat).collect();
            let anything: Vec<String> = deciding.first().map(|&seat| table.legal(seat)).unwrap_or_default();
            let before = table.boxed();
            for seat in (0..=table.seats() as u8 + 1).map(Seat::new).filter(|seat| !deciding.contains(seat)) {
                assert_eq!(table.legal(seat), Vec::<String>::new());
                if let Some(action) = rng.choice(&anything) {
                    let refusal = table.apply(By::Seat(seat), action).unwrap_err();
                    assert!(!refusal.sentence.is_empty());
                }
            }
            assert!(table.same(&*before));
        });
    });
}

#[test]
fn refused_entries_change_nothing_and_draw_nothing() {
    let nonsense = [
        "",
        " ",
        "fly",
        "move",
        "move UUUUU",
        "ec 1",
        "resolve",
        "vote 99",
        "\u{1F600}",
        "🎲 a1>b2",
        "roll roll",
        "end end",
    ];
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, rng| {
            let before = table.boxed();
            let by = [By::seat(1), By::seat(2), By::seat(0), By::seat(200), By::Stranger, By::Host]
                [rng.usize(..6)];
            for text in nonsense {
                let mut trial = before.boxed();
                if let Err(refusal) = trial.apply(by, text) {
                    assert!(trial.same(&*before), "{text:?}");
                    assert!(!refusal.sentence.contains('\n') && !refusal.sentence.is_empty());
                }
            }
        });
    });
}

#[test]
fn scenes_draw_for_every_viewer_and_say_what_they_show() {
    all(|game, setup, seed| {
        let mut count = 0;
        playout(game, setup, seed, |table, _| {
            count += 1;
            if count % 16 != 1 {
                return;
            }
            let names = Names::new(vec!["Zoë".to_owned(), "日本".to_owned(), String::new()]);
            for viewer in [
                Viewer::Public,
                Viewer::Seat(Seat::new(2)),
                Viewer::Seat(Seat::new(99)),
                Viewer::Host,
                Viewer::Afterwards,
            ] {
                let view = View {
                    viewer,
                    title: "Final *1*",
                    deadline: Some("Fri 21 Nov, 18:00 UTC"),
                    names: &names,
                };
                let scene = table.scene(&view);
                assert!(!scene.shapes.is_empty() && scene.width > 0.0 && scene.height > 0.0);
                assert!(scene.description.len() > 20, "alt text");
                assert_eq!(scene, table.scene(&view), "drawing is deterministic");
            }
        });
    });
}

#[test]
fn diagrams_and_facts_are_there() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, _| {
            assert!(table.diagram().lines().count() > 2);
            for seat in Seat::all(table.seats()) {
                let _ = table.facts(seat);
            }
        });
    });
}

#[test]
fn setups_that_cannot_be_read_are_refused_in_one_line() {
    for game in GAMES {
        for setup in [
            json!(null),
            json!([]),
            json!("x"),
            json!({"nonsense": 1}),
            json!({"players": -1}),
            json!({"players": "x", "dice": 7, "board": 1}),
        ] {
            let error = game.begin(&setup, Some(Seed::from([0; 32]))).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with("setup: ") && !error.contains('\n'), "{error}");
        }
    }
}
