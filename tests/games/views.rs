//! What every game shows of its states: as canonical JSON, as data for viewers, as pictures and in words.

use serde_json::Value;
use trigon::games::{Frame, Information, Names, Seat, Viewer};

use super::{all, playout};

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
fn what_a_viewer_may_know_of_a_state_has_its_keys_and_everything_if_nothing_is_secret() {
    all(|game, setup, seed| {
        let (name, mut count) = (game.info().name, 0);
        playout(game, setup, seed, |table, _| {
            count += 1;
            if count % 8 != 1 {
                return;
            }
            let state: Value = serde_json::from_str(&table.state_json()).unwrap();
            let seen = |viewer| -> Value {
                let seen = table.seen_json(viewer).unwrap_or_else(|| panic!("{name} has no data"));
                serde_json::from_str(&seen).unwrap()
            };
            assert_eq!(seen(Viewer::Afterwards), state);
            assert_eq!(seen(Viewer::Host), state);
            for viewer in [Viewer::Public, Viewer::Seat(Seat::new(1)), Viewer::Beside(Seat::new(2))] {
                let seen = seen(viewer);
                if game.info().information == Information::Open {
                    assert_eq!(seen, state);
                }
                let keys = state.as_object().unwrap().keys();
                assert!(keys.clone().all(|key| seen.get(key).is_some()), "{name}: {seen}");
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
                Viewer::Beside(Seat::new(2)),
                Viewer::Host,
                Viewer::Afterwards,
            ] {
                let frame = Frame { title: "Final *1*", names: &names };
                let seen = table.observe(viewer);
                let scene = seen.scene(&frame);
                assert!(!scene.shapes.is_empty() && scene.width > 0.0 && scene.height > 0.0);
                assert!(scene.description.len() > 20, "alt text");
                assert_eq!(scene, table.observe(viewer).scene(&frame), "drawing is deterministic");
            }
        });
    });
}

#[test]
fn diagrams_and_facts_are_there() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, _| {
            let public = table.observe(Viewer::Public);
            assert!(public.diagram(table.names()).lines().count() > 2);
            assert!(public.facts(table.names()).is_empty(), "everyone has no position of their own");
            for seat in Seat::all(table.seats()) {
                assert!(!table.observe(Viewer::Seat(seat)).facts(table.names()).is_empty());
            }
        });
    });
}

#[test]
fn where_nothing_is_hidden_everyone_sees_the_same_picture() {
    all(|game, setup, seed| {
        if game.info().information == Information::Hidden {
            return;
        }
        playout(game, setup, seed, |table, _| {
            let frame = Frame { title: "Sunday", names: table.names() };
            let scene = |viewer| table.observe(viewer).scene(&frame);
            let public = scene(Viewer::Public);
            for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Host, Viewer::Afterwards] {
                assert!(scene(viewer) == public);
            }
        });
    });
}
