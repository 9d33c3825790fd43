//! Chains: own pieces that point at each other, the last at an influence pyramid.

use super::state::{Piece, Pyramid, State};
use crate::games::{Seat, Size};
use crate::grid::Hex;

/// A chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// Whose.
    pub seat: Seat,
    /// Its pieces, the first one first.
    pub pieces: Vec<Hex>,
    /// The influence pyramid at which the last one points.
    pub target: Hex,
    /// Its size.
    pub size: Size,
}

impl Chain {
    /// Where the chain begins.
    pub fn first(&self) -> Hex {
        self.pieces[0]
    }
}

impl State {
    /// The spaces on which anything stands, as bits.
    pub(super) fn occupied(&self) -> u64 {
        let mut bits = 0;
        for (i, pyramid) in self.spaces.iter().enumerate() {
            bits |= u64::from(pyramid.is_some()) << i;
        }
        bits
    }

    /// All chains of at least so many pieces, by the influence pyramid's space, then the first piece's.
    ///
    /// A chain begins where no own piece points (R2). From there the way is one: pieces in a ring are
    /// pointed at, and who runs into a ring never comes to an influence pyramid.
    pub fn chains(&self, least: usize) -> Vec<Chain> {
        let occupied = self.occupied();
        let aim = |hex: Hex, piece: Piece| hex.first_ahead(piece.points, occupied);
        let mut pointed_at = 0;
        for hex in Hex::of_bits(occupied) {
            if let Some(Pyramid::Piece(piece)) = self.spaces[hex.index()]
                && let Some(at) = aim(hex, piece)
                && matches!(self.spaces[at.index()], Some(Pyramid::Piece(next)) if next.seat == piece.seat)
            {
                pointed_at |= at.bit();
            }
        }
        let mut chains = Vec::new();
        for first in Hex::of_bits(occupied & !pointed_at) {
            let Some(Pyramid::Piece(Piece { seat, .. })) = self.spaces[first.index()] else { continue };
            let (mut at, mut seen) = (first, [first; Hex::COUNT]);
            let mut count = 0;
            while let Some(pyramid) = self.spaces[at.index()] {
                match pyramid {
                    Pyramid::Influence(size) if count >= least => {
                        chains.push(Chain { seat, pieces: seen[..count].to_vec(), target: at, size });
                        break;
                    }
                    Pyramid::Piece(piece) if piece.seat == seat && count < Hex::COUNT => {
                        seen[count] = at;
                        count += 1;
                        match aim(at, piece) {
                            Some(next) => at = next,
                            None => break,
                        }
                    }
                    _ => break,
                }
            }
        }
        chains.sort_unstable_by_key(|chain| (chain.target, chain.first()));
        chains
    }
}
