//! What seats roll: exactly what was drawn, with the dice that it was drawn with.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::toys::games;
use super::{playout, setups};

#[test]
fn what_seats_rolled_is_what_was_drawn_for_them() {
    let mut names = Vec::new();
    for game in &games() {
        let name = game.info().name;
        let mut setups: Vec<Value> = setups(&**game);
        if name == "trice" {
            setups.push(json!({"dice": "2d6"}));
        }
        // Where a higher roll is not better, there is no luck to tell from skill.
        let mut is_whole = true;
        // The lowest and the highest face of each die.
        let mut faces: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        for (setup, seed) in setups.iter().flat_map(|setup| (0..12).map(move |seed| (setup, seed))) {
            let mut entries = 0;
            playout(&**game, setup, seed, |table, _| {
                let (rolled, draws) = (table.rolled().to_vec(), table.take_draws());
                entries += 1;
                // Nothing that is drawn before the first entry belongs to a seat.
                if entries == 1 || rolled.is_empty() {
                    assert!(rolled.is_empty(), "{name}: {draws:?}");
                    is_whole = is_whole && (entries == 1 || draws.is_empty());
                    return;
                }
                let dice: Vec<u64> = rolled.iter().flat_map(|rolled| rolled.dice.clone()).collect();
                assert_eq!(draws.len(), dice.len(), "{name}: {rolled:?}");
                for (&face, &sides) in draws.iter().zip(&dice) {
                    let (lowest, highest) = faces.entry(sides).or_insert((face, face));
                    (*lowest, *highest) = ((*lowest).min(face), (*highest).max(face));
                }
                let mut left = &draws[..];
                for one in &rolled {
                    let (own, others) = left.split_at(one.dice.len());
                    assert_eq!(own.iter().sum::<u64>(), one.points, "{name}: {rolled:?}");
                    left = others;
                }
            });
        }
        if !faces.is_empty() {
            assert!(is_whole, "{name}: what was drawn belongs to a seat, or nothing does");
            assert!(faces.iter().all(|(sides, seen)| *seen == (1, *sides)), "{name}: {faces:?}");
            names.push((name, faces.keys().copied().collect::<Vec<_>>()));
        }
    }
    for known in [("triforce", vec![12, 20]), ("trice", vec![4, 6])] {
        assert!(names.contains(&known), "{names:?}");
    }
}
