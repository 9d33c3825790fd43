//! R12: a seat that resigns is asked nothing more, and the match goes on or ends as the rules say.

use fastrand::Rng;

use super::*;

/// Makes a seat resign, and returns the events.
fn resigned(state: &mut State, number: u8) -> Vec<Event> {
    Triforce::resign(state, seat(number), &mut draws(1)).unwrap()
}

#[test]
fn tf_r12_a_turn_under_way_is_closed_as_it_stands_and_later_turns_are_passed() {
    let mut state = position(3, 1, "");
    play(&mut state, "+S", &mut draws(1)).unwrap();
    assert_eq!(resigned(&mut state, 1), [Event::Closed(seat(1)), Event::TurnBegan(seat(2))]);
    assert_eq!(stack(&state, "a1"), "1S");
    for number in [2, 3] {
        assert_eq!(state.asked(), Some(seat(number)));
        let action = state.legal(seat(number))[0];
        state.apply(By::Seat(seat(number)), action, &mut draws(1)).unwrap();
        play(&mut state, "end", &mut draws(1)).unwrap();
    }
    assert_eq!(state.asked(), Some(seat(2)), "seat 1 is passed");
    let mut state = position(3, 1, "");
    assert_eq!(resigned(&mut state, 3), [], "another’s turn goes on");
    assert_eq!((state.asked(), state.actions_left), (Some(seat(1)), 3));
}

#[test]
fn tf_r12_what_the_seat_is_asked_in_a_fight_is_answered_with_no() {
    // The stack d2 is about to fight: seat 2 is uppermost with two pieces, seat 1 lowest with two.
    let start = position(3, 2, "d2 1S 2L 1M 2S; e5 2L");
    let asked = |actions: &[&str]| {
        let mut state = start.clone();
        for action in actions {
            play(&mut state, action, &mut draws(1)).unwrap();
        }
        state
    };
    let opening = ["+S", "end"];
    let mut state = asked(&opening);
    assert_eq!((state.phase, state.asked()), (Stage::Sword, Some(seat(2))));
    let events = resigned(&mut state, 2);
    assert_eq!(events, [Event::Declined { seat: seat(2), arm: Arm::Sword }]);
    assert_eq!((state.phase, state.asked()), (Stage::Shield, Some(seat(1))));
    // Later questions to the same player are skipped too.
    let mut state = asked(&opening);
    resigned(&mut state, 1);
    let (mut both, events) = (state.clone(), play(&mut state, "no", &mut draws(1)).unwrap());
    assert_eq!(
        events[..2],
        [
            Event::Declined { seat: seat(2), arm: Arm::Sword },
            Event::Declined { seat: seat(1), arm: Arm::Shield }
        ]
    );
    assert!(matches!(events[2], Event::Rolled(_)));
    let events = play(&mut both, "sword 4", &mut draws(1)).unwrap();
    assert!(events.contains(&Event::Declined { seat: seat(1), arm: Arm::Shield }));
}

#[test]
fn tf_r12_the_first_of_several_stacks_fights() {
    let mut state = position(3, 2, "d2 1S 2L 1M 2S; c1 1L 2S 1M 2M; e5 2L");
    play(&mut state, "+S", &mut draws(1)).unwrap();
    play(&mut state, "end", &mut draws(1)).unwrap();
    assert_eq!(state.phase, Stage::Fight);
    let events = resigned(&mut state, 2);
    assert_eq!(events[0], Event::FightBegan { at: at("c1"), seats: vec![seat(1), seat(2)] });
    assert!(state.asked() != Some(seat(2)));
}

#[test]
fn tf_r12_who_has_resigned_cannot_win() {
    // Seat 1 holds eight territories when its turn comes: enough to win, but not for a player who has resigned.
    let eight = "a1 1S; b1 1M; b2 1L; c1 1L; c2 1S; c3 1M; d1 1S; d2 1M; e1 2M; e5 3L";
    let mut state = position(3, 3, eight);
    resigned(&mut state, 1);
    let action = state.legal(seat(3))[0];
    state.apply(By::Seat(seat(3)), action, &mut draws(1)).unwrap();
    let events = play(&mut state, "end", &mut draws(1)).unwrap();
    assert!(events.contains(&Event::Skipped(seat(1))), "{events:?}");
    assert_eq!((state.ending, state.asked()), (None, Some(seat(2))));
}

#[test]
fn tf_r12_random_matches_go_on_without_those_who_resigned() {
    for number in 0..300u64 {
        let players = 3 + (number % 4) as u8;
        let mut chance = Rng::with_seed(number);
        let (mut state, mut draws) = (position(players, 1, ""), draws(number as u8));
        let mut gone: Vec<Seat> = Vec::new();
        for step in 1..250 {
            let Some(asked) = state.asked() else { break };
            assert!(!gone.contains(&asked));
            if step % 25 == 0 && gone.len() + 2 < players.into() {
                let left: Vec<Seat> = state.seats().filter(|seat| !gone.contains(seat)).collect();
                // This is often the seat that is asked.
                let seat = if chance.usize(..2) == 0 { asked } else { left[chance.usize(..left.len())] };
                Triforce::resign(&mut state, seat, &mut draws).unwrap();
                gone.push(seat);
                continue;
            }
            let legal = state.legal(asked);
            state.apply(By::Seat(asked), legal[chance.usize(..legal.len())], &mut draws).unwrap();
        }
        assert!(state.ending.is_none_or(|ending| !gone.contains(&ending.winner())));
        assert_eq!(state.asked().is_none(), state.ending.is_some());
    }
}
