//! Reasons for refusing a database that only files have.

use std::path::{Path, PathBuf};

use trigon::ids::{GuildId, RoleId};
use trigon::store::BeforeUpgrade;

use super::*;

/// What an earlier version has stored, in the tables of that version.
const OLDER: &str = include_str!("../../database/before-people.sql");

/// Returns why a database is not opened.
async fn refused(url: &str) -> String {
    match Store::open(url).await {
        Err(StoreError::Open(sentence) | StoreError::Away(sentence)) => sentence,
        other => panic!("{url}: {other:?}"),
    }
}

#[tokio::test]
async fn addresses_that_are_not_understood() {
    for url in ["", "trigon.db", "mysql://trigon:password@host/x", "sqlite:x.db", "file:x.db"] {
        let sentence = refused(url).await;
        assert!(sentence.contains("sqlite://PATH") && !sentence.contains("password"), "{sentence}");
    }
    let long = "postgres://trigon:password@host:port/trigon";
    let cut = ["trigon:12/34password@host/x", "trigon:12#34password@host/x", "trigon:pass/password@host/x"];
    let cut = cut.map(|address| format!("postgresql://{address}"));
    for url in [long, "postgres://", &cut[0], &cut[1], &cut[2]] {
        let sentence = refused(url).await;
        assert!(!sentence.contains("password@") && !sentence.contains("34"), "{sentence}");
        assert!(
            url == "postgres://" || sentence.contains("postgres://USER:PASSWORD@HOST/NAME"),
            "{sentence}"
        );
    }
    let sentence = refused("postgres://trigon:12?34password@host/x").await;
    assert!(
        sentence.contains("only these options: application_name, dbname") && !sentence.contains("34"),
        "{sentence}"
    );
    assert!(refused("sqlite://").await.contains("must name a file"));
    assert!(refused("sqlite://:memory:").await.contains("name a file"));
    assert!(refused("sqlite://x.db?mode=rwc").await.contains("takes no options"));
}

#[tokio::test]
async fn files_that_are_no_database() {
    let folder = folder();
    let path = folder.join("notes.db");
    std::fs::write(&path, "This is a shopping list, and a long one. ".repeat(200)).unwrap();
    let sentence = refused(&format!("sqlite://{}", path.display())).await;
    assert!(sentence.contains("notes.db") && sentence.contains("not a database"), "{sentence}");
    assert!(std::fs::read(&path).unwrap().starts_with(b"This is"), "it is left alone");
    let below = refused(&format!("sqlite://{}/below/x.db", path.display())).await;
    assert!(below.contains("is a file, not a folder"), "{below}");
    let at = refused(&format!("sqlite://{}", folder.display())).await;
    assert!(at.contains("is a folder"), "{at}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn folders_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o500)).unwrap();
    // No folder is closed to root.
    if std::fs::write(folder.join("probe"), "").is_err() {
        let sentence = refused(&format!("sqlite://{}/x.db", folder.display())).await;
        assert!(sentence.contains("may not be written"), "{sentence}");
    }
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn odd_names_and_closed_rights() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    std::fs::create_dir_all(folder.join("a b%20#é")).unwrap();
    let path = folder.join("a b%20#é/../c ' %41/x&y=1.db");
    let store = Store::open(&format!("sqlite://{}", path.display())).await.unwrap();
    new_match(&store).await;
    let files = || std::fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap());
    assert!(files().count() > 1);
    for file in files() {
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "others may not read the seeds");
    }
    store.close().await;
    let left: Vec<_> = files().map(|file| file.file_name()).collect();
    assert_eq!(left, ["x&y=1.db"], "closing folds the log of the database back into its file");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_was_removed_or_replaced_is_noticed_at_the_next_change() {
    let folder = folder();
    let (path, aside) = (folder.join("trigon.db"), folder.join("aside.db"));
    let store = Store::open(&format!("sqlite://{}", path.display())).await.unwrap();
    new_match(&store).await;
    let settings = GuildSettings { guild_id: GuildId(10), host_role_id: Some(RoleId(1)) };
    std::fs::rename(&path, &aside).unwrap();
    let gone = store.set_guild_settings(&settings).await.unwrap_err();
    assert!(matches!(&gone, StoreError::Gone(at) if *at == path), "{gone}");
    assert_eq!(store.trouble(), Some("the database was removed or replaced"));
    // Yesterday's backup in its place is not the file that is open.
    std::fs::copy(&aside, &path).unwrap();
    assert!(matches!(store.set_guild_settings(&settings).await, Err(StoreError::Gone(_))));
    std::fs::rename(&aside, &path).unwrap();
    store.set_guild_settings(&settings).await.unwrap();
    assert_eq!(store.trouble(), None);
    store.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_second_bot_on_the_same_database_is_refused_by_the_name_of_the_first() {
    let folder = folder();
    let url = format!("sqlite://{}/made/by/it.db", folder.display());
    let first = Store::lock(&url, "trigon run (process 7)").await.unwrap();
    let sentence = Store::lock(&url, "trigon run (process 8)").await.unwrap_err().to_string();
    assert!(sentence.contains("trigon run (process 7) already runs on the database"), "{sentence}");
    assert!(Store::lock(&format!("{url}2"), "trigon run (process 8)").await.is_ok(), "another database");
    drop(first);
    Store::lock(&url, "trigon run (process 9)").await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_database_that_a_bot_has_used_is_missed() {
    let folder = folder();
    let url = format!("sqlite://{}/trigon.db", folder.display());
    assert!(!Store::is_missing(&url).unwrap(), "there was none yet");
    let _lock = Store::lock(&url, "trigon run").await.unwrap();
    Store::open(&url).await.unwrap().close().await;
    assert!(!Store::is_missing(&url).unwrap());
    std::fs::remove_file(folder.join("trigon.db")).unwrap();
    assert!(Store::is_missing(&url).unwrap());
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_log_of_changes_that_was_removed_after_a_kill_is_missed() {
    let folder = folder();
    let path = folder.join("trigon.db");
    let url = format!("sqlite://{}", path.display());
    let lost = async || {
        let lock = Store::lock(&url, "trigon run").await.unwrap();
        lock.lost_log().map(std::path::Path::to_owned)
    };
    assert_eq!(lost().await, None, "there is no database yet");
    let store = Store::open(&url).await.unwrap();
    new_match(&store).await;
    store.close().await;
    assert_eq!(lost().await, None, "it was closed");
    // What a killed bot leaves behind.
    let killed = || std::fs::write(folder.join("trigon.db.lock"), "trigon run (process 7)\nheld\n").unwrap();
    killed();
    std::fs::write(folder.join("trigon.db-wal"), "").unwrap();
    assert_eq!(lost().await, None, "it is there");
    killed();
    std::fs::write(folder.join("trigon.db-wal"), "").unwrap();
    Store::open(&url).await.unwrap().close().await;
    assert!(!folder.join("trigon.db-wal").exists());
    assert_eq!(lost().await, None, "whoever opened the database has taken it over");
    killed();
    assert_eq!(lost().await, Some(folder.join("trigon.db-wal")));
    assert_eq!(lost().await, None, "once is enough");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = folder();
    let path = folder.join("notes.db");
    let url = format!("sqlite://{}", path.display());
    Store::open(&url).await.unwrap().close().await;
    let raw = async |sql: &'static str| {
        let mut raw = AnyConnection::connect(&format!("{url}?mode=rw")).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut raw).await.unwrap();
        raw.close().await.unwrap();
    };
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, "").unwrap();
    raw("CREATE TABLE songs (name TEXT); CREATE TABLE _sqlx_migrations (version BIGINT)").await;
    let before = std::fs::read(&path).unwrap();
    let sentence = refused(&url).await;
    assert!(
        sentence.contains("notes.db belongs to another program, with the tables _sqlx_migrations, songs"),
        "{sentence}"
    );
    assert_eq!(std::fs::read(&path).unwrap().len(), before.len(), "nothing was added to it");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Returns the number of the last migration of a database, and how many matches it has.
async fn contents(url: &str) -> (i64, i64) {
    let mut raw = AnyConnection::connect(url).await.unwrap();
    let migrations = "SELECT MAX(version) FROM _sqlx_migrations";
    let version = sqlx::query_scalar(migrations).fetch_one(&mut raw).await.unwrap();
    let matches = sqlx::query_scalar("SELECT COUNT(*) FROM matches").fetch_one(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    (version, matches)
}

/// Opens a database, and returns the copy that was made of it, if any.
async fn copied(url: &str, before: BeforeUpgrade) -> Option<PathBuf> {
    let store = Store::open_with(url, Keys::none(), before).await.unwrap();
    store.close().await;
    store.copy().map(Path::to_owned)
}

#[tokio::test]
async fn an_older_file_is_copied_before_its_tables_change_and_only_then() {
    let database = Database::sqlite();
    assert_eq!(copied(database.url(), BeforeUpgrade::BackUp).await, None, "a new file has nothing to copy");
    let database = Database::sqlite();
    database.fill(OLDER, "").await;
    let copy = copied(database.url(), BeforeUpgrade::BackUp).await.unwrap();
    let name = format!("itself.db.before-{}", env!("CARGO_PKG_VERSION"));
    assert_eq!(copy.file_name().unwrap().to_str(), Some(&*name));
    let of_copy = format!("sqlite://{}", copy.display());
    assert_eq!(contents(&of_copy).await, (2, 2));
    assert!(contents(database.url()).await.0 > 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it holds seeds and secret moves");
    }
    assert_eq!(copied(database.url(), BeforeUpgrade::BackUp).await, None, "it is up to date");

    // Somebody goes back to the earlier version, and upgrades again: the first copy stays.
    let file = database.url().trim_start_matches("sqlite://");
    std::fs::copy(&copy, file).unwrap();
    let second = copied(database.url(), BeforeUpgrade::BackUp).await.unwrap();
    assert_eq!(second.file_name().unwrap().to_str(), Some(&*format!("{name}-2")));
    assert_eq!(contents(&of_copy).await, (2, 2));
    let beside = || {
        let files = std::fs::read_dir(copy.parent().unwrap()).unwrap();
        files.filter(|file| file.as_ref().unwrap().path().to_str().unwrap().contains("before")).count()
    };
    assert_eq!(beside(), 2, "nothing else is left behind");
    std::fs::copy(&copy, file).unwrap();
    assert_eq!(copied(database.url(), BeforeUpgrade::Nothing).await, None);
    assert_eq!(beside(), 2);
}

#[tokio::test]
async fn an_older_file_that_cannot_be_copied_stays_as_it_is() {
    let database = Database::sqlite();
    database.fill(OLDER, "").await;
    let file = database.url().trim_start_matches("sqlite://");
    let part = format!("{file}.before-{}.{}.part", env!("CARGO_PKG_VERSION"), std::process::id());
    std::fs::create_dir(part).unwrap();
    let sentence = refused(database.url()).await;
    assert!(sentence.contains("cannot be copied before") && sentence.contains("--no-backup"), "{sentence}");
    assert_eq!(contents(database.url()).await, (2, 2));
    assert_eq!(copied(database.url(), BeforeUpgrade::Nothing).await, None);
    assert!(contents(database.url()).await.0 > 2);
}
