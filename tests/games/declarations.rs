//! What every game declares: its name, its options and fields, the setups that it refuses, and what it leaves seats with.

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::json;
use trigon::games::{AnySession, Aside, By, Final, FinalKind, Finals, OptionKind, Seat, Seed, Values};

use super::toys::games;
use super::{all, begin, playout, setups};

#[test]
fn names_are_unique_and_rules_are_there() {
    let games = games();
    let mut names: Vec<&str> = games.iter().map(|game| game.info().name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), games.iter().len());
    for info in games.iter().map(|game| game.info()) {
        assert!(info.rules.len() > 1_000, "{}", info.name);
        assert!(info.players.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn finals_are_declared_once_and_have_words() {
    let is_plain = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    for game in &games() {
        let info = game.info();
        let mut keys: Vec<&str> = info.finals.iter().map(|it| it.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), info.finals.len(), "{}: each key once", info.name);
        for it in info.finals {
            assert!(is_plain(it.key) && !it.label.is_empty(), "{}: {}", info.name, it.key);
            let field = info.fields.iter().find(|field| field.spec.key == it.key);
            assert_eq!(field.is_some(), it.kind == FinalKind::Field, "{}: {}", info.name, it.key);
            assert!(field.is_none_or(|field| matches!(field.spec.kind, OptionKind::Number(_))));
        }
    }
}

#[test]
fn what_a_match_leaves_its_seats_with_is_declared_and_put_into_words() {
    let mut ended = BTreeSet::new();
    all(|game, setup, seed| {
        let begun = begin(game, setup, seed);
        for resigns in [false, game.info().can_resign] {
            playout(game, setup, seed, |table, rng| {
                if resigns && table.outcome().is_none() && rng.usize(..12) == 0 {
                    let _ = table.resign(Seat::at(rng.usize(..table.seats())));
                }
                if check_finals(&**table, &*begun) {
                    ended.insert(game.info().name);
                }
            });
        }
    });
    // In some games, hardly any random match ends.
    for game in games().iter().filter(|game| !ended.contains(game.info().name)) {
        let (mut table, mut rng) = (begin(&**game, &setups(&**game)[0], 1), Rng::with_seed(1));
        let begun = table.boxed();
        while table.outcome().is_none() {
            for (seat, action) in table.plan("level:1".parse().unwrap(), &mut rng) {
                table.apply(By::Seat(seat), &action).unwrap();
            }
        }
        assert!(check_finals(&*table, &*begun), "{} has ended", game.info().name);
    }
}

/// Checks what a match leaves its seats with. Returns whether some seat has a result by the rules rather than an aside.
fn check_finals(table: &dyn AnySession, begun: &dyn AnySession) -> bool {
    let (info, mut has_result) = (table.info(), false);
    let fields = || info.finals.iter().filter(|it| it.kind == FinalKind::Field);
    for seat in Seat::all(table.seats()) {
        let (before, held) = (begun.held(seat), table.held(seat));
        assert_eq!(held.amounts().count(), fields().count(), "{}: {seat}", info.name);
        let is_kept = |it: &Final| {
            let before = before.number(it.key);
            before.is_some() && held.amount(it.key).is_some_and(|held| held.before == before)
        };
        assert!(fields().all(is_kept), "{}: {seat}", info.name);
    }
    for standing in table.outcome().into_iter().flat_map(|outcome| outcome.standings) {
        let finals = &standing.finals;
        if Aside::ALL.iter().any(|aside| finals == &Finals::default().marked(aside.key(), true)) {
            assert!(info.can_resign && !standing.note.is_empty(), "{}: {}", info.name, standing.seat);
            continue;
        }
        has_result = true;
        let held = table.held(standing.seat);
        let is_final = fields().all(|it| finals.amount(it.key) == held.amount(it.key));
        assert!(is_final, "{}: {}", info.name, standing.seat);
        assert_eq!(standing.note, (info.note)(finals), "the sentence says what the data says");
        for it in info.finals {
            let (amount, is_marked) = (finals.amount(it.key), finals.has(it.key));
            let is_right = match it.kind {
                FinalKind::Field => amount.is_some_and(|amount| amount.before.is_some()),
                FinalKind::Number => amount.is_some_and(|amount| amount.before.is_none()),
                FinalKind::Partial => amount.is_none_or(|amount| amount.before.is_none()),
                FinalKind::Mark => amount.is_none(),
            };
            assert!(is_right && (it.kind == FinalKind::Mark || !is_marked), "{}: {}", info.name, it.key);
        }
        for key in finals.amounts().map(|(key, _)| key).chain(finals.marks()) {
            assert!(info.finals.iter().any(|it| it.key == key), "{}: {key}", info.name);
        }
    }
    has_result
}

#[test]
fn setups_that_cannot_be_read_are_refused_in_one_line() {
    for game in &games() {
        for setup in [
            json!(null),
            json!([]),
            json!("x"),
            json!({"nonsense": 1}),
            json!({"players": -1}),
            json!({"players": "x", "dice": 7, "board": 1}),
        ] {
            let error =
                game.begin(&setup, Some(Seed::from([0; 32])), None).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with("setup: ") && !error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn options_and_fields_can_be_used_as_options_of_a_command() {
    for game in &games() {
        let info = game.info();
        let specs = info.options.iter().chain(info.fields.iter().map(|field| &field.spec));
        for spec in specs.clone() {
            let key = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!((1..=32).contains(&spec.key.len()) && spec.key.chars().all(key), "{}", spec.key);
            assert!((1..=100).contains(&spec.help.chars().count()), "{}: {}", info.name, spec.help);
            if let Some(default) = spec.default {
                let read = spec.read(default).unwrap_or_else(|problem| panic!("{}: {problem}", info.name));
                assert_eq!(read.to_string(), default, "defaults are canonical");
            }
            assert!(spec.read("\u{1F600}").is_err_and(|sentence| sentence.ends_with('.')), "{}", spec.key);
        }
        let defaults = Values::defaults(info.options.iter());
        assert_eq!(defaults.facts(info.options.iter()).len(), info.options.len());
        assert!(info.players.contains(&info.usual_players));
    }
}
