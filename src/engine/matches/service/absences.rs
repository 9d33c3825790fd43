//! The times in which the bot was away, or Discord did not reach people: giving time back, and what is known about people when
//! something falls due.

use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::Actor;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::notice::Notice;
use crate::matches::model::reachability::{Reachability, SeatRequest};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{DeliveryState, SeatRequestRow, StoreError};
use trigon_clock::Millis;

impl Matches {
    /// Stores that the bot is there, if that was not done lately. The scheduler calls this in each of its rounds.
    pub(super) async fn note_presence(&self) -> Result<(), StoreError> {
        let now = self.clock().now();
        if self.presence().begin_interval_if_due(now) {
            self.store().note_presence(now).await
        } else {
            Ok(())
        }
    }

    /// Gives people back the time in which the bot was away, because they could not use it. The scheduler calls this when it starts.
    ///
    /// # Errors
    /// Fails if storage fails. What has been given back is not given back again.
    pub async fn come_back(&self) -> Result<(), StoreError> {
        let now = self.clock().now();
        if let Some(from) = self.store().last_presence().await?.filter(|from| *from < now) {
            self.presence().add_absence(from..now);
            for id in self.matches_with_running_time().await? {
                // If a match cannot be read, its host hears of that when something is due.
                let given = self.give(id, &Actor::Clock, &Command::MakeUp { from, to: now }).await;
                if let Err(MatchError::Internal(InternalError::Store(error))) = given {
                    return Err(error);
                }
            }
        }
        self.store().note_presence(now).await?;
        self.presence().set_time_given_back(true);
        Ok(())
    }

    /// Returns the matches in which time runs out for somebody, at a deadline or for an offer of a seat.
    async fn matches_with_running_time(&self) -> Result<Vec<MatchId>, StoreError> {
        let mut due = self.store().due_before(Millis::MAX).await?;
        due.retain(|row| matches!(TimerKind::of(row), Some(TimerKind::Deadline | TimerKind::Offer)));
        let mut matches: Vec<MatchId> = due.into_iter().map(|row| row.match_id).collect();
        matches.sort_unstable();
        matches.dedup();
        Ok(matches)
    }

    /// Waits until people have been given back the time in which the bot was away. Until then, nobody knows whether something was sent
    /// in time.
    pub async fn wait_until_time_is_given_back(&self) {
        self.presence().wait_until_time_is_given_back().await;
    }

    /// Returns what is known about the people of a match for whom something is due: whether they could know what they were asked,
    /// and could answer it.
    pub(super) async fn reachability(&self, id: MatchId, timer: Timer) -> Result<Reachability, MatchError> {
        let removed = self.is_removed(id);
        let away = removed || self.presence().was_away(timer.at);
        let known = Reachability { away, removed, ..Reachability::default() };
        match timer.kind {
            TimerKind::Offer => Ok(Reachability { requests: self.seat_requests(id).await?, ..known }),
            TimerKind::Deadline => {
                let turn = self.turn_shown(id).await?;
                Ok(Reachability { unasked: self.unasked(id).await?, turn, ..known })
            }
            _ => Ok(Reachability { unasked: self.unasked(id).await?, ..known }),
        }
    }

    /// Returns the people in a match to whom Discord has so far refused to bring what they are asked.
    async fn unasked(&self, id: MatchId) -> Result<Vec<UserId>, StoreError> {
        if self.presence().has_unreached_players(id) {
            self.store().unreached(id).await
        } else {
            Ok(Vec::new())
        }
    }

    /// Returns what became of the messages of a match that ask people to take seats.
    async fn seat_requests(&self, id: MatchId) -> Result<Vec<SeatRequest>, StoreError> {
        let read = |SeatRequestRow { notice, seq, state }| match Notice::read(&notice)? {
            Notice::Handover { seat, user, .. } => Some(SeatRequest { seq, seat, user, state }),
            _ => None,
        };
        Ok(self.store().seat_requests(id).await?.into_iter().filter_map(read).collect())
    }

    /// Returns what became of the message that shows whose turn it is, in games of turns.
    async fn turn_shown(&self, id: MatchId) -> Result<Option<DeliveryState>, MatchError> {
        if !self.is_of_turns(id).await? {
            return Ok(None);
        }
        Ok(self.store().news_shown(id).await?)
    }
}
