//! What only a server can do: refuse, disappear, come back, and quote what it should not.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use trigon::ids::{ChannelId, GuildId, MatchId, RoleId, UserId};
use trigon::store::Process;

use super::*;

/// Returns a database on a server, if tests use one.
async fn server() -> Option<Database> {
    Database::postgres().await
}

/// Returns why a database is not opened.
async fn refused(url: &str) -> String {
    match Store::open(url).await {
        Err(StoreError::Open(sentence) | StoreError::Away(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

/// Returns the address with another user and a password, which a server that trusts everyone does not ask for.
fn with_password(url: &str) -> String {
    url.replace("trigon@", "trigon:hunter2@")
}

#[tokio::test]
async fn a_password_is_in_no_error_and_nothing_that_is_shown() {
    let Some(database) = server().await else { return };
    let url = with_password(database.url());
    let nowhere = url.replace("/postgres?", "/nowhere?");
    let stranger = url.replace("trigon:", "stranger:");
    let far = url.replace("%2Fdev", "%2Fnowhere").replace("%2Ftmp", "%2Fnowhere");
    let odd = format!("{url}&sslmode=hunter2");
    for (url, reason) in [
        (&nowhere, "there is no such database on the server"),
        (&stranger, "the server does not let this user in from here"),
        (&far, "the server cannot be reached"),
        (&odd, "an option of its address is not understood"),
    ] {
        let sentence = refused(url).await;
        assert!(sentence.contains(reason) && !sentence.contains("hunter2"), "{sentence}");
    }
    let store = Store::open(&url).await.unwrap();
    let lock = Store::lock(&url, "trigon run (process 7)").await.unwrap();
    let address = trigon::store::Address::parse(&url).unwrap();
    let shown = format!("{store:?} {lock:?} {address:?} {address}");
    assert!(shown.contains("postgres://trigon@") && !shown.contains("hunter2"), "{shown}");
}

#[tokio::test]
async fn what_a_server_quotes_from_a_row_stays_in_the_store() {
    let Some(database) = server().await else { return };
    let store = Store::open(database.url()).await.unwrap();
    let row = new_match(&store).await;
    database.run("ALTER TABLE seats ADD CHECK (name <> 'secret-name')").await;
    let seats = Some(vec![SeatRow { name: "secret-name".into(), ..seat(1, UserId(1)) }]);
    let error = store.commit(&MatchUpdate { seats, ..change(&row) }, 0).await.unwrap_err();
    let told = format!("{error} / {error:?}");
    assert!(told.contains("a value is not allowed") && told.contains("23514"), "{told}");
    assert!(!told.contains("secret"), "{told}");
}

/// Makes every change of the settings fail with an error code of PostgreSQL's.
async fn fail_with(database: &Database, state: &str) {
    let sql = format!(
        "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
             AS $$ BEGIN RAISE EXCEPTION 'secret' USING ERRCODE = '{state}'; END $$;
         CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON guild_settings FOR EACH ROW EXECUTE FUNCTION fail()"
    );
    database.run(&sql).await;
}

#[tokio::test]
async fn troubles_of_a_server_are_named_and_storing_goes_on_when_they_are_over() {
    let Some(database) = server().await else { return };
    let store = Store::open(database.url()).await.unwrap();
    let settings = GuildSettings { guild_id: GuildId(10), host_role_id: Some(RoleId(1)) };
    for (state, trouble) in [
        ("53100", "the disk is full"),
        ("53300", "the server has no connection free"),
        ("25006", "it may not be written: the server is a copy, or set to read only"),
        ("57P01", "the server is stopping or starting"),
        ("58030", "the disk failed"),
        ("XX001", "its files are damaged"),
        ("08006", "the server cannot be reached"),
    ] {
        fail_with(&database, state).await;
        let error = store.set_guild_settings(&settings).await.unwrap_err();
        assert!(is_fault::<()>(&Err(error)));
        assert_eq!(store.trouble(), Some(trouble), "{state}");
        database.run("DROP TRIGGER fail ON guild_settings").await;
        store.set_guild_settings(&settings).await.unwrap();
        assert_eq!(store.trouble(), None, "{state}");
    }
    // A mistake in one statement does not mean that nothing can be stored. The lowest eight bits of 22021, taken as a
    // number, would be SQLite's "locked".
    for state in ["22012", "22021", "P0001"] {
        fail_with(&database, state).await;
        assert!(is_fault(&store.set_guild_settings(&settings).await));
        assert_eq!(store.trouble(), None, "{state}");
    }
    for state in ["40001", "40P01"] {
        fail_with(&database, state).await;
        assert!(is_conflict(&store.set_guild_settings(&settings).await), "{state}: try again");
    }
}

/// The name that PostgreSQL gives to its socket.
const SOCKET: &str = ".s.PGSQL.5432";

/// Returns an empty folder for a socket, the real socket, and the address that goes through the folder.
fn way(database: &Database) -> (PathBuf, String, String) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let url = database.url();
    let real = url.split(['@', '/']).nth(3).unwrap();
    // The name of a socket may have at most 107 characters.
    let name = format!("trigon-way-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = std::path::Path::new("/tmp").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let other = url.replace(real, &folder.to_str().unwrap().replace('/', "%2F"));
    (folder, format!("{}/{SOCKET}", real.replace("%2F", "/")), other)
}

#[tokio::test]
async fn a_server_that_was_away_is_used_again_when_it_is_back() {
    let Some(database) = server().await else { return };
    // A way to the server that can be closed.
    let (folder, socket, url) = way(&database);
    let open = || symlink(&socket, folder.join(SOCKET)).unwrap();
    open();
    let store = Store::open(&format!("{url}&application_name=away")).await.unwrap();
    let row = new_match(&store).await;
    let mut lock = Store::lock(&url, "trigon run (process 7)").await.unwrap();

    let gone = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE application_name IN ('away', 'trigon run (process 7)')";
    std::fs::remove_file(folder.join(SOCKET)).unwrap();
    database.run(gone).await;
    let error = store.commit(&change(&row), 0).await.unwrap_err();
    assert!(error.to_string().contains("the server cannot be reached"), "{error}");
    assert_eq!(store.trouble(), Some("the server cannot be reached"));
    assert!(is_fault(&store.load(MatchId(1)).await));
    lock.check().await.unwrap();
    open();
    store.commit(&change(&row), 0).await.unwrap();
    assert_eq!((store.trouble(), stored_row(&store).await.version), (None, 2));

    // The lock is held again; and if somebody else was faster, the error says so.
    lock.check().await.unwrap();
    assert!(Store::lock(database.url(), "trigon run (process 8)").await.is_err());
    database.run(gone).await;
    // The server ends a connection in its own time.
    let other = loop {
        match Store::lock(database.url(), "trigon run (process 8)").await {
            Ok(other) => break other,
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
        }
    };
    let sentence = lock.check().await.unwrap_err().to_string();
    assert!(sentence.contains("trigon run (process 8) already runs on"), "{sentence}");
    drop(other);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_connection_that_ends_within_a_change_leaves_nothing_of_it() {
    let Some(database) = server().await else { return };
    let store = Store::open(&format!("{}&application_name=within", database.url())).await.unwrap();
    let row = new_match(&store).await;
    let lock = database.lock().await;
    let writing = {
        let (store, change) = (store.clone(), MatchUpdate { entries: vec![entry(1)], ..change(&row) });
        tokio::spawn(async move { store.commit(&change, 0).await })
    };
    // As soon as it waits for the lock, its connection ends, as with a server that is stopped.
    let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE application_name = 'within' AND wait_event_type = 'Lock'";
    let mut raw = database.raw().await;
    while sqlx::query_scalar::<_, i64>(end).fetch_one(&mut raw).await.unwrap() == 0 {}
    let error = writing.await.unwrap().unwrap_err();
    assert!(error.to_string().contains("the server is stopping or starting"), "{error}");
    drop(lock);
    assert_eq!(store.load(MatchId(1)).await.unwrap().unwrap().log, []);
    store.commit(&MatchUpdate { entries: vec![entry(1)], ..change(&row) }, 0).await.unwrap();
    assert_eq!(store.load(MatchId(1)).await.unwrap().unwrap().log, [entry(1)]);
}

#[tokio::test]
async fn a_second_bot_in_the_same_schema_is_refused_by_the_name_of_the_first() {
    let (Some(here), Some(there)) = (server().await, server().await) else { return };
    let first = Store::lock(here.url(), "trigon run (process 7)").await.unwrap();
    let sentence = Store::lock(here.url(), "trigon run (process 8)").await.unwrap_err().to_string();
    assert!(
        sentence.contains("trigon run (process 7) already runs on the database postgres://"),
        "{sentence}"
    );
    assert!(
        Store::lock(there.url(), "trigon run (process 8)").await.is_ok(),
        "another schema is another database"
    );
    drop(first);
    // The server notices soon that the connection is gone.
    while Store::lock(here.url(), "trigon run (process 9)").await.is_err() {}
    assert!(!Store::is_missing(here.url()).unwrap());
}

#[tokio::test]
async fn processes_divide_the_shards_of_a_bot_and_no_two_have_the_same() {
    let Some(database) = server().await else { return };
    let lock = async |shards: &str, process: u32| {
        let owner = format!("trigon run --shards {shards} (process {process})");
        let lock = Store::lock_shards(database.url(), &owner, shards.parse().unwrap()).await;
        lock.map_err(|error| error.to_string())
    };
    let first = lock("0-1/4", 7).await.unwrap();
    let mut second = lock("3/4", 8).await.unwrap();
    let sentence = lock("1-2/4", 9).await.unwrap_err();
    let wanted =
        "trigon run --shards 0-1/4 (process 7) already has shard 1 of the bot on the database postgres://";
    assert!(sentence.contains(wanted), "{sentence}");
    let sentence = lock("2/3", 9).await.unwrap_err();
    assert!(sentence.contains("divides the bot into another number of shards"), "{sentence}");
    // Neither a whole bot nor a copy gets in between, whichever process it finds.
    let sentence = Store::lock(database.url(), "trigon run (process 9)").await.unwrap_err().to_string();
    assert!(sentence.contains("trigon run --shards") && sentence.contains("already runs on"), "{sentence}");
    second.check().await.unwrap();
    drop((first, second));
    // The server notices soon that the connections are gone.
    let whole = loop {
        if let Ok(lock) = Store::lock(database.url(), "trigon run (process 9)").await {
            break lock;
        }
    };
    let sentence = lock("0/1", 7).await.unwrap_err();
    assert!(sentence.contains("trigon run (process 9) already runs on"), "{sentence}");
    drop(whole);
}

#[tokio::test]
async fn shards_are_not_divided_on_a_file() {
    let database = Database::sqlite();
    let refused = Store::lock_shards(database.url(), "trigon run", "0/2".parse().unwrap()).await;
    let sentence = refused.unwrap_err().to_string();
    assert!(sentence.contains("needs a database on a PostgreSQL server"), "{sentence}");
}

#[tokio::test]
async fn a_process_is_woken_up_by_what_others_store_and_not_by_itself() {
    let (Some(database), Some(elsewhere)) = (server().await, server().await) else { return };
    let open = async |database: &Database, name: &str| {
        let url = format!("{}&application_name=wake-{name}", database.url());
        Store::open(&url).await.unwrap().with_process(Process::among_others(name, false))
    };
    let (one, two, far) =
        (open(&database, "1").await, open(&database, "2").await, open(&elsewhere, "3").await);
    let mut woken = one.wake_ups().await.unwrap().unwrap();
    // What this process stores, and what others store in another schema, does not count: the first thing that wakes it
    // up comes after that.
    let row = new_match(&one).await;
    new_match(&far).await;
    assert!(soon(&mut woken).await.is_none());
    two.commit(&change(&row), 0).await.unwrap();
    woken.next().await.unwrap();
    two.enqueue(MatchId(1), &[message(Target::User(UserId(1)), "a")], 0).await.unwrap();
    woken.next().await.unwrap();
    // After a lost connection, it has to look.
    database
        .run(
            "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'wake-1'",
        )
        .await;
    let _ = woken.next().await;
    // A process that shares nothing listens to nobody.
    assert!(Store::open(database.url()).await.unwrap().wake_ups().await.unwrap().is_none());
}

/// Returns what wakes up a process, if something does soon.
async fn soon(woken: &mut trigon::store::WakeUps) -> Option<()> {
    tokio::time::timeout(std::time::Duration::from_millis(100), woken.next())
        .await
        .ok()
        .map(|next| next.unwrap())
}

/// Passes everything on between a client and the server. If `cut` is set, withholds the answer to a commit and ends the
/// connection instead.
async fn pass_on(mut client: UnixStream, mut server: UnixStream, cut: Arc<AtomicBool>) {
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                server.write_all(&asked[..length]).await.unwrap();
                let commits = asked[..length].windows(7).any(|text| text == b"COMMIT\0");
                if commits && cut.swap(false, Ordering::Relaxed) {
                    assert!(server.read(&mut answered).await.unwrap() > 0, "the server has answered");
                    return;
                }
            }
            read = server.read(&mut answered) => {
                let Ok(length @ 1..) = read else { return };
                client.write_all(&answered[..length]).await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn a_change_whose_answer_is_lost_is_stored_and_not_called_a_failure() {
    let Some(database) = server().await else { return };
    let (folder, socket, url) = way(&database);
    let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
    let cut = Arc::new(AtomicBool::new(false));
    let cuts = cut.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = UnixStream::connect(&socket).await.unwrap();
            tokio::spawn(pass_on(client, server, cuts.clone()));
        }
    });
    let store = Store::open(&url).await.unwrap();
    let row = new_match(&store).await;
    cut.store(true, Ordering::Relaxed);
    store.commit(&MatchUpdate { entries: vec![entry(1)], ..change(&row) }, 0).await.unwrap();
    assert!(!cut.load(Ordering::Relaxed), "the answer was lost");
    assert_eq!(store.load(MatchId(1)).await.unwrap().unwrap().log, [entry(1)]);
    // Without an entry to look for, there is no way to know.
    let row = stored_row(&store).await;
    cut.store(true, Ordering::Relaxed);
    let unsure = store.commit(&change(&row), 0).await;
    assert!(is_fault(&unsure), "{unsure:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Returns the address of a server that answers every connection with an error of this state.
async fn refusing(state: &'static str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let _ = client.read(&mut [0; 1_024]).await;
            let fields = format!("SFATAL\0VFATAL\0C{state}\0Mhunter2\0\0");
            let mut answer = vec![b'E'];
            answer.extend((fields.len() as u32 + 4).to_be_bytes());
            answer.extend(fields.bytes());
            let _ = client.write_all(&answer).await;
        }
    });
    format!("postgres://trigon:hunter2@{address}/trigon?sslmode=disable")
}

#[tokio::test]
async fn what_passes_by_itself_is_told_from_what_does_not() {
    for (state, passes) in [
        ("57P03", true),
        ("53300", true),
        ("08006", true),
        ("28P01", false),
        ("28000", false),
        ("3D000", false),
    ] {
        let url = refusing(state).await;
        let errors = [Store::open(&url).await.err(), Store::lock(&url, "a test").await.err()];
        for error in errors.map(Option::unwrap) {
            assert_eq!(matches!(error, StoreError::Away(_)), passes, "{state}: {error}");
            assert_eq!(matches!(error, StoreError::Open(_)), !passes, "{state}: {error}");
            assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
        }
    }
    let nowhere = Store::open("postgres://trigon:hunter2@127.0.0.1:9/trigon").await.unwrap_err();
    assert!(matches!(nowhere, StoreError::Away(_)), "{nowhere}");
}

/// Waits until so many connections of the schema wait for a lock.
async fn until_waiting(database: &Database) {
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
               AND pid IN (SELECT pid FROM pg_locks WHERE relation IN ('matches'::regclass, 'targets'::regclass, 'seats'::regclass))";
    let mut raw = database.raw().await;
    loop {
        let waiting: i64 = sqlx::query_scalar(sql).fetch_one(&mut raw).await.unwrap();
        if waiting > 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn who_checks_in_while_their_match_changes_waits_and_is_checked_in() {
    let Some(database) = server().await else { return };
    let store = Store::open(database.url()).await.unwrap();
    let row = new_match(&store).await;
    store.commit(&MatchUpdate { seats: Some(vec![seat(1, UserId(7))]), ..change(&row) }, 0).await.unwrap();
    // As every change does: first the match, then its seats.
    let mut raw = database.raw().await;
    sqlx::raw_sql("BEGIN; UPDATE matches SET title = 'Code Blue'").execute(&mut raw).await.unwrap();
    let checking = tokio::spawn({
        let store = store.clone();
        async move { store.check_in(MatchId(1), UserId(7), true).await }
    });
    until_waiting(&database).await;
    // Otherwise, the two would wait for each other.
    let seats = "SET LOCAL deadlock_timeout = '10ms'; UPDATE seats SET joined = joined; COMMIT";
    sqlx::raw_sql(seats).execute(&mut raw).await.unwrap();
    checking.await.unwrap().unwrap();
    let stored = store.load(MatchId(1)).await.unwrap().unwrap();
    assert_eq!(stored.row.title, "Code Blue");
    assert!(stored.seats[0].checked_in && stored.seats[0].dm_closed);
}

#[tokio::test]
async fn what_the_server_undoes_because_of_another_transaction_is_done_again() {
    let Some(database) = server().await else { return };
    let store = Store::open(database.url()).await.unwrap();
    new_match(&store).await;
    let messages =
        [message(Target::Channel(ChannelId(1)), "one"), message(Target::Channel(ChannelId(2)), "two")];
    store.enqueue(MatchId(1), &messages, 0).await.unwrap();
    // Another program that keeps to no order, and that waits longer than the store's transaction before it is looked at.
    let mut raw = database.raw().await;
    let lock = "BEGIN; SET LOCAL deadlock_timeout = '60s'; UPDATE targets SET fence = fence WHERE id = 2";
    sqlx::raw_sql(lock).execute(&mut raw).await.unwrap();
    let storing = tokio::spawn({
        let (store, messages) = (store.clone(), messages.clone());
        async move { store.enqueue(MatchId(1), &messages, 0).await }
    });
    until_waiting(&database).await;
    sqlx::raw_sql("UPDATE targets SET fence = fence WHERE id = 1; COMMIT").execute(&mut raw).await.unwrap();
    storing.await.unwrap().unwrap();
    assert_eq!(store.pending_count(MatchId(1)).await.unwrap(), 4);
    // The same if there is a single statement, or if the server says so for another reason.
    for state in ["40001", "40P01"] {
        let sql = format!(
            "CREATE SEQUENCE IF NOT EXISTS tries;
             CREATE OR REPLACE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF nextval('tries') % 2 = 1 THEN RAISE EXCEPTION 'x' USING ERRCODE = '{state}'; END IF;
                 RETURN NEW;
             END $$;
             CREATE OR REPLACE TRIGGER undo BEFORE INSERT ON guild_settings FOR EACH ROW EXECUTE FUNCTION undo()"
        );
        database.run(&sql).await;
        store
            .set_guild_settings(&GuildSettings { guild_id: GuildId(1), host_role_id: Some(RoleId(7)) })
            .await
            .unwrap();
    }
}
