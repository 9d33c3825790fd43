//! [`WakeUps`]: hearing at once that another process has stored something.

use std::fmt;

use sqlx::postgres::PgListener;

use crate::store::connect::explain::sentence;
use crate::store::{Address, Store, StoreError};

/// A listener that hears when another process has stored something that this one may have to act on.
pub struct WakeUps {
    listener: PgListener,
    address: Address,
    /// The prefix of this schema's wake-ups. `own` is this process's own wake-up.
    schema: String,
    own: String,
}

impl fmt::Debug for WakeUps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WakeUps").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Store {
    /// Begins to listen to the other processes. Returns `None` if there are none.
    ///
    /// # Errors
    /// [`StoreError::Open`] if the server cannot be reached.
    pub async fn wake_ups(&self) -> Result<Option<WakeUps>, StoreError> {
        let Some(address) = self.server().filter(|_| !self.process.is_alone()) else { return Ok(None) };
        let sql = "SELECT CAST(current_schema() AS TEXT)";
        let schema: String = sqlx::query_scalar(sql).fetch_one(&self.readers).await?;
        let refused = |error| StoreError::Open(sentence(address, &error));
        let mut listener = PgListener::connect(&address.reveal()).await.map_err(refused)?;
        listener.listen("trigon").await.map_err(refused)?;
        let schema = format!("{schema} ");
        let own = format!("{schema}{}", self.process.name());
        Ok(Some(WakeUps { listener, address: address.clone(), schema, own }))
    }
}

impl WakeUps {
    /// Waits until another process has stored something, or may have: it is also time to look after a lost connection.
    ///
    /// # Errors
    /// [`StoreError::Open`] if the connection is lost and cannot be re-established.
    pub async fn next(&mut self) -> Result<(), StoreError> {
        loop {
            match self.listener.try_recv().await {
                Ok(Some(told)) if told.payload() == self.own || !told.payload().starts_with(&self.schema) => {
                }
                Ok(_) => return Ok(()),
                Err(error) => return Err(StoreError::Open(sentence(&self.address, &error))),
            }
        }
    }
}
