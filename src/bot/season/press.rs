//! Which button and which form does what.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Http, ModalInteraction};

use super::ids::{SeasonAction, SeasonCustomId, SeasonForm};
use super::results::ResultsEpisode;
use super::{cast, episodes, files, find, gifts, results, texts};
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
        SeasonAction::Book(preview) => results::book(bot, &person, &season, preview).await,
        SeasonAction::BookAndClose(preview) => results::book_and_close(bot, &person, &season, preview).await,
        SeasonAction::Import(preview) => files::import(bot, &person, &season, preview).await,
        SeasonAction::Close(episode) => episodes::close(bot, &person, &season, episode).await,
        SeasonAction::End => episodes::end(bot, &person, &season).await,
        SeasonAction::Accept(gift) => gifts::accept(bot, &person, &season, gift).await,
        SeasonAction::Decline(gift) => gifts::decline(bot, &person, &season, gift).await,
        SeasonAction::Back => Ok(Answer::new(texts::UNCHANGED)),
    };
    answer.map(PressAnswer::InPlace)
}

/// Handles a form of a season.
pub(crate) async fn submitted(
    http: &Http,
    bot: &Bot,
    modal: &ModalInteraction,
    form: SeasonForm,
) -> Result<Answer, Failure> {
    let (store, request) = (bot.matches.store(), request(modal.id.get()));
    let person = person(store, &modal.user, modal.guild_id, modal.member.as_ref(), request).await?;
    match form {
        SeasonForm::Cast { season, last } => {
            let season = find::load(bot, &person, season).await?;
            cast::submitted(http, bot, &person, &season, last, modal).await
        }
        SeasonForm::Results { season, episode, kind } => {
            let season = find::load(bot, &person, season).await?;
            let episode = ResultsEpisode { existing: episode, kind };
            results::submitted(bot, &person, &season, episode, modal).await
        }
    }
}
