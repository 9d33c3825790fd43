//! The computed seats of stored matches: when they are asked, they think and answer.

use super::matches::Matches;
use crate::ids::MatchId;
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use trigon_rules::games::{Move, Skill};

impl Matches {
    /// Lets the computed seats of a match answer what they are asked. In games of turns, a seat plays its whole turn; the
    /// next one has a timer of its own.
    ///
    /// # Errors
    /// Fails if the match cannot be read or changed. The clock then tries again.
    pub(super) async fn think_for(&self, id: MatchId) -> Result<(), MatchError> {
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
            let thought = self.thoughts().think(move || {
                let thought = sight.decide(Skill::Level(computed.level), seed);
                thought.map(|it| [vec![it.action], it.further].concat())
            });
            let Some(actions) = thought.await.flatten() else { return Ok(()) };
            let actions = read(&game, &actions);
            let actor = Actor::Person(Person::user(computed.user_id()));
            match self.give(id, &actor, &Command::Think { question: game.question, actions }).await {
                // The match has gone on while the seat was thinking.
                Ok(_) | Err(MatchError::Denied(Denied::Stale)) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Reads actions, up to the first that cannot be read.
fn read(game: &Match, actions: &[String]) -> Vec<Move> {
    let Ok(session) = game.playing() else { return Vec::new() };
    actions.iter().map_while(|action| session.parse(action).ok()).collect()
}
