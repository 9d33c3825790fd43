//! `/replay`: a match as an animation.

use super::history::seen;
use super::texts;
use crate::discord::ui::{Answer, Context, Failure, lookup, picture, send_later};
use crate::matches::Match;

/// Watch a match from its beginning, as an animation
#[poise::command(slash_command)]
pub(in crate::discord) async fn replay(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async { animated(&*seen(ctx, number).await?).await }).await
}

/// Returns a match as an animation, if everyone may see everything of it.
///
/// # Errors
/// If it has not begun, something in it is still secret, or drawing fails.
pub(in crate::discord) async fn animated(game: &Match) -> Result<Answer, Failure> {
    if game.session.is_none() {
        return Err(Failure::denied(texts::not_begun(game)));
    }
    if !game.is_disclosed() {
        return Err(Failure::denied(texts::no_replay(game)));
    }
    let mut record = game.record()?;
    // This is only for drawing: everything in it is public.
    record.seed = Some(game.seed().clone());
    let picture = picture::studio().replay(game.id, record).await?;
    Ok(Answer::new(texts::replay(game)).file(picture))
}
