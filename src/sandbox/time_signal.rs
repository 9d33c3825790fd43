//! The time for other processes: `GET /sandbox/clock`, and `POST /sandbox/clock` to move it.

use std::{sync::Arc, time::Duration};

use serde::Deserialize;

use super::{clock::MonotonicClock, clock::SandboxClock as _, state::Hub};

/// The longest wait for a clock that is not moved.
const LONGEST: Duration = Duration::from_secs(5);

/// The interval at which to look at the clock.
const LOOK: Duration = Duration::from_millis(5);

/// The smallest difference that is a jump.
const JUMP: i64 = 20;

/// Returns the time. With a query `expected=MILLIS`, waits for a while until the clock shows something else than one that
/// shows this time now and runs on.
pub(crate) async fn tell(hub: &Arc<Hub>, query: Option<&str>) -> Result<i64, String> {
    let clock = &hub.config.clock;
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let expected = pairs.find_map(|(key, value)| (key == "expected").then(|| value.into_owned()));
    if let Some(expected) = expected {
        let expected: i64 =
            expected.parse().map_err(|_| format!("{expected} is no number of milliseconds."))?;
        let passing = MonotonicClock::default();
        let begin = passing.now_millis();
        let moved = async {
            while (clock.now_millis() - expected - (passing.now_millis() - begin)).abs() <= JUMP {
                tokio::time::sleep(LOOK).await;
            }
        };
        let _ = tokio::time::timeout(LONGEST, moved).await;
    }
    Ok(clock.now_millis())
}

/// An order to move the clock.
#[derive(Deserialize)]
pub(crate) struct Advance {
    /// How far, in milliseconds.
    advance: u64,
}

/// Moves the clock forward, and returns the time.
pub(crate) fn advance(hub: &Hub, order: &Advance) -> Result<i64, &'static str> {
    let clock = &hub.config.clock;
    if clock.advance(Duration::from_millis(order.advance)) {
        Ok(clock.now_millis())
    } else {
        Err("This clock cannot be moved.")
    }
}
