//! Backups, and moving to another database. A backup is a SQLite file, whatever kind of database it was made from.

use std::path::Path;

use super::copy::{Copied, Progress, copy};
use super::direct::DirectDatabase;
use crate::store::connect::file::{give_name, with_ending};
use crate::store::connect::sqlite::{absolute, make_folder};
use crate::store::{Address, Store, StoreError};

/// Writes a consistent snapshot of the database at `url` into a new file, even while a bot is running on it. The file
/// gets its name only once it is complete and compared.
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
    make_folder(&file)?;
    let part = with_ending(&file, ".part");
    // Left over from an interrupted backup.
    remove(&part).map_err(refused)?;
    let copied = copy(&from, &Address::of_file(&part), progress).await;
    let copied = match copied {
        Ok(copied) => copied,
        Err(error) => {
            // The original error matters more than a failed cleanup.
            let _ = remove(&part);
            return Err(error);
        }
    };
    give_name(&part, &file).map_err(refused)?;
    Ok(copied)
}

/// Copies a backup into the empty database at `url`, on which no bot may be running. `owner` is shown to the operator
/// of any bot started in the meantime.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if the file is not a backup, if the database is not empty, or
/// if a bot is running on it.
pub async fn restore(
    file: &Path,
    url: &str,
    owner: &str,
    progress: Progress<'_>,
) -> Result<Copied, StoreError> {
    move_over(&Address::of_file(file), &Address::parse(url)?, owner, progress).await
}

/// Copies everything from the database at `from` into the empty one at `to`, which may be of the other kind. No bot may
/// be running on either. `owner` is shown to the operator of any bot started in the meantime.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if one of them cannot be opened, if `to` is not empty, or if a
/// bot is running on one of them.
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
    // Before taking the lock, which would create a folder for a database that does not exist.
    DirectDatabase::existing(from.clone()).await?;
    let _lock = Store::lock_at(&from, owner).await?;
    move_over(&from, &to, owner, progress).await
}

async fn move_over(
    from: &Address,
    to: &Address,
    owner: &str,
    progress: Progress<'_>,
) -> Result<Copied, StoreError> {
    DirectDatabase::existing(from.clone()).await?;
    let _lock = Store::lock_at(to, owner).await?;
    copy(from, to, progress).await
}

/// Removes a SQLite file and those beside it.
fn remove(path: &Path) -> std::io::Result<()> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        match std::fs::remove_file(with_ending(path, ending)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
