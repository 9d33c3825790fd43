//! Reading records and writing files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{Error, games};
use crate::matches::{Record, RecordError};

/// The record that a command works on.
#[derive(Debug, clap::Args)]
pub(super) struct RecordFile {
    /// The record (`-` reads standard input)
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl RecordFile {
    /// Reads the record. Returns an error if the file cannot be read or is not a record.
    pub(super) fn read(&self) -> Result<Record, Error> {
        let bytes = if self.is_standard_input() {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(&self.file)
        };
        let bytes = bytes.map_err(|source| Error::Read { path: self.shown(), source })?;
        Record::read(&bytes, games::all()).map_err(self.blame())
    }

    /// Attributes an error in this record to its file.
    pub(super) fn blame(&self) -> impl Fn(RecordError) -> Error + '_ {
        |source| Error::Record { path: self.shown(), source }
    }

    fn is_standard_input(&self) -> bool {
        self.file == Path::new("-")
    }

    /// Returns the name of the file in messages.
    fn shown(&self) -> String {
        if self.is_standard_input() { "standard input".to_owned() } else { self.file.display().to_string() }
    }
}

/// Writes a file, creating its folders if necessary.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let error = |source| Error::Write { path: path.display().to_string(), source };
    create_file(path)?.write_all(bytes).map_err(error)
}

/// Creates an empty file, and its folders if necessary.
pub(super) fn create_file(path: &Path) -> Result<File, Error> {
    let error = |source| Error::Write { path: path.display().to_string(), source };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(error)?;
    }
    File::create(path).map_err(error)
}
