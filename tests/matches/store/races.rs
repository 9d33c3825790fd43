//! Changes happen as a whole or not at all, and of two at once only one does.

use std::task::Poll;

use super::*;
use trigon::ids::{ChannelId, GuildId, MatchId, MessageId, OutboxId, UserId};

pub(crate) async fn numbers_follow_each_other(backend: &impl Backend) {
    let store = backend.store().await;
    let create = |_| {
        let store = store.clone();
        tokio::spawn(async move { new_match(&store).await.id })
    };
    let tasks: Vec<_> = (0..8).map(create).collect();
    let mut ids = Vec::new();
    for task in tasks {
        ids.push(task.await.unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (1..=8).map(MatchId).collect::<Vec<_>>());
}

pub(crate) async fn a_change_decided_on_an_old_version_is_refused(backend: &impl Backend) {
    let store = backend.store().await;
    let row = new_match(&store).await;
    store.commit(&change(&row), 0).await.unwrap();
    assert!(is_conflict(&store.commit(&change(&row), 0).await));
    assert!(is_conflict(&store.commit(&change(&MatchRow { version: 3, ..row.clone() }), 0).await));
    assert!(is_conflict(&store.commit(&change(&MatchRow { id: MatchId(2), ..row.clone() }), 0).await));
    store.commit(&change(&MatchRow { version: 2, ..row }), 0).await.unwrap();
    assert_eq!(stored_row(&store).await.version, 3);
}

/// Uses two openings of the database, as two programs would.
pub(crate) async fn of_like_messages_at_once_exactly_one_is_added(backend: &impl Backend) {
    let stores = [backend.store().await, backend.store().await];
    new_match(&stores[0]).await;
    for what in ["warning", "end"] {
        let add = |task: usize| {
            let store = stores[task % 2].clone();
            tokio::spawn(async move {
                store.enqueue_once(About::Match(MatchId(1)), &message(Target::User(UserId(1)), what), 0).await
            })
        };
        let tasks: Vec<_> = (0..10).map(add).collect();
        let mut added = 0;
        for task in tasks {
            added += usize::from(task.await.unwrap().unwrap());
        }
        assert_eq!(added, 1, "{what}");
    }
    assert_eq!(stores[0].pending_count(MatchId(1)).await.unwrap(), 2);
}

/// Uses two openings of the database, as two programs would.
pub(crate) async fn of_changes_at_once_exactly_one_wins(backend: &impl Backend) {
    let stores = [backend.store().await, backend.store().await];
    let mut row = new_match(&stores[0]).await;
    for seq in 1..=5 {
        let commit = |task: usize| {
            let store = stores[task % 2].clone();
            let actor = task.to_string();
            let messages = vec![message(Target::Channel(ChannelId(1)), &actor)];
            let entries = vec![LogRow { actor: actor.clone(), ..entry(seq) }];
            let change = MatchUpdate { entries, messages, ..change(&row) };
            tokio::spawn(async move { (actor, store.commit(&change, 0).await) })
        };
        let tasks: Vec<_> = (0..10).map(commit).collect();
        let mut winners = Vec::new();
        for task in tasks {
            match task.await.unwrap() {
                (actor, Ok(())) => winners.push(actor),
                (_, result) => assert!(is_conflict(&result), "{result:?}"),
            }
        }
        assert_eq!(winners.len(), 1);
        row = stored_row(&stores[0]).await;
        assert_eq!(row.version, seq + 1);
        let log = stores[1].log_after(MatchId(1), seq - 1).await.unwrap();
        assert_eq!(log.into_iter().map(|entry| entry.actor).collect::<Vec<_>>(), winners);
    }
    assert_eq!(stores[0].pending_count(MatchId(1)).await.unwrap(), 5);
}

/// There is no conflict, and each program's messages are in the order in which it stored them.
pub(crate) async fn programs_that_number_messages_at_once_are_not_in_each_others_way(backend: &impl Backend) {
    const CHANGES_EACH: i64 = 25;
    let stores = [backend.store().await, backend.store().await, backend.store().await];
    new_match(&stores[0]).await;
    let target = Target::Channel(ChannelId(1));
    let write = |n: usize| {
        let store = stores[n].clone();
        tokio::spawn(async move {
            for i in 0..CHANGES_EACH {
                // In the other order of the targets, too.
                let mut messages =
                    vec![message(target, &format!("{n}:{i:02}")), message(Target::User(UserId(1)), "x")];
                if n == 1 {
                    messages.reverse();
                }
                store.enqueue(MatchId(1), &messages, 0).await.unwrap();
            }
        })
    };
    let tasks: Vec<_> = (0..3).map(write).collect();
    for task in tasks {
        task.await.unwrap();
    }
    let (mut sent, mut last) = (Vec::new(), OutboxId(0));
    while let Some(row) = stores[0].deliverable(0, 9).await.unwrap().iter().find(|row| row.target == target) {
        assert!(row.id > last);
        last = row.id;
        stores[0].mark(row.id, 1, &DeliveryOutcome::Sent(MessageId(row.id.0))).await.unwrap();
        sent.push(row.notice.clone());
    }
    assert_eq!(sent.len() as i64, 3 * CHANGES_EACH, "each is found");
    for n in 0..3 {
        let own: Vec<_> = sent.iter().filter(|notice| notice.starts_with(&format!("{n}:"))).collect();
        assert!(own.is_sorted(), "{own:?}");
    }
}

/// People check in, and their direct messages turn out to be closed, while the match changes and its roster is replaced.
pub(crate) async fn check_ins_and_changes_at_once_are_all_stored(backend: &impl Backend) {
    const PLAYERS: i64 = 7;
    const ROUNDS: i64 = 15;
    let stores = [backend.store().await, backend.store().await];
    new_match(&stores[0]).await;
    let seats: Vec<SeatRow> = (1..=PLAYERS).map(|n| seat(n, UserId(100 + n))).collect();
    let row = stored_row(&stores[0]).await;
    stores[0].commit(&MatchUpdate { seats: Some(seats.clone()), ..change(&row) }, 0).await.unwrap();
    let writer = stores[1].clone();
    let changing = tokio::spawn(async move {
        let mut seq = 0;
        while seq < ROUNDS {
            let row = stored_row(&writer).await;
            let seats = Some(writer.load(MatchId(1)).await.unwrap().unwrap().seats);
            let messages = (1..=PLAYERS).map(|n| message(Target::User(UserId(100 + n)), "x")).collect();
            let changed = MatchUpdate { seats, entries: vec![entry(seq + 1)], messages, ..change(&row) };
            match writer.commit(&changed, 0).await {
                Ok(()) => seq += 1,
                // Somebody has checked in since.
                result => assert!(is_conflict(&result), "{result:?}"),
            }
        }
    });
    let reaching = (1..=PLAYERS).map(|n| {
        let store = stores[n as usize % 2].clone();
        tokio::spawn(async move {
            for round in 0..ROUNDS {
                store.check_in(MatchId(1), UserId(100 + n), false).await.unwrap();
                store.set_dm_closed(MatchId(1), UserId(100 + n), round + 1 == ROUNDS).await.unwrap();
            }
        })
    });
    for task in reaching.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    changing.await.unwrap();
    let stored = stores[0].load(MatchId(1)).await.unwrap().unwrap();
    assert_eq!(stored.row.version, 2 + ROUNDS + 2 * PLAYERS * ROUNDS);
    assert_eq!(stored.log.len() as i64, ROUNDS);
    assert!(stored.seats.iter().all(|seat| seat.checked_in && seat.dm_closed), "{:?}", stored.seats);
}

/// Messages to several targets, changes that redirect others, and whatever else touches many targets at the same time.
pub(crate) async fn what_is_locked_in_several_places_at_once_is_stored_everywhere(backend: &impl Backend) {
    const CHANGES_EACH: i64 = 20;
    let stores = [backend.store().await, backend.store().await];
    new_match(&stores[0]).await;
    let targets: Vec<Target> = [3, 20, 25]
        .map(ChannelId)
        .map(Target::Channel)
        .into_iter()
        .chain([5, 4].map(UserId).map(Target::User))
        .collect();
    let enqueue = |n: usize| {
        let (store, mut targets) = (stores[n].clone(), targets.clone());
        tokio::spawn(async move {
            for _ in 0..CHANGES_EACH {
                targets.rotate_left(n + 1);
                let messages: Vec<_> = targets.iter().map(|target| message(*target, "x")).collect();
                store.enqueue(MatchId(1), &messages, 0).await.unwrap();
            }
        })
    };
    let mut tasks: Vec<_> = (0..2).map(enqueue).collect();
    let (moving, all) = (stores[0].clone(), targets.clone());
    tasks.push(tokio::spawn(async move {
        for n in 0..CHANGES_EACH {
            let row = stored_row(&moving).await;
            let (from, to) = if n % 2 == 0 { (20, 25) } else { (25, 20) };
            let messages = all.iter().rev().map(|target| message(*target, "moved")).collect();
            let row = MatchRow { channel_id: ChannelId(to), ..row };
            let moved = MatchUpdate { messages, moved_from: Some(ChannelId(from)), ..change(&row) };
            moving.commit(&moved, 0).await.unwrap();
        }
    }));
    let (hasty, all) = (stores[1].clone(), targets.clone());
    tasks.push(tokio::spawn(async move {
        for _ in 0..CHANGES_EACH {
            hasty.hasten(&all, 0).await.unwrap();
            hasty.hasten_in_guild(GuildId(10), -1).await.unwrap();
            hasty.release_targets().await.unwrap();
            hasty.release_clocks().await.unwrap();
        }
    }));
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(stores[0].pending_count(MatchId(1)).await.unwrap(), 3 * CHANGES_EACH * targets.len() as i64);
}

pub(crate) async fn an_entry_is_never_overwritten(backend: &impl Backend) {
    let store = backend.store().await;
    let row = new_match(&store).await;
    store.commit(&MatchUpdate { entries: vec![entry(1), entry(2)], ..change(&row) }, 0).await.unwrap();
    let row = stored_row(&store).await;
    let other = LogRow { action: "something else".into(), ..entry(1) };
    for entries in [vec![other.clone()], vec![entry(3), other], vec![entry(4), entry(4)]] {
        assert!(is_conflict(&store.commit(&MatchUpdate { entries, ..change(&row) }, 0).await));
    }
    // Whatever else is replaced, the log stays.
    let all = MatchUpdate { seats: Some(vec![]), due: Some(vec![]), ..change(&row) };
    store.commit(&all, 0).await.unwrap();
    assert_eq!(store.load(MatchId(1)).await.unwrap().unwrap().log, [entry(1), entry(2)]);
}

pub(crate) async fn a_change_is_stored_whole_or_not_at_all(backend: &impl Backend) {
    let store = backend.store().await;
    let good = MatchUpdate {
        row: new_match(&store).await,
        seats: Some(vec![seat(1, UserId(100))]),
        entries: vec![entry(1)],
        due: Some(vec![due(MatchId(1), "deadline", 5)]),
        messages: vec![message(Target::Channel(ChannelId(1)), "one")],
        moved_from: None,
    };
    store.commit(&good, 0).await.unwrap();
    let before = store.load(MatchId(1)).await.unwrap().unwrap();
    let next = MatchUpdate {
        row: MatchRow { title: "Code Blue".into(), ..before.row.clone() },
        seats: Some(vec![seat(1, UserId(200)), seat(2, UserId(201))]),
        entries: vec![entry(2)],
        due: Some(vec![due(MatchId(1), "reminder", 6)]),
        messages: vec![message(Target::Channel(ChannelId(2)), "two")],
        moved_from: None,
    };
    let twice = vec![entry(2), entry(1)];
    assert!(is_conflict(&store.commit(&MatchUpdate { entries: twice, ..next.clone() }, 0).await));
    let twice = Some(vec![seat(1, UserId(200)), seat(2, UserId(200))]);
    assert!(is_fault(&store.commit(&MatchUpdate { seats: twice, ..next.clone() }, 0).await));
    let twice = Some(vec![due(MatchId(1), "reminder", 6), due(MatchId(1), "reminder", 7)]);
    assert!(is_fault(&store.commit(&MatchUpdate { due: twice, ..next.clone() }, 0).await));
    assert_eq!(notices(&store, 0).await, ["one"]);

    // The very last thing to be stored fails: no number is left for the message.
    let [none_left, some_left] = if backend.database().is_postgres() {
        ["SELECT setval('message_ids', 9223372036854775807)", "SELECT setval('message_ids', 1)"]
    } else {
        ["UPDATE outbox SET id = 9223372036854775807", "UPDATE outbox SET id = 1"]
    };
    backend.database().run(none_left).await;
    let refused = store.commit(&next, 0).await;
    assert!(is_conflict(&refused) || is_fault(&refused), "{refused:?}");
    backend.database().run(some_left).await;

    assert_eq!(store.load(MatchId(1)).await.unwrap().unwrap(), before);
    assert_eq!(store.due_before(99).await.unwrap(), [due(MatchId(1), "deadline", 5)]);
    store.commit(&next, 0).await.unwrap();
    assert_eq!(notices(&store, 0).await, ["one", "two"]);
}

pub(crate) async fn a_writer_that_dies_leaves_nothing(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    let mut raw = backend.raw().await;
    let mut transaction = raw.begin().await.unwrap();
    sqlx::query("UPDATE matches SET title = 'half'").execute(&mut *transaction).await.unwrap();
    sqlx::query("INSERT INTO due VALUES (1, 'half', 1)").execute(&mut *transaction).await.unwrap();
    // Neither committed nor rolled back: the connection just disappears.
    std::mem::forget(transaction);
    drop(raw);
    // The lock is gone as well.
    store.commit(&change(&stored_row(&store).await), 0).await.unwrap();
    assert_eq!(stored_row(&store).await.title, "Code Red");
    assert_eq!(store.next_due().await.unwrap(), None);
}

pub(crate) async fn a_call_that_is_dropped_leaves_all_or_nothing(backend: &impl Backend) {
    const MAX_POLLS: u32 = 24;
    let store = backend.store().await;
    new_match(&store).await;
    let mut seq = 0;
    for polls in 0..MAX_POLLS {
        let row = stored_row(&store).await;
        let messages = (0..3).map(|n| message(Target::Channel(ChannelId(n)), "x")).collect();
        let changed = MatchUpdate { entries: vec![entry(seq + 1)], messages, ..change(&row) };
        let mut left = polls;
        let mut commit = Box::pin(store.commit(&changed, 0));
        std::future::poll_fn(|context| {
            if left == 0 {
                return Poll::Ready(());
            }
            left -= 1;
            commit.as_mut().poll(context).map(|result| result.unwrap())
        })
        .await;
        drop(commit);
        // The next writer waits until the dropped change is undone, unless it was too late for that.
        store.set_dm_closed(MatchId(1), UserId(1), true).await.unwrap();
        let stored = store.load(MatchId(1)).await.unwrap().unwrap();
        let done = i64::from(stored.row.version > row.version);
        seq += done;
        assert_eq!(stored.row.version, row.version + done, "{polls}");
        assert_eq!(stored.log.len() as i64, seq, "{polls}");
        assert_eq!(store.pending_count(MatchId(1)).await.unwrap(), 3 * seq, "{polls}");
    }
    assert!(seq > 0, "the last ones were not dropped early");
    assert!(seq < i64::from(MAX_POLLS), "the first ones were dropped early");
}

pub(crate) async fn a_snapshot_never_shows_half_a_change(backend: &impl Backend) {
    let store = backend.store().await;
    let row = new_match(&store).await;
    let writer = store.clone();
    let writing = tokio::spawn(async move {
        for seq in 1..=20 {
            let row = MatchRow { version: seq, ..row.clone() };
            let seats = Some((1..=seq).map(|n| seat(n, UserId(n))).collect());
            writer
                .commit(&MatchUpdate { seats, entries: vec![entry(seq)], ..change(&row) }, 0)
                .await
                .unwrap();
        }
    });
    while !writing.is_finished() {
        let stored = store.load(MatchId(1)).await.unwrap().unwrap();
        let seen = stored.row.version - 1;
        assert_eq!((stored.seats.len() as i64, stored.log.len() as i64), (seen, seen));
    }
    writing.await.unwrap();
}
