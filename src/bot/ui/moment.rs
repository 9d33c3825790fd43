//! Times to come, as people write them in options: `fri 19:00 Europe/Berlin`, or with a date.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::limits::SUGGESTIONS;
use super::{Context, Failure, escape};
use trigon_engine::matches::{Millis, moment, moments};

/// Reads a time to come.
///
/// # Errors
/// If the text is none, or if the time has passed.
pub(crate) fn read(text: &str, now: Millis) -> Result<Millis, Failure> {
    moment(text, now).map_err(|error| Failure::denied(escape::text(&error.to_string())))
}

/// Completes a time to come.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
pub(crate) async fn complete(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = moments(typed, SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
