//! A conformance suite for all games: what every game owes to everyone who plays, stores and shows it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod asking;
mod broken;
mod chronicle;
mod forced;
mod help;
mod pictures;
mod records;
mod rolled;
mod secrets;
mod steps;
mod thinking;
#[path = "../toys/mod.rs"]
mod toys;

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::{Value, json};
use trigon::games::{
    AnyGame, AnySession, Aside, By, Entrant, FinalKind, Finals, Frame, Information, Names, OptionKind, Pace,
    RefusalKind, Seat, Seed, Value as Chosen, Values, Viewer,
};

use toys::games;

/// The maximum number of entries of a playout.
const MAX_ENTRIES: usize = 300;

/// Returns the setup that follows from the default options and a made-up roster.
fn setup(game: &dyn AnyGame, players: u8) -> Value {
    let fields = |place: u8| {
        let mut fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
        for field in game.info().fields.iter().filter(|field| field.is_rank) {
            fields.set(field.spec.key, Chosen::Number(place.into()));
        }
        fields
    };
    let fields: Vec<Values> = (1..=players).map(fields).collect();
    let entrants: Vec<Entrant<'_>> = fields.iter().map(|fields| Entrant { name: "Ann", fields }).collect();
    game.setup(&Values::defaults(game.info().options.iter()), &entrants).unwrap()
}

/// Returns a setup for each number of players.
fn setups(game: &dyn AnyGame) -> Vec<Value> {
    game.info().players.iter().map(|&players| setup(game, players)).collect()
}

/// Begins a match.
fn begin(game: &dyn AnyGame, setup: &Value, seed: u8) -> Box<dyn AnySession> {
    game.begin(setup, Some(Seed::from([seed; 32])), None)
        .unwrap_or_else(|e| panic!("{}: {e}", game.info().name))
        .0
}

/// Returns the next entry of a random playout: a legal action of a seat that may act, or the clock's.
fn next(table: &dyn AnySession, rng: &mut Rng) -> Option<(By, String)> {
    let deciding = table.to_act();
    if let Some(action) = table.phase().clock_action()
        && rng.usize(..=deciding.len()) == 0
    {
        return Some((By::Clock, action.to_string()));
    }
    let decision = rng.choice(&deciding)?;
    let legal = table.legal(decision.seat);
    assert!(!legal.is_empty(), "{} may act but can do nothing", decision.seat);
    Some((By::Seat(decision.seat), rng.choice(&legal)?.clone()))
}

/// Plays at random, and calls `look` after every entry.
fn playout(
    game: &dyn AnyGame,
    setup: &Value,
    seed: u8,
    mut look: impl FnMut(&mut Box<dyn AnySession>, &mut Rng),
) -> Vec<(By, String)> {
    let mut table = begin(game, setup, seed);
    let mut rng = Rng::with_seed(seed.into());
    let mut log = Vec::new();
    look(&mut table, &mut rng);
    while log.len() < MAX_ENTRIES && table.outcome().is_none() {
        let (by, action) = next(&*table, &mut rng).expect("a match that goes on waits for somebody");
        table.apply(by, &action).unwrap_or_else(|e| panic!("{} {by}: {action}: {e}", game.info().name));
        log.push((by, action));
        look(&mut table, &mut rng);
    }
    log
}

/// Runs a test for every game, with each of its setups and some seeds.
fn all(mut test: impl FnMut(&dyn AnyGame, &Value, u8)) {
    for game in &games() {
        for (i, setup) in setups(&**game).iter().enumerate() {
            for seed in 0..3 {
                test(&**game, setup, seed * 16 + i as u8);
            }
        }
    }
}

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
fn playouts_go_on_or_end_and_after_the_end_nothing_is_accepted() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, _| {
            assert_eq!(table.outcome().is_some(), table.to_act().is_empty());
            if let Some(outcome) = table.outcome() {
                assert_eq!(outcome.standings.len(), table.seats());
                assert!(!outcome.reason.is_empty());
                let before = table.boxed();
                for by in [By::seat(1), By::Clock, By::Host] {
                    assert_eq!(table.apply(by, "resolve").unwrap_err().kind, RefusalKind::Over);
                }
                assert!(table.is_same_as(&*before));
            }
        });
    });
}

#[test]
fn what_a_match_leaves_its_seats_with_is_declared_and_put_into_words() {
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
    let mut over = BTreeSet::new();
    all(|game, setup, seed| {
        let begun = begin(game, setup, seed);
        for resigns in [false, game.info().can_resign] {
            playout(game, setup, seed, |table, rng| {
                if resigns && table.outcome().is_none() && rng.usize(..12) == 0 {
                    let _ = table.resign(Seat::at(rng.usize(..table.seats())));
                }
                if leaves_what_it_declares(&**table, &*begun) {
                    over.insert(game.info().name);
                }
            });
        }
    });
    // In some games, hardly any random match ends.
    for game in games().iter().filter(|game| !over.contains(game.info().name)) {
        let (mut table, mut rng) = (begin(&**game, &setups(&**game)[0], 1), Rng::with_seed(1));
        let begun = table.boxed();
        while table.outcome().is_none() {
            for (seat, action) in table.plan("level:1".parse().unwrap(), &mut rng) {
                table.apply(By::Seat(seat), &action).unwrap();
            }
        }
        assert!(leaves_what_it_declares(&*table, &*begun), "{} has ended", game.info().name);
    }
}

/// Checks what a match leaves its seats with, and returns whether it has ended by the rules.
fn leaves_what_it_declares(table: &dyn AnySession, begun: &dyn AnySession) -> bool {
    let (info, mut is_over) = (table.info(), false);
    let fields = || info.finals.iter().filter(|it| it.kind == FinalKind::Field);
    for seat in Seat::all(table.seats()) {
        let (before, held) = (begun.held(seat), table.held(seat));
        assert_eq!(held.amounts().count(), fields().count(), "{}", info.name);
        assert!(fields().all(|it| {
            let before = before.number(it.key);
            before.is_some() && held.amount(it.key).is_some_and(|held| held.before == before)
        }));
    }
    for standing in table.outcome().into_iter().flat_map(|outcome| outcome.standings) {
        let finals = &standing.finals;
        if Aside::ALL.iter().any(|aside| finals == &Finals::default().marked(aside.key(), true)) {
            assert!(info.can_resign && !standing.note.is_empty());
            continue;
        }
        is_over = true;
        let held = table.held(standing.seat);
        assert!(fields().all(|it| finals.amount(it.key) == held.amount(it.key)));
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
    is_over
}

#[test]
fn a_log_gives_the_same_states_each_time() {
    all(|game, setup, seed| {
        let mut states = Vec::new();
        let log = playout(game, setup, seed, |table, _| states.push(table.state_json()));
        let mut again = begin(game, setup, seed);
        assert_eq!(again.state_json(), states[0]);
        for ((by, action), state) in log.iter().zip(&states[1..]) {
            again.apply(*by, action).unwrap();
            assert_eq!(again.state_json(), *state);
        }
    });
}

#[test]
fn states_are_objects_with_a_phase_and_keep_their_keys() {
    all(|game, setup, seed| {
        let mut keys: Option<Vec<String>> = None;
        playout(game, setup, seed, |table, _| {
            let state: serde_json::Map<String, Value> = serde_json::from_str(&table.state_json()).unwrap();
            assert!(state["phase"].is_string());
            assert_eq!(state["phase"] == "over", table.outcome().is_some());
            let now: Vec<String> = state.keys().cloned().collect();
            assert_eq!(keys.get_or_insert_with(|| now.clone()), &now);
        });
    });
}

#[test]
fn what_a_viewer_may_know_of_a_state_has_its_keys_and_everything_if_nothing_is_secret() {
    all(|game, setup, seed| {
        let (name, mut count) = (game.info().name, 0);
        playout(game, setup, seed, |table, _| {
            count += 1;
            if count % 8 != 1 {
                return;
            }
            let state: Value = serde_json::from_str(&table.state_json()).unwrap();
            let seen = |viewer| -> Value {
                let seen = table.seen_json(viewer).unwrap_or_else(|| panic!("{name} has no data"));
                serde_json::from_str(&seen).unwrap()
            };
            assert_eq!(seen(Viewer::Afterwards), state);
            assert_eq!(seen(Viewer::Host), state);
            for viewer in [Viewer::Public, Viewer::Seat(Seat::new(1)), Viewer::Beside(Seat::new(2))] {
                let seen = seen(viewer);
                if game.info().information == Information::Open {
                    assert_eq!(seen, state);
                }
                let keys = state.as_object().unwrap().keys();
                assert!(keys.clone().all(|key| seen.get(key).is_some()), "{name}: {seen}");
            }
        });
    });
}

#[test]
fn legal_actions_are_sorted_canonical_and_accepted() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, rng| {
            for decision in table.to_act() {
                let legal = table.legal(decision.seat);
                assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once");
                for _ in 0..3 {
                    let action = rng.choice(&legal).unwrap();
                    let parsed = table.parse(action).unwrap();
                    assert_eq!(parsed.text(), action);
                    assert_eq!(
                        table.read(decision.seat, action),
                        Some(Ok(parsed)),
                        "what is written is read"
                    );
                    let spoken = action.to_lowercase();
                    if let Ok(read) = table.parse(&spoken) {
                        assert_eq!(read.text(), action, "the case of letters does not matter");
                    }
                    table.boxed().apply(By::Seat(decision.seat), action).unwrap();
                }
            }
        });
    });
}

#[test]
fn seats_that_are_not_asked_have_nothing_legal_and_are_refused() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, rng| {
            let deciding: Vec<Seat> = table.to_act().iter().map(|decision| decision.seat).collect();
            let anything: Vec<String> = deciding.first().map(|&seat| table.legal(seat)).unwrap_or_default();
            let before = table.boxed();
            for seat in (0..=table.seats() as u8 + 1).map(Seat::new).filter(|seat| !deciding.contains(seat)) {
                assert_eq!(table.legal(seat), Vec::<String>::new());
                if let Some(action) = rng.choice(&anything) {
                    let refusal = table.apply(By::Seat(seat), action).unwrap_err();
                    assert!(!refusal.sentence.is_empty());
                }
            }
            assert!(table.is_same_as(&*before));
        });
    });
}

#[test]
fn refused_entries_change_nothing_and_draw_nothing() {
    let nonsense = [
        "",
        " ",
        "fly",
        "move",
        "move UUUUU",
        "ec 1",
        "resolve",
        "vote 99",
        "\u{1F600}",
        "🎲 a1>b2",
        "roll roll",
        "end end",
    ];
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, rng| {
            let before = table.boxed();
            let by = [By::seat(1), By::seat(2), By::seat(0), By::seat(200), By::Stranger, By::Host]
                [rng.usize(..6)];
            for text in nonsense {
                let mut trial = before.boxed();
                if let Err(refusal) = trial.apply(by, text) {
                    assert!(trial.is_same_as(&*before), "{text:?}");
                    assert!(!refusal.sentence.contains('\n') && !refusal.sentence.is_empty());
                }
            }
        });
    });
}

#[test]
fn scenes_draw_for_every_viewer_and_say_what_they_show() {
    all(|game, setup, seed| {
        let mut count = 0;
        playout(game, setup, seed, |table, _| {
            count += 1;
            if count % 16 != 1 {
                return;
            }
            let names = Names::new(vec!["Zoë".to_owned(), "日本".to_owned(), String::new()]);
            for viewer in [
                Viewer::Public,
                Viewer::Seat(Seat::new(2)),
                Viewer::Seat(Seat::new(99)),
                Viewer::Beside(Seat::new(2)),
                Viewer::Host,
                Viewer::Afterwards,
            ] {
                let frame = Frame { title: "Final *1*", names: &names };
                let seen = table.observe(viewer);
                let scene = seen.scene(&frame);
                assert!(!scene.shapes.is_empty() && scene.width > 0.0 && scene.height > 0.0);
                assert!(scene.description.len() > 20, "alt text");
                assert_eq!(scene, table.observe(viewer).scene(&frame), "drawing is deterministic");
            }
        });
    });
}

#[test]
fn diagrams_and_facts_are_there() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, _| {
            let public = table.observe(Viewer::Public);
            assert!(public.diagram(table.names()).lines().count() > 2);
            assert!(public.facts(table.names()).is_empty(), "everyone has no position of their own");
            for seat in Seat::all(table.seats()) {
                assert!(!table.observe(Viewer::Seat(seat)).facts(table.names()).is_empty());
            }
        });
    });
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

#[test]
fn phases_say_how_they_end_and_what_they_take() {
    all(|game, setup, seed| {
        let mut ids: Vec<String> = Vec::new();
        playout(game, setup, seed, |table, _| {
            let phase = table.phase();
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            assert!(!phase.id.is_empty() && phase.id.chars().all(is_plain), "{}", phase.id);
            assert!(!phase.title.is_empty());
            assert_eq!(phase.time().is_none(), table.outcome().is_some());
            assert!(
                phase.time().is_none_or(|time| game.info().time(time).is_some()),
                "a time that is declared"
            );
            match game.info().pace {
                Pace::Turns => assert!(phase.clock_action().is_none() && table.to_act().len() <= 1),
                Pace::Rounds => assert_eq!(phase.clock_action().is_none(), phase.time().is_none()),
            }
            if ids.last() != Some(&phase.id) {
                // A turn goes on after another seat was asked in between.
                let again = game.info().pace == Pace::Rounds && ids.contains(&phase.id);
                assert!(!again, "{} comes again", phase.id);
                ids.push(phase.id);
            }
        });
        assert!(ids.len() > 1, "{ids:?}");
    });
}

#[test]
fn a_match_goes_on_without_those_who_have_resigned() {
    let mut count = 0;
    all(|game, setup, seed| {
        let mut resigned: Vec<Seat> = Vec::new();
        playout(game, setup, seed, |table, rng| {
            if table.outcome().is_none() && rng.usize(..12) == 0 {
                let seat = Seat::at(rng.usize(..table.seats()));
                let before = table.boxed();
                match table.resign(seat) {
                    Ok(told) => {
                        assert!(!told.is_empty() && table.has_resigned(seat));
                        resigned.push(seat);
                    }
                    Err(refusal) => {
                        let may = game.info().can_resign && !resigned.contains(&seat);
                        assert!(!may && table.is_same_as(&*before), "{}: {refusal}", game.info().name);
                    }
                }
            }
            assert_eq!(table.outcome().is_some(), table.to_act().is_empty());
            for seat in &resigned {
                assert!(table.to_act().iter().all(|decision| decision.seat != *seat), "{seat} is asked");
                assert_eq!(table.legal(*seat), Vec::<String>::new());
            }
            assert!(table.seats() - resigned.len() > 1 || table.outcome().is_some());
        });
        count += resigned.len();
    });
    assert!(count > 20, "{count}");
}

#[test]
fn where_nothing_is_hidden_everyone_sees_the_same_picture() {
    all(|game, setup, seed| {
        if game.info().information == Information::Hidden {
            return;
        }
        playout(game, setup, seed, |table, _| {
            let frame = Frame { title: "Sunday", names: table.names() };
            let scene = |viewer| table.observe(viewer).scene(&frame);
            let public = scene(Viewer::Public);
            for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Host, Viewer::Afterwards] {
                assert!(scene(viewer) == public);
            }
        });
    });
}
