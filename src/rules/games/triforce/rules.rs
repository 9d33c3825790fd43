//! The rules of a turn: what each seat may do, and what each entry changes. Fights are in `combat.rs`.

use super::action::Action;
use super::event::{Ending, Event};
use super::stack::{Arm, Piece, territory};
use super::state::{Stage, State};
use crate::games::{By, Draws, Refusal, Seat, Size};
use crate::grid::{Place, Places};

impl State {
    /// Returns the seat that is asked to act, or `None` if the match is over.
    pub(super) fn asked(&self) -> Option<Seat> {
        let contested = self.fight.map(|fight| self.stack(fight.at));
        match self.phase {
            Stage::Actions | Stage::Fight => Some(self.turn),
            Stage::Sword => contested?.uppermost_owner(),
            Stage::Shield => contested?.lowest_owner(),
            Stage::Over => None,
        }
    }

    /// Returns all legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        if self.asked() != Some(seat) {
            return Vec::new();
        }
        match self.phase {
            Stage::Actions => self.legal_actions(seat),
            Stage::Fight => self.fighting().map(Action::Fight).collect(),
            Stage::Sword => self.sword_heights().answers(Action::Sword),
            Stage::Shield => self.shield_heights().answers(Action::Shield),
            Stage::Over => Vec::new(),
        }
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::with_capacity(48);
        let open = Size::ALL.map(|size| self.open_to(size));
        if let (Some(home), Some(supply)) = (self.home(seat), self.supply(seat)) {
            let sizes = Size::ALL.into_iter().zip(&open);
            let may = sizes.filter(|&(size, open)| supply.has(size) && open.contains(home));
            actions.extend(may.map(|(size, _)| Action::Place(size)));
        }
        let changed = if self.actions_left == Self::ACTIONS_PER_TURN { Places::NONE } else { self.changed() };
        for from in Place::all() {
            let Some(Piece::Of(owner, size)) = self.stack(from).top() else { continue };
            if owner != seat {
                continue;
            }
            let to = open[size as usize].reached_from(from).iter();
            let may = to.filter(|&to| self.actions_left > 1 || !self.restores(from, to, changed));
            actions.extend(may.map(|to| Action::Move { from, to }));
        }
        if !changed.is_empty() {
            actions.push(Action::End);
        }
        actions
    }

    /// Returns whether a move would restore the stacks at the start of the turn, given those that differ now. A
    /// placement never does, because no action removes a piece from the board.
    fn restores(&self, from: Place, to: Place, changed: Places) -> bool {
        if changed != Places::NONE.with(from).with(to) {
            return false;
        }
        let (mut source, mut target) = (*self.stack(from), *self.stack(to));
        source.pop().into_iter().for_each(|piece| target.push(piece));
        source == self.before[from.index()] && target == self.before[to.index()]
    }

    /// Checks whether a seat may do this now.
    fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match self.asked() {
            None => return Err(Refusal::over()),
            Some(asked) if asked != seat => {
                return Err(Refusal::not_yours(match self.phase {
                    Stage::Sword => format!("Seat {asked} is asked whether to take a sword; wait for that."),
                    Stage::Shield => {
                        format!("Seat {asked} is asked whether to take a shield; wait for that.")
                    }
                    _ => format!("It is seat {asked}'s turn."),
                }));
            }
            Some(_) => {}
        }
        match (self.phase, action) {
            (Stage::Actions, Action::Place(size)) => self.check_placement(seat, size),
            (Stage::Actions, Action::Move { from, to }) => self.check_move(seat, from, to),
            (Stage::Actions, Action::End) => self.check_end(),
            (Stage::Actions, _) => Err(Refusal::illegal(
                "Nothing fights now: place a piece (+S), move one (c1>d3), or end the turn (end).",
            )),
            (Stage::Fight, Action::Fight(place)) if self.stack(place).fights() => Ok(()),
            (Stage::Fight, _) => {
                let places: Vec<String> = self.fighting().map(|place| format!("fight {place}")).collect();
                Err(Refusal::illegal(format!("Pick the stack that fights next: {}.", places.join(" or "))))
            }
            (Stage::Sword, Action::Sword(height)) if self.sword_heights().contains(height) => Ok(()),
            (Stage::Shield, Action::Shield(height)) if self.shield_heights().contains(height) => Ok(()),
            (Stage::Sword | Stage::Shield, Action::No) => Ok(()),
            (Stage::Sword | Stage::Shield, _) => {
                let what = if self.phase == Stage::Sword { "sword" } else { "shield" };
                let options: Vec<String> = self.legal(seat).iter().map(Action::to_string).collect();
                Err(Refusal::illegal(format!(
                    "You are asked whether to take a {what}: {}.",
                    options.join(" or ")
                )))
            }
            (Stage::Over, _) => Err(Refusal::over()),
        }
    }

    fn check_placement(&self, seat: Seat, size: Size) -> Result<(), Refusal> {
        let Some(home) = self.home(seat) else { return Err(Refusal::not_yours("That seat has no home.")) };
        if !self.supply(seat).is_some_and(|supply| supply.has(size)) {
            return Err(Refusal::illegal(format!("You have no {} piece left to place.", size.word())));
        }
        self.check_destination(home, size)
    }

    fn check_destination(&self, place: Place, size: Size) -> Result<(), Refusal> {
        let stack = self.stack(place);
        if stack.takes(place, size) {
            return Ok(());
        }
        Err(Refusal::illegal(match stack.top() {
            None => format!(
                "{place} is {}, and on a bare territory only a piece of its own size may stand, not a {} one.",
                territory(place).word(),
                size.word()
            ),
            Some(top) => format!(
                "The top of {place} is {} ({top}), and a piece may only go on one of another size.",
                size.word()
            ),
        }))
    }

    fn check_move(&self, seat: Seat, from: Place, to: Place) -> Result<(), Refusal> {
        let size = match self.stack(from).top() {
            Some(Piece::Of(owner, size)) if owner == seat => size,
            Some(top) => {
                return Err(Refusal::illegal(format!(
                    "The top of {from} is {top}: only your own piece on top of a stack can move."
                )));
            }
            None => return Err(Refusal::illegal(format!("There is no piece on {from}."))),
        };
        if from == to {
            return Err(Refusal::illegal(format!("A move leads to another stack, not back to {from}.")));
        }
        self.check_destination(to, size)?;
        if !self.open_to(size).reached_from(from).contains(to) {
            return Err(Refusal::illegal(format!(
                "There is no way from {from} to {to}: each stack on it would have to take a {} piece.",
                size.word()
            )));
        }
        if self.actions_left == 1 && self.restores(from, to, self.changed()) {
            return Err(Refusal::illegal(
                "That would bring all stacks back to how they were at the start of your turn, which the last action must not do.",
            ));
        }
        Ok(())
    }

    fn check_end(&self) -> Result<(), Refusal> {
        if self.actions_left == Self::ACTIONS_PER_TURN {
            return Err(Refusal::illegal(
                "You can act, so you have to: end comes after at least one action.",
            ));
        }
        if self.changed().is_empty() {
            return Err(Refusal::illegal(
                "All stacks are as they were at the start of your turn; change something before you end it.",
            ));
        }
        Ok(())
    }

    /// Plays one entry.
    pub fn apply(&mut self, by: By, action: Action, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        if self.phase == Stage::Over {
            return Err(Refusal::over());
        }
        let By::Seat(seat) = by else {
            return Err(Refusal::not_yours("Only the players act in Triforce; no clock and no host does."));
        };
        self.check(seat, action)?;
        self.last_turn_mut().actions.push((seat, action));
        let mut events = Vec::new();
        match action {
            Action::Place(size) => self.place(seat, size, &mut events),
            Action::Move { from, to } => self.shift(seat, from, to, &mut events),
            Action::End => self.actions_left = 0,
            Action::Fight(at) => self.open_fight(at, draws, &mut events),
            Action::Sword(height) => self.take(seat, height, Arm::Sword, draws, &mut events),
            Action::Shield(height) => self.take(seat, height, Arm::Shield, draws, &mut events),
            Action::No => self.decline(seat, draws, &mut events),
        }
        if self.phase == Stage::Actions && self.actions_left == 0 {
            events.push(Event::Closed(seat));
            self.next_fight(draws, &mut events);
        }
        Ok(events)
    }

    fn place(&mut self, seat: Seat, size: Size, events: &mut Vec<Event>) {
        let (Some(at), Some(i)) = (self.home(seat), seat.index(self.supply.len())) else { return };
        self.supply[i].take(size);
        self.stacks[at.index()].push(Piece::Of(seat, size));
        self.last_turn_mut().arrive(at);
        self.actions_left -= 1;
        events.push(Event::Placed { seat, size, at });
    }

    fn shift(&mut self, seat: Seat, from: Place, to: Place, events: &mut Vec<Event>) {
        let Some(piece) = self.stacks[from.index()].pop() else { return };
        self.stacks[to.index()].push(piece);
        let last = self.last_turn_mut();
        last.depart(from);
        last.arrive(to);
        self.actions_left -= 1;
        events.push(Event::Moved { seat, size: piece.size(), from, to });
    }

    /// Ends the match after the fights, or begins the next turn.
    pub(super) fn end_turn(&mut self, events: &mut Vec<Event>) {
        let open = Size::ALL.map(|size| self.open_to(size));
        // R12: a seat that has resigned counts as pinned.
        let mut free = self.seats().filter(|&seat| !self.has_resigned(seat) && !self.is_pinned(seat, open));
        match (free.next(), free.next()) {
            (None, _) => {
                let ending = self.first_with_territories().filter(|_| !self.last_mover_first);
                let ending = ending.unwrap_or_else(|| Ending::AllPinned { winner: self.last_mover() });
                return self.end_match(ending, events);
            }
            (Some(winner), None) => return self.end_match(Ending::LastFree { winner }, events),
            _ => {}
        }
        // At least two seats are not pinned, so one of them gets a turn.
        for seat in self.next_seats() {
            if self.has_resigned(seat) {
                events.push(Event::Skipped(seat));
                continue;
            }
            let held = self.held_by(seat);
            if held >= self.goal() {
                return self.end_match(Ending::Territories { winner: seat, held }, events);
            }
            if self.is_pinned(seat, open) {
                events.push(Event::Passed(seat));
                continue;
            }
            self.phase = Stage::Actions;
            self.turn = seat;
            self.turns += 1;
            self.actions_left = Self::ACTIONS_PER_TURN;
            self.before = self.stacks;
            self.taken.clear();
            events.push(Event::TurnBegan(seat));
            return;
        }
    }

    /// Returns how the match ends if all turns from the next one on are passed, once round the table: with the first seat that
    /// holds enough territories at the start of its turn, if there is one (R9).
    fn first_with_territories(&self) -> Option<Ending> {
        let winner =
            self.next_seats().find(|&seat| !self.has_resigned(seat) && self.held_by(seat) >= self.goal())?;
        Some(Ending::Territories { winner, held: self.held_by(winner) })
    }

    /// Returns the seat that moved last or, if it has resigned, the nearest one before it that has not (R12).
    fn last_mover(&self) -> Seat {
        let mut before = self.next_seats().rev();
        before.find(|&seat| !self.has_resigned(seat)).unwrap_or(self.turn)
    }

    /// Returns all seats in the order of their next turns. The one whose turn it is comes last.
    fn next_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        let (players, next) = (self.players(), usize::from(self.turn.number()));
        (next..next + players).map(move |i| Seat::at(i % players))
    }

    /// Makes a seat resign: it is no longer asked anything, and its turn ends (R12).
    pub(super) fn resign(&mut self, seat: Seat, draws: &mut Draws) -> Vec<Event> {
        let mut events = Vec::new();
        let asked = self.asked() == Some(seat);
        if let Some(i) = seat.index(self.resigned.len()) {
            self.resigned[i] = true;
        }
        match self.phase {
            Stage::Actions if asked => {
                self.actions_left = 0;
                events.push(Event::Closed(seat));
                self.next_fight(draws, &mut events);
            }
            Stage::Fight if asked => self.next_fight(draws, &mut events),
            Stage::Sword | Stage::Shield if asked => self.decline(seat, draws, &mut events),
            _ => {}
        }
        events
    }

    fn end_match(&mut self, ending: Ending, events: &mut Vec<Event>) {
        self.phase = Stage::Over;
        self.actions_left = 0;
        self.ending = Some(ending);
        events.push(Event::Over(ending));
    }
}
