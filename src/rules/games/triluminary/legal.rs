//! Legal actions. A position has thousands of pushes, so they can be counted and chosen without being listed.

use super::action::{Action, Push, Rotation};
use super::slide::Slide;
use super::state::{Piece, Pyramid, Stage, State};
use crate::games::{Seat, Size};
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

    fn push(&self, size: Size, points: HexDirection, rotation: Option<Rotation>) -> Action {
        let distance = self.slide.travelled();
        Action::Push(Push { size, entry: self.entry, way: self.way, distance, points, rotation })
    }
}

impl State {
    /// Calls `found` with every family of pushes for pieces up to a size, until it returns `false`.
    fn each_family(&self, largest: Size, mut found: impl FnMut(&PushFamily) -> bool) {
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

    /// Returns the sizes in a seat's supply that can move this far.
    fn travelling(&self, seat: Seat, distance: u8) -> impl Iterator<Item = Size> {
        self.supply(seat).sizes().filter(move |size| size.pips() >= distance)
    }

    /// Returns the number of actions in the list of [`legal`](Self::legal), without building the list.
    pub fn legal_count(&self, seat: Seat) -> usize {
        if self.phase != Stage::Push || self.asked() != Some(seat) {
            return self.legal(seat).len();
        }
        let Some(largest) = self.supply(seat).sizes().next_back() else { return 0 };
        let sizes = [1, 2, 3].map(|distance| self.travelling(seat, distance).count());
        let mut count = 0;
        self.each_family(largest, |family| {
            let sizes = sizes[usize::from(family.slide.travelled()) - 1];
            count += sizes * HexDirection::ALL.len() * (1 + ROTATIONS * family.turnable(seat).count());
            true
        });
        count
    }

    /// Returns the action at an index in the list of [`legal`](Self::legal), without building the list.
    pub fn nth_legal(&self, seat: Seat, n: usize) -> Option<Action> {
        if self.phase != Stage::Push || self.asked() != Some(seat) {
            return self.legal(seat).get(n).copied();
        }
        let largest = self.supply(seat).sizes().next_back()?;
        let sizes = [1, 2, 3].map(|distance| self.travelling(seat, distance).count());
        let (mut left, mut action) = (n, None);
        self.each_family(largest, |family| {
            let distance = family.slide.travelled();
            let rotations = 1 + ROTATIONS * family.turnable(seat).count();
            let all = sizes[usize::from(distance) - 1] * HexDirection::ALL.len() * rotations;
            if left >= all {
                left -= all;
                return true;
            }
            let (rest, rotation) = (left / rotations, left % rotations);
            let (size, points) = (rest / HexDirection::ALL.len(), rest % HexDirection::ALL.len());
            let size = self.travelling(seat, distance).nth(size);
            let rotation = family.rotations(seat).nth(rotation);
            action = size
                .zip(rotation)
                .map(|(size, rotation)| family.push(size, HexDirection::ALL[points], rotation));
            false
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
                let Some(largest) = self.supply(seat).sizes().next_back() else { return Vec::new() };
                let mut actions = Vec::with_capacity(self.legal_count(seat));
                self.each_family(largest, |family| {
                    for size in self.travelling(seat, family.slide.travelled()) {
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
