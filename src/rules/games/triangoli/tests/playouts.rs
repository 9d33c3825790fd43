//! Random matches: what holds in all of them, and how many sequences of actions there are.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::naive::Naive;
use super::*;
use crate::games::RefusalKind;
use crate::games::testing::{any_action, draws, playout};

/// Plays a random match to its end, and calls `look` with each position.
fn random_match(number: u64, mut look: impl FnMut(&State)) -> State {
    let start = State::begin();
    look(&start);
    // Each turn fills a triangle, so no match is longer than 26 entries.
    let end =
        playout::<Triangoli>((start, draws(1)), 26, any_action::<Triangoli>(number), |state, _, _, _| {
            look(state);
        });
    assert_eq!(end.asked(), None);
    end
}

#[test]
fn two_thousand_random_matches_conserve_cylinders_and_end() {
    for number in 0..2000 {
        random_match(number, |state| {
            for i in 0..2 {
                let on_board: u8 = state.cylinders.iter().map(|cell| cell[i]).sum();
                assert_eq!(on_board + state.reserve[i], State::CYLINDERS);
            }
            assert_eq!(Triangoli::outcome(state).is_some(), state.asked().is_none());
        });
    }
}

#[test]
fn the_second_implementation_agrees_on_every_position() {
    for number in 1000..1015 {
        let (start, mut naive) = (State::begin(), Naive::new());
        assert_eq!((json(&start), legal(&start)), (naive.state(), naive.legal()));
        playout::<Triangoli>(
            (start, draws(1)),
            26,
            any_action::<Triangoli>(number),
            |state, action, _, _| {
                naive.apply(&action.to_string());
                assert_eq!((json(state), legal(state)), (naive.state(), naive.legal()), "{state:?}");
            },
        );
    }
}

/// Returns turns that a seat could write, legal or not: to every intersection, filling every triangle near it, with
/// every exchange of up to three cylinders there and one far away.
fn turns_around(state: &State, seat: Seat, chance: &mut Rng) -> Vec<Action> {
    let corners = &hexagon().corners;
    let mut actions: Vec<Action> = corners.all().map(Action::Start).collect();
    let Some(from) = Side::of(seat).and_then(|side| state.pawns[side as usize]) else { return actions };
    for to in corners.all() {
        let near = corners.touching(to);
        let far = hexagon().board.cell(chance.usize(..Hexagon::CELLS)).unwrap();
        let cells: BTreeSet<Cell> = near.iter().copied().chain([far]).collect();
        let mut exchanges: Vec<Exchange> = vec![Exchange::none()];
        let mut grown = 0;
        while grown < exchanges.len() {
            let exchange = exchanges[grown];
            grown += 1;
            let last = exchange.parts().last().map(|part| part.0);
            for &cell in cells.iter().filter(|&&cell| last.is_none_or(|last| cell > last)) {
                for count in 1..=3 - exchange.total() {
                    let mut longer = exchange;
                    longer.push(cell, count);
                    exchanges.push(longer);
                }
            }
        }
        for &fill in &cells {
            actions.extend(exchanges.iter().map(|&exchange| Action::Turn(Turn { from, to, fill, exchange })));
        }
    }
    actions
}

/// Plays an action of a seat, and returns it in canonical notation if it was accepted. R4: an exchange that was left out is filled
/// in.
fn accepted(state: &State, seat: Seat, action: Action) -> Option<String> {
    let mut after = state.clone();
    match after.apply(By::Seat(seat), action) {
        Ok(_) => {
            let (_, canonical) = after.last.unwrap();
            let is_left_out = matches!(action, Action::Turn(turn) if turn.exchange.is_none());
            assert!(canonical == action || is_left_out, "{action} on {state:?}");
            Some(canonical.to_string())
        }
        Err(refusal) => {
            assert_eq!(&after, state, "a refused entry changes nothing");
            assert!(refusal.sentence.ends_with('.'));
            assert_ne!(refusal.kind, RefusalKind::Unreadable);
            None
        }
    }
}

#[test]
fn an_action_is_accepted_if_and_only_if_it_is_listed() {
    let mut chance = Rng::with_seed(5);
    for number in 2000..2004 {
        let mut entry = 0;
        random_match(number, |state| {
            entry += 1;
            if entry % 3 != 1 {
                return;
            }
            for seat in Seat::all(2) {
                let legal: BTreeSet<String> = state.legal(seat).iter().map(Action::to_string).collect();
                // There are many turns, so of those that are not listed a sample is enough.
                let mut actions = turns_around(state, seat, &mut chance);
                actions.retain(|action| chance.usize(..3) == 0 || legal.contains(&action.to_string()));
                let accepted: BTreeSet<String> =
                    actions.into_iter().filter_map(|action| accepted(state, seat, action)).collect();
                assert_eq!(accepted, legal, "{state:?}");
            }
        });
    }
}

#[test]
fn an_exchange_left_out_is_accepted_exactly_where_there_is_one_way() {
    for number in 3000..3020 {
        random_match(number, |state| {
            let Some(seat) = state.asked().filter(|_| state.phase == Stage::Turn) else { return };
            let legal = state.legal(seat);
            for action in &legal {
                let Action::Turn(turn) = action else { panic!("no start in a turn") };
                let bare = Turn { exchange: Exchange::none(), ..*turn };
                let same = |other: &&Action| matches!(other, Action::Turn(t) if Turn { exchange: bare.exchange, ..*t } == bare);
                let ways = legal.iter().filter(same).count();
                let applied = state.clone().apply(By::Seat(seat), Action::Turn(bare));
                assert_eq!(applied.is_ok(), ways == 1);
            }
        });
    }
}

#[test]
fn a_match_is_the_fold_of_its_log() {
    for number in 4000..4010 {
        let mut log = Vec::new();
        let start = (State::begin(), draws(1));
        let end = playout::<Triangoli>(start, 26, any_action::<Triangoli>(number), |_, action, events, _| {
            log.push((action.to_string(), events.to_vec()));
        });
        testing::assert_folds::<Triangoli>(&Setup {}, None, &log, &["nonsense"], &end);
    }
}

#[test]
fn every_event_has_its_sentence_and_every_state_its_words() {
    let (names, mut kinds) = (testing::names(2), BTreeSet::new());
    for number in 5000..5010 {
        let start = (State::begin(), draws(1));
        playout::<Triangoli>(start, 26, any_action::<Triangoli>(number), |state, _, events, _| {
            testing::assert_told::<Triangoli>(events, &names, &mut kinds);
            assert!(Triangoli::observe(state, Viewer::Public).diagram(&names).contains("sectors"));
        });
    }
    assert!(kinds.len() >= 6, "{kinds:?}");
}

fn count_naively(naive: &Naive, length: u32) -> usize {
    let legal = naive.legal();
    if length == 1 {
        return legal.len();
    }
    let after = |action: &String| {
        let mut naive = naive.clone();
        naive.apply(action);
        count_naively(&naive, length - 1)
    };
    legal.iter().map(after).sum()
}

#[test]
fn sequences_are_as_many_as_they_were() {
    let count = |state: &State, length| testing::count_sequences::<Triangoli>(state, &draws(1), length);
    let counts = |state: &State| [1, 2, 3].map(|length| count(state, length));
    // There are 19 intersections, then 18 others. The first turn fills any triangle around any destination that the
    // other pawn does not block; there is nothing to exchange.
    let corners = &hexagon().corners;
    let mut third = 0;
    for pawn in corners.all() {
        for line in hexagon().lines(pawn) {
            for (i, &end) in line.iter().enumerate() {
                // The other pawn may be anywhere except on the pawn and on its path.
                third += (19 - 1 - (i + 1)) * corners.touching(end).len();
            }
        }
    }
    assert_eq!(counts(&State::begin()), [19, 19 * 18, third]);
    let early = position(1, ["c3", "b2"], "1-2:0/2 2-4:1/0");
    let middle = position(2, ["b3", "d2"], "1-2:2/1 1-5:0/3 2-4:1/1 2-6:1/0 3-2:2/0 3-4:0/2 4-2:3/0 4-4:1/2");
    let late = position(
        1,
        ["c4", "c2"],
        "1-1:1/1 1-2:2/0 1-4:0/2 1-5:1/1 2-1:1/0 2-3:0/2 2-4:1/0 2-6:0/1 3-1:0/1 3-3:1/1 3-4:1/0 3-6:1/1 4-2:1/0 4-4:0/2",
    );
    assert_eq!(counts(&early), [39, 1273, 34854]);
    assert_eq!(counts(&middle), [24, 807, 21204]);
    assert_eq!(counts(&late), [24, 722, 13966]);
    // The second implementation is a second way of counting.
    for state in [&early, &middle, &late] {
        assert_eq!(count_naively(&Naive::of(state), 1), count(state, 1));
    }
    assert_eq!(count_naively(&Naive::of(&late), 2), count(&late, 2));
}
