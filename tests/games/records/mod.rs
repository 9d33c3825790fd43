//! Matches whose course is known, replayed as `trigon replay` does.
//!
//! Beside each `records/NAME.json` is `records/NAME.states.jsonl`, the expected states, made by a second implementation
//! of the rules: the output of `trigon replay`, without the words of a refusal. A line without `state` has the state of
//! the previous line. In addition, each test says in its own words what the record is kept for.
//!
//! In `records/before` are records that the program wrote when nobody could take over a seat yet, with what it printed when
//! it replayed them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use trigon::games::{By, Draws, Info, Registry, Seat, Seed, Word};
use trigon::matches::{Record, RecordedTenure, Replay, Signature, verify};

use super::{setups, toys};

/// Returns the folder of the records.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// Returns the names of the files in a folder of records that end like this, without the ending.
fn names(of: &str, end: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder().join(of)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(end).map(str::to_owned)).collect()
}

/// A record that has been played to its end.
struct Played {
    names: Vec<String>,
    lines: Vec<Line>,
}

/// What `trigon replay` prints for an entry, and what `trigon explain` says about it.
struct Line {
    refusal: Option<String>,
    state: Value,
    told: Vec<String>,
}

/// Plays a record and compares every state with the expected one.
fn play(name: &str) -> Played {
    let read = |end: &str| std::fs::read_to_string(folder().join(format!("{name}{end}"))).unwrap();
    let record = Record::read(read(".json").as_bytes(), &trigon::games::Registry::standard()).unwrap();
    let mut replay = Replay::begin(&record).unwrap();
    let state = |replay: &Replay<'_>| serde_json::from_str(&replay.session().state_json()).unwrap();
    let told = replay.began().iter().map(|narration| narration.text.clone()).collect();
    let mut lines = vec![Line { refusal: None, state: state(&replay), told }];
    while let Some(turn) = replay.step() {
        let (refusal, told) = match turn.result {
            Ok(narrations) => (None, narrations.into_iter().map(|narration| narration.text).collect()),
            Err(refusal) => (Some(refusal.to_string()), Vec::new()),
        };
        lines.push(Line { refusal, state: state(&replay), told });
    }

    let mut before = Value::Null;
    let expected: Vec<Value> =
        read(".states.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), expected.len(), "{name}: lines");
    for (seq, (line, mut expected)) in lines.iter().zip(expected).enumerate() {
        if let Some(state) = expected.get_mut("state") {
            before = state.take();
        }
        assert_eq!(expected["seq"], json!(seq), "{name}: line {seq}");
        assert_eq!(expected["ok"], json!(line.refusal.is_none()), "{name}: {:?} at {seq}", line.refusal);
        assert_eq!(line.state, before, "{name}: the state after entry {seq}");
    }
    // Triforce's setup has a number of players without names.
    let players = record.setup["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let names = players.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect();
    Played { names, lines }
}

impl Played {
    /// Returns the state after an entry.
    fn state(&self, seq: usize) -> &Value {
        &self.lines[seq].state
    }

    /// Returns the stack on a territory of Triforce after an entry, bottom first.
    fn stack(&self, place: &str, seq: usize) -> String {
        let pieces = self.state(seq)["stacks"][place].as_array();
        pieces.into_iter().flatten().map(|piece| piece.as_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the last state.
    fn last(&self) -> &Value {
        &self.lines.last().unwrap().state
    }

    /// Returns the number of the seat with a name.
    fn seat(&self, name: &str) -> usize {
        1 + self.names.iter().position(|other| other == name).unwrap()
    }

    /// Returns one value of a player after an entry.
    fn of(&self, name: &str, key: &str, seq: usize) -> &Value {
        &self.state(seq)["players"][self.seat(name) - 1][key]
    }

    fn all_of(&self, names: &[&str], key: &str, seq: usize) -> Vec<i64> {
        names.iter().map(|name| self.of(name, key, seq).as_i64().unwrap()).collect()
    }

    /// Returns how much a player's balance rose with an entry.
    fn gain(&self, name: &str, seq: usize) -> i64 {
        let balance = |seq| self.of(name, "garnets", seq).as_i64().unwrap();
        balance(seq) - balance(seq - 1)
    }

    /// Returns the players who hold a token after an entry.
    fn holders(&self, seq: usize) -> Vec<&str> {
        let holds = |name: &&str| self.of(name, "token", seq) == true;
        self.names.iter().map(String::as_str).filter(holds).collect()
    }

    /// Returns the triforces made so far, each with its three names in seat order.
    fn triforces(&self, seq: usize) -> Vec<[&str; 3]> {
        let name = |seat: &Value| self.names[seat.as_u64().unwrap() as usize - 1].as_str();
        let made = self.state(seq)["triforces"].as_array().unwrap();
        made.iter().map(|made| [0, 1, 2].map(|member| name(&made["seats"][member]))).collect()
    }

    /// Returns the elimination candidate.
    fn ec(&self) -> Option<&str> {
        let seat = self.last()["ec"].as_u64()?;
        assert_eq!(self.last()["phase"], "over");
        Some(&self.names[seat as usize - 1])
    }

    /// Returns whether a line of the explanation of an entry has these words.
    fn tells(&self, seq: usize, words: &str) -> bool {
        self.lines[seq].told.iter().any(|line| line.contains(words))
    }

    /// Returns the words about the first fight of an entry: who rolls what.
    fn rolls(&self, seq: usize) -> &str {
        self.lines[seq].told.iter().find(|line| line.contains(" rolls ")).unwrap()
    }

    /// Returns the refused entries.
    fn refused(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|&seq| self.lines[seq].refusal.is_some()).collect()
    }

    /// Returns why an entry was refused.
    fn refusal(&self, seq: usize) -> &str {
        self.lines[seq].refusal.as_deref().unwrap()
    }
}

#[test]
fn records_from_before_seats_could_change_hands_replay_and_verify_as_they_did() {
    let games = Registry::standard();
    let kept = names("before", ".json");
    for name in &kept {
        let name = format!("before/{name}");
        play(&name);
        let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
        let record = Record::read(text.as_bytes(), &games).unwrap();
        assert_eq!(
            verify(&record, Some(&record.commitment.clone().unwrap().parse().unwrap())).unwrap().mismatch(),
            None,
            "{name}"
        );
    }
    // Triforce’s own records are as old.
    assert_eq!(kept.len(), 4);
}

#[test]
fn games_that_people_play_have_records_that_are_kept() {
    let all =
        [names("", ".json"), names("before", ".json").iter().map(|name| format!("before/{name}")).collect()];
    let game = |name: &String| {
        let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
        let record: Value = serde_json::from_str(&text).unwrap();
        record["game"].as_str().unwrap().to_owned()
    };
    let kept: BTreeSet<String> = all.iter().flatten().map(game).collect();
    // A new game has neither a page nor matches that somebody has played.
    let pages = include_str!("../../docs/games/README.md");
    for info in Registry::standard().iter().map(|game| game.info()) {
        let is_played = pages.contains(&format!("[{}]", info.title));
        assert!(
            !is_played || kept.contains(info.name),
            "{} has a page, but no record in tests/records",
            info.title
        );
    }
}

#[test]
fn a_replay_names_whoever_has_a_seat_at_the_time() {
    let text = std::fs::read_to_string(folder().join("seven-players-on-hexagon-3.json")).unwrap();
    let mut record = Record::read(text.as_bytes(), &trigon::games::Registry::standard()).unwrap();
    record.extras.tenures =
        vec![RecordedTenure { seat: 2, from: 1, name: "Zoe".to_owned(), kind: "player".to_owned() }];
    let mut replay = Replay::begin(&record).unwrap();
    let first = replay.session().names().get(Seat::new(2)).into_owned();
    let mut passed = Vec::new();
    while let Some(turn) = replay.step() {
        let phase = replay.session().phase().round();
        let name = replay.session().names().get(Seat::new(2)).into_owned();
        if phase == Some(1) {
            assert_eq!(name, first, "in the first round");
        } else if turn.entry.action != "resolve" {
            assert_eq!(name, "Zoe", "after it");
        }
        passed.extend(turn.tenures.iter().map(|tenure| (turn.seq, tenure.name.clone())));
    }
    assert_eq!(passed.len(), 1, "{passed:?}");
}

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

#[test]
fn every_record_of_the_folder_is_played_and_has_its_expected_states() {
    let (records, states) = (names("", ".json"), names("", ".states.jsonl"));
    assert_eq!(records, states);
    let tests = include_str!("records.rs");
    for name in &records {
        assert!(tests.contains(&format!("play(\"{name}\")")), "no test plays {name}.json");
    }
}

#[test]
fn what_is_refused_changes_nothing_and_nobody_is_lost() {
    for name in names("", ".json") {
        let played = play(&name);
        for (seq, line) in played.lines.iter().enumerate() {
            if line.refusal.is_some() {
                assert_eq!(line.state, played.lines[seq - 1].state, "{name}: entry {seq}");
            }
            let Some(players) = line.state["players"].as_array() else { continue };
            let removed = players.iter().filter(|player| player["cell"].is_null()).count();
            assert_eq!(removed, 3 * played.triforces(seq).len(), "{name}: entry {seq}");
            for player in players {
                assert_eq!(player["cell"].is_null(), !player["removed_in"].is_null(), "{name}: entry {seq}");
            }
            assert!(played.holders(seq).len() <= players.len() - 4, "{name}: entry {seq}");
        }
        let seated = played.state(0)["players"].as_array().into_iter().flatten();
        let starts: BTreeSet<_> = seated.map(|player| player["cell"].to_string()).collect();
        assert_eq!(starts.len(), played.names.len(), "{name}: everyone begins on a cell of their own");
    }
}

#[test]
fn what_a_record_does_not_prove_is_said_in_the_words_of_its_game() {
    let games = toys::games();
    let labels = |info: &Info| -> Vec<String> {
        info.fields.iter().map(|field| field.spec.label.to_lowercase()).collect()
    };
    for game in &games {
        let record = json!({
            "format": "trigon-record/1", "game": game.info().name, "seed": Seed::from([7; 32]).reveal(), "log": [],
            "setup": setups(&**game)[0],
        });
        let record = Record::read(record.to_string().as_bytes(), &games).unwrap();
        let unproven = verify(&record, None).unwrap().unproven.join("\n");
        let own = labels(game.info());
        let others = games.iter().flat_map(|other| labels(other.info())).filter(|label| !own.contains(label));
        for (label, is_own) in
            own.iter().map(|label| (label.clone(), true)).chain(others.map(|it| (it, false)))
        {
            assert_eq!(unproven.contains(&label), is_own, "{}: {label} in {unproven}", game.info().name);
        }
    }
}

/// Returns the result in the line of docs/draws.md that begins like this.
fn on_the_page(what: &str) -> &'static str {
    let page = include_str!("../../docs/draws.md");
    let line = page.lines().find_map(|line| line.strip_prefix(&format!("| {what} | `")));
    line.and_then(|rest| rest.strip_suffix("` |")).unwrap_or_else(|| panic!("the page has no line: {what}"))
}

#[test]
fn the_example_on_the_page_about_draws_is_what_the_code_draws() {
    let page = include_str!("../../docs/draws.md");
    let seed = page.split_once("The seed is `").unwrap().1.split_once('`').unwrap().0;
    let seed: Seed = seed.parse().unwrap();
    assert_eq!(on_the_page("the hash of the seed"), seed.commitment());
    let words: [Word; 2] = ["apple", "crème 7"].map(|word| word.parse().unwrap());
    let line = "the seed after the words `apple` and `crème 7`";
    assert_eq!(on_the_page(line), seed.mixed(&words, None).reveal());
    let (line, _) = page.split_once("` | `7b554f").unwrap();
    let (line, signature) = line.rsplit_once("\n| ").unwrap().1.rsplit_once(" `").unwrap();
    let beacon: Signature = signature.parse().unwrap();
    assert!(beacon.is_of(1_000));
    let after = |words: &[Word]| seed.mixed(words, Some(beacon.bytes())).reveal();
    assert_eq!(on_the_page(&format!("{line} `{signature}`")), after(&words));
    assert_eq!(on_the_page("the seed after this beacon without words"), after(&[]));
    // Of the numbers below 2^64 - 1, none but the very highest is discarded.
    let mut draws = Draws::new(&seed);
    let raw: Vec<String> = (0..12).map(|_| format!("{:016x}", draws.below(u64::MAX))).collect();
    for k in [0, 1, 11] {
        assert_eq!(on_the_page(&format!("the 8 bytes of draw {k}")), raw[k]);
    }

    let joined = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let shuffled = |seed: &Seed, length| {
        let mut list: Vec<u64> = (1..=length).collect();
        Draws::new(seed).shuffle(&mut list);
        joined(&list)
    };
    let mut draws = Draws::new(&seed);
    assert_eq!(on_the_page("six dice with 12 sides"), joined(&[0; 6].map(|_| draws.die(12))));
    assert_eq!(on_the_page("the list 1 to 7, shuffled"), shuffled(&seed, 7));
    assert_eq!(on_the_page("six players, as `seating` in the record"), shuffled(&seed.derive("seating"), 6));

    let players: Vec<Value> =
        (1..=7).map(|n| json!({ "name": format!("P{n}"), "priority": n, "garnets": 0 })).collect();
    let record = json!({
        "format": "trigon-record/1", "game": "triforce-building", "seed": seed.reveal(), "log": [],
        "setup": { "board": "hexagon:2", "players": players },
    });
    let record = Record::read(record.to_string().as_bytes(), &trigon::games::Registry::standard()).unwrap();
    let begun = Replay::begin(&record).unwrap();
    let state: Value = serde_json::from_str(&begun.session().state_json()).unwrap();
    let all = |key: &str| {
        let players = state["players"].as_array().unwrap().iter();
        players.map(|player| player[key].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(on_the_page("seven players on `hexagon:2`: their cells, seat 1 first"), all("cell"));
    assert_eq!(on_the_page("their letters, drawn after their cells"), all("letter"));
}
