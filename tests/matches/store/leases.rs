//! Work that one process takes at a time, and that another takes over once the first is gone.

use std::time::Duration;

use trigon::ids::{ChannelId, GuildId, MatchId, MessageId, UserId};
use trigon::store::{Lease, Listener, OutboxRow, Partition, Process, SentReceipt};

use super::*;

/// A lease that lasts longer than any test.
const LONG_LEASE: Duration = Duration::from_hours(1);

/// A lease that ends as soon as it is taken.
const ENDED_LEASE: Duration = Duration::ZERO;

/// Opens the database as a process with a name and a lease.
async fn process(backend: &impl Backend, name: &str, lease: Duration) -> Store {
    let process = Process::among_others(name, name == "0").with_lease(lease);
    backend.store().await.with_process(process)
}

/// Takes the next message to be sent.
async fn taken(store: &Store, now: i64) -> (OutboxRow, Lease) {
    let mut taken = store.take(now, 1).await.unwrap();
    assert_eq!(taken.len(), 1, "there is something to take");
    taken.remove(0)
}

pub(crate) async fn of_several_processes_each_takes_something_else(backend: &impl Backend) {
    let stores = [process(backend, "0", LONG_LEASE).await, process(backend, "1", LONG_LEASE).await];
    new_match(&stores[0]).await;
    let messages: Vec<_> =
        (0..60).map(|n| message(Target::User(UserId(n / 2)), &format!("{n:02}"))).collect();
    stores[0].enqueue(MatchId(1), &messages, 0).await.unwrap();
    let take = |n: usize| {
        let store = stores[n % 2].clone();
        tokio::spawn(async move {
            let mut sent = Vec::new();
            loop {
                let taken = store.take(0, 4).await.unwrap();
                if taken.is_empty() {
                    return sent;
                }
                for (row, lease) in taken {
                    if store
                        .settle(row.id, 1, &lease, &DeliveryOutcome::Sent(MessageId(row.id.0)))
                        .await
                        .unwrap()
                    {
                        store.release(&lease).await.unwrap();
                    }
                    sent.push(row.notice);
                }
            }
        })
    };
    let tasks: Vec<_> = (0..4).map(take).collect();
    let mut sent = Vec::new();
    for task in tasks {
        sent.extend(task.await.unwrap());
    }
    // A process that found the rest taken has ended early.
    sent.extend(take(0).await.unwrap());
    sent.sort_unstable();
    assert_eq!(sent, messages.iter().map(|message| message.notice.clone()).collect::<Vec<_>>());
}

pub(crate) async fn what_a_process_has_taken_is_taken_over_when_its_lease_ends(backend: &impl Backend) {
    let (dead, alive) = (process(backend, "0", ENDED_LEASE).await, process(backend, "1", LONG_LEASE).await);
    new_match(&dead).await;
    dead.enqueue(
        MatchId(1),
        &[message(Target::User(UserId(1)), "a"), message(Target::User(UserId(1)), "b")],
        0,
    )
    .await
    .unwrap();
    taken(&dead, 0).await;
    let (row, lease) = taken(&alive, 0).await;
    assert_eq!(row.notice, "a");
    assert!(dead.take(0, 9).await.unwrap().is_empty(), "the other one has it for long");
    alive.settle(row.id, 1, &lease, &DeliveryOutcome::Retry(50, "busy".into())).await.unwrap();
    assert!(alive.take(49, 9).await.unwrap().is_empty(), "it waits for the next attempt");
    assert_eq!(taken(&dead, 50).await.0.notice, "a");
}

pub(crate) async fn what_waits_for_a_retry_is_hastened_and_nothing_else(backend: &impl Backend) {
    let store = process(backend, "0", LONG_LEASE).await;
    let guild = new_match(&store).await.guild_id;
    let targets = [Target::Channel(ChannelId(1)), Target::User(UserId(1)), Target::User(UserId(2))];
    store.enqueue(MatchId(1), &targets.map(|target| message(target, "a")), 0).await.unwrap();
    let fail_all = async |until: i64| {
        for (row, lease) in store.take(until - 50, 9).await.unwrap() {
            store.settle(row.id, 1, &lease, &DeliveryOutcome::Retry(until, "away".into())).await.unwrap();
        }
    };
    fail_all(50).await;
    assert_eq!(store.hasten(&[], 10).await.unwrap(), 0);
    assert_eq!(store.hasten(&targets[1..], 10).await.unwrap(), 2);
    let due = |rows: Vec<OutboxRow>| rows.into_iter().map(|row| row.target).collect::<Vec<_>>();
    assert_eq!(due(store.deliverable(10, 9).await.unwrap()), targets[1..]);
    assert_eq!(store.hasten(&targets, 60).await.unwrap(), 0, "all of them are due");
    fail_all(110).await;
    assert_eq!(store.hasten_in_guild(GuildId(guild.0 + 1), 70).await.unwrap(), 0);
    assert!(store.deliverable(70, 9).await.unwrap().is_empty());
    assert_eq!(store.hasten_in_guild(guild, 70).await.unwrap(), 3);
    assert_eq!(store.deliverable(70, 9).await.unwrap().len(), 3);
    // What is looked at in a server again waits in the same way.
    store.begin_upkeep(MatchId(1)).await.unwrap();
    let row = store.take_upkeep(0, 1).await.unwrap().remove(0);
    let version = stored_row(&store).await.version;
    store.settle_upkeep(&row, version, "{}", Some(500), true).await.unwrap();
    assert_eq!(store.mend_upkeep(GuildId(guild.0 + 1), 100).await.unwrap(), 0);
    assert!(store.take_upkeep(100, 1).await.unwrap().is_empty());
    assert_eq!(store.mend_upkeep(guild, 100).await.unwrap(), 1);
    let row = store.take_upkeep(100, 1).await.unwrap().remove(0);
    assert!(row.is_mended() && !row.is_hurried());
}

pub(crate) async fn a_process_whose_lease_has_ended_stores_nothing(backend: &impl Backend) {
    let (stopped, alive) =
        (process(backend, "0", ENDED_LEASE).await, process(backend, "1", LONG_LEASE).await);
    new_match(&alive).await;
    alive
        .enqueue(
            MatchId(1),
            &[message(Target::User(UserId(1)), "a"), message(Target::User(UserId(1)), "b")],
            0,
        )
        .await
        .unwrap();
    let (row, mut old) = taken(&stopped, 0).await;
    assert_eq!(old.left(), Duration::ZERO);
    // As long as nobody else has taken it, it may go on.
    stopped.begin_attempt(row.id, 5, &mut old).await.unwrap();
    let (_, lease) = taken(&alive, 0).await;
    assert!(lease.left() > Duration::from_mins(50));
    assert!(is_conflict(&stopped.begin_attempt(row.id, 6, &mut old).await));
    for mark in [
        DeliveryOutcome::Sent(MessageId(7)),
        DeliveryOutcome::Obsolete,
        DeliveryOutcome::Dead("x".into()),
        DeliveryOutcome::Retry(9, "x".into()),
    ] {
        assert!(is_conflict(&stopped.settle(row.id, 6, &old, &mark).await), "{mark:?}");
    }
    stopped.release(&old).await.unwrap();
    assert!(stopped.take(0, 9).await.unwrap().is_empty(), "nor gives back what is no longer its own");
    assert!(alive.is_pending(row.id).await.unwrap());
    let kept = alive.settle(row.id, 7, &lease, &DeliveryOutcome::Sent(MessageId(8))).await.unwrap();
    assert!(
        kept && is_conflict(&alive.settle(row.id, 7, &lease, &DeliveryOutcome::Sent(MessageId(8))).await),
        "once"
    );
}

pub(crate) async fn what_was_sent_together_is_settled_together_but_for_what_somebody_else_has(
    backend: &impl Backend,
) {
    let (store, other) = (process(backend, "0", ENDED_LEASE).await, process(backend, "1", LONG_LEASE).await);
    new_match(&store).await;
    let to = |target, text| message(target, text);
    let (hall, ann, ben, cleo) = (
        Target::Channel(ChannelId(1)),
        Target::User(UserId(1)),
        Target::User(UserId(2)),
        Target::User(UserId(3)),
    );
    let all = [to(hall, "a"), to(ann, "b"), to(ben, "c"), to(ann, "d"), to(cleo, "e")];
    store.enqueue(MatchId(1), &all, 0).await.unwrap();
    let taken_first = store.take(0, 9).await.unwrap();
    let mine: Vec<&str> = taken_first.iter().map(|(row, _)| row.notice.as_str()).collect();
    assert_eq!(mine, ["a", "b", "c", "e"]);
    // Meanwhile somebody else takes the first one, and another turns out to be no longer needed.
    assert_eq!(taken(&other, 0).await.0.notice, "a");
    store.settle(taken_first[2].0.id, 1, &taken_first[2].1, &DeliveryOutcome::Obsolete).await.unwrap();
    let receipts: Vec<SentReceipt<'_>> = taken_first
        .iter()
        .map(|(row, lease)| SentReceipt { id: row.id, message_id: MessageId(70 + row.id.0), lease })
        .collect();
    let settled = store.settle_sent(5, &receipts).await.unwrap();
    assert_eq!(settled, [None, Some(true), None, Some(false)], "kept where more is to be sent");
    assert_eq!(store.settle_sent(6, &receipts).await.unwrap(), [None; 4], "once");
    assert_eq!(store.settle_sent(6, &[]).await.unwrap(), [None; 0]);
    let sent = store.sent_messages(MatchId(1), None, 9).await.unwrap();
    let sent: Vec<(&str, MessageId)> =
        sent.iter().map(|sent| (sent.notice.as_str(), sent.message_id)).collect();
    assert_eq!(sent, [("e", MessageId(75)), ("b", MessageId(72))]);
    // What was kept is given back, and the next message to the same target comes.
    store.release(&taken_first[1].1).await.unwrap();
    let next = other.take(0, 9).await.unwrap();
    let next: Vec<&str> = next.iter().map(|(row, _)| row.notice.as_str()).collect();
    assert_eq!(next, ["d"]);
    assert_eq!(store.pending_count(MatchId(1)).await.unwrap(), 2, "that one and the first");
}

pub(crate) async fn a_target_is_kept_until_everything_is_done_for_a_message(backend: &impl Backend) {
    let store = process(backend, "0", LONG_LEASE).await;
    new_match(&store).await;
    let user = Target::User(UserId(1));
    store.enqueue(MatchId(1), &[message(user, "a"), message(user, "b")], 0).await.unwrap();
    let (row, lease) = taken(&store, 0).await;
    assert!(store.settle(row.id, 1, &lease, &DeliveryOutcome::Sent(MessageId(5))).await.unwrap());
    assert!(store.take(0, 9).await.unwrap().is_empty());
    store.release(&lease).await.unwrap();
    let (row, lease) = taken(&store, 0).await;
    assert_eq!(row.notice, "b");
    assert!(
        !store.settle(row.id, 1, &lease, &DeliveryOutcome::Sent(MessageId(6))).await.unwrap(),
        "there is nothing to keep it for"
    );
    store.enqueue(MatchId(1), &[message(user, "c")], 2).await.unwrap();
    assert_eq!(taken(&store, 2).await.0.notice, "c");
}

pub(crate) async fn what_a_process_left_behind_is_given_back_at_its_next_start(backend: &impl Backend) {
    let (first, other) = (process(backend, "0", LONG_LEASE).await, process(backend, "1", LONG_LEASE).await);
    new_match(&first).await;
    first
        .enqueue(
            MatchId(1),
            &[message(Target::User(UserId(1)), "a"), message(Target::User(UserId(2)), "b")],
            0,
        )
        .await
        .unwrap();
    let (row, lease) = taken(&first, 0).await;
    taken(&other, 0).await;
    let again = process(backend, "0", LONG_LEASE).await;
    again.release_targets().await.unwrap();
    assert_eq!(taken(&again, 0).await.0, row);
    assert!(again.take(0, 9).await.unwrap().is_empty(), "what another one has stays its own");
    assert!(is_conflict(&first.settle(row.id, 1, &lease, &DeliveryOutcome::Sent(MessageId(1))).await));
}

pub(crate) async fn what_can_be_sent_as_soon_as_it_is_taken_counts_as_begun(backend: &impl Backend) {
    let store = process(backend, "0", LONG_LEASE).await;
    new_match(&store).await;
    let targets = [Target::Channel(ChannelId(1)), Target::User(UserId(1)), Target::User(UserId(2))];
    store.enqueue(MatchId(1), &targets.map(|target| message(target, "a")), 0).await.unwrap();
    store.set_direct_channel(UserId(2), ChannelId(20), MessageId(0)).await.unwrap();
    let mut taken = store.take(5, 9).await.unwrap();
    let channels: Vec<_> = taken.iter().map(|(row, _)| row.direct_channel).collect();
    assert_eq!(channels, [None, None, Some(ChannelId(20))]);
    for (row, lease) in &mut taken {
        assert_eq!(row.first_attempt_at, None, "nobody has sent it before");
        store.begin_attempt(row.id, 6, lease).await.unwrap();
    }
    // Messages that this process has left behind may have arrived.
    store.release_targets().await.unwrap();
    let again = store.take(7, 9).await.unwrap();
    let first: Vec<_> = again.iter().map(|(row, _)| row.first_attempt_at).collect();
    assert_eq!(first, [Some(5), Some(6), Some(5)]);
    for (row, lease) in &mut taken {
        assert!(is_conflict(&store.begin_attempt(row.id, 8, lease).await), "it was noted for one attempt");
    }
}

pub(crate) async fn a_message_that_is_stored_while_another_is_settled_is_not_lost(backend: &impl Backend) {
    let (sender, writer) = (process(backend, "0", LONG_LEASE).await, process(backend, "1", LONG_LEASE).await);
    new_match(&writer).await;
    let target = Target::Channel(ChannelId(1));
    writer.enqueue(MatchId(1), &[message(target, "first")], 0).await.unwrap();
    for n in 0..40 {
        let (row, lease) = taken(&sender, 0).await;
        let next = [message(target, &format!("{n}"))];
        let sent = DeliveryOutcome::Sent(MessageId(row.id.0));
        let (kept, stored) =
            tokio::join!(sender.settle(row.id, 1, &lease, &sent), writer.enqueue(MatchId(1), &next, 0));
        stored.unwrap();
        if kept.unwrap() {
            sender.release(&lease).await.unwrap();
        }
        assert_eq!(notices(&sender, 0).await, [format!("{n}")]);
    }
}

pub(crate) async fn a_clock_that_was_set_back_keeps_no_message_waiting(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    store.enqueue(MatchId(1), &[message(Target::User(UserId(1)), "a")], 1_000_000_000).await.unwrap();
    assert!(store.take(999_900_000, 9).await.unwrap().is_empty(), "less than any wait");
    assert_eq!(notices(&store, 0).await, ["a"]);
    assert_eq!(taken(&store, 0).await.0.notice, "a");
}

pub(crate) async fn the_clocks_of_a_dead_process_are_free_but_not_its_messages(backend: &impl Backend) {
    let (dying, other) = (process(backend, "0", LONG_LEASE).await, process(backend, "1", LONG_LEASE).await);
    let row = new_match(&dying).await;
    let due = Some(vec![due(MatchId(1), "deadline", 10)]);
    dying.commit(&MatchUpdate { due, ..change(&row) }, 0).await.unwrap();
    dying.enqueue(MatchId(1), &[message(Target::User(UserId(1)), "a")], 0).await.unwrap();
    dying.beat(true).await.unwrap();
    assert_eq!(dying.take_clocks(10, 9, Partition::WHOLE).await.unwrap(), [1].map(MatchId));
    taken(&dying, 0).await;
    assert_eq!(other.take_clocks(10, 9, Partition::WHOLE).await.unwrap(), [], "it is alive");
    // It sends no more heartbeats.
    process(backend, "0", ENDED_LEASE).await.beat(true).await.unwrap();
    assert_eq!(other.take_clocks(10, 9, Partition::WHOLE).await.unwrap(), [1].map(MatchId));
    assert!(other.take(0, 9).await.unwrap().is_empty(), "it may just have sent it");
}

pub(crate) async fn clocks_are_taken_by_one_process_at_a_time(backend: &impl Backend) {
    let (dead, one, two) = (
        process(backend, "0", ENDED_LEASE).await,
        process(backend, "1", LONG_LEASE).await,
        process(backend, "2", LONG_LEASE).await,
    );
    for id in 1..=3 {
        let row = new_match(&one).await;
        let due =
            Some(vec![due(MatchId(id), "deadline", 10 * id), due(MatchId(id), "reminder-60", 10 * id + 5)]);
        one.commit(&MatchUpdate { due, ..change(&row) }, 0).await.unwrap();
    }
    assert_eq!(one.take_clocks(9, 9, Partition::WHOLE).await.unwrap(), []);
    assert_eq!(dead.take_clocks(20, 9, Partition::WHOLE).await.unwrap().len(), 2);
    assert_eq!(
        one.take_clocks(20, 1, Partition::WHOLE).await.unwrap(),
        [1].map(MatchId),
        "the first of what the dead one has left"
    );
    assert_eq!(two.take_clocks(30, 9, Partition::WHOLE).await.unwrap().len(), 2);
    one.release_clocks().await.unwrap();
    assert_eq!(one.take_clocks(30, 9, Partition::WHOLE).await.unwrap(), [1].map(MatchId));
    // A process that changes a match has done what was due, or has made it moot.
    let row = row_of(&two, MatchId(2)).await;
    let due = Some(vec![due(MatchId(2), "deadline", 90)]);
    one.commit(&MatchUpdate { due, ..change(&row) }, 0).await.unwrap();
    assert_eq!(one.take_clocks(89, 9, Partition::WHOLE).await.unwrap(), []);
    assert_eq!(one.take_clocks(90, 9, Partition::WHOLE).await.unwrap(), [2].map(MatchId));
    let row = row_of(&two, MatchId(1)).await;
    one.commit(&MatchUpdate { due: Some(vec![]), ..change(&row) }, 0).await.unwrap();
    assert_eq!(
        dead.take_clocks(i64::MAX, 9, Partition::WHOLE).await.unwrap(),
        [],
        "3 is taken, and 1 has nothing to do"
    );
    assert!(one.take(i64::MAX, 9).await.unwrap().is_empty(), "a clock is nobody to write to");
}

pub(crate) async fn processes_know_of_each_other_and_one_listens(backend: &impl Backend) {
    let alone = backend.store().await;
    assert_eq!((alone.beat(true).await.unwrap(), alone.listener().await.unwrap()), (1, Listener::Me));
    let (zero, one, two) = (
        process(backend, "0", LONG_LEASE).await,
        process(backend, "1", LONG_LEASE).await,
        process(backend, "2", LONG_LEASE).await,
    );
    assert_eq!(two.listener().await.unwrap(), Listener::Other(i64::MIN), "nobody has said anything");
    assert_eq!((two.beat(true).await.unwrap(), one.beat(true).await.unwrap()), (1, 2));
    let part = |number, of| Listener::Each(Partition { number, of });
    assert_eq!(one.listener().await.unwrap(), part(0, 2), "each has to fetch for its part");
    assert_eq!(two.listener().await.unwrap(), part(1, 2));
    // Until everything that was sent has arrived there, the one that listens counts among them.
    assert_eq!((zero.beat(false).await.unwrap(), zero.listener().await.unwrap()), (3, part(0, 3)));
    assert_eq!(one.listener().await.unwrap(), part(1, 3));
    assert_eq!(zero.beat(true).await.unwrap(), 3);
    zero.set_heard(70).await.unwrap();
    zero.set_heard(60).await.unwrap();
    assert_eq!(one.listener().await.unwrap(), Listener::Other(70));
    assert_eq!(zero.listener().await.unwrap(), Listener::Me, "the one to which direct messages come");
    // It sends no more heartbeats.
    assert_eq!(process(backend, "0", ENDED_LEASE).await.beat(true).await.unwrap(), 2);
    assert_eq!(one.listener().await.unwrap(), part(0, 2));
}
