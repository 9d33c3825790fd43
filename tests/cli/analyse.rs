//! `trigon analyse`: what a search would have played.

use serde_json::{Value, json};
use trigon::games::{AnySession, By, Registry, Seat, Seed};

use super::{folder, record, stdout, trigon, trigon_reading};

/// Returns the actions with which a seat wins at once.
fn wins(session: &dyn AnySession, seat: Seat) -> Vec<String> {
    let mut legal = session.legal(seat);
    legal.retain(|action| {
        let mut after = session.boxed();
        after.apply(By::Seat(seat), action).unwrap();
        after.outcome().is_some_and(|outcome| outcome.share(seat) >= 1.0)
    });
    legal
}

/// Returns the seat that is asked to act.
fn asked(session: &dyn AnySession) -> Option<Seat> {
    session.to_act().first().map(|decision| decision.seat)
}

/// Returns the record of a match at whose end a seat could win and lets another win instead, and the actions that would
/// have won.
fn missed() -> (Value, Vec<String>) {
    let game = Registry::standard().get("triangoli").unwrap();
    for seed in 0..500 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut session, _) = game.begin(&json!({}), Some(Seed::from([7; 32])), None).unwrap();
        let mut log = Vec::new();
        while let Some(seat) = asked(&*session) {
            let winning = wins(&*session, seat);
            let legal = session.legal(seat);
            let lets_win = |action: &&String| {
                let mut after = session.boxed();
                after.apply(By::Seat(seat), action).unwrap();
                asked(&*after).is_some_and(|next| next != seat && !wins(&*after, next).is_empty())
            };
            let blunder = legal.iter().find(lets_win).filter(|_| !winning.is_empty());
            let action = blunder.or_else(|| rng.choice(&legal)).unwrap().clone();
            session.apply(By::Seat(seat), &action).unwrap();
            log.push(json!({"by": seat, "do": action}));
            if blunder.is_some() {
                let record = json!({"format": "trigon-record/1", "game": "triangoli", "seed": "07".repeat(32), "setup": {}, "log": log});
                return (record, winning);
            }
        }
    }
    panic!("nobody misses a win");
}

/// Analyses a record with few tries and returns what is printed.
fn analysed(record: &Value, more: &[&str]) -> String {
    let args = [&["analyse", "-", "--tries", "60"], more].concat();
    stdout(&trigon_reading(&args, record.to_string().as_bytes())).to_owned()
}

#[test]
fn a_missed_win_is_named_and_the_same_seed_finds_the_same() {
    let (record, winning) = missed();
    let text = analysed(&record, &["--json"]);
    assert_eq!(text, analysed(&record, &["--json"]));
    assert_ne!(text, analysed(&record, &["--json", "--seed", "other"]));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let log = record["log"].as_array().unwrap();
    assert_eq!(lines.len(), log.len());
    for ((line, entry), seq) in lines.iter().zip(log).zip(1..) {
        assert_eq!((&line["entry"], &line["seat"]), (&json!(seq), &entry["by"]));
        assert_eq!(line["played"]["action"], entry["do"]);
        let [before, after, loss] = ["before", "after", "loss"].map(|key| line[key].as_f64().unwrap());
        assert!(
            (0.0..=1.0).contains(&after) && loss >= 0.0 && (before - after - loss).abs() < 0.001,
            "{line}"
        );
    }
    let last = lines.last().unwrap();
    let best = last["best"]["action"].as_str().unwrap();
    assert!(winning.iter().any(|action| action == best), "{last} and not {winning:?}");
    assert_eq!((&last["before"], &last["best"]["proven"]), (&json!(1.0), &json!(true)));
    assert_eq!((&last["after"], &last["played"]["proven"]), (&json!(0.0), &json!(true)));
    assert_eq!(last["turning_point"], true);

    let table = analysed(&record, &[]);
    let row = table.lines().find(|line| line.trim_start().starts_with(&format!("{} ", log.len()))).unwrap();
    assert!(row.contains(best) && row.contains("100 % proven  0 % proven"), "{table}");
    let told = format!("Entry {}: Seat {} falls from 100 % to 0 % with ", log.len(), last["seat"]);
    assert!(row.ends_with("100  turning point") && table.contains(&told), "{table}");
}

#[test]
fn the_curve_is_drawn_as_the_name_says() {
    let (record, _) = missed();
    let folder = folder("analyse");
    let [png, svg] = ["curve.png", "curve.svg"].map(|name| folder.join(name));
    for file in [&png, &svg] {
        assert!(analysed(&record, &["--curve", file.to_str().unwrap()]).contains("Curve: "));
    }
    let png = std::fs::read(png).unwrap();
    let [width, height] = [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
    let aspect = f64::from(width) / f64::from(height);
    assert!(png.starts_with(b"\x89PNG") && (1.1..=1.6).contains(&aspect), "{width} × {height}");
    let svg = std::fs::read_to_string(svg).unwrap();
    for part in
        ["<svg", "100 %", "Largest losses", "The share of wins of each seat", "falls from 100 % to 0 %"]
    {
        assert!(svg.contains(part), "{part}");
    }
    let wrong = trigon_reading(&["analyse", "-", "--curve", "curve.gif"], record.to_string().as_bytes());
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn entries_that_were_refused_and_records_without_any_are_no_obstacle() {
    let (mut record, _) = missed();
    record["log"] = json!([{"by": 1, "do": "fly"}, {"by": 2, "do": "start a1"}]);
    let output = trigon_reading(&["analyse", "-"], record.to_string().as_bytes());
    assert_eq!(stdout(&output).lines().count(), 4, "{}", stdout(&output));
    assert_eq!(output.stderr, b"2 of 2 entries refused, which changed nothing\n");
}

#[test]
fn a_game_of_rounds_cannot_be_analysed_and_one_sentence_says_so() {
    let output = trigon_reading(&["analyse", "-"], record(&json!([])).to_string().as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("trigon: Triforce Building is not played in turns, "), "{error}");
    assert_eq!(error.lines().count(), 1);
    assert_eq!(trigon(&["analyse", "no-such-file.json"]).status.code(), Some(2));
}

#[test]
fn the_last_lines_say_how_the_dice_fell() {
    let setup = json!({"dice": "2d6", "first": 1});
    let begun = Registry::standard().get("trice").unwrap().begin(&setup, Some(Seed::from([7; 32])), None);
    let (mut session, mut log, mut rolled) = (begun.unwrap().0, Vec::new(), [0; 3]);
    for turn in 0..9 {
        let seat = Seat::at(turn % 3);
        for action in ["roll", "end"] {
            session.take_draws();
            session.apply(By::Seat(seat), action).unwrap();
            rolled[turn % 3] += session.take_draws().iter().sum::<u64>();
            log.push(json!({"by": seat, "do": action}));
        }
    }
    let record = json!({"format": "trigon-record/1", "game": "trice", "seed": "07".repeat(32), "setup": setup, "log": log});
    let table = analysed(&record, &[]);
    let told: Vec<&str> = table.lines().filter(|line| line.starts_with("Luck: ")).collect();
    let luck = |(rolled, seat): (u64, u64)| {
        // Two dice with six sides show 7 on average.
        let surplus = rolled as i64 - 3 * 7;
        let sign = ["−", "±", "+"][(surplus.signum() + 1) as usize];
        let points = if surplus.abs() == 1 { "point" } else { "points" };
        format!("Luck: Seat {seat} {sign}{} {points} in 3 rolls", surplus.abs())
    };
    assert_eq!(told, rolled.into_iter().zip(1..).map(luck).collect::<Vec<_>>(), "{table}");
    let json = analysed(&record, &["--json"]);
    let lines = json.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let told: Vec<Value> = lines.filter(|line| line.get("luck").is_some()).collect();
    let luck = |(points, seat): (u64, u64)| json!({"luck": seat, "rolls": 3, "points": points, "surplus": points as f64 - 21.0});
    assert_eq!(told, rolled.into_iter().zip(1..).map(luck).collect::<Vec<_>>());
    assert!(!analysed(&missed().0, &[]).contains("Luck"), "nothing is rolled in Triangoli");
}
