//! [`FullView`]: what players keep secret, for hosts without a stake in the match.

use std::sync::Arc;

use super::matches::Matches;
use crate::ids::MatchId;
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::Person;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::role::Power;
use crate::matches::records::record::Record;
use trigon_rules::games::{AnySession, By, Decision, Narration, Viewer};

/// A match in the hands of somebody who may see all of it. There is no way to one but [`Matches::look`], which has noted in the
/// log that this person has looked, unless everyone may see everything. Texts that contain secrets are made from it.
#[derive(Debug)]
pub struct FullView(Arc<Match>);

impl Matches {
    /// Lets a person look at what players keep secret, and notes that they have.
    ///
    /// # Errors
    /// Fails if the person may not see it, or if that they have looked cannot be stored.
    pub async fn look(&self, id: MatchId, person: &Person) -> Result<FullView, MatchError> {
        let game = self.load(id).await?;
        person.check_power(Power::Secrets, &game)?;
        if game.is_disclosed() {
            return Ok(FullView(game));
        }
        Ok(FullView(self.ask(id, person, Command::Look).await?.game))
    }
}

impl FullView {
    /// Returns the match.
    pub fn game(&self) -> &Match {
        &self.0
    }

    /// Returns the viewer whose pictures show everything.
    pub fn viewer(&self) -> Viewer {
        if self.0.is_going_on() { Viewer::Host } else { Viewer::Afterwards }
    }

    /// Returns what has been asked in the present phase, and of whom, with whether they have answered.
    pub fn asked(&self) -> Vec<Decision> {
        self.0.to_act()
    }

    /// Returns the record of the match, with everything that is secret in it.
    ///
    /// # Errors
    /// Fails if the match cannot be written as a record.
    pub fn record(&self) -> Result<Record, MatchError> {
        self.0.record()
    }

    /// Ends the present phase on a copy of the match, from which nothing is drawn, and returns it with what has happened.
    ///
    /// # Errors
    /// Fails if the match is not being played, or if the phase does not end by the clock.
    pub fn simulated(&self) -> Result<(Box<dyn AnySession>, Vec<Narration>), Denied> {
        let session = self.0.playing()?;
        let action = session.phase().clock_action().cloned().ok_or(Denied::NotTimed(self.0.id))?;
        let mut copy = session.boxed();
        let happened = copy.make(By::Clock, &action)?;
        Ok((copy, happened))
    }
}
