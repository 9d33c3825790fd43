//! Bids: losing bids stay secret, if the match reveals only the winning bid.

use fastrand::Rng;
use trigon::games::{AnySession, By, Narration, Seat, Viewer};

use super::shown::{observation, shown, told};
use super::{bidding, seed};
use crate::toys::games;

const SEATS: usize = 4;

/// Closes a round with these bids, some of which may be missing. Returns what was told.
fn round(table: &mut dyn AnySession, bids: &[Option<usize>]) -> Vec<Narration> {
    let phase = table.phase().id;
    let mut happened = Vec::new();
    for (i, bid) in bids.iter().enumerate() {
        if let Some(bid) = bid {
            happened.extend(table.apply(By::Seat(Seat::at(i)), &format!("bid {bid}")).unwrap());
        }
    }
    if table.phase().id == phase {
        happened.extend(table.apply(By::Clock, "resolve").unwrap());
    }
    happened
}

/// Returns two lists of bids with the same winner and price. Of the bids that lose, only that of `kept` is the same in both.
fn bids_with_one_winner(table: &dyn AnySession, kept: usize, dice: &mut Rng) -> [Vec<Option<usize>>; 2] {
    let most = |i| table.legal(Seat::at(i)).len() - 1;
    let solvent: Vec<usize> = (0..SEATS).filter(|i| most(*i) > 0).collect();
    let winner = dice.choice(&solvent).copied().unwrap();
    let price = dice.usize(..most(winner)) + 1;
    let mut lists = [Vec::new(), Vec::new()];
    for i in 0..SEATS {
        let mut losing = || match dice.usize(..4) {
            0 => None,
            _ => Some(dice.usize(..price.min(most(i) + 1))),
        };
        let (here, there) = (losing(), losing());
        let bid = if i == winner { Some(price) } else { here };
        lists[0].push(bid);
        lists[1].push(if i == winner || i == kept { bid } else { there });
    }
    lists
}

#[test]
fn bids_that_have_lost_are_shown_to_nobody_else_even_later() {
    let game = games().get("bids").unwrap();
    let mut different = 0;
    for seed_of_dice in 0..40 {
        let mut dice = Rng::with_seed(seed_of_dice);
        let (mut one, _) = game.begin(&bidding(SEATS), Some(seed()), None).unwrap();
        let mut two = one.boxed();
        let kept = dice.usize(..SEATS);
        while one.phase().id != "vote" {
            let [bids, other_bids] = bids_with_one_winner(&*one, kept, &mut dice);
            let (happened, other) = (round(&mut *one, &bids), round(&mut *two, &other_bids));
            for viewer in [None, Some(Seat::at(kept))] {
                assert_eq!(told(&happened, viewer), told(&other, viewer));
                assert_eq!(shown(&*one, viewer), shown(&*two, viewer), "{viewer:?}");
            }
            if !one.is_same_as(&*two) {
                different += 1;
                assert_ne!(observation(&*one, Viewer::Host), observation(&*two, Viewer::Host));
            }
        }
    }
    assert!(different > 100, "{different}");
}
