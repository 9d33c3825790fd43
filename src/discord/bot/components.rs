//! Components and forms. A press is checked like any other input, against the current match.

use std::future::Future;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, CreateInteractionResponse, Http, ModalInteraction};

use crate::discord::agree;
use crate::discord::ask::{Picked, fulfil};
use crate::discord::info::replay::animated;
use crate::discord::info::rules;
use crate::discord::lobby::{form, press as lobby};
use crate::discord::play::{press as play, typed};
use crate::discord::ui::person::{id, person};
use crate::discord::ui::{
    Answer, Bot, ComponentAction, CustomId, Failure, PATIENCE, Shown, UnknownId, guild_only, lookup, value,
};
use crate::matches::Person;

/// Answers a button or a select.
pub(in crate::discord) async fn press(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
) -> Result<(), Failure> {
    let custom_id = click.data.custom_id.parse::<CustomId>();
    // Drawing a whole match as an animation takes too long for the first response.
    let is_long = custom_id.as_ref().is_ok_and(|id| id.action == ComponentAction::Replay);
    let patience = if is_long { Duration::ZERO } else { PATIENCE };
    let work = async {
        let custom_id = custom_id.map_err(|error| Failure::denied(error.to_string()))?;
        done(http, bot, click, custom_id).await
    };
    let work = async { work.await.unwrap_or_else(|failure| Shown::Apart(failure.told().into())) };
    tokio::pin!(work);
    let Ok(shown) = tokio::time::timeout(patience, &mut work).await else {
        // This kind of deferring is invisible, whatever the answer will be.
        click.create_response(http, CreateInteractionResponse::Acknowledge).await?;
        let (in_place, apart) = work.await.parts();
        if let Some(answer) = in_place {
            click.edit_response(http, answer.into_edit()).await?;
        }
        if let Some(answer) = apart {
            click.create_followup(http, answer.into_followup()).await?;
        }
        return Ok(());
    };
    match shown.parts() {
        (Some(in_place), apart) => {
            in_place.replace(http, click).await?;
            if let Some(answer) = apart {
                click.create_followup(http, answer.into_followup()).await?;
            }
        }
        (None, Some(answer)) => {
            let response = CreateInteractionResponse::Message(answer.into_response());
            click.create_response(http, response).await?;
        }
        (None, None) => {}
    }
    Ok(())
}

/// Handles a press.
async fn done(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
    custom_id: CustomId,
) -> Result<Shown, Failure> {
    use ComponentAction as A;
    let matches = &bot.matches;
    let person = person(matches.store(), &click.user, click.guild_id, click.member.as_ref()).await?;
    if custom_id.action == A::Pick {
        return picked(bot, &person, id(click.channel_id.get()), value(click)).await.map(Shown::InPlace);
    }
    if let A::Rules(name) = &custom_id.action {
        return rules::picked(matches.games(), name, value(click)).map(Shown::InPlace);
    }
    let game = lookup::known(matches, &person, custom_id.match_id).await?;
    match custom_id.action {
        A::Pick | A::Rules(_) | A::Show | A::Choose(_) | A::Select(..) | A::Confirm(_) | A::Also(..) => {
            play::press(bot, &person, game, click, &custom_id).await
        }
        action @ (A::Join | A::Leave | A::Start) => lobby::press(bot, &person, &game, click, &action).await,
        action @ (A::Accept(..) | A::Decline(..) | A::Claim) => {
            agree::press::press(bot, &person, &game, &action).await.map(Shown::Apart)
        }
        A::Rematch => {
            let new = lobby::rematch(http, bot, &person, &game).await?;
            Ok(Shown::Apart(agree::texts::rematch(&new).into()))
        }
        A::Replay => animated(bot, person.user_id, &game).await.map(Shown::Apart),
    }
}

/// Handles the choice of a match.
async fn picked(bot: &Bot, person: &Person, channel: i64, value: Option<&str>) -> Result<Answer, Failure> {
    let picked: Option<Picked> = value.and_then(|value| value.parse().ok());
    let picked = picked.ok_or_else(|| Failure::denied(UnknownId.to_string()))?;
    let game = lookup::known(&bot.matches, person, picked.match_id).await?;
    if picked.question != game.question {
        return play::stale(&bot.matches, &game, typed::seat(person, &game)?).await;
    }
    fulfil(&bot.matches, person, channel, &game, &picked.ask).await
}

/// Answers a form.
pub(in crate::discord) async fn submit(
    http: &Http,
    bot: &Bot,
    modal: &ModalInteraction,
) -> Result<(), Failure> {
    let work = async { filled_in(http, bot, modal).await.unwrap_or_else(|failure| failure.told().into()) };
    answer_form(http, modal, work).await
}

async fn answer_form(
    http: &Http,
    modal: &ModalInteraction,
    work: impl Future<Output = Answer>,
) -> Result<(), Failure> {
    tokio::pin!(work);
    let Ok(answer) = tokio::time::timeout(PATIENCE, &mut work).await else {
        modal.defer_ephemeral(http).await?;
        modal.edit_response(http, work.await.into_edit()).await?;
        return Ok(());
    };
    let response = CreateInteractionResponse::Message(answer.into_response());
    Ok(modal.create_response(http, response).await?)
}

async fn filled_in(http: &Http, bot: &Bot, modal: &ModalInteraction) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId.to_string());
    let match_id = form::form_of(&modal.data.custom_id).ok_or_else(unknown)?;
    let guild = modal.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
    let person = person(bot.matches.store(), &modal.user, Some(guild), modal.member.as_ref()).await?;
    form::submitted(http, &bot.matches, &person, guild, match_id, modal).await
}
