//! Repeating a request to Discord whose failure may be temporary.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::HttpError;

use crate::codes::RefusalClass;
use crate::ui::failure::refusal_class;

/// The waits before a request is repeated. Together they are shorter than Discord's three seconds.
const RETRY_WAITS: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];

/// Makes a request, and repeats it as long as its failure may be temporary.
pub(crate) async fn with_retries<T, F: Future<Output = Result<T, serenity::Error>>>(
    mut request: impl FnMut() -> F,
) -> Result<T, serenity::Error> {
    for wait in RETRY_WAITS {
        match request().await {
            Err(error) if is_transient(&error) => tokio::time::sleep(wait).await,
            done => return done,
        }
    }
    request().await
}

/// Returns whether a request may succeed if it is repeated.
pub(crate) fn is_transient(error: &serenity::Error) -> bool {
    match (refusal_class(error), error) {
        (Some(class), _) => matches!(class, RefusalClass::Transient | RefusalClass::Unknown),
        (None, serenity::Error::Http(HttpError::Request(_))) => true,
        (None, _) => false,
    }
}
