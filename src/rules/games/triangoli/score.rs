//! [`Score`]: what the sectors are worth.

use std::cmp::Ordering;

use super::hexagon::{Hexagon, hexagon};
use super::state::State;
use crate::games::Seat;

/// The cylinders in a sector, and who keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sector {
    /// Both players' cylinders in its four triangles (R1).
    pub cylinders: [u8; 2],
    /// The player who has more; `None` for a tie.
    pub holder: Option<Seat>,
}

/// The score of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The cylinders that each player keeps.
    pub cylinders: [u8; 2],
    /// The sectors that each player holds.
    pub sectors: [u8; 2],
    /// All sectors, clockwise from the top one.
    pub by_sector: [Sector; Hexagon::SECTORS],
}

impl Score {
    /// Returns the winner by cylinders, then by sectors, or `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        let [first, second] = [0, 1].map(|i| (self.cylinders[i], self.sectors[i]));
        match first.cmp(&second) {
            Ordering::Greater => Some(Seat::at(0)),
            Ordering::Less => Some(Seat::at(1)),
            Ordering::Equal => None,
        }
    }

    /// Returns whether the cylinders are tied, so that the sectors decide.
    pub fn by_sectors(&self) -> bool {
        self.cylinders[0] == self.cylinders[1]
    }
}

impl State {
    /// Returns the score as if the match ended now.
    pub fn score(&self) -> Score {
        let by_sector = [0, 1, 2, 3, 4, 5].map(|sector| {
            let mut cylinders = [0; 2];
            for &cell in &hexagon().sectors()[sector] {
                let [first, second] = self.cylinders(cell);
                cylinders = [cylinders[0] + first, cylinders[1] + second];
            }
            let holder = match cylinders[0].cmp(&cylinders[1]) {
                Ordering::Greater => Some(Seat::at(0)),
                Ordering::Less => Some(Seat::at(1)),
                Ordering::Equal => None,
            };
            Sector { cylinders, holder }
        });
        let mut score = Score { cylinders: [0; 2], sectors: [0; 2], by_sector };
        for sector in by_sector {
            if let Some(i) = sector.holder.and_then(|seat| seat.index(2)) {
                score.cylinders[i] += sector.cylinders[i];
                score.sectors[i] += 1;
            }
        }
        score
    }
}
