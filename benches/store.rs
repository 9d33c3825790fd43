//! How fast the store is on this disk: `cargo bench --bench store`.
//!
//! Targets: a move, which is one entry and a message to each of 13 players and the channel, is stored within 20 ms. The
//! deliverable messages are found within 1 ms while 15,000 targets wait. A program with 10,000 matches starts within
//! 100 ms.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::runtime::Runtime;
use trigon::ids::{ChannelId, GuildId, MatchId, UserId};
use trigon::store::{
    DueRow, EntryKind, LogRow, MatchRow, MatchUpdate, NewMessage, NoticeKind, Status, Store, StoreError,
    Target,
};

fn main() {
    divan::main();
}

/// A match to commit to, in its own database.
struct StoredMatch {
    runtime: Runtime,
    store: Store,
    row: MatchRow,
    folder: PathBuf,
}

fn database_url(folder: &Path) -> String {
    format!("sqlite://{}/bench.db", folder.display())
}

/// Returns the row of a running match. The store gives it its number.
fn new_row() -> MatchRow {
    MatchRow {
        id: MatchId(0),
        version: 0,
        game: "triforce-building".into(),
        rules_version: 1,
        stopped_by_rules: None,
        guild_id: GuildId(10),
        channel_id: ChannelId(20),
        host_id: UserId(30),
        title: "Code Red".into(),
        status: Status::Running,
        terms: "{}".into(),
        words: "[]".into(),
        beacon: None,
        seed: "07".repeat(32),
        setup: None,
        start_hash: None,
        onlookers: "{}".into(),
        created_at: 0,
        ended_at: None,
        rematch_id: None,
    }
}

impl StoredMatch {
    /// Creates a match in a new database.
    fn new() -> Result<StoredMatch, Box<dyn std::error::Error>> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("bench-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let (store, row) = runtime.block_on(async {
            let store = Store::open(&database_url(&folder)).await?;
            let row = store.create_match(&new_row(), &[], &[], &[]).await?;
            Ok::<_, StoreError>((store, row))
        })?;
        Ok(StoredMatch { runtime, store, row, folder })
    }

    /// Returns the address of the database.
    fn url(&self) -> String {
        database_url(&self.folder)
    }

    /// Stores the next entry with fourteen messages.
    fn commit(&mut self) -> Result<(), StoreError> {
        let entry = LogRow {
            seq: self.row.version,
            at: 1_000,
            actor: "7".into(),
            user_id: None,
            kind: EntryKind::Game,
            action: "move D D UL + gather 4-5".into(),
            draws: "[]".into(),
            state_hash: None,
            request: None,
        };
        let notice = |target| NewMessage {
            target,
            kind: NoticeKind::News,
            notice: "{\"round\":3}".repeat(20),
            seq: entry.seq,
            answers: None,
        };
        let messages = (0..13)
            .map(UserId)
            .map(Target::User)
            .chain([Target::Channel(ChannelId(20))])
            .map(notice)
            .collect();
        let row = self.row.clone();
        let change =
            MatchUpdate { row, seats: None, entries: vec![entry], due: None, messages, moved_from: None };
        self.runtime.block_on(self.store.commit(&change, 1_000))?;
        self.row.version += 1;
        Ok(())
    }
}

impl Drop for StoredMatch {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A move: one transaction, on the disk when it returns.
#[divan::bench]
fn commit(bencher: divan::Bencher<'_, '_>) {
    let Ok(mut game) = StoredMatch::new() else { return };
    bencher.bench_local(|| game.commit());
}

/// Loading a whole match of this many entries, as after a restart.
#[divan::bench(args = [10, 300])]
fn load(bencher: divan::Bencher<'_, '_>, entries: usize) {
    let Ok(mut game) = StoredMatch::new() else { return };
    if (0..entries).any(|_| game.commit().is_err()) {
        return;
    }
    bencher.bench_local(|| game.runtime.block_on(game.store.load(MatchId(1))));
}

/// Finding the deliverable messages while this many wait for fourteen targets.
#[divan::bench(args = [140, 4_200])]
fn deliverable(bencher: divan::Bencher<'_, '_>, waiting: usize) {
    let Ok(mut game) = StoredMatch::new() else { return };
    if (0..waiting / 14).any(|_| game.commit().is_err()) {
        return;
    }
    bencher.bench_local(|| game.runtime.block_on(game.store.deliverable(1_000, 50)));
}

/// Finding the deliverable messages while one waits for each of this many people.
#[divan::bench(args = [15_000])]
fn deliverable_to_many(bencher: divan::Bencher<'_, '_>, waiting: i64) {
    let Ok(game) = StoredMatch::new() else { return };
    let to = |user| NewMessage {
        target: Target::User(user),
        kind: NoticeKind::Personal,
        notice: "{\"round\":3}".repeat(20),
        seq: 1,
        answers: None,
    };
    let messages: Vec<NewMessage> = (0..waiting).map(UserId).map(to).collect();
    if game.runtime.block_on(game.store.enqueue(MatchId(1), &messages, 1_000)).is_err() {
        return;
    }
    bencher.bench_local(|| game.runtime.block_on(game.store.deliverable(1_000, 50)));
}

/// Everything that a program reads and releases before it starts work, with this many unfinished matches.
#[divan::bench(args = [10_000], sample_count = 20)]
fn start(bencher: divan::Bencher<'_, '_>, matches: i64) {
    let Ok(game) = StoredMatch::new() else { return };
    let due = |match_id: MatchId| {
        vec![DueRow { match_id, kind: "deadline".to_owned(), at: 1_000_000 + match_id.0 }]
    };
    let filled = game.runtime.block_on(async {
        for id in 2..=matches {
            let row = game.store.create_match(&game.row, &[], &[], &[]).await?;
            let change = MatchUpdate {
                row,
                seats: None,
                entries: vec![],
                due: Some(due(MatchId(id))),
                messages: vec![],
                moved_from: None,
            };
            game.store.commit(&change, 1_000).await?;
        }
        Ok::<_, StoreError>(())
    });
    if filled.is_err() {
        return;
    }
    let url = game.url();
    bencher.bench_local(|| {
        game.runtime.block_on(async {
            let store = Store::open(&url).await?;
            store.rules_in_use().await?;
            store.release_clocks().await?;
            store.release_targets().await?;
            store.due_before(1_000).await?;
            store.next_due_after(1_000).await?;
            let taken = store.take(1_000, 8).await?.len();
            store.close().await;
            Ok::<_, StoreError>(taken)
        })
    });
}
