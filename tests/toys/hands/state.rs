//! Where a match is, and the rules.

use serde::{Serialize, Serializer};
use trigon::games::{Refusal, Seat};

use super::action::{Action, Direction};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    Direction,
    Turn,
    Over,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Player {
    /// The cards, ascending.
    pub(super) hand: Vec<u8>,
    /// The number of cards taken.
    pub(super) taken: u8,
    pub(super) retired: bool,
}

/// Where a match is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct State {
    pub(super) phase: Stage,
    pub(super) direction: Option<Direction>,
    pub(super) players: Vec<Player>,
    pub(super) pile: Vec<u8>,
    /// The seat whose card is on top of the pile.
    pub(super) leader: Option<Seat>,
    pub(super) turn: Seat,
    /// The number of turns so far, from 1.
    pub(super) turns: u32,
    /// The cards that are left to draw, the next one last. The canonical state has only their number.
    #[serde(serialize_with = "count")]
    pub(super) deck: Vec<u8>,
}

#[expect(clippy::ptr_arg, reason = "the type of the field")]
fn count<S: Serializer>(deck: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(deck.len() as u64)
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    Dealt(Seat, Vec<u8>),
    Chosen(Seat, Direction),
    Played(Seat, u8),
    /// A card was drawn. Only its player learns which.
    Drew(Seat),
    Got(Seat, u8),
    Passed(Seat),
    Took(Seat, u8),
    WentOut(Seat),
}

impl State {
    pub(super) const CARDS: u8 = 30;

    /// Deals from a deck, from its end.
    pub(super) fn deal(seats: usize, hand: usize, mut deck: Vec<u8>) -> Self {
        let mut player = || {
            let mut hand = deck.split_off(deck.len().saturating_sub(hand));
            hand.sort_unstable();
            Player { hand, taken: 0, retired: false }
        };
        Self {
            players: (0..seats).map(|_| player()).collect(),
            phase: Stage::Direction,
            direction: None,
            pile: Vec::new(),
            leader: None,
            turn: Seat::at(0),
            turns: 1,
            deck,
        }
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.len())
    }

    pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index(self.players.len())?)
    }

    fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        let seats = self.players.len();
        self.players.get_mut(seat.index(seats)?)
    }

    pub(super) fn score(&self, seat: Seat) -> i64 {
        self.player(seat).map_or(0, |player| i64::from(player.taken) - player.hand.len() as i64)
    }

    fn continues(&self, card: u8) -> bool {
        self.pile.last().is_none_or(|top| match self.direction {
            Some(Direction::Down) => card < *top,
            _ => card > *top,
        })
    }

    pub(super) fn legal(&self, seat: Seat) -> Vec<Action> {
        let Some(player) = self.player(seat).filter(|_| seat == self.turn) else { return Vec::new() };
        match self.phase {
            Stage::Direction => [Direction::Up, Direction::Down].map(Action::Choose).to_vec(),
            Stage::Turn => {
                let cards = player.hand.iter().copied().filter(|card| self.continues(*card));
                let other = match (&self.deck[..], &self.pile[..]) {
                    ([_, ..], _) => Some(Action::Draw),
                    ([], [_, ..]) => Some(Action::Pass),
                    ([], []) => None,
                };
                cards.map(Action::Play).chain(other).collect()
            }
            Stage::Over => Vec::new(),
        }
    }

    pub(super) fn apply(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal> {
        if !self.legal(seat).contains(&action) {
            return Err(self.refusal(seat, action));
        }
        let mut events = Vec::new();
        match action {
            Action::Choose(direction) => {
                self.direction = Some(direction);
                self.phase = Stage::Turn;
                // The same turn goes on with another question.
                return Ok(vec![Event::Chosen(seat, direction)]);
            }
            Action::Play(card) => {
                self.pile.push(card);
                self.leader = Some(seat);
                events.push(Event::Played(seat, card));
                let player = self.player_mut(seat);
                let left = player.map_or(0, |player| {
                    player.hand.retain(|held| *held != card);
                    player.hand.len()
                });
                if left == 0 {
                    events.extend(self.take_pile());
                    events.push(Event::WentOut(seat));
                    self.phase = Stage::Over;
                    return Ok(events);
                }
            }
            Action::Draw => {
                if let Some(card) = self.deck.pop() {
                    if let Some(player) = self.player_mut(seat) {
                        player.hand.push(card);
                        player.hand.sort_unstable();
                    }
                    events.extend([Event::Drew(seat), Event::Got(seat, card)]);
                }
            }
            Action::Pass => events.push(Event::Passed(seat)),
        }
        events.extend(self.pass_turn());
        Ok(events)
    }

    /// Returns why a seat cannot do this now. It says no more than the seat knows.
    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        match action {
            _ if self.phase == Stage::Over => Refusal::over(),
            _ if seat != self.turn => Refusal::not_yours("It is not your turn."),
            _ if self.phase == Stage::Direction => {
                Refusal::illegal("Choose the direction first: up or down.")
            }
            Action::Choose(_) => Refusal::illegal("The direction has been chosen already."),
            Action::Play(card) if self.player(seat).is_some_and(|player| player.hand.contains(&card)) => {
                Refusal::illegal(format!("{card} does not continue the pile."))
            }
            Action::Play(card) => Refusal::illegal(format!("You do not have {card}.")),
            Action::Draw => Refusal::illegal("The deck is empty."),
            Action::Pass => Refusal::illegal("You can pass only if the deck is empty and the pile is not."),
        }
    }

    fn take_pile(&mut self) -> Option<Event> {
        let leader = self.leader.take()?;
        let count = std::mem::take(&mut self.pile).len() as u8;
        self.player_mut(leader)?.taken += count;
        Some(Event::Took(leader, count))
    }

    /// Gives the turn to the next seat that still plays. If the top card is its own, it takes the pile.
    fn pass_turn(&mut self) -> Option<Event> {
        let seats = self.players.len();
        let mut after = (0..seats).map(|n| Seat::at((usize::from(self.turn.number()) + n) % seats));
        self.turn = after.find(|seat| self.player(*seat).is_some_and(|player| !player.retired))?;
        self.turns += 1;
        if self.leader == Some(self.turn) { self.take_pile() } else { None }
    }

    pub(super) fn retire(&mut self, seat: Seat) -> Vec<Event> {
        if let Some(player) = self.player_mut(seat) {
            player.retired = true;
            player.hand.clear();
        }
        if self.leader == Some(seat) {
            self.leader = None;
            self.pile.clear();
        }
        if self.turn == seat { self.pass_turn().into_iter().collect() } else { Vec::new() }
    }
}
