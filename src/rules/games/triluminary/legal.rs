//! Legal actions. A position has thousands of pushes, so they can be counted and chosen without being listed.

use super::action::{Action, Push, Rotation};
use super::slide::Slide;
use super::state::{Piece, Pyramid, Stage, State};
use crate::games::{Seat, Size, Stash};
use crate::grid::{Hex, HexDirection};

/// The number of ways to turn a pushed piece: to any direction but its own.
const ROTATIONS: usize = HexDirection::ALL.len() - 1;

/// Pushes that differ only in the size of the piece, where it points and which piece is turned.
struct PushFamily {
    entry: Hex,
    way: HexDirection,
    slide: Slide,
}

impl PushFamily {
    /// Returns the sizes in a seat's supply that can move as far as these pushes.
    fn sizes(&self, supply: Stash) -> impl Iterator<Item = Size> {
        let distance = self.slide.travelled();
        supply.sizes().filter(move |size| size.pips() >= distance)
    }

    /// Returns the seat's pieces that were pushed and are still on the board.
    fn turnable(&self, seat: Seat) -> impl Iterator<Item = (Hex, Piece)> {
        let own = move |(hex, pyramid): (Hex, Pyramid)| {
            pyramid.piece().filter(|piece| piece.seat == seat).map(|piece| (hex, piece))
        };
        self.slide.pushed().filter_map(own)
    }

    /// Returns `None` for no turn, then every turn of every piece that can be turned.
    fn rotations(&self, seat: Seat) -> impl Iterator<Item = Option<Rotation>> {
        let rotations = self.turnable(seat).flat_map(|(at, piece)| {
            let others = HexDirection::ALL.into_iter().filter(move |&points| points != piece.points);
            others.map(move |points| Some(Rotation { at, points }))
        });
        std::iter::once(None).chain(rotations)
    }

    /// Returns the number of [`rotations`](Self::rotations), without building them.
    fn rotation_count(&self, seat: Seat) -> usize {
        1 + ROTATIONS * self.turnable(seat).count()
    }

    /// Returns the number of these pushes.
    fn count(&self, seat: Seat, supply: Stash) -> usize {
        self.sizes(supply).count() * HexDirection::ALL.len() * self.rotation_count(seat)
    }

    /// Returns push `n`, from 0: sorted by size, then by where the piece points, then by rotation.
    fn nth(&self, seat: Seat, supply: Stash, n: usize) -> Option<Action> {
        let (of_piece, rotation) = (n / self.rotation_count(seat), n % self.rotation_count(seat));
        let (size, points) = (of_piece / HexDirection::ALL.len(), of_piece % HexDirection::ALL.len());
        let size = self.sizes(supply).nth(size)?;
        Some(self.push(size, HexDirection::ALL[points], self.rotations(seat).nth(rotation)?))
    }

    fn push(&self, size: Size, points: HexDirection, rotation: Option<Rotation>) -> Action {
        let distance = self.slide.travelled();
        Action::Push(Push { size, entry: self.entry, way: self.way, distance, points, rotation })
    }
}

impl State {
    /// Calls `found` with every family of pushes for a supply, until it returns `false`.
    fn each_family(&self, supply: Stash, mut found: impl FnMut(&PushFamily) -> bool) {
        let Some(largest) = supply.sizes().next_back() else { return };
        for &(entry, way) in Hex::ENTRIES {
            let mut family = PushFamily { entry, way, slide: Slide::new(self, entry, way) };
            for _ in 0..largest.pips() {
                if family.slide.step().is_err() {
                    break;
                }
                if !found(&family) {
                    return;
                }
            }
        }
    }

    /// Returns the number of actions in the list of [`legal`](Self::legal), without building the list.
    pub fn legal_count(&self, seat: Seat) -> usize {
        if self.phase != Stage::Push || self.asked() != Some(seat) {
            return self.legal(seat).len();
        }
        let supply = self.supply(seat);
        let mut count = 0;
        self.each_family(supply, |family| {
            count += family.count(seat, supply);
            true
        });
        count
    }

    /// Returns the action at an index in the list of [`legal`](Self::legal), without building the list.
    pub fn nth_legal(&self, seat: Seat, n: usize) -> Option<Action> {
        if self.phase != Stage::Push || self.asked() != Some(seat) {
            return self.legal(seat).get(n).copied();
        }
        let supply = self.supply(seat);
        // The index among the pushes of this family and of those after it.
        let mut index = n;
        let mut action = None;
        self.each_family(supply, |family| {
            let count = family.count(seat, supply);
            if index < count {
                action = family.nth(seat, supply, index);
                return false;
            }
            index -= count;
            true
        });
        action
    }

    /// Returns all legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        if self.asked() != Some(seat) {
            return Vec::new();
        }
        match self.phase {
            Stage::Push => {
                let supply = self.supply(seat);
                let mut actions = Vec::with_capacity(self.legal_count(seat));
                self.each_family(supply, |family| {
                    for size in family.sizes(supply) {
                        for points in HexDirection::ALL {
                            actions.extend(
                                family.rotations(seat).map(|rotation| family.push(size, points, rotation)),
                            );
                        }
                    }
                    true
                });
                actions
            }
            Stage::Capture => {
                let chains = self.chains(Self::CHAIN_LENGTH).into_iter();
                chains.map(|chain| Action::Capture { target: chain.target, first: chain.first() }).collect()
            }
            Stage::Place { .. } => {
                Hex::all().filter(|&hex| self.pyramid(hex).is_none()).map(Action::Place).collect()
            }
            Stage::Over(_) => Vec::new(),
        }
    }
}
