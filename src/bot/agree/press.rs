//! The buttons of offers and claims.

use super::deed::Deed;
use super::perform::perform;
use super::texts;
use crate::ui::{Answer, Bot, ComponentAction, Failure};
use trigon_engine::matches::{Command, Match, OfferKind, Person};

/// Answers an offer or claims a seat.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    action: &ComponentAction,
) -> Result<Answer, Failure> {
    match *action {
        ComponentAction::Accept(kind, number) => answer(bot, person, game, kind, true, number).await,
        ComponentAction::Decline(kind, number) => answer(bot, person, game, kind, false, number).await,
        _ => perform(Deed::Claim, &bot.matches, person, game).await,
    }
}

async fn answer(
    bot: &Bot,
    person: &Person,
    game: &Match,
    kind: OfferKind,
    accept: bool,
    number: u32,
) -> Result<Answer, Failure> {
    let own = game.offer().is_some_and(|offer| Some(offer.by) == game.seat_of(person.user_id));
    bot.matches.ask(game.id, person, Command::Answer { kind, number: Some(number), accept }).await?;
    let deed = if accept { Deed::Accept(kind) } else { Deed::Decline(kind) };
    Ok(texts::done(game, deed, own && !accept).into())
}
