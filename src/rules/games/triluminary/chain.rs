//! [`Chain`]s: a player's pieces that point at each other, with the last one pointing at an influence pyramid.

use super::state::{Chain, Piece, Pyramid, State};
use crate::games::{Seat, Size};
use crate::grid::Hex;

impl State {
    /// Returns the occupied spaces, as bits.
    pub(super) fn occupied(&self) -> u64 {
        let mut bits = 0;
        for (i, pyramid) in self.spaces.iter().enumerate() {
            bits |= u64::from(pyramid.is_some()) << i;
        }
        bits
    }

    /// Returns all chains of at least `least` pieces, sorted by the space of the influence pyramid, then by that of the
    /// first piece.
    ///
    /// A chain begins with a piece that no piece of the same player points at (R2). From there, only one path leads on.
    /// Rings need no special care: every piece of a ring is pointed at, and a path into a ring never reaches an
    /// influence pyramid.
    pub fn chains(&self, least: usize) -> Vec<Chain> {
        let mut chains = Vec::new();
        self.each_chain(|seat, pieces, target, size| {
            if pieces.len() >= least {
                chains.push(Chain { seat, pieces: pieces.to_vec(), target, size });
            }
        });
        chains.sort_unstable_by_key(|chain| (chain.target, chain.first()));
        chains
    }

    /// Calls a function with each chain of any length: its owner, the spaces of its pieces, and the space and the size
    /// of the influence pyramid.
    pub(super) fn each_chain(&self, mut found: impl FnMut(Seat, &[Hex], Hex, Size)) {
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
        for first in Hex::of_bits(occupied & !pointed_at) {
            let Some(Pyramid::Piece(Piece { seat, .. })) = self.spaces[first.index()] else { continue };
            let (mut at, mut seen) = (first, [first; Hex::COUNT]);
            let mut count = 0;
            while let Some(pyramid) = self.spaces[at.index()] {
                match pyramid {
                    Pyramid::Influence(size) => {
                        found(seat, &seen[..count], at, size);
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
                    Pyramid::Piece(_) => break,
                }
            }
        }
    }
}
