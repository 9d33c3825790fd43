//! The limit on answers that are worked on at the same time.

use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

/// One slot for each answer being worked on. There are more than processors, because some of the work is waiting for the
/// database.
static SLOTS: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(2 * processors)
});

/// The longest wait for a slot. Some of the work is waiting for Discord, which must not hold up others for longer.
const SLOT_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns work that first waits for a slot, and the time after which to defer its answer: none unless a slot is free now.
pub(super) fn in_slot<T>(
    defer_after: Duration,
    work: impl Future<Output = T>,
) -> (Duration, impl Future<Output = T>) {
    let free = SLOTS.try_acquire().ok();
    let defer_after = if free.is_some() { defer_after } else { Duration::ZERO };
    let work = async move {
        let _slot = match free {
            Some(slot) => Some(slot),
            // If that takes too long, the work begins without a slot.
            None => timeout(SLOT_TIMEOUT, SLOTS.acquire()).await.ok().and_then(Result::ok),
        };
        work.await
    };
    (defer_after, work)
}
