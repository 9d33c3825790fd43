//! [`Health`]: which lines are up, and when each was last heard of.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::Instant;

use super::end::ClosedForGood;
use crate::locks::locked;

/// What is known about the lines. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Health(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    lines: Mutex<BTreeMap<u32, LineStatus>>,
    /// The number of lines there should be.
    wanted: usize,
    started: Instant,
    /// Why Discord has closed a connection for good.
    closed_for_good: watch::Sender<Option<ClosedForGood>>,
}

/// What others want a line to do.
#[derive(Debug)]
pub(super) enum LineCommand {
    /// Send a payload, unless the line is down.
    Send(String),
    /// Find out at once whether the connection is alive.
    Test,
}

/// What is known about a line.
#[derive(Debug)]
struct LineStatus {
    /// The number of the line among those that its shard has had, so that an earlier one changes nothing any more.
    number: u64,
    is_up: bool,
    /// The last sign of life from Discord: a session that began or was resumed, or a heartbeat.
    heard_at: Instant,
    /// When serenity left the line, if it has.
    left_at: Option<Instant>,
    commands: UnboundedSender<LineCommand>,
}

impl Health {
    pub(super) fn new(shards: u32) -> Self {
        Self(Arc::new(Inner {
            lines: Mutex::default(),
            wanted: shards as usize,
            started: Instant::now(),
            closed_for_good: watch::Sender::new(None),
        }))
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<u32, LineStatus>> {
        locked(&self.0.lines)
    }

    /// Adds the line of a shard, in place of an earlier one. Returns a handle with which the line reports its state, and the commands
    /// of others for it.
    pub(super) fn add_line(&self, shard: u32) -> (LineHandle, UnboundedReceiver<LineCommand>) {
        let (commands, received) = unbounded_channel();
        let mut lines = self.lines();
        let before = lines.get(&shard);
        let number = before.map_or(0, |line| line.number + 1);
        let heard_at = before.map_or_else(Instant::now, |line| line.heard_at);
        lines.insert(shard, LineStatus { number, is_up: false, heard_at, left_at: None, commands });
        (LineHandle { health: self.clone(), shard, number }, received)
    }

    /// Notes that Discord has closed a connection for good.
    pub(super) fn close_for_good(&self, closed: ClosedForGood) {
        self.0.closed_for_good.send_replace(Some(closed));
    }

    /// Waits until Discord closes a connection for good.
    pub(crate) async fn wait_until_closed(&self) -> ClosedForGood {
        let mut closed_for_good = self.0.closed_for_good.subscribe();
        let closed = closed_for_good.wait_for(Option::is_some).await.ok().and_then(|closed| *closed);
        match closed {
            Some(closed) => closed,
            // Never, because the sender lives as long as `self`.
            None => std::future::pending().await,
        }
    }

    /// Returns whether all lines are up.
    pub(crate) fn is_up(&self) -> bool {
        let lines = self.lines();
        lines.len() >= self.0.wanted && lines.values().all(|line| line.is_up)
    }

    /// Returns for how long nothing has been heard of Discord over the line that has been silent longest.
    pub(crate) fn silence(&self) -> Duration {
        let lines = self.lines();
        let oldest = lines.values().map(|line| line.heard_at).min().unwrap_or(self.0.started);
        oldest.elapsed()
    }

    /// Returns for how long serenity has been gone from a line, or from all of them if it never connected.
    pub(crate) fn without_reader(&self) -> Duration {
        let lines = self.lines();
        let oldest = if lines.is_empty() {
            Some(self.0.started)
        } else {
            lines.values().filter_map(|line| line.left_at).min()
        };
        oldest.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Sends a payload to Discord over the line of a shard. Returns whether the line is up.
    pub(crate) fn send(&self, shard: u32, payload: String) -> bool {
        let lines = self.lines();
        let line = lines.get(&shard).filter(|line| line.is_up);
        line.is_some_and(|line| line.commands.send(LineCommand::Send(payload)).is_ok())
    }

    /// Has a line find out at once whether its connection is alive.
    pub(crate) fn test(&self, shard: u32) {
        if let Some(line) = self.lines().get(&shard) {
            let _ = line.commands.send(LineCommand::Test);
        }
    }
}

/// The handle with which a line reports its state. The line drops it when serenity has left.
pub(super) struct LineHandle {
    health: Health,
    shard: u32,
    number: u64,
}

impl LineHandle {
    fn change(&self, change: impl FnOnce(&mut LineStatus)) {
        if let Some(line) = self.health.lines().get_mut(&self.shard).filter(|line| line.number == self.number)
        {
            change(line);
        }
    }

    /// Notes that a session has begun or was resumed.
    pub(super) fn note_up(&self) {
        self.change(|line| (line.is_up, line.heard_at) = (true, Instant::now()));
    }

    /// Notes that the connection is lost.
    pub(super) fn note_down(&self) {
        self.change(|line| line.is_up = false);
    }

    /// Notes a sign of life from Discord.
    pub(super) fn note_heard(&self) {
        self.change(|line| line.heard_at = Instant::now());
    }
}

impl Drop for LineHandle {
    fn drop(&mut self) {
        self.change(|line| (line.is_up, line.left_at) = (false, Some(Instant::now())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_up_when_all_lines_are_and_a_later_line_takes_the_place_of_an_earlier_one() {
        let health = Health::new(2);
        let (first, _orders) = health.add_line(0);
        first.note_up();
        assert!(!health.is_up(), "the other shard is missing");
        let (second, _others) = health.add_line(1);
        assert!(!health.is_up() && !health.send(1, String::new()));
        second.note_up();
        assert!(health.is_up() && health.send(1, String::new()));
        let (again, _orders) = health.add_line(0);
        drop(first);
        assert_eq!(health.without_reader(), Duration::ZERO, "the new line has one");
        again.note_up();
        assert!(health.is_up());
        again.note_down();
        assert!(!health.is_up());
        drop(again);
        assert!(!health.is_up() && !health.send(0, String::new()));
    }
}
