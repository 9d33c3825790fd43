//! The buttons around a game of turns: the sign-up, offers and their answers, a claim, a rematch, the replay.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Http};

use super::signup;
use crate::discord::answer::Answer;
use crate::discord::commands::roster::usual_name;
use crate::discord::deed::Deed;
use crate::discord::presses::Shown;
use crate::discord::{Bot, Failure, Press, picture, texts_commands, texts_play as texts};
use std::sync::Arc;

use crate::matches::{Command, Match, Matches, Person};

/// Does what one of these buttons says. `Replay` has been put off already, so it may take its time; with the
/// others Discord waits for the first answer.
pub(in crate::discord) async fn press(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: Arc<Match>,
    click: &ComponentInteraction,
    press: Press,
) -> Result<Shown, Failure> {
    let (matches, id, user) = (&bot.matches, game.id, person.user_id);
    match press {
        Press::Join => {
            let nick = click.member.as_ref().and_then(|member| member.nick.as_deref());
            matches.ask(id, &Person::user(user), Command::Join(usual_name(&click.user, nick))).await?;
        }
        Press::Leave => {
            matches.ask(id, &Person::user(user), Command::Leave).await?;
        }
        Press::Start => {
            matches.ask(id, person, Command::Start).await?;
        }
        Press::Accept(kind, offered) => {
            matches.answer(id, user, kind, true, Some(offered)).await?;
            return Ok(Shown::Apart(texts::done(&game, Deed::Accept(kind), false).into()));
        }
        Press::Decline(kind, offered) => {
            let own = game.offer().is_some_and(|offer| Some(offer.by) == game.seat_of(user));
            matches.answer(id, user, kind, false, Some(offered)).await?;
            return Ok(Shown::Apart(texts::done(&game, Deed::Decline(kind), own).into()));
        }
        Press::Claim => return Deed::Claim.done(matches, person, &game).await.map(Shown::Apart),
        Press::Rematch => return rematch(http, matches, person, &game).await.map(Shown::Apart),
        Press::Replay => return replay(&game).await.map(Shown::Apart),
        _ => return Err(Failure::denied(texts_commands::nothing_asked(&game))),
    }
    // As it stands now: others may have pressed at the same time.
    Ok(Shown::InPlace(signup::answer(&*matches.load(id).await?)))
}

/// Plays a match again, or joins the rematch that there is.
pub(in crate::discord) async fn rematch(
    http: &Http,
    matches: &Matches,
    person: &Person,
    game: &Match,
) -> Result<Answer, Failure> {
    let new = matches.rematch(game.id, person.user_id).await?;
    signup::refresh(http, matches, new.id).await;
    Ok(texts::rematch(&new).into())
}

/// A match as an animation, if everyone may see everything of it.
pub(in crate::discord) async fn replay(game: &Match) -> Result<Answer, Failure> {
    if game.session.is_none() {
        return Err(Failure::denied(texts_commands::not_begun(game)));
    }
    if !game.is_disclosed() {
        return Err(Failure::denied(texts::no_replay(game)));
    }
    let mut record = game.record()?;
    // Only to draw: what was thrown has been seen by everyone.
    record.seed = Some(game.seed().clone());
    let picture = picture::replay(game.id, record).await?;
    Ok(Answer::new(texts::replay(game)).file(picture))
}
