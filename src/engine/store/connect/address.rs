//! [`Address`]: the location of a database.

use std::fmt;
use std::path::{Path, PathBuf};

use sqlx::ConnectOptions as _;
use sqlx::any::AnyConnectOptions;

use crate::store::StoreError;

/// The allowed options in the address of a server. Any others would be ignored, and logged with their values.
const ALLOWED_OPTIONS: [&str; 11] = [
    "application_name",
    "dbname",
    "host",
    "options",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// The options included when an address is shown.
const DISPLAYED_OPTIONS: [&str; 4] = ["dbname", "host", "port", "user"];

/// The address of a database, `sqlite://PATH` or `postgres://USER:PASSWORD@HOST/NAME`. It is shown without the password.
#[derive(Clone)]
pub struct Address(Location);

/// What an address points to.
#[derive(Clone)]
pub(in crate::store) enum Location {
    /// A file.
    Sqlite(PathBuf),
    /// A database on a server.
    Postgres(AnyConnectOptions),
}

impl Address {
    /// Parses an address.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that never contains the address, because that may contain a password.
    pub fn parse(url: &str) -> Result<Self, StoreError> {
        let refuse = |sentence: &str| Err(StoreError::Open(sentence.to_owned()));
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return of_server(url);
        }
        let Some(path) = url.strip_prefix("sqlite://") else {
            return refuse(
                "the address of the database must be sqlite://PATH, such as sqlite://data/trigon.db, or \
                 postgres://USER:PASSWORD@HOST/NAME",
            );
        };
        match path {
            "" => refuse("the address of the database must name a file, such as sqlite://data/trigon.db"),
            ":memory:" => refuse("a database in memory would forget the matches: name a file"),
            _ if path.contains('?') => {
                refuse("the address of the database takes no options: leave out what begins with ?")
            }
            _ => Ok(Self(Location::Sqlite(PathBuf::from(path)))),
        }
    }

    /// Returns the address of a SQLite file.
    pub(in crate::store) fn of_file(path: &Path) -> Self {
        Self(Location::Sqlite(path.to_owned()))
    }

    /// Returns the address with its password.
    pub(in crate::store) fn reveal(&self) -> String {
        match &self.0 {
            Location::Sqlite(path) => format!("sqlite://{}", path.display()),
            Location::Postgres(options) => options.database_url.to_string(),
        }
    }

    /// Returns what the address points to.
    pub(in crate::store) fn place(&self) -> &Location {
        &self.0
    }
}

fn of_server(url: &str) -> Result<Address, StoreError> {
    let refuse = |sentence: String| Err(StoreError::Open(sentence));
    let misread = "the address of the database must be postgres://USER:PASSWORD@HOST/NAME, with special characters \
                   in the password written like %40";
    let Ok(options) = url.parse::<AnyConnectOptions>() else { return refuse(misread.to_owned()) };
    let parsed = &options.database_url;
    // Whatever a character such as # or / has cut off from a password must not pass as a name or an option.
    if parsed.fragment().is_some() || parsed.path().contains('@') {
        return refuse(misread.to_owned());
    }
    if parsed.query_pairs().any(|(key, _)| !ALLOWED_OPTIONS.contains(&&*key)) {
        return refuse(format!(
            "the address of the database takes only these options: {}",
            ALLOWED_OPTIONS.join(", ")
        ));
    }
    // Statements are never logged, not even slow ones.
    Ok(Address(Location::Postgres(options.disable_statement_logging())))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = match &self.0 {
            Location::Sqlite(path) => return write!(f, "sqlite://{}", path.display()),
            Location::Postgres(options) => options,
        };
        let mut url = options.database_url.clone();
        let shown: Vec<(String, String)> = url
            .query_pairs()
            .filter(|(key, _)| DISPLAYED_OPTIONS.contains(&&**key))
            .map(|(key, value)| (key.into_owned(), value.into_owned()))
            .collect();
        url.set_query(None);
        if !shown.is_empty() {
            url.query_pairs_mut().extend_pairs(shown);
        }
        // Removing the password fails only for an address without a host, which has no password.
        if url.password().is_some() && url.set_password(None).is_err() {
            return f.write_str("postgres://");
        }
        write!(f, "{url}")
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
