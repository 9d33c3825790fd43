//! Whole random matches: what holds in all of them, that a second implementation agrees, and how many sequences of actions there
//! are.

use super::super::setup::Dice;
use super::super::*;
use super::naive::Naive;
use super::{begin, draws, position};
use crate::games::{Seed, Stash, testing};

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
    assert_eq!(Trice::to_act(state).is_empty(), state.phase == Stage::Over);
}

/// Returns the largest number of spaces of one symbol that a seat holds.
fn best_symbol(state: &State, seat: Seat) -> usize {
    let held = state.held(seat);
    Symbol::ALL.into_iter().map(|symbol| symbol.spaces().and(held).len()).max().unwrap_or(0)
}

/// Plays random legal actions, often helpful ones, so that the board fills up and some matches end.
fn random_playout(seed: u8, entries: usize, mut seen: impl FnMut(&State, &str, &[Event], &Draws)) -> State {
    let (state, draws, _) = begin(if seed.is_multiple_of(2) { "{}" } else { r#"{"dice":"2d6"}"# }, seed);
    let mut luck = self::draws(seed ^ 0x55);
    let choose = |state: &State, seat| {
        let legal = state.legal(seat);
        let goes_on = |a: &&Action| !matches!(a, Action::End | Action::Nuke(_));
        let lively: Vec<&Action> = legal.iter().filter(goes_on).collect();
        let after = |action: &Action| {
            let mut after = state.clone();
            let _ = after.apply(By::Seat(seat), *action, &mut self::draws(0));
            best_symbol(&after, seat)
        };
        match luck.below(12) {
            0 => legal[luck.below(legal.len() as u64) as usize],
            n => match lively.iter().find(|action| n > 6 && after(action) > best_symbol(state, seat)) {
                Some(action) => **action,
                None if lively.is_empty() => Action::End,
                None => *lively[luck.below(lively.len() as u64) as usize],
            },
        }
    };
    testing::playout::<Trice>((state, draws), entries, choose, |state, action, events, draws| {
        check_invariants(state);
        seen(state, &action.to_string(), events, draws);
    })
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
            if state.phase == Stage::Over {
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
            ended += usize::from(state.phase == Stage::Over);
            number += 1;
            // This tries everything that can be written, in some positions and whenever a nuke is possible.
            if number % 40 == 0 || state.nuke_targets().is_ok() {
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
                testing::assert_listed::<Trice>(state, state.turn, draws, &writings);
            }
        });
    }
}

#[test]
fn a_log_folds_to_the_same_state_again() {
    for seed in 0..5 {
        let mut log = Vec::new();
        let end = random_playout(seed, 200, |_, action, events, _| {
            log.push((action.to_owned(), events.to_vec()));
        });
        let dice = if seed % 2 == 0 { Dice::ThreeD4 } else { Dice::TwoD6 };
        let (setup, seed) = (Setup { dice, first: None }, Seed::from([seed; 32]));
        testing::assert_folds::<Trice>(&setup, Some(&seed), &log, &["nuke 1-1 9-9"], &end);
    }
}

#[test]
fn every_event_has_words() {
    let names = testing::names(3);
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..10 {
        random_playout(seed, 300, |state, _, events, _| {
            testing::assert_told::<Trice>(events, &names, &mut kinds);
            assert!(Trice::observe(state, Viewer::Public).diagram(&names).lines().count() == 12);
        });
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

/// Returns the number of sequences of this many entries according to the independent implementation. Each branch has
/// its own copy of the draws.
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
    // The start by hand: roll; then +S +M +L, three free ones or end; then, since the roll pays for it, one step off
    // the Eye Space or end, and after an end the next roll: 1, 7, 6 · 2 + 1.
    for (state, counts) in [
        (start, [1, 7, 13]),
        (position(middle, 1, Some(5)), [35, 294, 1472]),
        (position(crowded, 3, None), [1, 9, 54]),
        (position(late, 2, Some(9)), [51, 509, 3654]),
    ] {
        assert_eq!(
            [1, 2, 3].map(|depth| testing::count_sequences::<Trice>(&state, &draws(7), depth)),
            counts
        );
        let naive = Naive::at(&state);
        assert_eq!([1, 2].map(|depth| naive_perft(&naive, &draws(7), depth, &writings)), counts[..2]);
    }
}

#[test]
fn pictures_are_drawn_for_every_state() {
    let names = Names::new(vec!["Ann".into(), "\u{5b89}".into()]);
    for seed in 0..3 {
        random_playout(seed, 120, |state, _, _, _| {
            testing::assert_on_card(&testing::picture::<Trice>(state, &names));
        });
    }
}
