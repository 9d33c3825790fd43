//! `/history`: everything that happened in a match; `/replay`: the same as an animation.

use std::sync::Arc;

use poise::serenity_prelude::CreateAttachment;

use super::texts;
use crate::ui::lookup::Lookup;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::words::newest;
use crate::ui::{Answer, Bot, Context, Failure, escape, lookup, picture, send, send_later};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Line, Match, Record, Seq};
use trigon_rules::games::{By, Names};

/// Returns the match that a user wants to look at: one of this channel, or the last one here that is over if there is none that
/// `fits`.
pub(crate) async fn seen(
    ctx: Context<'_>,
    number: Option<i64>,
    fits: Option<fn(&Match) -> bool>,
) -> Result<Arc<Match>, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    let number = lookup::numbered(ctx, number);
    let found = match fits {
        Some(fits) => lookup::looked_back_at(matches, &person, number, channel, fits).await,
        None => lookup::seen(matches, &person, number, channel).await,
    };
    let game = match found? {
        Lookup::One(game) => game,
        Lookup::Several(rows) => return Err(Failure::denied(texts::say_which_of(&rows))),
    };
    // The channel may be hidden from others in the server. Anyone who writes in it can see it.
    let takes_part = game.seat_of(person.user_id).is_some() || person.hosts(&game);
    if !takes_part && channel != game.channel_id {
        return Err(Failure::denied(texts::board_elsewhere(game.id)));
    }
    Ok(game)
}

/// Read everything that happened in a match
#[poise::command(slash_command)]
pub(crate) async fn history(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async { Ok(log(&*seen(ctx, number, None).await?)) }).await
}

/// The maximum number of characters of the lines in the message; the file has all of them.
const LINES: usize = 1_700;

/// Returns the log in notation and words, or, while something is secret, only what everyone was told. The message has
/// the latest entries, and a file has all of them.
fn log(game: &Match) -> Answer {
    let (lines, names, is_open) = (game.history(), game.names(), game.is_disclosed());
    if lines.is_empty() {
        return texts::nothing_yet(game).into();
    }
    let numbered = (1..).zip(&lines);
    let plain: Vec<String> = numbered
        .map(|(number, line)| texts::history_plain(number, line, &who(line, &names), is_open))
        .collect();
    let shown = newest(told(game, &lines), LINES);
    let heading = texts::history_heading(game, lines.len() - shown.len());
    let file = CreateAttachment::bytes(plain.join("\n"), format!("match-{}-history.txt", game.id));
    Answer::new(format!("{heading}\n{}", shown.join("\n"))).file(file)
}

/// The maximum number of entries that lead to a message.
const LEADING: usize = 10;

/// Returns the last entries of the log up to one of them, as everyone may read them, and how many have followed.
pub(super) fn lines_until(game: &Match, last: Seq) -> Answer {
    let lines = game.history();
    let then = lines.iter().take_while(|line| line.seq <= last).count();
    if then == 0 {
        return texts::nothing_by_then(game).into();
    }
    let shown = newest(told(game, &lines[..then]).skip(then.saturating_sub(LEADING)), LINES);
    texts::happened_by_then(game, &shown, lines.len() - then).into()
}

/// Formats the first lines of the log, with their numbers.
fn told(game: &Match, lines: &[Line]) -> impl ExactSizeIterator<Item = String> + DoubleEndedIterator {
    let (names, is_open) = (game.names(), game.is_disclosed());
    lines
        .iter()
        .enumerate()
        .map(move |(i, line)| texts::history_line(i + 1, line, &escape::name(&who(line, &names)), is_open))
}

/// Returns the author of an entry.
fn who(line: &Line, names: &Names) -> String {
    match line.by {
        By::Seat(seat) => names.get(seat).into_owned(),
        By::Clock => texts::THE_CLOCK.to_owned(),
        By::Host | By::Stranger => texts::THE_HOST.to_owned(),
    }
}

/// Watch a match from its beginning, as an animation
#[poise::command(slash_command)]
pub(crate) async fn replay(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let user = ctx.author().id.stored();
    send_later(ctx, async {
        animated(ctx.data(), user, &*seen(ctx, number, Some(Match::is_disclosed)).await?).await
    })
    .await
}

/// Returns a match as an animation for a user, if everyone may see all of it.
///
/// # Errors
/// If the match has not begun, something in it is still secret, the user is waiting for another replay, or drawing
/// fails.
pub(crate) async fn animated(bot: &Bot, user: UserId, game: &Match) -> Result<Answer, Failure> {
    let record = disclosed(game)?;
    let Some(_admission) = bot.replays.admit(user) else {
        return Err(Failure::denied(texts::replay_is_coming()));
    };
    let replay = picture::studio().replay(game.id, record).await?;
    Ok(Answer::new(texts::replay(game, &replay)).file(replay.attachment()))
}

/// Returns the record from which a match is drawn, with its seed, if everyone may see all of it.
///
/// # Errors
/// If the match has not begun, or something in it is still secret.
pub(super) fn disclosed(game: &Match) -> Result<Record, Failure> {
    if game.session.is_none() {
        return Err(Failure::denied(texts::not_begun(game)));
    }
    if !game.is_disclosed() {
        return Err(Failure::denied(texts::no_replay(game)));
    }
    let mut record = game.record()?;
    // This is only for drawing: everything in it is public.
    record.seed = Some(game.seed().clone());
    Ok(record)
}
