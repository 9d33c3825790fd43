//! [`place`]: a few answers are worked on at a time, so that everyone who asks meanwhile soon sees that they are heard.

use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// The places at which answers are worked on. More than one for each processor, because some of the work is waiting for
/// the database.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(2 * processors)
});

/// The longest wait for a place. Some of the work is waiting for Discord, which must not hold up others for longer.
const LONGEST: Duration = Duration::from_secs(1);

/// A place at which an answer is worked on. Dropping it makes room for the next one.
pub(super) type Place = SemaphorePermit<'static>;

/// Returns a place if one is free.
pub(super) fn free_place() -> Option<Place> {
    PLACES.try_acquire().ok()
}

/// Waits for a place. Returns nothing when that takes too long, and then the work begins without one.
pub(in crate::discord) async fn place() -> Option<Place> {
    timeout(LONGEST, PLACES.acquire()).await.ok()?.ok()
}
