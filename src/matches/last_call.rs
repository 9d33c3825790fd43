//! [`LastCall`]: what was sent before a deadline, but has not arrived by itself.

use std::future::Future;
use std::pin::Pin;

/// Asks for the last answers before a deadline takes effect.
pub trait LastCall: Send + Sync {
    /// Waits until everything has arrived that the players of these matches have sent so far, as far as that can be known.
    fn call<'a>(&'a self, matches: &'a [i64]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}
