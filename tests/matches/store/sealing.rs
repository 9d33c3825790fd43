//! Secrets are sealed before they are stored, if there is a key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use trigon::ids::{ChannelId, MatchId, MessageId, OutboxId, RequestId, UserId};
use trigon::store::{back_up, reseal, restore};

use super::*;

const OWNER: &str = "trigon keys reseal (process 7)";

/// Returns keys derived from bytes, newest first.
pub(crate) fn keys(bytes: &[u8]) -> Keys {
    let keys: Vec<String> = bytes.iter().map(|byte| URL_SAFE_NO_PAD.encode([*byte; 32])).collect();
    if keys.is_empty() { Keys::none() } else { Keys::parse(&keys.join(",")).unwrap() }
}

/// Texts that nobody may read, each in another column.
const SECRETS: [&str; 7] = [
    "secret-seed",
    "secret-setup",
    "secret-start",
    "secret-action",
    "secret-draws",
    "secret-state",
    "secret-notice",
];

/// Stores a match with a secret in every column that may hold one, long enough to fill pages.
async fn fill(store: &Store) -> MatchRow {
    let [seed, setup, start, action, draws, state, notice] = SECRETS.map(|secret| secret.repeat(40));
    let row = MatchRow { seed, setup: Some(setup), start_hash: Some(start), ..a_row() };
    let row = store.create_match(&row, &[], &[], &[message(Target::User(UserId(1)), &notice)]).await.unwrap();
    let entry = |seq| LogRow {
        action: action.clone(),
        draws: draws.clone(),
        state_hash: Some(state.clone()),
        ..entry(seq)
    };
    let entries = (1..=30).map(entry).collect();
    let messages = (2..40).map(|user| message(Target::User(UserId(user)), &notice)).collect();
    store.commit(&MatchUpdate { entries, messages, ..change(&row) }, 0).await.unwrap();
    stored_row(store).await
}

/// Returns everything that the store returns about the first match.
async fn seen(store: &Store) -> (Option<trigon::store::StoredMatch>, Vec<String>) {
    (store.load(MatchId(1)).await.unwrap(), notices(store, 1_000).await)
}

/// Returns the secrets that can be read in what is stored.
async fn readable(database: &Database) -> Vec<&'static str> {
    let bytes = database.everything().await;
    assert!(bytes.windows(8).any(|found| found == b"Code Red"), "the title is no secret");
    let can_be_read = |secret: &&str| bytes.windows(secret.len()).any(|found| found == secret.as_bytes());
    SECRETS.into_iter().filter(can_be_read).collect()
}

/// Returns why a database is not opened with these keys.
async fn refused(database: &Database, keys: Keys) -> String {
    Store::open_sealed(database.url(), keys).await.unwrap_err().to_string()
}

/// Reseals once a lock that was just released is gone, which a server notices a moment later.
async fn resealed(database: &Database, keys: &Keys) -> Result<u64, StoreError> {
    loop {
        match reseal(database.url(), keys, OWNER, &mut |_, _| {}).await {
            Err(StoreError::Open(reason)) if reason.contains("already runs on") => {}
            end => return end,
        }
    }
}

pub(crate) async fn nothing_secret_can_be_read_where_it_is_stored(backend: &impl Backend) {
    let store = backend.store().await;
    fill(&store).await;
    let wanted: &[&str] = if backend.keys().newest().is_none() { &SECRETS } else { &[] };
    assert_eq!(readable(backend.database()).await, wanted, "also while it is open");
    let (stored, notices) = seen(&store).await;
    store.close().await;
    assert_eq!(readable(backend.database()).await, wanted);
    let stored = stored.unwrap();
    assert_eq!(stored.row.seed, SECRETS[0].repeat(40));
    assert_eq!(stored.row.setup.unwrap(), SECRETS[1].repeat(40));
    assert_eq!(stored.row.start_hash.unwrap(), SECRETS[2].repeat(40));
    assert!(stored.log.iter().all(|entry| entry.action == SECRETS[3].repeat(40)));
    assert_eq!((stored.log.len(), notices), (30, vec![SECRETS[6].repeat(40); 39]));
}

pub(crate) async fn without_the_right_key_nothing_opens_and_nothing_changes(backend: &impl Backend) {
    let database = backend.database();
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    fill(&store).await;
    let before = seen(&store).await;
    // A program that was started without the key, before anything was sealed, gets no further either.
    let early = database.run("DELETE FROM sealing_keys").await;
    let late = Store::open(database.url()).await.unwrap();
    database.run("INSERT INTO sealing_keys (id) VALUES ('00000000')").await;
    let error = late.load(MatchId(1)).await.unwrap_err();
    assert!(error.to_string().contains("sealed with a key that is missing"), "{error}");
    assert!(is_fault(&late.deliverable(1_000, 9).await));
    late.close().await;
    let id = keys(&[1]).newest().unwrap().to_owned();
    assert_eq!(early, 1);
    database.run(&format!("UPDATE sealing_keys SET id = '{id}'")).await;
    store.close().await;

    let bytes = database.everything().await;
    let missing = refused(database, Keys::none()).await;
    assert!(missing.contains("is sealed: set TRIGON_KEY or key_file to its key"), "{missing}");
    let wrong = refused(database, keys(&[2])).await;
    assert!(wrong.contains("add the missing key after them"), "{wrong}");
    for sentence in [missing, wrong] {
        assert!(sentence.contains(&id) && !sentence.contains("secret"), "{sentence}");
        assert!(!sentence.contains(&URL_SAFE_NO_PAD.encode([1; 32])), "{sentence}");
    }
    assert!(resealed(database, &keys(&[2])).await.is_err());
    assert!(bytes == database.everything().await, "nothing has changed");
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    assert_eq!(seen(&store).await, before);
}

pub(crate) async fn keys_are_changed_without_losing_anything(backend: &impl Backend) {
    let database = backend.database();
    // Plain at first.
    let store = Store::open(database.url()).await.unwrap();
    let row = fill(&store).await;
    let mut before = seen(&store).await;
    store.close().await;
    // With a key, new data is sealed, and old data can be read.
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    assert_eq!(seen(&store).await, before);
    store.commit(&MatchUpdate { entries: vec![entry(31)], ..change(&row) }, 0).await.unwrap();
    before = seen(&store).await;
    let lock = Store::lock(database.url(), "trigon run (process 8)").await.unwrap();
    let busy = reseal(database.url(), &keys(&[1]), OWNER, &mut |_, _| {}).await.unwrap_err();
    assert!(busy.to_string().contains("trigon run (process 8) already runs on"), "{busy}");
    drop(lock);
    store.close().await;
    // The row of the match was rewritten, but nobody has wiped the place where it was.
    let found = readable(database).await;
    assert!(SECRETS[3..].iter().all(|secret| found.contains(secret)), "{found:?}");

    // Afterwards everything is sealed, and no trace of plain text is left.
    let mut progress = (0, 0);
    while let Err(StoreError::Open(reason)) = reseal(database.url(), &keys(&[1]), OWNER, &mut |done, all| {
        progress = (done, all);
    })
    .await
    {
        assert!(reason.contains("already runs on"), "{reason}");
    }
    assert_eq!(progress, (3 + 31 * 2 + 30 + 39, 3 + 31 * 2 + 30 + 39));
    assert_eq!(readable(database).await, [""; 0]);
    assert_eq!(resealed(database, &keys(&[1])).await.unwrap(), 0, "once is enough");

    // A new key, with the old one for as long as it is needed.
    let store = Store::open_sealed(database.url(), keys(&[2, 1])).await.unwrap();
    assert_eq!(seen(&store).await, before);
    store
        .commit(&MatchUpdate { entries: vec![entry(32)], ..change(&stored_row(&store).await) }, 0)
        .await
        .unwrap();
    before = seen(&store).await;
    store.close().await;
    assert!(refused(database, keys(&[2])).await.contains("add the missing key"));
    assert!(refused(database, keys(&[1])).await.contains("add the missing key"));
    assert!(resealed(database, &keys(&[2, 1])).await.unwrap() > 0);
    assert!(refused(database, keys(&[1])).await.contains("add the missing key"));
    let store = Store::open_sealed(database.url(), keys(&[2])).await.unwrap();
    assert_eq!((seen(&store).await, store.sealing_key()), (before, keys(&[2]).newest()));
}

/// A seed of the first match, sealed with the first key by the version that kept lengths.
const BEFORE: &str = "v1.e38131aa.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXxU6vVO_g4twb6KCeK0k3v3B0eBU";

pub(crate) async fn no_length_tells_a_secret_and_values_from_before_get_one_length_too(
    backend: &impl Backend,
) {
    let database = backend.database();
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    let row = store.create_match(&a_row(), &[], &[], &[]).await.unwrap();
    let actions = ["move -", "move U", "move UDL", "vote 9", "vote 13", "garnet"];
    let entry = |(seq, action): (i64, &&str)| LogRow { action: (*action).to_owned(), ..entry(seq) };
    let entries = (1..).zip(&actions).map(entry).collect();
    store.commit(&MatchUpdate { entries, ..change(&row) }, 0).await.unwrap();
    let lengths = "UPDATE match_log SET at = at WHERE LENGTH(action) = 151 AND LENGTH(draws) = 151";
    assert_eq!(database.run(lengths).await, 6);
    let known = stored_row(&store).await;
    store.close().await;

    database.run(&format!("UPDATE matches SET seed = '{BEFORE}'")).await;
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    assert_eq!(stored_row(&store).await, MatchRow { seed: "5eed".to_owned(), ..known.clone() });
    store.close().await;
    assert_eq!(
        resealed(database, &keys(&[1])).await.unwrap(),
        1,
        "its key is the newest, but not its version"
    );
    assert_eq!(
        database.run("UPDATE matches SET id = id WHERE seed LIKE 'v2.%' AND LENGTH(seed) = 151").await,
        1
    );
    assert_eq!(resealed(database, &keys(&[1])).await.unwrap(), 0);
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    assert_eq!(stored_row(&store).await.seed, "5eed");
}

pub(crate) async fn a_value_that_was_moved_does_not_open(backend: &impl Backend) {
    let database = backend.database();
    let store = Store::open_sealed(database.url(), keys(&[1])).await.unwrap();
    fill(&store).await;
    let other =
        store.create_match(&a_row(), &[], &[], &[message(Target::User(UserId(90)), "other")]).await.unwrap();
    store.commit(&MatchUpdate { entries: vec![entry(1)], ..change(&other) }, 0).await.unwrap();
    let fault = |error: StoreError| {
        let told = format!("{error} / {error:?}");
        assert!(told.contains("was changed or moved from another row") && !told.contains("secret"), "{told}");
    };
    let moves = [
        "UPDATE match_log SET action = (SELECT action FROM match_log WHERE match_id = 1 AND seq = 2)
         WHERE match_id = 1 AND seq = 1",
        "UPDATE match_log SET draws = (SELECT draws FROM match_log WHERE match_id = 2 AND seq = 1)
         WHERE match_id = 1 AND seq = 1",
        "UPDATE match_log SET action = draws WHERE match_id = 1 AND seq = 1",
        "UPDATE matches SET seed = (SELECT seed FROM matches WHERE id = 2) WHERE id = 1",
    ];
    for sql in moves {
        let keep =
            "CREATE TABLE kept_log AS SELECT * FROM match_log; CREATE TABLE kept AS SELECT * FROM matches";
        database.run(keep).await;
        assert_eq!(database.run(sql).await, 1);
        fault(store.load(MatchId(1)).await.unwrap_err());
        // Everything else goes on.
        assert_eq!(store.load(MatchId(2)).await.unwrap().unwrap().log.len(), 1);
        assert_eq!(store.unfinished().await.unwrap().len(), 2);
        let back = "UPDATE match_log SET action = (SELECT action FROM kept_log k WHERE k.match_id = match_log.match_id
                        AND k.seq = match_log.seq), draws = (SELECT draws FROM kept_log k
                        WHERE k.match_id = match_log.match_id AND k.seq = match_log.seq);
                    UPDATE matches SET seed = (SELECT seed FROM kept k WHERE k.id = matches.id);
                    DROP TABLE kept_log; DROP TABLE kept";
        database.run(back).await;
        assert!(store.load(MatchId(1)).await.is_ok());
    }
    // A message that cannot be unsealed is one that no face understands; the others are delivered.
    let moved = "UPDATE outbox SET notice = (SELECT notice FROM outbox WHERE id = 2) WHERE id = 1";
    assert_eq!(database.run(moved).await, 1);
    let notices = notices(&store, 1_000).await;
    assert_eq!((notices[0].as_str(), notices[1].as_str()), ("", &*SECRETS[6].repeat(40)));
}

pub(crate) async fn copies_stay_sealed(backend: &impl Backend) {
    let database = backend.database();
    let store = backend.store().await;
    fill(&store).await;
    let before = seen(&store).await;
    let folder = folder();
    let file = folder.join("backup.db");
    // Without any key.
    back_up(database.url(), &file, &mut |_, _| {}).await.unwrap();
    let copy = Database::sqlite();
    // A bot has been started there before, and nothing has happened.
    Store::open_sealed(copy.url(), backend.keys()).await.unwrap().close().await;
    restore(&file, copy.url(), "trigon restore (process 7)", &mut |_, _| {}).await.unwrap();
    assert_eq!(readable(&copy).await, readable(database).await);
    if backend.keys().newest().is_some() {
        assert!(refused(&copy, Keys::none()).await.contains("is sealed"));
    }
    let store = Store::open_sealed(copy.url(), backend.keys()).await.unwrap();
    assert_eq!(seen(&store).await, before);
    std::fs::remove_dir_all(folder).unwrap();
}

pub(crate) async fn an_answer_is_gone_once_it_was_sent_or_given_up(backend: &impl Backend) {
    let store = backend.store().await;
    let secret = SECRETS[6].repeat(40);
    new_match(&store).await;
    let answer = |user, request| NewMessage {
        answers: Some(Answers { request, channel: Some(user) }),
        ..message(Target::User(UserId(user.0)), &secret)
    };
    store.answer(None, &answer(ChannelId(1), RequestId(11)), 0).await.unwrap();
    store.answer(Some(MatchId(1)), &answer(ChannelId(2), RequestId(12)), 0).await.unwrap();
    assert_eq!(notices(&store, 1_000).await, vec![secret.clone(); 2], "both wait");
    let again = store.answer(None, &answer(ChannelId(1), RequestId(11)), 0).await;
    assert!(is_conflict(&again), "what was asked once is answered once");
    let ids: Vec<OutboxId> = store.deliverable(1_000, 9).await.unwrap().iter().map(|row| row.id).collect();
    store.mark(ids[0], 5, &DeliveryOutcome::Sent(MessageId(77))).await.unwrap();
    store.mark(ids[1], 5, &DeliveryOutcome::Dead("closed".into())).await.unwrap();
    let database = backend.database();
    assert_eq!(database.run("UPDATE outbox SET seq = seq WHERE notice = ''").await, 2);
    assert_eq!(database.run("UPDATE outbox SET seq = seq WHERE notice <> ''").await, 0);
}
