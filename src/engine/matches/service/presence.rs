//! When the bot was away, and what people could not know or do because of that.

use std::sync::Arc;
use std::time::Duration;

use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::Actor;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::reachability::{Reachability, SeatRequest};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{DeliveryState, DueRow, SeatRequestRow, StoreError};
use trigon_clock::Millis;

/// How often to look whether a seat has been given back.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long that may take once everything has arrived.
const RETURN_TIMEOUT: Duration = Duration::from_secs(10);

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
            self.presence().note_absence(from..now);
            let mut due = self.store().due_before(Millis::MAX).await?;
            due.retain(|row| matches!(TimerKind::of(row), Some(TimerKind::Deadline | TimerKind::Offer)));
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
        self.store().note_presence(now).await?;
        self.presence().set_back(true);
        Ok(())
    }

    /// Waits until people have been given back the time in which the bot was away. Until then, nobody knows whether something was sent
    /// in time.
    pub async fn is_back(&self) {
        self.presence().back().await;
    }

    /// Returns the matches that a person plays in and that have not ended before a time, with those in which their seat is lent to
    /// a substitute whose time is over.
    pub async fn played_since(&self, at: Millis, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let mut matches = self.store().played_since(at, Some(user)).await?;
        matches.extend(self.ended_loans(user, self.clock().now()).await?);
        matches.sort_unstable();
        matches.dedup();
        Ok(matches)
    }

    /// Waits, for a few seconds at most, until a person has the seats again whose loans had ended when they sent something: what
    /// substitutes have sent before comes first.
    pub async fn has_seats_back(&self, user: UserId, sent_at: Millis) -> Result<(), StoreError> {
        let returned = async {
            while !self.ended_loans(user, sent_at).await?.is_empty() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            Ok(())
        };
        let patience = Duration::from_millis(self.grace().unsigned_abs()) + RETURN_TIMEOUT;
        tokio::time::timeout(patience, returned).await.unwrap_or(Ok(()))
    }

    /// Returns the matches in which a person has lent their seat until a time or longer ago, and it has not been given back yet.
    async fn ended_loans(&self, user: UserId, at: Millis) -> Result<Vec<MatchId>, StoreError> {
        let mut ended = Vec::new();
        let is_return = |row: &DueRow| TimerKind::of(row) == Some(TimerKind::Return);
        for row in self.store().due_before(at).await?.into_iter().filter(is_return) {
            // If a match cannot be read, its host hears of that.
            let game = self.load(row.match_id).await.ok();
            let is_own = |game: &Arc<Match>| game.ended_loans(at).any(|lent| lent.owner == user);
            ended.extend(game.filter(is_own).map(|game| game.id));
        }
        Ok(ended)
    }

    /// Returns what is known about something that is due.
    pub(super) async fn reachability(&self, id: MatchId, timer: Timer) -> Result<Reachability, MatchError> {
        let removed = self.is_removed(id);
        let away = removed || self.presence().was_away(timer.at);
        if timer.kind != TimerKind::Offer {
            let is_known = self.presence().is_in_trouble(id);
            let unasked = if is_known { self.store().unreached(id).await? } else { Vec::new() };
            let turn = if timer.kind == TimerKind::Deadline { self.turn_shown(id).await? } else { None };
            return Ok(Reachability { away, removed, unasked, requests: Vec::new(), turn });
        }
        let rows = self.store().seat_requests(id).await?;
        let read = |SeatRequestRow { notice, seq, state }| match Notice::read(&notice)? {
            Notice::Handover { seat, user, .. } => Some(SeatRequest { seq, seat, user, state }),
            _ => None,
        };
        let requests = rows.into_iter().filter_map(read).collect();
        Ok(Reachability { away, removed, unasked: Vec::new(), requests, turn: None })
    }

    /// Returns what became of the message that shows whose turn it is, in games of turns.
    async fn turn_shown(&self, id: MatchId) -> Result<Option<DeliveryState>, MatchError> {
        if !self.is_of_turns(id).await? {
            return Ok(None);
        }
        Ok(self.store().news_shown(id).await?)
    }
}
