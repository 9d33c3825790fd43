//! [`Slide`]: what a push does to the pyramids on its line.

use super::state::{Piece, Pyramid, State};
use crate::grid::{Hex, HexDirection};

/// The number of spaces on the longest line.
const LONGEST_LINE: usize = 7;

/// A push in progress: the line from its entry space to the far edge, without the piece that enters.
///
/// ```text
/// before    | a b . c       the entry space is on the left
/// 1 step    N a b c         the gap closes before c is pushed
/// 2 steps   . N a b  c      c has left the board
/// ```
#[derive(Debug, Clone, Copy)]
pub(super) struct Slide {
    spaces: [Hex; LONGEST_LINE],
    line: [Option<Pyramid>; LONGEST_LINE],
    length: usize,
    travelled: usize,
    /// The pyramids that were pushed and are still on the board: one bit for each space of the line.
    pushed: u8,
    off: [Option<Piece>; 3],
}

impl Slide {
    /// Returns a push before its first step.
    pub(super) fn new(state: &State, entry: Hex, way: HexDirection) -> Self {
        let mut slide = Self {
            spaces: [entry; LONGEST_LINE],
            line: [None; LONGEST_LINE],
            length: 0,
            travelled: 0,
            pushed: 0,
            off: [None; 3],
        };
        let mut at = Some(entry);
        while let Some(hex) = at {
            slide.spaces[slide.length] = hex;
            slide.line[slide.length] = state.spaces[hex.index()];
            slide.length += 1;
            at = hex.step(way);
        }
        slide
    }

    /// Takes one step: the row of pyramids ahead moves by one space.
    ///
    /// # Errors
    /// Returns the space of the influence pyramid that would leave the board (R1). In that case, nothing has moved.
    pub(super) fn step(&mut self) -> Result<(), Hex> {
        let from = self.travelled;
        let row = self.line[from..self.length].iter().take_while(|pyramid| pyramid.is_some()).count();
        let mut end = from + row;
        if end == self.length {
            // The row reaches the edge, so its last pyramid leaves the board.
            end -= 1;
            match self.line[end] {
                Some(Pyramid::Influence(_)) => return Err(self.spaces[end]),
                last => self.off[from] = last.and_then(Pyramid::piece),
            }
        }
        self.line.copy_within(from..end, from + 1);
        self.line[from] = None;
        // Everything in the row was pushed, except the new piece itself.
        self.pushed &= !(1 << from);
        self.pushed |= (1 << (end + 1)) - (1 << (from + 1));
        self.travelled += 1;
        Ok(())
    }

    /// Returns the number of steps so far.
    pub(super) fn travelled(&self) -> u8 {
        self.travelled as u8
    }

    /// Returns the space of the new piece, or the entry space before the first step.
    pub(super) fn at(&self) -> Hex {
        self.spaces[self.travelled.saturating_sub(1)]
    }

    /// Returns the spaces of the line with the pyramids on them. The space of the new piece counts as empty.
    pub(super) fn line(&self) -> impl Iterator<Item = (Hex, Option<Pyramid>)> {
        self.spaces.into_iter().zip(self.line).take(self.length)
    }

    /// Returns the pyramids that were pushed and are still on the board, with their new spaces.
    pub(super) fn pushed(&self) -> impl Iterator<Item = (Hex, Pyramid)> {
        let pushed = self.pushed;
        let was_pushed = move |(i, (hex, pyramid)): (usize, (Hex, Option<Pyramid>))| {
            pyramid.filter(|_| pushed & 1 << i != 0).map(|pyramid| (hex, pyramid))
        };
        self.line().enumerate().filter_map(was_pushed)
    }

    /// Returns the pieces that left the board, in order.
    pub(super) fn off(&self) -> impl Iterator<Item = Piece> {
        self.off.into_iter().flatten()
    }
}
