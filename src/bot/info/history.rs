//! `/history`: everything that happened in a match, of which a context menu shows what led to a message; `/replay`: the same as an
//! animation.

use poise::serenity_prelude::CreateAttachment;

use super::access::{disclosed_record, viewable, viewable_past};
use super::texts;
use crate::ui::snowflakes::ToStored;
use crate::ui::words::newest;
use crate::ui::{Answer, Bot, Context, Failure, escape, lookup, picture, send, send_later};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{HistoryLine, Match, Seq};
use trigon_rules::games::{By, Names};

/// Read everything that happened in a match
#[poise::command(slash_command)]
pub(crate) async fn history(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async { Ok(history_of(&*viewable(ctx, number).await?)) }).await
}

/// The maximum number of characters of the lines in the message; the file has all of them.
const MAX_LINES_LENGTH: usize = 1_700;

/// Returns the log in notation and words, or, while something is secret, only what everyone was told. The message has
/// the latest entries, and a file has all of them.
fn history_of(game: &Match) -> Answer {
    let (lines, names, is_open) = (game.history(), game.names(), game.is_disclosed());
    if lines.is_empty() {
        return texts::nothing_yet(game).into();
    }
    let numbered = (1..).zip(&lines);
    let plain: Vec<String> = numbered
        .map(|(number, line)| texts::history_plain(number, line, &author(line, &names), is_open))
        .collect();
    let shown = newest(numbered_lines(game, &lines), MAX_LINES_LENGTH);
    let heading = texts::history_heading(game, lines.len() - shown.len());
    let file = CreateAttachment::bytes(plain.join("\n"), format!("match-{}-history.txt", game.id));
    Answer::new(format!("{heading}\n{}", shown.join("\n"))).file(file)
}

/// The maximum number of entries shown that led to a message.
const MAX_LEADING_ENTRIES: usize = 10;

/// Returns the last entries of the log up to the one with the number `last`, as everyone may read them, and how many have followed.
pub(super) fn lines_until(game: &Match, last: Seq) -> Answer {
    let lines = game.history();
    let then = lines.iter().take_while(|line| line.seq <= last).count();
    if then == 0 {
        return texts::nothing_by_then(game).into();
    }
    let shown = newest(
        numbered_lines(game, &lines[..then]).skip(then.saturating_sub(MAX_LEADING_ENTRIES)),
        MAX_LINES_LENGTH,
    );
    texts::happened_by_then(game, &shown, lines.len() - then).into()
}

/// Formats the first lines of the log, with their numbers.
fn numbered_lines(
    game: &Match,
    lines: &[HistoryLine],
) -> impl ExactSizeIterator<Item = String> + DoubleEndedIterator {
    let (names, is_open) = (game.names(), game.is_disclosed());
    lines
        .iter()
        .enumerate()
        .map(move |(i, line)| texts::history_line(i + 1, line, &escape::name(&author(line, &names)), is_open))
}

/// Returns the author of an entry.
fn author(line: &HistoryLine, names: &Names) -> String {
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
        animated(ctx.data(), user, &*viewable_past(ctx, number, Match::is_disclosed).await?).await
    })
    .await
}

/// Returns a match as an animation for a user, if everyone may see all of it.
///
/// # Errors
/// If the match has not begun, something in it is still secret, the user is waiting for another replay, or drawing
/// fails.
pub(crate) async fn animated(bot: &Bot, user: UserId, game: &Match) -> Result<Answer, Failure> {
    let record = disclosed_record(game)?;
    let Some(_admission) = bot.replays.admit(user) else {
        return Err(Failure::denied(texts::replay_is_coming()));
    };
    let replay = picture::studio().replay(game.id, record).await?;
    Ok(Answer::new(texts::replay(game, &replay)).file(replay.attachment()))
}
