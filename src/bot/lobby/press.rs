//! The buttons of the sign-up post.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Http};

use super::names::usual_name;
use super::signup;
use crate::ui::{Bot, ComponentAction, Failure, Shown};
use trigon_engine::matches::{Command, Match, Person};

/// Joins, leaves or starts a match, and shows the post as it is then.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    action: &ComponentAction,
) -> Result<Shown, Failure> {
    let (matches, id) = (&bot.matches, game.id);
    match action {
        ComponentAction::Join => {
            let nick = click.member.as_ref().and_then(|member| member.nick.as_deref());
            matches.ask(id, person, Command::Join(usual_name(&click.user, nick))).await?;
        }
        ComponentAction::Leave => {
            matches.ask(id, person, Command::Leave).await?;
        }
        _ => {
            matches.ask(id, person, Command::Start).await?;
        }
    }
    // Loaded again: others may have pressed at the same time.
    Ok(Shown::InPlace(signup::answer(&*matches.load(id).await?)))
}

/// Plays a match again, or joins its rematch if there already is one.
pub(crate) async fn rematch(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: &Match,
) -> Result<std::sync::Arc<Match>, Failure> {
    let new = bot.matches.rematch(game.id, person.user_id).await?;
    signup::refresh(http, &bot.matches, &new).await;
    Ok(new)
}
