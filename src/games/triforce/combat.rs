//! Fights: which stack, sword and shield, the dice, who loses what.

use super::action::Action;
use super::event::{Event, Roll};
use super::piece::{Piece, Size};
use super::state::{Fight, Phase, State};
use crate::games::{Draws, Seat};
use crate::grid::Place;

impl State {
    /// The stacks that fight (R4).
    pub(super) fn fighting(&self) -> impl Iterator<Item = Place> {
        Place::all().filter(|&place| self.stack(place).fights())
    }

    /// Goes on to the next stack that fights: asks which when there are several, ends the turn when none is.
    pub(super) fn next_fight(&mut self, draws: &mut Draws, events: &mut Vec<Event>) {
        let places: Vec<Place> = self.fighting().collect();
        match places[..] {
            [] => self.end_turn(events),
            [at] => self.open_fight(at, draws, events),
            // R12: nobody picks, so it is the first.
            [at, ..] if self.has_resigned(self.turn) => self.open_fight(at, draws, events),
            _ => {
                self.phase = Phase::Fight;
                events.push(Event::ToPick { seat: self.turn, places });
            }
        }
    }

    /// Begins a stack's fight, and goes on until somebody has to be asked.
    pub(super) fn open_fight(&mut self, at: Place, draws: &mut Draws, events: &mut Vec<Event>) {
        self.fight = Some(Fight { at, sword: None, shield: None });
        let stack = self.stack(at);
        let seats = self.seats().filter(|&seat| stack.count(seat) > 0).collect();
        events.push(Event::FightBegan { at, seats });
        let asked = self.stack(at).uppermost_owner().filter(|_| !self.sword_sizes().is_empty());
        match asked {
            None => self.offer_shield(draws, events),
            Some(seat) => {
                self.phase = Phase::Sword;
                if self.has_resigned(seat) {
                    self.decline(seat, draws, events);
                }
            }
        }
    }

    fn offer_shield(&mut self, draws: &mut Draws, events: &mut Vec<Event>) {
        let lowest = self.fight.and_then(|fight| self.stack(fight.at).lowest_owner());
        match lowest.filter(|_| !self.shield_sizes().is_empty()) {
            None => self.roll(draws, events),
            Some(seat) => {
                self.phase = Phase::Shield;
                if self.has_resigned(seat) {
                    self.decline(seat, draws, events);
                }
            }
        }
    }

    /// The sizes for which the owner of the uppermost player piece may take a sword.
    pub(super) fn sword_sizes(&self) -> Sizes {
        let Some(Fight { at, .. }) = self.fight else { return Sizes::default() };
        let stack = self.stack(at);
        let Some(seat) = stack.uppermost_owner() else { return Sizes::default() };
        let shielded = stack.has_shield() && stack.lowest_owner() == Some(seat);
        if stack.count(seat) < 2 || stack.has_sword() || shielded {
            return Sizes::default();
        }
        let may = |size| self.swords.has(size) && stack.lowest_of(seat, size).is_some();
        Sizes(Size::ALL.map(may))
    }

    /// The sizes for which the owner of the lowest player piece may take a shield, on the stack as the
    /// attacker's answer has left it (R5).
    pub(super) fn shield_sizes(&self) -> Sizes {
        let Some(Fight { at, .. }) = self.fight else { return Sizes::default() };
        let stack = self.stack(at);
        let Some(seat) = stack.lowest_owner() else { return Sizes::default() };
        if stack.count(seat) < 2 || stack.has_shield() || self.served().0 == Some(seat) {
            return Sizes::default();
        }
        let may = |size| self.shields.has(size) && stack.lowest_of(seat, size).is_some();
        Sizes(Size::ALL.map(may))
    }

    /// Whom the stack's sword and its shield serve in this fight.
    fn served(&self) -> (Option<Seat>, Option<Seat>) {
        let Some(fight) = self.fight else { return (None, None) };
        let stack = self.stack(fight.at);
        let sword = if stack.has_sword() { fight.sword.or(stack.uppermost_owner()) } else { None };
        let shield = if stack.has_shield() { fight.shield.or(stack.lowest_owner()) } else { None };
        // R11: who would have both has the shield.
        (sword.filter(|_| sword != shield), shield)
    }

    /// R6: the uppermost own piece of the size makes room for a sword.
    pub(super) fn take_sword(&mut self, seat: Seat, size: Size, draws: &mut Draws, events: &mut Vec<Event>) {
        if let Some(fight) = &mut self.fight {
            fight.sword = Some(seat);
            let at = fight.at;
            let spot = self.stack(at).uppermost_of(seat, size);
            self.swords.take(size);
            self.exchange(seat, at, spot, Piece::Sword(size), events);
        }
        self.offer_shield(draws, events);
    }

    /// R6: the lowest own piece of the size makes room for a shield.
    pub(super) fn take_shield(&mut self, seat: Seat, size: Size, draws: &mut Draws, events: &mut Vec<Event>) {
        if let Some(fight) = &mut self.fight {
            fight.shield = Some(seat);
            let at = fight.at;
            let spot = self.stack(at).lowest_of(seat, size);
            self.shields.take(size);
            self.exchange(seat, at, spot, Piece::Shield(size), events);
        }
        self.roll(draws, events);
    }

    fn exchange(
        &mut self,
        seat: Seat,
        at: Place,
        spot: Option<usize>,
        piece: Piece,
        events: &mut Vec<Event>,
    ) {
        let (Some(spot), Some(i)) = (spot, seat.index(self.supply.len())) else { return };
        self.stacks[at.index()].replace(spot, piece);
        self.supply[i].put(piece.size());
        self.touch(at);
        events.push(Event::Exchanged { seat, piece, at });
    }

    /// `no` to the sword or to the shield.
    pub(super) fn decline(&mut self, seat: Seat, draws: &mut Draws, events: &mut Vec<Event>) {
        let sword = self.phase == Phase::Sword;
        events.push(Event::Declined { seat, sword });
        if sword {
            self.offer_shield(draws, events);
        } else {
            self.roll(draws, events);
        }
    }

    /// Rolls the dice of a fight, removes what is lost, and goes on.
    fn roll(&mut self, draws: &mut Draws, events: &mut Vec<Event>) {
        let Some(Fight { at, .. }) = self.fight else { return };
        let (sword, shield) = self.served();
        let stack = self.stack(at);
        let fighters = self.seats().filter(|&seat| stack.count(seat) > 0);
        let rolls: Vec<Roll> = fighters
            .map(|seat| {
                let shielded = shield == Some(seat);
                let own = draws.die(if shielded { 20 } else { 12 });
                let black = (sword == Some(seat)).then(|| draws.die(12));
                Roll { seat, own, black, shielded }
            })
            .collect();
        let lowest = rolls.iter().map(|roll| roll.total()).min().unwrap_or(0);
        let tied = rolls.iter().filter(|roll| roll.total() == lowest);
        let mut losers: Vec<Seat> = tied.map(|roll| roll.seat).collect();
        if losers.len() > 1 {
            // R7: the shield's user loses every tie, alone; the sword's user loses none.
            match shield.filter(|seat| losers.contains(seat)) {
                Some(seat) => losers = vec![seat],
                None => losers.retain(|&seat| sword != Some(seat)),
            }
        }
        events.push(Event::Rolled(rolls));
        for seat in losers {
            let lost = |piece: Piece| match piece {
                Piece::Sword(_) => sword == Some(seat),
                Piece::Shield(_) => shield == Some(seat),
                Piece::Of(owner, _) => owner == seat && sword != Some(seat) && shield != Some(seat),
            };
            let Some(piece) = self.stacks[at.index()].remove_lowest(lost) else { continue };
            match piece {
                Piece::Sword(size) => self.swords.put(size),
                Piece::Shield(size) => self.shields.put(size),
                Piece::Of(seat, size) => {
                    if let Some(i) = seat.index(self.supply.len()) {
                        self.supply[i].put(size);
                    }
                }
            }
            events.push(Event::Removed { seat, piece, at });
        }
        self.touch(at);
        self.fight = None;
        if self.stack(at).fights() {
            self.open_fight(at, draws, events);
        } else {
            self.next_fight(draws, events);
        }
    }
}

/// A set of sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sizes([bool; 3]);

impl Sizes {
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    pub(super) fn contains(self, size: Size) -> bool {
        self.0[size as usize]
    }

    /// The answers to an offer: `no`, and an exchange for each size.
    pub(super) fn answers(self, exchange: fn(Size) -> Action) -> Vec<Action> {
        let sizes = Size::ALL.into_iter().filter(|&size| self.contains(size));
        std::iter::once(Action::No).chain(sizes.map(exchange)).collect()
    }
}
