//! The match that one of its hosts means.

use std::sync::Arc;

use super::found::{Numbered, choose_among, known, numbered};
use super::texts;
use crate::ui::context::Context;
use crate::ui::failure::Failure;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Matches, Person, Summary};

/// Returns the person using a host command, and the match that is meant.
pub(crate) async fn meant(ctx: Context<'_>, number: Option<i64>) -> Result<(Person, Arc<Match>), Failure> {
    let person = of_command(ctx).await?;
    let game = hosted(&ctx.data().matches, &person, numbered(ctx, number), ctx.channel_id().stored()).await?;
    Ok((person, game))
}

/// Returns the match that a host means. Whether the person may do what they ask is checked later, by the command.
async fn hosted(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if let Some(Numbered { number, http }) = number {
        return known(http, matches, person, number, channel).await;
    }
    let rows = hosted_now(matches, person).await?;
    if rows.is_empty() {
        return Err(Failure::denied(texts::hosts_nothing()));
    }
    choose_among(matches, person, rows, channel).await?.one("You’re hosting several matches")
}

/// Returns the matches that a person hosts and that have not ended, as seen from a server or a direct message.
pub(super) async fn hosted_now(matches: &Matches, person: &Person) -> Result<Vec<Summary>, Failure> {
    hosted_rows(matches, person, false).await
}

/// Returns the matches that a person hosts or has hosted, as seen from a server; in a direct message, those that have not ended.
pub(super) async fn hosted_ever(matches: &Matches, person: &Person) -> Result<Vec<Summary>, Failure> {
    hosted_rows(matches, person, true).await
}

async fn hosted_rows(matches: &Matches, person: &Person, with_ended: bool) -> Result<Vec<Summary>, Failure> {
    let Some(guild) = person.guild_id else { return Ok(matches.hosted_by(person.user_id).await?) };
    let mut rows = matches.in_guild(guild, with_ended).await?;
    rows.retain(|row| person.hosts_summary(row));
    Ok(rows)
}
