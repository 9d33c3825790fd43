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
        let text = decoded(&bytes).map_err(|what| Error::Usage(format!("{}: {what}", self.shown())))?;
        Record::read(text.as_bytes(), games::all()).map_err(self.attribute())
    }

    /// Attributes an error in this record to its file.
    pub(super) fn attribute(&self) -> impl Fn(RecordError) -> Error + '_ {
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

/// Reads a text file.
pub(super) fn read_text(path: &Path) -> Result<String, Error> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|source| Error::Read { path: shown.to_string(), source })?;
    decoded(&bytes).map_err(|what| Error::Usage(format!("{shown}: {what}")))
}

/// Returns the text of a file in UTF-8 or, with a byte order mark, in UTF-16, as some editors save it.
///
/// # Errors
/// If it is in another encoding, with a sentence that says what would be right and quotes nothing.
fn decoded(bytes: &[u8]) -> Result<String, &'static str> {
    let of_utf16 = |bytes: &[u8], number: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let text = String::from_utf16(&pairs.iter().map(|pair| number(*pair)).collect::<Vec<_>>());
        text.ok().filter(|_| rest.is_empty()).ok_or("it begins like UTF-16, but is not: save it as UTF-8")
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => of_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => of_utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        bytes => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, &'static str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => Err("it looks like UTF-16: save it as UTF-8"),
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err("it is not a text in UTF-8: save it as UTF-8"),
    }
}

/// Refuses `-` as the name of a file or folder to write: standard output has the names of what was written.
pub(super) fn check_writable_path(path: &Path) -> Result<(), Error> {
    match path.components().next().map(|first| first.as_os_str() == "-") {
        Some(true) if path.is_relative() && !path.starts_with("./") => Err(Error::Usage(
            "nothing can be written to standard output with `-`: name a file or folder (`./-` for one called -)".to_owned(),
        )),
        _ => Ok(()),
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
    check_writable_path(path)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(error)?;
    }
    File::create(path).map_err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, number: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(number).collect()
    }

    #[test]
    fn a_text_is_read_as_editors_save_it_or_named_as_what_it_is() {
        let (mark, text) = ("\u{feff}", "{\"é\": 1}\n");
        let marked = format!("{mark}{text}");
        let whole = [
            text.as_bytes().to_vec(),
            marked.as_bytes().to_vec(),
            utf16(&marked, u16::to_le_bytes),
            utf16(&marked, u16::to_be_bytes),
        ];
        for bytes in whole {
            assert_eq!(decoded(&bytes).as_deref(), Ok(text));
        }
        let mut odd = utf16(&marked, u16::to_le_bytes);
        odd.pop();
        for bytes in [utf16(text, u16::to_le_bytes), odd, b"caf\xe9".to_vec()] {
            assert!(decoded(&bytes).unwrap_err().ends_with("save it as UTF-8"));
        }
        assert_eq!(decoded(b""), Ok(String::new()));
    }

    #[test]
    fn a_dash_is_no_file_to_write() {
        for dash in ["-", "-/x.png"] {
            assert_eq!(check_writable_path(Path::new(dash)).unwrap_err().code(), 2);
        }
        for path in ["./-", "a-b", "/tmp/-", "x/-"] {
            assert!(check_writable_path(Path::new(path)).is_ok(), "{path}");
        }
    }
}
