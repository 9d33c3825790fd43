//! [`Extension`]: what the program around the sandbox adds to the page and to `/sandbox/extension/…`.

use std::{future::Future, pin::Pin};

use serde_json::Value;

/// What an [`Extension`] does: the result, such as what the page shows, or a sentence about why nothing was done.
pub type Done<'a, T = Value> = Pin<Box<dyn Future<Output = Result<T, String>> + Send + 'a>>;

/// Actions that the sandbox itself knows nothing of, such as players who act by themselves.
pub trait Extension: Send + Sync {
    /// Returns a description for the page: `title` and `actions`, each with `name`, `label`, and, if it has them, `hint`,
    /// `fields` and `spoils`. A field has `name`, `label` and a `type`: `number` with `min`, `max` and `value`, or `choice`
    /// with `choices`, each with `value` and `label`. An action that `spoils` shows what is hidden from people.
    fn describe(&self) -> Value;

    /// Carries out an action with the values of its fields. The page shows `text`, and `sections` with `title`, `text`,
    /// `picture` (a `data:` address) and its `description`.
    fn act(&self, action: &str, fields: Value) -> Done<'_>;

    /// Returns what has to be kept for [`open`](Self::open). It is asked again if something happens in the sandbox
    /// meanwhile.
    fn save(&self) -> Done<'_> {
        Box::pin(async { Ok(Value::Null) })
    }

    /// Goes back to what was saved, which is null if there was no extension then. Calls `go_back` when nothing uses the
    /// sandbox any more: then the sandbox, too, goes back. An error means that nothing has changed.
    fn open(&self, _saved: Value, go_back: Box<dyn FnOnce() + Send>) -> Done<'_, ()> {
        Box::pin(async move {
            go_back();
            Ok(())
        })
    }
}
