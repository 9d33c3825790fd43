//! [`at_a_place`]: only a few answers are worked on at a time, so that everyone else who asks soon sees that the bot has
//! noticed.

use std::future::Future;
use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The places at which answers are worked on. More than one for each processor, because some of the work is waiting for
/// the database.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(2 * processors)
});

/// The longest wait for a place. Some of the work is waiting for Discord, which must not hold up others for longer.
const LONGEST: Duration = Duration::from_secs(1);

/// Returns work that waits for a place first, with the patience to wait for its result: none unless a place is free now.
pub(super) fn at_a_place<T>(
    patience: Duration,
    work: impl Future<Output = T>,
) -> (Duration, impl Future<Output = T>) {
    let free = PLACES.try_acquire().ok();
    let patience = if free.is_some() { patience } else { Duration::ZERO };
    let work = async move {
        let _place = match free {
            Some(place) => Some(place),
            // If that takes too long, the work begins without a place.
            None => timeout(LONGEST, PLACES.acquire()).await.ok().and_then(Result::ok),
        };
        work.await
    };
    (patience, work)
}
