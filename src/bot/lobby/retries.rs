//! What a command has left behind if the bot was stopped before it could answer: Discord then says that the command has
//! failed, and people use it again.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{Guild, GuildChannel};

use crate::ui::snowflakes::{ToStored, time};
use crate::ui::{Context, Failure};
use trigon_engine::matches::{Match, Millis, NewMatch, Person};

/// The time, in milliseconds, within which the same command is taken for another attempt to create a match.
const RETRY_WINDOW: Millis = 15 * 60_000;

/// Returns a match that this command has already created, if this program has not told its creator so: the bot was stopped in
/// between, so Discord said that the command had failed.
pub(super) async fn created_before(
    ctx: Context<'_>,
    person: &Person,
    new: &NewMatch,
) -> Result<Option<Arc<Match>>, Failure> {
    let (matches, announced) = (&ctx.data().matches, &ctx.data().created);
    let since = matches.clock().now() - RETRY_WINDOW;
    // A thread that is not known is taken for one of this channel.
    let is_elsewhere = |game: &Match| {
        let is_other = |channel: &GuildChannel| {
            let parent = channel.parent_id.filter(|_| channel.thread_metadata.is_some());
            channel.id.stored() == game.channel_id
                && parent.is_none_or(|parent| parent.stored() != new.channel_id)
        };
        game.channel_id != new.channel_id
            && ctx.guild().is_some_and(|guild| guild.channels.values().chain(&guild.threads).any(is_other))
    };
    let alike = matches.created_alike(person.user_id, new, since).await?;
    Ok(alike.into_iter().find(|game| !is_elsewhere(game) && announced.insert(game.id.0.unsigned_abs())))
}

/// Notes that the creator of a match is told of it, so that [`created_before`] no longer returns it.
pub(super) fn note_created(ctx: Context<'_>, game: &Match) {
    ctx.data().created.insert(game.id.0.unsigned_abs());
}

/// The age, in milliseconds, at which an empty thread is taken for an orphan: the match for a younger one may be about to be
/// created.
const MIN_ORPHAN_AGE: Millis = 15_000;

/// Returns an empty thread with this title that the bot has made here and in which no match is played: the bot was stopped before
/// it could create the match.
pub(super) async fn orphaned_thread(
    ctx: Context<'_>,
    title: &str,
) -> Result<Option<serenity::ChannelId>, Failure> {
    let (here, me, matches) = (ctx.channel_id(), ctx.framework().bot_id(), &ctx.data().matches);
    let before = matches.clock().now() - MIN_ORPHAN_AGE;
    let is_orphan = |thread: &&GuildChannel| {
        (thread.parent_id, thread.owner_id) == (Some(here), Some(me))
            && thread.name == title
            && thread.last_message_id.is_none()
            && time(thread.id.stored().0) < before
    };
    let orphan =
        |guild: &Guild| guild.threads.iter().find(is_orphan).map(|thread| (guild.id.stored(), thread.id));
    let Some((guild, thread)) = ctx.guild().and_then(|guild| orphan(&guild)) else { return Ok(None) };
    let taken = matches.in_guild(guild, true).await?;
    Ok(Some(thread).filter(|thread| taken.iter().all(|game| game.channel_id != thread.stored())))
}
