//! [`ToyGame`]: a game of rounds that only the tests know, by its own rules.

use trigon::games::{AnySession, Audience, By, Narration, Seat};

use super::rows::Game;
use crate::toys;

/// A match.
pub(crate) struct ToyGame {
    session: Box<dyn AnySession>,
}

impl ToyGame {
    /// Begins a match.
    pub(crate) fn begin(game: &Game) -> Option<Self> {
        let rules = toys::games().get(&game.kind)?;
        let (session, _) = rules.begin(&game.setup, game.seed.parse().ok(), None).ok()?;
        Some(Self { session })
    }

    /// Returns the name of the phase.
    pub(crate) fn phase(&self) -> String {
        self.session.phase().id
    }

    pub(crate) fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Returns the zero-based places of those who are asked in private.
    pub(crate) fn asked(&self) -> Vec<usize> {
        let asked = self.session.to_act().into_iter();
        let is_private = |seat, audience| audience == Audience::Seat(seat);
        let asked = asked.filter(|asked| is_private(asked.seat, self.session.prompt(asked).audience));
        asked.filter_map(|asked| asked.seat.index(self.session.seats())).collect()
    }

    /// Plays an entry, and returns its narrations.
    pub(crate) fn play(&mut self, actor: &str, action: &str) -> Result<Vec<Narration>, String> {
        let by = match actor {
            "clock" => By::Clock,
            "host" => By::Host,
            seat => By::Seat(Seat::new(seat.parse().map_err(|_| format!("an entry by {seat}"))?)),
        };
        self.session.apply(by, action).map_err(|refusal| refusal.to_string())
    }
}

/// Marks the entries that close a question.
pub(super) fn mark(game: &mut Game) {
    let Some(mut toy) = ToyGame::begin(game) else { return };
    for entry in game.log.iter_mut().filter(|entry| entry.is_action) {
        let before = toy.phase();
        entry.ends_phase = toy.play(&entry.actor, &entry.action).is_ok() && toy.phase() != before;
    }
}
