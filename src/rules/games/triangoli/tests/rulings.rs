//! The rulings of Triangoli and what else its rules say: a position for each in which another reading would give a different
//! result.

use std::collections::BTreeSet;

use super::*;
use crate::games::RefusalKind;

/// Returns a position in which all triangles except those named hold one cylinder, from the two players in turn. The
/// reserves do not matter here.
fn filled_but(turn: u8, pawns: [&str; 2], empty: &[&str]) -> State {
    let mut state = position(turn, pawns, "");
    for (i, cell) in hexagon().board.cells().enumerate() {
        if !empty.contains(&hexagon().board.name(cell).to_string().as_str()) {
            state.cylinders[cell.index()][i % 2] = 1;
            state.reserve[i % 2] -= 1;
        }
    }
    state
}

#[test]
fn the_pawns_are_put_down_one_after_the_other() {
    let state = State::begin();
    assert_eq!(legal(&state).len(), 19);
    assert!(refused(&state, "b2-b4 @2-3").contains("First put your pawn"));
    let state = played(&state, &["start c3"]);
    assert_eq!((state.asked(), state.phase), (Some(seat(2)), Stage::Start));
    assert_eq!(legal(&state).len(), 18);
    assert!(refused(&state, "start c3").contains("choose another intersection"));
    let state = played(&state, &["start c2"]);
    assert_eq!((state.asked(), state.phase), (Some(seat(1)), Stage::Turn));
    assert!(refused(&state, "start a1").contains("take a turn"));
}

#[test]
fn a_turn_moves_fills_and_exchanges_as_many_as_the_steps() {
    // b4 touches 1-5 (its own), 2-6 and 2-7; b2 to b4 is two steps.
    let state = position(1, ["b2", "e1"], "1-5:0/1 2-6:0/2 4-1:1/0");
    let after = played(&state, &["b2-b4 @2-7 x1-5*1,2-6*1"]);
    assert_eq!(after.cylinders(cell("2-7")), [2, 0]);
    assert_eq!(after.cylinders(cell("1-5")), [1, 0]);
    assert_eq!(after.cylinders(cell("2-6")), [1, 1]);
    assert_eq!((after.reserve, after.asked()), ([13, 17], Some(seat(2))));
    assert_eq!(json(&after)["pawns"], serde_json::json!(["b4", "e1"]));
}

#[test]
fn what_a_turn_may_not_do_is_refused_with_a_reason() {
    let state = position(1, ["b2", "c3"], "1-5:0/1 2-6:0/2 1-1:1/0");
    for (action, reason) in [
        ("b3-b4 @2-7", "stands on b2"),
        ("b2-b2 @2-2", "straight line"),
        ("b2-c4 @2-6", "straight line"),
        ("b2-d3 @3-4", "The other pawn on c3"),
        ("b2-c3 @2-4", "The other pawn on c3"),
        ("b2-b4 @1-2", "does not touch b4"),
        ("b2-a1 @1-1", "is not empty"),
        ("b2-b4 @2-7", "ways to exchange 2"),
        ("b2-b4 @2-7 x2-6*1", "Exactly 2"),
        ("b2-b4 @2-7 x1-5*2", "holds 1"),
        ("b2-b4 @2-7 x3-7*1,2-6*1", "does not touch b4"),
        ("b2-b3 @1-3 x2-6*2", "Exactly 1"),
    ] {
        assert!(refused(&state, action).contains(reason), "{action}: {}", refused(&state, action));
        assert!(!legal(&state).contains(&action.to_owned()));
    }
}

#[test]
fn a_move_that_the_reserve_cannot_pay_is_not_legal() {
    let mut state = position(1, ["c1", "e3"], "");
    state.reserve[0] = 2;
    assert!(refused(&state, "c1-c4 @2-6").contains("reserve has 2"));
    assert!(legal(&state).iter().all(|action| !action.starts_with("c1-c4")));
    assert!(legal(&state).iter().any(|action| action.starts_with("c1-c3")));
}

#[test]
fn the_end_of_a_move_needs_an_empty_triangle() {
    // a1 touches 1-1 and 1-2 only.
    let state = position(1, ["b1", "e3"], "1-1:1/0 1-2:0/1");
    assert!(legal(&state).iter().all(|action| !action.starts_with("b1-a1")));
    assert!(refused(&state, "b1-a1 @1-1 x1-2*1").contains("not empty"));
}

#[test]
fn exchanges_are_limited_by_what_the_placement_leaves() {
    let mut state = position(1, ["b2", "e1"], "1-5:0/3 2-6:0/2");
    state.reserve[0] = 3;
    // Two are placed, so one is left, although two steps would exchange two.
    let ways: Vec<String> = legal(&state).into_iter().filter(|a| a.starts_with("b2-b4 @2-7")).collect();
    assert_eq!(ways, ["b2-b4 @2-7 x1-5*1", "b2-b4 @2-7 x2-6*1"]);
    state.reserve[0] = 2;
    let ways: Vec<String> = legal(&state).into_iter().filter(|a| a.starts_with("b2-b4 @2-7")).collect();
    assert_eq!(ways, ["b2-b4 @2-7"]);
    assert!(refused(&state, "b2-b4 @2-7 x1-5*1").contains("Exactly 0"));
}

#[test]
fn to_r01_a_sector_counts_all_cylinders_of_its_triangles() {
    let state = position(1, ["a1", "e3"], "1-2:2/0 1-3:0/3 1-4:2/0 2-4:0/0 3-5:1/1 4-1:0/2");
    let score = state.score();
    assert_eq!(score.by_sector[0], Sector { cylinders: [4, 3], holder: Some(seat(1)) });
    assert_eq!(score.by_sector[2].holder, None);
    assert_eq!((score.cylinders, score.sectors), ([4, 2], [1, 1]));
    assert_eq!(score.winner(), Some(seat(1)));
}

#[test]
fn to_r02_a_pawn_crosses_free_intersections_only() {
    let state = position(1, ["c1", "c3"], "");
    let ends: Vec<String> = legal(&state).iter().filter(|a| a.starts_with("c1-c")).cloned().collect();
    assert!(!ends.is_empty() && ends.iter().all(|action| action.starts_with("c1-c2")));
    for (from, other) in [("a1", "b2"), ("e3", "d3")] {
        let state = position(1, [from, other], "");
        assert!(legal(&state).iter().all(|action| !action.contains(&format!("{from}-c3"))));
    }
}

#[test]
fn to_r06_a_pawn_does_not_stop_where_the_other_one_is() {
    // The other pawn is one, two or three intersections away, on a line that is free up to there.
    for (other, ends) in [("c2", 0), ("c3", 1), ("c4", 2)] {
        let state = position(1, ["c1", other], "");
        let along: BTreeSet<String> =
            legal(&state).iter().filter(|a| a.starts_with("c1-c")).map(|a| a[3..5].to_owned()).collect();
        assert_eq!((along.len(), along.contains(other)), (ends, false), "{other}: {along:?}");
        let onto = legal(&position(1, ["c1", "e1"], "")).into_iter();
        let onto: Vec<String> = onto.filter(|action| action.starts_with(&format!("c1-{other}"))).collect();
        assert!(!onto.is_empty());
        for action in onto {
            assert!(!refused(&state, &action).is_empty(), "{action}");
        }
    }
}

#[test]
fn to_r03_exchanges_take_single_cylinders() {
    let state = position(1, ["b2", "e1"], "1-5:0/3 2-6:1/2");
    let ways: Vec<String> = legal(&state).into_iter().filter(|a| a.starts_with("b2-b4 @2-7")).collect();
    assert_eq!(ways, ["b2-b4 @2-7 x1-5*1,2-6*1", "b2-b4 @2-7 x1-5*2", "b2-b4 @2-7 x2-6*2"]);
    let after = played(&state, &["b2-b4 @2-7 x1-5*2"]);
    assert_eq!((after.cylinders(cell("1-5")), after.cylinders(cell("2-6"))), ([2, 1], [1, 2]));
}

#[test]
fn to_r04_the_only_exchange_may_be_left_out_and_is_filled_in() {
    let state = position(1, ["b2", "e1"], "1-5:0/3 2-7:1/0");
    assert!(legal(&state).contains(&"b2-b4 @2-6 x1-5*2".to_owned()));
    assert!(!legal(&state).contains(&"b2-b4 @2-6".to_owned()), "the canonical writing has it");
    let (short, long) = (played(&state, &["b2-b4 @2-6"]), played(&state, &["b2-b4 @2-6 x1-5*2"]));
    assert_eq!(short, long);
    // All of them must be exchanged: there is one way, although two triangles are emptied.
    let state = position(1, ["b2", "e1"], "1-5:0/1 2-7:0/1");
    assert_eq!(played(&state, &["b2-b4 @2-6"]).cylinders(cell("2-7")), [1, 0]);
    // There is nothing to exchange, so the exchange is left out.
    let state = position(1, ["b2", "e1"], "1-5:1/0");
    assert!(legal(&state).contains(&"b2-b4 @2-6".to_owned()));
    assert!(refused(&state, "b2-b4 @2-6 x1-5*1").contains("holds 0"));
}

#[test]
fn to_r05_who_cannot_move_passes_by_itself() {
    // When 1-2 has been filled, only 1-1 is left, which a1, b1 and b2 touch. They can be reached from a2, but not from
    // e1.
    let mut state = filled_but(1, ["a3", "e1"], &["1-1", "1-2"]);
    state.reserve = [9, 9];
    let mut after = state.clone();
    let events = play(&mut after, "a3-a2 @1-2").unwrap();
    assert!(events.contains(&Event::Passed(seat(2))), "{events:?}");
    assert_eq!((after.asked(), after.phase), (Some(seat(1)), Stage::Turn));
}

#[test]
fn to_r05_the_match_ends_as_soon_as_neither_can_move() {
    // Neither pawn can reach the two triangles that are left.
    let mut state = filled_but(1, ["c1", "e3"], &["1-4", "1-5", "3-1"]);
    state.reserve = [1, 0];
    let before = state.clone();
    let moves = legal(&before);
    assert!(!moves.is_empty());
    let mut after = before;
    let events = play(&mut after, &moves[0]).unwrap();
    assert_eq!(after.reserve[0], 0);
    assert!(matches!(events.last(), Some(Event::Over { full: false, .. })), "{events:?}");
    assert_eq!((after.phase, after.asked()), (Stage::Over, None));
    assert!(Triangoli::outcome(&after).unwrap().reason.starts_with("Neither player can move"));
}

#[test]
fn the_match_ends_when_all_triangles_are_occupied() {
    let state = filled_but(2, ["a1", "e1"], &["4-1"]);
    let moves = legal(&state);
    let last = moves.iter().find(|action| action.contains("@4-1")).unwrap();
    let mut after = state.clone();
    let events = play(&mut after, last).unwrap();
    assert!(matches!(events.last(), Some(Event::Over { full: true, .. })));
    let refusal = after.apply(By::seat(1), Action::Start(corner("a1"))).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::Over);
    let value = json(&after);
    assert_eq!(value["cylinders"].as_object().unwrap().len(), 24, "as it stands before the scoring");
    assert!(value["score"].is_array() && value["sectors"].is_array() && !value["winner"].is_null());
}

#[test]
fn cylinders_decide_then_sectors_then_nothing() {
    let score =
        |cylinders, sectors| Score { cylinders, sectors, by_sector: State::begin().score().by_sector };
    assert_eq!(score([10, 9], [1, 4]).winner(), Some(seat(1)));
    assert_eq!(score([9, 9], [2, 3]).winner(), Some(seat(2)));
    assert_eq!(score([9, 9], [3, 3]).winner(), None);
    let mut draw = position(1, ["a1", "e1"], "");
    draw.phase = Stage::Over;
    assert_eq!(json(&draw)["winner"], "draw");
    let outcome = Triangoli::outcome(&draw).unwrap();
    assert!(outcome.standings.iter().all(|standing| standing.verdict == Verdict::Drawn));
}

#[test]
fn the_state_is_written_as_records_describe_it() {
    let state = played(&State::begin(), &["start b2"]);
    assert_eq!(
        serde_json::to_string(&state).unwrap(),
        concat!(
            r#"{"phase":"start","to_act":[2],"pawns":["b2",null],"cylinders":{},"reserve":[18,18],"#,
            r#""score":null,"sectors":null,"winner":null}"#
        )
    );
    let state = position(2, ["b2", "e1"], "2-3:2/0 1-5:0/1");
    assert_eq!(json(&state)["cylinders"].to_string(), r#"{"1-5":[0,1],"2-3":[2,0]}"#);
}

#[test]
fn neither_clock_nor_host_nor_the_other_acts() {
    let mut state = State::begin();
    for by in [By::Clock, By::Host, By::Stranger, By::seat(2), By::seat(0), By::seat(3)] {
        let refusal = state.apply(by, Action::Start(corner("a1"))).unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::NotYours, "{by}");
    }
    for text in [r#"{"players":2}"#, r#"{"first":1}"#, "3", "null"] {
        assert!(serde_json::from_str::<Setup>(text).is_err(), "{text}");
    }
}

#[test]
fn the_alt_text_tells_the_last_turn_and_what_each_would_keep() {
    use crate::games::{Frame, Observation};
    let names = Names::new(["Ann", "Ben"].map(str::to_owned).to_vec());
    let mut state = position(1, ["b2", "e3"], "1-3:0/2 2-7:1/0");
    let view = Frame { title: "", names: &names };
    let alt = |state: &State| Triangoli::observe(state, Viewer::Public).scene(&view).description;
    assert!(
        alt(&state).contains("Ben (seat 2): pawn on e3, reserve 16, would keep 2, sectors 1,"),
        "{}",
        alt(&state)
    );
    play(&mut state, "b2-b3 @2-4 x1-3*1").unwrap();
    let text = alt(&state);
    assert!(text.contains("Ann has moved from b2 to b3 and filled 2-4; exchanged 1 in 1-3."), "{text}");
}
