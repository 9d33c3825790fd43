//! Random matches: what holds in all of them, and how many ways there are.

use fastrand::Rng;

use super::naive::Naive;
use super::*;
use crate::games::{Audience, RefusalKind, Session};

/// Returns everything that can be written.
fn all_actions() -> Vec<Action> {
    let mut all = vec![Action::End, Action::No];
    all.extend(Size::ALL.map(Action::Place));
    all.extend((1..=33).flat_map(|height| [Action::Sword(height), Action::Shield(height)]));
    all.extend(Place::all().map(Action::Fight));
    all.extend(Place::all().flat_map(|from| Place::all().map(move |to| Action::Move { from, to })));
    all
}

/// Plays a random match, with a look at each position.
fn random_match(players: u8, number: u64, mut look: impl FnMut(&State, &Draws)) -> State {
    let mut chance = Rng::with_seed(number);
    let (mut state, mut draws) = (State::begin(&Setup { players }).unwrap(), draws(number as u8));
    for _ in 0..300 {
        look(&state, &draws);
        let Some(seat) = state.asked() else { break };
        let legal = state.legal(seat);
        assert!(!legal.is_empty(), "whoever is asked can answer");
        let action = legal[chance.usize(..legal.len())];
        state.apply(By::Seat(seat), action, &mut draws).unwrap();
    }
    look(&state, &draws);
    state
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
        random_match(3 + (number % 4) as u8, number, |state, _| assert_conserved(state));
    }
}

#[test]
fn two_thousand_random_matches_end_or_can_go_on() {
    let mut over = 0;
    for number in 0..2000 {
        let end = random_match(3 + (number % 4) as u8, number, |_, _| {});
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
        random_match(3 + (number % 4) as u8, number, |state, draws| {
            turn += 1;
            if turn % 3 != 0 {
                return;
            }
            for seat in state.seats() {
                let legal = state.legal(seat);
                assert!(legal.iter().all(|action| all.contains(action)));
                for action in &all {
                    let (mut after, mut draws) = (state.clone(), draws.clone());
                    let applied = after.apply(By::Seat(seat), *action, &mut draws);
                    let listed = legal.iter().filter(|&listed| listed == action).count();
                    assert_eq!(usize::from(applied.is_ok()), listed, "{action} by {seat} on {state:?}");
                    if let Err(refusal) = applied {
                        assert_eq!(&after, state, "a refused entry changes nothing");
                        assert!(refusal.sentence.ends_with('.') && refusal.kind != RefusalKind::Unreadable);
                    }
                }
            }
        });
    }
}

#[test]
fn the_second_implementation_agrees_on_every_position() {
    for number in 200..230 {
        let players = 3 + (number % 4) as u8;
        let mut chance = Rng::with_seed(number);
        let (mut state, mut draws) = (State::begin(&Setup { players }).unwrap(), draws(number as u8));
        let (mut naive, mut naive_draws) = (Naive::new(players.into()), draws.clone());
        for entry in 0..300 {
            assert_eq!(legal(&state), naive.legal(), "{state:?}");
            // The naive search for paths is slow, so supplies and pinned seats are only compared now and then.
            if entry % 4 == 0 || state.asked().is_none() {
                assert_eq!(serde_json::to_value(&state).unwrap(), naive.state());
            }
            let Some(seat) = state.asked() else { break };
            let actions = state.legal(seat);
            let action = actions[chance.usize(..actions.len())];
            state.apply(By::Seat(seat), action, &mut draws).unwrap();
            naive.apply(&action.to_string(), &mut naive_draws);
            assert_eq!(draws.taken(), naive_draws.taken());
        }
    }
}

#[test]
fn a_match_is_the_fold_of_its_log() {
    for number in 300..310 {
        let setup = Setup { players: 3 + (number % 4) as u8 };
        let seed = Seed::from([number as u8; 32]);
        let (mut first, _) = Session::<Triforce>::begin(&setup, Some(&seed)).unwrap();
        let (mut chance, mut log) = (Rng::with_seed(number), Vec::new());
        for _ in 0..300 {
            let Some(seat) = first.state().asked() else { break };
            let actions = first.state().legal(seat);
            let action = actions[chance.usize(..actions.len())];
            let events = first.play(By::Seat(seat), &action).unwrap();
            log.push((seat, action, events));
        }
        let (mut second, _) = Session::<Triforce>::begin(&setup, Some(&seed)).unwrap();
        for (seat, action, events) in log {
            // Refused entries between them do not matter.
            assert!(second.play(By::Host, &action).is_err());
            assert_eq!(second.play(By::Seat(seat), &action).unwrap(), events);
        }
        assert_eq!(first.state(), second.state());
    }
}

#[test]
fn every_event_has_its_sentence_and_every_state_its_words() {
    let names = Names::new(["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"].map(str::to_owned).to_vec());
    for number in 400..404 {
        let (mut chance, mut draws) = (Rng::with_seed(number), draws(number as u8));
        let mut state = State::begin(&Setup { players: 6 }).unwrap();
        for _ in 0..200 {
            let Some(seat) = state.asked() else { break };
            let actions = state.legal(seat);
            let action = actions[chance.usize(..actions.len())];
            for event in state.apply(By::Seat(seat), action, &mut draws).unwrap() {
                let sentence = Triforce::narrate(&event, &names).text;
                assert!(sentence.ends_with('.') && !sentence.contains("Seat"), "{sentence}");
                assert_eq!(Triforce::narrate(&event, &names).audience, Audience::All);
            }
            assert!(Triforce::observe(&state, Viewer::Public).diagram(&names).contains("a1@1(S)"));
            assert_eq!(Triforce::observe(&state, Viewer::Seat(seat)).facts(&names).len(), 4);
            assert_eq!(Triforce::outcome(&state).is_some(), state.asked().is_none());
        }
    }
}

/// Returns the number of sequences with this many actions. The seed decides the dice.
fn count(state: &State, draws: &Draws, length: u32) -> usize {
    let Some(seat) = state.asked().filter(|_| length > 0) else { return usize::from(length == 0) };
    let legal = state.legal(seat);
    if length == 1 {
        return legal.len();
    }
    let after = |action: Action| {
        let (mut state, mut draws) = (state.clone(), draws.clone());
        state.apply(By::Seat(seat), action, &mut draws).unwrap();
        count(&state, &draws, length - 1)
    };
    legal.into_iter().map(after).sum()
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
    // A second way of counting: the second implementation.
    for state in [&open, &fight, &late] {
        assert_eq!(count_naively(&Naive::of(state), &draws(7), 3), count(state, &draws(7), 3));
    }
}
