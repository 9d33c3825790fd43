//! Opening and closing the database: its connections and tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Connection};

use super::address::Location;
use super::explain::{missing_key, sentence};
use super::file::{DatabaseFile, lock_path, take_over_log};
use super::migrations::{migrate, newest_version};
use super::postgres;
use super::sql::is_server;
use super::sqlite::{self, absolute, make_file};
use super::store::{DatabaseKind, SharedTrouble, Store, present_trouble};
use super::upgrade::{BeforeUpgrade, back_up_older, refuse_newer};
use crate::store::{Address, Keys, Process, StoreError};

impl Store {
    /// Opens the database at `url` (`sqlite://PATH` or `postgres://USER:PASSWORD@HOST/NAME`) and updates its tables.
    /// Creates a file and its folder if they do not exist, but no database on a server.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if the address is not understood, if the folder or the
    /// file cannot be written, if the file is not a database, if the server refuses, or if a newer version of Trigon has
    /// written it; [`StoreError::Away`] if the server cannot be used at present.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Self::open_sealed(url, Keys::none()).await
    }

    /// Opens the database at `url` as [`open`](Self::open) does, and seals secrets with the newest of the keys.
    ///
    /// # Errors
    /// Those of [`open`](Self::open); [`StoreError::Open`] also if something is sealed with a key that is not among them.
    pub async fn open_sealed(url: &str, keys: Keys) -> Result<Store, StoreError> {
        Self::open_with(url, keys, BeforeUpgrade::default()).await
    }

    /// Opens the database at `url` as [`open_sealed`](Self::open_sealed) does. If its tables have to be brought up to date, a
    /// file is copied first, unless told otherwise; [`copy`](Self::copy) returns where.
    ///
    /// # Errors
    /// Those of [`open_sealed`](Self::open_sealed); [`StoreError::Open`] also if the copy cannot be written.
    pub async fn open_with(url: &str, keys: Keys, before: BeforeUpgrade) -> Result<Store, StoreError> {
        let address = Address::parse(url)?;
        let store = Self { keys, ..Self::open_at(&address, before).await? };
        let checked = store.check_keys(&address).await;
        if checked.is_err() {
            store.close().await;
        }
        checked.map(|()| store)
    }

    /// Checks that everything sealed can be opened, and records the newest key.
    async fn check_keys(&self, address: &Address) -> Result<(), StoreError> {
        let sql = "SELECT id FROM sealing_keys ORDER BY id";
        let used: Vec<String> = sqlx::query_scalar(sql).fetch_all(&self.readers).await?;
        if let Some(missing) = used.iter().find(|used| self.keys.ids().all(|id| id != used.as_str())) {
            return Err(StoreError::Open(missing_key(address, missing, &self.keys)));
        }
        match self.keys.newest() {
            Some(newest) if used.iter().all(|used| used != newest) => {
                let sql = "INSERT INTO sealing_keys (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";
                self.write(sqlx::query(sql).bind(newest.to_owned())).await.map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Opens the database at an address, without keys and without checking whether anything is sealed.
    pub(in crate::store) async fn open_at(
        address: &Address,
        before: BeforeUpgrade,
    ) -> Result<Store, StoreError> {
        install_default_drivers();
        let opened = match address.place() {
            Location::Sqlite(path) => open_file(address, path, before).await?,
            Location::Postgres(options) => open_on_server(address, options).await?,
        };
        let trouble = SharedTrouble::default();
        // A connection to a file that could not be written stays like that, so each is replaced while there is trouble.
        let renewed_in_trouble = matches!(opened.kind, DatabaseKind::File(_)).then(|| trouble.clone());
        let pool = |options: AnyPoolOptions, trusted_idle_time| {
            connect_lazily(options, &opened.options, trusted_idle_time, renewed_in_trouble.clone())
        };
        Ok(Store {
            writer: pool(opened.writers, postgres::TRUSTED_IDLE_TIME),
            readers: pool(opened.readers, Duration::ZERO),
            keys: Keys::none(),
            kind: opened.kind,
            process: Arc::new(Process::alone()),
            alive_before: Arc::default(),
            trouble,
            copy: opened.copy.map(PathBuf::into_boxed_path).map(Arc::from),
        })
    }

    /// Returns whether the database at `url` was used by a bot before, and no longer exists. A database on a server is
    /// never missing: opening it would fail.
    pub fn is_missing(url: &str) -> Result<bool, StoreError> {
        match Address::parse(url)?.place() {
            Location::Sqlite(path) => {
                let path = absolute(path)?;
                Ok(lock_path(&path).exists() && !path.exists())
            }
            Location::Postgres(_) => Ok(false),
        }
    }

    /// Returns whether several processes can work on the database at `url` at the same time.
    pub fn is_shared(url: &str) -> bool {
        Address::parse(url).is_ok_and(|address| matches!(address.place(), Location::Postgres(_)))
    }
}

/// A database whose tables are up to date.
struct OpenedDatabase {
    options: AnyConnectOptions,
    writers: AnyPoolOptions,
    readers: AnyPoolOptions,
    kind: DatabaseKind,
    /// The copy of the file that was made before its tables were brought up to date, if they were.
    copy: Option<PathBuf>,
}

/// Creates a file if there is none, and brings its tables up to date.
async fn open_file(
    address: &Address,
    path: &Path,
    before: BeforeUpgrade,
) -> Result<OpenedDatabase, StoreError> {
    let refused = |error| StoreError::of_opening(sentence(address, &error), &error);
    let path = absolute(path)?;
    make_file(&path)?;
    take_over_log(&path);
    let options = sqlite::options(&path).map_err(refused)?;
    // Without a pool, which would keep trying if the file is not a database.
    let mut connection = AnyConnection::connect_with(&options).await.map_err(refused)?;
    // Before anything is changed in a file of another program.
    let tables = sqlite::tables(&mut connection).await.map_err(refused)?;
    sqlite::check_own(&tables, &path)?;
    sqlite::prepare(&mut connection).await.map_err(refused)?;
    refuse_newer(&mut connection, address).await?;
    let copy = match before {
        BeforeUpgrade::BackUp => back_up_older(&mut connection, &path, newest_version()).await?,
        BeforeUpgrade::Nothing => None,
    };
    migrate(connection).await.map_err(refused)?;
    let file = DatabaseFile::at(&path).map_err(|error| {
        StoreError::Open(format!("the database {} cannot be found: {error}", path.display()))
    })?;
    let (writers, readers) = (sqlite::writers(), sqlite::readers());
    Ok(OpenedDatabase { options, writers, readers, kind: DatabaseKind::File(file), copy })
}

/// Brings the tables on a server up to date.
async fn open_on_server(
    address: &Address,
    options: &AnyConnectOptions,
) -> Result<OpenedDatabase, StoreError> {
    let refused = |error| StoreError::of_opening(sentence(address, &error), &error);
    let mut connection = postgres::connect(options).await.map_err(refused)?;
    refuse_newer(&mut connection, address).await?;
    migrate(connection).await.map_err(refused)?;
    Ok(OpenedDatabase {
        options: options.clone(),
        writers: postgres::writers(),
        readers: postgres::readers(),
        kind: DatabaseKind::Server(address.clone()),
        copy: None,
    })
}

/// Creates a pool that connects when needed. Connections to a server that were used within `trusted_idle_time` count as alive.
/// While there is `trouble`, every connection is a new one.
fn connect_lazily(
    pool: AnyPoolOptions,
    options: &AnyConnectOptions,
    trusted_idle_time: Duration,
    trouble: Option<SharedTrouble>,
) -> AnyPool {
    // After some errors, such as a full disk, SQLite ends a transaction on its own. sqlx does not notice, and could
    // never begin another one on that connection.
    pool.before_acquire(move |connection, known| {
        let is_in_trouble = trouble.as_ref().is_some_and(|trouble| present_trouble(trouble).is_some());
        Box::pin(async move {
            if connection.is_in_transaction() || is_in_trouble {
                return Ok(false);
            }
            // A server may have been restarted since.
            let is_trusted = known.idle_for < trusted_idle_time || !is_server(connection);
            Ok(is_trusted || connection.ping().await.is_ok())
        })
    })
    .connect_lazy_with(options.clone())
}
