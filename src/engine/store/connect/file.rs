//! The files of a SQLite database: [`DatabaseFile`] checks that its file is still the same one, [`FileLock`] is the lock beside it, and
//! functions for paths, names and rights.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::sqlite::io_reason;
use crate::store::StoreError;

/// What distinguishes a file from others with the same path: its device and inode, where these exist.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

/// The file of an open database.
#[derive(Debug, Clone)]
pub(in crate::store) struct DatabaseFile {
    path: Arc<Path>,
    identity: Identity,
}

impl DatabaseFile {
    /// Returns the file at a path.
    pub(in crate::store) fn at(path: &Path) -> std::io::Result<Self> {
        Ok(Self { path: path.into(), identity: identity(path)? })
    }

    /// Checks that the path still leads to the same file: SQLite keeps writing to one that was removed or replaced, and
    /// everything would be lost at the next start.
    pub(in crate::store) fn check(&self) -> Result<(), StoreError> {
        match identity(&self.path) {
            Ok(now) if now == self.identity => Ok(()),
            _ => Err(StoreError::Gone(self.path.to_path_buf())),
        }
    }

    /// Returns the file of the database, or the one beside it, that this user may not write.
    pub(in crate::store) fn unwritable(&self) -> Option<PathBuf> {
        unwritable(&self.path)
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(drop)
}

/// A lock on a file beside the database.
#[derive(Debug)]
pub(in crate::store) struct FileLock {
    /// The lock ends with the open file, and so with its process.
    file: File,
    /// The length of the line with the owner.
    owner_length: u64,
    /// The log of changes that the last owner left behind, if it is gone.
    lost_log: Option<PathBuf>,
}

/// The most bytes that are read of the line with the owner.
const MAX_OWNER_BYTES: u64 = 200;

/// The line below the owner until the lock is released: a killed process leaves it behind.
const HELD_LINE: &str = "held\n";

impl Drop for FileLock {
    fn drop(&mut self) {
        // If that fails, the next owner may be warned for nothing.
        let _ = self.file.set_len(self.owner_length);
    }
}

impl FileLock {
    /// Takes the lock beside a database, in `PATH.lock`. `owner` is shown to the operators of other bots.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names the present owner, or if the file cannot be created.
    pub(in crate::store) fn acquire(database: &Path, owner: &str) -> Result<Self, StoreError> {
        let path = lock_path(database);
        let refused = |error: std::io::Error| {
            let reason = match error.kind() {
                ErrorKind::PermissionDenied if path.exists() => {
                    "give it to the user who runs the bot".to_owned()
                }
                _ => io_reason(&error),
            };
            StoreError::Open(format!("the file {} cannot be written: {reason}", path.display()))
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(refused)?;
        if file.try_lock().is_err() {
            let mut owner = String::new();
            // An unreadable owner is left out: that the file is locked says enough.
            let _ = file.take(MAX_OWNER_BYTES).read_to_string(&mut owner);
            return Err(StoreError::in_use(owner.lines().next().unwrap_or_default(), database.display()));
        }
        let mut before = String::new();
        // A bot writes only text, so anything else comes from another program.
        let _ = file.read_to_string(&mut before);
        // A bot that was killed has left the log of its changes, which belongs to the database.
        let log = with_ending(database, "-wal");
        let is_lost = before.ends_with(&format!("\n{HELD_LINE}")) && database.exists() && !log.exists();
        let line = format!("{owner}\n{HELD_LINE}");
        let written = file.rewind().and_then(|()| file.write_all(line.as_bytes()));
        written.and_then(|()| file.set_len(line.len() as u64)).map_err(refused)?;
        Ok(Self { file, owner_length: owner.len() as u64 + 1, lost_log: is_lost.then_some(log) })
    }

    /// Returns the log of changes that the last owner must have left behind, if it is gone.
    pub(in crate::store) fn lost_log(&self) -> Option<&Path> {
        self.lost_log.as_deref()
    }
}

/// Notes, before a database is opened, that SQLite is about to write the log which a killed bot left behind into it: afterwards the log
/// is gone, although nothing is missing. Taking the lock and releasing it removes the mark of the killed bot.
pub(in crate::store) fn take_over_log(database: &Path) {
    if lock_path(database).exists() && with_ending(database, "-wal").exists() {
        // If a bot is running on it, that one keeps the lock and the log.
        drop(FileLock::acquire(database, "trigon"));
    }
}

/// The space that SQLite needs to open a database: two parts of its shared memory.
const SPACE_TO_OPEN: usize = 65_536;

/// Returns whether there is enough space beside a database for SQLite to open it.
pub(in crate::store) fn has_room(database: &Path) -> bool {
    let path = with_ending(database, ".room");
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(&vec![0; SPACE_TO_OPEN])?;
        file.sync_all()
    });
    // If it cannot be removed, it is empty or was never created.
    let _ = std::fs::remove_file(&path);
    !written.is_err_and(|error| matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
}

/// Returns the first file of a database that this user may not write, which can also be one beside it.
pub(in crate::store) fn unwritable(path: &Path) -> Option<PathBuf> {
    let files = ["", "-wal", "-shm"].map(|ending| with_ending(path, ending));
    files.into_iter().find(|file| file.exists() && !may_write(file))
}

#[cfg(target_os = "linux")]
fn may_write(file: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(file, Access::READ_OK | Access::WRITE_OK).is_ok()
}

/// Opening a file to find out could release the locks of SQLite.
#[cfg(not(target_os = "linux"))]
fn may_write(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|file| !file.permissions().readonly())
}

/// Returns the path of the lock of a database.
pub(in crate::store) fn lock_path(database: &Path) -> PathBuf {
    with_ending(database, ".lock")
}

/// Gives a file that is complete its name. Once this returns, neither is lost if the power fails.
pub(in crate::store) fn give_name(part: &Path, file: &Path) -> std::io::Result<()> {
    OpenOptions::new().write(true).open(part)?.sync_all()?;
    std::fs::rename(part, file)?;
    // The name is stored in the folder.
    #[cfg(unix)]
    if let Some(folder) = file.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Returns a path with an ending appended.
pub(in crate::store) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
