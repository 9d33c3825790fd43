//! [`DatabaseLock`]: only one bot runs on a database, in one process or with its shards divided among several.

use sqlx::any::{AnyConnectOptions, install_default_drivers};

use super::address::Place;
use super::file::FileLock;
use super::open::sentence;
use super::server_lock::ServerLock;
use super::sqlite::{absolute, make_folder};
use super::{Address, Shards, Store, StoreError};

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

    /// Takes the lock with which one process keeps others from having the same shards of a bot on the database at `url`, as
    /// [`lock`](Self::lock) does for a whole bot.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if another process has one of these shards, a whole bot runs on
    /// the database, other processes divide the bot differently, the database is a file, the address is not understood,
    /// or the server cannot be reached.
    pub async fn lock_shards(url: &str, owner: &str, shards: Shards) -> Result<DatabaseLock, StoreError> {
        let address = Address::parse(url)?;
        match address.place() {
            Place::Sqlite(_) => Err(StoreError::Open(
                "a bot whose shards are divided among several processes needs a database on a PostgreSQL server: leave out \
                 `shards`, or set `database` to postgres://USER:PASSWORD@HOST/NAME"
                    .to_owned(),
            )),
            Place::Postgres(options) => on_server(&address, options, owner, Some(shards)).await,
        }
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
            Place::Postgres(options) => on_server(address, options, owner, None).await,
        }
    }
}

async fn on_server(
    address: &Address,
    options: &AnyConnectOptions,
    owner: &str,
    shards: Option<Shards>,
) -> Result<DatabaseLock, StoreError> {
    install_default_drivers();
    let taken = ServerLock::take(address.clone(), options.clone(), owner, shards).await;
    let lock = taken.map_err(|error| StoreError::of_opening(sentence(address, &error), &error))??;
    Ok(DatabaseLock(Held::Server(Box::new(lock))))
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
