//! The end of a match: the result, the last picture, and what becomes public so that anyone can check the match: the
//! record, the seed, and the post with its hash.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateAttachment, CreateEmbed, CreateEmbedFooter};

use super::message::heading;
use super::{story, texts};
use crate::ui::announcement::{Announcement, Text, everybody, picture};
use crate::ui::words::{holders, link};
use crate::ui::{ComponentAction, button, escape, picture as pictures, words};
use trigon_engine::matches::{InternalError, Match, Matches, Notice, Record, Target};
use trigon_rules::games::{Standing, Verdict, Viewer};

/// The colour of the standings embed.
const GOLD: u32 = 0x00FF_CB2E;

/// Returns the message that ends a match.
pub(super) async fn end(matches: &Matches, game: &Match) -> Result<Announcement, InternalError> {
    let result = game.result();
    let pings = everybody(game);
    let reason = result.as_ref().map(|result| escape::text(&result.outcome.reason)).unwrap_or_default();
    let Disclosed { files, left_out, proof } = disclosed(matches, game).await?;
    // What people look for comes first, the proof last.
    let embed = proven(game, proof).title(texts::STANDINGS).description(standings(game));
    let head = vec![heading(game), texts::over(&reason)];
    let undrawn = words::undrawn(game);
    let tail = left_out.into_iter().chain([texts::thanks(&pings)]).chain(undrawn).collect();
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

/// Lists the final standings of a match.
pub(super) fn standings(game: &Match) -> String {
    let result = game.result();
    let has_winner = result.as_ref().is_some_and(|result| {
        result.outcome.standings.iter().any(|standing| standing.verdict == Verdict::Won)
    });
    let standing = |(rank, standing): (usize, &Standing)| {
        let note = escape::text(&standing.note);
        let verdict = texts::verdict(standing.verdict, has_winner);
        texts::standing(rank, &holders(game, standing.seat), verdict, &note)
    };
    let lines = result.iter().flat_map(|result| result.outcome.ranked()).map(standing);
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the message that tells a player the end of a match whose channel takes no messages.
pub(super) fn in_private(game: &Match) -> Announcement {
    let reason = game.result().map(|result| escape::text(&result.outcome.reason)).unwrap_or_default();
    let head = vec![heading(game), texts::over(&reason), standings(game)];
    Announcement::new(Text { head, tail: vec![texts::lost_at_the_end(game.id)], ..Text::default() })
}

/// Returns an embed with the match number and, if known, instructions for checking the draws.
fn proven(game: &Match, proof: Option<String>) -> CreateEmbed {
    let embed = CreateEmbed::new().colour(GOLD);
    let embed = embed.footer(CreateEmbedFooter::new(words::match_number(game.id)));
    embed.fields(proof.map(|proof| (texts::CHECK, proof, false)))
}

/// What a match discloses to everyone.
pub(super) struct Disclosed {
    /// The last picture, the record, and the replay if one was made.
    pub(super) files: Vec<CreateAttachment>,
    /// A note on what the replay leaves out, if anything.
    pub(super) left_out: Option<String>,
    /// Instructions for checking the draws.
    pub(super) proof: Option<String>,
}

/// Returns the last picture and the record of a finished match, with instructions for checking its draws. A match with
/// secrets is replayed at once, because everyone has been waiting for that.
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

/// Returns the link to the message that carries the hash of the seed and is never edited. Matches created without such
/// a message have the hash in their first message.
async fn hash_link(matches: &Matches, game: &Match) -> Result<Option<String>, InternalError> {
    let carries_hash =
        |notice: &Notice| matches!(notice, Notice::Created | Notice::Pregame { .. } | Notice::News { .. });
    let posted = match matches.first_posted(game.id, |notice| *notice == Notice::Committed).await? {
        Some(posted) => Some(posted),
        None => matches.first_posted(game.id, carries_hash).await?,
    };
    // Zero means that another process sent the message and its Discord ID is unknown.
    Ok(posted.filter(|posted| posted.message_id != 0).and_then(|posted| match posted.target {
        Target::Channel(channel) => Some(link(game.guild_id, channel, posted.message_id)),
        Target::User(_) => None,
    }))
}

/// Returns the record of a match and its file, or `None` if it cannot be read; the end is then announced without it.
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

/// Returns instructions for checking the draws, or `None` while the seed is secret.
async fn check_draws(
    matches: &Matches,
    game: &Match,
    record: &Record,
) -> Result<Option<String>, InternalError> {
    let Some(seed) = &record.seed else { return Ok(None) };
    let post = hash_link(matches, game).await?;
    Ok(Some(texts::seed(&seed.reveal(), post.as_deref(), record.words.len(), record.beacon.as_ref())))
}
