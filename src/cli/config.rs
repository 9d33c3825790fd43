//! The configuration: a file, overridden by the environment; in `config/secrets.rs`, what it says where to find.

mod secrets;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Error;
use super::files::read_text;
use crate::bot::{Api, Commands};
use crate::store::{Address, BeforeUpgrade, Shards, Store};

/// The configuration file that is read by default, if it exists.
pub(super) const DEFAULT_FILE: &str = "config.toml";

/// The arguments that locate the configuration.
#[derive(Debug, clap::Args)]
pub(super) struct ConfigFile {
    /// The configuration file (default: config.toml, if there is one)
    #[arg(long, value_name = "FILE", env = "TRIGON_CONFIG")]
    config: Option<PathBuf>,
}

/// The argument that leaves out the copy of an older database.
#[derive(Debug, clap::Args)]
pub(super) struct NoBackup {
    /// Do not copy the database file before a newer version of Trigon changes its tables
    #[arg(long)]
    no_backup: bool,
}

impl NoBackup {
    /// Changes the configuration as the argument says.
    pub(super) fn apply(&self, config: &mut Config) {
        if self.no_backup {
            config.backup_before_upgrade = false;
        }
    }
}

/// The keys, as `config.example.toml` explains them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Config {
    /// A file that contains only the token.
    pub(super) token_file: Option<PathBuf>,
    /// A file that contains the keys with which secrets are sealed before they are stored.
    pub(super) key_file: Option<PathBuf>,
    /// The address of the database.
    pub(super) database: DatabaseUrl,
    /// The address at which health and figures are served over HTTP.
    pub(super) metrics: Option<String>,
    /// Whether other machines may reach that address. Only in the file, so that nobody opens it by accident.
    pub(super) metrics_public: bool,
    /// The log level.
    pub(super) log: String,
    /// Servers in which the commands are registered at once, rather than everywhere within an hour.
    pub(super) guilds: Vec<u64>,
    /// The address of another API than Discord's, for rehearsals.
    pub(super) api: Option<String>,
    /// The address of the clock of a rehearsal.
    pub(super) clock: Option<String>,
    /// The shards of this process, if several processes share the bot.
    pub(super) shards: Option<Shards>,
    /// Whether a database file is copied before a newer version of Trigon changes its tables.
    pub(super) backup_before_upgrade: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            token_file: None,
            key_file: None,
            database: DatabaseUrl("sqlite://data/trigon.db".to_owned()),
            metrics: None,
            metrics_public: false,
            log: "info".to_owned(),
            guilds: Vec::new(),
            api: None,
            clock: None,
            shards: None,
            backup_before_upgrade: true,
        }
    }
}

/// The address of a database, which is shown without its password.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(super) struct DatabaseUrl(String);

impl DatabaseUrl {
    /// Returns the address with its password.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// Checks that it is the address of a database.
    ///
    /// # Errors
    /// If it is none, with a sentence that does not contain it.
    pub(super) fn check(&self) -> Result<(), Error> {
        Address::parse(&self.0).map(drop).map_err(|error| Error::Usage(format!("database: {error}")))
    }
}

/// Accepts any text. Errors in it are reported when it is used, without the password.
impl From<&str> for DatabaseUrl {
    fn from(url: &str) -> Self {
        Self(url.to_owned())
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Address::parse(&self.0) {
            Ok(address) => write!(f, "{address}"),
            Err(error) => write!(f, "({error})"),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A function that returns an environment variable, or `None` if it is unset or empty.
type Env<'a> = &'a dyn Fn(&str) -> Option<String>;

impl ConfigFile {
    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        self.config.as_deref().unwrap_or(Path::new(DEFAULT_FILE))
    }

    /// Reads the file and the environment. Returns an error if a file was named and does not exist, or if a value
    /// cannot be read.
    pub(super) fn read(&self) -> Result<Config, Error> {
        self.read_with(&env)
    }

    /// Reads the file, if it exists, and the environment.
    pub(super) fn read_or_default(&self) -> Result<Config, Error> {
        if self.path().exists() {
            return self.read();
        }
        let mut config = Config::default();
        config.override_with(&env)?;
        Ok(config)
    }

    fn read_with(&self, env: Env<'_>) -> Result<Config, Error> {
        let path = self.path();
        let text = match read_text(path) {
            Err(Error::Read { source, .. })
                if source.kind() == std::io::ErrorKind::NotFound && self.config.is_none() =>
            {
                String::new()
            }
            text => text?,
        };
        let mut config = parse(path, &text)?;
        config.override_with(env)?;
        Ok(config)
    }
}

/// Returns the value of a variable that is not blank.
pub(super) fn env(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// Reads the text of a configuration file.
pub(super) fn parse(path: &Path, text: &str) -> Result<Config, Error> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        // The error does not quote the text, which could contain a token by mistake.
        let line = before.matches('\n').count() + 1;
        Error::Usage(format!("{}: line {line}: {}", path.display(), error.message()))
    })
}

impl Config {
    fn override_with(&mut self, env: Env<'_>) -> Result<(), Error> {
        if let Some(path) = env("TRIGON_TOKEN_FILE") {
            self.token_file = Some(path.into());
        }
        if let Some(path) = env("TRIGON_KEY_FILE") {
            self.key_file = Some(path.into());
        }
        if let Some(database) = env("TRIGON_DATABASE") {
            self.database = DatabaseUrl(database);
        }
        if let Some(address) = env("TRIGON_METRICS") {
            self.metrics = Some(address);
        }
        if let Some(log) = env("TRIGON_LOG") {
            self.log = log;
        }
        if let Some(api) = env("TRIGON_API") {
            self.api = Some(api);
        }
        if let Some(clock) = env("TRIGON_CLOCK") {
            self.clock = Some(clock);
        }
        if let Some(shards) = env("TRIGON_SHARDS") {
            let read = shards.parse().map_err(|error| Error::Usage(format!("TRIGON_SHARDS: {error}")));
            self.shards = Some(read?);
        }
        if let Some(wanted) = env("TRIGON_BACKUP_BEFORE_UPGRADE") {
            self.backup_before_upgrade = wanted
                .parse()
                .map_err(|_| Error::Usage("TRIGON_BACKUP_BEFORE_UPGRADE is true or false".to_owned()))?;
        }
        if let Some(guilds) = env("TRIGON_GUILDS") {
            let ids = guilds.split(',').map(|id| id.trim().parse());
            self.guilds = ids.collect::<Result<_, _>>().map_err(|_| {
                Error::Usage("TRIGON_GUILDS is a list of server ids, separated by commas".to_owned())
            })?;
        }
        Ok(())
    }

    /// Returns the address at which health and figures are served, if any. Returns an error if it is not an address
    /// with a port, or if other machines can reach it and `metrics_public` is not set.
    pub(super) fn status_address(&self) -> Result<Option<SocketAddr>, Error> {
        let Some(text) = &self.metrics else { return Ok(None) };
        let address: SocketAddr = text.trim().parse().map_err(|_| {
            Error::Usage(format!("metrics: {text:?} is not an address with a port, such as 127.0.0.1:9464"))
        })?;
        if !address.ip().is_loopback() && !self.metrics_public {
            return Err(Error::Usage(format!(
                "metrics: others can reach {address}: choose one of this machine's own, such as 127.0.0.1:{}, or set \
                 metrics_public = true",
                address.port()
            )));
        }
        Ok(Some(address))
    }

    /// Checks what can be checked before the database is opened, as far as it concerns the database: a wrong address for
    /// figures, for example, keeps nobody from making a backup.
    ///
    /// # Errors
    /// If the address of the database is not one, or if a file is to be shared by several processes.
    pub(super) fn validate(&self) -> Result<(), Error> {
        self.database.check()?;
        match self.shards {
            Some(shards) if !Store::is_shared(self.database.reveal()) => Err(Error::Usage(format!(
                "shards: {shards} is for several processes on one PostgreSQL server, and this database is a file; leave it out"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns what happens to a database file before its tables are brought up to date.
    pub(super) fn before_upgrade(&self) -> BeforeUpgrade {
        if self.backup_before_upgrade { BeforeUpgrade::BackUp } else { BeforeUpgrade::Nothing }
    }

    /// Returns where the commands are registered.
    pub(super) fn commands(&self) -> Commands {
        match self.guilds.as_slice() {
            [] => Commands::Everywhere,
            guilds => Commands::InGuilds(guilds.to_vec()),
        }
    }

    /// Returns the API to connect to.
    pub(super) fn api(&self) -> Api {
        self.api.clone().map_or(Api::Discord, Api::Elsewhere)
    }

    /// Returns the address of the clock of a rehearsal, or `None` for the machine's own. Returns an error if one is set
    /// for the real Discord, whose clock nobody can move.
    pub(super) fn clock(&self) -> Result<Option<&str>, Error> {
        match (&self.clock, &self.api) {
            (Some(_), None) => Err(Error::Usage(
                "clock is for rehearsals only: set api to the address of the sandbox too, or leave clock out"
                    .to_owned(),
            )),
            (clock, _) => Ok(clock.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests;
