//! [`ComputedPlayer`]: a player of the rehearsal, and how reliable they are.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::bot::ComponentAction;
use crate::games::Seat;
use crate::matches::{Match, QuestionId};
use crate::rehearsal::{Manner, Player, Trouble, channel};
use crate::sandbox::NewPerson;

/// How reliable a computed player is.
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

/// A player who acts on their own.
#[derive(Debug, Clone)]
pub(super) struct ComputedPlayer {
    pub(super) player: Player,
    pub(super) diligence: Diligence,
    /// The last question of each match that they have thought about, and when they will answer it, if at all.
    pub(super) plans: BTreeMap<i64, (QuestionId, Option<Instant>)>,
}

impl ComputedPlayer {
    /// Describes a new person.
    pub(super) fn describe(name: &str, diligence: Diligence) -> NewPerson {
        NewPerson { dms_open: diligence != Diligence::Closed, ..NewPerson::named(name) }
    }

    /// Returns whether it is time to answer a question, deciding on it when it is new.
    pub(super) fn is_time(
        &mut self,
        game: i64,
        question: QuestionId,
        wait: Duration,
        rng: &mut fastrand::Rng,
    ) -> bool {
        match self.plans.get(&game) {
            Some((asked, at)) if *asked == question => at.is_some_and(|at| Instant::now() >= at),
            _ => {
                let wait = wait.mul_f64(0.3 + rng.f64());
                let at = self.diligence.answers(rng).then(|| Instant::now() + wait);
                self.plans.insert(game, (question, at));
                at.is_some() && wait.is_zero()
            }
        }
    }

    /// Notes that a question has been answered.
    pub(super) fn is_done(&mut self, game: i64, question: QuestionId) {
        self.plans.insert(game, (question, None));
    }

    /// Returns whether a question will still be answered.
    pub(super) fn will_answer(&self, game: i64, question: QuestionId) -> bool {
        match self.plans.get(&game) {
            Some((asked, at)) if *asked == question => at.is_some(),
            // They have not thought about it yet.
            _ => true,
        }
    }

    /// Presses the newest button to join a match that is open.
    pub(super) async fn join(&self, game: &Match) -> Result<(), Trouble> {
        self.player.press_newest(channel(game), game.id, |does| *does == ComponentAction::Join).await?;
        Ok(())
    }

    /// Plays an action as this player does: typing it, or pressing its steps.
    pub(super) async fn play(&self, game: &Match, seat: Seat, action: &str) -> Result<(), Trouble> {
        let manner = match self.diligence {
            // What they would write could be meant for either.
            _ if self.plans.len() > 1 => Manner::Numbered,
            Diligence::Closed => Manner::Closed,
            _ => Manner::Brief,
        };
        self.player.answer(game, seat, action, manner).await.map(drop)
    }
}
