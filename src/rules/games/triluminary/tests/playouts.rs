//! Whole random matches: what holds in all of them, that a second implementation agrees, and how many sequences of actions there
//! are.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::state::Pyramid;
use super::super::*;
use super::naive::{Naive, spaces};
use super::{ONE, TWO, draws, position};
use crate::games::{Size, Stash, testing};
use crate::grid::{Hex, HexDirection};

/// Checks what holds in every state.
fn check_invariants(state: &State) {
    let mut stashes = [state.supply(ONE), state.supply(TWO), state.influence()];
    for (_, pyramid) in state.pyramids() {
        match pyramid {
            Pyramid::Influence(size) => stashes[2].put(size),
            Pyramid::Piece(piece) => stashes[usize::from(piece.seat.number()) - 1].put(piece.size),
        }
    }
    for size in Size::ALL {
        for _ in 0..state.captured(ONE)[size] + state.captured(TWO)[size] {
            stashes[2].put(size);
        }
    }
    assert_eq!(stashes, [Stash::FULL; 3], "pyramids are on the board, in a supply or captured");
    assert_eq!(state.asked().is_none(), matches!(state.phase, Stage::Over(_)));
    for seat in [ONE, TWO] {
        assert_eq!(state.castes(seat).count() == 2, state.phase == Stage::Over(Winner::Seat(seat)));
    }
    if state.phase == Stage::Push {
        assert!(state.chains(4).is_empty(), "no capture is left over");
    }
}

/// Plays random legal actions, the best of six so that captures are made; every fourth seed plays any.
fn random_playout(seed: u8, entries: usize, mut seen: impl FnMut(&State, &str, &[Event])) -> State {
    let mut luck = draws(seed);
    let choose = |state: &State, seat| {
        let count = state.legal_count(seat) as u64;
        let score = |action| {
            let mut after = state.clone();
            after.apply(By::Seat(seat), action).unwrap();
            20 * (after.captured(ONE).total() + after.captured(TWO).total()) as usize
                + after.chains(3).len() * 3
                + after.chains(2).len()
        };
        let tries = if seed.is_multiple_of(4) { 1 } else { 6 };
        let actions = (0..tries).map(|_| state.nth_legal(seat, luck.below(count) as usize).unwrap());
        actions.min_by_key(|action| Reverse(score(*action))).unwrap()
    };
    testing::playout::<Triluminary>(
        (State::begin(), draws(1)),
        entries,
        choose,
        |state, action, events, _| {
            check_invariants(state);
            seen(state, &action.to_string(), events);
        },
    )
}

#[test]
fn two_thousand_random_matches_keep_the_invariants() {
    let (mut entries, mut captures, mut over) = (0, 0, 0);
    let mut luck = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        let mut state = State::begin();
        for number in 0..300 {
            let Some(seat) = state.asked() else { break };
            let by = By::Seat(seat);
            // Counting all actions takes a long time, so usually any push that could be legal is tried.
            let is_pushed = number % 32 != 0 && state.phase == Stage::Push && {
                let (entry, way) = luck.choice(Hex::ENTRIES).copied().unwrap();
                let size = luck.choice(Size::ALL).unwrap();
                let (distance, points) = (luck.u8(1..=size.pips()), luck.choice(HexDirection::ALL).unwrap());
                let push = Push { size, entry, way, distance, points, rotation: None };
                state.apply(by, Action::Push(push)).is_ok()
            };
            if !is_pushed {
                let count = state.legal_count(seat);
                let action = state.nth_legal(seat, luck.usize(..count)).unwrap();
                state.apply(by, action).unwrap();
            }
            entries += 1;
            if number % 50 == 49 {
                check_invariants(&state);
            }
        }
        check_invariants(&state);
        captures += state.captured(ONE).total() + state.captured(TWO).total();
        over += u32::from(matches!(state.phase, Stage::Over(_)));
    }
    assert!(entries > 50_000 && captures > 100 && over > 100, "{entries} {captures} {over}");
}

/// What matches have shown that are compared with a second implementation, so that nothing is compared with nothing.
#[derive(Debug, Default)]
struct Compared {
    captures: u32,
    choices: u32,
    ends: u32,
    /// The legal pushes among the random ones that also turn a piece.
    rotations: u32,
}

/// Checks that both implementations allow the same actions, except those that turn a piece. Returns the others that are legal.
fn assert_same_actions(state: &State, naive: &Naive, writings: &[String]) -> (Vec<String>, BTreeSet<String>) {
    let seat = state.asked().unwrap();
    let legal: BTreeSet<String> = state.legal(seat).iter().map(ToString::to_string).collect();
    assert_eq!(legal.len(), state.legal_count(seat), "each once");
    let plain: Vec<String> = legal.iter().filter(|a| !a.contains('^') || !a.contains(' ')).cloned().collect();
    let mut expected: Vec<String> =
        writings.iter().filter(|text| naive.play(text).is_some()).cloned().collect();
    expected.sort_unstable();
    assert_eq!(plain, expected);
    (plain, legal)
}

#[test]
fn a_second_reading_of_the_rules_agrees() {
    let writings = Naive::writings();
    let rotations: Vec<String> =
        spaces().iter().flat_map(|space| HexDirection::ALL.map(|d| format!(" {space}^{d}"))).collect();
    let mut luck = draws(99);
    let mut compared = Compared::default();
    for seed in 0..10 {
        let mut naive = Naive::at(&State::begin());
        let mut number = 0u64;
        let last = random_playout(seed, 130, |state, action, _| {
            naive = naive.play(action).expect(action);
            assert_eq!(serde_json::to_value(state).unwrap(), naive.json(), "{action}");
            let is_capture = state.phase == Stage::Capture;
            compared.choices += u32::from(is_capture);
            number += 1;
            // Trying everything that can be written takes a long time.
            let is_sampled = number == 20 * (1 + u64::from(seed) % 7);
            if state.asked().is_none() || !(is_sampled || is_capture && compared.choices < 4) {
                return;
            }
            let (plain, legal) = assert_same_actions(state, &naive, &writings);
            if state.phase != Stage::Push {
                return;
            }
            for _ in 0..500 {
                let push = &plain[luck.below(plain.len() as u64) as usize];
                let text = format!("{push}{}", rotations[luck.below(rotations.len() as u64) as usize]);
                compared.rotations += u32::from(legal.contains(&text));
                assert_eq!(naive.play(&text).is_some(), legal.contains(&text), "{text}");
            }
        });
        compared.captures += last.captured(ONE).total() + last.captured(TWO).total();
        compared.ends += u32::from(matches!(last.phase, Stage::Over(_)));
    }
    let Compared { captures, choices, ends, rotations } = compared;
    assert!(captures > 20 && choices > 2 && ends > 2 && rotations > 10, "{compared:?}");
}

#[test]
fn legal_is_exactly_what_is_accepted_and_each_can_be_picked() {
    for seed in 40..44 {
        let mut number = 0;
        random_playout(seed, 120, |state, _, _| {
            number += 1;
            if number % 40 != 0 {
                return;
            }
            for seat in [ONE, TWO] {
                let legal = state.legal(seat);
                assert_eq!(legal.len(), state.legal_count(seat));
                for (i, &action) in legal.iter().enumerate() {
                    if i % 19 == 0 {
                        assert_eq!(state.nth_legal(seat, i), Some(action));
                        state.clone().apply(By::Seat(seat), action).unwrap();
                    }
                }
                assert_eq!(state.nth_legal(seat, legal.len()), None);
            }
        });
    }
}

#[test]
fn a_log_folds_to_the_same_state_again() {
    for seed in 0..6 {
        let mut log = Vec::new();
        let end = random_playout(seed, 120, |_, action, events| {
            log.push((action.to_owned(), events.to_vec()));
        });
        let wrong = ["place a9", "capture a1 from a1", "Sd4N1^N", "Ld1N3^N d3^N"];
        testing::assert_folds::<Triluminary>(&Setup {}, None, &log, &wrong, &end);
    }
}

#[test]
fn every_event_has_words() {
    let names = testing::names(2);
    let mut kinds = BTreeSet::new();
    for seed in 0..8 {
        random_playout(seed, 150, |state, _, events| {
            testing::assert_told::<Triluminary>(events, &names, &mut kinds);
            assert_eq!(Triluminary::observe(state, Viewer::Public).diagram(&names).lines().count(), 17);
        });
    }
    assert!(kinds.len() >= 9, "{kinds:?}");
}

/// Counts the sequences of this many actions.
fn perft(state: &State, depth: u32) -> usize {
    let Some(seat) = state.asked() else { return 0 };
    if depth == 1 {
        return state.legal_count(seat);
    }
    let next = |action| {
        let mut state = state.clone();
        state.apply(By::Seat(seat), action).unwrap();
        perft(&state, depth - 1)
    };
    state.legal(seat).into_iter().map(next).sum()
}

/// Counts sequences from the start, using only large pieces that point N. While there can be no chain and no size runs
/// out, each of these represents six directions, all sizes that move far enough, and five turns of each pushed piece of
/// the same player.
fn perft_by_pushes(state: &State, depth: u32) -> usize {
    let seat = state.asked().unwrap();
    if depth == 1 {
        return state.legal_count(seat);
    }
    let mut count = 0;
    for action in state.legal(seat) {
        let Action::Push(push) = action else { continue };
        if (push.size, push.points, push.rotation) != (Size::Large, HexDirection::N, None) {
            continue;
        }
        let mut state = state.clone();
        let events = state.apply(By::Seat(seat), action).unwrap();
        let Event::Pushed { pushed, .. } = &events[0] else { continue };
        let own = |pyramid: &Pyramid| pyramid.piece().is_some_and(|piece| piece.seat == seat);
        let turns = 1 + 5 * pushed.iter().filter(|(_, pyramid)| own(pyramid)).count();
        count += usize::from(4 - push.distance) * 6 * turns * perft_by_pushes(&state, depth - 1);
    }
    count
}

#[test]
fn sequences_are_counted() {
    let start = State::begin();
    assert_eq!([1, 2].map(|depth| perft(&start, depth)), [1440, 2_065_824]);
    assert_eq!([1, 2].map(|depth| perft_by_pushes(&start, depth)), [1440, 2_065_824]);
    assert_eq!(perft_by_pushes(&start, 3), 3_735_743_328);
}

/// A position with few pyramids.
const OPEN: &str = "a1 *S, a4 *M, d1 *L, d7 *L, g1 *M, g4 *S, d4 1M^NE, c4 2S^S, e3 1L^NW, b2 2L^SE";
/// A position in which a push can make several captures.
const CHOICE: &str =
    "a1 2S^N, a2 2S^NE, b3 2M^NE, c4 2L^NE, d6 *M, g4 1S^S, g3 1S^SW, f3 1M^SW, e3 1L^SW, d1 *L";
/// A position with many pyramids.
const CROWDED: &str = "a1 1S^N, a2 1S^NE, b1 *S, b3 2M^NE, c1 1L^S, c3 *M, d1 2S^N, d2 1M^N, d3 2L^NE, d4 1L^SW, d7 *L, e1 2M^NW, e4 1S^S, f2 *M, f5 2S^S, g1 1M^NW, g2 2L^N, g4 *S";

#[test]
fn sequences_from_the_middle_are_counted() {
    let middles = [(OPEN, 1), (CHOICE, 2), (CROWDED, 1)].map(|(pyramids, turn)| position(pyramids, turn));
    let counts = middles.each_ref().map(|state| [1, 2].map(|depth| perft(state, depth)));
    assert_eq!(counts, [[1908, 3_844_080], [3126, 9_699_699], [4716, 19_593_922]]);
}

#[test]
fn pictures_are_drawn_for_every_state() {
    let names = Names::new(vec!["Ann".into(), "\u{5b89}".into()]);
    for seed in 0..3 {
        random_playout(seed, 120, |state, _, _| {
            testing::assert_on_card(&testing::picture::<Triluminary>(state, &names));
        });
    }
}
