//! The rules: what each seat may do, and what each entry changes.

use super::action::{Action, Exchange, Turn};
use super::event::Event;
use super::hexagon::{Hexagon, hexagon};
use super::state::{Side, Stage, State};
use crate::games::{By, Refusal, Seat};
use crate::grid::{Cell, Corner};

impl State {
    /// Returns all legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        let Some(side) = Side::of(seat).filter(|_| self.asked() == Some(seat)) else { return Vec::new() };
        if self.phase == Stage::Start {
            let free = hexagon().corners.all().filter(|&corner| !self.pawns.contains(&Some(corner)));
            return free.map(Action::Start).collect();
        }
        let Some(from) = self.pawns[side as usize] else { return Vec::new() };
        let mut actions = Vec::with_capacity(64);
        for (to, steps) in self.ends(side) {
            let adjacent = hexagon().corners.touching(to);
            let targets = self.targets(side, to);
            let take = self.to_exchange(side, steps, &targets);
            for &fill in adjacent.iter().filter(|&&cell| self.is_empty(cell)) {
                targets.each_way(take, &mut |exchange| {
                    actions.push(Action::Turn(Turn { from, to, fill, exchange }));
                });
            }
        }
        actions
    }

    /// Returns the intersections that a pawn can move to, with the numbers of steps. It moves along a line, but not
    /// onto or past the other pawn (R2), no farther than the reserve allows, and only to an intersection with an empty
    /// triangle.
    fn ends(&self, side: Side) -> impl Iterator<Item = (Corner, u8)> {
        let other = self.pawns[side.other() as usize];
        let reserve = self.reserve[side as usize];
        let lines = self.pawns[side as usize].map(|from| hexagon().lines(from));
        let free = move |line: &'static Vec<Corner>| {
            let steps = 1..=reserve;
            line.iter().copied().take_while(move |&corner| Some(corner) != other).zip(steps)
        };
        lines.into_iter().flatten().flat_map(free).filter(|&(to, _)| self.has_room(to))
    }

    /// Returns whether an intersection touches an empty triangle.
    fn has_room(&self, corner: Corner) -> bool {
        hexagon().corners.touching(corner).iter().any(|&cell| self.is_empty(cell))
    }

    /// Returns whether a seat has a legal move.
    pub(super) fn can_move(&self, side: Side) -> bool {
        self.ends(side).next().is_some()
    }

    /// Returns the opponent's cylinders around an intersection.
    fn targets(&self, side: Side, around: Corner) -> Targets {
        let touching = hexagon().corners.touching(around);
        let mut targets = Targets { cells: [(touching[0], 0); 6], len: 0 };
        for &cell in touching {
            let count = self.cylinders(cell)[side.other() as usize];
            if count > 0 {
                targets.cells[targets.len] = (cell, count);
                targets.len += 1;
            }
        }
        targets
    }

    /// Returns the number of cylinders that must be exchanged: one for each step, but no more than there are, and no
    /// more than are left in the reserve after filling.
    fn to_exchange(&self, side: Side, steps: u8, targets: &Targets) -> u8 {
        steps.min(targets.total()).min(self.reserve[side as usize].saturating_sub(steps))
    }

    /// Checks whether a seat may take this turn. Returns the turn with its exchange filled in (R4), and the number of
    /// steps.
    fn check_turn(&self, side: Side, turn: Turn) -> Result<(Turn, u8), Refusal> {
        let steps = self.check_walk(side, turn)?;
        self.check_fill(turn)?;
        let exchange = self.check_exchange(side, turn, steps)?;
        Ok((Turn { exchange, ..turn }, steps))
    }

    /// Checks the way of the pawn, and returns the number of steps.
    fn check_walk(&self, side: Side, turn: Turn) -> Result<u8, Refusal> {
        let corners = &hexagon().corners;
        let (from, to) = (corners.name(turn.from), corners.name(turn.to));
        let pawn = self.pawns[side as usize];
        if pawn != Some(turn.from) {
            let stands = pawn.map_or("nowhere".to_owned(), |pawn| corners.name(pawn).to_string());
            return Err(Refusal::illegal(format!("Your pawn stands on {stands}, not on {from}.")));
        }
        let lines = hexagon().lines(turn.from);
        let found = lines.iter().find_map(|line| Some((line, line.iter().position(|&c| c == turn.to)?)));
        let Some((line, position)) = found else {
            return Err(Refusal::illegal(format!(
                "{to} is not one, two or three intersections from {from} along a straight line."
            )));
        };
        let steps = position as u8 + 1;
        if let Some(other) = self.pawns[side.other() as usize]
            && line[..=position].contains(&other)
        {
            return Err(Refusal::illegal(format!(
                "The other pawn on {} is in the way from {from} to {to}.",
                corners.name(other)
            )));
        }
        let reserve = self.reserve[side as usize];
        if reserve < steps {
            return Err(Refusal::illegal(format!(
                "Moving {steps} places {steps} cylinders, and your reserve has {reserve}."
            )));
        }
        Ok(steps)
    }

    /// Checks the triangle that is filled.
    fn check_fill(&self, turn: Turn) -> Result<(), Refusal> {
        let corners = &hexagon().corners;
        let (to, fill) = (corners.name(turn.to), hexagon().board.name(turn.fill));
        if !corners.touching(turn.to).contains(&turn.fill) {
            return Err(Refusal::illegal(format!(
                "Triangle {fill} does not touch {to}, where the pawn ends."
            )));
        }
        if !self.is_empty(turn.fill) {
            return Err(Refusal::illegal(format!("Triangle {fill} is not empty; fill an empty one.")));
        }
        Ok(())
    }

    /// Checks the exchange, and returns it, filled in if it was left out and there is only one way (R4).
    fn check_exchange(&self, side: Side, turn: Turn, steps: u8) -> Result<Exchange, Refusal> {
        let targets = self.targets(side, turn.to);
        let take = self.to_exchange(side, steps, &targets);
        if turn.exchange.is_none() {
            let mut ways = Vec::new();
            targets.each_way(take, &mut |exchange| ways.push(exchange));
            if let [only] = ways[..] {
                return Ok(only);
            }
            let example = ways.first().map(ToString::to_string).unwrap_or_default();
            return Err(Refusal::illegal(format!(
                "There are {} ways to exchange {take}: say which, such as {example}.",
                ways.len()
            )));
        }
        let corners = &hexagon().corners;
        for &(cell, count) in turn.exchange.parts() {
            let name = hexagon().board.name(cell);
            if !corners.touching(turn.to).contains(&cell) {
                let to = corners.name(turn.to);
                return Err(Refusal::illegal(format!(
                    "Triangle {name} does not touch {to}, so nothing is exchanged there."
                )));
            }
            let there = self.cylinders(cell)[side.other() as usize];
            if there < count {
                return Err(Refusal::illegal(format!(
                    "Triangle {name} holds {there} opposing cylinders, so {count} cannot be exchanged there."
                )));
            }
        }
        if turn.exchange.total() != take {
            return Err(Refusal::illegal(format!(
                "Exactly {take} cylinders have to be exchanged in this turn, not {}.",
                turn.exchange.total()
            )));
        }
        Ok(turn.exchange)
    }

    /// Plays one entry.
    pub fn apply(&mut self, by: By, action: Action) -> Result<Vec<Event>, Refusal> {
        if self.phase == Stage::Over {
            return Err(Refusal::over());
        }
        let By::Seat(seat) = by else {
            return Err(Refusal::not_yours("Only the players act in Triangoli; no clock and no host does."));
        };
        if self.asked() != Some(seat) {
            return Err(Refusal::not_yours(format!("It is seat {}'s turn.", self.turn.seat())));
        }
        let side = self.turn;
        let mut events = Vec::new();
        match (self.phase, action) {
            (Stage::Start, Action::Start(at)) => {
                if self.pawns.contains(&Some(at)) {
                    return Err(Refusal::illegal(format!(
                        "The other pawn stands on {}; choose another intersection.",
                        hexagon().corners.name(at)
                    )));
                }
                self.pawns[side as usize] = Some(at);
                self.last = Some((seat, action));
                events.push(Event::Started { seat, at });
            }
            (Stage::Start, Action::Turn(_)) => {
                return Err(Refusal::illegal("First put your pawn on an intersection, such as start b2."));
            }
            (_, Action::Start(_)) => {
                return Err(Refusal::illegal(
                    "Both pawns stand on the board; take a turn such as b2-b4 @2-6.",
                ));
            }
            (_, Action::Turn(turn)) => {
                let (turn, steps) = self.check_turn(side, turn)?;
                self.play(side, turn, steps, &mut events);
                self.last = Some((seat, Action::Turn(turn)));
            }
        }
        self.go_on(&mut events);
        Ok(events)
    }

    /// Moves the pawn, fills a triangle and exchanges cylinders, in a turn that was checked.
    fn play(&mut self, side: Side, turn: Turn, steps: u8, events: &mut Vec<Event>) {
        let Turn { from, to, fill, exchange } = turn;
        let (own, other, seat) = (side as usize, side.other() as usize, side.seat());
        self.pawns[own] = Some(to);
        self.cylinders[fill.index()][own] += steps;
        self.reserve[own] -= steps;
        events.push(Event::Moved { seat, from, to, steps });
        events.push(Event::Filled { seat, cell: fill, count: steps });
        for &(cell, count) in exchange.parts() {
            let there = &mut self.cylinders[cell.index()];
            there[own] += count;
            there[other] -= count;
            self.reserve[own] -= count;
            self.reserve[other] += count;
            events.push(Event::Exchanged { seat, cell, count });
        }
    }

    /// Begins the next turn or ends the match (R5).
    fn go_on(&mut self, events: &mut Vec<Event>) {
        self.turns += 1;
        let next = self.turn.other();
        if self.phase == Stage::Start {
            if self.pawns.iter().all(Option::is_some) {
                self.phase = Stage::Turn;
            } else {
                self.turn = next;
                return;
            }
        }
        let full = self.is_full();
        let may_go_on = |side| !full && self.can_move(side);
        if may_go_on(next) {
            self.turn = next;
        } else if may_go_on(self.turn) {
            events.push(Event::Passed(next.seat()));
        } else {
            self.phase = Stage::Over;
            events.push(Event::Over { full, score: self.score() });
            return;
        }
        events.push(Event::TurnBegan(self.turn.seat()));
    }
}

/// The triangles around an intersection that hold the opponent's cylinders, in reading order, with their numbers.
struct Targets {
    /// Only the first `len` count: a list without an allocation, because a search asks for it all the time.
    cells: [(Cell, u8); 6],
    len: usize,
}

impl Targets {
    fn total(&self) -> u8 {
        self.cells[..self.len].iter().map(|(_, count)| count).sum()
    }

    /// Calls `found` with every way to exchange exactly `take` cylinders. If `take` is 0, there is one way.
    fn each_way(&self, take: u8, found: &mut impl FnMut(Exchange)) {
        // Takes the rest from these triangles, after an exchange from the triangles before them.
        fn go(cells: &[(Cell, u8)], take: u8, so_far: Exchange, found: &mut impl FnMut(Exchange)) {
            if take == 0 {
                return found(so_far);
            }
            let Some((&(cell, count), rest)) = cells.split_first() else { return };
            go(rest, take, so_far, found);
            for here in 1..=count.min(take) {
                let mut so_far = so_far;
                so_far.push(cell, here);
                go(rest, take - here, so_far, found);
            }
        }
        debug_assert!(usize::from(take) <= Hexagon::REACH);
        go(&self.cells[..self.len], take, Exchange::none(), found);
    }
}
