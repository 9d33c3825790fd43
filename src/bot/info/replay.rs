//! `/replay`: a match as an animation.

use super::history::seen;
use super::texts;
use crate::ui::person::id;
use crate::ui::{Answer, Bot, Context, Failure, lookup, picture, send_later};
use trigon_engine::matches::Match;

/// Watch a match from its beginning, as an animation
#[poise::command(slash_command)]
pub(crate) async fn replay(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let user = id(ctx.author().id.get());
    send_later(ctx, async { animated(ctx.data(), user, &*seen(ctx, number).await?).await }).await
}

/// Returns a match as an animation for a user, if everyone may see everything of it.
///
/// # Errors
/// If it has not begun, something in it is still secret, that user waits for another one, or drawing fails.
pub(crate) async fn animated(bot: &Bot, user: i64, game: &Match) -> Result<Answer, Failure> {
    if game.session.is_none() {
        return Err(Failure::denied(texts::not_begun(game)));
    }
    if !game.is_disclosed() {
        return Err(Failure::denied(texts::no_replay(game)));
    }
    let Some(_admission) = bot.replays.admit(user) else {
        return Err(Failure::denied(texts::replay_is_coming()));
    };
    let mut record = game.record()?;
    // This is only for drawing: everything in it is public.
    record.seed = Some(game.seed().clone());
    let replay = picture::studio().replay(game.id, record).await?;
    Ok(Answer::new(texts::replay(game, &replay)).file(replay.attachment()))
}
