//! What a command has left behind if the bot was stopped before it could answer: Discord then says that the command has
//! failed, and people use it again.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{Guild, GuildChannel};

use crate::ui::snowflakes::{ToStored, time};
use crate::ui::{Context, Failure};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Millis, NewMatch, Person};

/// The time, in milliseconds, within which the same command is taken for another attempt to create a match.
const RETRY_WINDOW: Millis = 15 * 60_000;

/// Returns a match that this command has already created, if this program has not told its creator so: the bot was stopped in
/// between, so Discord said that the command had failed. The creator is told now, so the next call no longer returns it.
pub(super) async fn created_before(
    ctx: Context<'_>,
    person: &Person,
    new: &NewMatch,
) -> Result<Option<Arc<Match>>, Failure> {
    let matches = &ctx.data().matches;
    let since = matches.clock().now() - RETRY_WINDOW;
    for game in matches.created_alike(person.user_id, new, since).await? {
        if may_be_played_in(ctx, &game, new.channel_id) && note_created(ctx, &game) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Returns whether a match may be played in a channel or in a thread of it. A thread that is not known is taken for one of this
/// channel.
fn may_be_played_in(ctx: Context<'_>, game: &Match, channel: ChannelId) -> bool {
    if game.channel_id == channel {
        return true;
    }
    let is_known_elsewhere = |known: &GuildChannel| {
        let parent = known.parent_id.filter(|_| known.thread_metadata.is_some());
        known.id.stored() == game.channel_id && parent.is_none_or(|parent| parent.stored() != channel)
    };
    !ctx.guild().is_some_and(|guild| guild.channels.values().chain(&guild.threads).any(is_known_elsewhere))
}

/// Notes that the creator of a match is told of it, so that [`created_before`] no longer returns it. Returns whether that is new.
pub(super) fn note_created(ctx: Context<'_>, game: &Match) -> bool {
    ctx.data().created.insert(game.id.0.unsigned_abs())
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
    let orphan_in =
        |guild: &Guild| guild.threads.iter().find(is_orphan).map(|thread| (guild.id.stored(), thread.id));
    let Some((guild, thread)) = ctx.guild().and_then(|guild| orphan_in(&guild)) else { return Ok(None) };
    let all = matches.in_guild(guild, true).await?;
    let is_used = all.iter().any(|game| game.channel_id == thread.stored());
    Ok((!is_used).then_some(thread))
}
