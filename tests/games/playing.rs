//! How matches of every game go on: what is legal is accepted, what is refused changes nothing, and a log always leads to the same
//! states.

use trigon::games::{By, Pace, RefusalKind, Seat};

use super::{all, begin, playout};

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
fn prompts_and_stored_answers_fit_what_is_asked() {
    all(|game, setup, seed| {
        playout(game, setup, seed, |table, _| {
            for decision in table.to_act() {
                let prompt = table.prompt(&decision);
                assert!(!prompt.question.is_empty() && !prompt.noun.is_empty());
                let answer = table.answer(decision.seat);
                assert_eq!(answer.is_some(), decision.answered);
                if let Some(answer) = answer {
                    assert!(table.legal(decision.seat).iter().any(|legal| legal == answer.text()));
                    assert!(!table.describe(&answer).is_empty());
                }
            }
        });
    });
}
