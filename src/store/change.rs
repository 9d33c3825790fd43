//! Whole matches: created, loaded and changed, each in one transaction.

use super::{
    Change, MatchRow, NewMessage, SeatRow, Store, StoreError, Stored, due, log, matches, outbox, seats,
};

impl Store {
    /// Stores a new match and its first messages, to be sent from its creation on; the row's `id` and `version` are
    /// not looked at. Gives the row as it is stored.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when another program took the number at the same time (never with SQLite);
    /// [`StoreError::Fault`].
    pub async fn create_match(
        &self,
        row: &MatchRow,
        messages: &[NewMessage],
    ) -> Result<MatchRow, StoreError> {
        self.create_seated(row, &[], messages).await
    }

    /// Stores a new match with its first seats, numbered in their order.
    ///
    /// # Errors
    /// As [`create_match`](Self::create_match).
    pub async fn create_seated(
        &self,
        row: &MatchRow,
        seats: &[SeatRow],
        messages: &[NewMessage],
    ) -> Result<MatchRow, StoreError> {
        let mut transaction = self.begin().await?;
        let stored = matches::insert(&mut transaction, row).await?;
        let mut seats = seats.to_vec();
        for (number, seat) in (1..).zip(&mut seats) {
            seat.seat = number;
        }
        seats::replace(&mut transaction, stored.id, &seats).await?;
        outbox::append(&mut transaction, stored.id, messages, row.created_at).await?;
        transaction.commit().await?;
        Ok(stored)
    }

    /// Everything about a match, as it was at one moment; `None` if there is no such match.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn load(&self, id: i64) -> Result<Option<Stored>, StoreError> {
        let mut snapshot = self.readers.begin().await?;
        let Some(row) = matches::one(&mut snapshot, id).await? else {
            return Ok(None);
        };
        let seats = seats::all(&mut snapshot, id).await?;
        let log = log::all(&mut snapshot, id).await?;
        let due = due::all(&mut snapshot, id).await?;
        snapshot.commit().await?;
        Ok(Some(Stored { row, seats, log, due }))
    }

    /// Stores a change that is made at `now`, all of it or nothing; the match's version grows by one. The rows of
    /// `due` belong to the change's match, and its messages may be sent at once.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the match is no longer in the version on which the change was decided, does not
    /// exist, or has an entry of the same number; [`StoreError::Fault`], also when a seat, a person or a kind of due
    /// is given twice.
    pub async fn commit(&self, change: &Change, now: i64) -> Result<(), StoreError> {
        let id = change.row.id;
        let mut transaction = self.begin().await?;
        matches::update(&mut transaction, &change.row).await?;
        log::append(&mut transaction, id, &change.entries).await?;
        if let Some(seats) = &change.seats {
            seats::replace(&mut transaction, id, seats).await?;
        }
        if let Some(due) = &change.due {
            due::replace(&mut transaction, id, due).await?;
        }
        outbox::append(&mut transaction, id, &change.messages, now).await?;
        Ok(transaction.commit().await?)
    }
}
