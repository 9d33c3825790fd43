//! The end of a match: the result, the last picture, and what everyone may see from then on, so that anyone can check it: the
//! record, the seed, and the post that carries its hash.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateAttachment, CreateEmbed, CreateEmbedFooter};

use super::message::heading;
use super::{story, texts};
use crate::ui::announcement::{Announcement, Text, everybody, picture};
use crate::ui::words::{link, seat_name};
use crate::ui::{ComponentAction, button, escape, picture as pictures, words};
use trigon_engine::matches::{InternalError, Match, Matches, Notice, Record, Target};
use trigon_rules::games::{Standing, Verdict, Viewer};

/// The colour of the standings.
const GOLD: u32 = 0x00FF_CB2E;

/// Returns the message with which a match ends.
pub(super) async fn end(matches: &Matches, game: &Match) -> Result<Announcement, InternalError> {
    let result = game.result();
    let pings = everybody(game);
    let reason = result.as_ref().map(|result| escape::text(&result.outcome.reason)).unwrap_or_default();
    let Disclosed { files, left_out, proof } = disclosed(matches, game).await?;
    let standings = result.iter().flat_map(|result| result.outcome.ranked());
    let has_winner = result.as_ref().is_some_and(|result| {
        result.outcome.standings.iter().any(|standing| standing.verdict == Verdict::Won)
    });
    let standing = |(rank, standing): (usize, &Standing)| {
        let note = escape::text(&standing.note);
        texts::standing(
            rank,
            &seat_name(game, standing.seat),
            texts::verdict(standing.verdict, has_winner),
            &note,
        )
    };
    // What people look for comes first, the proof last.
    let standings = standings.map(standing).collect::<Vec<_>>().join("\n");
    let embed = proven(game, proof).title(texts::STANDINGS).description(standings);
    let head = vec![heading(game), texts::over(&reason)];
    let tail = left_out.into_iter().chain([texts::thanks(&pings)]).collect();
    let text = Text { head, bullets: story::lines(game), tail };
    let mut buttons = vec![
        button(game, ComponentAction::Replay, texts::REPLAY, ButtonStyle::Secondary),
        button(game, ComponentAction::Page(0), texts::WALK, ButtonStyle::Secondary),
    ];
    if !game.info().is_hosted() {
        buttons.insert(0, button(game, ComponentAction::Rematch, texts::REMATCH, ButtonStyle::Primary));
    }
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Ok(Announcement { embed: Some(embed), files, rows, pings, ..Announcement::new(text) })
}

/// Returns an embed that ends with how to check the draws of a match, and its number.
fn proven(game: &Match, proof: Option<String>) -> CreateEmbed {
    let embed = CreateEmbed::new().colour(GOLD);
    let embed = embed.footer(CreateEmbedFooter::new(words::match_number(game.id)));
    embed.fields(proof.map(|proof| (texts::CHECK, proof, false)))
}

/// What everyone may see of a match.
pub(super) struct Disclosed {
    /// The last picture, the record, and the replay if it was waited for.
    pub(super) files: Vec<CreateAttachment>,
    /// What the replay leaves out, if it leaves out something.
    pub(super) left_out: Option<String>,
    /// How to check the draws.
    pub(super) proof: Option<String>,
}

/// Returns the last picture and the record of a match that has ended, with how to check its draws. A match that kept secrets
/// is replayed at once: everyone has waited for it.
pub(super) async fn disclosed(matches: &Matches, game: &Match) -> Result<Disclosed, InternalError> {
    let mut files = picture(game, Viewer::Afterwards).await;
    let (mut proof, mut left_out) = (None, None);
    if let Some((record, file)) = recorded(game) {
        proof = check_draws(matches, game, &record).await?;
        files.push(file);
        if game.has_secrets() {
            match pictures::studio().replay(game.id, record).await {
                Ok(replay) => {
                    left_out = replay.left_out();
                    files.push(replay.attachment());
                }
                Err(error) => tracing::error!(%error, "a match is shown without a replay"),
            }
        }
    }
    Ok(Disclosed { files, left_out, proof })
}

/// Returns the address of the message that carries the hash of the seed and is never edited. Matches that were created
/// without one have it in the first of their messages.
async fn hash_link(matches: &Matches, game: &Match) -> Result<Option<String>, InternalError> {
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
fn recorded(game: &Match) -> Option<(Record, CreateAttachment)> {
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
async fn check_draws(
    matches: &Matches,
    game: &Match,
    record: &Record,
) -> Result<Option<String>, InternalError> {
    let Some(seed) = &record.seed else { return Ok(None) };
    let post = hash_link(matches, game).await?;
    Ok(Some(texts::seed(&seed.reveal(), post.as_deref())))
}
