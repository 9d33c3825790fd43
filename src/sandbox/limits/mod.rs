//! Discord's rate limits: what they are, and how much of each is used up.
//!
//! Limits run on a clock of their own, [`RateLimits::clock`], which by default is monotonic real time, because a client
//! that has to wait really sleeps. If limits followed the sandbox's clock, that client would wait for ever while the
//! clock is stopped, and a jump of a week would lift every limit. The sandbox's clock decides what is true inside
//! Discord: snowflakes, deadlines, the age of a message. A test that wants to move the limits without sleeping passes a
//! [`HandClock`](super::HandClock).
//!
//! A window begins with its first request and ends a fixed time later. A client that waits for
//! `X-RateLimit-Reset-After` once `X-RateLimit-Remaining` is 0 therefore never gets a 429 for a route.
//!
//! | file | contents |
//! |---|---|
//! | `quota.rs` | [`RateLimits`]: which limits there are; [`Quota`], and a window in which it is used up |
//! | `routes.rs` | the buckets of routes, with their quotas |
//! | `meter.rs` | what has been used up |

mod meter;
mod quota;
mod routes;

pub use self::quota::{Quota, RateLimits};
pub(crate) use self::{
    meter::{Identify, LimitScope, Limited, Meter},
    quota::Window,
    routes::{Bucket, bucket},
};
