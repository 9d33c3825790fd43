//! The rulings of Trice and what else its rules say: a position for each in which another reading would give a different
//! result.

use super::*;

#[test]
fn the_state_is_written_as_records_say() {
    let (state, ..) = begin(r#"{"first":2}"#, 0);
    let full = r#"{"S":5,"M":5,"L":5}"#;
    assert_eq!(
        serde_json::to_string(&state).unwrap(),
        format!(
            r#"{{"phase":"roll","to_act":[2],"points":null,"board":{{}},"supply":[{full},{full},{full}],"free_used":false,"nuked":false,"winner":null}}"#
        )
    );
    let state = position("3-2 1M, 1-1 3S", 1, Some(7));
    assert_eq!(
        serde_json::to_string(&state).unwrap(),
        r#"{"phase":"turn","to_act":[1],"points":7,"board":{"1-1":"3S","3-2":"1M"},"supply":[{"S":5,"M":4,"L":5},{"S":5,"M":5,"L":5},{"S":4,"M":5,"L":5}],"free_used":false,"nuked":false,"winner":null}"#
    );
}

#[test]
fn setups_that_cannot_be_played_are_refused() {
    let trice = Registry::standard().get("trice").unwrap();
    let refused = |setup: &str| {
        let setup = serde_json::from_str(setup).unwrap();
        trice.begin(&setup, Some(Seed::from([0; 32])), None).err().unwrap().to_string()
    };
    assert_eq!(refused(r#"{"first":4}"#), "setup: first: 4 is no seat from 1 to 3");
    assert_eq!(refused(r#"{"first":0}"#), "setup: first: 0 is no seat from 1 to 3");
    assert!(refused(r#"{"dice":"1d20"}"#).contains("dice"));
    assert!(refused(r#"{"players":3}"#).contains("players"));
    for setup in [
        r#"{"first":null}"#,
        r#"{"first":true}"#,
        r#"{"first":1.0}"#,
        r#"{"first":"1"}"#,
        r#"{"dice":null}"#,
        r#"{"dice":"0d4"}"#,
        r#"{"dice":"3d"}"#,
        r#"{"dice":"3D4"}"#,
        r#"{"first":1,"First":1}"#,
        "null",
        "[]",
        r#"["3d4"]"#,
    ] {
        assert!(refused(setup).starts_with("setup: ") && !refused(setup).contains('\n'), "{setup}");
    }
    assert!(trice.begin(&serde_json::json!({}), None, None).is_err(), "dice need a seed");
}

#[test]
fn tr_r02_the_highest_roll_begins_and_ties_roll_again() {
    let mut ties = 0;
    for seed in 0..60 {
        for (dice, count, sides) in [("3d4", 3, 4), ("2d6", 2, 6)] {
            let (state, taken, events) = begin(&format!(r#"{{"dice":"{dice}"}}"#), seed);
            // The same by hand: one die after another, for each seat in turn.
            let mut raw = draws(seed);
            let mut roll = || (0..count).map(|_| raw.below(sides) + 1).sum::<u64>();
            let mut rolling = vec![1u8, 2, 3];
            while rolling.len() > 1 {
                let rolls: Vec<(u8, u64)> = rolling.iter().map(|&seat| (seat, roll())).collect();
                let highest = rolls.iter().map(|r| r.1).max().unwrap();
                rolling = rolls.iter().filter(|r| r.1 == highest).map(|r| r.0).collect();
                ties += usize::from(rolling.len() > 1);
            }
            assert_eq!(state.turn().number(), rolling[0]);
            assert_eq!(taken.taken(), raw.taken());
            assert!(events.contains(&Event::Begins { seat: state.turn() }));
        }
    }
    assert!(ties > 3);
    let (_, taken, _) = begin(r#"{"first":2}"#, 0);
    assert_eq!(taken.taken(), 0, "a seat that is given is not drawn");
}

#[test]
fn tr_r02_play_is_clockwise_by_seat() {
    let (mut state, ..) = begin(r#"{"first":2}"#, 0);
    for seat in [2, 3, 1, 2] {
        assert_eq!(state.turn().number(), seat);
        act(&mut state, "roll").unwrap();
        act(&mut state, "end").unwrap();
    }
}

#[test]
fn a_roll_gives_the_points_of_the_dice() {
    for (dice, low, high, count) in [("3d4", 3, 12, 3), ("2d6", 2, 12, 2)] {
        let (mut state, mut draws, _) = begin(&format!(r#"{{"dice":"{dice}","first":1}}"#), 3);
        for turn in 0..50u64 {
            let by = By::Seat(state.turn());
            state.apply(by, Action::Roll, &mut draws).unwrap();
            assert_eq!(draws.taken(), (turn + 1) * count, "four and six sides divide 2^64 or nearly so");
            let points = state.points().unwrap();
            assert!((low..=high).contains(&points));
            assert!(state.apply(by, Action::Roll, &mut draws).is_err());
            state.apply(by, Action::End, &mut draws).unwrap();
            assert_eq!(state.points(), None);
        }
    }
}

#[test]
fn a_turn_can_be_ended_after_its_roll_before_anything_was_done() {
    let (mut state, ..) = begin(r#"{"first":1}"#, 0);
    assert_eq!(refused(&state, "end"), "Roll first: a turn ends after its roll.");
    act(&mut state, "roll").unwrap();
    let lost = state.points().unwrap();
    let events = act(&mut state, "end").unwrap();
    assert_eq!(events[0], Event::TurnEnded { seat: Seat::new(1), lost });
    assert_eq!((state.turn().number(), state.phase()), (2, Stage::Roll));
}

#[test]
fn placing_and_moving_cost_points() {
    let mut state = position("", 1, Some(7));
    act(&mut state, "+M").unwrap();
    assert_eq!(state.points(), Some(5));
    assert_eq!(refused(&state, "+S"), "Your own piece stands on 1-1.");
    act(&mut state, "1-1>2-2").unwrap();
    assert_eq!(state.points(), Some(3));
    act(&mut state, "free L").unwrap();
    assert_eq!(state.points(), Some(3));
    assert_eq!(
        refused(&state, "free S"),
        "You have placed your free piece this turn: place another one with +S, +M or +L."
    );
    act(&mut state, "2-2>2-1").unwrap();
    assert_eq!(refused(&state, "1-1>2-2"), "That costs 3 and you have 1 left.");
    assert_eq!(refused(&state, "2-1>2-3"), "2-1 and 2-3 do not share an edge: a step leads over an edge.");
    assert_eq!(refused(&state, "3-1>3-2"), "Nothing of yours stands on 3-1.");
    act(&mut state, "end").unwrap();
    assert!(refused(&state, "free S").starts_with("Roll first"));
    assert!(refused(&state, "1-1>2-2").starts_with("Roll first"));
}

#[test]
fn the_free_piece_comes_back_each_turn() {
    let mut state = position("3-3 1S, 2-1 2S", 1, Some(9));
    for action in ["nuke 2-1", "free S", "1-1>2-2"] {
        act(&mut state, action).unwrap();
    }
    assert!(state.free_used && state.nuked && state.moved);
    act(&mut state, "end").unwrap();
    assert!(!state.free_used && !state.nuked && !state.moved);
    for action in ["roll", "end", "roll", "end", "roll", "free S"] {
        act(&mut state, action).unwrap();
    }
}

#[test]
fn entering_pushes_out_what_is_not_larger() {
    let mut state = position("2-1 1M, 2-2 2S, 3-1 2M, 3-5 1S", 1, Some(12));
    act(&mut state, "2-1>2-2").unwrap();
    assert_eq!((pieces(&state).as_str(), state.supply[1][Size::Small]), ("2-2 1M, 3-1 2M, 3-5 1S", 5));
    let state = position("2-1 1S, 2-2 2M", 1, Some(12));
    assert_eq!(refused(&state, "2-1>2-2"), "A small piece cannot enter 2-2: a larger one stands there.");
    // The same rule applies to placing on the Eye Space.
    let mut state = position("1-1 3L", 1, Some(12));
    assert_eq!(refused(&state, "free M"), "A medium piece cannot enter 1-1: a larger one stands there.");
    act(&mut state, "free L").unwrap();
    assert_eq!(pieces(&state), "1-1 1M");
    assert_eq!((state.supply[0], state.supply[2]), (Stash::new([5, 4, 5]), Stash::FULL));
}

#[test]
fn tr_r03_a_bi_space_takes_four_pieces_with_the_moving_one() {
    let state = position("3-1 1S, 1-1 1M, 2-2 1L", 1, Some(9));
    assert_eq!(
        refused(&state, "3-1>3-2"),
        "3-2 is a Bi-Space: it takes 4 of your pieces on the board and you have 3."
    );
    let mut state = position("3-1 1S, 1-1 1M, 2-2 1L, 4-7 1S", 1, Some(9));
    act(&mut state, "3-1>3-2").unwrap();
}

#[test]
fn tr_r03_conditions_are_judged_on_the_board_before_the_step() {
    // The Bi-Space that the moving piece leaves counts.
    let mut state = position("3-2 1S, 4-4 1S", 1, Some(9));
    act(&mut state, "3-2>3-3").unwrap();
    assert_eq!(pieces(&state), "3-3 1S, 4-4 1S");
    let state = position("3-2 1S, 3-4 2S", 1, Some(9));
    assert_eq!(
        refused(&state, "3-2>3-3"),
        "3-3 is the Tri-Space: you must hold 2 Bi-Spaces before the step and you hold 1."
    );
    // Four pieces before the step are enough, although a clash of small ones leaves three.
    let mut state = position("3-1 1S, 3-2 2S, 1-1 1M, 2-2 1L, 4-7 1S", 1, Some(9));
    act(&mut state, "3-1>3-2").unwrap();
    assert_eq!(pieces(&state), "1-1 1M, 2-2 1L, 4-7 1S");
}

#[test]
fn tr_r04_shrinking_takes_the_next_smaller_piece_off_the_board() {
    let mut state = position("2-1 1L, 2-2 2L", 1, Some(9));
    let events = act(&mut state, "2-1>2-2").unwrap();
    assert_eq!(
        (pieces(&state).as_str(), state.supply[0], state.supply[1]),
        ("2-2 1M", Stash::new([5, 4, 5]), Stash::FULL)
    );
    assert!(matches!(events[2], Event::Shrunk { to: Size::Medium, .. }));
    // All medium ones are on the board, so the next smaller one off the board is a small one.
    let all = "1-1 1M, 4-1 1M, 4-2 1M, 4-3 1M, 4-5 1M";
    let mut state = position(&format!("2-1 1L, 2-2 2L, {all}"), 1, Some(9));
    act(&mut state, "2-1>2-2").unwrap();
    assert!(pieces(&state).contains("2-2 1S"));
    // There is no smaller piece, so the piece leaves the board.
    let small = "3-1 1S, 3-5 1S, 4-4 1S, 4-6 1S, 4-7 1S";
    let mut state = position(&format!("2-1 1L, 2-2 2L, {all}, {small}"), 1, Some(9));
    let events = act(&mut state, "2-1>2-2").unwrap();
    assert!(!pieces(&state).contains("2-2") && matches!(events[2], Event::Spent { .. }));
    assert_eq!(state.supply[0], Stash::new([0, 0, 5]));
    let mut state = position(&format!("2-1 1M, 2-2 2M, {small}"), 1, Some(9));
    act(&mut state, "2-1>2-2").unwrap();
    assert!(!pieces(&state).contains("2-2"));
}

#[test]
fn tr_r04_two_small_ones_both_leave() {
    let mut state = position("2-1 1S, 2-2 2S", 1, Some(9));
    let events = act(&mut state, "2-1>2-2").unwrap();
    assert_eq!((pieces(&state).as_str(), state.supply), ("", [Stash::FULL; 3]));
    assert!(matches!(events[2], Event::Spent { .. }));
    let mut state = position("1-1 2S", 1, Some(9));
    act(&mut state, "free S").unwrap();
    assert_eq!((pieces(&state).as_str(), state.supply), ("", [Stash::FULL; 3]));
}

#[test]
fn tr_r04_own_pieces_can_be_nuked_and_return_to_the_supply() {
    let mut state = position("3-3 1S, 2-1 2L, 3-2 1M", 1, None);
    act(&mut state, "nuke 2-1 3-3").unwrap();
    assert_eq!(
        (pieces(&state).as_str(), state.supply[0], state.supply[1]),
        ("3-2 1M", Stash::new([5, 4, 5]), Stash::FULL)
    );
    assert_eq!((state.nuked, state.phase()), (true, Stage::Roll));
    act(&mut state, "roll").unwrap();
    act(&mut state, "end").unwrap();
    assert!(!state.nuked);
}

#[test]
fn tr_r05_only_the_holder_nukes_once_and_before_moving() {
    let state = position("3-3 2S, 2-1 1S", 1, None);
    assert_eq!(refused(&state, "nuke 3-3"), "Only who holds the Tri-Space, 3-3, can nuke.");
    let mut state = position("3-3 1S, 2-1 2S, 2-2 2S, 3-5 3L", 1, Some(3));
    assert_eq!(refused(&state, "nuke 2-2"), "2-2 is a Peace Space: nothing there can be nuked.");
    assert_eq!(refused(&state, "nuke 4-4"), "Nothing stands on 4-4.");
    assert_eq!(
        refused(&state, "nuke 2-1 3-5"),
        "You hold 0 of the Bi-Spaces, so you can remove up to 1, not 2."
    );
    act(&mut state, "nuke 3-5").unwrap();
    assert_eq!(refused(&state, "nuke 2-1"), "You have nuked this turn already.");
}

#[test]
fn tr_r08_the_nuke_comes_before_anything_is_placed_or_moved() {
    for action in ["free S", "+S", "3-3>3-2"] {
        // Four pieces, so that the Bi-Space may be entered.
        let mut state = position("3-3 1S, 3-1 1S, 4-1 1S, 4-2 1S, 3-5 3L", 1, Some(3));
        act(&mut state, action).unwrap();
        assert_eq!(
            refused(&state, "nuke 3-5"),
            "You have placed or moved this turn, so it is too late to nuke."
        );
    }
}

#[test]
fn tr_r08_bi_spaces_make_the_nuke_larger_and_a_third_makes_no_difference() {
    let rest = "1-1 2L, 2-1 2L, 2-2 2L, 2-3 2L, 4-7 3M";
    // The targets are all pieces except the one on the Peace Space 2-2.
    let choose =
        |n: usize, most: usize| [n, n * (n - 1) / 2, n * (n - 1) * (n - 2) / 6][..most].iter().sum::<usize>();
    for (own, targets, most) in [
        ("3-3 1S", 5, 1),
        ("3-3 1S, 3-2 1S", 6, 2),
        ("3-3 1S, 3-2 1S, 4-4 1M", 7, 3),
        ("3-3 1S, 3-2 1S, 4-4 1M, 3-4 1L", 8, 3),
    ] {
        let state = position(&format!("{own}, {rest}"), 1, None);
        let nukes = state.legal(Seat::new(1)).iter().filter(|a| matches!(a, Action::Nuke(_))).count();
        assert_eq!(nukes, choose(targets, most), "{own}");
    }
}

#[test]
fn tr_r09_nothing_is_placed_before_the_roll_not_even_for_free() {
    let mut state = position("", 1, None);
    for action in ["free L", "+S"] {
        assert!(refused(&state, action).to_lowercase().contains("roll"), "{action}");
    }
    act(&mut state, "roll").unwrap();
    act(&mut state, "free L").unwrap();
}

#[test]
fn tr_r06_a_piece_on_another_eye_is_like_any_other() {
    let mut state = position("2-2 2M, 3-3 3S", 2, Some(9));
    act(&mut state, "2-2>1-1").unwrap();
    act(&mut state, "end").unwrap();
    act(&mut state, "nuke 1-1").unwrap();
    assert_eq!(pieces(&state), "3-3 3S");
}

#[test]
fn all_five_spaces_of_a_symbol_win_at_once() {
    let mut state = position("3-3 1S, 3-2 1S, 4-4 1M, 3-1 1L, 4-2 1S", 1, Some(9));
    assert!(Trice::outcome(&state).is_none());
    let events = act(&mut state, "4-2>4-3").unwrap();
    assert_eq!(events[1], Event::Won { seat: Seat::new(1), symbols: vec![Symbol::Sun] });
    assert_eq!((state.phase(), state.points(), state.winner), (Stage::Over, Some(8), Some(Seat::new(1))));
    assert!(Trice::to_act(&state).is_empty() && state.legal(Seat::new(1)).is_empty());
    assert_eq!(act(&mut state, "end").unwrap_err().kind, RefusalKind::Over);
    let outcome = Trice::outcome(&state).unwrap();
    assert_eq!(outcome.reason, "The winner holds all five suns.");
    assert_eq!(outcome.standings[0].note, "5 of 5 suns");
    // Four of five spaces, with a clash that costs the piece, are not enough.
    let mut state = position("3-3 1S, 3-2 1S, 4-4 1M, 3-1 1L, 4-2 1S, 4-3 2S", 1, Some(9));
    act(&mut state, "4-2>4-3").unwrap();
    assert_eq!(state.phase(), Stage::Turn);
}

#[test]
fn only_the_seat_whose_turn_it_is_acts() {
    let (state, ..) = begin(r#"{"first":2}"#, 0);
    for by in [By::seat(1), By::seat(3), By::seat(4), By::seat(0), By::Clock, By::Host, By::Stranger] {
        let mut after = state.clone();
        let refusal = after.apply(by, Action::Roll, &mut draws(0)).unwrap_err();
        assert_eq!((refusal.kind, &after), (RefusalKind::NotYours, &state), "{by}");
        if let By::Seat(seat) = by {
            assert!(state.legal(seat).is_empty());
        }
    }
}

/// Makes a seat resign, and returns the events.
fn resigned(state: &mut State, seat: u8) -> Vec<Event> {
    Trice::resign(state, Seat::new(seat), &mut draws(1)).unwrap()
}

#[test]
fn tr_r07_a_turn_under_way_ends_as_it_stands_and_later_ones_are_passed() {
    let one = Seat::new(1);
    let mut state = position("3-2 1M, 1-1 3S", 1, Some(7));
    let before = pieces(&state);
    let two = Seat::new(2);
    let events = resigned(&mut state, 1);
    assert_eq!(events, [Event::TurnEnded { seat: one, lost: 7 }, Event::TurnBegan { seat: two }]);
    assert_eq!((state.turn, state.phase, pieces(&state)), (two, Stage::Roll, before));
    act(&mut state, "roll").unwrap();
    act(&mut state, "end").unwrap();
    assert_eq!(state.turn, Seat::new(3));
    act(&mut state, "roll").unwrap();
    let events = act(&mut state, "end").unwrap();
    assert_eq!(events[1..], [Event::Skipped { seat: one }, Event::TurnBegan { seat: two }]);
    assert!(Trice::legal(&state, one).is_empty());
    // Their pieces are treated like any others.
    let mut state = position("3-2 1S, 3-1 2M", 2, Some(7));
    resigned(&mut state, 1);
    act(&mut state, "3-1>3-2").unwrap_err();
    let mut state = position("2-1 1S, 3-1 2M, 4-3 2S", 2, Some(7));
    resigned(&mut state, 1);
    assert_eq!((state.turn, state.points), (Seat::new(2), Some(7)), "another’s turn goes on");
}

#[test]
fn tr_r07_before_the_roll_nothing_is_lost_and_the_state_shows_nothing_of_it() {
    let mut state = position("", 3, None);
    assert_eq!(resigned(&mut state, 3), [Event::TurnBegan { seat: Seat::new(1) }]);
    let (fresh, ..) = begin(r#"{"first":1}"#, 0);
    assert_eq!(serde_json::to_string(&state).unwrap(), serde_json::to_string(&fresh).unwrap());
}
