//! The files that setting up writes, each whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::cli::config::{Config, parse};
use crate::cli::files::{check_writable_path, read_text};

/// What a new configuration begins with: every key with its default and an explanation.
const EXAMPLE_CONFIG: &str = include_str!("../../../config.example.toml");

/// A file with a secret that the configuration names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretFile {
    Token,
    Keys,
}

impl SecretFile {
    /// Returns the key under which the configuration names the file.
    const fn key(self) -> &'static str {
        match self {
            Self::Token => "token_file",
            Self::Keys => "key_file",
        }
    }

    const fn usual_name(self) -> &'static str {
        match self {
            Self::Token => "token.txt",
            Self::Keys => "keys.txt",
        }
    }
}

/// A configuration that is changed, and then written.
pub(super) struct ConfigDraft {
    path: PathBuf,
    text: String,
    /// The text that is in the file, if there is one.
    written: Option<String>,
    config: Config,
}

impl ConfigDraft {
    /// Begins with the file at a path, or with the example if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or is not a configuration; it stays as it is.
    pub(super) fn of(path: &Path) -> Result<Self, Error> {
        check_writable_path(path)?;
        let written = if path.exists() { Some(read_text(path)?) } else { None };
        let text = written.clone().unwrap_or_else(|| EXAMPLE_CONFIG.to_owned());
        let config = parse(path, &text)?;
        Ok(Self { path: path.to_owned(), text, written, config })
    }

    /// Returns the path of a file with a secret, and names it in the configuration unless that is done.
    pub(super) fn name_file(&mut self, secret: SecretFile) -> Result<PathBuf, Error> {
        let file = self.file(secret)?;
        if self.named_file(secret).is_none() {
            let shown = file.to_str().ok_or_else(|| not_unicode(&file))?.to_owned();
            self.set(secret.key(), &shown)?;
        }
        Ok(file)
    }

    /// Returns the path of a file with a secret: the one that the configuration names, or the usual one beside the configuration.
    pub(super) fn file(&self, secret: SecretFile) -> Result<PathBuf, Error> {
        if let Some(file) = self.named_file(secret) {
            return Ok(file.to_owned());
        }
        let name = secret.usual_name();
        match self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            // The bot looks for relative paths where it is started.
            Some(folder) => std::path::absolute(folder.join(name))
                .map_err(|source| Error::Write { path: name.to_owned(), source }),
            None => Ok(name.into()),
        }
    }

    fn named_file(&self, secret: SecretFile) -> Option<&Path> {
        match secret {
            SecretFile::Token => self.config.token_file.as_deref(),
            SecretFile::Keys => self.config.key_file.as_deref(),
        }
    }

    /// Changes the value of a key, and leaves everything else as it is.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let line = format!("{key} = {}", serde_json::Value::from(value));
        let is_meant = |text: &str| {
            let rest = text.strip_prefix("#= ").unwrap_or(text).trim_start().strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let mut lines: Vec<&str> = self.text.lines().collect();
        match lines.iter().position(|text| is_meant(text)) {
            Some(place) => lines[place] = &line,
            // Before any table.
            None => lines.insert(0, &line),
        }
        let text = lines.join("\n") + "\n";
        self.config = parse(&self.path, &text)?;
        self.text = text;
        Ok(())
    }

    /// Writes the configuration, unless it is there already.
    pub(super) fn write(&self) -> Result<(), Error> {
        if self.written.as_ref() == Some(&self.text) {
            return Ok(());
        }
        // The address of a database can contain its password.
        write_whole(&self.path, &self.text)
    }
}

fn not_unicode(path: &Path) -> Error {
    Error::Usage(format!("{}: a path in the configuration has to be Unicode", path.display()))
}

/// Writes a file that only this user may read. If it holds the same already, only its permissions are mended.
pub(super) fn write_secret(path: &Path, text: &str) -> Result<(), Error> {
    if fs::read_to_string(path).is_ok_and(|found| found.trim() == text) {
        return restrict(path).map_err(|source| Error::Write { path: path.display().to_string(), source });
    }
    write_whole(path, &format!("{text}\n"))
}

/// Takes a file away from everybody else.
#[cfg(unix)]
fn restrict(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode();
    // A group that may read it can be the one of the service that does.
    if mode % 0o10 == 0 { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(0o600)) }
}

#[cfg(not(unix))]
fn restrict(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Writes a file under another name, and renames it once it is complete.
fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let error = |source| Error::Write { path: path.display().to_string(), source };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(error)?;
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = write_restricted(&part, text).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The original error matters more than a failed cleanup.
        let _ = fs::remove_file(&part);
    }
    written.map_err(error)
}

fn write_restricted(path: &Path, text: &str) -> io::Result<()> {
    // Left by a run that was interrupted.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> ConfigDraft {
        let path = PathBuf::from("config.toml");
        ConfigDraft { config: parse(&path, text).unwrap(), path, text: text.to_owned(), written: None }
    }

    #[test]
    fn a_key_is_set_where_it_is_explained_and_nothing_else_changes() {
        let mut example = draft(EXAMPLE_CONFIG);
        example.set("token_file", "a \"quoted\" \\ path").unwrap();
        assert_eq!(example.config.token_file.as_deref(), Some(Path::new("a \"quoted\" \\ path")));
        let changed = example.text.lines().zip(EXAMPLE_CONFIG.lines()).filter(|(now, before)| now != before);
        assert_eq!(changed.count(), 1);
        example.set("database", "sqlite://other.db").unwrap();
        assert_eq!(example.config.database.reveal(), "sqlite://other.db");
        assert_eq!(example.text.lines().count(), EXAMPLE_CONFIG.lines().count());
    }

    #[test]
    fn a_key_that_is_not_there_comes_first() {
        let mut own = draft("# mine\nlog = \"warn\"\nguilds = [\n  7,\n]");
        own.set("token_file", "token.txt").unwrap();
        assert_eq!(own.text, "token_file = \"token.txt\"\n# mine\nlog = \"warn\"\nguilds = [\n  7,\n]\n");
        own.set("token_file", "other.txt").unwrap();
        assert!(own.text.starts_with("token_file = \"other.txt\"\n# mine"));
    }
}
