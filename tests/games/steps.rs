//! Every legal action can be chosen step by step, with no more at a time than a message can show.

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::{Value, json};
use trigon::games::{AnySession, By, Choices, Layout, Registry, Seat, Seed};

use super::toys::games;
use super::{all, playout, setups};

/// The maximum number of options in four selects.
const MAX_SHOWN_STEPS: usize = 100;

/// The room for keys in the custom id of a button.
const MAX_KEY_LENGTH: usize = 48;

/// Begins a match.
fn begin(name: &str, setup: &Value, seed: u8) -> Box<dyn AnySession> {
    Registry::standard().get(name).unwrap().begin(setup, Some(Seed::from([seed; 32])), None).unwrap().0
}

/// The most legal actions of which all are looked for.
const MAX_CHECKED_ACTIONS: usize = 400;

/// Checks what is shown where each step has its own button: several steps, or a whole action. Returns the keys of the steps.
fn keys_of_buttons(choices: &Choices, keys: &[String]) -> Vec<String> {
    let next = keys_that_fit(choices, keys);
    assert_ne!(next.len(), 1, "one way only after {keys:?}");
    assert_eq!(next.is_empty(), choices.action.is_some());
    next
}

/// Checks that a message has room for what is shown, and returns the keys of the next steps, which buttons carry.
fn keys_that_fit(choices: &Choices, keys: &[String]) -> Vec<String> {
    let next: Vec<String> = choices.next.iter().map(|next| next.step.key.clone()).collect();
    assert!(next.len() <= MAX_SHOWN_STEPS, "{} steps after {keys:?}", next.len());
    let distinct: BTreeSet<&String> = next.iter().collect();
    assert_eq!(distinct.len(), next.len(), "{next:?}");
    for step in choices.next.iter().map(|next| &next.step).chain(&choices.chosen) {
        assert!((1..=80).contains(&step.label.chars().count()), "{step:?}");
        let is_key = |c: char| c.is_ascii_graphic() && !matches!(c, ':' | '_');
        assert!(!step.key.is_empty() && step.key.chars().all(is_key), "{step:?}");
    }
    assert!(keys.join("_").len() <= MAX_KEY_LENGTH, "{keys:?}");
    next
}

/// Collects all actions that can be reached from some steps, in the order of their keys.
fn reached(table: &dyn AnySession, seat: Seat, keys: &mut Vec<String>, found: &mut Vec<String>) {
    let choices = table.choices(seat, keys).unwrap();
    let next = keys_of_buttons(&choices, keys);
    found.extend(choices.action.as_ref().map(ToString::to_string));
    for (key, next) in next.into_iter().zip(choices.next) {
        keys.push(key);
        reached(table, seat, keys, found);
        if let Some(done) = next.done {
            assert_eq!(found.last().map(String::as_str), Some(done.text()));
        }
        keys.pop();
    }
}

/// Checks that exactly the legal actions can be reached.
fn check_all(table: &dyn AnySession, seat: Seat) {
    let mut found = Vec::new();
    reached(table, seat, &mut Vec::new(), &mut found);
    found.sort_unstable();
    assert_eq!(found, table.legal(seat));
}

/// Takes steps at random. Returns the action and the number of choices.
fn choose(table: &dyn AnySession, seat: Seat, rng: &mut Rng) -> (String, usize) {
    let mut keys = Vec::new();
    loop {
        let choices = table.choices(seat, &keys).unwrap();
        let next = keys_of_buttons(&choices, &keys);
        match choices.action {
            Some(action) => return (action.to_string(), keys.len()),
            None => keys.extend(rng.choice(next)),
        }
    }
}

/// Plays a match with random steps, checking everything every `every` entries. Returns the largest number of choices
/// for an action.
fn play(name: &str, setup: &Value, seed: u8, every: usize, entries: usize) -> usize {
    let mut table = begin(name, setup, seed);
    let mut rng = Rng::with_seed(seed.into());
    let mut most = 0;
    for entry in 0..entries {
        let Some(decision) = table.to_act().first().copied() else { break };
        if entry % every == 0 {
            check_all(&*table, decision.seat);
        }
        let (action, choices) = choose(&*table, decision.seat, &mut rng);
        assert_eq!(table.parse(&action).unwrap().text(), action);
        table.apply(By::Seat(decision.seat), &action).unwrap();
        most = most.max(choices);
    }
    most
}

#[test]
fn every_game_offers_all_legal_actions_and_no_more_at_a_time_than_a_message_can_show() {
    for game in &games() {
        for (setup, seed) in setups(&**game).iter().zip(1..) {
            let mut entries = 0;
            playout(&**game, setup, seed, |table, rng| {
                entries += 1;
                for decision in table.to_act().into_iter().filter(|_| entries % 8 == 1) {
                    let seat = decision.seat;
                    if table.prompt(&decision).layout != Layout::Buttons {
                        keys_that_fit(&table.choices(seat, &[]).unwrap(), &[]);
                        continue;
                    }
                    choose(&**table, seat, rng);
                    if table.legal(seat).len() <= MAX_CHECKED_ACTIONS {
                        check_all(&**table, seat);
                    }
                }
            });
        }
    }
}

#[test]
fn legal_actions_can_be_chosen_step_by_step() {
    all(|game, setup, seed| {
        let mut count = 0;
        playout(game, setup, seed, |table, rng| {
            count += 1;
            if count % 16 != 1 {
                return;
            }
            for decision in table.to_act() {
                let seat = decision.seat;
                let action = table.parse(&rng.choice(table.legal(seat)).unwrap()).unwrap();
                let keys = table.keys(seat, &action).unwrap_or_else(|| panic!("no way to {action}"));
                let chosen = table.choices(seat, &keys).unwrap();
                assert_eq!(chosen.action, Some(action));
                assert_eq!(chosen.layout, table.prompt(&decision).layout);
                assert_eq!(table.choices(seat, &[keys, vec!["no such key".to_owned()]].concat()), None);
            }
        });
    });
}

#[test]
fn triangoli_is_played_by_three_choices_and_a_confirmation() {
    let most = (0..6).map(|seed| play("triangoli", &json!({}), seed, 2, 200)).max();
    assert_eq!(most, Some(3));
}

#[test]
fn trice_is_played_by_two_choices_a_step() {
    // A nuke is rare, and takes one choice for each piece.
    let most = (0..4).map(|seed| play("trice", &json!({ "dice": "3d4" }), seed, 5, 300)).max();
    assert!(most <= Some(5), "{most:?}");
}

#[test]
fn triforce_is_played_by_two_choices_and_a_confirmation() {
    let setup = |players| json!({ "players": players });
    let most = (0..6).map(|seed| play("triforce", &setup(3 + seed % 4), seed, 5, 250)).max();
    assert_eq!(most, Some(2));
}

#[test]
fn triluminary_is_played_by_five_choices_and_a_confirmation() {
    let most = (0..2).map(|seed| play("triluminary", &json!({}), seed, usize::MAX, 25)).max();
    assert_eq!(most, Some(5));
    let table = begin("triluminary", &json!({}), 1);
    check_all(&*table, table.to_act()[0].seat);
}

#[test]
fn steps_that_lead_nowhere_are_refused() {
    let table = begin("triangoli", &json!({}), 1);
    let seat = table.to_act()[0].seat;
    let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    assert!(table.choices(seat, &keys(&["c3"])).is_some_and(|choices| choices.action.is_some()));
    assert_eq!(table.choices(seat, &keys(&["z9"])), None);
    assert_eq!(table.choices(seat, &keys(&["c3", "c3"])), None);
    assert_eq!(table.choices(Seat::new(2), &[]), None);
}
