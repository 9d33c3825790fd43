//! Matches of every week: as one starts, a sign-up for the next one opens.

use super::create::created;
use super::matches::Matches;
use super::rows;
use crate::matches::model::error::InternalError;
use crate::matches::model::game_match::Match;
use crate::matches::model::terms::{NewMatch, Terms};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{NextMatch, Status};

impl Matches {
    /// Returns the sign-up for a week later if this change starts a match of every week. It is stored with the start, so there is one
    /// for each.
    pub(super) fn next_week(
        &self,
        before: &Match,
        after: &Match,
    ) -> Result<Option<NextMatch>, InternalError> {
        let starts = before.status == Status::Signup
            && matches!(after.status, Status::Pregame | Status::Running | Status::Over);
        let Some(planned) = before.terms.starts.filter(|planned| starts && planned.weekly) else {
            return Ok(None);
        };
        let now = self.clock().now();
        let start = planned.a_week_later(now);
        let new = NewMatch {
            game: before.info().name.to_owned(),
            guild_id: before.guild_id,
            channel_id: before.channel_id,
            title: before.title.clone(),
            terms: Terms { starts: Some(start), ..before.terms.of_another_match() },
        };
        let version = i64::from(before.info().version);
        let row = rows::new_row(&new, version, before.host_id, &self.seed()?, None, now)?;
        let due = vec![rows::due(row.id, &Timer { at: start.at, kind: TimerKind::Start })];
        let messages = created(new.channel_id).iter().map(rows::message).collect::<Result<_, _>>()?;
        Ok(Some(NextMatch { row, due, messages }))
    }
}
