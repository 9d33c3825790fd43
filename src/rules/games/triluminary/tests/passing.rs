//! R4: players who cannot push.

use super::super::event::Stuck;
use super::*;

#[test]
fn tl_r04_who_cannot_push_passes() {
    // All of seat 2's pieces are on the board, out of the way of the push.
    let mut spaces = Hex::all().filter(|hex| hex.column() > 3);
    let mut list = Vec::new();
    for size in ["S", "M", "L"] {
        list.extend((0..5).map(|_| format!("{} 2{size}^SE", spaces.next().unwrap())));
    }
    let mut state = position(&list.join(", "), 1);
    let events = act(&mut state, "Sa1N1^N").unwrap();
    assert_eq!(
        events[1..],
        [Event::Passed { seat: TWO, stuck: Stuck::NoPiece }, Event::TurnBegan { seat: ONE }]
    );
    assert_eq!((state.turn, state.phase), (ONE, Phase::Push));
}

#[test]
fn tl_r04_if_neither_can_push_it_is_a_draw() {
    // 30 pieces and influence pyramids on all but one space; the last piece of seat 1 goes there.
    let order: Vec<Hex> = Hex::all().collect();
    let mut list = Vec::new();
    for (i, hex) in order.iter().enumerate().skip(1).take(29) {
        let (seat, size) = if i <= 14 { (1, ["S", "M", "L"][i % 3]) } else { (2, ["S", "M", "L"][i % 3]) };
        // All point up and out, so that none points at an influence pyramid through four others by chance.
        list.push(format!("{hex} {seat}{size}^NW"));
    }
    let mut state = position(&list.join(", "), 1);
    assert_eq!((state.supply(ONE).total(), state.supply(TWO).total()), (1, 0));
    let size = state.supply(ONE).sizes().next().unwrap();
    let events = act(&mut state, &format!("{size}a1NE1^SW")).unwrap();
    assert!(
        !events.iter().any(|event| matches!(event, Event::PushedOff { .. })) || state.supply(TWO).total() > 0
    );
    // In either case, the match is a draw when neither player has a piece left.
    let mut state = position(&list.join(", "), 1);
    let size = state.supply(ONE).sizes().next().unwrap();
    let events = act(&mut state, &format!("{size}g1NW1^SE")).unwrap();
    assert_eq!(
        events[1..],
        [
            Event::Passed { seat: TWO, stuck: Stuck::NoPiece },
            Event::Passed { seat: ONE, stuck: Stuck::NoPiece },
            Event::Drawn
        ]
    );
    let json = serde_json::to_value(&state).unwrap();
    assert_eq!((&json["winner"], &json["phase"]), (&serde_json::json!("draw"), &serde_json::json!("over")));
    assert!(state.legal(ONE).is_empty() && state.legal(TWO).is_empty());
}

#[test]
fn tl_r04_a_ring_of_influence_blocks_every_way() {
    let mut state = position("", 1);
    for hex in Hex::all() {
        state.spaces[hex.index()] = Some(if hex.is_border() {
            Pyramid::Influence(Size::Small)
        } else {
            Pyramid::Piece(Piece { seat: TWO, size: Size::Small, points: HexDirection::N })
        });
    }
    assert!(state.legal(ONE).is_empty());
    assert_eq!((state.legal_count(ONE), state.nth_legal(ONE, 0)), (0, None));
}
