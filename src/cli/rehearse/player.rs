//! [`SimulatedPlayer`]: a player of the rehearsal, and how reliable they are.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::bot::{ComponentAction, SeatRequest};
use crate::games::Seat;
use crate::matches::{Match, QuestionId};
use crate::rehearsal::{Manner, Player, RehearsalError, channel};
use crate::sandbox::NewPerson;
use trigon_engine::ids::{MatchId, UserId};

/// How reliable a simulated player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Diligence {
    /// Answers every question.
    Always,
    /// Answers nine out of ten.
    Often,
    /// Answers about half of them.
    Forgetful,
    /// Answers every question, but takes no direct messages.
    Closed,
}

impl Diligence {
    /// Returns whether a question is answered.
    pub(super) fn answers(self, rng: &mut fastrand::Rng) -> bool {
        match self {
            Self::Always | Self::Closed => true,
            Self::Often => rng.u8(..10) < 9,
            Self::Forgetful => rng.bool(),
        }
    }
}

/// What can happen to a simulated player when the person at the page wants it to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Incident {
    /// They leave the match.
    Leaves,
    /// They are away for two days.
    Travels,
    /// They do not answer what they are asked now, or next if they have answered.
    Misses,
}

/// A player who acts on their own.
#[derive(Debug, Clone)]
pub(super) struct SimulatedPlayer {
    pub(super) player: Player,
    pub(super) diligence: Diligence,
    /// What they intend in each match.
    plans: BTreeMap<MatchId, Plan>,
    /// How many of the next questions they will not answer.
    pub(super) misses: u32,
}

/// What a player intends in a match.
#[derive(Debug, Clone)]
struct Plan {
    /// The last question that they have thought about.
    question: QuestionId,
    /// When they will answer it, or `None` if they have, or will not.
    answer_at: Option<Instant>,
}

impl SimulatedPlayer {
    /// Returns a player who has not thought about anything yet.
    pub(super) fn new(player: Player, diligence: Diligence) -> Self {
        Self { player, diligence, plans: BTreeMap::new(), misses: 0 }
    }

    /// Describes a new person.
    pub(super) fn describe(name: &str, diligence: Diligence) -> NewPerson {
        NewPerson { dms_open: diligence != Diligence::Closed, ..NewPerson::named(name) }
    }

    /// Returns whether it is time to answer a question, deciding on it when it is new.
    pub(super) fn decide_and_check_time(
        &mut self,
        game: MatchId,
        question: QuestionId,
        wait: Duration,
        rng: &mut fastrand::Rng,
    ) -> bool {
        if let Some(plan) = self.plans.get(&game).filter(|plan| plan.question == question) {
            return plan.answer_at.is_some_and(|at| Instant::now() >= at);
        }
        let wait = wait.mul_f64(0.3 + rng.f64());
        let is_missed = self.misses > 0;
        self.misses = self.misses.saturating_sub(1);
        let answers = !is_missed && self.diligence.answers(rng);
        let answer_at = answers.then(|| Instant::now() + wait);
        self.plans.insert(game, Plan { question, answer_at });
        answers && wait.is_zero()
    }

    /// Notes that a question has been answered.
    pub(super) fn note_answered(&mut self, game: MatchId, question: QuestionId) {
        self.plans.insert(game, Plan { question, answer_at: None });
    }

    /// Makes the player miss the present question, or the next one if that is answered, and returns whether it is the
    /// present one.
    pub(super) fn miss(&mut self, game: &Match) -> bool {
        let plan = self.plans.get(&game.id).filter(|plan| plan.question == game.question);
        let is_open = plan.is_some_and(|plan| plan.answer_at.is_some());
        if is_open {
            self.note_answered(game.id, game.question);
        } else {
            self.misses = 1;
        }
        is_open
    }

    /// Returns whether a question will still be answered.
    pub(super) fn will_answer(&self, game: MatchId, question: QuestionId) -> bool {
        let plan = self.plans.get(&game).filter(|plan| plan.question == question);
        // Without a plan, they have not thought about it yet.
        plan.is_none_or(|plan| plan.answer_at.is_some())
    }

    /// Returns the player's seat in a match.
    pub(super) fn seat(&self, game: &Match) -> Option<Seat> {
        game.seat_of(UserId::from(self.player.person.id().0))
    }

    /// Presses the newest button to join a match that is open.
    pub(super) async fn join(&self, game: &Match) -> Result<(), RehearsalError> {
        self.press(game, &ComponentAction::Join).await
    }

    /// Presses the newest button that does a certain thing.
    pub(super) async fn press(&self, game: &Match, action: &ComponentAction) -> Result<(), RehearsalError> {
        self.player.tap_newest(channel(game), game.id, |does| does == action).await
    }

    /// Returns how the player agrees to the first thing that somebody else wants of them and that they have not agreed
    /// to yet.
    pub(super) fn next_consent(&self, game: &Match) -> Option<ComponentAction> {
        let user = UserId::from(self.player.person.id().0);
        let proposed = |seat| {
            let open = game.proposal()?;
            let waits = game.voters().contains(&seat) && !open.agreed.contains(&seat);
            waits.then_some(ComponentAction::Consent(open.number))
        };
        let offered = |seat| {
            let waits = game.unanswered().contains(&seat);
            game.offer().filter(|_| waits).map(|offer| ComponentAction::Accept(offer.kind, offer.number))
        };
        let handed = |seat: Seat| {
            let asked = game.handover(seat)?;
            let request = SeatRequest { seat: seat.number().into(), number: Some(asked.number) };
            let gives = !asked.agreed && game.player(seat).is_some_and(|player| player.user_id == user);
            if asked.user == user && !asked.willing {
                Some(ComponentAction::TakeSeat(request))
            } else {
                gives.then_some(ComponentAction::HandOver(request))
            }
        };
        let own = self.seat(game);
        own.and_then(proposed)
            .or_else(|| own.and_then(offered))
            .or_else(|| Seat::all(game.players.len()).find_map(handed))
    }

    /// Plays an action as this player does: typing it, or pressing its steps.
    pub(super) async fn play(&self, game: &Match, seat: Seat, action: &str) -> Result<(), RehearsalError> {
        let manner = match self.diligence {
            // What somebody writes who plays in several matches could be meant for either.
            _ if self.plans.len() > 1 => Manner::Numbered,
            Diligence::Closed => Manner::Closed,
            _ => Manner::Brief,
        };
        self.player.answer(game, seat, action, manner).await.map(drop)
    }
}
