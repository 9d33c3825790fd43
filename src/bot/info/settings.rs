//! `/settings`: what people choose for themselves, in all matches.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::texts;
use crate::ui::limits::SUGGESTIONS;
use crate::ui::person::of_command;
use crate::ui::{Answer, Context, Failure, escape, send};
use trigon_engine::matches::{Quiet, QuietError, Reminders};

/// Which reminders to get
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Wanted {
    #[name = "all"]
    All,
    #[name = "only the last before a deadline"]
    Last,
    #[name = "none, except from hosts"]
    None,
}

/// Choose when and how I write to you; without options, see what you have chosen
#[poise::command(slash_command)]
pub(crate) async fn settings(
    ctx: Context<'_>,
    #[description = "When my messages make no sound, such as 23-8 Europe/Berlin; none for never"]
    #[max_length = 60]
    #[autocomplete = "complete_quiet"]
    quiet: Option<String>,
    #[description = "Which reminders you get"] reminders: Option<Wanted>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, matches) = (of_command(ctx).await?, &ctx.data().matches);
        let mut settings = matches.settings(person.user_id).await?;
        if let Some(quiet) = &quiet {
            settings.quiet = read(quiet)?;
        }
        if let Some(reminders) = reminders {
            settings.reminders = match reminders {
                Wanted::All => Reminders::All,
                Wanted::Last => Reminders::Last,
                Wanted::None => Reminders::None,
            };
        }
        if quiet.is_some() || reminders.is_some() {
            matches.set_settings(person.user_id, &settings).await?;
        }
        Ok(Answer::new(texts::settings(&settings)))
    })
    .await
}

/// Reads quiet hours, or `none`.
///
/// # Errors
/// If it is neither.
pub(crate) fn read(text: &str) -> Result<Option<Quiet>, Failure> {
    if text.trim().eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let quiet =
        text.parse().map_err(|error: QuietError| Failure::denied(escape::text(&error.to_string())))?;
    Ok(Some(quiet))
}

/// Completes quiet hours.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
pub(crate) async fn complete_quiet(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = Quiet::completions(typed, SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
