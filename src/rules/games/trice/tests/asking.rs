//! What a player is asked, and what the buttons say.

use super::*;

/// Returns the question that the player whose turn it is has to answer.
fn question(state: &State) -> &'static str {
    Trice::prompt(&state.to_act()[0]).question
}

#[test]
fn a_player_is_asked_only_for_what_is_possible() {
    let holder = "3-3 1S, 3-2 1S";
    assert_eq!(question(&position("", 1, None)), "it is your turn: roll the dice.");
    assert_eq!(question(&position(holder, 2, None)), "it is your turn: roll the dice.");
    assert_eq!(question(&position(holder, 1, None)), "it is your turn: use your nuke, or roll the dice.");
    assert_eq!(question(&position(holder, 1, Some(4))), "choose your next move, or end your turn.");

    let mut state = position("2-2 1S", 1, Some(0));
    assert_eq!(question(&state), "choose your next move, or end your turn.", "a free piece can come in");
    state.free_used = true;
    assert_eq!(Trice::legal(&state, Seat::new(1)), [Action::End]);
    assert_eq!(question(&state), "you cannot do anything else: end your turn.");
}

#[test]
fn the_button_that_ends_a_turn_says_what_is_lost() {
    let label = |points| {
        let state = position("2-2 1S", 1, Some(points));
        Trice::step(&state, &Action::End, 0, &Names::default()).unwrap().label
    };
    assert_eq!(label(0), "End the turn");
    assert_eq!(label(1), "End the turn (1 point unused)");
    assert_eq!(label(7), "End the turn (7 points unused)");
}
