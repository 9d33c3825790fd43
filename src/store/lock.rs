//! [`DatabaseLock`]: only one bot runs on a database.

use sqlx::any::install_default_drivers;

use super::address::Place;
use super::file::FileLock;
use super::open::sentence;
use super::postgres::ServerLock;
use super::sqlite::{absolute, make_folder};
use super::{Address, Store, StoreError};

/// Keeps other bots from running on the same database until it is dropped, or its process ends in whatever way.
#[derive(Debug)]
pub struct DatabaseLock(Held);

#[derive(Debug)]
enum Held {
    File { _lock: FileLock },
    Server(Box<ServerLock>),
}

impl Store {
    /// Takes the lock with which one bot keeps others from running on the database at `url`. `owner` is what another bot
    /// tells its operator, such as `trigon run (process 7)`.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if another bot has it, or the address is not understood;
    /// [`StoreError::Away`] if the server cannot be used at present.
    pub async fn lock(url: &str, owner: &str) -> Result<DatabaseLock, StoreError> {
        Self::lock_at(&Address::parse(url)?, owner).await
    }

    /// Takes the lock of the database at an address.
    ///
    /// # Errors
    /// Those of [`lock`](Self::lock).
    pub(super) async fn lock_at(address: &Address, owner: &str) -> Result<DatabaseLock, StoreError> {
        match address.place() {
            Place::Sqlite(path) => {
                let path = absolute(path)?;
                make_folder(&path)?;
                Ok(DatabaseLock(Held::File { _lock: FileLock::take(&path, owner)? }))
            }
            Place::Postgres(options) => {
                install_default_drivers();
                let taken = ServerLock::take(address.clone(), options.clone(), owner).await;
                let refused = |error| StoreError::of_opening(sentence(address, &error), &error);
                let lock = taken.map_err(refused)??;
                Ok(DatabaseLock(Held::Server(Box::new(lock))))
            }
        }
    }
}

impl DatabaseLock {
    /// Makes sure that the lock is still held. On a server it is lost with its connection, and taken again here.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names another bot that has taken it meanwhile.
    pub async fn check(&mut self) -> Result<(), StoreError> {
        match &mut self.0 {
            Held::File { .. } => Ok(()),
            Held::Server(lock) => lock.check().await,
        }
    }
}
