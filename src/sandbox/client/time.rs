//! The time for other processes: `GET /sandbox/clock`, and `POST /sandbox/clock` to move it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use trigon_clock::{Clock, SystemClock};

use super::request::{JsonResult, Query};
use crate::state::Hub;

/// The longest wait for a clock that nobody moves.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The interval at which the clock is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The smallest difference that counts as a jump, in milliseconds of a clock that runs at real speed.
const MIN_JUMP_MILLIS: f64 = 20.0;

/// The maximum speed of a clock.
const MAX_SPEED: f64 = 100_000.0;

/// The end of the year 9999, after which no date can be written.
const END_OF_YEAR_9999: i64 = 253_402_300_799_999;

/// Returns the time. With a query `expected=MILLIS&speed=1`, first waits for a while until the clock differs from one
/// that shows that time now and runs at that speed.
pub(super) async fn read(hub: &Hub, query: &Query) -> JsonResult {
    let clock = &hub.config.clock;
    let speed = query.parsed("speed")?.unwrap_or(1.0);
    if let Some(expected) = query.parsed::<f64>("expected")? {
        let begin = SystemClock.steady();
        let is_moved = || {
            let passed = (SystemClock.steady() - begin) as f64;
            let off = (clock.now() as f64 - expected - passed * speed).abs();
            off > MIN_JUMP_MILLIS * speed.max(1.0) || (clock.speed() - speed).abs() > f64::EPSILON
        };
        let moved = async {
            while !is_moved() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let _ = tokio::time::timeout(MAX_WAIT, moved).await;
    }
    Ok(reading(&**clock))
}

/// An order to move the clock.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockChange {
    /// How far to move it, in milliseconds.
    #[serde(default)]
    advance: u64,
    /// The time to show, in Unix milliseconds, unless it has passed.
    to: Option<i64>,
    /// The number of seconds that pass in a real second.
    speed: Option<f64>,
}

/// Changes the clock, and returns the time, or a sentence if the clock cannot be changed like that.
pub(super) fn change(hub: &Hub, order: &ClockChange) -> Result<Value, &'static str> {
    let clock = &hub.config.clock;
    let now = clock.now();
    let further = order.to.and_then(|to| u64::try_from(to.saturating_sub(now)).ok()).unwrap_or_default();
    let by = order.advance.saturating_add(further);
    // Nothing has changed yet, not even the speed.
    if !i64::try_from(by).is_ok_and(|by| now.saturating_add(by) <= END_OF_YEAR_9999) {
        return Err("That is too far ahead: the clock ends with the year 9999.");
    }
    if let Some(speed) = order.speed {
        if !(0.0..=MAX_SPEED).contains(&speed) {
            return Err("The speed is a number from 0 to 100000.");
        }
        if !clock.set_speed(speed) {
            return Err("The speed of this clock cannot be set.");
        }
    }
    let by = Duration::from_millis(by);
    if !by.is_zero() && !clock.advance(by) {
        return Err("This clock cannot be moved.");
    }
    // Tasks that wait for a change may also be waiting for a time.
    hub.write(|_| ());
    Ok(reading(&**clock))
}

fn reading(clock: &dyn Clock) -> Value {
    json!({ "now": clock.now(), "speed": clock.speed() })
}
