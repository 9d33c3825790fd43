//! `/settings`: what people choose for themselves, in all matches.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::texts;
use crate::ui::limits::SUGGESTIONS;
use crate::ui::person::of_command;
use crate::ui::{Answer, Context, Failure, Typed, escape, send};
use trigon_engine::matches::{QuietHours, QuietHoursError, Reminders};

/// Which reminders to get
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum ReminderChoice {
    #[name = "all, when the match has them"]
    All,
    #[name = "only the last before a deadline"]
    Last,
    #[name = "none, except from hosts"]
    None,
    #[name = "1 hour before a deadline"]
    Hours1,
    #[name = "2 hours before a deadline"]
    Hours2,
    #[name = "4 hours before a deadline"]
    Hours4,
    #[name = "8 hours before a deadline"]
    Hours8,
    #[name = "12 hours before a deadline"]
    Hours12,
}

impl From<ReminderChoice> for Reminders {
    fn from(choice: ReminderChoice) -> Self {
        match choice {
            ReminderChoice::All => Self::All,
            ReminderChoice::Last => Self::Last,
            ReminderChoice::None => Self::None,
            ReminderChoice::Hours1 => Self::Before(1),
            ReminderChoice::Hours2 => Self::Before(2),
            ReminderChoice::Hours4 => Self::Before(4),
            ReminderChoice::Hours8 => Self::Before(8),
            ReminderChoice::Hours12 => Self::Before(12),
        }
    }
}

/// Choose when and how I write to you; without options, see what you have chosen
#[poise::command(slash_command)]
pub(crate) async fn settings(
    ctx: Context<'_>,
    #[description = "When my messages make no sound, such as 23-8 Europe/Berlin; none for never"]
    #[max_length = 60]
    #[autocomplete = "complete_quiet"]
    quiet: Option<Typed>,
    #[description = "Which reminders you get, and when"] reminders: Option<ReminderChoice>,
    #[description = "Remind me by a mention in the match’s channel, whether or not I have answered"]
    in_channel: Option<bool>,
    #[description = "Whether others can see your numbers with /stats (default: yes)"] stats: Option<bool>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, matches) = (of_command(ctx).await?, &ctx.data().matches);
        let mut settings = matches.settings(person.user_id).await?;
        if let Some(quiet) = &quiet {
            settings.quiet = read_quiet_hours(quiet)?;
        }
        if let Some(reminders) = reminders {
            settings.reminders = reminders.into();
        }
        if let Some(in_channel) = in_channel {
            settings.in_channel = in_channel;
        }
        if let Some(stats) = stats {
            settings.hides_stats = !stats;
        }
        if quiet.is_some() || reminders.is_some() || in_channel.is_some() || stats.is_some() {
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
pub(crate) fn read_quiet_hours(text: &str) -> Result<Option<QuietHours>, Failure> {
    if text.trim().eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let quiet =
        text.parse().map_err(|error: QuietHoursError| Failure::denied(escape::text(&error.to_string())))?;
    Ok(Some(quiet))
}

/// Completes quiet hours.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
pub(crate) async fn complete_quiet(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices =
        QuietHours::completions(&Typed::new(typed), SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use poise::ChoiceParameter as _;
    use trigon_engine::matches::REMINDER_LEADS;

    #[test]
    fn people_can_choose_from_all_the_times_at_which_they_can_be_reminded() {
        let choices =
            (0..ReminderChoice::list().len()).filter_map(ReminderChoice::from_index).map(Reminders::from);
        let hours = choices.filter_map(|choice| match choice {
            Reminders::Before(hours) => Some(hours),
            Reminders::All | Reminders::Last | Reminders::None => None,
        });
        assert!(hours.eq(REMINDER_LEADS.into_iter().rev()));
    }
}
