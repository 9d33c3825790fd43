//! [`Extension`]: what the program around the sandbox adds to the page and to `/sandbox/extension/…`.

use std::{future::Future, pin::Pin};

use serde_json::Value;

/// The result of an action of an [`Extension`]: what the page shows, or a sentence about why nothing was done.
pub type Done<'a> = Pin<Box<dyn Future<Output = Result<Value, String>> + Send + 'a>>;

/// Actions that the sandbox itself knows nothing of, such as players who act by themselves.
pub trait Extension: Send + Sync {
    /// Returns a description for the page: `title` and `actions`, each with `name`, `label`, and, if it has them, `hint`,
    /// `fields` and `spoils`. A field has `name`, `label` and a `type`: `number` with `min`, `max` and `value`, or `choice`
    /// with `choices`, each with `value` and `label`. An action that `spoils` shows what is hidden from people.
    fn describe(&self) -> Value;

    /// Carries out an action with the values of its fields. The page shows `text`, and `sections` with `title`, `text`,
    /// `picture` (a `data:` address) and its `description`.
    fn act(&self, action: &str, fields: Value) -> Done<'_>;
}
