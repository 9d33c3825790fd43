//! What people choose for themselves, and when they were last reminded.

use std::collections::BTreeMap;

use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::derive::reminders::Reminded;
use crate::matches::model::settings::PersonSettings;
use crate::store::{RemindedRow, StoreError};

impl Matches {
    /// Returns what a person has chosen.
    pub async fn settings(&self, user_id: UserId) -> Result<PersonSettings, StoreError> {
        Ok(PersonSettings::read(self.store().person_settings(user_id).await?.as_deref()))
    }

    /// Stores what a person chooses.
    pub async fn set_settings(&self, user_id: UserId, settings: &PersonSettings) -> Result<(), StoreError> {
        // Times of day and words always become JSON.
        let json = serde_json::to_string(settings).unwrap_or_default();
        self.store().set_person_settings(user_id, &json).await
    }

    /// Returns when the players of a match were last reminded of it.
    pub async fn reminded(&self, id: MatchId) -> Result<BTreeMap<UserId, Reminded>, StoreError> {
        let rows = self.store().reminded(id).await?;
        let read = |row: RemindedRow| {
            let question = row.question.parse().ok()?;
            let RemindedRow { user_id, match_id, deadline, at, .. } = row;
            Some((user_id, Reminded { user_id, match_id, question, deadline, at }))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Records that people were reminded of matches.
    pub async fn note_reminded(&self, of: &[Reminded]) -> Result<(), StoreError> {
        let row = |reminded: &Reminded| RemindedRow {
            user_id: reminded.user_id,
            match_id: reminded.match_id,
            question: reminded.question.to_string(),
            deadline: reminded.deadline,
            at: reminded.at,
        };
        self.store().note_reminded(&of.iter().map(row).collect::<Vec<_>>()).await
    }
}
