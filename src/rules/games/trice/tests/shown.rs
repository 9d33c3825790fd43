//! What people see: the last turn in alt text, picture and legend, and what a player is asked.

use super::*;
use crate::games::testing::{names, picture, texts};

#[test]
fn a_picture_shows_the_whole_last_turn_until_the_next_one_changes_the_board() {
    let names = names(3);
    let alt = |state: &State| picture::<Trice>(state, &names).description;
    let legend = |state: &State| texts(&picture::<Trice>(state, &names), "Moon") > 0;
    assert!(legend(&position("", 1, None)), "the first picture explains all of them");
    let mut state = position("3-3 1S, 3-2 1S, 3-1 2M, 2-1 2S", 1, Some(5));
    act(&mut state, "nuke 3-1").unwrap();
    act(&mut state, "3-2>3-1").unwrap();
    act(&mut state, "+S").unwrap();
    let whole = "Ann’s turn: small 3-2 to 3-1, small comes in on 1-1, Ben’s medium on 3-1 leaves the board.";
    assert!(alt(&state).contains(whole), "{}", alt(&state));
    assert!(!legend(&state));
    // The next player still sees it after the roll.
    act(&mut state, "end").unwrap();
    act(&mut state, "roll").unwrap();
    assert!(alt(&state).contains(whole));
    act(&mut state, "free S").unwrap();
    assert!(
        alt(&state).contains("Ben’s turn: small comes in on 4-7.") && !alt(&state).contains("Ann’s turn")
    );
    // A turn in which nothing happens leaves no trace of the one before.
    for action in ["end", "roll", "end"] {
        act(&mut state, action).unwrap();
    }
    assert!(!alt(&state).contains("comes in on"));
}

/// Returns the question put to the player whose turn it is.
fn question(state: &State) -> &'static str {
    Trice::prompt(&Trice::to_act(state)[0]).question
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
        Trice::step(&Trice::observe(&state, Viewer::Public), &Action::End, 0, &Names::default())
            .unwrap()
            .label
    };
    assert_eq!(label(0), "End the turn");
    assert_eq!(label(1), "End the turn (1 point unused)");
    assert_eq!(label(7), "End the turn (7 points unused)");
}
