//! Fights: the choice of the stack, sword and shield, the dice, and who loses what.

use super::action::Action;
use super::event::{Event, Roll};
use super::stack::{Arm, Piece, Stack};
use super::state::{Fight, Stage, State, Taken};
use crate::games::{Draws, Seat, Stash};
use crate::grid::Place;

impl State {
    /// Returns the stacks that fight (R4).
    pub(super) fn fighting(&self) -> impl Iterator<Item = Place> {
        Place::all().filter(|&place| self.stack(place).fights())
    }

    /// Begins the next fight, asks for a choice if there are several, or ends the turn if there are none.
    pub(super) fn next_fight(&mut self, draws: &mut Draws, events: &mut Vec<Event>) {
        let places: Vec<Place> = self.fighting().collect();
        match places[..] {
            [] => self.end_turn(events),
            [at] => self.open_fight(at, draws, events),
            // R12: nobody chooses, so the first one fights.
            [at, ..] if self.has_resigned(self.turn) => self.open_fight(at, draws, events),
            _ => {
                self.phase = Stage::Fight;
                events.push(Event::ToPick { seat: self.turn, places });
            }
        }
    }

    /// Begins a fight, and continues until a player has to be asked.
    pub(super) fn open_fight(&mut self, at: Place, draws: &mut Draws, events: &mut Vec<Event>) {
        self.fight = Some(Fight { at, sword: None, shield: None });
        let stack = self.stack(at);
        let seats = self.seats().filter(|&seat| stack.count(seat) > 0).collect();
        events.push(Event::FightBegan { at, seats });
        let asked = self.stack(at).uppermost_owner().filter(|_| !self.sword_heights().is_empty());
        match asked {
            None => self.offer_shield(draws, events),
            Some(seat) => {
                self.phase = Stage::Sword;
                if self.has_resigned(seat) {
                    self.decline(seat, draws, events);
                }
            }
        }
    }

    /// Asks the owner of the lowest player piece, or rolls the dice if there is no choice.
    fn offer_shield(&mut self, draws: &mut Draws, events: &mut Vec<Event>) {
        let lowest = self.fight.and_then(|fight| self.stack(fight.at).lowest_owner());
        match lowest.filter(|_| !self.shield_heights().is_empty()) {
            None => self.roll(draws, events),
            Some(seat) => {
                self.phase = Stage::Shield;
                if self.has_resigned(seat) {
                    self.decline(seat, draws, events);
                }
            }
        }
    }

    /// Returns the pieces that the owner of the highest player piece may exchange for a sword. A player who also owns
    /// the lowest one takes none while there is a shield in the stack.
    pub(super) fn sword_heights(&self) -> Heights {
        let Some(Fight { at, .. }) = self.fight else { return Heights::default() };
        let stack = self.stack(at);
        let Some(seat) = stack.uppermost_owner() else { return Heights::default() };
        let is_shielded = stack.has_shield() && stack.lowest_owner() == Some(seat);
        if stack.has_sword() || is_shielded || self.has_taken(seat, at, Arm::Shield) {
            return Heights::default();
        }
        Heights::of(stack, seat, self.swords)
    }

    /// Returns the pieces that the owner of the lowest player piece may exchange for a shield, after the attacker's
    /// answer (R5).
    pub(super) fn shield_heights(&self) -> Heights {
        let Some(Fight { at, .. }) = self.fight else { return Heights::default() };
        let stack = self.stack(at);
        let Some(seat) = stack.lowest_owner() else { return Heights::default() };
        let has_sword = self.helped().sword == Some(seat);
        if stack.has_shield() || has_sword || self.has_taken(seat, at, Arm::Sword) {
            return Heights::default();
        }
        Heights::of(stack, seat, self.shields)
    }

    /// Returns whether a seat has taken a sword or a shield from a stack in this turn (R13).
    fn has_taken(&self, seat: Seat, at: Place, arm: Arm) -> bool {
        self.taken.contains(&Taken { seat, at, arm })
    }

    /// Returns whom the sword and the shield of the stack help in this fight.
    fn helped(&self) -> Helped {
        let Some(fight) = self.fight else { return Helped::default() };
        let stack = self.stack(fight.at);
        let sword = if stack.has_sword() { fight.sword.or(stack.uppermost_owner()) } else { None };
        let shield = if stack.has_shield() { fight.shield.or(stack.lowest_owner()) } else { None };
        // R11: a player whom both would help uses the shield.
        Helped { sword: sword.filter(|_| sword != shield), shield }
    }

    /// Exchanges a piece at a height for a sword or a shield, and continues.
    pub(super) fn take(
        &mut self,
        seat: Seat,
        height: u8,
        arm: Arm,
        draws: &mut Draws,
        events: &mut Vec<Event>,
    ) {
        if let Some(fight) = &mut self.fight {
            *(if arm == Arm::Sword { &mut fight.sword } else { &mut fight.shield }) = Some(seat);
        }
        self.exchange(seat, height, arm, events);
        self.after_offer(arm, draws, events);
    }

    /// Continues after the answer to an offer.
    fn after_offer(&mut self, arm: Arm, draws: &mut Draws, events: &mut Vec<Event>) {
        match arm {
            Arm::Sword => self.offer_shield(draws, events),
            Arm::Shield => self.roll(draws, events),
        }
    }

    /// Replaces a piece with a sword or a shield of the same size; the piece returns to its owner (R6).
    fn exchange(&mut self, seat: Seat, height: u8, arm: Arm, events: &mut Vec<Event>) {
        let Some(Fight { at, .. }) = self.fight else { return };
        let piece = self.stack(at).at_height(height);
        let (Some(piece), Some(i)) = (piece, seat.index(self.supply.len())) else { return };
        let size = piece.size();
        let taken = match arm {
            Arm::Sword => {
                self.swords.take(size);
                Piece::Sword(size)
            }
            Arm::Shield => {
                self.shields.take(size);
                Piece::Shield(size)
            }
        };
        self.stacks[at.index()].replace(height, taken);
        self.supply[i].put(size);
        self.taken.push(Taken { seat, at, arm });
        self.last_turn_mut().touched.insert(at);
        events.push(Event::Exchanged { seat, arm, size, at, height });
    }

    /// Declines the sword or the shield.
    pub(super) fn decline(&mut self, seat: Seat, draws: &mut Draws, events: &mut Vec<Event>) {
        let arm = if self.phase == Stage::Sword { Arm::Sword } else { Arm::Shield };
        events.push(Event::Declined { seat, arm });
        self.after_offer(arm, draws, events);
    }

    /// Rolls the dice of a fight, removes what is lost, and continues.
    fn roll(&mut self, draws: &mut Draws, events: &mut Vec<Event>) {
        let Some(Fight { at, .. }) = self.fight else { return };
        let helped = self.helped();
        let stack = self.stack(at);
        let fighters = self.seats().filter(|&seat| stack.count(seat) > 0);
        let rolls: Vec<Roll> = fighters.map(|seat| helped.roll(seat, draws)).collect();
        let losers = helped.losers(&rolls);
        events.push(Event::Rolled(rolls));
        for seat in losers {
            self.lose(seat, at, helped, events);
        }
        self.last_turn_mut().touched.insert(at);
        self.fight = None;
        if self.stack(at).fights() {
            self.open_fight(at, draws, events);
        } else {
            self.next_fight(draws, events);
        }
    }

    /// Takes from a stack what a loser loses: the sword or the shield that helped, or else their lowest piece.
    fn lose(&mut self, seat: Seat, at: Place, helped: Helped, events: &mut Vec<Event>) {
        let is_lost = |piece: Piece| match piece {
            Piece::Sword(_) => helped.sword == Some(seat),
            Piece::Shield(_) => helped.shield == Some(seat),
            Piece::Of(owner, _) => owner == seat && helped.sword != Some(seat) && helped.shield != Some(seat),
        };
        let Some(piece) = self.stacks[at.index()].remove_lowest(is_lost) else { return };
        match piece {
            Piece::Sword(size) => self.swords.put(size),
            Piece::Shield(size) => self.shields.put(size),
            Piece::Of(owner, size) => {
                if let Some(i) = owner.index(self.supply.len()) {
                    self.supply[i].put(size);
                }
            }
        }
        self.last_turn_mut().lost.push((at, piece));
        events.push(Event::Removed { seat, piece, at });
    }
}

/// Whom the sword and the shield of a stack help in a fight.
#[derive(Debug, Clone, Copy, Default)]
struct Helped {
    sword: Option<Seat>,
    shield: Option<Seat>,
}

impl Helped {
    /// Rolls the dice of a seat.
    fn roll(self, seat: Seat, draws: &mut Draws) -> Roll {
        let shielded = self.shield == Some(seat);
        let own = draws.die(if shielded { Roll::SHIELD } else { Roll::PLAIN });
        let black = (self.sword == Some(seat)).then(|| draws.die(Roll::PLAIN));
        Roll { seat, own, black, shielded }
    }

    /// Returns the seats that lose: those with the lowest total. In a tie, the shield's user loses alone, and the sword's user
    /// does not lose (R7).
    fn losers(self, rolls: &[Roll]) -> Vec<Seat> {
        let lowest = rolls.iter().map(|roll| roll.total()).min().unwrap_or(0);
        let tied = rolls.iter().filter(|roll| roll.total() == lowest);
        let mut losers: Vec<Seat> = tied.map(|roll| roll.seat).collect();
        if losers.len() > 1 {
            match self.shield.filter(|seat| losers.contains(seat)) {
                Some(seat) => losers = vec![seat],
                None => losers.retain(|&seat| self.sword != Some(seat)),
            }
        }
        losers
    }
}

/// The heights at which pieces in a stack may be exchanged; 1 is directly on the white pyramid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Heights(u32);

impl Heights {
    /// Returns the heights of a seat's pieces in sizes that the supply has, or none if the seat has only one piece.
    fn of(stack: &Stack, seat: Seat, supply: Stash) -> Self {
        let mut heights = Self::default();
        if stack.count(seat) >= 2 {
            for (height, piece) in (1..).zip(stack.pieces()) {
                let may = piece.owner() == Some(seat) && supply.has(piece.size());
                heights.0 |= u32::from(may) << height;
            }
        }
        heights
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn contains(self, height: u8) -> bool {
        self.0.checked_shr(height.into()).is_some_and(|heights| heights & 1 == 1)
    }

    /// Returns the answers to an offer: `no`, and an exchange for each height.
    pub(super) fn answers(self, exchange: fn(u8) -> Action) -> Vec<Action> {
        let heights = (1..=Stack::CAPACITY as u8).filter(|&height| self.contains(height));
        std::iter::once(Action::No).chain(heights.map(exchange)).collect()
    }
}
