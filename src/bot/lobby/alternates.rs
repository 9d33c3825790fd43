//! Alternates: people who take a seat when one becomes free. They say so below a full sign-up, or later with `/alternate`.

use super::names::display_name;
use super::{signup, texts};
use crate::ui::lookup;
use crate::ui::person::{member, of_command};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, send};
use trigon_engine::matches::Command;

/// Take a seat in a match when one becomes free
#[poise::command(slash_command)]
pub(crate) async fn alternate(
    ctx: Context<'_>,
    #[description = "No longer be an alternate"] stop: Option<bool>,
    #[description = "Which match (default: the one in this channel)"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
        let game = lookup::seen(matches, &person, lookup::numbered(ctx, number), channel)
            .await?
            .one("There are several matches")?;
        if stop == Some(true) {
            let game = matches.ask(game.id, &person, Command::StandDown).await?.game;
            return Ok(Answer::new(texts::no_alternate_any_more(&game)));
        }
        let nick = member(ctx).and_then(|member| member.nick.as_deref());
        let game =
            signup::stand_by(ctx.http(), matches, &person, &game, display_name(ctx.author(), nick)).await?;
        Ok(Answer::new(texts::alternate_now(&game, person.user_id)))
    })
    .await
}
