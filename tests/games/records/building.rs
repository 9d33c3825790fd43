//! What the records of Triforce Building are kept for.

use serde_json::{Value, json};
use trigon::games::{By, Registry};
use trigon::matches::{Record, Replay};

use super::{folder, play};

#[test]
fn spends_go_lowest_priority_first_so_that_the_higher_spender_ends_on_top() {
    let played = play("priority-example-of-the-sheet");
    // Round 3 begins: everyone has fallen by 3, and those below 1 come back from above.
    assert_eq!(played.state(4)["round"], 3);
    let some = ["Whims", "Lasped", "Wimp", "Jatloe", "Emik"];
    assert_eq!(played.all_of(&some, "priority", 4), [13, 10, 5, 3, 1]);
    // Jatloe and Wimp spend.
    assert!(played.tells(8, "Jatloe spends a garnet: priority 3 → 13"));
    assert!(played.tells(8, "Wimp spends a garnet: priority 4 → 13"));
    assert!(played.tells(8, "Priorities, highest first: Wimp 13, Jatloe 12, Whims 11, Joker 10, Tas 9,"));
    // Round 4 begins: the same list, 4 lower.
    assert_eq!(played.state(8)["round"], 4);
    assert_eq!(played.all_of(&["Wimp", "Jatloe", "Whims"], "priority", 8), [13 - 4, 12 - 4, 11 - 4]);
    assert_eq!((played.gain("Wimp", 8), played.gain("Jatloe", 8), played.gain("Whims", 8)), (-1, -1, 0));
}

#[test]
fn rounds_1_and_2_use_the_initial_list_and_take_no_garnets() {
    let played = play("priority-example-of-the-sheet");
    for seq in [0, 2] {
        let priorities = played.state(seq)["players"].as_array().unwrap().iter().map(|p| &p["priority"]);
        assert!(priorities.eq(&(1..=13).rev().map(Value::from).collect::<Vec<_>>()));
    }
    assert_eq!(played.refused(), [1, 3, 6]);
    assert!(played.refusal(1).contains("rounds 1 and 2") && played.refusal(3).contains("rounds 1 and 2"));
    assert!(played.refusal(6).contains("your balance is 0"), "in round 3 a spend needs a garnet");
}

#[test]
fn powered_and_removed_in_one_round_brings_7_garnets_in_place_of_3() {
    let played = play("powered-and-removed-in-one-round");
    assert_eq!(played.triforces(8), [["Charlie", "Elk", "Wimp"]]);
    for (name, before, gain) in [("Charlie", false, 7), ("Wimp", false, 7), ("Elk", true, 3)] {
        assert_eq!(played.of(name, "powered", 7), &json!(before), "{name}");
        assert_eq!(played.gain(name, 8), gain, "{name}");
        assert_eq!(played.of(name, "token", 8), true);
        assert_eq!(played.of(name, "cell", 8), &Value::Null);
        assert_eq!(played.of(name, "removed_in", 8), 2);
    }
}

#[test]
fn of_two_tied_groups_the_one_with_the_highest_priority_goes_first() {
    let played = play("tied-sums-highest-priority-decides");
    let [first, second] = [["Amey", "Wimp", "Chaotic"], ["Lasped", "Charlie", "Elk"]];
    let sum = |names: &[&str]| played.all_of(names, "priority", 6).iter().sum::<i64>();
    assert_eq!((sum(&first), sum(&second)), (12, 12));
    assert_eq!(played.of("Wimp", "priority", 6), 7);
    assert_eq!(played.triforces(7), [first, second]);
    assert!(played.tells(7, "Highest unchecked priority among them: Wimp (7), in 1 of them."));
}

#[test]
fn the_7_garnets_and_the_1_of_the_last_triforce_add_up() {
    let played = play("tied-sums-highest-priority-decides");
    assert_eq!(played.of("Charlie", "powered", 6), false);
    assert_eq!(played.gain("Charlie", 7), 8);
    assert_eq!((played.gain("Lasped", 7), played.gain("Elk", 7)), (1, 1));
    assert_eq!(played.holders(7), ["Amey", "Wimp", "Chaotic"], "the last triforce brings no tokens");
    assert_eq!(played.ec(), Some("Amaranth"));
}

#[test]
fn a_player_in_all_tied_groups_decides_nothing_and_the_next_highest_is_checked() {
    let played = play("tied-sums-first-checked-in-both-groups");
    let [goes, stays] = [["Amaranth", "Amey", "Wimp"], ["Lasped", "Charlie", "Amaranth"]];
    let sum = |names: &[&str]| played.all_of(names, "priority", 7).iter().sum::<i64>();
    assert_eq!((sum(&goes), sum(&stays)), (14, 14));
    assert_eq!(played.all_of(&["Amaranth", "Amey", "Lasped"], "priority", 7), [7, 6, 5]);
    assert!(played.tells(
        8,
        "Highest unchecked priority among them: Amaranth (7), in 2 of them. \
         Highest unchecked priority among them: Amey (6), in 1 of them."
    ));
    assert_eq!(played.triforces(8), [goes]);
    assert_eq!(played.of("Lasped", "cell", 8), "5-3");
    assert_eq!(played.of("Charlie", "cell", 8), "4-3");
}

#[test]
fn the_fourth_triforce_ends_the_match_and_leaves_the_candidate() {
    let played = play("four-triforces-in-one-round");
    assert_eq!(played.triforces(26), <[[&str; 3]; 0]>::default());
    let made = [
        ["Amaranth", "Emik", "Whims"],
        ["Amey", "Jatloe", "Joker"],
        ["Wimp", "Chaotic", "Tas"],
        ["Lasped", "Elk", "Scarlet"],
    ];
    assert_eq!(played.triforces(27), made);
    // The highest sum of priorities goes first.
    let sums = made.map(|names| played.all_of(&names, "priority", 26).iter().sum::<i64>());
    assert_eq!(sums, [22, 21, 20, 19]);
    for (nth, names) in made.iter().enumerate() {
        for name in names {
            assert_eq!(played.gain(name, 27), if nth < 3 { 3 } else { 1 }, "{name}");
            assert_eq!(played.of(name, "token", 27), &json!(nth < 3), "{name}");
        }
    }
    assert_eq!((played.last()["round"].as_u64(), played.ec()), (Some(3), Some("Charlie")));
    assert_eq!(played.gain("Charlie", 27), 0);
}

#[test]
fn with_four_left_powered_is_not_asked_for_even_between_two_removals_of_one_round() {
    let played = play("four-left-within-a-round");
    // Lasped and Wimp never stood in a line; seven are on the board when the round is resolved.
    let removed = |name: &&String| !played.of(name, "removed_in", 4).is_null();
    assert_eq!(played.names.iter().filter(removed).count(), 0);
    assert_eq!(played.triforces(5), [["Charlie", "Elk", "Chaotic"], ["Lasped", "Amaranth", "Wimp"]]);
    assert_eq!(played.of("Lasped", "powered", 5), false);
    assert_eq!(played.of("Wimp", "powered", 5), false);
    assert_eq!(played.state(5)["triforces"][1]["round"], 2);
    assert!(played.tells(5, "Four players are left, so players no longer need to be powered."));
    assert_eq!(played.ec(), Some("Amey"));
}

#[test]
fn after_ten_rounds_everyone_left_loses_a_garnet_and_tokens_go_by_priority_after_the_spends() {
    let played = play("ten-rounds-then-a-tied-vote");
    assert_eq!((&played.state(14)["round"], &played.state(14)["phase"]), (&json!(10), &json!("round")));
    assert_eq!(played.holders(14), ["Elk", "Chaotic", "Emik"], "the first triforce");
    assert_eq!(played.of("Tas", "priority", 14), 1, "no token without the spend");
    // Tas spends and so gets one of the six that are left. Who is highest among them is not revealed.
    assert!(played.tells(15, "Tokens by priority go to Lasped, Charlie, Amaranth, Amey, Wimp and Tas."));
    let holders = ["Lasped", "Charlie", "Amaranth", "Elk", "Amey", "Wimp", "Chaotic", "Emik", "Tas"];
    assert_eq!(played.holders(15), holders);
    for name in &played.names {
        let left = played.of(name, "removed_in", 15).is_null();
        let spent = i64::from(name == "Tas");
        assert_eq!(played.gain(name, 15), -i64::from(left) - spent, "{name}");
    }
    assert_eq!(played.of("Jatloe", "garnets", 15), -2, "it may go below 0");
    assert_eq!(played.state(15)["phase"], "vote");
}

#[test]
fn a_tied_vote_falls_on_the_tied_candidate_with_the_lowest_priority() {
    let played = play("ten-rounds-then-a-tied-vote");
    let candidates = ["Jatloe", "Scarlet", "Whims", "Joker"];
    assert_eq!(played.all_of(&candidates, "priority", 27), [5, 4, 2, 1]);
    assert_eq!((&played.state(27)["phase"], &played.state(27)["ec"]), (&json!("vote"), &Value::Null));
    assert!(played.tells(28, "The votes: Scarlet 4, Jatloe 4, Joker 1, Whims 0."));
    assert_eq!(played.ec(), Some("Scarlet"), "with the ninth vote, at once");
    assert_eq!(played.refused(), [13, 16, 17, 18, 29]);
    assert!(played.refusal(16).contains("hold a token"));
    assert!(played.refusal(17).contains("no candidate"));
}

#[test]
fn seven_players_play_for_two_triforces_on_a_hexagon_of_side_3() {
    let played = play("seven-players-on-hexagon-3");
    // A strip that turns at the middle row of the board.
    assert!(played.tells(21, "(a line): 4-9 4-8 5-7 5-6 6-5."));
    // Amey has 6 after two spends and breaks the tie.
    assert_eq!(played.triforces(33), [["Amaranth", "Elk", "Amey"]]);
    assert_eq!(played.triforces(42), [["Amaranth", "Elk", "Amey"], ["Lasped", "Wimp", "Chaotic"]]);
    assert_eq!(played.of("Chaotic", "powered", 42), false, "four were left");
    assert_eq!(played.holders(42), ["Amaranth", "Elk", "Amey"]);
    assert_eq!(played.ec(), Some("Charlie"));
    assert_eq!(played.refused(), [2, 9, 12, 13, 23, 35, 43]);
    assert!(played.refusal(2).contains("Step 1 of DR (D) leads nowhere"));
}

#[test]
fn when_nobody_votes_the_lowest_priority_is_the_candidate() {
    let played = play("seven-players-on-triangle-4-nobody-votes");
    // All who share a cell of the line are powered, six players on five cells.
    assert!(played.tells(10, "Newly powered: Lasped, Charlie, Amaranth, Amey, Wimp and Chaotic."));
    // Three tokens are out already, so none is handed out.
    assert_eq!(played.holders(21), ["Amaranth", "Wimp", "Chaotic"]);
    assert_eq!(played.holders(28), played.holders(21));
    assert_eq!(played.state(28)["phase"], "vote");
    // Chaotic has 1, but holds a token and is off the board.
    assert_eq!(
        played.all_of(&["Lasped", "Charlie", "Elk", "Amey", "Chaotic"], "priority", 28),
        [5, 6, 7, 4, 1]
    );
    assert!(played.tells(29, "Nobody voted"));
    assert_eq!(played.ec(), Some("Amey"));
}

#[test]
fn ten_players_hand_out_six_tokens_and_vote_on_a_hexagon_of_side_4() {
    let played = play("ten-players-on-hexagon-4-then-a-vote");
    assert!(played.tells(45, "Tokens by priority go to Amaranth, Elk and Jatloe."));
    assert_eq!(played.holders(45), ["Charlie", "Amaranth", "Elk", "Amey", "Jatloe", "Emik"]);
    // Three of the six were removed; they vote too, and may change their minds.
    assert!(played.tells(55, "The votes: Lasped 3, Scarlet 2, Chaotic 1, Wimp 0."));
    assert_eq!(played.ec(), Some("Lasped"));
}

#[test]
fn ten_players_play_for_three_triforces_and_a_shared_corner_counts_again_for_the_next() {
    let played = play("ten-players-on-triangle-6");
    // A run of seven is three lines.
    assert!(played.tells(13, "7 cells in a row hold players (3 lines): 3-2 3-3 4-4 4-5 5-6 5-7 6-8."));
    // Charlie and Lasped share 4-5: with Charlie gone, Lasped counts there.
    let two = [["Charlie", "Amaranth", "Amey"], ["Lasped", "Jatloe", "Scarlet"]];
    assert_eq!(played.triforces(30), two);
    assert_eq!(played.triforces(59)[2..], [["Elk", "Wimp", "Emik"]]);
    assert_eq!(played.ec(), Some("Chaotic"));
}

#[test]
fn thirteen_players_end_on_a_hexagon_with_three_triforces_in_the_last_round() {
    let played = play("thirteen-players-on-hexagon-3");
    let last = [["Amaranth", "Amey", "Jatloe"], ["Elk", "Scarlet", "Tas"], ["Charlie", "Emik", "Whims"]];
    assert_eq!(played.triforces(71), [["Lasped", "Chaotic", "Joker"]]);
    assert_eq!(played.triforces(72)[1..], last);
    assert_eq!(played.state(72)["triforces"][2]["cells"], json!(["3-7", "4-6", "4-8"]));
    assert_eq!(
        played.state(72)["triforces"][3]["cells"],
        json!(["3-7", "4-6", "4-8"]),
        "the same cells again"
    );
    assert_eq!(played.of("Charlie", "powered", 72), false, "four were left");
    assert_eq!(played.ec(), Some("Wimp"));
}

#[test]
fn sixteen_players_play_for_five_triforces_on_a_hexagon_of_side_4() {
    let played = play("sixteen-players-on-hexagon-4");
    assert_eq!(
        played.triforces(74),
        [
            ["Joker", "Zoë", "Ivo"],
            ["Lasped", "Amaranth", "Emik"],
            ["Elk", "Wimp", "Noor"],
            ["Charlie", "Amey", "Scarlet"],
            ["Chaotic", "Whims", "Tas"],
        ]
    );
    assert_eq!(played.holders(74).len(), 12);
    let gains = ["Lasped", "Emik", "Amaranth"].map(|name| played.gain(name, 55));
    assert_eq!(gains, [7, 7, 3], "Lasped and Emik became powered in the round of their triforce");
    assert_eq!(played.ec(), Some("Jatloe"));
}

#[test]
fn the_host_may_name_the_candidate_while_the_vote_is_open() {
    let played = play("sixteen-players-on-triangle-8-the-host-decides");
    // Nine tokens by triforces, three more by priority after the spends.
    assert!(played.tells(69, "Tokens by priority go to Amaranth, Elk and Joker."));
    assert_eq!(played.holders(69).len(), 12);
    assert_eq!(played.state(88)["phase"], "vote");
    assert!(played.tells(89, "The host names the elimination candidate."));
    assert_eq!(played.ec(), Some("Chaotic"));
    assert!(played.refusal(90).contains("The match is over"));
}

#[test]
fn a_host_named_the_candidate_in_version_1_of_the_rules_only() {
    let name = "sixteen-players-on-triangle-8-the-host-decides.json";
    let text = std::fs::read(folder().join(name)).unwrap();
    let named = |version: Option<u32>| {
        let mut record: Value = serde_json::from_slice(&text).unwrap();
        if let Some(version) = version {
            record["rules_version"] = json!(version);
        }
        let record = Record::read(record.to_string().as_bytes(), &Registry::standard()).unwrap();
        let mut replay = Replay::begin(&record).unwrap();
        let mut named = None;
        while let Some(turn) = replay.step() {
            if turn.entry.action.starts_with("ec ") && turn.entry.by == By::Host {
                named = named.or(Some(turn.result.map(drop).map_err(|refusal| refusal.to_string())));
            }
        }
        named.unwrap()
    };
    // A record that does not say its version may be one of before.
    assert_eq!((named(Some(1)), named(None)), (Ok(()), Ok(())));
    assert!(named(Some(2)).unwrap_err().starts_with("Nobody names the EC"));
}
