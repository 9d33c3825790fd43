//! `/export` and `/forget me`: what is stored about the person who asks.

use poise::serenity_prelude::CreateAttachment;

use super::texts;
use crate::ui::person::of_command;
use crate::ui::{Answer, Context, Failure, send_later};
use trigon_engine::people::{ForgetError, People};

/// Get everything that I have stored about you, as a file
#[poise::command(slash_command)]
pub(crate) async fn export(ctx: Context<'_>) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, bot) = (of_command(ctx).await?, ctx.data());
        let Some(_admission) = bot.replays.admit(person.user_id) else {
            return Err(Failure::denied(texts::already_thinking()));
        };
        let file = People::new(bot.seasons.clone()).file(person.user_id).await.map_err(failure)?;
        Ok(Answer::new(texts::EXPORTED).file(CreateAttachment::bytes(file, "my-data.json")))
    })
    .await
}

/// What I know about you
#[poise::command(slash_command, subcommand_required, subcommands("me"))]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(crate) async fn forget(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

/// Take your name and account out of everything that I have stored; read first what that does
#[poise::command(slash_command)]
async fn me(
    ctx: Context<'_>,
    #[description = "Whether you have read what it does, and want it: it cannot be undone"] confirm: Option<
        bool,
    >,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, bot) = (of_command(ctx).await?, ctx.data());
        if confirm != Some(true) {
            return Ok(Answer::new(texts::FORGET));
        }
        let Some(_admission) = bot.replays.admit(person.user_id) else {
            return Err(Failure::denied(texts::already_thinking()));
        };
        let forgotten = People::new(bot.seasons.clone()).forget(person.user_id).await.map_err(failure)?;
        Ok(Answer::new(texts::forgotten(forgotten)))
    })
    .await
}

fn failure(error: ForgetError) -> Failure {
    match error {
        ForgetError::Plays(matches) => Failure::denied(texts::still_plays(&matches)),
        ForgetError::Internal(error) => error.into(),
        ForgetError::Season(error) => error.into(),
    }
}
