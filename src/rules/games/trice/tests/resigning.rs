//! R7: seats that resign.

use super::*;

/// Lets a seat resign and returns the events.
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
    assert_eq!((state.turn, state.phase, pieces(&state)), (two, Phase::Roll, before));
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
