//! Backups and moves: everything arrives or nothing does, whatever the kinds of database.

use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;

use trigon::ids::{
    ApplicationId, ChannelId, GuildId, MatchId, MessageId, OutboxId, RequestId, RoleId, UserId,
};
use trigon::store::{Copied, back_up, restore, transfer};

use super::*;

const OWNER: &str = "trigon migrate (process 7)";

/// Returns pairs of databases to copy between, in every combination that this machine allows.
async fn pairs() -> Vec<(Database, Database)> {
    let mut pairs = vec![(Database::sqlite(), Database::sqlite())];
    if let (Some(to), Some(from), Some(one), Some(two)) = (
        Database::postgres().await,
        Database::postgres().await,
        Database::postgres().await,
        Database::postgres().await,
    ) {
        pairs.extend([(Database::sqlite(), to), (from, Database::sqlite()), (one, two)]);
    }
    pairs
}

/// Moves a database to another.
async fn moved(from: &Database, to: &Database) -> Result<Copied, String> {
    transfer(from.url(), to.url(), OWNER, &mut |_, _| {}).await.map_err(|error| error.to_string())
}

/// Like [`moved`], once a lock that was just released is gone, which a server notices a moment later.
async fn moved_unlocked(from: &Database, to: &Database) -> Result<Copied, String> {
    loop {
        match moved(from, to).await {
            Err(refused) if refused.contains("already runs on") => {}
            end => return end,
        }
    }
}

/// Stores some of everything, with values that are easily lost: null, empty text, the largest numbers, every script,
/// many rows.
async fn fill(database: &Database) -> Vec<trigon::store::StoredMatch> {
    let store = Store::open(database.url()).await.unwrap();
    let text = "△ Zoë 'quoted\" \\ \u{202e}👩‍🚀 $1 ? % \n\t;--";
    let odd =
        MatchRow { title: text.into(), guild_id: GuildId(i64::MIN), ended_at: Some(i64::MAX), ..a_row() };
    store.create_match(&odd, &[], &[], &[]).await.unwrap();
    let row = store.create_match(&a_row(), &[], &[], &[]).await.unwrap();
    let messages = (0..250).map(|n| message(Target::User(UserId(n % 13)), text)).collect();
    let entries = (1..=150).map(|seq| LogRow { request: Some(RequestId(seq)), ..entry(seq) }).collect();
    let due = Some(vec![
        due(MatchId(2), "deadline", 9),
        due(MatchId(2), "reminder-60", 8),
        due(MatchId(2), "Z", 8),
    ]);
    let seats = Some(vec![
        seat(1, UserId(100)),
        SeatRow { name: text.into(), dm_closed: true, ..seat(2, UserId(101)) },
    ]);
    store.commit(&MatchUpdate { row, seats, entries, due, messages, moved_from: None }, 7).await.unwrap();
    store.mark(OutboxId(1), 20, &DeliveryOutcome::Sent(MessageId(i64::MAX))).await.unwrap();
    store.mark(OutboxId(2), 20, &DeliveryOutcome::Dead("gone".into())).await.unwrap();
    store.mark_attempt(OutboxId(3), 20).await.unwrap();
    store.set_guild_settings(&GuildSettings { guild_id: GuildId(10), host_role_id: None }).await.unwrap();
    store
        .set_guild_settings(&GuildSettings { guild_id: GuildId(11), host_role_id: Some(RoleId(3)) })
        .await
        .unwrap();
    store.set_direct_channel(UserId(100), ChannelId(5), MessageId(i64::MAX)).await.unwrap();
    store.note_registration(ApplicationId(i64::MAX), GuildId(10)).await.unwrap();
    let stored = all(&store).await;
    store.close().await;
    stored
}

/// Returns everything that is stored of matches.
async fn all(store: &Store) -> Vec<trigon::store::StoredMatch> {
    vec![store.load(MatchId(1)).await.unwrap().unwrap(), store.load(MatchId(2)).await.unwrap().unwrap()]
}

#[tokio::test]
async fn everything_arrives_in_the_other_database_and_goes_on_there() {
    for (from, to) in pairs().await {
        let before = fill(&from).await;
        let mut last = (0, 0);
        let mut progress = |done, all| {
            assert!(done >= last.0 && done <= all, "{done} of {all}");
            last = (done, all);
        };
        let copied = transfer(from.url(), to.url(), OWNER, &mut progress).await.unwrap();
        assert_eq!((copied.total(), last), (425, (425, 425)), "{:?}", copied.rows);
        assert_eq!((copied.rows["match_log"], copied.rows["outbox"], copied.rows["targets"]), (150, 250, 14));
        let (old, new) = (Store::open(from.url()).await.unwrap(), Store::open(to.url()).await.unwrap());
        assert_eq!(all(&old).await, before, "the old one is as it was");
        assert_eq!(all(&new).await, before);
        let rows = new.deliverable(i64::MAX, 99).await.unwrap();
        assert_eq!(rows, old.deliverable(i64::MAX, 99).await.unwrap(), "also their nonces and attempts");
        assert_eq!(
            new.sent_messages(MatchId(2), None, 9).await.unwrap(),
            old.sent_messages(MatchId(2), None, 9).await.unwrap()
        );
        assert_eq!(new.dead(MatchId(2)).await.unwrap(), old.dead(MatchId(2)).await.unwrap());
        assert_eq!(new.guild_settings(GuildId(11)).await.unwrap().host_role_id, Some(RoleId(3)));
        assert_eq!(new.next_due().await.unwrap(), Some(8));
        // Numbering continues: new rows get the next numbers.
        assert_eq!(new_match(&new).await.id, MatchId(3));
        new.enqueue(MatchId(3), &[message(Target::Channel(ChannelId(1)), "x")], 8).await.unwrap();
        assert!(new.deliverable(8, 99).await.unwrap().iter().any(|row| row.id == OutboxId(251)));
    }
}

#[tokio::test]
async fn only_an_empty_database_is_filled_and_none_that_a_bot_uses() {
    for (from, to) in pairs().await {
        fill(&from).await;
        // An empty database that was opened before is still empty.
        Store::open(to.url()).await.unwrap().close().await;
        for busy in [&from, &to] {
            let _lock = Store::lock(busy.url(), "trigon run (process 9)").await.unwrap();
            let refused = moved(&from, &to).await.unwrap_err();
            assert!(refused.contains("trigon run (process 9) already runs on"), "{refused}");
        }
        moved_unlocked(&from, &to).await.unwrap();
        let before = Store::open(to.url()).await.unwrap().load(MatchId(2)).await.unwrap();
        let refused = moved_unlocked(&from, &to).await.unwrap_err();
        assert!(refused.contains("is not empty"), "{refused}");
        assert_eq!(Store::open(to.url()).await.unwrap().load(MatchId(2)).await.unwrap(), before);
        let same = moved(&from, &from).await.unwrap_err();
        assert!(same.contains("the same database"), "{same}");
    }
}

#[tokio::test]
async fn a_copy_that_is_interrupted_has_copied_nothing_and_is_begun_again() {
    for (from, to) in pairs().await {
        let before = fill(&from).await;
        let stored = AtomicU64::new(0);
        {
            let mut progress = |done, _| stored.store(done, Ordering::Relaxed);
            let mut copying = Box::pin(transfer(from.url(), to.url(), OWNER, &mut progress));
            // Dropped as soon as the first rows are in the target.
            std::future::poll_fn(|context| match copying.as_mut().poll(context) {
                Poll::Ready(end) => panic!("it was too fast: {end:?}"),
                Poll::Pending if stored.load(Ordering::Relaxed) > 0 => Poll::Ready(()),
                Poll::Pending => Poll::Pending,
            })
            .await;
        }
        moved_unlocked(&from, &to).await.unwrap();
        assert_eq!(all(&Store::open(to.url()).await.unwrap()).await, before);
    }
}

#[tokio::test]
async fn a_copy_that_differs_is_noticed_and_undone() {
    for (from, to) in pairs().await {
        fill(&from).await;
        Store::open(to.url()).await.unwrap().close().await;
        // A database that changes what is written to it.
        let sql = if to.is_postgres() {
            "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql
                 AS $$ BEGIN NEW.name := lower(NEW.name); RETURN NEW; END $$;
             CREATE TRIGGER change BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION change()"
        } else {
            "CREATE TRIGGER change AFTER INSERT ON seats
             BEGIN UPDATE seats SET name = lower(name) WHERE rowid = NEW.rowid; END"
        };
        to.run(sql).await;
        let refused = moved(&from, &to).await.unwrap_err();
        assert!(refused.contains("differs") && refused.contains("nothing was copied"), "{refused}");
        assert!(Store::open(to.url()).await.unwrap().summary(MatchId(1)).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_backup_is_the_state_of_one_moment_while_the_bot_goes_on() {
    for kind in [Some(Database::sqlite()), Database::postgres().await] {
        let Some(database) = kind else { continue };
        let store = Store::open(database.url()).await.unwrap();
        let row = new_match(&store).await;
        let writing = {
            let store = store.clone();
            tokio::spawn(async move {
                for seq in 1..=60 {
                    let row = MatchRow { version: seq, ..row.clone() };
                    let messages = vec![message(Target::Channel(ChannelId(1)), "x"); 2];
                    let change = MatchUpdate { entries: vec![entry(seq)], messages, ..change(&row) };
                    store.commit(&change, 0).await.unwrap();
                }
            })
        };
        let folder = folder();
        let mut number = 0;
        while number < 3 || !writing.is_finished() {
            let file = folder.join(format!("{number}.db"));
            back_up(database.url(), &file, &mut |_, _| {}).await.unwrap();
            let copy = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
            let stored = copy.load(MatchId(1)).await.unwrap().unwrap();
            let seen = stored.log.len() as i64;
            let pending = copy.pending_count(MatchId(1)).await.unwrap();
            assert_eq!((stored.row.version, pending), (seen + 1, 2 * seen));
            number += 1;
        }
        writing.await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test]
async fn a_backup_is_restored_into_either_kind() {
    for (from, to) in pairs().await {
        let before = fill(&from).await;
        let folder = folder();
        let file = folder.join("backup.db");
        // The leftovers of an interrupted backup do no harm.
        std::fs::write(folder.join("backup.db.part"), "half").unwrap();
        let written = back_up(from.url(), &file, &mut |_, _| {}).await.unwrap();
        let names: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["backup.db"], "nothing else is left");
        let again = back_up(from.url(), &file, &mut |_, _| {}).await.unwrap_err().to_string();
        assert!(again.contains("exists already"), "{again}");
        let read = restore(&file, to.url(), OWNER, &mut |_, _| {}).await.unwrap();
        assert_eq!(read, written);
        assert_eq!(all(&Store::open(to.url()).await.unwrap()).await, before);
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test]
async fn what_is_no_database_of_ours_is_not_copied() {
    let (folder, to) = (folder(), Database::sqlite());
    let refused = async |name: &str| {
        restore(&folder.join(name), to.url(), OWNER, &mut |_, _| {}).await.unwrap_err().to_string()
    };
    assert!(refused("none.db").await.contains("there is no database"));
    assert!(!folder.join("none.db").exists());
    std::fs::write(folder.join("notes.db"), "This is a shopping list. ".repeat(200)).unwrap();
    let sentence = refused("notes.db").await;
    assert!(sentence.contains("not a database"), "{sentence}");
    std::fs::write(folder.join("empty.db"), "").unwrap();
    let sentence = refused("empty.db").await;
    assert!(sentence.contains("holds no matches"), "{sentence}");
    let newer = format!("sqlite://{}/newer.db", folder.display());
    Store::open(&newer).await.unwrap().close().await;
    let mut raw = AnyConnection::connect(&newer).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET version = version + 1000").execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let sentence = refused("newer.db").await;
    assert!(sentence.contains("newer version of Trigon"), "{sentence}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_text_that_postgresql_cannot_store_is_named_by_its_table() {
    let Some(to) = Database::postgres().await else { return };
    let from = Database::sqlite();
    let store = Store::open(from.url()).await.unwrap();
    new_match(&store).await;
    store.close().await;
    // As an earlier version would have stored it.
    from.run("UPDATE matches SET title = 'secret' || char(0)").await;
    let refused = moved(&from, &to).await.unwrap_err();
    assert!(refused.contains("the table matches cannot be copied"), "{refused}");
    assert!(
        refused.contains("a character that cannot be stored") && !refused.contains("secret"),
        "{refused}"
    );
}

/// A table that a migration adds is copied, too.
#[tokio::test]
async fn every_table_is_copied() {
    let (from, to) = (Database::sqlite(), Database::sqlite());
    let copied = {
        Store::open(from.url()).await.unwrap().close().await;
        moved(&from, &to).await.unwrap()
    };
    let sql =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('_sqlx_migrations', 'programs')
               AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut from.raw().await).await.unwrap();
    assert_eq!(copied.rows.keys().copied().collect::<Vec<_>>(), tables);
}
