//! [`Health`]: which lines are up, and when each was last heard of.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::Instant;

use super::end::ClosedForGood;

use crate::locks::locked;

/// What somebody wants of a line.
#[derive(Debug)]
pub(super) enum LineCommand {
    /// To send a payload, unless it is down.
    Send(String),
    /// To find out at once whether the connection is alive.
    Test,
}

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
    over: watch::Sender<Option<ClosedForGood>>,
}

/// What is known about a line.
#[derive(Debug)]
struct LineStatus {
    /// Its number, so that an earlier line of the same shard changes nothing.
    number: u64,
    is_up: bool,
    /// The last sign of life from Discord: a session that began or was resumed, or a heartbeat.
    heard: Instant,
    /// When serenity left it.
    left: Option<Instant>,
    orders: UnboundedSender<LineCommand>,
}

impl Health {
    pub(super) fn new(shards: u32) -> Self {
        Self(Arc::new(Inner {
            lines: Mutex::default(),
            wanted: shards as usize,
            started: Instant::now(),
            over: watch::Sender::new(None),
        }))
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<u32, LineStatus>> {
        locked(&self.0.lines)
    }

    /// Adds the line of a shard, and returns a handle for it and what others want of it.
    pub(super) fn join(&self, shard: u32) -> (LineHandle, UnboundedReceiver<LineCommand>) {
        let (orders, received) = unbounded_channel();
        let mut lines = self.lines();
        let before = lines.get(&shard);
        let number = before.map_or(0, |line| line.number + 1);
        let heard = before.map_or_else(Instant::now, |line| line.heard);
        lines.insert(shard, LineStatus { number, is_up: false, heard, left: None, orders });
        (LineHandle { health: self.clone(), shard, number }, received)
    }

    /// Records that Discord has closed a connection for good.
    pub(super) fn close_for_good(&self, closed: ClosedForGood) {
        self.0.over.send_replace(Some(closed));
    }

    /// Waits until Discord closes a connection for good.
    pub(crate) async fn over(&self) -> ClosedForGood {
        let mut over = self.0.over.subscribe();
        let closed = over.wait_for(Option::is_some).await.ok().and_then(|closed| *closed);
        match closed {
            Some(closed) => closed,
            // The sender lives as long as `self`.
            None => std::future::pending().await,
        }
    }

    /// Returns whether all lines are up.
    pub(crate) fn is_up(&self) -> bool {
        let lines = self.lines();
        lines.len() >= self.0.wanted && lines.values().all(|line| line.is_up)
    }

    /// Returns for how long nothing has been heard of Discord over some line.
    pub(crate) fn silence(&self) -> Duration {
        let lines = self.lines();
        let oldest = lines.values().map(|line| line.heard).min().unwrap_or(self.0.started);
        oldest.elapsed()
    }

    /// Returns for how long serenity has read nothing from some line.
    pub(crate) fn without_reader(&self) -> Duration {
        let lines = self.lines();
        let oldest = if lines.is_empty() {
            Some(self.0.started)
        } else {
            lines.values().filter_map(|line| line.left).min()
        };
        oldest.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Sends a payload to Discord over the line of a shard. Returns whether the line is up.
    pub(crate) fn send(&self, shard: u32, payload: String) -> bool {
        let lines = self.lines();
        let line = lines.get(&shard).filter(|line| line.is_up);
        line.is_some_and(|line| line.orders.send(LineCommand::Send(payload)).is_ok())
    }

    /// Has a line find out at once whether its connection is alive.
    pub(crate) fn test(&self, shard: u32) {
        if let Some(line) = self.lines().get(&shard) {
            let _ = line.orders.send(LineCommand::Test);
        }
    }
}

/// The handle of a line. Dropping it means that serenity has left.
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

    /// Records that a session has begun or was resumed.
    pub(super) fn up(&self) {
        self.change(|line| (line.is_up, line.heard) = (true, Instant::now()));
    }

    /// Records that the connection is lost.
    pub(super) fn down(&self) {
        self.change(|line| line.is_up = false);
    }

    /// Records a sign of life.
    pub(super) fn heard(&self) {
        self.change(|line| line.heard = Instant::now());
    }
}

impl Drop for LineHandle {
    fn drop(&mut self) {
        self.change(|line| (line.is_up, line.left) = (false, Some(Instant::now())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_up_when_all_lines_are_and_a_later_line_takes_the_place_of_an_earlier_one() {
        let health = Health::new(2);
        let (first, _orders) = health.join(0);
        first.up();
        assert!(!health.is_up(), "the other shard is missing");
        let (second, _others) = health.join(1);
        assert!(!health.is_up() && !health.send(1, String::new()));
        second.up();
        assert!(health.is_up() && health.send(1, String::new()));
        let (again, _orders) = health.join(0);
        drop(first);
        assert_eq!(health.without_reader(), Duration::ZERO, "the new line has one");
        again.up();
        assert!(health.is_up());
        again.down();
        assert!(!health.is_up());
        drop(again);
        assert!(!health.is_up() && !health.send(0, String::new()));
    }
}
