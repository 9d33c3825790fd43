//! Each ruling, and what the rules say besides.

use super::*;

fn json(state: &State) -> serde_json::Value {
    serde_json::to_value(state).unwrap()
}

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
        assert!(place.neighbours().into_iter().all(|other| territory(other) != territory(place)));
    }
}

#[test]
fn tf_r02_seat_one_begins_and_homes_are_corners_then_edges() {
    for players in 3..=6 {
        let state = State::begin(&Setup { players }).unwrap();
        assert_eq!((state.asked(), state.turn), (Some(seat(1)), seat(1)));
        let homes: Vec<String> = state.seats().map(|s| home(s).unwrap().to_string()).collect();
        assert_eq!(homes[..], ["a1", "e1", "e5", "c1", "c3", "e3"][..usize::from(players)]);
    }
    assert_eq!(home(seat(7)), None);
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
    // b1 and d2 are medium; the way between them leads over c2, whose small 2 takes any medium piece.
    let start = position(3, 1, "b1 1M; c2 2S");
    let there = played(&start, &["b1>d2"]);
    assert!(legal(&there).contains(&"end".to_owned()));
    let back = played(&there, &["d2>b1"]);
    assert_eq!(back.stacks, start.stacks);
    assert!(refused(&back, "end").contains("change something"));
    assert!(!legal(&back).contains(&"end".to_owned()));
    assert_eq!(legal(&back), legal(&start), "whatever one could do at the start one can do now");
    // Over c2 and back to b1 with the third action: not to the start.
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
    // c2 and d1 are small. From a1, c2 is reached over b1 or b2 only.
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
fn tf_r04_four_pieces_of_two_colours_fight_swords_and_shields_counted() {
    for (pieces, fights) in [
        ("1S 1M 1S 1M", false),
        ("1S 1M 2L", false),
        ("1S 1M 2L 1S", true),
        ("OS XM 2L 1S", true),
        ("OS XM 2L", false),
        ("OS XM 2L 2S", false),
        ("1S 1M 1S 1M 2L", true),
    ] {
        let state = position(3, 3, &format!("b1 {pieces}"));
        assert_eq!(state.stack(at("b1")).fights(), fights, "{pieces}");
    }
}

#[test]
fn tf_r05_the_attacker_is_asked_first_and_nobody_without_a_choice() {
    let state = played(&position(3, 1, "a1 2S 2M 1L"), &["+S", "end"]);
    assert_eq!((state.phase, state.asked()), (Phase::Sword, Some(seat(1))));
    assert_eq!(legal(&state), ["no", "sword L", "sword S"]);
    assert_eq!(
        (json(&state)["contested"].as_str(), json(&state)["actions_left"].as_u64()),
        (Some("a1"), Some(0))
    );
    let asked = played(&state, &["sword L"]);
    assert_eq!((asked.phase, asked.asked()), (Phase::Shield, Some(seat(2))));
    assert_eq!(legal(&asked), ["no", "shield M", "shield S"]);
    assert_eq!(json(&asked)["turn"], 1);
    assert!(refused(&asked, "sword M").contains("no or shield S or shield M"));
    let mut other = asked.clone();
    let not_yours = other.apply(By::seat(1), Action::No, &mut draws(1)).unwrap_err();
    assert_eq!(not_yours.kind, crate::games::RefusalKind::NotYours);
    // One piece each, or nobody with two: no offer at all.
    let state = played(&position(4, 1, "a1 4M 2S 3M"), &["+L", "end"]);
    assert_eq!((state.phase, state.turn), (Phase::Actions, seat(2)));
    // A single piece on top: only the shield is offered.
    let state = played(&position(3, 1, "a1 2S 2M 3S"), &["+L", "end"]);
    assert_eq!((state.phase, state.asked()), (Phase::Shield, Some(seat(2))));
    // Swords of that size used up: no choice, no question.
    let mut start = position(3, 1, "a1 2S 3M 1L");
    for size in [Size::Small, Size::Large] {
        (0..5).for_each(|_| start.swords.take(size));
    }
    assert_eq!(played(&start, &["+S", "end"]).phase, Phase::Actions);
}

#[test]
fn who_holds_both_ends_takes_a_sword_or_a_shield_but_never_both() {
    let start = position(3, 1, "a1 1S 2M 1L");
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.phase, Phase::Sword);
    // Both smalls stand at the ends; the uppermost becomes the sword, and 1 stays lowest.
    assert_ne!(played(&state, &["sword S"]).phase, Phase::Shield);
    assert_eq!(played(&state, &["no"]).phase, Phase::Shield);
    // With a shield in the stack there is no sword for who holds both ends.
    let shielded = played(&position(3, 1, "a1 OS 1M 2S 1L"), &["+S", "end"]);
    assert_ne!(shielded.phase, Phase::Sword);
    // A sword from before serves who is uppermost: no shield for the same player at the bottom.
    let sworded = played(&position(3, 1, "a1 1M XS 2S 1L"), &["+S", "end"]);
    assert_ne!((sworded.phase, sworded.asked()), (Phase::Shield, Some(seat(1))));
    // At most one sword in a stack.
    let again = played(&position(3, 1, "a1 2M 2S XS 1L"), &["+S", "end"]);
    assert_eq!((again.phase, again.asked()), (Phase::Shield, Some(seat(2))));
}

#[test]
fn who_gives_up_the_lowest_piece_for_a_sword_leaves_the_shield_to_the_next() {
    let start = position(3, 1, "a1 1S 2M 2S 1L");
    let state = played(&start, &["+M", "end", "sword S"]);
    assert_eq!(stack(&state, "a1"), "XS 2M 2S 1L 1M");
    assert_eq!((state.phase, state.asked()), (Phase::Shield, Some(seat(2))));
}

#[test]
fn tf_r06_the_uppermost_of_the_size_becomes_a_sword_the_lowest_a_shield() {
    let state = played(&position(3, 1, "a1 2S 2M 2S 1M 1L"), &["+M", "end", "sword M"]);
    assert_eq!(stack(&state, "a1"), "2S 2M 2S 1M 1L XM");
    assert_eq!((state.supply[0].count(Size::Medium), state.swords.count(Size::Medium)), (4, 4));
    let (_, events) = played_when(&state, &["shield S"], |rolls| total(rolls, 2) > total(rolls, 1));
    assert!(events.contains(&Event::Exchanged {
        seat: seat(2),
        piece: Piece::Shield(Size::Small),
        at: at("a1")
    }));
    assert_eq!(events.iter().find_map(removed).as_deref(), Some("1 XM"), "the sword goes in a piece's place");
    let (after, _) = played_when(&state, &["shield S"], |rolls| total(rolls, 1) > total(rolls, 2));
    assert_eq!(stack(&after, "a1"), "2M 2S 1M 1L XM", "the shield went back to its supply");
    assert_eq!(after.shields, Stock::FULL);
}

fn removed(event: &Event) -> Option<String> {
    match event {
        Event::Removed { seat, piece, .. } => Some(format!("{seat} {piece}")),
        _ => None,
    }
}

fn all_removed(events: &[Event]) -> Vec<String> {
    let mut first = events.iter().skip_while(|event| !matches!(event, Event::Rolled(_))).skip(1);
    first.by_ref().map_while(removed).collect()
}

#[test]
fn tf_r07_ties_for_the_lowest() {
    // Nobody has anything: all tied lose.
    let plain = position(4, 1, "a1 2S 3M 4S");
    let (after, events) = played_when(&plain, &["+L", "end"], |rolls| {
        total(rolls, 1) == total(rolls, 3) && total(rolls, 1) < total(rolls, 2).min(total(rolls, 4))
    });
    assert_eq!(all_removed(&events), ["1 1L", "3 3M"]);
    assert_eq!(stack(&after, "a1"), "2S 4S");
    // The sword's user never loses a tie; the others do.
    let sword = position(3, 1, "a1 2S 3M 1L");
    let (_, events) = played_when(&sword, &["+S", "end", "sword L"], |rolls| {
        total(rolls, 1) == total(rolls, 3) && total(rolls, 1) < total(rolls, 2)
    });
    assert_eq!(all_removed(&events), ["3 3M"]);
    // The shield's user always loses it, alone.
    let shield = position(3, 1, "a1 2S 2M 3S");
    let (_, events) = played_when(&shield, &["+L", "end", "shield M"], |rolls| {
        total(rolls, 1) == total(rolls, 2) && total(rolls, 2) == total(rolls, 3)
    });
    assert_eq!(all_removed(&events), ["2 OM"]);
    // Sword against shield: the shield loses.
    let both = position(3, 1, "a1 2S 2M 1L");
    let (_, events) =
        played_when(&both, &["+S", "end", "sword L", "shield S"], |rolls| total(rolls, 1) == total(rolls, 2));
    assert_eq!(all_removed(&events), ["2 OS"]);
    // Alone the lowest, the sword's user loses the sword.
    let (_, events) = played_when(&sword, &["+S", "end", "sword L"], |rolls| {
        total(rolls, 1) < total(rolls, 3).min(total(rolls, 2))
    });
    assert_eq!(all_removed(&events), ["1 XL"]);
}

#[test]
fn dice_are_rolled_in_seat_order_the_own_first_then_the_black_one() {
    let state = played(&position(3, 3, "e5 2L 1S 2M 3S"), &["+L", "end", "sword L"]);
    assert_eq!((state.phase, state.asked()), (Phase::Shield, Some(seat(2))));
    for seed in 0..20 {
        let (mut after, mut rolled, mut by_hand) = (state.clone(), draws(seed), draws(seed));
        let events = play(&mut after, "shield M", &mut rolled).unwrap();
        let one = Roll { seat: seat(1), own: by_hand.die(12), black: None, shielded: false };
        let two = Roll { seat: seat(2), own: by_hand.die(20), black: None, shielded: true };
        let (own, black) = (by_hand.die(12), by_hand.die(12));
        let three = Roll { seat: seat(3), own, black: Some(black), shielded: false };
        assert!(events.contains(&Event::Rolled(vec![one, two, three])));
    }
}

#[test]
fn a_stack_fights_again_with_new_offers() {
    let start = position(3, 1, "a1 2S 2M 1S 1L");
    let (after, events) =
        played_when(&start, &["+S", "end", "no", "no"], |rolls| total(rolls, 2) < total(rolls, 1));
    assert_eq!(stack(&after, "a1"), "2M 1S 1L 1S");
    assert_eq!((after.phase, after.asked()), (Phase::Sword, Some(seat(1))));
    assert!(matches!(events.last(), Some(Event::FightBegan { .. })));
    assert_eq!(after.turn, seat(1));
}

#[test]
fn the_player_of_the_turn_picks_among_several_fights() {
    let start = position(4, 1, "a1 2S 3M 4S; b1 2M 3L 4M 1S; d2 3S 3L 2S 4M");
    let pick = played(&start, &["+L", "end"]);
    assert_eq!((pick.phase, pick.asked()), (Phase::Fight, Some(seat(1))));
    assert_eq!(legal(&pick), ["fight a1", "fight b1", "fight d2"]);
    assert_eq!(json(&pick)["contested"], serde_json::Value::Null);
    assert!(refused(&pick, "fight c1").contains("fight a1 or fight b1"));
    assert!(refused(&pick, "+S").contains("Pick the stack"));
    let (next, _) = played_when(&pick, &["fight b1"], |rolls| total(rolls, 1) < total(rolls, 2));
    assert_eq!((next.phase, next.turn), (Phase::Fight, seat(1)));
    assert_eq!(legal(&next), ["fight a1", "fight d2"]);
    // The last one is not asked for: after a1 comes d2 by itself.
    let (last, events) = played_when(&next, &["fight a1"], |_| true);
    assert_eq!(events.iter().filter(|e| matches!(e, Event::FightBegan { .. })).count(), 2);
    assert_eq!((last.phase, last.asked()), (Phase::Shield, Some(seat(3))));
}

#[test]
fn tf_r08_the_lowest_player_piece_counts_at_the_start_of_a_turn() {
    // Seat 2 is lowest in eight stacks, in one of them above a sword.
    let eight = "b1 2M; b2 2L; c1 2L; c2 2S; c3 2M; d1 2S; d2 XM 2L; d3 2L 1S; e1 1M";
    let state = played(&position(3, 1, eight), &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::Territories { winner: seat(2), stacks: 8 }));
    assert_eq!((state.turn, state.asked()), (seat(1), None), "the turn stays at the last mover");
    assert_eq!(json(&state)["winner"], 2);
    // Not in the middle of a turn: seat 1 has eight after the first action and loses one again.
    let state = played(&position(3, 2, &eight.replace("2L 1S", "3L 1S")), &["+L", "end"]);
    assert_eq!((state.phase, state.turn), (Phase::Actions, seat(3)));
    for (players, goal) in [(3, 8), (4, 7), (5, 6), (6, 5)] {
        assert_eq!(State::begin(&Setup { players }).unwrap().goal(), goal);
    }
}

#[test]
fn tf_r08_a_pinned_player_wins_too_at_the_start_of_the_passed_turn() {
    // Seat 3 has neither a piece left nor one that can move, but is lowest in eight stacks.
    let mut start = position(
        3,
        2,
        "e5 3L 1M; e4 3M 1L; d3 3L 1M; d4 3S 1L; c3 3M 1S; c2 3S 1M; b1 3M 1S; b2 3L 1S; e1 2M; d1 2S",
    );
    start.supply[2] = Stock::FULL;
    for size in Size::ALL {
        (0..5).for_each(|_| start.supply[2].take(size));
    }
    assert_eq!(start.pinned(), [seat(3)]);
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::Territories { winner: seat(3), stacks: 8 }));
    // With one less the turn is passed, and an event tells it.
    start.stacks[at("b1").index()] = Stack::EMPTY;
    start.before = start.stacks;
    let (mut state, mut draws) = (start, draws(1));
    play(&mut state, "+S", &mut draws).unwrap();
    let events = play(&mut state, "end", &mut draws).unwrap();
    assert_eq!(events[1..], [Event::Passed(seat(3)), Event::TurnBegan(seat(1))]);
}

#[test]
fn tf_r09_the_only_one_not_pinned_wins_after_the_turn() {
    // Homes are shut by tops for which nobody but seat 1 has another size.
    let mut start = position(3, 1, "e1 1L; e5 1L");
    for i in [1, 2] {
        for size in [Size::Small, Size::Medium] {
            (0..5).for_each(|_| start.supply[i].take(size));
        }
    }
    assert_eq!(start.pinned(), [seat(2), seat(3)]);
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.ending, Some(Ending::LastFree { winner: seat(1) }));
    assert_eq!((state.phase, state.turn), (Phase::Over, seat(1)));
    assert_eq!(json(&state)["pinned"], serde_json::json!([2, 3]));
    let mut over = state.clone();
    let refusal = over.apply(By::seat(1), Action::End, &mut draws(1)).unwrap_err();
    assert_eq!(refusal.kind, crate::games::RefusalKind::Over);
}

#[test]
fn tf_r09_if_all_are_pinned_the_last_mover_wins() {
    let mut start = position(3, 1, "e1 1L; e5 1L");
    for i in [1, 2] {
        for size in [Size::Small, Size::Medium] {
            (0..5).for_each(|_| start.supply[i].take(size));
        }
    }
    // Seat 1 has one small piece left: it shuts the own home with it. e1 and e5 hold large pieces on
    // stacks from which they cannot move: e2, d1, d4 and e4 are small, medium or covered with large ones.
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
    for place in ["d2", "d3", "e3"] {
        start.stacks[at(place).index()].push(piece("XL"));
    }
    for place in ["c3", "c2", "c1"] {
        start.stacks[at(place).index()].push(piece("XL"));
    }
    start.before = start.stacks;
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.pinned(), [seat(1), seat(2), seat(3)]);
    assert_eq!(state.ending, Some(Ending::AllPinned { winner: seat(1) }));
}

#[test]
fn tf_r10_a_size_that_is_used_up_cannot_be_placed() {
    let mut start = position(3, 1, "a1 1M");
    (0..5).for_each(|_| start.supply[0].take(Size::Small));
    assert!(refused(&start, "+S").contains("no small piece left"));
    assert!(!legal(&start).contains(&"+S".to_owned()));
    assert!(legal(&start).contains(&"+L".to_owned()));
}

#[test]
fn tf_r11_who_would_have_both_has_the_shield() {
    // Seat 1 is lowest behind an old shield and has placed on top of an old sword.
    let start = position(3, 1, "a1 OS 1M XS 2L");
    let state = played_when(&start, &["+S", "end"], |rolls| {
        assert_eq!(rolls[0].black, None);
        assert!(rolls[0].shielded && rolls[1].black.is_none() && !rolls[1].shielded);
        rolls[0].own < rolls[1].own
    });
    assert_eq!(all_removed(&state.1), ["1 OS"]);
    assert!(state.0.stack(at("a1")).has_sword());
}

#[test]
fn old_swords_serve_the_uppermost_and_old_shields_the_lowest() {
    let start = position(3, 3, "e5 XM OL 2L 1S 2M");
    let (_, events) = played_when(&start, &["+L", "end"], |rolls| {
        assert!(!rolls[0].shielded && rolls[1].shielded && rolls[2].black.is_some());
        rolls[2].total() < rolls[0].total().min(rolls[1].total())
    });
    assert_eq!(all_removed(&events), ["3 XM"]);
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
    let state = position(3, 1, "a1 1S 2M XL");
    assert_eq!(
        serde_json::to_string(&state).unwrap(),
        concat!(
            r#"{"phase":"actions","to_act":[1],"turn":1,"actions_left":3,"contested":null,"#,
            r#""stacks":{"a1":["1S","2M","XL"]},"#,
            r#""supply":[{"S":4,"M":5,"L":5},{"S":5,"M":4,"L":5},{"S":5,"M":5,"L":5}],"#,
            r#""swords":{"S":5,"M":5,"L":4},"shields":{"S":5,"M":5,"L":5},"pinned":[],"winner":null}"#
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
