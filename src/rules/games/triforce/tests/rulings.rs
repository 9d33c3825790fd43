//! The rulings on turns and on winning, and what else the rules say.

use super::*;

#[test]
fn tf_r01_sizes_repeat_along_rows_and_down_columns() {
    let rows: Vec<String> = (0..5)
        .map(|row| Place::all().filter(|p| p.row() == row).map(|p| territory(p).letter()).collect())
        .collect();
    assert_eq!(rows, ["S", "ML", "LSM", "SMLS", "MLSML"]);
    for size in Size::ALL {
        assert_eq!(Place::all().filter(|&p| territory(p) == size).count(), 5);
    }
    for place in Place::all() {
        assert!(place.neighbours().iter().all(|other| territory(other) != territory(place)));
    }
}

#[test]
fn tf_r02_seat_one_begins_and_homes_go_clockwise_from_the_top() {
    let homes_of = [(3, "a1 e5 e1"), (4, "a1 c3 e5 e1"), (5, "a1 c3 e5 e3 e1"), (6, "a1 c3 e5 e3 e1 c1")];
    for (players, expected) in homes_of {
        let state = State::begin(&Setup { players }).unwrap();
        assert_eq!((state.asked(), state.turn), (Some(seat(1)), seat(1)));
        let homes: Vec<String> = state.seats().map(|s| state.home(s).unwrap().to_string()).collect();
        assert_eq!(homes.join(" "), expected);
        assert_eq!(state.home(seat(players + 1)), None);
        // Each seat places its pieces there.
        for turn in state.seats() {
            let home = state.home(turn).unwrap();
            let start = position(players, turn.number(), "");
            let after = played(&start, &[&format!("+{}", territory(home))]);
            assert_eq!(after.stack(home).top().and_then(Piece::owner), Some(turn));
        }
    }
}

#[test]
fn tf_r03_a_turn_has_one_to_three_actions() {
    let start = position(3, 1, "");
    assert_eq!(legal(&start), ["+S"]);
    assert!(refused(&start, "end").contains("at least one action"));
    let one = played(&start, &["+S"]);
    assert_eq!(legal(&one), ["+L", "+M", "end"]);
    assert_eq!(played(&one, &["end"]).turn, seat(2));
    let three = played(&one, &["+M", "+S"]);
    assert_eq!((three.turn, three.actions_left), (seat(2), 3));
    assert_eq!(stack(&three, "a1"), "1S 1M 1S");
}

#[test]
fn a_turn_changes_the_stacks() {
    // b1 and d2 are medium. The path between them leads over c2, where the small piece takes any medium piece.
    let start = position(3, 1, "b1 1M; c2 2S");
    let there = played(&start, &["b1>d2"]);
    assert!(legal(&there).contains(&"end".to_owned()));
    let back = played(&there, &["d2>b1"]);
    assert_eq!(back.stacks, start.stacks);
    assert!(refused(&back, "end").contains("change something"));
    assert!(!legal(&back).contains(&"end".to_owned()));
    assert_eq!(legal(&back), legal(&start), "whatever one could do at the start one can do now");
    // The third action may not go over c2 back to b1, which would restore the start.
    let around = played(&start, &["b1>c2", "c2>d2"]);
    assert!(legal(&around).contains(&"end".to_owned()));
    assert!(!legal(&around).contains(&"d2>b1".to_owned()));
    assert!(refused(&around, "d2>b1").contains("start of your turn"));
    assert!(legal(&around).contains(&"d2>c2".to_owned()));
}

#[test]
fn a_turn_may_swap_equal_pieces_only_before_its_last_action() {
    // Two equal pieces may change places; the stacks are what counts, not which piece is which.
    let start = position(3, 1, "b1 1M; c1 2S; c2 2S; d2 1M");
    let first = played(&start, &["b1>c2", "d2>b1"]);
    assert!(legal(&first).contains(&"b1>d2".to_owned()));
    assert!(!legal(&first).contains(&"c2>d2".to_owned()), "the stacks would be those of the start");
    assert!(refused(&first, "c2>d2").contains("start of your turn"));
}

#[test]
fn destinations_are_the_own_size_on_white_and_another_size_on_anything_else() {
    // a1 is small, b1 medium, b2 large.
    let state = position(3, 1, "a1 1S; b1 XM; b2 2L");
    assert_eq!(legal(&state), ["+L", "+M", "a1>b1", "a1>b2", "a1>c2"]);
    assert!(refused(&state, "+S").contains("another size"));
    assert!(refused(&state, "a1>d2").contains("own size"));
    assert!(refused(&state, "b2>a1").contains("your own piece"));
    assert!(refused(&state, "b1>a1").contains("your own piece"), "swords never move");
    assert!(refused(&state, "c1>a1").contains("no piece"));
    assert!(refused(&state, "a1>a1").contains("another stack"));
}

#[test]
fn moves_lead_over_stacks_that_would_take_the_piece() {
    // c2 and d1 are small. From a1, c2 can only be reached over b1 or b2.
    let blocked = position(3, 1, "a1 1S");
    assert!(refused(&blocked, "a1>c2").contains("no way"));
    assert!(!legal(&blocked).iter().any(|action| action.contains('>')));
    let open = position(3, 1, "a1 1S; b1 2M");
    assert!(legal(&open).contains(&"a1>c2".to_owned()));
    let on = position(3, 1, "a1 1S; b1 2M; c1 2L");
    assert!(legal(&on).contains(&"a1>d1".to_owned()), "b1, c1, d1");
    let shut = position(3, 1, "a1 1S; b1 2S; c1 2L");
    assert!(refused(&shut, "a1>d1").contains("no way"));
    for state in [blocked, open, on, shut] {
        let legal = legal(&state);
        assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "each action once");
    }
}

#[test]
fn tf_r08_a_territory_is_held_by_the_piece_directly_on_the_white_pyramid() {
    // Seat 2 is directly on eight white pyramids, and on a sword and on its own shield.
    let eight = "b1 2M; b2 2L; c1 2L; c2 2S; c3 2M; d1 2S; d2 XM 2L; d3 2L 1S; d4 2S; e2 OL 2S; e1 1M";
    let state = played(&position(3, 1, eight), &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::Territories { winner: seat(2), held: 8 }));
    assert_eq!((state.turn, state.asked()), (seat(1), None), "the turn stays at the last mover");
    assert_eq!(json(&state)["winner"], 2);
    // With seven, those on the sword and on the shield do not help.
    let seven = eight.replace("d4 2S; ", "");
    let state = played(&position(3, 1, &seven), &["+S", "end"]);
    assert_eq!((state.phase, state.turn, state.held_by(seat(2))), (Stage::Actions, seat(2), 7));
    // Eight in the middle of a turn are not enough: seat 2 gets them after its turn has begun.
    let seat_two_again = position(3, 2, &seven);
    let state = played(&seat_two_again, &["+L", "end"]);
    assert_eq!((state.phase, state.turn, state.held_by(seat(2))), (Stage::Actions, seat(3), 8));
    for (players, goal) in [(3, 8), (4, 7), (5, 6), (6, 5)] {
        assert_eq!(State::begin(&Setup { players }).unwrap().goal(), goal);
    }
}

#[test]
fn tf_r08_a_pinned_player_wins_too_at_the_start_of_the_passed_turn() {
    // Seat 3 has neither a piece left nor one that can move, but holds eight territories.
    let mut start = position(
        3,
        2,
        "e5 3L 1M; e4 3M 1L; d3 3L 1M; d4 3S 1L; c3 3M 1S; c2 3S 1M; b1 3M 1S; b2 3L 1S; e1 2M; d1 2S",
    );
    start.supply[2] = Stash::FULL;
    for size in Size::ALL {
        for _ in 0..5 {
            start.supply[2].take(size);
        }
    }
    assert_eq!(start.pinned(), [seat(3)]);
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::Territories { winner: seat(3), held: 8 }));
    // With one territory less, the turn is skipped, with an event.
    start.stacks[at("b1").index()] = Stack::EMPTY;
    start.before = start.stacks;
    let (mut state, mut draws) = (start, draws(1));
    play(&mut state, "+S", &mut draws).unwrap();
    let events = play(&mut state, "end", &mut draws).unwrap();
    assert_eq!(events[1..], [Event::Passed(seat(3)), Event::TurnBegan(seat(1))]);
}

#[test]
fn tf_r09_the_only_one_not_pinned_wins_after_the_turn() {
    // Homes are blocked by pieces that only seat 1 has another size to place on.
    let mut start = position(3, 1, "e1 1L; e5 1L");
    for i in [1, 2] {
        for size in [Size::Small, Size::Medium] {
            for _ in 0..5 {
                start.supply[i].take(size);
            }
        }
    }
    assert_eq!(start.pinned(), [seat(2), seat(3)]);
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::LastFree { winner: seat(1) }));
    assert_eq!((state.phase, state.turn), (Stage::Over, seat(1)));
    assert_eq!(json(&state)["pinned"], serde_json::json!([2, 3]));
    let mut over = state.clone();
    let refusal = over.apply(By::seat(1), Action::End, &mut draws(1)).unwrap_err();
    assert_eq!(refusal.kind, crate::games::RefusalKind::Over);
}

#[test]
fn tf_r15_the_only_one_not_pinned_wins_before_the_territories_of_the_next() {
    let mut start = position(3, 1, "e1 1L; e5 1L");
    for i in [1, 2] {
        for size in [Size::Small, Size::Medium] {
            for _ in 0..5 {
                start.supply[i].take(size);
            }
        }
    }
    for place in ["d1", "d2", "d3", "d4", "e3", "c3", "c2", "c1"] {
        start.stacks[at(place).index()].push(piece("2L"));
        start.stacks[at(place).index()].push(piece("XL"));
    }
    start.before = start.stacks;
    assert!(start.held_by(seat(2)) >= start.goal());
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::LastFree { winner: seat(1) }));
}

/// Returns a position in which `+S` by seat 1 leaves everybody pinned. Below swords, seat 2 has pieces in these places.
fn before_all_are_pinned(below: &[&str]) -> State {
    let mut start = position(3, 1, "e1 1L; e5 1L");
    for i in [1, 2] {
        for size in [Size::Small, Size::Medium] {
            for _ in 0..5 {
                start.supply[i].take(size);
            }
        }
    }
    // Seat 1 has one small piece left, with which it blocks its own home. e1 and e5 hold large pieces that cannot move:
    // e2, d1, d4 and e4 are small, medium or covered with large ones.
    for size in Size::ALL {
        while start.supply[0].has(size) {
            start.supply[0].take(size);
        }
    }
    start.supply[0].put(Size::Small);
    start.stacks[at("e2").index()].push(piece("2L"));
    start.stacks[at("e4").index()].push(piece("2M"));
    start.stacks[at("e4").index()].push(piece("2L"));
    start.stacks[at("d4").index()].push(piece("3L"));
    for place in ["d2", "d3", "e3", "c3", "c2", "c1"] {
        if below.contains(&place) {
            start.stacks[at(place).index()].push(piece("2L"));
        }
        start.stacks[at(place).index()].push(piece("XL"));
    }
    start.before = start.stacks;
    start
}

#[test]
fn tf_r09_if_all_are_pinned_territories_are_asked_once_round_the_table_before_the_last_mover_wins() {
    // Seat 2 holds e2 and e4, too.
    let (short, enough) = (["d2", "d3", "e3", "c3", "c2"], ["d2", "d3", "e3", "c3", "c2", "c1"]);
    let all = [seat(1), seat(2), seat(3)];
    for (below, ending) in [
        (&short[..], Ending::AllPinned { winner: seat(1) }),
        (&enough, Ending::Territories { winner: seat(2), held: 8 }),
    ] {
        let state = played(&before_all_are_pinned(below), &["+S", "end"]);
        assert_eq!((state.pinned(), state.ending), (all.to_vec(), Some(ending)));
    }
    // A match that began under version 3 ends as it was built.
    let mut before = before_all_are_pinned(&enough);
    Triforce::follow(&mut before, Some(3));
    let state = played(&before, &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::AllPinned { winner: seat(1) }));
    Triforce::follow(&mut before, None);
    assert_eq!(
        played(&before, &["+S", "end"]).ending,
        Some(Ending::Territories { winner: seat(2), held: 8 })
    );
}

#[test]
fn tf_r10_a_size_that_is_used_up_cannot_be_placed() {
    let mut start = position(3, 1, "a1 1M");
    for _ in 0..5 {
        start.supply[0].take(Size::Small);
    }
    assert!(refused(&start, "+S").contains("no small piece left"));
    assert!(!legal(&start).contains(&"+S".to_owned()));
    assert!(legal(&start).contains(&"+L".to_owned()));
}

#[test]
fn setups_that_cannot_be_played_are_refused_with_a_line() {
    for players in [0, 2, 7, 255] {
        assert!(State::begin(&Setup { players }).unwrap_err().to_string().contains("3 to 6"));
    }
    for text in [
        "{}",
        r#"{"players":3,"seed":1}"#,
        r#"{"players":"3"}"#,
        r#"{"players":-3}"#,
        r#"{"players":3.0}"#,
        "3",
    ] {
        assert!(serde_json::from_str::<Setup>(text).is_err(), "{text}");
    }
}

#[test]
fn the_state_is_written_as_records_describe_it() {
    let state = position(3, 1, "a1 1S 2M XL; b2 OL");
    assert_eq!(
        serde_json::to_string(&state).unwrap(),
        concat!(
            r#"{"phase":"actions","to_act":[1],"turn":1,"actions_left":3,"contested":null,"#,
            r#""stacks":{"a1":["1S","2M","XL"],"b2":["OL"]},"#,
            r#""supply":[{"S":4,"M":5,"L":5},{"S":5,"M":4,"L":5},{"S":5,"M":5,"L":5}],"#,
            r#""swords":{"S":5,"M":5,"L":4},"shields":{"S":5,"M":5,"L":4},"pinned":[],"winner":null}"#
        )
    );
}

#[test]
fn neither_clock_nor_host_acts() {
    let mut state = position(3, 1, "");
    for by in [By::Clock, By::Host, By::Stranger, By::seat(2), By::seat(0), By::seat(9)] {
        let refusal = state.apply(by, Action::Place(Size::Small), &mut draws(1)).unwrap_err();
        assert_eq!(refusal.kind, crate::games::RefusalKind::NotYours, "{by}");
    }
}
