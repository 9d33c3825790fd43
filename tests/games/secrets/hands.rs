//! Hands: the cards of the others and the deck.

use fastrand::Rng;
use serde_json::{Value, json};
use trigon::games::{AnySession, By, Narration, Seat, Viewer};

use super::shown::{observation, shown, told};
use crate::toys::games;

const SEATS: usize = 3;

/// Begins a match of Hands with this deck.
fn begin(deck: &[u8]) -> (Box<dyn AnySession>, Vec<Narration>) {
    let setup = json!({"players": SEATS, "hand": 5, "deck": deck});
    games().get("hands").unwrap().begin(&setup, None, None).unwrap()
}

/// Returns the next entry of a random match, or `None` if the match is over.
fn next(table: &dyn AnySession, dice: &mut Rng) -> Option<(By, String)> {
    let seat = table.to_act().first()?.seat;
    if dice.usize(..40) == 0 {
        let seat = Seat::at(dice.usize(..SEATS));
        return (!table.has_resigned(seat)).then(|| (By::Host, format!("resign {seat}")));
    }
    Some((By::Seat(seat), dice.choice(table.legal(seat))?))
}

/// Returns the cards that a viewer has seen in a match that began from a deck.
fn seen(deck: &[u8], log: &[(By, String)], viewer: Option<Seat>) -> Vec<u8> {
    let (mut table, _) = begin(deck);
    let mut seen: Vec<u8> = Vec::new();
    let mut look = |table: &dyn AnySession| {
        let state: Value = serde_json::from_str(&table.state_json()).unwrap();
        let own = viewer.map(|seat| &state["players"][usize::from(seat.number()) - 1]["hand"]);
        for cards in own.into_iter().chain([&state["pile"]]) {
            seen.extend(cards.as_array().unwrap().iter().map(|card| card.as_u64().unwrap() as u8));
        }
    };
    look(&*table);
    for (by, action) in log {
        table.apply(*by, action).unwrap();
        look(&*table);
    }
    // A pile that is taken at once appears in no state.
    let played = log.iter().filter_map(|(_, action)| action.strip_prefix("play "));
    seen.extend(played.map(|card| card.parse::<u8>().unwrap()));
    seen
}

/// Returns a deck in which the cards that were not seen have changed places.
fn with_hidden_shuffled(deck: &[u8], seen: &[u8], dice: &mut Rng) -> Vec<u8> {
    let hidden: Vec<usize> = (0..deck.len()).filter(|i| !seen.contains(&deck[*i])).collect();
    let mut moved = hidden.clone();
    dice.shuffle(&mut moved);
    let mut other = deck.to_vec();
    for (to, from) in hidden.iter().zip(moved) {
        other[*to] = deck[from];
    }
    other
}

#[test]
fn the_cards_of_the_others_and_the_deck_are_shown_to_nobody_else() {
    let (mut compared, mut different, mut resigned) = (0, 0, 0);
    for seed in 0..80 {
        let mut dice = Rng::with_seed(seed);
        let mut deck: Vec<u8> = (1..=30).collect();
        dice.shuffle(&mut deck);
        let (mut table, _) = begin(&deck);
        let mut log = Vec::new();
        while log.len() < 4 + dice.usize(..60) {
            let Some((by, action)) = next(&*table, &mut dice) else { break };
            table.apply(by, &action).unwrap();
            log.push((by, action));
        }
        resigned += log.iter().filter(|(by, _)| *by == By::Host).count();
        for viewer in [None, Some(Seat::at(dice.usize(..SEATS)))] {
            let other = with_hidden_shuffled(&deck, &seen(&deck, &log, viewer), &mut dice);
            let ((mut one, began), (mut two, other_began)) = (begin(&deck), begin(&other));
            assert_eq!(told(&began, viewer), told(&other_began, viewer));
            assert_eq!(shown(&*one, viewer), shown(&*two, viewer), "{viewer:?}");
            for (by, action) in &log {
                let [happened, other] = [&mut one, &mut two].map(|table| table.apply(*by, action).unwrap());
                assert_eq!(told(&happened, viewer), told(&other, viewer), "{action}");
                assert_eq!(shown(&*one, viewer), shown(&*two, viewer), "{viewer:?} after {action}");
                compared += 1;
                if !one.is_same_as(&*two) && one.outcome().is_none() {
                    different += 1;
                    let host = |table: &dyn AnySession| observation(table, Viewer::Host);
                    // Nobody knows the order of the deck, and the host knows the hands.
                    let is_alike = one.state_json() == two.state_json();
                    assert_eq!(host(&*one) == host(&*two), is_alike);
                }
            }
        }
    }
    assert!(compared > 1_000 && different > 1_000 && resigned > 20, "{compared}, {different}, {resigned}");
}
