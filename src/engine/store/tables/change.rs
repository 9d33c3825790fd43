//! Creating, loading and changing whole matches, each in one transaction.

use sqlx::Row as _;

use super::{due, enqueue, log, matches, seasons, seats, targets};
use crate::ids::MatchId;
use crate::store::{
    About, DueRow, LogRow, MatchRow, MatchUpdate, NewMessage, NextMatch, SeasonUpdate, SeatRow, Store,
    StoreError, StoredMatch,
};

/// A query for everything about a match, in a single statement, which reads a consistent state.
macro_rules! whole {
    ($words:ident) => {
        concat!(
            "SELECT id, version, game, rules_version, stopped_by_rules, guild_id, channel_id, host_id, title, ",
            "status, terms, seed, words, beacon, onlookers, setup, start_hash, created_at, ended_at, rematch_id, (",
            seats::seats!($words, "matches.id"),
            ") AS seats, (",
            log::entries!($words, "matches.id"),
            ") AS log, (",
            due::timers!($words, "matches.id"),
            ") AS due FROM matches WHERE id = $1"
        )
    };
}

impl Store {
    /// Stores a new match with its first seats, which are numbered in order, what the clock has to do for it, and its first
    /// messages, which may be sent from its creation on. Ignores the row's `id` and `version` and the match of `due`, and
    /// returns the row as stored.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another program took the number at the same time (never with SQLite).
    pub async fn create_match(
        &self,
        row: &MatchRow,
        seats: &[SeatRow],
        due: &[DueRow],
        messages: &[NewMessage],
    ) -> Result<MatchRow, StoreError> {
        let work = || async {
            let mut transaction = self.begin_announced().await?;
            let stored = matches::insert(&mut transaction, &self.keys, row).await?;
            let mut seats = seats.to_vec();
            for (number, seat) in (1..).zip(&mut seats) {
                seat.seat = number;
            }
            seats::replace(&mut transaction, stored.id, &seats).await?;
            if !due.is_empty() {
                due::replace(&mut transaction, stored.id, due).await?;
            }
            enqueue::append(&mut transaction, &self.keys, About::Match(stored.id), messages, row.created_at)
                .await?;
            self.end(transaction).await?;
            Ok(stored)
        };
        self.run_write(work).await
    }

    /// Loads everything about a match at one moment, or returns `None` if there is no such match.
    pub async fn load(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        let sql = if self.is_on_a_server() { whole!(server) } else { whole!(file) };
        let Some(read) = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        Ok(Some(StoredMatch {
            row: matches::read(&read, &self.keys)?,
            seats: seats::read(read.try_get("seats")?)?,
            log: log::read(read.try_get("log")?, &self.keys, id)?,
            due: due::read(read.try_get("due")?, id)?,
        }))
    }

    /// Stores a change made at `now`, completely or not at all, and increases the match's version by one. The rows in
    /// `due` must belong to the same match. The messages may be sent at once.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the match no longer has the version on which the change is based, does not exist, or
    /// already has an entry with the same number; [`StoreError::Database`], including when a seat, a person or a kind
    /// of due row appears twice.
    pub async fn commit(&self, change: &MatchUpdate, now: i64) -> Result<(), StoreError> {
        self.commit_with_season(change, None, now).await
    }

    /// Stores a change of a match as [`commit`](Self::commit) does, and with it one of the season in which it is played: both, or
    /// neither.
    ///
    /// # Errors
    /// As [`commit`](Self::commit) and [`commit_season`](Self::commit_season).
    pub async fn commit_with_season(
        &self,
        change: &MatchUpdate,
        season: Option<&SeasonUpdate>,
        now: i64,
    ) -> Result<(), StoreError> {
        self.commit_with_next(change, season, None, now).await
    }

    /// Stores a change of a match as [`commit_with_season`](Self::commit_with_season) does, and with it a new match without seats that follows
    /// it: both, or neither.
    ///
    /// # Errors
    /// As [`commit_with_season`](Self::commit_with_season) and [`create_match`](Self::create_match).
    pub async fn commit_with_next(
        &self,
        change: &MatchUpdate,
        season: Option<&SeasonUpdate>,
        next: Option<&NextMatch>,
        now: i64,
    ) -> Result<(), StoreError> {
        let id = change.row.id;
        let work = || async {
            let mut transaction = self.begin_announced().await?;
            matches::update(&mut transaction, &self.keys, &change.row).await?;
            log::append(&mut transaction, &self.keys, id, &change.entries).await?;
            if let Some(seats) = &change.seats {
                seats::replace(&mut transaction, id, seats).await?;
            }
            if let Some(due) = &change.due {
                due::replace(&mut transaction, id, due).await?;
            }
            if let Some(from) = change.moved_from {
                targets::redirect(&mut transaction, id, from, change.row.channel_id, &change.messages, now)
                    .await?;
            }
            enqueue::append(&mut transaction, &self.keys, About::Match(id), &change.messages, now).await?;
            if let Some(NextMatch { row, due, messages }) = next {
                let stored = matches::insert(&mut transaction, &self.keys, row).await?;
                due::replace(&mut transaction, stored.id, due).await?;
                enqueue::append(&mut transaction, &self.keys, About::Match(stored.id), messages, now).await?;
            }
            if let Some(season) = season {
                seasons::update(&mut transaction, &self.keys, season, now).await?;
            }
            self.end(transaction).await
        };
        match self.run_write(work).await {
            Err(StoreError::Database(fault)) if fault.is_unsure() => {
                let is_stored = match season {
                    Some(season) => self.has_season(season).await,
                    None => self.has(id, &change.entries).await,
                };
                if is_stored { Ok(()) } else { Err(StoreError::Database(fault)) }
            }
            done => done,
        }
    }

    /// Returns whether exactly these entries are stored.
    async fn has(&self, id: MatchId, entries: &[LogRow]) -> bool {
        let Some(first) = entries.first() else { return false };
        let stored = self.log_after(id, first.seq - 1).await;
        stored.is_ok_and(|log| log.get(..entries.len()) == Some(entries))
    }
}
