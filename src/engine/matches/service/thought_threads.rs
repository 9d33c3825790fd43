//! [`Thinking`]: computed seats decide on threads of their own, a few at a time and at a low priority, so that nothing else
//! waits for them.
//!
//! Nothing about a thought is stored. It follows from the match alone, so one that was interrupted begins anew and comes
//! to the same decision. `computed_answers.rs` says what is thought about.

use std::sync::Arc;

use tokio::sync::{Semaphore, oneshot};

use super::memory::Queues;
use crate::ids::MatchId;

/// The threads on which computed seats think. Clones share them.
#[derive(Clone)]
pub(super) struct Thinking {
    /// A permit for each thought that may be going on at a time.
    permits: Arc<Semaphore>,
    /// In one match, one seat thinks after the other, so that none thinks the same twice.
    pub(super) matches: Queues<MatchId>,
}

impl Default for Thinking {
    /// Leaves a core to everything else, if there is more than one.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { permits: Arc::new(Semaphore::new((cores - 1).max(1))), matches: Queues::default() }
    }
}

impl Thinking {
    /// Runs `thought` on a thread of its own when its turn comes, and returns the result. Returns `None` if there was no thread for it,
    /// or if it panicked.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.permits.acquire().await.ok()?;
        let (sender, receiver) = oneshot::channel();
        let think = move || {
            yield_to_others();
            // Nobody may be waiting for it any more.
            let _ = sender.send(thought());
        };
        std::thread::Builder::new().name("thought".to_owned()).spawn(think).ok()?;
        receiver.await.ok()
    }
}

/// Lowers the priority of the calling thread as far as possible. Where it cannot be lowered, the number of thoughts at a
/// time is still limited.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 19);
}
