//! Whom a reminder is for: those who want it at this time, by direct message or in the channel.

use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::derive::reminders::reached_lead;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::settings::PersonSettings;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::StoreError;

impl Matches {
    /// Returns the players to be mentioned in the channel of a match now as a reminder, with what they have chosen: those who
    /// are asked and want it, whether or not they have answered or left in secret.
    pub async fn to_mention(
        &self,
        game: &Match,
        chosen: Option<u32>,
    ) -> Result<Vec<(UserId, PersonSettings)>, StoreError> {
        let asked: Vec<UserId> =
            game.seems_asked().iter().filter_map(|asked| Some(game.player(asked.seat)?.user_id)).collect();
        let mut wanting = self.who_wants_reminders(game, chosen).await?;
        wanting.retain(|(user, settings)| settings.in_channel && asked.contains(user));
        Ok(wanting)
    }

    /// Returns the players of a match who want a direct message at a time of reminding, and whether others want to be
    /// mentioned in the channel. Delivery asks again in the moment it sends a reminder.
    pub(super) async fn whose_time_it_is(
        &self,
        id: MatchId,
        timer: Timer,
    ) -> Result<(Vec<UserId>, bool), MatchError> {
        let (game, now) = (self.load(id).await?, self.clock().now());
        let reached = game.deadline.and_then(|deadline| reached_lead(deadline, now));
        let chosen = reached.filter(|_| timer.kind == TimerKind::Chosen);
        if timer.kind == TimerKind::Chosen && chosen.is_none() {
            return Ok((Vec::new(), false));
        }
        let wanting = self.who_wants_reminders(&game, chosen).await?;
        let direct = wanting.iter().filter(|(_, settings)| !settings.in_channel);
        let in_channel = wanting.iter().any(|(_, settings)| settings.in_channel);
        Ok((direct.map(|(user, _)| *user).collect(), in_channel))
    }

    /// Returns the players of a match who have chosen anything and want to be reminded of it now, with what they have chosen.
    /// `chosen` is as for [`PersonSettings::wants_reminder`].
    async fn who_wants_reminders(
        &self,
        game: &Match,
        chosen: Option<u32>,
    ) -> Result<Vec<(UserId, PersonSettings)>, StoreError> {
        let chosen_by = self.store().settings_of_players(game.id).await?;
        if chosen_by.is_empty() {
            return Ok(Vec::new());
        }
        let (reminded, now) = (self.reminded(game.id).await?, self.clock().now());
        let read = chosen_by.into_iter().map(|(user, json)| (user, PersonSettings::read(Some(&json))));
        let wants = |(user, settings): &(UserId, PersonSettings)| {
            settings.wants_reminder(game, chosen, reminded.get(user).copied(), now)
        };
        Ok(read.filter(wants).collect())
    }
}
