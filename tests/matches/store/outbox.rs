//! Messages of a target are sent in order and once, through retries and until they are given up.

use super::*;
use trigon::ids::{ChannelId, MatchId, MessageId, OutboxId, UserId};

pub(crate) async fn messages_to_a_target_keep_their_order(backend: &impl Backend) {
    let store = backend.store().await;
    assert_eq!(store.next_delivery().await.unwrap(), None);
    let (one, two) = (new_match(&store).await, new_match(&store).await);
    // A channel and a person of the same number are two targets; two matches may share one.
    let [channel, user] = [Target::Channel(ChannelId(5)), Target::User(UserId(5))];
    let messages = vec![message(channel, "a1"), message(user, "u1"), message(channel, "a2")];
    store.commit(&MatchUpdate { messages, ..change(&one) }, 0).await.unwrap();
    store.commit(&MatchUpdate { messages: vec![message(channel, "a3")], ..change(&two) }, 0).await.unwrap();
    store
        .enqueue(MatchId(1), &[message(user, "u2"), message(Target::Channel(ChannelId(6)), "b1")], 70)
        .await
        .unwrap();
    assert_eq!(notices(&store, 0).await, ["a1", "u1"]);
    assert_eq!(notices(&store, 70).await, ["a1", "u1", "b1"]);
    assert_eq!(store.deliverable(70, 2).await.unwrap().len(), 2);
    assert_eq!(store.next_delivery().await.unwrap(), Some(0));
    let mut sent = Vec::new();
    while let Some(row) = store.deliverable(70, 1).await.unwrap().pop() {
        store.mark(row.id, 80, &DeliveryOutcome::Sent(MessageId(1_000 + row.id.0))).await.unwrap();
        sent.push(row.notice);
    }
    assert_eq!(sent, ["a1", "u1", "a2", "a3", "u2", "b1"]);
    assert_eq!(
        (store.next_delivery().await.unwrap(), store.pending_count(MatchId(1)).await.unwrap()),
        (None, 0)
    );
}

pub(crate) async fn a_retry_holds_back_its_target_only(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    let [a, b] = [Target::Channel(ChannelId(1)), Target::Channel(ChannelId(2))];
    store.enqueue(MatchId(1), &[message(a, "a1"), message(a, "a2"), message(b, "b1")], 10).await.unwrap();
    store.mark(OutboxId(1), 500, &DeliveryOutcome::Retry(500, "busy".into())).await.unwrap();
    assert_eq!(notices(&store, 499).await, ["b1"]);
    assert_eq!(store.next_delivery().await.unwrap(), Some(10));
    store.mark(OutboxId(3), 11, &DeliveryOutcome::Sent(MessageId(1))).await.unwrap();
    assert_eq!(notices(&store, 499).await, [""; 0]);
    assert_eq!(store.next_delivery().await.unwrap(), Some(500));
    store.mark(OutboxId(1), 900, &DeliveryOutcome::Retry(900, "busy again".into())).await.unwrap();
    let row = store.deliverable(900, 9).await.unwrap().remove(0);
    assert_eq!((row.id, row.attempts, row.enqueued_at, row.not_before), (OutboxId(1), 2, 10, 900));
    assert_eq!(row.last_error.as_deref(), Some("busy again"));
    assert!(store.is_pending(OutboxId(1)).await.unwrap() && !store.is_pending(OutboxId(3)).await.unwrap());
    store.mark(OutboxId(1), 901, &DeliveryOutcome::Sent(MessageId(2))).await.unwrap();
    assert_eq!(notices(&store, 901).await, ["a2"]);
}

pub(crate) async fn a_dead_message_no_longer_holds_back(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    let user = Target::User(UserId(1));
    store.enqueue(MatchId(1), &[message(user, "u1"), message(user, "u2")], 10).await.unwrap();
    store.mark(OutboxId(1), 20, &DeliveryOutcome::Dead("closed".into())).await.unwrap();
    assert_eq!(notices(&store, 20).await, ["u2"]);
    assert_eq!(store.pending_count(MatchId(1)).await.unwrap(), 1);
    let dead = store.dead(MatchId(1)).await.unwrap();
    assert_eq!((dead.len(), dead[0].id, dead[0].attempts), (1, OutboxId(1), 1));
    assert_eq!(dead[0].last_error.as_deref(), Some("closed"));
    assert_eq!(store.dead(MatchId(2)).await.unwrap(), []);
}

pub(crate) async fn a_message_is_marked_once(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    store
        .enqueue(
            MatchId(1),
            &[message(Target::User(UserId(1)), "a"), message(Target::User(UserId(2)), "b")],
            0,
        )
        .await
        .unwrap();
    store.mark(OutboxId(1), 1, &DeliveryOutcome::Sent(MessageId(1))).await.unwrap();
    store.mark(OutboxId(2), 1, &DeliveryOutcome::Dead("x".into())).await.unwrap();
    for id in [1, 2, 3] {
        assert!(is_conflict(&store.mark(OutboxId(id), 2, &DeliveryOutcome::Sent(MessageId(2))).await));
        assert!(is_conflict(&store.mark(OutboxId(id), 2, &DeliveryOutcome::Retry(2, "x".into())).await));
        assert!(is_conflict(&store.mark(OutboxId(id), 2, &DeliveryOutcome::Dead("x".into())).await));
    }
}

pub(crate) async fn a_sent_message_is_found(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    let target = Target::Channel(ChannelId(1));
    let all = ["a", "b", "c", "d"].map(|notice| message(target, notice));
    store.enqueue(MatchId(1), &all, 0).await.unwrap();
    assert_eq!(store.sent_messages(MatchId(1), None, 9).await.unwrap(), []);
    for id in 1..=3 {
        store.mark(OutboxId(id), 5, &DeliveryOutcome::Sent(MessageId(100 + id))).await.unwrap();
    }
    let sent = async |match_id, to, limit| store.sent_messages(match_id, to, limit).await.unwrap();
    let wanted = [("c", 103), ("b", 102), ("a", 101)].map(|(notice, message_id)| SentMessage {
        target,
        message_id: MessageId(message_id),
        seq: 1,
        notice: notice.to_owned(),
    });
    assert_eq!(sent(MatchId(1), None, 9).await, wanted, "newest first");
    assert_eq!(sent(MatchId(1), None, 2).await, wanted[..2]);
    assert_eq!(sent(MatchId(2), None, 9).await, []);
    assert_eq!(sent(MatchId(1), Some(target), 9).await, wanted);
    assert_eq!(sent(MatchId(1), Some(Target::User(UserId(1))), 9).await, []);
}

pub(crate) async fn the_first_attempt_is_remembered(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    store.enqueue(MatchId(1), &[message(Target::User(UserId(1)), "a")], 10).await.unwrap();
    let first = async || store.deliverable(i64::MAX, 1).await.unwrap().remove(0).first_attempt_at;
    assert_eq!(first().await, None);
    store.mark_attempt(OutboxId(1), 20).await.unwrap();
    store.mark(OutboxId(1), 90, &DeliveryOutcome::Retry(90, "busy".into())).await.unwrap();
    store.mark_attempt(OutboxId(1), 95).await.unwrap();
    assert_eq!(first().await, Some(20), "later attempts do not move it");
    store.mark(OutboxId(1), 96, &DeliveryOutcome::Sent(MessageId(7))).await.unwrap();
    assert!(is_conflict(&store.mark_attempt(OutboxId(1), 97).await));
}

pub(crate) async fn what_is_no_longer_needed_is_neither_sent_nor_a_failure(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    let user = Target::User(UserId(1));
    store.enqueue(MatchId(1), &[message(user, "u1"), message(user, "u2")], 10).await.unwrap();
    store.mark(OutboxId(1), 20, &DeliveryOutcome::Obsolete).await.unwrap();
    assert_eq!(notices(&store, 20).await, ["u2"], "it holds nothing back");
    assert_eq!(store.dead(MatchId(1)).await.unwrap(), []);
    assert_eq!(store.sent_messages(MatchId(1), None, 9).await.unwrap(), []);
    assert!(is_conflict(&store.mark(OutboxId(1), 21, &DeliveryOutcome::Obsolete).await));
    assert!(is_conflict(&store.mark(OutboxId(1), 21, &DeliveryOutcome::Sent(MessageId(1))).await));
}

pub(crate) async fn a_nonce_is_random_and_stays(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    let same = vec![message(Target::Channel(ChannelId(1)), "x"), message(Target::Channel(ChannelId(2)), "x")];
    store.enqueue(MatchId(1), &same, 10).await.unwrap();
    let nonces = async || {
        let rows = store.deliverable(i64::MAX, 9).await.unwrap();
        rows.into_iter().map(|row| row.nonce).collect::<Vec<_>>()
    };
    let before = nonces().await;
    assert_ne!(before[0], before[1]);
    assert!(before.iter().all(|nonce| nonce.len() == 24), "Discord takes 25 characters: {before:?}");
    store.mark(OutboxId(1), 40, &DeliveryOutcome::Retry(40, "busy".into())).await.unwrap();
    assert_eq!(nonces().await, before);

    // Another database with the same content, which must not lead to the same nonces.
    let other = Sqlite::fresh().await.unwrap();
    let store = other.store().await;
    new_match(&store).await;
    store.enqueue(MatchId(1), &same, 10).await.unwrap();
    let rows = store.deliverable(i64::MAX, 9).await.unwrap();
    assert!(rows.iter().all(|row| !before.contains(&row.nonce)));
}

pub(crate) async fn the_same_notice_is_enqueued_once_a_match(backend: &impl Backend) {
    let store = backend.store().await;
    new_match(&store).await;
    new_match(&store).await;
    let once = message(Target::Channel(ChannelId(1)), "closed");
    assert!(store.enqueue_once(About::Match(MatchId(1)), &once, 10).await.unwrap());
    store.mark(OutboxId(1), 20, &DeliveryOutcome::Dead("gone".into())).await.unwrap();
    assert!(!store.enqueue_once(About::Match(MatchId(1)), &once, 30).await.unwrap(), "whatever became of it");
    assert!(
        store.enqueue_once(About::Match(MatchId(2)), &once, 30).await.unwrap(),
        "another match has its own"
    );
    assert!(
        store
            .enqueue_once(About::Match(MatchId(1)), &message(Target::Channel(ChannelId(1)), "close"), 30)
            .await
            .unwrap()
    );
    assert_eq!(notices(&store, 30).await, ["closed"]);
    assert_eq!(
        (store.pending_count(MatchId(1)).await.unwrap(), store.pending_count(MatchId(2)).await.unwrap()),
        (1, 1)
    );
}
