//! Which button and which form does what.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Http, ModalInteraction};

use super::ids::{Form, SeasonAction, SeasonCustomId};
use super::{cast, episodes, find, gifts, imports, results, texts};
use crate::ui::person::{person, request};
use crate::ui::{Answer, Bot, Failure, PressAnswer};

/// Handles a press on a button of a season.
pub(crate) async fn press(
    bot: &Bot,
    click: &ComponentInteraction,
    id: SeasonCustomId,
) -> Result<PressAnswer, Failure> {
    let (store, request) = (bot.matches.store(), request(click.id.get()));
    let person = person(store, &click.user, click.guild_id, click.member.as_ref(), request).await?;
    let season = find::load(bot, &person, id.season).await?;
    let answer = match id.action {
        SeasonAction::Book(preview) => results::book(bot, &person, &season, preview, false).await,
        SeasonAction::BookAndClose(preview) => results::book(bot, &person, &season, preview, true).await,
        SeasonAction::Import(preview) => imports::read_in(bot, &person, &season, preview).await,
        SeasonAction::Close(episode) => episodes::close(bot, &person, &season, episode).await,
        SeasonAction::End => episodes::end(bot, &person, &season).await,
        SeasonAction::Accept(gift) => gifts::answer(bot, &person, &season, gift, true).await,
        SeasonAction::Decline(gift) => gifts::answer(bot, &person, &season, gift, false).await,
        SeasonAction::Back => Ok(Answer::new(texts::UNCHANGED)),
    };
    answer.map(PressAnswer::InPlace)
}

/// Handles a form of a season.
pub(crate) async fn submitted(
    http: &Http,
    bot: &Bot,
    modal: &ModalInteraction,
    form: Form,
) -> Result<Answer, Failure> {
    let (store, request) = (bot.matches.store(), request(modal.id.get()));
    let person = person(store, &modal.user, modal.guild_id, modal.member.as_ref(), request).await?;
    match form {
        Form::Cast { season, last } => {
            let season = find::load(bot, &person, season).await?;
            cast::submitted(http, bot, &person, &season, last, modal).await
        }
        Form::Results { season, episode, kind } => {
            let season = find::load(bot, &person, season).await?;
            results::submitted(bot, &person, &season, (episode, kind), modal).await
        }
    }
}
