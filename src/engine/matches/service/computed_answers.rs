//! The computed seats of stored matches: when they are asked, they think and answer. The scheduler lets them.

use super::matches::Matches;
use crate::ids::MatchId;
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use trigon_rules::games::{Move, Skill};

impl Matches {
    /// Lets the computed seats of a match answer what they are asked, or logs that they cannot. The timer for thinking has been
    /// set anew by then, so the scheduler tries again.
    pub(super) async fn answer_computed_seats_or_log(&self, id: MatchId) {
        match self.answer_computed_seats(id).await {
            Ok(()) => {}
            Err(error) if error.is_closed() => {}
            // The error could quote what a seat wanted to do.
            Err(_) => tracing::error!(id = id.0, "a computed seat cannot answer; trying again"),
        }
    }

    /// Lets computed seats answer that have not done so by the end of a phase.
    pub(super) async fn answer_computed_seats_before_end(&self, id: MatchId) {
        match self.load(id).await {
            Ok(game) if !game.has_turns() && !game.thinking().is_empty() => {
                self.answer_computed_seats_or_log(id).await;
            }
            // If the match cannot be read, handling the deadline reports that.
            _ => {}
        }
    }

    /// Lets the computed seats of a match answer what they are asked. In games of turns, a seat plays its whole turn; the
    /// next one has a timer of its own.
    ///
    /// # Errors
    /// Fails if the match cannot be read or changed.
    async fn answer_computed_seats(&self, id: MatchId) -> Result<(), MatchError> {
        let _turn = self.thoughts().matches.wait(id).await;
        let mut first = None;
        loop {
            let game = self.load(id).await?;
            let Some(seat) = game.thinking().first().copied() else { return Ok(()) };
            if game.has_turns() && *first.get_or_insert(seat) != seat {
                return Ok(());
            }
            let Some(computed) = game.computed(seat) else { return Ok(()) };
            let Some(sight) = game.playing()?.sight(seat) else { return Ok(()) };
            let seed = game.thought_seed(seat);
            let decision = self.thoughts().think(move || {
                let thought = sight.decide(Skill::Level(computed.level), seed)?;
                Some([vec![thought.action], thought.further].concat())
            });
            let Some(actions) = decision.await.flatten() else { return Ok(()) };
            let actions = parse_actions(&game, &actions);
            let actor = Actor::Person(Person::user(computed.user_id()));
            match self.give(id, &actor, &Command::Think { question: game.question, actions }).await {
                // A refusal as stale means that the match has gone on while the seat was thinking.
                Ok(_) | Err(MatchError::Denied(Denied::Stale)) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Parses actions, up to the first that cannot be read.
fn parse_actions(game: &Match, actions: &[String]) -> Vec<Move> {
    let Ok(session) = game.playing() else { return Vec::new() };
    actions.iter().map_while(|action| session.parse(action).ok()).collect()
}
