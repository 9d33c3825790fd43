//! Suggestions of matches while somebody types the number of one.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::meant::{can_resign, hosted_ever, hosted_now, is_running_in_turns};
use super::texts;
use super::urgency::sort_by_urgency;
use crate::ui::context::Context;
use crate::ui::failure::Failure;
use crate::ui::limits::SUGGESTIONS;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Matches, Summary};
use trigon_rules::text::key;

/// Completes with the matches that the user plays.
pub(crate) async fn complete_played(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let rows = async { Ok(ctx.data().matches.played_by(ctx.author().id.stored()).await?) };
    complete(ctx, typed, rows).await
}

/// Completes with the running turn-based matches that the user plays.
pub(crate) async fn complete_turns(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_fitting(ctx, typed, is_running_in_turns).await
}

/// Completes with the running matches that the user plays and can resign from.
pub(crate) async fn complete_resignable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_fitting(ctx, typed, can_resign).await
}

/// Completes with the matches that the user plays or hosts and those of the channel, including finished ones.
pub(crate) async fn complete_seen(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let matches = &ctx.data().matches;
    let rows = async {
        let person = of_command(ctx).await?;
        let mut rows = hosted_ever(matches, &person).await?;
        rows.extend(matches.played_by(person.user_id).await?);
        if let Some(guild) = person.guild_id {
            let here = ctx.channel_id().stored();
            let of_guild = matches.in_guild(guild, true).await?.into_iter();
            rows.extend(of_guild.filter(|row| row.channel_id == here));
        }
        rows.sort_by_key(|row| row.id);
        rows.dedup_by_key(|row| row.id);
        Ok(rows)
    };
    complete(ctx, typed, rows).await
}

/// Completes with the matches that the user hosts.
pub(crate) async fn complete_hosted(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let rows = async { hosted_now(&ctx.data().matches, &of_command(ctx).await?).await };
    complete(ctx, typed, rows).await
}

/// Completes with the matches that the user hosts or has hosted.
pub(crate) async fn complete_hosted_ever(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let rows = async { hosted_ever(&ctx.data().matches, &of_command(ctx).await?).await };
    complete(ctx, typed, rows).await
}

/// Completes with the matches that the user plays and for which `fits` holds.
async fn complete_fitting(
    ctx: Context<'_>,
    typed: &str,
    fits: fn(&Matches, &Summary) -> bool,
) -> CreateAutocompleteResponse {
    let matches = &ctx.data().matches;
    let rows = async {
        let mut rows = matches.played_by(ctx.author().id.stored()).await?;
        rows.retain(|row| fits(matches, row));
        Ok(rows)
    };
    complete(ctx, typed, rows).await
}

/// Suggests matches while somebody types. If the list cannot be loaded, it is empty.
async fn complete(
    ctx: Context<'_>,
    typed: &str,
    rows: impl Future<Output = Result<Vec<Summary>, Failure>>,
) -> CreateAutocompleteResponse {
    let mut rows = rows.await.unwrap_or_else(|failure| {
        failure.log();
        Vec::new()
    });
    // Before they are loaded, which takes longer.
    retain_fitting(&mut rows, typed);
    sort_by_urgency(&ctx.data().matches, ctx.author().id.stored(), &mut rows).await;
    choices(rows, ctx.channel_id().stored())
}

/// Leaves only the matches that fit what has been typed so far.
fn retain_fitting(rows: &mut Vec<Summary>, typed: &str) {
    let typed = key(typed);
    let typed = typed.trim_start_matches('#');
    rows.retain(|row| row.id.to_string().starts_with(typed) || key(&row.title).contains(typed));
}

/// Makes suggestions of matches, of which the most urgent come first.
fn choices(mut rows: Vec<Summary>, channel: ChannelId) -> CreateAutocompleteResponse {
    // Matches in this channel come first.
    rows.sort_by_key(|row| row.channel_id != channel);
    // One place is left to say that there are more.
    let shown = if rows.len() > SUGGESTIONS { SUGGESTIONS - 1 } else { rows.len() };
    let more = rows.len() - shown;
    let more = (more > 0).then(|| AutocompleteChoice::new(texts::more_matches(more), texts::MORE_ID));
    let choices = rows[..shown].iter().map(|row| AutocompleteChoice::new(texts::choice(row), row.id.0));
    CreateAutocompleteResponse::new().set_choices(choices.chain(more).collect())
}
