//! The record of a stored match.

use super::record::{Extras, Record, RecordEntry, RecordedBeacon, RecordedTenure};
use crate::matches::derive::result::EndReason;
use crate::matches::model::beacon::Quicknet;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::{EntryContent, LogEntry};
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

impl Match {
    /// Returns the record, without the seed while the match is going on.
    ///
    /// # Errors
    /// Fails if the match has not begun, or if stored data cannot be read.
    pub fn record(&self) -> Result<Record, MatchError> {
        let setup = self.setup.clone().ok_or(Denied::NothingToExport(self.id))?;
        let entry = |&place: &usize| {
            let entry = &self.log[place];
            let (by, action) = author_and_action(entry);
            let at = timestamp(entry.at).ok_or_else(|| self.unreadable("time of an entry"))?;
            let draws = (!entry.draws.is_empty()).then(|| entry.draws.clone().into());
            Ok(RecordEntry { by, action, at: Some(at), draws, state: None })
        };
        let log = self.effective.counted.iter().map(entry).collect::<Result<_, InternalError>>()?;
        // The draws before the first entry are revealed together with the seed. Rules other than the match's own would
        // get them wrong.
        let (mut seed, mut start) = (None, None);
        if !self.is_going_on() {
            seed = Some(self.seed.clone());
            if self.stopped_by_rules().is_none() {
                let begun = self.game.begin(&setup, Some(self.drawn_from()), None);
                let (session, _) = begun.map_err(|_| self.unreadable("setup"))?;
                start = serde_json::from_str(&session.state_json()).map_err(|_| self.unreadable("setup"))?;
            }
        }
        Ok(Record {
            game: self.game.clone(),
            title: Some(self.title.clone()),
            commitment: Some(self.seed.commitment()),
            seed,
            words: self.words.iter().map(|added| added.word.clone()).collect(),
            beacon: self.recorded_beacon(),
            setup,
            start,
            draws: None,
            extras: self.extras(),
            log,
        })
    }

    fn recorded_beacon(&self) -> Option<RecordedBeacon> {
        let beacon = self.beacon?;
        Some(RecordedBeacon { chain: Quicknet, round: beacon.round, signature: beacon.signature? })
    }

    fn extras(&self) -> Extras {
        let rules_version = Some(self.rules_version);
        let tenure = |tenure: &Tenure| RecordedTenure {
            seat: tenure.seat.number().into(),
            from: tenure.from.into(),
            name: tenure.name.clone(),
            kind: match (Computed::of(tenure.user), tenure.back) {
                (Some(_), _) => "computed",
                (None, Some(_)) => "substitute",
                (None, None) => "player",
            }
            .to_owned(),
        };
        let tenures = self.tenures().iter().map(tenure).collect();
        if !self.has_turns() {
            return Extras { rules_version, tenures, ..Extras::default() };
        }
        let names = self.first_names();
        // The seats of a rematch rotate, and are not drawn.
        let are_seats_drawn = self.terms.rematch_of.is_none();
        let seating = self.players.iter().map(|player| player.joined.into());
        Extras {
            rules_version,
            players: Seat::all(self.players.len()).map(|seat| names.get(seat).into_owned()).collect(),
            tenures,
            seating: if are_seats_drawn { seating.collect() } else { Vec::new() },
            result: self
                .result()
                .filter(|result| result.how == EndReason::Agreement)
                .map(|result| result.outcome.reason),
        }
    }
}

/// Returns the author and action of an entry that counts, as records write them: a resignation is the host's.
fn author_and_action(entry: &LogEntry) -> (By, String) {
    match &entry.what {
        EntryContent::Game(action) => (entry.by, action.clone()),
        EntryContent::Control(Control::Claim(seat)) => (By::Host, format!("resign {seat}")),
        EntryContent::Control(_) => (By::Host, format!("resign {}", entry.by)),
    }
}

fn timestamp(millis: Millis) -> Option<chrono::DateTime<chrono::FixedOffset>> {
    chrono::DateTime::from_timestamp_millis(millis).map(|at| at.fixed_offset())
}
