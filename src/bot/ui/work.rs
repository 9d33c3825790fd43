//! [`Work`]: what is being done for people, so that it can be finished when the bot stops.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// What is being done, and whether the bot is about to stop. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Work(Arc<Inner>);

#[derive(Default)]
struct Inner {
    count: watch::Sender<usize>,
    stopping: watch::Sender<bool>,
}

/// Something that is being done, until it is dropped.
pub(crate) struct InProgress(Work);

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.0.count.send_modify(|count| *count -= 1);
    }
}

impl Work {
    /// Counts something as being done until the result is dropped.
    pub(crate) fn begin(&self) -> InProgress {
        self.0.count.send_modify(|count| *count += 1);
        InProgress(self.clone())
    }

    /// Does something that can be done later, unless the bot stops.
    pub(crate) async fn unless_stopped<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut stopping = self.0.stopping.subscribe();
        tokio::select! {
            done = work => Some(done),
            // The sender lives as long as `self`.
            _ = stopping.wait_for(|stopping| *stopping) => None,
        }
    }

    /// Begins to stop, and waits for what is being done, but no longer than `timeout`.
    pub(crate) async fn stop(&self, timeout: Duration) {
        self.0.stopping.send_replace(true);
        let mut count = self.0.count.subscribe();
        let _ = tokio::time::timeout(timeout, count.wait_for(|count| *count == 0)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_begun_is_finished_and_what_can_wait_is_left() {
        let work = Work::default();
        let (begun, short) = (work.begin(), Duration::from_millis(20));
        assert_eq!(work.unless_stopped(std::future::ready(7)).await, Some(7));
        let endless = tokio::spawn({
            let work = work.clone();
            async move { work.unless_stopped(std::future::pending::<()>()).await }
        });
        work.stop(short).await;
        assert_eq!(endless.await.unwrap(), None);
        let stopped = tokio::spawn({
            let work = work.clone();
            async move { work.stop(Duration::from_secs(10)).await }
        });
        tokio::time::sleep(short).await;
        assert!(!stopped.is_finished(), "something is still being done");
        drop(begun);
        tokio::time::timeout(Duration::from_secs(5), stopped).await.unwrap().unwrap();
    }
}
