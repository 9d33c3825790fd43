//! What the end of a match shows so that anyone can check it: the record, the seed, and the post that carries its hash.

use poise::serenity_prelude::CreateAttachment;

use super::texts;
use super::texts_commands::link;
use crate::matches::Target;
use crate::matches::{Fault, Match, Matches, Record};

/// How the notices begin, in the outbox, whose messages carry the hash of the seed; the earliest first.
const WITH_HASH: [&str; 3] = [r#"{"notice":"created""#, r#"{"notice":"pregame""#, r#"{"notice":"news""#];

/// The address of the first message that carries the hash of the seed.
async fn hash_link(matches: &Matches, game: &Match) -> Result<Option<String>, Fault> {
    for notice in WITH_HASH {
        let sent = matches.store().sent_message(game.id, notice).await?;
        // Zero: another instance sent it, and Discord's number for it is not known.
        if let Some((Target::Channel(channel), message)) = sent.filter(|(_, message)| *message != 0) {
            return Ok(Some(link(game.guild_id, channel, message)));
        }
    }
    Ok(None)
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

/// How to check the draws, once the seed is out.
pub(super) async fn check_draws(
    matches: &Matches,
    game: &Match,
    record: &Record,
) -> Result<Option<String>, Fault> {
    let Some(seed) = &record.seed else { return Ok(None) };
    let post = hash_link(matches, game).await?;
    Ok(Some(texts::seed(&seed.reveal(), post.as_deref())))
}
