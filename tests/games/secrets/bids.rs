//! Bids: losing bids stay secret, if the match reveals only the winning bid.

use fastrand::Rng;
use trigon::games::{AnySession, By, Narration, Seat, Viewer};

use super::shown::{observation, shown, told};
use super::{bidding, seed};
use crate::toys::games;

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

#[test]
fn bids_that_have_lost_are_shown_to_nobody_else_even_later() {
    let game = games().get("bids").unwrap();
    let mut different = 0;
    for seed_of_dice in 0..40 {
        let mut dice = Rng::with_seed(seed_of_dice);
        let (mut one, _) = game.begin(&bidding(4), Some(seed()), None).unwrap();
        let mut two = one.boxed();
        let kept = dice.usize(..4);
        while one.phase().id != "vote" {
            let most = |table: &dyn AnySession, i| table.legal(Seat::at(i)).len() - 1;
            let solvent: Vec<usize> = (0..4).filter(|i| most(&*one, *i) > 0).collect();
            let winner = dice.choice(&solvent).copied().unwrap();
            let price = dice.usize(..most(&*one, winner)) + 1;
            let (mut bids, mut other_bids) = (Vec::new(), Vec::new());
            for i in 0..4 {
                let mut losing = || match dice.usize(..4) {
                    0 => None,
                    _ => Some(dice.usize(..price.min(most(&*one, i) + 1))),
                };
                let (here, there) = (losing(), losing());
                let bid = if i == winner { Some(price) } else { here };
                bids.push(bid);
                other_bids.push(if i == winner || i == kept { bid } else { there });
            }
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
