//! When the bot was away, and what people could not know or do because of that.

use super::command::Command;
use super::error::{InternalError, MatchError};
use super::known::{Asked, Delivery, Known};
use super::notice::Notice;
use super::rights::Actor;
use super::service::Matches;
use super::timer::{Timer, TimerKind};
use crate::store::StoreError;
use trigon_clock::Millis;

impl Matches {
    /// Notes that the bot is there, from time to time.
    pub(super) async fn note_presence(&self) -> Result<(), StoreError> {
        let now = self.clock().now();
        if self.presence().is_time(now) { self.store().note_presence(now).await } else { Ok(()) }
    }

    /// Gives people back the time in which the bot was away, because they could not use it.
    ///
    /// # Errors
    /// Fails if storage fails. What has been given back is not given back again.
    pub async fn come_back(&self) -> Result<(), StoreError> {
        let now = self.clock().now();
        if let Some(from) = self.store().last_presence().await?.filter(|from| *from < now) {
            self.presence().note_absence(from, now);
            let kinds = [TimerKind::Deadline, TimerKind::Offer].map(|kind| kind.to_string());
            let mut due = self.store().due_before(Millis::MAX).await?;
            due.retain(|row| kinds.contains(&row.kind));
            due.sort_by_key(|row| row.match_id);
            due.dedup_by_key(|row| row.match_id);
            for id in due.into_iter().map(|row| row.match_id) {
                // If a match cannot be read, its host hears of that when something is due.
                let done = self.give(id, &Actor::Clock, &Command::MakeUp { from, to: now }).await;
                if let Err(MatchError::Internal(InternalError::Store(error))) = done {
                    return Err(error);
                }
            }
        }
        self.store().note_presence(now).await
    }

    /// Returns what is known about something that is due.
    pub(super) async fn known(&self, id: i64, timer: Timer) -> Result<Known, MatchError> {
        let away = self.presence().was_away(timer.at);
        if timer.kind != TimerKind::Offer {
            let is_known = self.presence().is_in_trouble(id);
            let unasked = if is_known { self.store().unreached(id).await? } else { Vec::new() };
            return Ok(Known { away, unasked, requests: Vec::new() });
        }
        let rows = self.store().requests(id).await?;
        let read = |(notice, seq, state, done_at): (String, i64, String, Option<Millis>)| {
            let Some(Notice::Handover { seat, user, .. }) = Notice::read(&notice) else { return None };
            let state = match (&state[..], done_at) {
                ("sent", Some(at)) => Delivery::At(at),
                ("pending", _) => Delivery::Waiting,
                _ => Delivery::GivenUp,
            };
            Some(Asked { seq, seat, user, state })
        };
        let requests = rows.into_iter().filter_map(read).collect();
        Ok(Known { away, unasked: Vec::new(), requests })
    }
}
