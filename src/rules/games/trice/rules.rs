//! What each entry changes. What is allowed is in `legal.rs`.

use super::action::Action;
use super::event::Event;
use super::legal::{Barred, Clash, Entry, Payment};
use super::spaces::{Piece, Spaces, Symbol, board};
use super::state::{Movement, Stage, State};
use crate::games::{By, Draws, Refusal, Seat, Size};
use crate::grid::Cell;

impl State {
    /// Returns the seat that is asked to act, or `None` if the match is over.
    pub(super) fn asked(&self) -> Option<Seat> {
        (self.phase != Stage::Over).then_some(self.turn)
    }

    /// Plays one entry.
    pub fn apply(&mut self, by: By, action: Action, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        if self.phase == Stage::Over {
            return Err(Refusal::over());
        }
        match by {
            By::Seat(seat) if seat == self.turn => {}
            By::Seat(_) => {
                return Err(Refusal::not_yours(format!("It is seat {}’s turn.", self.turn)));
            }
            _ => return Err(Refusal::not_yours("Only the seat whose turn it is acts in this game.")),
        }
        match action {
            Action::Roll => self.roll(draws),
            Action::Place(size) => self.place(size, Payment::Points),
            Action::Free(size) => self.place(size, Payment::Free),
            Action::Step { from, to } => self.step(from, to),
            Action::Nuke(spaces) => self.nuke(spaces),
            Action::End => self.end(),
        }
    }

    /// Rolls for movement points.
    fn roll(&mut self, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        if self.phase != Stage::Roll {
            return Err(Barred::Rolled.into());
        }
        let roll = self.dice.roll(draws);
        self.phase = Stage::Turn;
        self.points = Some(roll.total());
        self.roll = Some(roll);
        Ok(vec![Event::Rolled { seat: self.turn, roll }])
    }

    /// Places a piece on the player's Eye Space.
    fn place(&mut self, size: Size, payment: Payment) -> Result<Vec<Event>, Refusal> {
        let Entry { at: eye, clash, left } = self.check_placement(size, payment)?;
        let piece = Piece { seat: self.turn, size };
        // `check_placement` has checked that there is one.
        self.supply_mut(piece.seat).take(size);
        let cost = self.points.unwrap_or(0) - left;
        self.points = Some(left);
        self.free_used |= payment == Payment::Free;
        self.last_turn_mut().moves.push(Movement { size, from: None, to: eye });
        let mut events = vec![Event::Placed { piece, at: board().name(eye), cost, left }];
        self.enter(piece, eye, clash, &mut events);
        Ok(events)
    }

    /// Moves a piece across an edge, which may win the match.
    fn step(&mut self, from: Cell, to: Cell) -> Result<Vec<Event>, Refusal> {
        let (piece, Entry { clash, left, .. }) = self.check_step(from, to)?;
        self.spaces[from.index()] = None;
        self.points = Some(left);
        self.last_turn_mut().moves.push(Movement { size: piece.size, from: Some(from), to });
        let (from, at) = (board().name(from), board().name(to));
        let mut events = vec![Event::Stepped { piece, from, to: at, left }];
        self.enter(piece, to, clash, &mut events);
        let symbols: Vec<Symbol> = Symbol::full(self.held(piece.seat)).collect();
        if !symbols.is_empty() {
            self.phase = Stage::Over;
            self.winner = Some(piece.seat);
            events.push(Event::Won { seat: piece.seat, symbols });
        }
        Ok(events)
    }

    /// Puts a piece, already removed from its old space, onto a space and resolves the clash there.
    fn enter(&mut self, piece: Piece, at: Cell, clash: Clash, events: &mut Vec<Event>) {
        self.moved = true;
        let name = board().name(at);
        if let Clash::Smaller(out) | Clash::Same(out) = clash {
            self.supply_mut(out.seat).put(out.size);
            self.last_turn_mut().removed.push((at, out));
            events.push(Event::PushedOut { piece: out, at: name });
        }
        self.spaces[at.index()] = Some(piece);
        if let Clash::Same(_) = clash {
            self.spaces[at.index()] = self.shrink(piece);
            events.push(match self.spaces[at.index()] {
                Some(Piece { size, .. }) => Event::Shrunk { piece, to: size, at: name },
                None => {
                    self.last_turn_mut().removed.push((at, piece));
                    Event::Spent { piece, at: name }
                }
            });
        }
    }

    /// Replaces a piece with the next smaller one that its owner has off the board, if there is one (R4).
    fn shrink(&mut self, piece: Piece) -> Option<Piece> {
        let supply = self.supply_mut(piece.seat);
        let smaller = supply.sizes().rev().find(|&size| size < piece.size);
        let taken = smaller.filter(|&size| supply.take(size));
        supply.put(piece.size);
        taken.map(|size| Piece { size, ..piece })
    }

    /// Removes the pieces on these spaces.
    fn nuke(&mut self, spaces: Spaces) -> Result<Vec<Event>, Refusal> {
        self.check_nuke(spaces)?;
        let mut pieces = Vec::with_capacity(spaces.len());
        for cell in spaces.iter() {
            if let Some(piece) = self.spaces[cell.index()].take() {
                self.supply_mut(piece.seat).put(piece.size);
                self.last_turn_mut().removed.push((cell, piece));
                pieces.push((board().name(cell), piece));
            }
        }
        self.nuked = true;
        Ok(vec![Event::Nuked { seat: self.turn, pieces }])
    }

    /// Ends the turn, which is allowed at any time after the roll.
    fn end(&mut self) -> Result<Vec<Event>, Refusal> {
        let seat = self.turn;
        let lost = self.points.take().ok_or(Barred::NoEnd)?;
        let mut events = vec![Event::TurnEnded { seat, lost }];
        self.next_turn(&mut events);
        Ok(events)
    }

    /// Makes a seat resign: its turn ends, and its later turns are skipped (R7).
    pub(super) fn resign(&mut self, seat: Seat) -> Vec<Event> {
        let mut events = Vec::new();
        if let Some(i) = seat.index(Self::SEATS) {
            self.resigned[i] = true;
        }
        if seat == self.turn && self.phase != Stage::Over {
            if let Some(lost) = self.points.take() {
                events.push(Event::TurnEnded { seat, lost });
            }
            self.next_turn(&mut events);
        }
        events
    }

    /// Clears the record of an earlier turn if nothing happened in this one.
    fn forget_earlier(&mut self) {
        if self.last.as_ref().is_some_and(|last| last.turn != self.turns) {
            self.last = None;
        }
    }

    /// Passes the turn on clockwise, skipping seats that have resigned.
    fn next_turn(&mut self, events: &mut Vec<Event>) {
        self.forget_earlier();
        for _ in 0..Self::SEATS {
            let next = usize::from(self.turn.number()) % Self::SEATS;
            self.turn = Seat::at(next);
            if !self.resigned[next] {
                break;
            }
            events.push(Event::Skipped { seat: self.turn });
        }
        self.turns += 1;
        self.phase = Stage::Roll;
        self.roll = None;
        self.free_used = false;
        self.nuked = false;
        self.moved = false;
        events.push(Event::TurnBegan { seat: self.turn });
    }
}
