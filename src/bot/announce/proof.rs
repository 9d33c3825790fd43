//! What the end of a match shows so that anyone can check it: the record, the seed, and the post that carries its hash.

use poise::serenity_prelude::CreateAttachment;

use super::texts;
use crate::ui::words::link;
use trigon_engine::matches::{Fault, Match, Matches, Notice, Record, Target};

/// Returns the address of the message that carries the hash of the seed and is never edited. Matches that were created
/// without one have it in the first of their messages.
async fn hash_link(matches: &Matches, game: &Match) -> Result<Option<String>, Fault> {
    let carries_hash =
        |notice: &Notice| matches!(notice, Notice::Created | Notice::Pregame { .. } | Notice::News { .. });
    let posted = match matches.first_posted(game.id, |notice| *notice == Notice::Committed).await? {
        Some(posted) => Some(posted),
        None => matches.first_posted(game.id, carries_hash).await?,
    };
    // Zero: another program has sent it, and Discord's number for it is not known.
    Ok(posted.filter(|posted| posted.message_id != 0).and_then(|posted| match posted.target {
        Target::Channel(channel) => Some(link(game.guild_id, channel, posted.message_id)),
        Target::User(_) => None,
    }))
}

/// Returns the record of a match with its file, or `None` if it cannot be read: the end is then announced without it.
pub(super) fn recorded(game: &Match) -> Option<(Record, CreateAttachment)> {
    let record = game.record().and_then(|record| Ok((record.file()?, record)));
    match record {
        Ok((bytes, record)) => Some((record, CreateAttachment::bytes(bytes, "record.json"))),
        Err(error) => {
            tracing::error!(match_id = game.id, %error, "the end is announced without the record");
            None
        }
    }
}

/// Returns how to check the draws, once the seed is public.
pub(super) async fn check_draws(
    matches: &Matches,
    game: &Match,
    record: &Record,
) -> Result<Option<String>, Fault> {
    let Some(seed) = &record.seed else { return Ok(None) };
    let post = hash_link(matches, game).await?;
    Ok(Some(texts::seed(&seed.reveal(), post.as_deref())))
}
