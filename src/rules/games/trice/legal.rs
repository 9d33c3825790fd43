//! What the current player may do: place, step, nuke; and why other actions are [`Barred`].

use super::action::Action;
use super::spaces::{Piece, Spaces, board};
use super::state::{Stage, State};
use crate::games::{Refusal, Seat, Size};
use crate::grid::Cell;

/// What a piece meets on the space that it enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clash {
    /// Nothing.
    None,
    /// A smaller piece, which is pushed off.
    Smaller(Piece),
    /// A piece of its own size, which is pushed off; the entering piece shrinks.
    Same(Piece),
}

/// The reason why the rules do not allow an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Barred {
    #[error("Roll first: pieces are placed and moved with the points of your roll.")]
    NotRolled,
    #[error("Roll first: a turn ends after its roll.")]
    NoEnd,
    #[error("You have rolled already: place, move or write end.")]
    Rolled,
    #[error("You have placed your free piece this turn: place another one with +S, +M or +L.")]
    FreeUsed,
    #[error("All your {} pieces are on the board.", .0.word())]
    NoneLeft(Size),
    #[error("That costs {cost} and you have {left} left.")]
    TooDear { cost: u8, left: u8 },
    #[error("Nothing of yours stands on {}.", board().name(*.0))]
    NotYours(Cell),
    #[error("{} and {} do not share an edge: a step leads over an edge.", board().name(*.0), board().name(*.1))]
    Apart(Cell, Cell),
    #[error("Your own piece stands on {}.", board().name(*.0))]
    Own(Cell),
    #[error(
        "A {} piece cannot enter {}: a larger one stands there.",
        size.word(),
        board().name(*.at)
    )]
    TooSmall { size: Size, at: Cell },
    #[error("{} is a Bi-Space: it takes 4 of your pieces on the board and you have {count}.", board().name(*.at))]
    TooFew { at: Cell, count: usize },
    #[error("3-3 is the Tri-Space: you must hold 2 Bi-Spaces before the step and you hold {0}.")]
    NoHold(usize),
    #[error("Only who holds the Tri-Space, 3-3, can nuke.")]
    NoTriSpace,
    #[error("You have nuked this turn already.")]
    Nuked,
    #[error("You have placed or moved this turn, so it is too late to nuke.")]
    TooLate,
    #[error("You hold {bi} of the Bi-Spaces, so you can remove up to {most}, not {wanted}.")]
    TooMany { bi: usize, most: usize, wanted: usize },
    #[error("Nothing stands on {}.", board().name(*.0))]
    Vacant(Cell),
    #[error("{} is a Peace Space: nothing there can be nuked.", board().name(*.0))]
    Peace(Cell),
}

impl From<Barred> for Refusal {
    fn from(barred: Barred) -> Self {
        Self::illegal(barred.to_string())
    }
}

/// How a placement is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payment {
    /// With points.
    Points,
    /// It is the free piece of the turn.
    Free,
}

/// What a placement or a step that the rules allow comes to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The space that is entered.
    pub(super) at: Cell,
    /// What the piece meets there.
    pub(super) clash: Clash,
    /// The number of points left afterwards.
    pub(super) left: u8,
}

impl State {
    /// Returns whether the only choice left is to end the turn.
    pub(super) fn can_only_end(&self) -> bool {
        let mut only = true;
        self.each_legal(|action| only &= action == Action::End);
        only
    }

    /// Returns all legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        self.legal_into(seat, &mut actions);
        actions
    }

    /// Writes all legal actions of a seat into a list, which can be reused without new allocations.
    pub fn legal_into(&self, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        if seat == self.turn {
            self.each_legal(|action| actions.push(action));
        }
    }

    /// Calls `found` with every legal action of the current player.
    pub(super) fn each_legal(&self, mut found: impl FnMut(Action)) {
        match self.phase {
            Stage::Over => return,
            Stage::Roll => found(Action::Roll),
            Stage::Turn => {
                found(Action::End);
                for size in Size::ALL {
                    if self.check_placement(size, Payment::Points).is_ok() {
                        found(Action::Place(size));
                    }
                    if self.check_placement(size, Payment::Free).is_ok() {
                        found(Action::Free(size));
                    }
                }
                for (from, piece) in self.pieces() {
                    if piece.seat == self.turn {
                        for to in board().neighbours(from).filter(|&to| self.check_step(from, to).is_ok()) {
                            found(Action::Step { from, to });
                        }
                    }
                }
            }
        }
        if let Ok((targets, most)) = self.nuke_targets() {
            targets.subsets(most).map(Action::Nuke).for_each(found);
        }
    }

    /// Returns what a piece meets on a space, if it may enter. This is judged on the board before the step (R3).
    fn check_entry(&self, seat: Seat, size: Size, at: Cell) -> Result<Clash, Barred> {
        let clash = match self.piece(at) {
            None => Clash::None,
            Some(piece) if piece.seat == seat => return Err(Barred::Own(at)),
            Some(piece) if piece.size < size => Clash::Smaller(piece),
            Some(piece) if piece.size == size => Clash::Same(piece),
            Some(_) => return Err(Barred::TooSmall { size, at }),
        };
        if Spaces::BI.contains(at) {
            let count = self.spaces.iter().flatten().filter(|piece| piece.seat == seat).count();
            if count < 4 {
                return Err(Barred::TooFew { at, count });
            }
        } else if Spaces::TRI.contains(at) {
            let bi = self.bi_spaces(seat);
            if bi < 2 {
                return Err(Barred::NoHold(bi));
            }
        }
        Ok(clash)
    }

    /// Returns the number of Bi-Spaces that a seat holds.
    fn bi_spaces(&self, seat: Seat) -> usize {
        let held = |cell: &Cell| self.piece(*cell).is_some_and(|piece| piece.seat == seat);
        Spaces::BI.iter().filter(held).count()
    }

    /// Checks whether the player can pay for a piece of this size. Returns the number of points left afterwards.
    fn check_cost(&self, size: Size) -> Result<u8, Barred> {
        let (cost, left) = (size.pips(), self.points.ok_or(Barred::NotRolled)?);
        left.checked_sub(cost).ok_or(Barred::TooDear { cost, left })
    }

    /// Checks whether the current player may place a piece on their Eye Space.
    pub(super) fn check_placement(&self, size: Size, payment: Payment) -> Result<Entry, Barred> {
        if self.phase != Stage::Turn {
            return Err(Barred::NotRolled);
        }
        if payment == Payment::Free && self.free_used {
            return Err(Barred::FreeUsed);
        }
        if !self.supply(self.turn).has(size) {
            return Err(Barred::NoneLeft(size));
        }
        let left = match payment {
            Payment::Free => self.points.unwrap_or(0),
            Payment::Points => self.check_cost(size)?,
        };
        // Every seat that can take a turn has an Eye Space.
        let at = Spaces::eye(self.turn).ok_or(Barred::NotRolled)?;
        Ok(Entry { at, clash: self.check_entry(self.turn, size, at)?, left })
    }

    /// Checks whether the current player may take a step, and returns it with the piece that takes it.
    pub(super) fn check_step(&self, from: Cell, to: Cell) -> Result<(Piece, Entry), Barred> {
        if self.phase != Stage::Turn {
            return Err(Barred::NotRolled);
        }
        let own = |piece: &Piece| piece.seat == self.turn;
        let piece = self.piece(from).filter(own).ok_or(Barred::NotYours(from))?;
        if !board().neighbours(from).any(|next| next == to) {
            return Err(Barred::Apart(from, to));
        }
        let left = self.check_cost(piece.size)?;
        Ok((piece, Entry { at: to, clash: self.check_entry(self.turn, piece.size, to)?, left }))
    }

    /// Returns the spaces that the current player may nuke, and the maximum number of them to choose.
    ///
    /// R5 also requires holding the Tri-Space at the start of the turn. That needs no check: a player nukes only once,
    /// and only before moving or placing anything, so the board has not changed since then.
    pub(super) fn nuke_targets(&self) -> Result<(Spaces, usize), Barred> {
        if self.nuked {
            return Err(Barred::Nuked);
        }
        if self.moved {
            return Err(Barred::TooLate);
        }
        if !Spaces::TRI.iter().any(|cell| self.piece(cell).is_some_and(|piece| piece.seat == self.turn)) {
            return Err(Barred::NoTriSpace);
        }
        let targets: Spaces = self.pieces().map(|(cell, _)| cell).collect();
        Ok((targets.without(Spaces::PEACE), nuke_limit(self.bi_spaces(self.turn))))
    }

    /// Checks whether the current player may nuke exactly these spaces.
    pub(super) fn check_nuke(&self, spaces: Spaces) -> Result<(), Barred> {
        let (targets, most) = self.nuke_targets()?;
        if let Some(cell) = spaces.and(Spaces::PEACE).iter().next() {
            return Err(Barred::Peace(cell));
        }
        if let Some(cell) = spaces.without(targets).iter().next() {
            return Err(Barred::Vacant(cell));
        }
        if spaces.len() > most {
            let bi = self.bi_spaces(self.turn);
            return Err(Barred::TooMany { bi, most, wanted: spaces.len() });
        }
        Ok(())
    }
}

/// Returns the number of pieces that a nuke may remove with this number of Bi-Spaces.
fn nuke_limit(bi_spaces: usize) -> usize {
    (bi_spaces + 1).min(3)
}
