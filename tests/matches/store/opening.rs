//! Opening again, opening what another version wrote, and errors.

use trigon::ids::{ChannelId, GuildId, MatchId, OutboxId, RoleId, UserId};
use trigon::store::back_up;

use super::*;

pub(crate) async fn reopening_keeps_everything(backend: &impl Backend) {
    let store = backend.store().await;
    let all = MatchUpdate {
        row: new_match(&store).await,
        seats: Some(vec![seat(1, UserId(100))]),
        entries: vec![entry(1)],
        due: Some(vec![due(MatchId(1), "deadline", 5)]),
        messages: vec![
            message(Target::Channel(ChannelId(1)), "a"),
            message(Target::Channel(ChannelId(1)), "b"),
        ],
        moved_from: None,
    };
    store.commit(&all, 0).await.unwrap();
    store.mark(OutboxId(1), 40, &DeliveryOutcome::Retry(40, "busy".into())).await.unwrap();
    store
        .set_guild_settings(&GuildSettings { guild_id: GuildId(10), host_role_id: Some(RoleId(4)) })
        .await
        .unwrap();
    let before = store.load(MatchId(1)).await.unwrap();
    store.close().await;
    assert!(is_fault(&store.load(MatchId(1)).await));
    assert!(is_fault(&store.commit(&all, 0).await));

    let store = backend.store().await;
    assert_eq!(store.load(MatchId(1)).await.unwrap(), before);
    assert_eq!(store.due_before(5).await.unwrap(), [due(MatchId(1), "deadline", 5)]);
    assert_eq!((notices(&store, 39).await.len(), notices(&store, 40).await), (0, vec!["a".to_owned()]));
    assert_eq!(store.guild_settings(GuildId(10)).await.unwrap().host_role_id, Some(RoleId(4)));
}

pub(crate) async fn several_programs_may_open_at_once(backend: &impl Backend) {
    let open = |_| {
        let url = backend.url();
        tokio::spawn(async move { Store::open(&url).await })
    };
    let tasks: Vec<_> = (0..16).map(open).collect();
    for task in tasks {
        new_match(&task.await.unwrap().unwrap()).await;
    }
}

pub(crate) async fn a_newer_database_is_refused(backend: &impl Backend) {
    backend.store().await.close().await;
    let mut raw = backend.raw().await;
    sqlx::query("UPDATE _sqlx_migrations SET version = version + 1000").execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let error = Store::open(&backend.url()).await.unwrap_err().to_string();
    assert!(error.contains("newer version of Trigon") && error.contains("use that version"), "{error}");
}

pub(crate) async fn a_newer_version_that_used_the_database_is_named(backend: &impl Backend) {
    backend.store().await.close().await;
    let mut raw = backend.raw().await;
    // A release with the same tables that differs in the last number only.
    let patch = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"), ".9999");
    for version in [patch, "998.7.0", "999.0.1"] {
        let sql = "INSERT INTO programs (version, migration) VALUES ($1, 13)";
        sqlx::query(sql).bind(version).execute(&mut raw).await.unwrap();
        let opened = Store::open_sealed(&backend.url(), backend.keys()).await;
        if version == patch {
            opened.unwrap().close().await;
            continue;
        }
        let error = opened.unwrap_err().to_string();
        let wanted = format!(
            "was written by Trigon {version}, and this is Trigon {}: use that version or a newer one",
            env!("CARGO_PKG_VERSION")
        );
        assert!(error.ends_with(&wanted), "{error}");
    }
    // Nothing is copied out of it either.
    let folder = folder();
    let refused = back_up(&backend.url(), &folder.join("backup.db"), &mut |_, _| {}).await.unwrap_err();
    assert!(refused.to_string().contains("Trigon 999.0.1"), "{refused}");
    std::fs::remove_dir_all(folder).unwrap();
    raw.close().await.unwrap();
}

pub(crate) async fn errors_tell_no_secrets(backend: &impl Backend) {
    let store = backend.store().await;
    let row = MatchRow { seed: "secret-seed".into(), ..new_match(&store).await };
    let secret = LogRow { action: "secret-move".into(), ..entry(1) };
    let notice = message(Target::User(UserId(1)), "secret-notice");
    let messages = vec![notice.clone()];
    store.commit(&MatchUpdate { entries: vec![secret.clone()], messages, ..change(&row) }, 0).await.unwrap();

    let row = stored_row(&store).await;
    let taken = store.commit(&MatchUpdate { entries: vec![secret], ..change(&row) }, 0).await;
    let twice = vec![seat(1, UserId(1)), SeatRow { name: "secret-name".into(), ..seat(1, UserId(2)) }];
    let twice = store.commit(&MatchUpdate { seats: Some(twice), ..change(&row) }, 0).await;
    let nowhere = store.enqueue(MatchId(9), &[notice], 0).await;
    let mut raw = backend.raw().await;
    sqlx::query("UPDATE matches SET status = 'secret-status'").execute(&mut raw).await.unwrap();
    let unreadable = store.load(MatchId(1)).await.map(drop);
    for result in [taken, twice, nowhere, unreadable] {
        let error = result.unwrap_err();
        let told = format!("{error} / {error:?}");
        assert!(!told.contains("secret"), "{told}");
    }
}
