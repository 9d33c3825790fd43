//! `/help`.

use super::texts;
use crate::ui::person::of_command;
use crate::ui::{Answer, Bot, Context, Failure, send};
use trigon_engine::matches::Person;

/// See what I can do
#[poise::command(slash_command)]
pub(crate) async fn help(ctx: Context<'_>) -> Result<(), Failure> {
    send(ctx, async { help_for(ctx.data(), &of_command(ctx).await?).await }).await
}

/// Returns what the bot can do for a person. Only people who host or may host get the part for hosts.
pub(crate) async fn help_for(bot: &Bot, person: &Person) -> Result<Answer, Failure> {
    let hosts = person.guild_host || !bot.matches.hosted_by(person.user_id).await?.is_empty();
    Ok(Answer::new(texts::help(bot.matches.games(), hosts)))
}
