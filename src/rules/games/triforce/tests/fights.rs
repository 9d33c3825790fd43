//! The rulings on fights, and what else the rules say about them.

use super::*;

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
    assert_eq!((state.phase, state.asked()), (Stage::Sword, Some(seat(1))));
    assert_eq!(legal(&state), ["no", "sword 3", "sword 4"]);
    assert_eq!(
        (json(&state)["contested"].as_str(), json(&state)["actions_left"].as_u64()),
        (Some("a1"), Some(0))
    );
    let asked = played(&state, &["sword 3"]);
    assert_eq!((asked.phase, asked.asked()), (Stage::Shield, Some(seat(2))));
    assert_eq!(legal(&asked), ["no", "shield 1", "shield 2"]);
    assert_eq!(json(&asked)["turn"], 1);
    assert!(refused(&asked, "sword 2").contains("no or shield 1 or shield 2"));
    assert!(refused(&asked, "shield 3").contains("no or shield 1 or shield 2"), "that is the sword");
    let mut other = asked.clone();
    let not_yours = other.apply(By::seat(1), Action::No, &mut draws(1)).unwrap_err();
    assert_eq!(not_yours.kind, crate::games::RefusalKind::NotYours);
    // Nobody has two pieces, so there is no offer.
    let state = played(&position(4, 1, "a1 4M 2S 3M"), &["+L", "end"]);
    assert_eq!((state.phase, state.turn), (Stage::Actions, seat(2)));
    // There is a single piece on top, so only the shield is offered.
    let state = played(&position(3, 1, "a1 2S 2M 3S"), &["+L", "end"]);
    assert_eq!((state.phase, state.asked()), (Stage::Shield, Some(seat(2))));
    // There are no swords of this size left, so nobody is asked.
    let mut start = position(3, 1, "a1 2S 3M 1L");
    for size in [Size::Small, Size::Large] {
        for _ in 0..5 {
            start.swords.take(size);
        }
    }
    assert_eq!(played(&start, &["+S", "end"]).phase, Stage::Actions);
}

#[test]
fn who_holds_both_ends_takes_a_sword_or_a_shield_but_never_both() {
    let start = position(3, 1, "a1 1S 2M 1L");
    let state = played(&start, &["+S", "end"]);
    assert_eq!(state.phase, Stage::Sword);
    assert_ne!(played(&state, &["sword 4"]).phase, Stage::Shield);
    assert_eq!(played(&state, &["no"]).phase, Stage::Shield);
    // With a shield in the stack, a player with both the highest and the lowest piece gets no sword.
    let shielded = played(&position(3, 1, "a1 OS 1M 2S 1L"), &["+S", "end"]);
    assert_ne!(shielded.phase, Stage::Sword);
    // An older sword helps the owner of the highest piece, who gets no shield for the lowest one.
    let sworded = played(&position(3, 1, "a1 1M XS 2S 1L"), &["+S", "end"]);
    assert_ne!((sworded.phase, sworded.asked()), (Stage::Shield, Some(seat(1))));
    // There is at most one sword in a stack.
    let again = played(&position(3, 1, "a1 2M 2S XS 1L"), &["+S", "end"]);
    assert_eq!((again.phase, again.asked()), (Stage::Shield, Some(seat(2))));
}

#[test]
fn who_gives_up_the_lowest_piece_for_a_sword_leaves_the_shield_to_the_next() {
    let start = position(3, 1, "a1 1S 2M 2S 1L");
    let state = played(&start, &["+M", "end", "sword 1"]);
    assert_eq!(stack(&state, "a1"), "XS 2M 2S 1L 1M");
    assert_eq!((state.phase, state.asked()), (Stage::Shield, Some(seat(2))));
}

#[test]
fn tf_r06_the_player_chooses_which_piece_becomes_the_sword_or_the_shield() {
    // Heights count every pyramid on the white one, swords and shields too.
    let offered = played(&position(3, 1, "a1 2S 1M XL 2M 1S 3L"), &["+M", "end"]);
    assert_eq!((offered.phase, offered.asked()), (Stage::Shield, Some(seat(2))), "one sword in a stack");
    assert_eq!(legal(&offered), ["no", "shield 1", "shield 4"]);
    let state = played(&position(3, 1, "a1 2S 2M 1M 2L 1S 1L"), &["+M", "end"]);
    assert_eq!(legal(&state), ["no", "sword 3", "sword 5", "sword 6", "sword 7"]);
    for height in ["0", "1", "2", "4", "8", "33", "255"] {
        if height != "0" {
            assert!(refused(&state, &format!("sword {height}")).contains("sword 3 or sword 5"));
        }
        assert!(format!("sword {height}").parse::<Action>().is_ok() == (height != "0"));
    }
    for (height, after) in [
        ("3", "2S 2M XM 2L 1S 1L 1M"),
        ("5", "2S 2M 1M 2L XS 1L 1M"),
        ("6", "2S 2M 1M 2L 1S XL 1M"),
        ("7", "2S 2M 1M 2L 1S 1L XM"),
    ] {
        let state = played(&state, &[&format!("sword {height}")]);
        assert_eq!((stack(&state, "a1"), state.phase), (after.to_owned(), Stage::Shield));
        assert_eq!(legal(&state), ["no", "shield 1", "shield 2", "shield 4"]);
    }
    // The piece goes back to its owner, and the sword comes from the common supply.
    let state = played(&state, &["sword 3"]);
    assert_eq!((state.supply[0][Size::Medium], state.swords[Size::Medium]), (4, 4));
    let (_, events) = played_when(&state, &["shield 4"], |rolls| total(rolls, 2) > total(rolls, 1));
    let shield =
        Event::Exchanged { seat: seat(2), arm: Arm::Shield, size: Size::Large, at: at("a1"), height: 4 };
    assert_eq!(events[0], shield);
    assert_eq!(events.iter().find_map(removed).as_deref(), Some("1 XM"), "the sword goes in a piece's place");
    let (after, _) = played_when(&state, &["shield 4"], |rolls| total(rolls, 1) > total(rolls, 2));
    assert_eq!(stack(&after, "a1"), "2S 2M XM 1S 1L 1M", "the shield went back to its supply");
    assert_eq!(after.shields, Stash::FULL);
}

#[test]
fn tf_r06_only_sizes_of_which_the_supply_has_one_are_offered() {
    let mut start = position(3, 1, "a1 2S 1M 2M 1L");
    for _ in 0..5 {
        start.swords.take(Size::Large);
    }
    for _ in 0..5 {
        start.shields.take(Size::Small);
    }
    let state = played(&start, &["+S", "end"]);
    assert_eq!(legal(&state), ["no", "sword 2", "sword 5"]);
    assert!(refused(&state, "sword 4").contains("sword 2 or sword 5"));
    let state = played(&state, &["no"]);
    assert_eq!(legal(&state), ["no", "shield 3"]);
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
    // Nobody has a sword or a shield, so all tied players lose.
    let plain = position(4, 1, "a1 2S 3M 4S");
    let (after, events) = played_when(&plain, &["+L", "end"], |rolls| {
        total(rolls, 1) == total(rolls, 3) && total(rolls, 1) < total(rolls, 2).min(total(rolls, 4))
    });
    assert_eq!(all_removed(&events), ["1 1L", "3 3M"]);
    assert_eq!(stack(&after, "a1"), "2S 4S");
    // The sword's user never loses a tie; the others do.
    let sword = position(3, 1, "a1 2S 3M 1L");
    let (_, events) = played_when(&sword, &["+S", "end", "sword 3"], |rolls| {
        total(rolls, 1) == total(rolls, 3) && total(rolls, 1) < total(rolls, 2)
    });
    assert_eq!(all_removed(&events), ["3 3M"]);
}

#[test]
fn tf_r14_a_shield_that_ties_with_plain_players_loses_alone() {
    let shield = position(3, 1, "a1 2S 2M 3S");
    let (_, events) = played_when(&shield, &["+L", "end", "shield 2"], |rolls| {
        total(rolls, 1) == total(rolls, 2) && total(rolls, 2) == total(rolls, 3)
    });
    assert_eq!(all_removed(&events), ["2 OM"]);
}

#[test]
fn tf_r07_between_sword_and_shield_the_shield_loses_a_tie_and_a_sword_only_the_lowest_total() {
    let sword = position(3, 1, "a1 2S 3M 1L");
    let both = position(3, 1, "a1 2S 2M 1L");
    let (_, events) =
        played_when(&both, &["+S", "end", "sword 3", "shield 1"], |rolls| total(rolls, 1) == total(rolls, 2));
    assert_eq!(all_removed(&events), ["2 OS"]);
    // With the lowest total, the sword's user loses the sword.
    let (_, events) = played_when(&sword, &["+S", "end", "sword 3"], |rolls| {
        total(rolls, 1) < total(rolls, 3).min(total(rolls, 2))
    });
    assert_eq!(all_removed(&events), ["1 XL"]);
}

#[test]
fn dice_are_rolled_in_seat_order_the_own_first_then_the_black_one() {
    let state = played(&position(3, 3, "e1 2L 1S 2M 3S"), &["+L", "end", "sword 5"]);
    assert_eq!((state.phase, state.asked()), (Stage::Shield, Some(seat(2))));
    for seed in 0..20 {
        let (mut after, mut rolled, mut by_hand) = (state.clone(), draws(seed), draws(seed));
        let events = play(&mut after, "shield 3", &mut rolled).unwrap();
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
    assert_eq!((after.phase, after.asked()), (Stage::Sword, Some(seat(1))));
    assert!(matches!(events.last(), Some(Event::FightBegan { .. })));
    assert_eq!(after.turn, seat(1));
}

#[test]
fn the_player_of_the_turn_picks_among_several_fights() {
    let start = position(4, 1, "a1 2S 3M 4S; b1 2M 3L 4M 1S; d2 3S 3L 2S 4M");
    let pick = played(&start, &["+L", "end"]);
    assert_eq!((pick.phase, pick.asked()), (Stage::Fight, Some(seat(1))));
    assert_eq!(legal(&pick), ["fight a1", "fight b1", "fight d2"]);
    assert_eq!(json(&pick)["contested"], serde_json::Value::Null);
    assert!(refused(&pick, "fight c1").contains("fight a1 or fight b1"));
    assert!(refused(&pick, "+S").contains("Pick the stack"));
    let (next, _) = played_when(&pick, &["fight b1"], |rolls| total(rolls, 1) < total(rolls, 2));
    assert_eq!((next.phase, next.turn), (Stage::Fight, seat(1)));
    assert_eq!(legal(&next), ["fight a1", "fight d2"]);
    // The last choice is made automatically: d2 follows a1.
    let (last, events) = played_when(&next, &["fight a1"], |_| true);
    assert_eq!(events.iter().filter(|e| matches!(e, Event::FightBegan { .. })).count(), 2);
    assert_eq!((last.phase, last.asked()), (Stage::Shield, Some(seat(3))));
}

#[test]
fn tf_r08_exchanging_the_bottom_piece_gives_the_territory_up() {
    let asked = played(&position(3, 1, "a1 2S 1M 2M 1L"), &["+S", "end", "no"]);
    assert_eq!(asked.held_by(seat(2)), 1);
    let (kept, _) = played_when(&asked, &["shield 3"], |rolls| total(rolls, 1) < total(rolls, 2));
    assert_eq!((stack(&kept, "a1").as_str(), kept.held_by(seat(2))), ("2S OM 1L 1S", 1));
    let (given_up, _) = played_when(&asked, &["shield 1"], |rolls| total(rolls, 1) < total(rolls, 2));
    assert_eq!((stack(&given_up, "a1").as_str(), given_up.held_by(seat(2))), ("OS 2M 1L 1S", 0));
}

#[test]
fn tf_r11_a_shield_serves_its_taker_first_and_whoever_is_lowest_later() {
    // Seat 2 exchanges its lowest piece, so that seat 3 is lowest; the shield is still seat 2's in this fight.
    let start = position(3, 1, "a1 2S 3M 2L");
    let asked = played(&start, &["+S", "end"]);
    assert_eq!((asked.phase, asked.asked()), (Stage::Shield, Some(seat(2))));
    let shielded = |rolls: &[Roll]| rolls.iter().map(|roll| roll.shielded).collect::<Vec<bool>>();
    let (after, _) = played_when(&asked, &["shield 1"], |rolls| {
        assert_eq!(shielded(rolls), [false, true, false]);
        total(rolls, 1) < total(rolls, 2).min(total(rolls, 3))
    });
    assert_eq!(stack(&after, "a1"), "OS 3M 2L");
    // In the next fight there, it is seat 3's, which never took it and loses it in place of a piece.
    let next = position(3, 1, "a1 OS 3M 2L 3S");
    let (after, events) = played_when(&next, &["+M", "end"], |rolls| {
        assert_eq!(shielded(rolls), [false, false, true]);
        total(rolls, 3) < total(rolls, 1).min(total(rolls, 2))
    });
    assert_eq!(
        (all_removed(&events), stack(&after, "a1").as_str()),
        (vec!["3 OS".to_owned()], "3M 2L 3S 1M")
    );
    assert_eq!((after.phase, after.asked()), (Stage::Shield, Some(seat(3))), "the next may be taken");
}

#[test]
fn tf_r11_a_shield_serves_the_lowest_in_the_fights_that_follow_within_a_turn() {
    let start = position(3, 1, "a1 2S 3M 2L 1M");
    // Seat 2 gives up its lowest piece for the shield; seat 1 loses a piece, and the stack fights on with seat 3
    // lowest.
    let (_, events) = played_when(&start, &["+S", "end", "no", "shield 1"], |rolls| {
        total(rolls, 1) < total(rolls, 2).min(total(rolls, 3))
    });
    let shielded = events.iter().filter_map(|event| match event {
        Event::Rolled(rolls) => Some(rolls.iter().map(|roll| roll.shielded).collect::<Vec<bool>>()),
        _ => None,
    });
    let shielded: Vec<Vec<bool>> = shielded.take(2).collect();
    assert_eq!(shielded, [[false, true, false], [false, false, true]]);
}

#[test]
fn tf_r11_where_sword_and_shield_serve_the_same_player_only_the_shield_does() {
    // Seat 1 is lowest, and has placed a piece on top of an old sword, which helps nobody.
    let start = position(3, 1, "a1 OS 1M XS 2L");
    let (after, events) = played_when(&start, &["+S", "end"], |rolls| {
        assert!(rolls.iter().all(|roll| roll.black.is_none()));
        assert!(rolls[0].shielded && !rolls[1].shielded);
        rolls[0].own < rolls[1].own
    });
    assert_eq!(all_removed(&events), ["1 OS"]);
    assert!(after.stack(at("a1")).has_sword());
}

#[test]
fn tf_r11_who_has_both_ends_takes_no_sword_while_any_shield_is_there() {
    // With both ends and a shield, there is no sword. There is one without the shield, or with another player at the
    // bottom.
    for (pieces, is_asked) in
        [("1M OS 2S 1L", false), ("OS 1M 2S 1L", false), ("1M 3S 2S 1L", true), ("2S OS 1M 1L", true)]
    {
        let asked = played(&position(3, 1, &format!("a1 {pieces}")), &["+S", "end"]);
        assert_eq!(asked.phase == Stage::Sword, is_asked, "{pieces}");
    }
    // A player who takes a sword over somebody else's shield has the sword, and the lowest player has the shield.
    let asked = played(&position(3, 1, "a1 2S OS 1M 1L"), &["+S", "end"]);
    played_when(&asked, &["sword 4"], |rolls| {
        assert!(rolls[0].black.is_some() && !rolls[0].shielded && rolls[1].shielded);
        true
    });
}

#[test]
fn old_swords_serve_the_uppermost() {
    let start = position(3, 3, "e1 XM OL 2L 1S 2M");
    let (_, events) = played_when(&start, &["+L", "end"], |rolls| {
        assert!(!rolls[0].shielded && rolls[1].shielded && rolls[2].black.is_some());
        rolls[2].total() < rolls[0].total().min(rolls[1].total())
    });
    assert_eq!(all_removed(&events), ["3 XM"]);
}

#[test]
fn tf_r13_a_sword_taken_this_turn_rules_out_a_shield_from_the_same_stack() {
    let start = position(3, 1, "a1 1S 2M 2S 1L");
    let lost = |rolls: &[Roll]| total(rolls, 1) < total(rolls, 2);
    let (again, _) = played_when(&start, &["+S", "end", "sword 4"], lost);
    assert_eq!((stack(&again, "a1").as_str(), again.phase), ("1S 2M 2S 1S", Stage::Sword));
    assert_eq!(legal(&again), ["no", "sword 1", "sword 4"], "another sword is no shield");
    // Seat 1 is lowest with two pieces, but is not asked for a shield.
    let (_, events) = played_when(&again, &["no"], |_| true);
    assert!(matches!(events[1], Event::Rolled(_)), "{events:?}");
    // In another stack in the same turn, and in a later turn, seat 1 is asked.
    let mut later = again.clone();
    later.taken.clear();
    assert_eq!(played(&later, &["no"]).phase, Stage::Shield);
}

#[test]
fn tf_r13_a_shield_taken_this_turn_rules_out_a_sword_from_the_same_stack() {
    let start = position(3, 1, "a1 1S 2M 2S 1L; c2 1S 2L 2S 1M");
    let lost = |rolls: &[Roll]| total(rolls, 1) < total(rolls, 2);
    let (again, _) = played_when(&start, &["+S", "end", "fight a1", "no", "shield 1"], lost);
    // Seat 1 has the highest piece and two in all, but only seat 2, now the lowest, is asked.
    assert_eq!(stack(&again, "a1"), "2M 2S 1L 1S");
    assert_eq!((again.phase, again.asked()), (Stage::Shield, Some(seat(2))));
    // This does not apply to the other stack in this turn.
    let (other, _) = played_when(&again, &["no"], lost);
    assert_eq!((other.phase, other.asked()), (Stage::Sword, Some(seat(1))));
    assert_eq!(json(&other)["contested"], "c2");
    // In the next turn, all of this is forgotten.
    let (next, _) = played_when(&other, &["no", "no"], |rolls| total(rolls, 2) < total(rolls, 1));
    assert_eq!((next.phase, next.turn, next.taken.len()), (Stage::Actions, seat(2), 0));
}
