//! Presses on the match message: choosing, going back, confirming.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, MessageFlags};

use super::message::{MatchMessage, asked, choices, finished, message, name};
use super::{newest, texts};
use crate::discord::answer::Answer;
use crate::discord::ask::seat;
use crate::discord::ids::{CustomId, Prefix, Press};
use crate::discord::person::id;
use crate::discord::presses::{Shown, value};
use crate::discord::{Bot, Failure, picture};
use crate::games::{Seat, Viewer};
use crate::matches::{Act, Command, Match, Person};

/// Does what a button or select of the match message says.
pub(in crate::discord) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    custom_id: &CustomId,
) -> Result<Shown, Failure> {
    let seat = seat(person, game)?;
    let decision = asked(game);
    if custom_id.question != game.question || decision.is_none() {
        return stale(bot, game, seat, click).await;
    }
    if let Some(decision) = decision.filter(|decision| decision.seat != seat) {
        return Err(Failure::denied(texts::not_your_turn(&name(game, decision.seat))));
    }
    let unknown = || Failure::denied(texts::no_such_step());
    let (prefix, confirmed) = match &custom_id.press {
        Press::Choose(prefix) => (prefix.clone(), false),
        Press::Confirm(prefix) => (prefix.clone(), true),
        Press::Select(_, before) => {
            let key = value(click).ok_or_else(unknown)?;
            let choices = choices(game, seat, before).ok_or_else(unknown)?;
            let next = choices.next.into_iter().find(|next| next.step.key == key).ok_or_else(unknown)?;
            (before.then(key).ok_or_else(unknown)?, next.done.is_some())
        }
        _ => return Err(unknown()),
    };
    if !confirmed {
        let shown = message(game, &prefix).ok_or_else(unknown)?;
        return Ok(Shown::InPlace(answer(shown)));
    }
    let action = choices(game, seat, &prefix).and_then(|choices| choices.action).ok_or_else(unknown)?;
    act(bot, person, game, click, &action).await.map(Shown::InPlace)
}

fn answer(message: MatchMessage) -> Answer {
    Answer::new(message.text).rows(message.rows)
}

/// Does a whole action.
async fn act(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    action: &str,
) -> Result<Answer, Failure> {
    // A message that only one person sees shows the others nothing.
    let is_private = click.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let pressed = (!is_private).then(|| id(click.message.id.get()));
    let act = Act { question: Some(game.question), pressed, ..Act::typed(action) };
    bot.matches.ask(game.id, person, Command::Act(act)).await?;
    let now = bot.matches.load(game.id).await?;
    let phase = |game: &Match| game.session.as_ref().map(|session| session.phase().id);
    let goes_on = asked(&now).is_some() && phase(&now) == phase(game);
    if goes_on && !is_private { current(&now).await } else { Ok(Answer::new(finished(&now))) }
}

/// The match message as it stands now, with its picture.
async fn current(game: &Match) -> Result<Answer, Failure> {
    let shown = message(game, &Prefix::default()).ok_or_else(|| Failure::denied(texts::no_such_step()))?;
    let answer = answer(shown);
    match picture::attachment(game, Viewer::Public).await {
        Ok(picture) => Ok(answer.file(picture)),
        Err(error) => {
            tracing::error!(%error, "a message is brought up to date without its picture");
            Ok(answer)
        }
    }
}

/// A press for an earlier moment: nothing is done, but it is said where what is asked now stands. A message that
/// should have been brought up to date, and was not, is so now.
async fn stale(bot: &Bot, game: &Match, seat: Seat, click: &ComponentInteraction) -> Result<Shown, Failure> {
    let newest = newest::newest(&bot.matches, game).await?;
    let is_asked = asked(game).is_some_and(|decision| decision.seat == seat);
    if is_asked && newest.is_some_and(|newest| newest.message_id == id(click.message.id.get())) {
        let now = current(game).await?;
        return Ok(Shown::Both(now, Answer::new(texts::stale_here())));
    }
    let link = newest.map(|newest| newest.link(game));
    Ok(Shown::Apart(Answer::new(texts::stale(link.as_deref()))))
}
