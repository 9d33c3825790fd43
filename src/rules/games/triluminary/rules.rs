//! The rules: what each seat may do, and what each entry changes.

use super::action::{Action, Push, Rotation};
use super::event::{Event, Stuck};
use super::slide::Slide;
use super::state::{Chain, Piece, Pyramid, Stage, State, Winner};
use crate::games::{By, Refusal, Seat, Size, Stash};
use crate::grid::Hex;

impl State {
    /// Returns the seat that is asked to act, or `None` if the match is over.
    pub(super) fn asked(&self) -> Option<Seat> {
        match self.phase {
            Stage::Push | Stage::Capture => Some(self.turn),
            Stage::Place { seat, .. } => Some(seat),
            Stage::Over(_) => None,
        }
    }

    /// Plays one entry.
    pub fn apply(&mut self, by: By, action: Action) -> Result<Vec<Event>, Refusal> {
        let actor = self.asked().ok_or_else(Refusal::over)?;
        match by {
            By::Seat(seat) if seat == actor => {}
            By::Seat(_) => {
                let what = match self.phase {
                    Stage::Place { .. } => "Seat {} places an influence pyramid now.",
                    _ => "It is seat {}’s turn.",
                };
                return Err(Refusal::not_yours(what.replace("{}", &actor.to_string())));
            }
            _ => return Err(Refusal::not_yours("Only the seat that is asked acts in this game.")),
        }
        match (self.phase, action) {
            (Stage::Push, Action::Push(push)) => self.push(push),
            (Stage::Capture, Action::Capture { target, first }) => self.pick(target, first),
            (Stage::Place { seat, size }, Action::Place(hex)) => self.place(seat, size, hex),
            (Stage::Capture, _) => Err(Refusal::illegal(format!(
                "First pick which capture is made: {}.",
                captures(&self.chains(Self::CHAIN_LENGTH))
            ))),
            (Stage::Place { size, .. }, _) => Err(Refusal::illegal(format!(
                "First place a {} influence pyramid on an empty space, as in place c3.",
                size.word()
            ))),
            (_, Action::Capture { .. }) => {
                Err(Refusal::illegal("There is no choice of captures now: push a piece, as in Md1N2^NE."))
            }
            (_, _) => Err(Refusal::illegal(
                "There is no influence pyramid to place now: push a piece, as in Md1N2^NE.",
            )),
        }
    }

    /// Returns what a push does, if the rules allow it.
    fn slide(&self, push: Push) -> Result<Slide, Refusal> {
        self.check_piece(push)?;
        let mut slide = Slide::new(self, push.entry, push.way);
        for travelled in 0..push.distance {
            slide.step().map_err(|edge| stopped(push, travelled, edge))?;
        }
        if let Some(rotation) = push.rotation {
            self.check_rotation(&slide, rotation)?;
        }
        Ok(slide)
    }

    /// Checks that a piece enters from outside, can go so far, and is in the player's supply.
    fn check_piece(&self, push: Push) -> Result<(), Refusal> {
        let Push { size, entry, way, distance, .. } = push;
        if let Some(behind) = entry.step(way.reverse()) {
            return Err(Refusal::illegal(format!(
                "A piece enters from outside: behind {entry} going {way} there is {behind}, so nothing enters there."
            )));
        }
        if !(1..=size.pips()).contains(&distance) {
            let most = match size {
                Size::Small => "1 space",
                Size::Medium => "1 or 2 spaces",
                Size::Large => "1 to 3 spaces",
            };
            let sentence = format!("A {} piece travels {most}, not {distance}.", size.word());
            return Err(Refusal::illegal(sentence));
        }
        if !self.supply(self.turn).has(size) {
            return Err(Refusal::illegal(format!("All your {} pieces are on the board.", size.word())));
        }
        Ok(())
    }

    /// Checks that a piece of the player that was pushed is turned. The piece that has just entered cannot be turned (R5).
    fn check_rotation(&self, slide: &Slide, rotation: Rotation) -> Result<(), Refusal> {
        let Rotation { at, points } = rotation;
        let pushed = slide.pushed().find(|&(hex, _)| hex == at).and_then(|(_, pyramid)| pyramid.piece());
        match pushed.filter(|piece| piece.seat == self.turn) {
            None => Err(Refusal::illegal(format!(
                "No piece of yours that this push moves ends on {at}, so none can be turned there."
            ))),
            Some(piece) if piece.points == points => Err(Refusal::illegal(format!(
                "The piece on {at} points {points} already: turn it another way or leave it."
            ))),
            Some(_) => Ok(()),
        }
    }

    /// Pushes a piece onto the board, turns a pushed one, and makes the captures.
    fn push(&mut self, push: Push) -> Result<Vec<Event>, Refusal> {
        let slide = self.slide(push)?;
        let Push { size, entry, way, distance, points, rotation } = push;
        let piece = Piece { seat: self.turn, size, points };
        let last = self.last_turn_mut();
        last.push = Some((entry, way, slide.at()));
        last.turned = rotation.map(|rotation| rotation.at);
        let before: Vec<Hex> =
            slide.line().map(|(hex, _)| hex).filter(|hex| self.pyramid(*hex).is_some()).collect();
        for (hex, pyramid) in slide.line() {
            self.spaces[hex.index()] = pyramid;
        }
        let at = slide.at();
        self.spaces[at.index()] = Some(Pyramid::Piece(piece));
        // `slide` has checked that there is one.
        self.supply_mut(piece.seat).take(size);
        let pushed: Vec<(Hex, Pyramid)> = slide.pushed().collect();
        // Pyramids keep their order on the line, and those that leave the board are the last ones on it.
        let after = slide.line().filter(|(_, pyramid)| pyramid.is_some()).map(|(hex, _)| hex);
        let moved = before.into_iter().zip(after).filter(|(from, to)| from != to).collect();
        let edge = slide.line().last().map_or(at, |(hex, _)| hex);
        let last = self.last_turn_mut();
        last.pushed = moved;
        last.off = slide.off().map(|piece| (edge, piece)).collect();
        let mut events = Vec::with_capacity(4);
        events.push(Event::Pushed { piece, entry, way, distance, at, pushed });
        for piece in slide.off() {
            self.supply_mut(piece.seat).put(piece.size);
            events.push(Event::PushedOff(piece));
        }
        if let Some(rotation) = rotation
            && let Some(Pyramid::Piece(piece)) = &mut self.spaces[rotation.at.index()]
        {
            events.push(Event::Turned { piece: *piece, at: rotation.at, points: rotation.points });
            piece.points = rotation.points;
        }
        self.judge(&mut events);
        Ok(events)
    }

    /// Makes one of several captures.
    fn pick(&mut self, target: Hex, first: Hex) -> Result<Vec<Event>, Refusal> {
        let chains = self.chains(Self::CHAIN_LENGTH);
        let named = |chain: &&Chain| chain.target == target && chain.first() == first;
        let Some(chain) = chains.iter().find(named) else {
            return Err(Refusal::illegal(format!(
                "No chain from {first} captures {target}: the captures are {}.",
                captures(&chains)
            )));
        };
        let mut events = Vec::with_capacity(4);
        if self.capture(chain.clone(), &mut events) {
            self.judge(&mut events);
        }
        Ok(events)
    }

    /// Places an influence pyramid, and makes the captures that follow.
    fn place(&mut self, seat: Seat, size: Size, at: Hex) -> Result<Vec<Event>, Refusal> {
        if let Some(pyramid) = self.pyramid(at) {
            return Err(Refusal::illegal(format!(
                "{at} holds {pyramid}: an influence pyramid goes to an empty space."
            )));
        }
        // There is one; otherwise nobody would have been asked to place it.
        self.influence.take(size);
        self.spaces[at.index()] = Some(Pyramid::Influence(size));
        self.last_turn_mut().placed.push(at);
        let mut events = vec![Event::Placed { seat, size, at }];
        self.judge(&mut events);
        Ok(events)
    }

    /// Makes the captures: a single one is made at once, with several the player chooses, and with none the turn ends.
    fn judge(&mut self, events: &mut Vec<Event>) {
        loop {
            let mut chains = self.chains(Self::CHAIN_LENGTH);
            match chains.len() {
                0 => return self.end_turn(events),
                1 => {
                    if !self.capture(chains.swap_remove(0), events) {
                        return;
                    }
                }
                _ => {
                    self.phase = Stage::Capture;
                    events.push(Event::Choice { seat: self.turn, chains });
                    return;
                }
            }
        }
    }

    /// Makes a capture for the owner of the chain, even if it is the other player's turn (R3). Returns whether to look
    /// for the next capture at once.
    fn capture(&mut self, chain: Chain, events: &mut Vec<Event>) -> bool {
        let (seat, size) = (chain.seat, chain.size);
        let mut removed = vec![(chain.target, Pyramid::Influence(size))];
        self.spaces[chain.target.index()] = None;
        for &hex in &chain.pieces {
            if let Some(Pyramid::Piece(piece)) = self.spaces[hex.index()].take() {
                self.supply_mut(piece.seat).put(piece.size);
                removed.push((hex, Pyramid::Piece(piece)));
            }
        }
        let last = self.last_turn_mut();
        last.removed.extend(removed);
        last.chains.push(chain.clone());
        let captured = &mut self.captured[usize::from(seat == Seat::new(2))];
        captured.put(size);
        let count = captured[size];
        events.push(Event::Captured { chain, count });
        if count == Self::CASTE_SIZE {
            events.push(Event::CasteWon { seat, size });
        }
        let castes: Vec<Size> = self.castes(seat).collect();
        if castes.len() >= 2 {
            self.phase = Stage::Over(Winner::Seat(seat));
            events.push(Event::Won { seat, castes });
            return false;
        }
        if self.influence.has(size) {
            let seat = Self::other(seat);
            self.phase = Stage::Place { seat, size };
            events.push(Event::ToPlace { seat, size });
            return false;
        }
        events.push(Event::NoneToPlace(size));
        true
    }

    /// Begins the turn of the next player who can push, or ends the match if neither can (R4).
    fn end_turn(&mut self, events: &mut Vec<Event>) {
        for seat in [Self::other(self.turn), self.turn] {
            match self.stuck(seat) {
                None => {
                    self.turn = seat;
                    self.turns += 1;
                    self.phase = Stage::Push;
                    events.push(Event::TurnBegan(seat));
                    return;
                }
                Some(stuck) => events.push(Event::Passed { seat, stuck }),
            }
        }
        self.phase = Stage::Over(Winner::Draw);
        events.push(Event::Drawn);
    }

    /// Returns why a seat cannot push, or `None` if it can.
    fn stuck(&self, seat: Seat) -> Option<Stuck> {
        if self.supply(seat).total() == 0 {
            return Some(Stuck::NoPiece);
        }
        let open = Hex::ENTRIES.iter().any(|&(entry, way)| Slide::new(self, entry, way).step().is_ok());
        (!open).then_some(Stuck::NoWay)
    }

    fn supply_mut(&mut self, seat: Seat) -> &mut Stash {
        &mut self.supply[usize::from(seat == Seat::new(2))]
    }
}

/// Refuses a push that an influence pyramid at the edge stops after some steps: the piece must move the full distance (R1), so
/// the refusal says how far it can go.
fn stopped(push: Push, travelled: u8, edge: Hex) -> Refusal {
    let Push { size, entry, way, points, .. } = push;
    Refusal::illegal(if travelled == 0 {
        format!(
            "Nothing enters at {entry} going {way}: the influence pyramid on {edge} cannot leave the board."
        )
    } else {
        format!(
            "From {entry} going {way} it stops after {travelled}, as an influence pyramid cannot leave the board at {edge}: write {size}{entry}{way}{travelled}^{points}."
        )
    })
}

/// Lists captures: `capture c3 from a1 or capture d4 from g2`.
fn captures(chains: &[Chain]) -> String {
    let list: Vec<String> =
        chains.iter().map(|chain| format!("capture {} from {}", chain.target, chain.first())).collect();
    list.join(" or ")
}
