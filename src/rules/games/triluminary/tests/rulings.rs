//! The rulings of Triluminary and what else its rules say: a position for each in which another reading would give a different
//! result.

use super::*;

#[test]
fn tl_r06_the_state_before_the_first_entry_is_that_of_records() {
    let (state, events) = Triluminary::begin(&Setup {}, &mut draws(0)).unwrap();
    assert_eq!(events, [Event::TurnBegan(ONE)]);
    assert_eq!(
        serde_json::to_string(&state).unwrap(),
        r#"{"phase":"push","to_act":[1],"board":{"a1":"*S","a4":"*M","d1":"*L","d7":"*L","g1":"*M","g4":"*S"},"supply":[{"S":5,"M":5,"L":5},{"S":5,"M":5,"L":5}],"influence":{"S":3,"M":3,"L":3},"captured":[{"S":0,"M":0,"L":0},{"S":0,"M":0,"L":0}],"winner":null}"#
    );
    let state = position("d4 1M^NE, a1 *S", 2);
    assert!(
        serde_json::to_string(&state).unwrap().contains(r#""to_act":[2],"board":{"a1":"*S","d4":"1M^NE"}"#)
    );
}

#[test]
fn setups_have_nothing_to_say() {
    let triluminary = Registry::standard().get("triluminary").unwrap();
    assert!(triluminary.begin(&serde_json::json!({}), None, None).is_ok(), "nothing is drawn");
    assert!(triluminary.begin(&serde_json::json!({"first": 2}), None, None).is_err());
}

#[test]
fn the_start_has_240_pushes_and_1440_actions() {
    let state = State::begin();
    let legal = state.legal(ONE);
    assert_eq!((legal.len(), state.legal_count(ONE), state.legal(TWO).len()), (1440, 1440, 0));
    let pushes: BTreeSet<String> =
        legal.iter().map(|action| action.to_string().split('^').next().unwrap().to_owned()).collect();
    assert_eq!(pushes.len(), 240);
    // 42 entries with up to 1, 2 or 3 spaces make 252, but a large piece that enters at a corner along an edge stops
    // after 2, and there are 12 of these.
    assert!(pushes.contains("La1N2") && !pushes.contains("La1N3"));
}

#[test]
fn a_push_closes_gaps_before_it_pushes_on() {
    // The sheet's example: the first pyramid is pushed by three spaces, the second by one.
    assert_eq!(played("d1 *L, d4 2S^N", "Ld1N3^N"), "d3 1L^N, d4 *L, d5 2S^N");
    assert_eq!(played("d2 *L, d4 2S^N", "Ld1N3^SE"), "d3 1L^SE, d4 *L, d5 2S^N");
    assert_eq!(played("d3 *L", "Ld1N2^N"), "d2 1L^N, d3 *L");
    assert_eq!(played("d1 *L, d2 2S^N", "Sd1N1^N"), "d1 1S^N, d2 *L, d3 2S^N");
}

#[test]
fn what_leaves_the_board_returns_to_its_owner() {
    let mut state = position("a1 2S^N, a2 1M^N, a3 2L^N, a4 2S^S", 1);
    let events = act(&mut state, "La1N2^N").unwrap();
    assert_eq!(board(&state), "a2 1L^N, a3 2S^N, a4 1M^N");
    assert_eq!((state.supply(ONE), state.supply(TWO)), (Stash::new([5, 4, 4]), Stash::new([4, 5, 5])));
    let off = |event: &&Event| matches!(event, Event::PushedOff(_));
    assert_eq!(events.iter().filter(off).count(), 2);
}

#[test]
fn tl_r01_the_written_distance_must_be_travelled() {
    let state = position("a4 *M, a2 2S^N, a1 2S^N", 1);
    assert_eq!(
        refused(&state, "La1N2^SE"),
        "From a1 going N it stops after 1, as an influence pyramid cannot leave the board at a4: write La1N1^SE."
    );
    let mut after = state.clone();
    act(&mut after, "La1N1^SE").unwrap();
    assert_eq!(board(&after), "a1 1L^SE, a2 2S^N, a3 2S^N, a4 *M");
    assert_eq!(
        refused(&position(&board(&after), 1), "Sa1N1^N"),
        "Nothing enters at a1 going N: the influence pyramid on a4 cannot leave the board."
    );
    assert_eq!(refused(&state, "Sa1N2^N"), "A small piece travels 1 space, not 2.");
    assert_eq!(refused(&state, "La1N0^N"), "A large piece travels 1 to 3 spaces, not 0.");
}

#[test]
fn pieces_enter_from_outside() {
    let state = State::begin();
    assert_eq!(
        refused(&state, "Sd4N1^N"),
        "A piece enters from outside: behind d4 going N there is d3, so nothing enters there."
    );
    assert_eq!(
        refused(&state, "Sa2N1^N"),
        "A piece enters from outside: behind a2 going N there is a1, so nothing enters there."
    );
}

#[test]
fn tl_r05_only_own_pushed_pieces_on_the_board_turn() {
    let state = position("d1 1S^N, d2 2S^N, d5 1M^N, a1 1L^N, a2 1S^S, a3 2S^S, a4 1L^SE", 1);
    let mut after = state.clone();
    let events = act(&mut after, "Md1N1^N d2^S").unwrap();
    assert!(matches!(events[1], Event::Turned { points: HexDirection::S, .. }));
    assert_eq!(after.pyramid(hex("d2")).unwrap().to_string(), "1S^S");
    let none = |at: &str| {
        format!("No piece of yours that this push moves ends on {at}, so none can be turned there.")
    };
    assert_eq!(refused(&state, "Md1N1^N d1^S"), none("d1"), "the new piece");
    assert_eq!(refused(&state, "Md1N1^N d3^S"), none("d3"), "the other's");
    assert_eq!(refused(&state, "Md1N1^N d5^S"), none("d5"), "not pushed");
    assert_eq!(refused(&state, "Md1N1^N d4^S"), none("d4"), "nobody");
    assert_eq!(
        refused(&state, "Md1N1^N d2^N"),
        "The piece on d2 points N already: turn it another way or leave it."
    );
    // A piece that was pushed off the board cannot be turned; one that stays can.
    assert_eq!(refused(&state, "Sa1N1^N a4^S"), none("a4"));
    let mut after = state.clone();
    act(&mut after, "Sa1N1^N a3^NE").unwrap();
    assert_eq!(after.pyramid(hex("a3")).unwrap().to_string(), "1S^NE");
}

#[test]
fn tl_r05_pieces_pushed_by_pushed_pieces_turn_too() {
    // The second step pushes what the first did not reach.
    let mut state = position("d2 2S^N, d4 1M^N", 1);
    act(&mut state, "Ld1N3^N d5^SW").unwrap();
    assert_eq!(board(&state), "d3 1L^N, d4 2S^N, d5 1M^SW");
}

/// Three pieces of seat 1 that form a chain of four with one that points at a2: a1 → a2 → b3 → c4 → target d5.
const NEARLY: &str = "a2 1S^NE, b3 1M^NE, c4 1L^NE";

#[test]
fn a_chain_of_four_captures() {
    let mut state = position(&format!("{NEARLY}, d5 *M, g1 *L"), 1);
    let events = act(&mut state, "Ma1N2^N").unwrap();
    // The push moved a2 to a3, so there is no chain.
    assert!(matches!(events.last(), Some(Event::TurnBegan(TWO))));
    let mut state = position(&format!("{NEARLY}, d5 *M, g1 *L"), 1);
    let events = act(&mut state, "Sa1NE1^N").unwrap();
    assert!(
        matches!(&events[1], Event::Captured { chain, count: 1 } if chain.pieces == ["a1", "a2", "b3", "c4"].map(hex))
    );
    assert_eq!(board(&state), "g1 *L");
    assert_eq!(
        (state.supply(ONE), state.captured(ONE), state.influence()),
        (Stash::FULL, Stash::new([0, 1, 0]), Stash::new([5, 4, 4]))
    );
    assert_eq!(state.phase, Stage::Place { seat: TWO, size: Size::Medium });
    assert_eq!(state.legal(TWO).len(), 36);
    assert!(state.legal(ONE).is_empty());
    assert_eq!(refused(&state, "place g1"), "g1 holds *L: an influence pyramid goes to an empty space.");
    assert_eq!(
        refused(&state, "Sa1NE1^N"),
        "First place a medium influence pyramid on an empty space, as in place c3."
    );
    act(&mut state, "place d5").unwrap();
    assert_eq!(
        (board(&state).as_str(), state.influence(), state.phase, state.turn),
        ("d5 *M, g1 *L", Stash::new([5, 3, 4]), Stage::Push, TWO)
    );
}

#[test]
fn pieces_point_at_any_distance_but_not_through_others() {
    let state = position("a1 1S^N, a4 1M^NE, d7 1L^S, d1 1S^NE, g1 *S", 1);
    // a1 → a4 → d7 → d1 → e1, f1, g1.
    assert_eq!(state.chains(4).len(), 1);
    let state = position("a1 1S^N, a4 1M^NE, d7 1L^S, d4 2S^N, d1 1S^NE, g1 *S", 1);
    assert!(state.chains(2).is_empty(), "another pyramid is in between");
}

#[test]
fn tl_r02_each_start_is_a_chain_of_its_own() {
    let mut state = position("a2 1S^NE, b3 1M^NE, c4 1L^NE, d5 *M, b2 1S^N, g1 *L", 1);
    // a1 enters and makes a chain of four; b2 begins one of three, which captures nothing.
    act(&mut state, "Sa1NE1^N").unwrap();
    assert_eq!(board(&state), "b2 1S^N, g1 *L");
    let pyramids = "a3 1S^SE, a2 1S^NE, b3 1M^NE, c4 1L^NE, d5 *M, b2 1S^NW, g1 *L";
    let mut state = position(pyramids, 1);
    // a1 and b2 both point at a2, four pieces each; a3 points at b3, three pieces.
    let events = act(&mut state, "Sa1NE1^N").unwrap();
    assert!(
        matches!(events.last(), Some(Event::Choice { seat, chains }) if *seat == ONE && chains.len() == 2)
    );
    assert_eq!(state.phase, Stage::Capture);
    let legal: Vec<String> = state.legal(ONE).iter().map(ToString::to_string).collect();
    assert_eq!(legal, ["capture d5 from a1", "capture d5 from b2"]);
    assert_eq!(
        refused(&state, "capture d5 from a3"),
        "No chain from a3 captures d5: the captures are capture d5 from a1 or capture d5 from b2."
    );
    assert_eq!(
        refused(&state, "place a1"),
        "First pick which capture is made: capture d5 from a1 or capture d5 from b2."
    );
    act(&mut state, "capture d5 from b2").unwrap();
    assert_eq!(board(&state), "a1 1S^N, a3 1S^SE, g1 *L");
}

#[test]
fn tl_r02_a_ring_has_no_beginning() {
    // Four pieces that point at each other in a ring, and one that points in: no chain, no endless loop.
    let state = position("a1 1S^N, a2 1S^SE, b2 1S^SW, b1 1S^NW, c2 1S^NW, d5 *M", 1);
    assert!(state.chains(1).is_empty());
}

#[test]
fn tl_r07_captures_are_judged_after_a_piece_has_been_turned() {
    let chain = |points: &str| format!("a1 1S^{points}, b3 1M^NE, c4 1L^NE, d5 *M, g1 *L");
    for (points, action, is_captured) in [
        ("S", "Sa1N1^N", false),
        ("S", "Sa1N1^N a2^NE", true),
        ("NE", "Sa1N1^N", true),
        ("NE", "Sa1N1^N a2^S", false),
    ] {
        let mut state = position(&chain(points), 1);
        act(&mut state, action).unwrap();
        assert_eq!(state.captured(ONE) == Stash::new([0, 1, 0]), is_captured, "{points} {action}");
    }
}

#[test]
fn tl_r03_a_push_may_capture_for_the_opponent() {
    let mut state = position("a1 2S^N, a2 2S^NE, b3 2M^NE, c4 2L^NE, d7 1S^S, d6 *M, g1 *L", 1);
    let events = act(&mut state, "Sd7S1^N").unwrap();
    assert!(matches!(&events[1], Event::Captured { chain, count: 1 } if chain.seat == TWO));
    // The opponent of the chain's owner, whose turn it is, places the pyramid.
    assert_eq!(
        (state.phase, state.captured(TWO)),
        (Stage::Place { seat: ONE, size: Size::Medium }, Stash::new([0, 1, 0]))
    );
    act(&mut state, "place a1").unwrap();
    assert_eq!(state.turn, TWO);
}

#[test]
fn tl_r03_the_player_of_the_turn_picks_among_both_colours() {
    let mut state = position(
        "a1 2S^N, a2 2S^NE, b3 2M^NE, c4 2L^NE, d7 1S^S, d6 *M, g4 1S^S, g3 1S^SW, f3 1M^SW, e3 1L^SW, d3 *L",
        1,
    );
    assert_eq!(state.chains(4).len(), 1);
    let events = act(&mut state, "Sd7S1^N").unwrap();
    assert!(
        matches!(events.last(), Some(Event::Choice { seat, chains }) if *seat == ONE && chains.len() == 2)
    );
    act(&mut state, "capture d5 from a1").unwrap();
    assert_eq!(state.phase, Stage::Place { seat: ONE, size: Size::Medium });
    // After the placement, only the other capture is left, and it happens automatically.
    let events = act(&mut state, "place a1").unwrap();
    assert!(matches!(&events[1], Event::Captured { chain, .. } if chain.seat == ONE));
    assert_eq!(state.phase, Stage::Place { seat: TWO, size: Size::Large });
}

#[test]
fn a_placed_influence_pyramid_can_complete_a_chain() {
    let mut state = position(&format!("{NEARLY}, d5 *M, g4 1S^S, g3 1S^SW, f3 1M^SW, e3 1L^SW"), 1);
    act(&mut state, "Sa1NE1^N").unwrap();
    let events = act(&mut state, "place b1").unwrap();
    assert!(
        matches!(&events[1], Event::Captured { chain, count: 2 } if chain.target == hex("b1")),
        "{events:?}"
    );
}

#[test]
fn without_a_pyramid_to_place_the_board_is_judged_at_once() {
    let mut state = position(&format!("{NEARLY}, d5 *M, g1 *L"), 1);
    state.influence = Stash::new([3, 0, 3]);
    let events = act(&mut state, "Sa1NE1^N").unwrap();
    assert_eq!(events[2..], [Event::NoneToPlace(Size::Medium), Event::TurnBegan(TWO)]);
}

#[test]
fn two_castes_win_before_anything_is_placed() {
    let mut state = position(&format!("{NEARLY}, d5 *M, g1 *L"), 1);
    state.captured[0] = Stash::new([3, 2, 0]);
    let events = act(&mut state, "Sa1NE1^N").unwrap();
    assert_eq!(events[2], Event::CasteWon { seat: ONE, size: Size::Medium });
    assert_eq!(events[3], Event::Won { seat: ONE, castes: vec![Size::Small, Size::Medium] });
    assert_eq!((state.phase, events.len()), (Stage::Over(Winner::Seat(ONE)), 4));
    assert_eq!(state.apply(By::seat(2), "place a1".parse().unwrap()).unwrap_err().kind, RefusalKind::Over);
    let json = serde_json::to_value(&state).unwrap();
    assert_eq!((&json["winner"], &json["to_act"]), (&serde_json::json!(1), &serde_json::json!([])));
    let outcome = Triluminary::outcome(&state).unwrap();
    assert_eq!(outcome.reason, "The winner won the small and medium castes.");
    // More pyramids of the same size do not win a second caste.
    let mut state = position(&format!("{NEARLY}, d5 *M, g1 *L"), 1);
    state.captured[0] = Stash::new([2, 4, 2]);
    act(&mut state, "Sa1NE1^N").unwrap();
    assert_eq!(state.phase, Stage::Place { seat: TWO, size: Size::Medium });
}

#[test]
fn only_the_seat_that_is_asked_acts() {
    let state = State::begin();
    for by in [By::seat(2), By::seat(3), By::seat(0), By::Clock, By::Host, By::Stranger] {
        let mut after = state.clone();
        let refusal = after.apply(by, "Sd1N1^N".parse().unwrap()).unwrap_err();
        assert_eq!((refusal.kind, &after), (RefusalKind::NotYours, &state), "{by}");
    }
}

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
    assert_eq!(events[1..], [Event::Passed { seat: TWO, stuck: Stuck::NoPiece }, Event::TurnBegan(ONE)]);
    assert_eq!((state.turn, state.phase), (ONE, Stage::Push));
}

#[test]
fn tl_r04_if_neither_can_push_it_is_a_draw() {
    // 30 pieces and influence pyramids on all but one space; the last piece of seat 1 goes there.
    let order: Vec<Hex> = Hex::all().collect();
    let mut list = Vec::new();
    for (i, hex) in order.iter().enumerate().skip(1).take(29) {
        let (seat, size) = if i <= 14 { (1, ["S", "M", "L"][i % 3]) } else { (2, ["S", "M", "L"][i % 3]) };
        // All point up and outwards, so that none happens to point at an influence pyramid through four others.
        list.push(format!("{hex} {seat}{size}^NW"));
    }
    let mut state = position(&list.join(", "), 1);
    assert_eq!((state.supply(ONE).total(), state.supply(TWO).total()), (1, 0));
    let size = state.supply(ONE).sizes().next().unwrap();
    let events = act(&mut state, &format!("{size}a1NE1^SW")).unwrap();
    assert!(
        !events.iter().any(|event| matches!(event, Event::PushedOff(_))) || state.supply(TWO).total() > 0
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

#[test]
fn a_picture_tells_of_chains_and_of_the_whole_last_turn() {
    let names = names(2);
    let scene = |state: &State| picture::<Triluminary>(state, &names);
    let legend = |state: &State| texts(&scene(state), "Came in") > 0;
    let mut state = position("a2 1S^NE, b3 1M^NE, c4 1L^NE, d5 *M, g1 *L, a1 2M^N", 1);
    let text = scene(&state).description;
    assert!(text.contains("Ann’s chain a2 b3 c4 points at the medium influence pyramid on d5."), "{text}");
    assert!(legend(&state), "the first picture explains all of them");
    act(&mut state, "Sa1NE1^N").unwrap();
    act(&mut state, "place d5").unwrap();
    let text = scene(&state).description;
    for part in [
        "Last turn: Ann pushed in at a1 going NE to a1 and pushed a1 to b2.",
        "Ann’s chain a1 a2 b3 c4 captured the medium influence pyramid on d5; its pieces left the board.",
        "Influence was placed on d5.",
    ] {
        assert!(text.contains(part), "{part} {text}");
    }
    assert!(!legend(&state));
    act(&mut state, "Sg4SW1^N").unwrap();
    let text = scene(&state).description;
    assert!(text.contains("Last turn: Ben") && !text.contains("captured the"), "{text}");
}

#[test]
fn pieces_that_are_pushed_off_are_told_with_the_edge_over_which_they_left() {
    let names = names(2);
    let mut state = position("d6 2S^N, d7 1M^N, a1 *S", 1);
    act(&mut state, "Md7S2^N").unwrap();
    let text = picture::<Triluminary>(&state, &names).description;
    assert!(text.contains("Ann pushed in at d7 going S to d6 and pushed d7 to d5, d6 to d4."), "{text}");
    let mut state = position("d1 2S^N, d2 2M^N, d3 1S^N, d4 1M^N, d5 1L^N, d6 2L^N, d7 2S^N, a1 *S", 1);
    act(&mut state, "Md1N1^N").unwrap();
    let text = picture::<Triluminary>(&state, &names).description;
    assert!(text.contains("and pushed d1 to d2,") && text.contains("d6 to d7."), "{text}");
    assert!(text.contains("Ben’s small piece left the board over d7."), "{text}");
}
