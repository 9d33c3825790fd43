//! What only a file can be refused for.

use super::*;

async fn refused(url: &str) -> String {
    match Store::open(url).await {
        Err(StoreError::Open(sentence)) => sentence,
        other => panic!("{url}: {other:?}"),
    }
}

#[tokio::test]
async fn addresses_that_are_not_understood() {
    assert!(refused("postgres://trigon:password@host/trigon").await.contains("PostgreSQL comes later"));
    for url in ["", "trigon.db", "mysql://trigon:password@host/x", "sqlite:x.db", "file:x.db"] {
        let sentence = refused(url).await;
        assert!(sentence.contains("sqlite://PATH") && !sentence.contains("password"), "{sentence}");
    }
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
    // To root no folder is closed.
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
