//! The supervisor, which looks after everything without which the bot is deaf, mute or late.
//!
//! A [task](Task) that ends is started again, and if that does not help, the bot ends with an error. What cannot be started
//! again on its own ends the connection with [`BotError::Lost`], after which the program makes a new one, and so does
//! silence: no sign of life from Discord's gateway although Discord responds to requests.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use axum::http::Request;
use reqwest::Method;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::BotError;
use crate::limiter::Limiter;
use crate::link::Health;

/// How often to look whether everything works.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The wait before a task is started again.
const RESTART_WAIT: Duration = Duration::from_secs(1);

/// The number of times that a task may end within [`RESTART_PERIOD`].
const MAX_RESTARTS: usize = 5;

/// How long ends of a task are remembered.
const RESTART_PERIOD: Duration = Duration::from_mins(10);

/// The longest time without a sign of life from the gateway.
pub(super) const SILENCE_TIMEOUT: Duration = Duration::from_secs(90);

/// The longest time in which nothing reads what comes over the gateway.
const READER_TIMEOUT: Duration = Duration::from_mins(1);

/// How long Discord may take to respond to a request that shows whether it responds at all.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// The minimum time between two such requests.
const PROBE_INTERVAL: Duration = Duration::from_secs(15);

type TaskFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A task that is started again when it ends.
pub(super) struct Task {
    name: &'static str,
    /// Whether the end of the task may mean that there is nothing left to do.
    may_finish: bool,
    work: Box<dyn Fn() -> TaskFuture + Send>,
}

impl Task {
    /// Returns a task that never finishes.
    pub(super) fn lasting<W: Future<Output = ()> + Send + 'static>(
        name: &'static str,
        work: impl Fn() -> W + Send + 'static,
    ) -> Self {
        Self { name, may_finish: false, work: Box::new(move || Box::pin(work())) }
    }

    /// Returns a task that finishes when there is nothing left to do.
    pub(super) fn finite<W: Future<Output = ()> + Send + 'static>(
        name: &'static str,
        work: impl Fn() -> W + Send + 'static,
    ) -> Self {
        Self { may_finish: true, ..Self::lasting(name, work) }
    }
}

/// What the supervisor watches without being able to start it again.
pub(super) struct Watched {
    /// The longest time without a sign of life from the gateway.
    pub(super) silence_timeout: Duration,
    /// The lines to Discord's gateway.
    pub(super) health: Health,
    /// Sends the requests.
    pub(super) limiter: Limiter,
    /// Tasks that others have started.
    pub(super) parts: Vec<(&'static str, AbortHandle)>,
}

/// Runs the tasks for as long as everything works, and returns what does not. If the bot stops, ends the tasks and returns
/// `None`.
pub(super) async fn supervise(
    tasks: Vec<Task>,
    watched: Watched,
    mut stopped: oneshot::Receiver<()>,
) -> Option<BotError> {
    let mut tasks = RunningTasks::start(tasks);
    let mut ticks = interval(CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_probe = None;
    loop {
        tokio::select! {
            // It ends when the sender is dropped: nothing is ever sent.
            _ = &mut stopped => {
                tasks.running.shutdown().await;
                return None;
            }
            closed = watched.health.wait_until_closed() => return Some(closed.into()),
            restarted = tasks.restart_next() => {
                if let Err(name) = restarted {
                    return Some(BotError::Ended(format!("{name} ends again and again")));
                }
            }
            _ = ticks.tick() => {
                if let Some(fault) = watched.find_fault(&mut last_probe).await {
                    return Some(BotError::Lost(fault));
                }
            }
        }
    }
}

impl Watched {
    /// Returns what does not work, if anything.
    async fn find_fault(&self, last_probe: &mut Option<Instant>) -> Option<String> {
        if let Some((name, _)) = self.parts.iter().find(|(_, part)| part.is_finished()) {
            return Some(format!("{name} has ended"));
        }
        if self.health.without_reader() > READER_TIMEOUT {
            return Some("nothing reads what Discord’s gateway sends".to_owned());
        }
        if self.health.silence() > self.silence_timeout
            && last_probe.is_none_or(|last| last.elapsed() > PROBE_INTERVAL)
        {
            *last_probe = Some(Instant::now());
            if self.discord_answers().await {
                let seconds = self.health.silence().as_secs();
                return Some(format!(
                    "nothing has come from Discord’s gateway for {seconds} seconds, although Discord responds to requests"
                ));
            }
        }
        None
    }

    /// Returns whether Discord responds to requests.
    async fn discord_answers(&self) -> bool {
        let request = self.limiter.request(Method::GET, "/gateway").build();
        let Ok(Ok(request)) = request.map(Request::<reqwest::Body>::try_from) else { return false };
        timeout(PROBE_TIMEOUT, self.limiter.send(request))
            .await
            .is_ok_and(|response| response.status().is_success())
    }
}

/// The tasks while they run.
struct RunningTasks {
    all: Vec<Task>,
    running: JoinSet<()>,
    /// The index of each running task in `all`.
    indices: HashMap<Id, usize>,
    /// When each of all tasks has ended lately.
    ends: Vec<VecDeque<Instant>>,
}

impl RunningTasks {
    fn start(all: Vec<Task>) -> Self {
        let ends = all.iter().map(|_| VecDeque::new()).collect();
        let mut tasks = Self { all, running: JoinSet::new(), indices: HashMap::new(), ends };
        for index in 0..tasks.all.len() {
            tasks.spawn(index, Duration::ZERO);
        }
        tasks
    }

    fn spawn(&mut self, index: usize, wait: Duration) {
        let Some(task) = self.all.get(index) else { return };
        let work = (task.work)();
        let started = self.running.spawn(async move {
            if !wait.is_zero() {
                sleep(wait).await;
            }
            work.await;
        });
        self.indices.insert(started.id(), index);
    }

    /// Waits for the next task to end, and starts it again unless it has finished. The future may be dropped at any time.
    ///
    /// # Errors
    /// Returns its name if it has ended too often.
    async fn restart_next(&mut self) -> Result<(), &'static str> {
        let Some(ended) = self.running.join_next_with_id().await else { return std::future::pending().await };
        let (id, is_finished) = match ended {
            Ok((id, ())) => (id, true),
            Err(error) => (error.id(), false),
        };
        let Some(index) = self.indices.remove(&id) else { return Ok(()) };
        let (Some(task), Some(ends)) = (self.all.get(index), self.ends.get_mut(index)) else { return Ok(()) };
        if is_finished && task.may_finish {
            return Ok(());
        }
        ends.retain(|end| end.elapsed() < RESTART_PERIOD);
        ends.push_back(Instant::now());
        if ends.len() > MAX_RESTARTS {
            return Err(task.name);
        }
        tracing::error!(task = task.name, "a task has ended; it is started again");
        self.spawn(index, RESTART_WAIT);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::Router;
    use tokio::net::TcpListener;

    use super::*;
    use crate::limiter::Rate;
    use crate::link::{Gateway, Link};

    /// Returns tasks of which the first ends in a given way, and how many times it has been started.
    fn with(may_finish: bool, panics: bool) -> (RunningTasks, Arc<AtomicUsize>) {
        let starts = Arc::new(AtomicUsize::new(0));
        let counted = starts.clone();
        let work = move || {
            counted.fetch_add(1, Ordering::SeqCst);
            async move { assert!(!panics, "it breaks off") }
        };
        let ending = if may_finish { Task::finite("ending", work) } else { Task::lasting("ending", work) };
        let tasks = vec![ending, Task::lasting("lasting", std::future::pending)];
        (RunningTasks::start(tasks), starts)
    }

    #[tokio::test]
    async fn a_task_that_ends_or_panics_is_started_again() {
        for (may_finish, panics) in [(false, false), (false, true), (true, true)] {
            let (mut tasks, starts) = with(may_finish, panics);
            assert_eq!(tasks.restart_next().await, Ok(()));
            assert_eq!(
                (starts.load(Ordering::SeqCst), tasks.running.len()),
                (2, 2),
                "{may_finish}, {panics}"
            );
        }
        let (mut tasks, starts) = with(true, false);
        assert_eq!(tasks.restart_next().await, Ok(()));
        assert_eq!((starts.load(Ordering::SeqCst), tasks.running.len()), (1, 1), "it has finished");
    }

    #[tokio::test]
    async fn silence_of_the_gateway_is_an_error_if_and_only_if_discord_responds_to_requests() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let there = format!("http://{}", listener.local_addr().unwrap());
        let answering = tokio::spawn(async move {
            let _ = axum::serve(listener, Router::new().fallback(async || "{}")).await;
        });
        for (address, silence_timeout, is_lost) in [
            (there.as_str(), Duration::ZERO, true),
            (there.as_str(), SILENCE_TIMEOUT, false),
            ("http://127.0.0.1:9", Duration::ZERO, false),
        ] {
            let limiter = Limiter::new(address, Rate::unlimited(), "DiscordBot (test, 1)").unwrap();
            let gateway = Gateway { address: "ws://127.0.0.1:9".to_owned(), allowance: None, shards: 1 };
            let link = Link::start(gateway, "token", limiter.clone()).await.unwrap();
            let watched =
                Watched { silence_timeout, health: link.health().clone(), limiter, parts: Vec::new() };
            let lost = watched.find_fault(&mut None).await;
            assert_eq!(
                lost.is_some_and(|why| why.contains("gateway")),
                is_lost,
                "{address}, {silence_timeout:?}"
            );
        }
        answering.abort();
    }

    #[tokio::test]
    async fn a_part_that_ends_is_an_error() {
        let limiter = Limiter::new("http://127.0.0.1:9", Rate::unlimited(), "DiscordBot (test, 1)").unwrap();
        let gateway = Gateway { address: "ws://127.0.0.1:9".to_owned(), allowance: None, shards: 1 };
        let link = Link::start(gateway, "token", limiter.clone()).await.unwrap();
        let part = tokio::spawn(std::future::pending::<()>());
        let parts = vec![("the part", part.abort_handle())];
        let watched =
            Watched { silence_timeout: SILENCE_TIMEOUT, health: link.health().clone(), limiter, parts };
        assert_eq!(watched.find_fault(&mut None).await, None);
        part.abort();
        let _ = part.await;
        assert_eq!(watched.find_fault(&mut None).await, Some("the part has ended".to_owned()));
    }

    #[tokio::test]
    async fn a_task_that_ends_again_and_again_ends_the_bot() {
        let (mut tasks, _) = with(false, true);
        tasks.ends[0] = (0..MAX_RESTARTS).map(|_| Instant::now()).collect();
        assert_eq!(tasks.restart_next().await, Err("ending"));
    }
}
