//! Where a match is, and how a phase ends.

use serde::{Deserialize, Serialize};
use trigon::games::{Refusal, Seat};

use super::action::Action;
use crate::toys::counted;

/// What everyone learns of the bids of a round that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reveal {
    All,
    Winner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    Round,
    Vote,
    Over,
}

/// What everyone knows of a player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Purse {
    pub(super) coins: u8,
    pub(super) prizes: u8,
    pub(super) retired: bool,
}

/// A round that is over.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Closed {
    pub(super) round: u8,
    /// The winner and the price.
    pub(super) won: Option<(Seat, u8)>,
    /// All bids, in seat order; for viewers, those that they may know.
    pub(super) bids: Vec<(Seat, u8)>,
}

/// Where a match is. The answers are no part of the canonical state.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct State {
    pub(super) phase: Stage,
    pub(super) round: u8,
    pub(super) rounds: u8,
    pub(super) reveal: Reveal,
    pub(super) players: Vec<Purse>,
    pub(super) history: Vec<Closed>,
    #[serde(skip)]
    pub(super) answers: Vec<Option<Action>>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    RoundBegan(u8),
    Answered(Seat, Action),
    /// A round is over, with the bids if everyone learns them.
    Closed(Closed),
    /// The bids of a round that stay secret.
    Bids(Vec<(Seat, u8)>),
    VoteBegan,
    Favourite(Option<Seat>),
}

impl State {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.len())
    }

    pub(super) fn purse(&self, seat: Seat) -> Option<&Purse> {
        self.players.get(seat.index(self.players.len())?)
    }

    pub(super) fn active(&self) -> impl Iterator<Item = Seat> {
        self.seats().filter(|seat| self.purse(*seat).is_some_and(|purse| !purse.retired))
    }

    pub(super) fn answer(&self, seat: Seat) -> Option<Action> {
        self.answers.get(seat.index(self.answers.len())?).copied().flatten()
    }

    /// Returns the seat with the highest value above 0 that no other active seat has, with the value.
    fn unique_best(&self, value: impl Fn(Seat) -> u8) -> Option<(Seat, u8)> {
        let values: Vec<(Seat, u8)> = self.active().map(|seat| (seat, value(seat))).collect();
        let is_unique = |n: u8| values.iter().filter(|(_, other)| *other == n).count() == 1;
        values.iter().copied().filter(|(_, n)| *n > 0 && is_unique(*n)).max_by_key(|(_, n)| *n)
    }

    /// Ends the phase if everyone has answered.
    pub(super) fn settle(&mut self) -> Vec<Event> {
        if self.active().all(|seat| self.answer(seat).is_some()) { self.close() } else { Vec::new() }
    }

    /// Ends the phase.
    pub(super) fn close(&mut self) -> Vec<Event> {
        let events = match self.phase {
            Stage::Round => self.close_round(),
            Stage::Vote => self.close_vote(),
            Stage::Over => Vec::new(),
        };
        self.answers.fill(None);
        events
    }

    fn close_round(&mut self) -> Vec<Event> {
        let bid = |seat| match self.answer(seat) {
            Some(Action::Bid(bid)) => bid,
            _ => 0,
        };
        let won = self.unique_best(bid);
        let bids = self.active().map(|seat| (seat, bid(seat))).collect();
        let closed = Closed { round: self.round, won, bids };
        if let Some((seat, price)) = won {
            let purse = &mut self.players[usize::from(seat.number()) - 1];
            purse.coins -= price;
            purse.prizes += 1;
        }
        self.history.push(closed.clone());
        let next = if self.round == self.rounds {
            self.phase = Stage::Vote;
            Event::VoteBegan
        } else {
            self.round += 1;
            Event::RoundBegan(self.round)
        };
        match self.reveal {
            Reveal::All => vec![Event::Closed(closed), next],
            Reveal::Winner => {
                let bids = Event::Bids(closed.bids);
                vec![Event::Closed(Closed { bids: Vec::new(), ..closed }), bids, next]
            }
        }
    }

    fn close_vote(&mut self) -> Vec<Event> {
        let votes = |seat| self.active().filter(|by| self.answer(*by) == Some(Action::Vote(seat))).count();
        let favourite = self.unique_best(|seat| votes(seat) as u8).map(|(seat, _)| seat);
        if let Some(seat) = favourite {
            self.players[usize::from(seat.number()) - 1].prizes += 1;
        }
        self.phase = Stage::Over;
        vec![Event::Favourite(favourite)]
    }

    /// Returns why a seat cannot answer with this action.
    pub(super) fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        match (self.phase, action) {
            (Stage::Over, _) => Refusal::over(),
            (_, Action::Resolve) => Refusal::not_yours("Only the clock and the host can end a round early."),
            (Stage::Round, Action::Bid(_)) => {
                let coins = self.purse(seat).map_or(0, |purse| purse.coins);
                Refusal::illegal(format!("You have only {}.", counted(coins, "coin")))
            }
            (Stage::Round, Action::Vote(_)) => Refusal::illegal("The vote comes after the last round."),
            (Stage::Vote, Action::Bid(_)) => Refusal::illegal("The rounds are over: it is time to vote."),
            (Stage::Vote, Action::Vote(_)) => {
                Refusal::illegal("Vote for another player who has not resigned.")
            }
        }
    }

    pub(super) fn score(&self, seat: Seat) -> (u8, u8) {
        self.purse(seat).map_or((0, 0), |purse| (purse.prizes, purse.coins))
    }
}
