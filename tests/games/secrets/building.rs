//! Triforce Building: where the others are, which of them are powered, and who spends garnets.

use fastrand::Rng;
use serde_json::{Value, json};
use trigon::games::{AnySession, By, Narration, Seat, Viewer};

use super::shown::{shown, told, viewers};
use super::{building, seed};
use crate::toys::games;

const SEATS: usize = 7;

/// Returns a cell for each seat, on the border of a triangle with four rows and pointing up.
fn border_cells(dice: &mut Rng) -> Vec<String> {
    let pointing_up = (1..=4).flat_map(|row| (0..row).map(move |n| format!("{row}-{}", 2 * n + 1)));
    // This one is in the middle.
    let mut cells: Vec<String> = pointing_up.filter(|cell| cell != "3-3").collect();
    while cells.len() > SEATS {
        let gone = dice.usize(..cells.len());
        cells.remove(gone);
    }
    cells
}

/// A pair of matches of Triforce Building: seat `who[i]` of the second has the cell, and walks the paths, of seat `i`
/// of the first.
struct Twin {
    one: Box<dyn AnySession>,
    two: Box<dyn AnySession>,
    who: Vec<usize>,
}

impl Twin {
    /// Begins both. `kept` has the same cell in both, and the other cells are distributed at random.
    fn begin(kept: usize, dice: &mut Rng) -> Self {
        let cells = border_cells(dice);
        let mut who: Vec<usize> = (0..SEATS).collect();
        for i in (1..SEATS).rev() {
            let j = dice.usize(..=i);
            if i != kept && j != kept {
                who.swap(i, j);
            }
        }
        let mut moved = cells.clone();
        for (i, cell) in cells.iter().enumerate() {
            moved[who[i]].clone_from(cell);
        }
        let begin = |cells: &[String]| {
            let mut setup = building("triangle:4", SEATS, 10);
            setup["placement"] = json!(cells);
            games().get("triforce-building").unwrap().begin(&setup, Some(seed()), None).unwrap().0
        };
        Self { one: begin(&cells), two: begin(&moved), who }
    }

    /// Plays a round in both. Returns what happened.
    fn round(&mut self, dice: &mut Rng) -> [Vec<Narration>; 2] {
        for i in 0..SEATS {
            let legal = self.one.legal(Seat::at(i));
            let paths: Vec<String> = legal.into_iter().filter(|action| action.starts_with("move")).collect();
            let path = dice.choice(&paths).cloned().unwrap();
            self.one.apply(By::Seat(Seat::at(i)), &path).unwrap();
            self.two.apply(By::Seat(Seat::at(self.who[i])), &path).unwrap();
        }
        [&mut self.one, &mut self.two].map(|table| table.apply(By::Clock, "resolve").unwrap())
    }
}

/// Returns whether a triforce has been made.
fn has_triforces(table: &dyn AnySession) -> bool {
    let state: Value = serde_json::from_str(&table.state_json()).unwrap();
    !state["triforces"].as_array().unwrap().is_empty()
}

/// Returns whether a cell is shared by seats of which only some are powered.
fn is_shared_unevenly(table: &dyn AnySession) -> bool {
    let state: Value = serde_json::from_str(&table.state_json()).unwrap();
    let players = state["players"].as_array().unwrap();
    players.iter().any(|one| {
        players.iter().any(|two| {
            !one["cell"].is_null()
                && one["cell"] == two["cell"]
                && one["powered"] == true
                && two["powered"] == false
        })
    })
}

#[test]
fn who_stands_where_and_who_of_those_on_a_yellow_cell_is_powered_is_shown_to_nobody_else() {
    let (mut compared, mut powered, mut uneven) = (0, 0, 0);
    for seed in 0..200 {
        let mut dice = Rng::with_seed(seed);
        let kept = dice.usize(..SEATS);
        let mut twin = Twin::begin(kept, &mut dice);
        // Players who make a triforce are named, and priorities decide which is made.
        while twin.one.phase().id.as_str() < "round-09" {
            let before = [twin.one.boxed(), twin.two.boxed()];
            let [one, two] = twin.round(&mut dice);
            if has_triforces(&*twin.one) || has_triforces(&*twin.two) {
                break;
            }
            for viewer in [None, Some(Seat::at(kept))] {
                assert_eq!(told(&one, viewer), told(&two, viewer));
                let of = viewer.map_or(Viewer::Public, Viewer::Seat);
                let story = twin.one.story(&*before[0], of);
                assert!(story.is_some());
                assert_eq!(story, twin.two.story(&*before[1], of), "seed {seed}, {viewer:?}");
                assert_eq!(shown(&*twin.one, viewer), shown(&*twin.two, viewer), "seed {seed}, {viewer:?}");
            }
            compared += 1;
            powered += usize::from(twin.one.state_json().contains("\"powered\":true"));
            uneven += usize::from(is_shared_unevenly(&*twin.one));
        }
    }
    assert!(compared > 400 && powered > 20 && uneven > 0, "{compared}, {powered}, {uneven}");
}

#[test]
fn a_spend_that_changes_no_priority_of_theirs_is_shown_to_nobody_else() {
    // In round 3 seats 3, 2 and 1 are the highest, and stay so whichever of them spends.
    let game = games().get("triforce-building").unwrap();
    let play = |spends: &[u8]| {
        let (mut table, _) = game.begin(&building("triangle:4", 7, 3), Some(seed()), None).unwrap();
        for _ in 0..2 {
            table.apply(By::Clock, "resolve").unwrap();
        }
        for seat in spends {
            table.apply(By::seat(*seat), "garnet").unwrap();
        }
        let before = table.boxed();
        let happened = table.apply(By::Clock, "resolve").unwrap();
        assert_eq!(table.phase().id, "vote");
        (table, before, happened)
    };
    let (table, before, happened) = play(&[]);
    for spends in [&[1][..], &[2], &[3], &[1, 2], &[1, 2, 3]] {
        let (other, other_before, other_happened) = play(spends);
        assert!(!other.is_same_as(&*table));
        for viewer in viewers(7).filter(|viewer| viewer.is_none_or(|seat| seat.number() > 3)) {
            assert_eq!(told(&happened, viewer), told(&other_happened, viewer), "{spends:?}");
            assert_eq!(shown(&*table, viewer), shown(&*other, viewer), "{spends:?}");
            let of = viewer.map_or(Viewer::Public, Viewer::Seat);
            let (story, other) = (table.story(&*before, of), other.story(&*other_before, of));
            assert!(story.is_some());
            assert_eq!(story, other, "{spends:?}, {viewer:?}");
        }
        // They learn nothing about the others' balances. A spender sees their own.
        let own = Seat::new(spends[0]);
        assert_ne!(shown(&*table, Some(own)).facts, shown(&*other, Some(own)).facts);
    }
}
