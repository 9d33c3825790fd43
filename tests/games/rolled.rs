//! What seats roll: exactly what was drawn, with the dice that it was drawn with.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use trigon::games::{AnyGame, Rolled};

use super::toys::games;
use super::{playout, setups};

/// The lowest and the highest face that each die has shown, by its number of sides.
#[derive(Default)]
struct Faces(BTreeMap<u64, (u64, u64)>);

impl Faces {
    /// Compares what seats rolled in an entry with what was drawn for it, die by die.
    fn compare(&mut self, rolled: &[Rolled], draws: &[u64]) {
        let dice: Vec<u64> = rolled.iter().flat_map(|rolled| rolled.dice.clone()).collect();
        assert_eq!(draws.len(), dice.len(), "{rolled:?}");
        for (&face, &sides) in draws.iter().zip(&dice) {
            let (lowest, highest) = self.0.entry(sides).or_insert((face, face));
            (*lowest, *highest) = ((*lowest).min(face), (*highest).max(face));
        }
        let mut left = draws;
        for one in rolled {
            let (own, others) = left.split_at(one.dice.len());
            assert_eq!(own.iter().sum::<u64>(), one.points, "{rolled:?}");
            left = others;
        }
    }
}

/// Returns a setup for each number of players, and for dice that have to be chosen.
fn setups_with_all_dice(game: &dyn AnyGame) -> Vec<Value> {
    let mut setups = setups(game);
    if game.info().name == "trice" {
        setups.push(json!({"dice": "2d6"}));
    }
    setups
}

#[test]
fn what_seats_rolled_is_what_was_drawn_for_them() {
    let mut dice = Vec::new();
    for game in &games() {
        let name = game.info().name;
        // Whether all draws of the game belong to seats. Where a higher roll is not better, none does, because there is no luck
        // to tell from skill.
        let mut is_whole = true;
        let mut faces = Faces::default();
        let setups = setups_with_all_dice(&**game);
        for (setup, seed) in setups.iter().flat_map(|setup| (0..12).map(move |seed| (setup, seed))) {
            let mut positions = 0;
            playout(&**game, setup, seed, |table, _| {
                let (rolled, draws) = (table.rolled().to_vec(), table.take_draws());
                positions += 1;
                let is_start = positions == 1;
                if is_start {
                    assert!(
                        rolled.is_empty(),
                        "{name}: nothing that is drawn before the first entry is a seat’s"
                    );
                } else if rolled.is_empty() {
                    is_whole = is_whole && draws.is_empty();
                } else {
                    faces.compare(&rolled, &draws);
                }
            });
        }
        if !faces.0.is_empty() {
            assert!(is_whole, "{name}: what was drawn belongs to a seat, or nothing does");
            assert!(faces.0.iter().all(|(sides, shown)| *shown == (1, *sides)), "{name}: {:?}", faces.0);
            dice.push((name, faces.0.into_keys().collect::<Vec<_>>()));
        }
    }
    for known in [("triforce", vec![12, 20]), ("trice", vec![4, 6])] {
        assert!(dice.contains(&known), "{dice:?}");
    }
}
