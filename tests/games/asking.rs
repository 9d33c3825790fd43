//! Every game asks so that its answers can be given: prompts, stored answers and choices fit each other.

use crate::{all, playout};

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

#[test]
fn legal_actions_can_be_chosen_step_by_step() {
    all(|game, setup, seed| {
        let mut count = 0;
        playout(game, setup, seed, |table, rng| {
            count += 1;
            if count % 16 != 1 {
                return;
            }
            for decision in table.to_act() {
                let seat = decision.seat;
                let action = table.parse(&rng.choice(table.legal(seat)).unwrap()).unwrap();
                let keys = table.keys(seat, &action).unwrap_or_else(|| panic!("no way to {action}"));
                let chosen = table.choices(seat, &keys).unwrap();
                assert_eq!(chosen.action, Some(action));
                assert_eq!(chosen.layout, table.prompt(&decision).layout);
                assert_eq!(table.choices(seat, &[keys, vec!["no such key".to_owned()]].concat()), None);
            }
        });
    });
}
