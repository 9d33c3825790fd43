//! What the sectors are worth.

use std::cmp::Ordering;

use super::hexagon::{Hexagon, hexagon};
use super::state::State;
use crate::games::Seat;

/// A sector's cylinders and who keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sector {
    /// The cylinders of both in its four triangles (R1).
    pub cylinders: [u8; 2],
    /// Who has more; `None` on a tie.
    pub holder: Option<Seat>,
}

/// The score of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The cylinders that are left to both.
    pub cylinders: [u8; 2],
    /// The sectors that both hold.
    pub sectors: [u8; 2],
    /// Each sector, clockwise from the top one.
    pub by_sector: [Sector; Hexagon::SECTORS],
}

impl Score {
    /// Who has won: by cylinders, then by sectors; `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        let [first, second] = [0, 1].map(|i| (self.cylinders[i], self.sectors[i]));
        match first.cmp(&second) {
            Ordering::Greater => Some(Seat::at(0)),
            Ordering::Less => Some(Seat::at(1)),
            Ordering::Equal => None,
        }
    }

    /// Whether the sectors had to decide.
    pub fn by_sectors(&self) -> bool {
        self.cylinders[0] == self.cylinders[1]
    }
}

impl State {
    /// The score if the match ended now.
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
