//! [`Inbox`]: direct messages that have arrived but have not been processed yet.
//!
//! Each person's messages are processed in the order in which they were written, and people do not wait for each other.
//! A deadline waits until what its players have sent is stored, and for nothing else.

use crate::locks::locked;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use trigon_engine::ids::UserId;

use poise::serenity_prelude::Message;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The minimum time between two answers to somebody who plays in no match.
const OUTSIDER_INTERVAL: Duration = Duration::from_secs(10);

/// Direct messages that have arrived. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Inbox(Arc<Inner>);

#[derive(Default)]
struct Inner {
    people: Mutex<HashMap<UserId, PersonalQueue>>,
    /// Counts processed messages.
    done: watch::Sender<u64>,
    /// Signals that whatever could not be stored should be tried again at once.
    retry: Notify,
    /// When people who play in no match were last answered.
    outsiders: Mutex<HashMap<UserId, Instant>>,
    tasks: Mutex<JoinSet<()>>,
}

/// The messages of one person.
#[derive(Default)]
struct PersonalQueue {
    /// Those that have not been started on, in the order in which they were written.
    waiting: BTreeMap<u64, Message>,
    /// The IDs of those that are not finished, whether started on or not.
    open: BTreeSet<u64>,
}

impl Inbox {
    /// Adds a message from a person. Returns whether a task has to be started for that person's messages.
    pub(crate) fn add(&self, user: UserId, message: Message) -> bool {
        let mut people = locked(&self.0.people);
        let is_first = !people.contains_key(&user);
        let queue = people.entry(user).or_default();
        queue.open.insert(message.id.get());
        queue.waiting.insert(message.id.get(), message);
        is_first
    }

    /// Takes all waiting messages from a person, in order. If there are none, the next one needs a new task.
    pub(crate) fn take(&self, user: UserId) -> Vec<Message> {
        let mut people = locked(&self.0.people);
        let waiting = people.get_mut(&user).map(|queue| std::mem::take(&mut queue.waiting));
        let waiting: Vec<Message> = waiting.unwrap_or_default().into_values().collect();
        if waiting.is_empty() {
            people.remove(&user);
        }
        waiting
    }

    /// Returns whether everything that has arrived is dealt with.
    pub(crate) fn is_empty(&self) -> bool {
        locked(&self.0.people).values().all(|queue| queue.open.is_empty())
    }

    /// Returns whether more messages from a person have come in since the last were [taken](Self::take).
    pub(crate) fn has_more(&self, user: UserId) -> bool {
        locked(&self.0.people).get(&user).is_some_and(|queue| !queue.waiting.is_empty())
    }

    /// Records that a message was processed: its changes and its answer are stored.
    pub(crate) fn note_processed(&self, user: UserId, message: u64) {
        if let Some(queue) = locked(&self.0.people).get_mut(&user) {
            queue.open.remove(&message);
        }
        self.0.done.send_modify(|count| *count += 1);
    }

    /// Waits until everything that `users`, or all people, have sent so far has been processed. Whatever could not be
    /// stored is tried again at once.
    pub(crate) async fn wait_until_processed(&self, users: Option<&BTreeSet<UserId>>) {
        let is_meant = |user: &UserId| users.is_none_or(|users| users.contains(user));
        let open: Vec<(UserId, u64)> = {
            let people = locked(&self.0.people);
            let meant = people.iter().filter(|(user, _)| is_meant(user));
            meant.flat_map(|(user, queue)| queue.open.iter().map(|id| (*user, *id))).collect()
        };
        if open.is_empty() {
            return;
        }
        self.0.retry.notify_waiters();
        let is_done = |(user, id): &(UserId, u64)| {
            locked(&self.0.people).get(user).is_none_or(|queue| !queue.open.contains(id))
        };
        // The sender lives as long as `self`.
        let _ = self.0.done.subscribe().wait_for(|_| open.iter().all(is_done)).await;
    }

    /// Waits before something is tried again, but no longer once a deadline is waiting for it.
    pub(crate) async fn wait_before_retry(&self, wait: Duration) {
        // It makes no difference whether the wait was cut short.
        let _ = tokio::time::timeout(wait, self.0.retry.notified()).await;
    }

    /// Returns whether to answer somebody who plays in no match, and notes it if so: nobody else is told to for a while.
    pub(crate) fn begin_outsider_answer(&self, user: UserId) -> bool {
        let mut answered = locked(&self.0.outsiders);
        let now = Instant::now();
        answered.retain(|_, last| now.duration_since(*last) < OUTSIDER_INTERVAL);
        let is_new = !answered.contains_key(&user);
        if is_new {
            answered.insert(user, now);
        }
        is_new
    }

    /// Starts work that is stopped when the inbox is closed.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = locked(&self.0.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(work);
    }

    /// Waits for the work in progress, and stops it if that takes longer than `timeout`. Messages left over are
    /// fetched from Discord at the next start.
    pub(crate) async fn close(&self, timeout: Duration) {
        let _ = tokio::time::timeout(timeout, self.wait_until_processed(None)).await;
        self.abort();
    }

    /// Stops all work in progress.
    pub(crate) fn abort(&self) {
        locked(&self.0.tasks).abort_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(id: u64) -> Message {
        let json = serde_json::json!({
            "id": id.to_string(), "channel_id": "9", "content": "ULD", "timestamp": "2026-01-01T00:00:00Z",
            "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": false, "type": 0,
            "author": { "id": "5", "username": "ann", "discriminator": "0000", "avatar": null },
        });
        serde_json::from_value(json).unwrap()
    }

    #[tokio::test]
    async fn messages_are_taken_in_the_order_in_which_they_were_written() {
        let inbox = Inbox::default();
        assert!(inbox.add(UserId(5), message(20)));
        assert!(!inbox.add(UserId(5), message(10)), "somebody has begun with them");
        assert!(inbox.add(UserId(6), message(30)), "people do not wait for each other");
        let ids =
            |messages: Vec<Message>| messages.iter().map(|message| message.id.get()).collect::<Vec<_>>();
        assert_eq!(ids(inbox.take(UserId(5))), [10, 20]);
        assert!(!inbox.add(UserId(5), message(40)) && inbox.has_more(UserId(5)));
        assert_eq!(ids(inbox.take(UserId(5))), [40]);
        assert!(inbox.take(UserId(5)).is_empty());
        assert!(inbox.add(UserId(5), message(50)));
    }

    #[tokio::test]
    async fn a_deadline_waits_for_what_its_players_have_sent_before_and_for_nothing_else() {
        let inbox = Inbox::default();
        for (user, id) in [(5, 10), (6, 20)] {
            inbox.add(UserId(user), message(id));
        }
        let players = BTreeSet::from([UserId(5)]);
        let short = Duration::from_millis(20);
        assert!(tokio::time::timeout(short, inbox.wait_until_processed(Some(&players))).await.is_err());
        let waits = async {
            inbox.wait_until_processed(Some(&players)).await;
        };
        let stores = async {
            // Written after the deadline started waiting.
            inbox.add(UserId(5), message(30));
            inbox.note_processed(UserId(5), 10);
        };
        tokio::time::timeout(Duration::from_secs(5), async { tokio::join!(waits, stores) }).await.unwrap();
        assert!(
            tokio::time::timeout(short, inbox.wait_until_processed(None)).await.is_err(),
            "others are not done"
        );
        assert!(!inbox.is_empty());
        for (user, id) in [(5, 30), (6, 20)] {
            inbox.note_processed(UserId(user), id);
        }
        assert!(inbox.is_empty());
    }

    #[test]
    fn an_outsider_is_answered_once_in_a_while() {
        let inbox = Inbox::default();
        assert!(inbox.begin_outsider_answer(UserId(5)) && inbox.begin_outsider_answer(UserId(6)));
        assert!(!inbox.begin_outsider_answer(UserId(5)));
    }
}
