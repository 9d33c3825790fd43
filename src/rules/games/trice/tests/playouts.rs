//! Whole matches by chance, and counts of sequences.

use super::super::*;
use super::naive::Naive;
use super::{begin, draws, position};
use crate::games::{AnySession, Seed, Session, Stash};

fn check_invariants(state: &State) {
    for seat in Seat::all(3) {
        let mut stash = state.supply(seat);
        for (_, piece) in state.pieces().filter(|(_, piece)| piece.seat == seat) {
            stash.put(piece.size);
        }
        assert_eq!(stash, Stash::FULL, "pieces are on the board or in the supply");
    }
    let full = Symbol::ALL
        .iter()
        .any(|symbol| Seat::all(3).any(|seat| symbol.spaces().without(state.held(seat)).is_empty()));
    assert_eq!(full, state.winner.is_some());
    assert_eq!(state.to_act().is_empty(), state.phase == Phase::Over);
}

/// Returns how many spaces of one symbol a seat holds at most.
fn best_symbol(state: &State, seat: Seat) -> usize {
    let held = state.held(seat);
    Symbol::ALL.into_iter().map(|symbol| symbol.spaces().and(held).len()).max().unwrap_or(0)
}

/// Plays legal actions by chance, often one that helps, so that the board fills and some matches end.
fn random_playout(seed: u8, entries: usize, mut seen: impl FnMut(&State, &str, &[Event], &Draws)) {
    let (mut state, mut draws, _) =
        begin(if seed.is_multiple_of(2) { "{}" } else { r#"{"dice":"2d6"}"# }, seed);
    let mut luck = self::draws(seed ^ 0x55);
    for _ in 0..entries {
        check_invariants(&state);
        let legal = state.legal(state.turn);
        if state.phase == Phase::Over {
            assert!(legal.is_empty());
            return;
        }
        assert!(!legal.is_empty());
        let goes_on = |a: &&Action| !matches!(a, Action::End | Action::Nuke(_));
        let lively: Vec<&Action> = legal.iter().filter(goes_on).collect();
        let after = |action: &Action| {
            let mut after = state.clone();
            let _ = after.apply(By::Seat(state.turn), *action, &mut self::draws(0));
            best_symbol(&after, state.turn)
        };
        let action = match luck.below(12) {
            0 => &legal[luck.below(legal.len() as u64) as usize],
            n => {
                match lively.iter().find(|action| n > 6 && after(action) > best_symbol(&state, state.turn)) {
                    Some(action) => action,
                    None if lively.is_empty() => &Action::End,
                    None => lively[luck.below(lively.len() as u64) as usize],
                }
            }
        };
        let events = state.apply(By::Seat(state.turn), *action, &mut draws).unwrap();
        seen(&state, &action.to_string(), &events, &draws);
    }
}

#[test]
fn two_thousand_random_matches_end_or_go_on() {
    let mut legal = Vec::new();
    let (mut entries, mut over) = (0, 0);
    let setup = Setup { first: Some(1), ..Setup::default() };
    let mut luck = fastrand::Rng::with_seed(1);
    for match_number in 0..2000u32 {
        let mut draws = draws(match_number as u8);
        let (mut state, _) = State::begin(&setup, &mut draws).unwrap();
        for entry in 0..300 {
            if state.phase == Phase::Over {
                over += 1;
                break;
            }
            state.legal_into(state.turn, &mut legal);
            let mut action = legal[luck.usize(..legal.len())];
            // Without idle turns, the board fills up.
            if action == Action::End && match_number % 2 == 0 {
                action = legal[luck.usize(..legal.len())];
            }
            state.apply(By::Seat(state.turn), action, &mut draws).unwrap();
            entries += 1;
            if entry % 75 == 74 {
                check_invariants(&state);
            }
        }
        check_invariants(&state);
    }
    assert!(over > 0 && entries > 500_000, "{over} {entries}");
}

#[test]
fn a_second_reading_of_the_rules_agrees() {
    let writings = Naive::writings();
    let (mut ended, mut nukes, mut compared) = (0, 0, 0);
    for seed in 0..40 {
        let (state, ..) = begin(if seed % 2 == 0 { "{}" } else { r#"{"dice":"2d6"}"# }, seed);
        let mut naive = Naive::at(&state);
        let mut number = 0;
        random_playout(seed, 300, |state, action, _, _| {
            let roll = state.points.unwrap_or(0);
            naive = naive.play(action, roll).expect(action);
            assert_eq!(serde_json::to_value(state).unwrap(), naive.json(), "{action}");
            nukes += usize::from(action.starts_with("nuke"));
            ended += usize::from(state.phase == Phase::Over);
            number += 1;
            // Everything that can be written, in some positions and whenever a nuke is possible.
            if number % 40 == 0 || state.nukable().is_ok() {
                compared += 1;
                let mut legal: Vec<String> =
                    state.legal(state.turn).iter().map(ToString::to_string).collect();
                legal.sort_unstable();
                let mut expected: Vec<String> =
                    writings.iter().filter(|text| naive.play(text, 3).is_some()).cloned().collect();
                expected.sort_unstable();
                assert_eq!(legal, expected);
            }
        });
    }
    assert!(ended > 2 && nukes > 5 && compared > 250, "{ended} {nukes} {compared}");
}

#[test]
fn legal_is_exactly_what_is_accepted() {
    let writings: Vec<Action> = Naive::writings().iter().map(|text| text.parse().unwrap()).collect();
    for seed in 100..106 {
        let mut number = 0;
        random_playout(seed, 300, |state, _, _, draws| {
            number += 1;
            if number % 20 == 0 {
                let legal = state.legal(state.turn);
                for &action in &writings {
                    let (mut after, mut draws) = (state.clone(), draws.clone());
                    let taken = after.apply(By::Seat(state.turn), action, &mut draws);
                    assert_eq!(taken.is_ok(), legal.contains(&action), "{action}");
                    assert!(taken.is_ok() || after == *state, "{action}");
                }
            }
        });
    }
}

#[test]
fn a_log_folds_to_the_same_state_again() {
    for seed in 0..5 {
        let mut log = Vec::new();
        let mut last = None;
        random_playout(seed, 200, |state, action, _, _| {
            log.push(action.to_owned());
            last = Some(state.clone());
        });
        let setup = if seed % 2 == 0 { Setup::default() } else { Setup { dice: Dice::TwoD6, first: None } };
        let (mut table, _) = Session::<Trice>::begin(&setup, Some(&Seed::from([seed; 32]))).unwrap();
        for action in log {
            let by = By::Seat(table.state().turn);
            assert!(AnySession::apply(&mut table, By::seat(9), &action).is_err());
            assert!(AnySession::apply(&mut table, by, "nuke 1-1 9-9").is_err());
            AnySession::apply(&mut table, by, &action).unwrap();
        }
        assert_eq!(Some(table.state()), last.as_ref());
    }
}

#[test]
fn every_event_has_words() {
    let names = Names::new(vec!["Ann".into(), "Ben".into(), "Cleo".into()]);
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..10 {
        random_playout(seed, 300, |state, _, events, _| {
            for event in events {
                let words = Trice::narrate(event, &names).text;
                assert!(words.ends_with('.') && !words.contains("Seat "), "{words}");
                kinds.insert(format!("{event:?}").split([' ', '{']).next().unwrap().to_owned());
            }
            assert!(Trice::observe(state, Viewer::Public).diagram(&names).lines().count() == 12);
        });
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

/// Returns the number of sequences with this many entries. Each branch has its own copy of the draws.
fn perft(state: &State, draws: &Draws, depth: u32) -> usize {
    let legal = state.legal(state.turn);
    if depth == 1 {
        return legal.len();
    }
    legal
        .into_iter()
        .map(|action| {
            let (mut state, mut draws) = (state.clone(), draws.clone());
            let by = By::Seat(state.turn);
            state.apply(by, action, &mut draws).unwrap();
            perft(&state, &draws, depth - 1)
        })
        .sum()
}

/// Returns the same number by the independent implementation.
fn naive_perft(naive: &Naive, draws: &Draws, depth: u32, writings: &[String]) -> usize {
    let mut rolled = draws.clone();
    let roll = Dice::ThreeD4.roll(&mut rolled).total();
    let played = writings.iter().filter_map(|text| Some((text, naive.play(text, roll)?)));
    if depth == 1 {
        return played.count();
    }
    played
        .map(|(text, next)| {
            naive_perft(&next, if text == "roll" { &rolled } else { draws }, depth - 1, writings)
        })
        .sum()
}

#[test]
fn sequences_are_counted() {
    let (start, ..) = begin(r#"{"first":1}"#, 7);
    let middle = "3-3 1S, 3-2 1S, 4-4 1M, 2-1 2L, 2-2 3M, 3-5 3S";
    let crowded = "1-1 2M, 2-2 1L, 2-1 1S, 3-1 3M, 4-1 1S, 4-7 3L, 4-6 2S, 3-4 2L, 4-5 1S";
    let late = "3-3 2L, 3-4 2M, 4-4 2S, 3-5 2S, 4-6 2L, 4-7 1M, 2-3 1L, 2-2 1S";
    let writings = Naive::writings();
    // The start by hand: roll; then +S +M +L, three free ones or end; then, as the roll pays for it, one step off
    // the Eye Space or end, and after an end the next roll: 1, 7, 6 · 2 + 1.
    for (state, counts) in [
        (start, [1, 7, 13]),
        (position(middle, 1, Some(5)), [35, 294, 1472]),
        (position(crowded, 3, None), [1, 9, 54]),
        (position(late, 2, Some(9)), [51, 509, 3654]),
    ] {
        assert_eq!([1, 2, 3].map(|depth| perft(&state, &draws(7), depth)), counts);
        let naive = Naive::at(&state);
        assert_eq!([1, 2].map(|depth| naive_perft(&naive, &draws(7), depth, &writings)), counts[..2]);
    }
}

/// Checks that everything is drawn within the picture, and that texts fit.
fn check_scene(scene: &trigon_render::Scene) {
    use trigon_render::{Point, Shape};
    let on_card = |(x, y): Point| (0.0..=scene.width).contains(&x) && (0.0..=scene.height).contains(&y);
    assert!(!scene.description.is_empty() && !scene.title.is_empty());
    for shape in &scene.shapes {
        let inside = match shape {
            Shape::Polygon { points, .. } => points.iter().all(|&point| on_card(point)),
            Shape::Line { from, to, .. } => on_card(*from) && on_card(*to),
            Shape::Circle { center: at, .. } | Shape::Ellipse { center: at, .. } | Shape::Text { at, .. } => {
                on_card(*at)
            }
            Shape::RoundRect { x, y, width, height, .. } => {
                on_card((*x, *y)) && on_card((x + width, y + height))
            }
        };
        assert!(inside, "{shape:?}");
    }
}

#[test]
fn pictures_are_drawn_for_every_state() {
    let names = Names::new(vec!["Ann".into(), "\u{5b89}".into()]);
    let view = Frame { title: "A match", deadline: None, names: &names };
    for seed in 0..3 {
        random_playout(seed, 120, |state, _, _, _| {
            check_scene(&Trice::observe(state, Viewer::Public).scene(&view));
        });
    }
}
