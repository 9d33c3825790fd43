//! Keeping threads open while a match is played in them: Discord archives a thread in which nobody has written for a week.

use poise::serenity_prelude as serenity;
use serenity::{EditThread, FullEvent, GuildChannel, Http};

use crate::ui::snowflakes::ToStored;
use crate::ui::{Bot, Failure};

/// Reopens the thread that an event says was archived, if a match is still played in it. A locked thread stays closed, because a
/// moderator wanted that. A failure is logged.
pub(super) async fn reopen_archived_thread(http: &Http, bot: &Bot, event: &FullEvent) {
    let FullEvent::ThreadUpdate { new: thread, .. } = event else { return };
    let is_closed = |data: &serenity::ThreadMetadata| data.archived && !data.locked;
    if !thread.thread_metadata.as_ref().is_some_and(is_closed) {
        return;
    }
    if let Err(failure) = reopen(http, bot, thread).await {
        failure.log();
    }
}

/// Reopens a thread if an unfinished match is played in it.
async fn reopen(http: &Http, bot: &Bot, thread: &GuildChannel) -> Result<(), Failure> {
    let (guild, channel) = (thread.guild_id.stored(), thread.id.stored());
    let unfinished = bot.matches.in_guild(guild, false).await?;
    if unfinished.iter().any(|game| game.channel_id == channel) {
        thread.id.edit_thread(http, EditThread::new().archived(false)).await?;
        tracing::info!(
            thread = channel.0,
            "a thread was archived in the middle of a match; it is open again"
        );
    }
    Ok(())
}
