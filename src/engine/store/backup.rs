//! Backups, and moving to another database. A backup is a SQLite file, whatever kind of database it was made of.

use std::fs::File;
use std::path::Path;

use super::copy::{Copied, Progress, Side, copy};
use super::file::with_ending;
use super::sqlite::absolute;
use super::{Address, Store, StoreError};

/// Writes everything in the database at `url` into a new file, as it is at one moment, also while a bot runs on it. The
/// file has its name only when it is complete and compared.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if the file exists or cannot be written, or if there is no
/// database at `url`.
pub async fn back_up(url: &str, file: &Path, progress: Progress<'_>) -> Result<Copied, StoreError> {
    let (from, file) = (Address::parse(url)?, absolute(file)?);
    let refused = |error: std::io::Error| {
        StoreError::Open(format!("the file {} cannot be written: {error}", file.display()))
    };
    if file.exists() {
        return Err(StoreError::Open(format!(
            "the file {} exists already: choose another name, or remove it first",
            file.display()
        )));
    }
    let part = with_ending(&file, ".part");
    // What was left by a backup that was interrupted.
    remove(&part).map_err(refused)?;
    let copied = copy(&from, &Address::of_file(&part), progress).await;
    let copied = match copied {
        Ok(copied) => copied,
        Err(error) => {
            // The reason is worth more than that the rest cannot be removed.
            let _ = remove(&part);
            return Err(error);
        }
    };
    std::fs::rename(&part, &file).map_err(refused)?;
    // The name is stored with the folder.
    #[cfg(unix)]
    if let Some(folder) = file.parent() {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(refused)?;
    }
    Ok(copied)
}

/// Copies a backup into the empty database at `url`, on which no bot may run. `owner` is what a bot that is started
/// meanwhile tells its operator.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if the file is not a backup, if the database is not empty, or if a
/// bot runs on it.
pub async fn restore(
    file: &Path,
    url: &str,
    owner: &str,
    progress: Progress<'_>,
) -> Result<Copied, StoreError> {
    move_over(&Address::of_file(file), &Address::parse(url)?, owner, progress).await
}

/// Copies everything from the database at `from` into the empty one at `to`, which may be of the other kind. No bot may
/// run on either. `owner` is what a bot that is started meanwhile tells its operator.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if one of them cannot be opened, if `to` is not empty, or if a
/// bot runs on one of them.
pub async fn transfer(
    from: &str,
    to: &str,
    owner: &str,
    progress: Progress<'_>,
) -> Result<Copied, StoreError> {
    if from == to {
        return Err(StoreError::Open("both addresses lead to the same database".to_owned()));
    }
    let (from, to) = (Address::parse(from)?, Address::parse(to)?);
    // Before its lock, which would make a folder for a database that does not exist.
    Side::existing(from.clone()).await?;
    let _lock = Store::lock_at(&from, owner).await?;
    move_over(&from, &to, owner, progress).await
}

async fn move_over(
    from: &Address,
    to: &Address,
    owner: &str,
    progress: Progress<'_>,
) -> Result<Copied, StoreError> {
    Side::existing(from.clone()).await?;
    let _lock = Store::lock_at(to, owner).await?;
    copy(from, to, progress).await
}

/// Removes a SQLite file with those beside it.
fn remove(path: &Path) -> std::io::Result<()> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        match std::fs::remove_file(with_ending(path, ending)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
