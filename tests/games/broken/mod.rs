//! Broken input: records, actions, custom ids and events of Discord that are nearly right, and saved sandboxes. They
//! are read, or refused in words, and nothing worse happens. Roster lines and the configuration are tested beside their
//! code.
//!
//! Each test takes valid input, breaks it at random places, and reads it. Some thousand cases are tried each time;
//! `TRIGON_BROKEN_SECONDS=600 cargo test --test games broken` goes on with new ones for ten minutes.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test that is asked to take a while measures the time"
)]

mod discord;
mod saved;

use std::path::Path;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use trigon::bot::CustomId;
use trigon::games::{Registry, Seat};
use trigon::matches::{Record, Replay, verify};

/// The number of cases of each test.
const CASES: u64 = 4_000;

/// Tries some cases, or as many as there is time for.
fn cases(case: impl FnMut(&mut Rng)) {
    some_cases(CASES, case);
}

/// Like [`cases`], with a given number of cases, for those that take long.
fn some_cases(count: u64, mut case: impl FnMut(&mut Rng)) {
    let seconds = std::env::var("TRIGON_BROKEN_SECONDS").ok().and_then(|text| text.parse().ok());
    let begin = Instant::now();
    for seed in 0.. {
        match seconds {
            None if seed == count => break,
            Some(seconds) if begin.elapsed() >= Duration::from_secs(seconds) => break,
            _ => {}
        }
        let printed = PrintedIfDropped(seed);
        case(&mut Rng::with_seed(seed));
        std::mem::forget(printed);
    }
}

/// The seed of a case. It is dropped, and so printed, only if the case panics.
struct PrintedIfDropped(u64);

impl Drop for PrintedIfDropped {
    fn drop(&mut self) {
        eprintln!("the case with the seed {}", self.0);
    }
}

/// Returns all records that are known to be valid.
fn records() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let records = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    records.map(|path| std::fs::read(path).unwrap()).collect()
}

/// Texts that tend to be misread.
const ODD_VALUES: &[&str] = &[
    "",
    " ",
    "-",
    "+",
    "0",
    "-1",
    "00",
    "1e9",
    "18446744073709551616",
    "9223372036854775807",
    "NaN",
    "null",
    "△",
    "é",
    "\u{202e}",
    "\0",
    "\n",
    "\"",
    "\\",
    "{",
    "[",
    "]",
    ",",
    ":",
    ">",
    "(",
    "U",
    "D",
    "L",
    "R",
    "move",
    "place",
    "end",
    "pass",
    "resolve",
    "vote",
    "garnet",
    "ec 0",
    "a1",
    "z99",
];

/// Breaks a text at a few places.
fn broken_text(rng: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(0..=chars.len());
        match rng.u8(0..5) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.splice(at..at, ODD_VALUES[rng.usize(0..ODD_VALUES.len())].chars()).for_each(drop),
            2 if at < chars.len() => chars[at] = rng.char(..),
            3 => {
                let part: Vec<char> = chars[at..].iter().copied().take(rng.usize(1..8)).collect();
                let to = rng.usize(0..=chars.len());
                chars.splice(to..to, part);
            }
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

/// Breaks a value, or one inside it.
fn break_value(rng: &mut Rng, value: &mut Value) {
    match value {
        Value::Object(map) if !map.is_empty() && rng.u8(0..8) > 0 => {
            let key = map.keys().nth(rng.usize(0..map.len())).unwrap().clone();
            match rng.u8(0..12) {
                0 => drop(map.remove(&key)),
                1 => {
                    let moved = map.remove(&key).unwrap();
                    map.insert(broken_text(rng, &key), moved);
                }
                _ => break_value(rng, map.get_mut(&key).unwrap()),
            }
        }
        Value::Array(list) if !list.is_empty() && rng.u8(0..8) > 0 => {
            let (at, other) = (rng.usize(0..list.len()), rng.usize(0..list.len()));
            match rng.u8(0..12) {
                0 => drop(list.remove(at)),
                1 => list.swap(at, other),
                2 => list.insert(other, list[at].clone()),
                3 => list.truncate(at),
                _ => break_value(rng, &mut list[at]),
            }
        }
        Value::String(text) if rng.bool() => *text = broken_text(rng, text),
        Value::Number(number) if rng.bool() => {
            *value = json!(number.as_i64().unwrap_or(0).wrapping_add(rng.i64(-3..4)));
        }
        _ => {
            let odd = [
                json!(null),
                json!(true),
                json!(-1),
                json!(0),
                json!(u64::MAX),
                json!(1.5),
                json!(ODD_VALUES[rng.usize(0..ODD_VALUES.len())]),
                json!([]),
                json!([[]]),
                json!({}),
                json!({ "do": "move U" }),
            ];
            *value = odd[rng.usize(0..odd.len())].clone();
        }
    }
}

/// Checks that an error says in one line what is wrong.
fn assert_told(error: &str, of: &str) {
    assert!(!error.trim().is_empty() && !error.contains('\n'), "{error:?} of {of}");
}

#[test]
fn a_broken_record_is_played_or_refused_in_one_line() {
    let (games, records) = (Registry::standard(), records());
    cases(|rng| {
        let bytes = &records[rng.usize(0..records.len())];
        let mut value: Value = serde_json::from_slice(bytes).unwrap();
        for _ in 0..rng.usize(1..4) {
            // Mostly in the log, because a record that is broken before its log is refused before anything is played.
            match value.get_mut("log").filter(|_| rng.u8(0..4) > 0) {
                Some(log) => break_value(rng, log),
                None => break_value(rng, &mut value),
            }
        }
        let text = value.to_string();
        let record = match Record::read(text.as_bytes(), &games) {
            Ok(record) => record,
            Err(error) => return assert_told(&error.to_string(), &text),
        };
        match Replay::begin(&record) {
            Ok(mut replay) => {
                while let Some(turn) = replay.step() {
                    if let Err(refusal) = turn.result {
                        assert_told(&refusal.to_string(), &turn.entry.action);
                    }
                }
                let session = replay.session();
                serde_json::from_str::<Value>(&session.state_json()).unwrap();
            }
            Err(error) => assert_told(&error.to_string(), &text),
        }
        if let Err(error) = verify(&record, None) {
            assert_told(&error.to_string(), &text);
        }
    });
}

#[test]
fn a_file_that_is_torn_or_overwritten_is_read_or_refused_in_one_line() {
    let (games, records) = (Registry::standard(), records());
    cases(|rng| {
        let mut bytes = records[rng.usize(0..records.len())].clone();
        for _ in 0..rng.usize(1..6) {
            let at = rng.usize(0..bytes.len());
            match rng.u8(0..4) {
                0 => bytes[at] = rng.u8(..),
                1 if bytes.len() > 1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, rng.u8(..)),
            }
        }
        if let Err(error) = Record::read(&bytes, &games) {
            assert_told(&error.to_string(), &String::from_utf8_lossy(&bytes));
        }
    });
}

#[test]
fn a_broken_action_is_taken_as_it_is_written_canonically_or_refused_in_one_line() {
    let (games, records) = (Registry::standard(), records());
    let records: Vec<Record> = records.iter().map(|bytes| Record::read(bytes, &games).unwrap()).collect();
    cases(|rng| {
        let record = &records[rng.usize(0..records.len())];
        let mut replay = Replay::begin(record).unwrap();
        for _ in 0..rng.usize(0..record.log.len().max(1)) {
            replay.step();
        }
        let session = replay.session();
        let seat = Seat::new(rng.u8(1..=17));
        let mut right = session.legal(seat);
        right.extend(record.log.iter().map(|entry| entry.action.clone()));
        let Some(right) = rng.choice(&right) else { return };
        let text = broken_text(rng, right);
        match session.parse(&text) {
            Ok(action) => assert_eq!(session.parse(action.text()).as_ref(), Ok(&action), "{text}"),
            Err(refusal) => assert_told(&refusal.to_string(), &text),
        }
        let mut session = session.boxed();
        let before = session.state_json();
        if let Err(refusal) = session.apply(trigon::games::By::Seat(seat), &text) {
            assert_told(&refusal.to_string(), &text);
            assert_eq!(session.state_json(), before, "{text}");
        }
    });
}

#[test]
fn a_broken_custom_id_is_read_as_it_is_written_or_is_unknown() {
    let right = [
        "t2:7:3:join",
        "t2:7:0:check-in",
        "t2:7:3-0123abcd:do:U_L",
        "t2:12:4.1:go:b2",
        "t2:12:4:of7:b2",
        "t2:9:2:also--spend:U",
        "t2:1:1:accept-draw:3",
        "t2:0:0:rules:trice",
    ];
    for id in right {
        assert_eq!(id.parse::<CustomId>().unwrap().to_string(), id);
    }
    cases(|rng| {
        let one = right[rng.usize(0..right.len())];
        let text = broken_text(rng, one);
        if let Ok(id) = text.parse::<CustomId>() {
            assert_eq!(id.to_string().parse::<CustomId>().unwrap(), id, "{text}");
        }
    });
}
