//! The table `seats`.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use super::{SeatRow, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for SeatRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(SeatRow {
            seat: row.try_get("seat")?,
            user_id: row.try_get("user_id")?,
            name: row.try_get("name")?,
            fields: row.try_get("fields")?,
            joined: row.try_get("joined")?,
            dm_closed: row.try_get::<i64, _>("dm_closed")? != 0,
            checked_in: row.try_get::<i64, _>("checked_in")? != 0,
        })
    }
}

impl Store {
    /// Notes whether a player's direct messages are closed, as a change of the match. Nothing happens where the person
    /// does not sit.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn set_dm_closed(&self, match_id: i64, user_id: i64, closed: bool) -> Result<(), StoreError> {
        self.set_reach("UPDATE seats SET dm_closed = $1", match_id, user_id, closed).await
    }

    /// Notes that a player has checked in, and whether their direct messages are closed, as a change of the match. Nothing
    /// happens where the person does not sit.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn check_in(&self, match_id: i64, user_id: i64, closed: bool) -> Result<(), StoreError> {
        self.set_reach("UPDATE seats SET checked_in = 1, dm_closed = $1", match_id, user_id, closed).await
    }

    async fn set_reach(
        &self,
        update: &'static str,
        match_id: i64,
        user_id: i64,
        closed: bool,
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.begin().await?;
            let update = format!("{update} WHERE match_id = $2 AND user_id = $3");
            let done = sqlx::query(AssertSqlSafe(update))
                .bind(i64::from(closed))
                .bind(match_id)
                .bind(user_id)
                .execute(&mut *transaction)
                .await?;
            if done.rows_affected() > 0 {
                // Programs that have read the match before read it again.
                sqlx::query("UPDATE matches SET version = version + 1 WHERE id = $1")
                    .bind(match_id)
                    .execute(&mut *transaction)
                    .await?;
            }
            self.end(transaction).await
        };
        self.stored(work).await
    }
}

pub(super) async fn all(connection: &mut AnyConnection, match_id: i64) -> Result<Vec<SeatRow>, sqlx::Error> {
    let sql = "SELECT seat, user_id, name, fields, joined, dm_closed, checked_in FROM seats
               WHERE match_id = $1 ORDER BY seat";
    sqlx::query_as(sql).bind(match_id).fetch_all(connection).await
}

/// Replaces the stored seats.
///
/// A player who stays keeps the stored `dm_closed` and `checked_in`, which may have changed after these seats were read.
pub(super) async fn replace(
    connection: &mut AnyConnection,
    match_id: i64,
    seats: &[SeatRow],
) -> Result<(), StoreError> {
    let before = all(connection, match_id).await?;
    let reach = |seat: &SeatRow| (seat.dm_closed, seat.checked_in);
    let known: BTreeMap<i64, (bool, bool)> = before.iter().map(|seat| (seat.user_id, reach(seat))).collect();
    sqlx::query("DELETE FROM seats WHERE match_id = $1").bind(match_id).execute(&mut *connection).await?;
    for seat in seats {
        StoreError::check_text(&seat.name)?;
        let (closed, checked_in) = known.get(&seat.user_id).copied().unwrap_or_else(|| reach(seat));
        sqlx::query(
            "INSERT INTO seats (match_id, seat, user_id, name, fields, joined, dm_closed, checked_in)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(match_id)
        .bind(seat.seat)
        .bind(seat.user_id)
        .bind(&seat.name)
        .bind(&seat.fields)
        .bind(seat.joined)
        .bind(i64::from(closed))
        .bind(i64::from(checked_in))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
