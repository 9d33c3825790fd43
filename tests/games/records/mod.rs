//! Matches whose course is known, replayed as `trigon replay` does.
//!
//! Beside each `records/NAME.json` is `records/NAME.states.jsonl`, the expected states, made by a second implementation
//! of the rules: the output of `trigon replay`, without the words of a refusal. A line without `state` has the state of
//! the previous line. In addition, the tests
//! of each game (`building.rs`, `triforce.rs`) say in their own words what a record is kept for. `draws.rs` compares an example
//! with its page.
//!
//! In `records/before` are records that the program wrote when nobody could take over a seat yet, with what it printed when
//! it replayed them.

mod building;
mod draws;
mod triforce;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use trigon::games::{Info, Registry, Seat, Seed};
use trigon::matches::{Record, RecordedTenure, Replay, verify};

use super::{setups, toys};

/// Returns the folder of the records.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// Returns the names of the files in a folder of records that end like this, without the ending.
pub(super) fn names(of: &str, end: &str) -> BTreeSet<String> {
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
    let record = Record::read(read(".json").as_bytes(), &Registry::standard()).unwrap();
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
    let pages = include_str!("../../../docs/games/README.md");
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
    let mut record = Record::read(text.as_bytes(), &Registry::standard()).unwrap();
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
fn every_record_of_the_folder_is_played_and_has_its_expected_states() {
    let (records, states) = (names("", ".json"), names("", ".states.jsonl"));
    assert_eq!(records, states);
    let tests = [include_str!("building.rs"), include_str!("triforce.rs")].concat();
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
