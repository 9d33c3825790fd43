//! Threads with a match in them stay open: in an archived one, a press may never reach the bot.

use poise::serenity_prelude as serenity;
use serenity::{EditThread, FullEvent, GuildChannel, Http};

use crate::ui::person::id;
use crate::ui::{Bot, Failure};

/// Opens a thread again that was archived, most likely because nobody had written for a week, while a match goes on in it. A
/// thread that was locked stays closed, because a moderator has wanted that.
pub(super) async fn on_event(http: &Http, bot: &Bot, event: &FullEvent) {
    let FullEvent::ThreadUpdate { new: thread, .. } = event else { return };
    let is_closed = |data: &serenity::ThreadMetadata| data.archived && !data.locked;
    if !thread.thread_metadata.as_ref().is_some_and(is_closed) {
        return;
    }
    if let Err(failure) = reopen(http, bot, thread).await {
        failure.log();
    }
}

async fn reopen(http: &Http, bot: &Bot, thread: &GuildChannel) -> Result<(), Failure> {
    let (guild, channel) = (id(thread.guild_id.get()), id(thread.id.get()));
    let unfinished = bot.matches.in_guild(guild, false).await?;
    if unfinished.iter().any(|game| game.channel_id == channel) {
        thread.id.edit_thread(http, EditThread::new().archived(false)).await?;
        tracing::info!(thread = channel, "a thread was archived in the middle of a match; it is open again");
    }
    Ok(())
}
