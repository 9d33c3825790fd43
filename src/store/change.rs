//! Creating, loading and changing whole matches, each in one transaction.

use super::{
    Change, LogRow, MatchRow, NewMessage, SeatRow, Store, StoreError, Stored, due, enqueue, log, matches,
    seats,
};

impl Store {
    /// Stores a new match and its first messages, which may be sent from its creation on. Ignores the row's `id` and
    /// `version`, and returns the row as stored.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another program took the number at the same time (never with SQLite);
    /// [`StoreError::Fault`].
    pub async fn create_match(
        &self,
        row: &MatchRow,
        messages: &[NewMessage],
    ) -> Result<MatchRow, StoreError> {
        self.create_seated(row, &[], messages).await
    }

    /// Stores a new match with its first seats, which are numbered in their order.
    ///
    /// # Errors
    /// Those of [`create_match`](Self::create_match).
    pub async fn create_seated(
        &self,
        row: &MatchRow,
        seats: &[SeatRow],
        messages: &[NewMessage],
    ) -> Result<MatchRow, StoreError> {
        let work = async {
            let mut transaction = self.begin().await?;
            let stored = matches::insert(&mut transaction, &self.keys, row).await?;
            let mut seats = seats.to_vec();
            for (number, seat) in (1..).zip(&mut seats) {
                seat.seat = number;
            }
            seats::replace(&mut transaction, stored.id, &seats).await?;
            enqueue::append(&mut transaction, &self.keys, stored.id, messages, row.created_at).await?;
            self.announce(&mut transaction).await?;
            self.end(transaction).await?;
            Ok(stored)
        };
        self.stored(work).await
    }

    /// Returns everything about a match, as it was at one moment, or `None` if there is no such match.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn load(&self, id: i64) -> Result<Option<Stored>, StoreError> {
        let mut snapshot = self.readers.begin().await?;
        let Some(row) = matches::one(&mut snapshot, &self.keys, id).await? else {
            return Ok(None);
        };
        let seats = seats::all(&mut snapshot, id).await?;
        let log = self.entries(&mut snapshot, id, i64::MIN).await?;
        let due = due::all(&mut snapshot, id).await?;
        snapshot.commit().await?;
        Ok(Some(Stored { row, seats, log, due }))
    }

    /// Stores a change made at `now`, completely or not at all, and increases the match's version by one. The rows in
    /// `due` must belong to the same match. The messages may be sent at once.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the match no longer has the version on which the change is based, does not exist, or
    /// already has an entry with the same number; [`StoreError::Fault`], also if a seat, a person or a kind of due row
    /// appears twice.
    pub async fn commit(&self, change: &Change, now: i64) -> Result<(), StoreError> {
        let id = change.row.id;
        let work = async {
            let mut transaction = self.begin().await?;
            matches::update(&mut transaction, &self.keys, &change.row).await?;
            log::append(&mut transaction, &self.keys, id, &change.entries).await?;
            if let Some(seats) = &change.seats {
                seats::replace(&mut transaction, id, seats).await?;
            }
            if let Some(due) = &change.due {
                due::replace(&mut transaction, id, due).await?;
            }
            enqueue::append(&mut transaction, &self.keys, id, &change.messages, now).await?;
            self.announce(&mut transaction).await?;
            self.end(transaction).await
        };
        match self.stored(work).await {
            Err(StoreError::Fault(fault)) if fault.is_unsure() && self.has(id, &change.entries).await => {
                Ok(())
            }
            done => done,
        }
    }

    /// Returns whether exactly these entries are stored.
    async fn has(&self, id: i64, entries: &[LogRow]) -> bool {
        let Some(first) = entries.first() else { return false };
        let stored = self.log_after(id, first.seq - 1).await;
        stored.is_ok_and(|log| log.get(..entries.len()) == Some(entries))
    }
}
