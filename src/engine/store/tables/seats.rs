//! The table `seats`.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::ids::{MatchId, UserId};
use crate::store::connect::sql::{self, row_placeholders};
use crate::store::{SeatRow, Store, StoreError};

/// The columns of a seat, in the order in which they are read.
type Columns = (i64, UserId, String, String, i64, i64, i64, i64);

/// A query for the seats of a match.
macro_rules! seats {
    ($words:ident, $which:expr) => {
        $crate::store::connect::sql::list!(
            $words,
            "seat, user_id, name, fields, joined, dm_closed, checked_in, vacant",
            "seat",
            "seats WHERE match_id = ",
            $which
        )
    };
}
pub(in crate::store) use seats;

/// Parses a list of seats.
pub(in crate::store) fn read(json: Option<&str>) -> Result<Vec<SeatRow>, StoreError> {
    let row = |(seat, user_id, name, fields, joined, dm_closed, checked_in, vacant): Columns| {
        let (dm_closed, checked_in, vacant) = (dm_closed != 0, checked_in != 0, vacant != 0);
        SeatRow { seat, user_id, name, fields, joined, dm_closed, checked_in, vacant }
    };
    Ok(sql::read_list(json)?.into_iter().map(row).collect())
}

impl Store {
    /// Records whether a player's direct messages are closed, as a change of the match. Does nothing if the person has no
    /// seat.
    pub async fn set_dm_closed(
        &self,
        match_id: MatchId,
        user_id: UserId,
        closed: bool,
    ) -> Result<(), StoreError> {
        self.set_reach("UPDATE seats SET dm_closed = $1", match_id, user_id, closed).await
    }

    /// Records that a player has checked in, and whether their direct messages are closed, as a change of the match. Does
    /// nothing if the person has no seat.
    pub async fn check_in(&self, match_id: MatchId, user_id: UserId, closed: bool) -> Result<(), StoreError> {
        self.set_reach("UPDATE seats SET checked_in = 1, dm_closed = $1", match_id, user_id, closed).await
    }

    async fn set_reach(
        &self,
        update: &'static str,
        match_id: MatchId,
        user_id: UserId,
        closed: bool,
    ) -> Result<(), StoreError> {
        let work = || async {
            let mut transaction = self.begin().await?;
            // Programs that have cached the match read it again. It comes first, because changes lock it before its seats.
            let sql = "UPDATE matches SET version = version + 1 WHERE id = $1";
            sqlx::query(sql).bind(match_id).execute(&mut *transaction).await?;
            let update = format!("{update} WHERE match_id = $2 AND user_id = $3");
            let done = sqlx::query(AssertSqlSafe(update))
                .bind(i64::from(closed))
                .bind(match_id)
                .bind(user_id)
                .execute(&mut *transaction)
                .await?;
            // Without a seat, the match stays as it was.
            if done.rows_affected() > 0 { self.end(transaction).await } else { Ok(()) }
        };
        self.run_write(work).await
    }
}

/// Replaces the stored seats.
///
/// A player who stays keeps the stored `dm_closed` and `checked_in`, which may have changed after these seats were read.
pub(in crate::store) async fn replace(
    connection: &mut AnyConnection,
    match_id: MatchId,
    seats: &[SeatRow],
) -> Result<(), StoreError> {
    let sql = "SELECT user_id, dm_closed, checked_in FROM seats WHERE match_id = $1";
    let before: Vec<(UserId, i64, i64)> =
        sqlx::query_as(sql).bind(match_id).fetch_all(&mut *connection).await?;
    let known: BTreeMap<UserId, (bool, bool)> =
        before.into_iter().map(|(user, closed, checked_in)| (user, (closed != 0, checked_in != 0))).collect();
    sqlx::query("DELETE FROM seats WHERE match_id = $1").bind(match_id).execute(&mut *connection).await?;
    if seats.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO seats (match_id, seat, user_id, name, fields, joined, dm_closed, checked_in, vacant) VALUES {}",
        row_placeholders(1, seats.len(), 9)
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for seat in seats {
        StoreError::check_text(&seat.name)?;
        let (closed, checked_in) =
            known.get(&seat.user_id).copied().unwrap_or((seat.dm_closed, seat.checked_in));
        query = query.bind(match_id).bind(seat.seat).bind(seat.user_id).bind(&seat.name).bind(&seat.fields);
        query = query
            .bind(seat.joined)
            .bind(i64::from(closed))
            .bind(i64::from(checked_in))
            .bind(i64::from(seat.vacant));
    }
    query.execute(connection).await?;
    Ok(())
}
