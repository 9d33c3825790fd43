//! The example on the page about draws.

use serde_json::{Value, json};
use trigon::games::{Draws, Registry, Seed, Word};
use trigon::matches::{Record, Replay, Signature};

/// Returns the result in the line of docs/draws.md that begins like this.
fn on_the_page(what: &str) -> &'static str {
    let page = include_str!("../../../docs/draws.md");
    let line = page.lines().find_map(|line| line.strip_prefix(&format!("| {what} | `")));
    line.and_then(|rest| rest.strip_suffix("` |")).unwrap_or_else(|| panic!("the page has no line: {what}"))
}

#[test]
fn the_example_on_the_page_about_draws_is_what_the_code_draws() {
    let page = include_str!("../../../docs/draws.md");
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
    let record = Record::read(record.to_string().as_bytes(), &Registry::standard()).unwrap();
    let begun = Replay::begin(&record).unwrap();
    let state: Value = serde_json::from_str(&begun.session().state_json()).unwrap();
    let all = |key: &str| {
        let players = state["players"].as_array().unwrap().iter();
        players.map(|player| player[key].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(on_the_page("seven players on `hexagon:2`: their cells, seat 1 first"), all("cell"));
    assert_eq!(on_the_page("their letters, drawn after their cells"), all("letter"));
}
