//! What the records of Triforce are kept for.

use serde_json::json;

use super::play;

#[test]
fn six_play_triforce_and_a_shield_serves_its_taker_and_later_whoever_is_lowest() {
    let played = play("triforce-six-players");
    // Seat 2's home is c3, the second one clockwise.
    assert_eq!(played.stack("c3", 5), "2M");
    // Seat 2 gives up its lowest piece for the shield, which is its own in this fight; seat 4 loses the sword.
    assert_eq!(played.stack("c3", 35), "2M 4S 2L XS");
    assert!(played.tells(36, "Seat 4 loses the sword on c3 instead of a piece."));
    assert_eq!(played.stack("c3", 36), "OM 4S 2L");
    // From now on, seat 4's piece is the lowest, so the shield is seat 4's, which never took it.
    assert_eq!(
        played.rolls(36),
        "Seat 2 rolls 17 on the shield’s d20; Seat 4 rolls 4 + 11 = 15 with the sword."
    );
    assert_eq!(played.rolls(46), "Seat 1 rolls 2; Seat 2 rolls 6; Seat 4 rolls 10 on the shield’s d20.");
    assert_eq!(
        (played.last()["winner"].as_u64(), played.refused()),
        (Some(6), vec![2, 6, 8, 25, 37, 60, 75, 133, 139, 145, 146])
    );
}

#[test]
fn five_play_triforce_and_choose_by_height_what_is_exchanged() {
    let played = play("triforce-five-players");
    assert_eq!(played.stack("a1", 26), "1S 1L 1M 1L 4M");
    assert_eq!(played.stack("a1", 27), "1S 1L OM 1L", "shield 3");
    // A sword at the bottom: nobody holds c3.
    assert!(played.refusal(88).contains("no or sword 1 or sword 2 or sword 4"));
    assert_eq!(played.stack("c3", 89), "XM 2S 2M");
    // Seat 4 has lost its shield on e3, and the same stack asks for one again at once.
    assert_eq!(played.stack("e3", 142), "4S 4S 4S 4M 3L");
    assert_eq!(
        (&played.state(142)["phase"], &played.state(142)["contested"]),
        (&json!("shield"), &json!("e3"))
    );
    assert_eq!(played.stack("e3", 144), "OS 4S 4S");
    assert_eq!(played.last()["winner"], 2);
}
