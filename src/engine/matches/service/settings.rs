//! What people choose for themselves: storing it, and whom it has reminded of a match at a time.

use std::collections::BTreeMap;

use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::derive::reminders::{Reminded, reached_lead};
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::settings::PersonSettings;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{RemindedRow, StoreError};

/// Whom a reminder is for.
#[derive(Debug, Default)]
pub(super) struct ReminderRecipients {
    /// Those who are reminded by direct message.
    pub(super) directly: Vec<UserId>,
    /// Whether others are mentioned in the channel. [`Matches::to_mention`] says who, in the moment in which it is sent.
    pub(super) in_channel: bool,
}

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

    /// Returns the players to be mentioned in the channel of a match now as a reminder, with what they have chosen: those who
    /// are asked and want it, whether or not they have answered or left in secret. `lead` is the time before the deadline that
    /// has come, in hours, if it is one that people choose and not one of the match’s own.
    pub async fn to_mention(
        &self,
        game: &Match,
        lead: Option<u32>,
    ) -> Result<Vec<(UserId, PersonSettings)>, StoreError> {
        let asked: Vec<UserId> =
            game.seems_asked().iter().filter_map(|asked| Some(game.player(asked.seat)?.user_id)).collect();
        let mut wanting = self.who_wants_reminders(game, lead).await?;
        wanting.retain(|(user, settings)| settings.in_channel && asked.contains(user));
        Ok(wanting)
    }

    /// Returns whom the reminder of a timer is for. Delivery asks again in the moment in which it sends a reminder.
    pub(super) async fn reminder_recipients(
        &self,
        id: MatchId,
        timer: Timer,
    ) -> Result<ReminderRecipients, MatchError> {
        let (game, now) = (self.load(id).await?, self.clock().now());
        let lead = match timer.kind {
            TimerKind::Chosen => {
                let Some(lead) = game.deadline.and_then(|deadline| reached_lead(deadline, now)) else {
                    return Ok(ReminderRecipients::default());
                };
                Some(lead)
            }
            _ => None,
        };
        let mut recipients = ReminderRecipients::default();
        for (user, settings) in self.who_wants_reminders(&game, lead).await? {
            if settings.in_channel {
                recipients.in_channel = true;
            } else {
                recipients.directly.push(user);
            }
        }
        Ok(recipients)
    }

    /// Returns the players of a match who have chosen anything and want to be reminded of it now, with what they have chosen.
    /// `lead` is as for [`to_mention`](Self::to_mention).
    async fn who_wants_reminders(
        &self,
        game: &Match,
        lead: Option<u32>,
    ) -> Result<Vec<(UserId, PersonSettings)>, StoreError> {
        let chosen_by = self.store().settings_of_players(game.id).await?;
        if chosen_by.is_empty() {
            return Ok(Vec::new());
        }
        let (reminded, now) = (self.reminded(game.id).await?, self.clock().now());
        let read = chosen_by.into_iter().map(|(user, json)| (user, PersonSettings::read(Some(&json))));
        let wants = |(user, settings): &(UserId, PersonSettings)| {
            settings.wants_reminder(game, lead, reminded.get(user).copied(), now)
        };
        Ok(read.filter(wants).collect())
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
    pub async fn note_reminded(&self, reminded: &[Reminded]) -> Result<(), StoreError> {
        let row = |reminded: &Reminded| RemindedRow {
            user_id: reminded.user_id,
            match_id: reminded.match_id,
            question: reminded.question.to_string(),
            deadline: reminded.deadline,
            at: reminded.at,
        };
        self.store().note_reminded(&reminded.iter().map(row).collect::<Vec<_>>()).await
    }
}
