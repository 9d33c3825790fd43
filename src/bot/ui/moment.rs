//! Times to come, as people write them in options: `fri 19:00 Europe/Berlin`, or with a date.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::limits::SUGGESTIONS;
use super::{Context, Failure, Typed, escape};
use trigon_engine::matches::{CalendarError, Millis, moment, moments};

/// Reads a time to come.
///
/// # Errors
/// If the text is none, or if the time has passed.
pub(crate) fn read(text: &str, now: Millis) -> Result<Millis, Failure> {
    moment(text, now).map_err(|error| refused(&error))
}

/// Reads the time at which something ends that begins at a time to come, or now.
///
/// # Errors
/// If the text is not a time, or if the time is not after the beginning. If it is still to come, the error reads `reversed`.
pub(crate) fn read_end(text: &str, from: Millis, now: Millis, reversed: &str) -> Result<Millis, Failure> {
    moment(text, from).map_err(|error| match error {
        CalendarError::Past(_) if moment(text, now).is_ok() => Failure::denied(reversed),
        other => refused(&other),
    })
}

/// Words why a time cannot be read.
pub(crate) fn refused(error: &CalendarError) -> Failure {
    Failure::denied(escape::text(&error.to_string()))
}

/// Completes a time to come.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
pub(crate) async fn complete(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = moments(&Typed::new(typed), SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
