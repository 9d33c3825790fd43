//! Random matches: what holds in all of them, and how many sequences of actions there are.

use std::collections::BTreeSet;

use super::naive::Naive;
use super::*;
use crate::games::testing::{any_action, playout};

/// Returns everything that can be written.
fn all_actions() -> Vec<Action> {
    let mut all = vec![Action::End, Action::No];
    all.extend(Size::ALL.map(Action::Place));
    all.extend((1..=33).flat_map(|height| [Action::Sword(height), Action::Shield(height)]));
    all.extend(Place::all().map(Action::Fight));
    all.extend(Place::all().flat_map(|from| Place::all().map(move |to| Action::Move { from, to })));
    all
}

/// Returns the start of a match of 3 to 6 players.
fn start(number: u64) -> (State, Draws) {
    (State::begin(&Setup { players: 3 + (number % 4) as u8 }).unwrap(), draws(number as u8))
}

/// Plays a random match, and calls `look` with each position.
fn random_match(number: u64, mut look: impl FnMut(&State, &Draws)) -> State {
    let (state, draws) = start(number);
    look(&state, &draws);
    playout::<Triforce>((state, draws), 300, any_action::<Triforce>(number), |state, _, _, draws| {
        look(state, draws);
    })
}

fn assert_conserved(state: &State) {
    let count_if = |wanted: &dyn Fn(Piece) -> bool| {
        state.stacks.iter().flat_map(Stack::pieces).filter(|&&piece| wanted(piece)).count()
    };
    let count = |wanted: Piece| count_if(&|piece| piece == wanted);
    for size in Size::ALL {
        for seat in state.seats() {
            let off = state.supply(seat).unwrap()[size];
            assert_eq!(count(Piece::Of(seat, size)) + usize::from(off), 5);
        }
        assert_eq!(count(Piece::Sword(size)) + usize::from(state.swords[size]), 5);
        let shields = count_if(&|piece| matches!(piece, Piece::Shield(of) if of == size));
        assert_eq!(shields + usize::from(state.shields[size]), 5);
    }
    for stack in &state.stacks {
        assert!(stack.pieces().len() <= 20);
        let arms = |wanted: fn(&&Piece) -> bool| stack.pieces().iter().filter(wanted).count();
        assert!(arms(|piece| matches!(piece, Piece::Sword(_))) <= 1);
        assert!(arms(|piece| matches!(piece, Piece::Shield(..))) <= 1);
    }
}

#[test]
fn pieces_are_conserved_and_no_stack_is_too_high() {
    for number in 0..60 {
        random_match(number, |state, _| assert_conserved(state));
    }
}

#[test]
fn two_thousand_random_matches_end_or_can_go_on() {
    let mut over = 0;
    for number in 0..2000 {
        let end = random_match(number, |_, _| {});
        assert_conserved(&end);
        assert_eq!(Triforce::outcome(&end).is_some(), end.asked().is_none());
        over += usize::from(end.asked().is_none());
    }
    assert!((1..2000).contains(&over), "some end, some are cut off: {over}");
}

#[test]
fn an_action_is_accepted_if_and_only_if_it_is_listed() {
    let all = all_actions();
    for number in 100..112 {
        let mut turn = 0;
        random_match(number, |state, draws| {
            turn += 1;
            if turn % 3 != 0 {
                return;
            }
            for seat in state.seats() {
                assert!(state.legal(seat).iter().all(|action| all.contains(action)));
                testing::assert_listed::<Triforce>(state, seat, draws, &all);
            }
        });
    }
}

#[test]
fn the_second_implementation_agrees_on_every_position() {
    for number in 200..230 {
        let (state, draws) = start(number);
        let (mut naive, mut naive_draws) = (Naive::new(state.players()), draws.clone());
        assert_eq!((json(&state), legal(&state)), (naive.state(), naive.legal()));
        let mut entry = 0;
        playout::<Triforce>(
            (state, draws),
            300,
            any_action::<Triforce>(number),
            |state, action, _, draws| {
                naive.apply(&action.to_string(), &mut naive_draws);
                assert_eq!(draws.taken(), naive_draws.taken());
                assert_eq!(legal(state), naive.legal(), "{state:?}");
                entry += 1;
                // The naive search for paths is slow, so supplies and pinned seats are only compared occasionally.
                if entry % 4 == 0 || state.asked().is_none() {
                    assert_eq!(json(state), naive.state());
                }
            },
        );
    }
}

#[test]
fn a_match_is_the_fold_of_its_log() {
    for number in 300..310 {
        let mut log = Vec::new();
        let end = playout::<Triforce>(
            start(number),
            300,
            any_action::<Triforce>(number),
            |_, action, events, _| {
                log.push((action.to_string(), events.to_vec()));
            },
        );
        let (setup, seed) = (Setup { players: 3 + (number % 4) as u8 }, Seed::from([number as u8; 32]));
        testing::assert_folds::<Triforce>(&setup, Some(&seed), &log, &["sword 0", "a1>a1"], &end);
    }
}

#[test]
fn every_event_has_its_sentence_and_every_state_its_words() {
    let (names, mut kinds) = (testing::names(6), BTreeSet::new());
    for number in 400..404 {
        let start = (State::begin(&Setup { players: 6 }).unwrap(), draws(number as u8));
        playout::<Triforce>(start, 200, any_action::<Triforce>(number), |state, _, events, _| {
            testing::assert_told::<Triforce>(events, &names, &mut kinds);
            assert!(Triforce::observe(state, Viewer::Public).diagram(&names).contains("a1@1(S)"));
            assert_eq!(Triforce::observe(state, Viewer::Seat(seat(1))).facts(&names).len(), 4);
            assert_eq!(Triforce::outcome(state).is_some(), state.asked().is_none());
        });
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

fn count_naively(naive: &Naive, draws: &Draws, length: u32) -> usize {
    let legal = naive.legal();
    if length == 1 {
        return legal.len();
    }
    let after = |action: &String| {
        let (mut naive, mut draws) = (naive.clone(), draws.clone());
        naive.apply(action, &mut draws);
        count_naively(&naive, &draws, length - 1)
    };
    legal.iter().map(after).sum()
}

#[test]
fn sequences_are_as_many_as_they_were() {
    let count = testing::count_sequences::<Triforce>;
    let counts = |state: &State| [1, 2, 3].map(|length| count(state, &draws(7), length));
    // By hand: seat 1 can only place a small piece (a1 is small). Then a medium or a large one, or end: no
    // neighbour of a1 is small. After the medium one: small, large, b1, end; after the large one: small,
    // medium, b2, end; after end: seat 2's medium. 1, 3, 4 + 4 + 1.
    assert_eq!(counts(&position(3, 1, "")), [1, 3, 9]);
    assert_eq!(counts(&position(6, 1, "")), [1, 3, 9]);
    let open = position(3, 1, "a1 1S 1M; b1 2M; c2 3S; d1 1S 2L; e1 2M 2S; e4 3M 1L; d3 XL 1S");
    let fight = position(4, 2, "a1 1S 3M 2L; b2 1L 4S 2M; e1 2M 3S 2L; c1 4L 1M 4S; d2 XM 2L");
    let late = position(
        6,
        5,
        "a1 1S 2M 5S; b1 1M 5L; b2 2L; c1 4L 6M; c2 5S; c3 5M 4L; d2 2M XL; d4 3S 5M; e1 2M OS; e3 6S 6M",
    );
    assert_eq!([&open, &fight, &late].map(counts), [[12, 161, 2309], [11, 142, 1860], [34, 1077, 32139]]);
    // The second implementation is a second way of counting.
    for state in [&open, &fight, &late] {
        assert_eq!(count_naively(&Naive::of(state), &draws(7), 3), count(state, &draws(7), 3));
    }
}
