//! Components and forms. A press is checked like any other input, against the current match.

use crate::ui::snowflakes::ToStored;
use std::sync::Arc;
use std::time::Duration;
use trigon_engine::ids::{ChannelId, MatchId};

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, CreateModal, Http, MessageFlags, ModalInteraction};

use super::opening::open_direct;
use crate::agree;
use crate::announce::{fair_play, shared};
use crate::ask::{Picked, fulfil, seats};
use crate::host::{confirm, status};
use crate::info::history::animated;
use crate::info::review::{review_for, review_for_everyone};
use crate::info::{self, help, rules, trials, walk};
use crate::lobby::{check_in, computed, draw_words, roster, roster_form, settings, signup};
use crate::play::{ahead, typed};
use crate::press;
use crate::season;
use crate::ui::person::{person, request};
use crate::ui::{
    Answer, BoardId, Bot, ComponentAction, CustomId, DEFER_AFTER, Failure, PressAnswer, Responder, UnknownId,
    guild_only, lookup, value,
};
use trigon_engine::matches::{Match, Person};

/// Answers a press on a button or a choice in a select.
pub(crate) async fn press(http: &Http, bot: &Bot, click: &ComponentInteraction) {
    if let Ok(id) = click.data.custom_id.parse::<season::SeasonCustomId>() {
        let work = season::press(bot, click, id);
        return Box::pin(Responder::to_press(http, bot, click).respond_to_press(click, DEFER_AFTER, work))
            .await;
    }
    let custom_id = click.data.custom_id.parse::<CustomId>();
    if let Ok(CustomId {
        match_id,
        action: action @ (ComponentAction::AddWord | ComponentAction::Ahead),
        ..
    }) = &custom_id
    {
        let form = form_for(http, bot, click, *match_id, action);
        return Box::pin(Responder::to_press(http, bot, click).open_form(form)).await;
    }
    // The response to a press brings the message up to date that was pressed.
    let is_shared = click.guild_id.is_some()
        && !click.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let _until_answered =
        custom_id.as_ref().ok().filter(|_| is_shared).map(|id| bot.shared.expect_press(id.match_id));
    let joins = |id: &CustomId| matches!(id.action, ComponentAction::Join | ComponentAction::JoinAsHost);
    let is_join = custom_id.as_ref().is_ok_and(joins);
    let checks_in = custom_id.as_ref().ok().filter(|id| id.action == ComponentAction::CheckIn);
    let checks_in = checks_in.map(|id| id.match_id);
    // Drawing a whole match as an animation takes too long for the first response.
    let takes_long = |id: &CustomId| {
        matches!(id.action, ComponentAction::Replay | ComponentAction::Review | ComponentAction::Share)
    };
    let is_long = custom_id.as_ref().is_ok_and(takes_long);
    let defer_after = if is_long { Duration::ZERO } else { DEFER_AFTER };
    let work = async {
        let custom_id = custom_id.map_err(|error| Failure::denied(error.to_string()))?;
        handle_press(http, bot, click, custom_id).await
    };
    let reply = Responder::to_press(http, bot, click);
    Box::pin(reply.respond_to_press(click, defer_after, work)).await;
    if is_join {
        // If that fails, delivery tries again.
        let _ = open_direct(http, bot, click.user.id).await;
    }
    if let Some(match_id) = checks_in {
        match test_direct_messages(http, bot, click, match_id).await {
            Ok(None) => {}
            Ok(Some(answer)) => reply.follow_up(answer).await,
            Err(failure) => reply.follow_up(failure.report().into()).await,
        }
    }
}

/// Finds out whether direct messages reach a player who checks in, and returns what to add to the answer. This may take
/// long, because many people may check in at the same time, and channels are opened one at a time.
async fn test_direct_messages(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
    match_id: MatchId,
) -> Result<Option<Answer>, Failure> {
    let user = click.user.id.stored();
    if !check_in::needs_test_message(&*bot.matches.load(match_id).await?, user) {
        return Ok(None);
    }
    let channel = open_direct(http, bot, click.user.id).await;
    check_in::send_test_message(http, bot, match_id, user, channel).await
}

/// Returns the form that a button opens for the person who has pressed it.
async fn form_for(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
    match_id: MatchId,
    action: &ComponentAction,
) -> Result<CreateModal, Failure> {
    let store = bot.matches.store();
    let member = click.member.as_ref();
    let person = person(store, &click.user, click.guild_id, member, request(click.id.get())).await?;
    let game = lookup::known(http, &bot.matches, &person, match_id, click.channel_id.stored()).await?;
    if *action == ComponentAction::Ahead {
        ahead::form(&game, &person)
    } else {
        draw_words::form(&game, &person)
    }
}

/// Handles a press.
async fn handle_press(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
    custom_id: CustomId,
) -> Result<PressAnswer, Failure> {
    use ComponentAction as A;
    let matches = &bot.matches;
    let person =
        person(matches.store(), &click.user, click.guild_id, click.member.as_ref(), request(click.id.get()))
            .await?;
    if custom_id.action == A::Pick {
        return handle_pick(http, bot, &person, click.channel_id.stored(), value(click))
            .await
            .map(PressAnswer::InPlace);
    }
    if let A::Rules(name) = &custom_id.action {
        return rules::picked(matches.games(), name, value(click)).map(PressAnswer::InPlace);
    }
    if custom_id.action == A::Help {
        return help::picked(matches.games(), value(click)).map(PressAnswer::InPlace);
    }
    let game = lookup::known(http, matches, &person, custom_id.match_id, click.channel_id.stored()).await?;
    handle_press_in_match(http, bot, &person, game, click, custom_id).await
}

/// Handles a press that is about a match.
async fn handle_press_in_match(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: Arc<Match>,
    click: &ComponentInteraction,
    custom_id: CustomId,
) -> Result<PressAnswer, Failure> {
    use ComponentAction as A;
    let matches = &bot.matches;
    if let Some(board) = custom_id.board {
        if let (A::Puzzle, BoardId::Puzzle(actions)) = (&custom_id.action, board) {
            let luck = click.id.get();
            return trials::another(http, bot, person, &game, actions, luck).await.map(PressAnswer::InPlace);
        }
        return info::press(bot, person, &game, click, &custom_id, board).await;
    }
    match custom_id.action {
        A::Pick
        | A::Rules(_)
        | A::Help
        | A::Show
        | A::Choose(_)
        | A::Select(..)
        | A::Confirm(_)
        | A::Also(..) => press::press(bot, person, game, click, &custom_id).await,
        action @ (A::Join | A::JoinAsHost | A::StandBy | A::Leave | A::Start) => {
            signup::press(http, bot, person, &game, click, &action).await
        }
        A::AddComputed => computed::panel(person, &game).map(PressAnswer::Apart),
        A::Computed(number) => {
            computed::press(bot, person, &game, click, number).await.map(PressAnswer::InPlace)
        }
        A::TakeBack if custom_id.question != game.question => {
            press::stale(matches, &game, typed::require_seat(person, &game)?).await.map(PressAnswer::Apart)
        }
        action @ (A::Accept(..) | A::Decline(..) | A::Claim | A::TakeBack) => {
            agree::press(bot, person, &game, &action).await.map(PressAnswer::Apart)
        }
        A::Ready(ready) => press::ready(bot, person, &game, click, &custom_id, ready).await,
        A::ReadRules => rules::for_match(matches.games(), &game).await.map(PressAnswer::Apart),
        A::ReadTerms => Ok(PressAnswer::Apart(signup::terms(person, &game))),
        A::Settings => {
            settings::press(bot, person, &game, click, &custom_id.action).await.map(PressAnswer::Apart)
        }
        A::Setting(_) | A::SettingTo(_) | A::SaveSettings(_) => {
            settings::press(bot, person, &game, click, &custom_id.action).await.map(PressAnswer::InPlace)
        }
        A::Legend => rules::legend(&game).await.map(PressAnswer::Apart),
        A::TakeSeat(asked) | A::HandOver(asked) => {
            seats::accept(http, bot, person, &game, asked).await.map(PressAnswer::Apart)
        }
        A::KeepSeat(asked) => seats::decline(bot, person, &game, asked).await.map(PressAnswer::Apart),
        // The first two are answered with a form, and not with a message; the others are only on boards.
        A::AddWord | A::Ahead | A::Again | A::Advice | A::Puzzle => {
            Err(Failure::denied(UnknownId::Component.to_string()))
        }
        A::WhatIf => trials::what_if_board(person, &game).await.map(PressAnswer::Apart),
        A::Share => review_for_everyone(bot, person.user_id, &game).await.map(PressAnswer::Apart),
        A::CheckIn => check_in::welcome(&game, person.user_id).map(PressAnswer::Apart),
        A::Rematch => agree::play_again(matches, person, &game).await.map(PressAnswer::Apart),
        A::Review => review_for(bot, person.user_id, &game).await.map(PressAnswer::Apart),
        A::Result => shared(&game).map(PressAnswer::Apart),
        A::FairPlay => fair_play(matches, &game).await.map(PressAnswer::Apart),
        A::Consent(number) | A::Object(number) => {
            let agree = matches!(custom_id.action, A::Consent(_));
            confirm::answer_proposal(bot, person, &game, number, agree).await?;
            Ok(PressAnswer::Shared(press::pressed(&game, click), None))
        }
        A::Host(ask) => status::press(bot, person, &game, ask).await.map(PressAnswer::Apart),
        A::Swap(ref keys) => roster::swap(bot, person, &game, keys).await.map(PressAnswer::InPlace),
        A::Begin | A::EndPhase | A::Cancel | A::Undo | A::Propose(_) | A::Back => {
            confirm::press(bot, person, &game, &custom_id).await.map(PressAnswer::InPlace)
        }
        A::Page(number) => {
            let page = walk::page(&game, walk::PagePosition::Number(number)).await?;
            let is_private = click.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
            Ok(if is_private { PressAnswer::InPlace(page) } else { PressAnswer::Apart(page) })
        }
        A::Entry(entry) => walk::page(&game, walk::PagePosition::Before(entry)).await.map(PressAnswer::Apart),
        A::Replay => animated(bot, person.user_id, &game).await.map(PressAnswer::Apart),
    }
}

/// Handles the choice of a match.
async fn handle_pick(
    http: &Http,
    bot: &Bot,
    person: &Person,
    channel: ChannelId,
    value: Option<&str>,
) -> Result<Answer, Failure> {
    let picked: Option<Picked> = value.and_then(|value| value.parse().ok());
    let picked = picked.ok_or_else(|| Failure::denied(UnknownId::Component.to_string()))?;
    let game = lookup::known(http, &bot.matches, person, picked.match_id, channel).await?;
    if picked.question != game.question {
        return press::stale(&bot.matches, &game, typed::require_seat(person, &game)?).await;
    }
    fulfil(&bot.matches, person, channel, &game, &picked.ask, None).await
}

/// Answers a submitted form.
pub(crate) async fn submit(http: &Http, bot: &Bot, modal: &ModalInteraction) {
    Box::pin(
        Responder::to_form(http, bot, modal).respond_or_defer(DEFER_AFTER, handle_form(http, bot, modal)),
    )
    .await;
}

async fn handle_form(http: &Http, bot: &Bot, modal: &ModalInteraction) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId::Component.to_string());
    let custom_id = &modal.data.custom_id;
    if let Some(form) = season::form_of(custom_id) {
        return season::submitted(http, bot, modal, form).await;
    }
    let (roster, word) = (roster_form::form_of(custom_id), draw_words::form_of(custom_id));
    if let Some(match_id) = ahead::form_of(custom_id) {
        // Players fill it in where they are asked, which is no server.
        let (store, request) = (bot.matches.store(), request(modal.id.get()));
        let person = person(store, &modal.user, modal.guild_id, modal.member.as_ref(), request).await?;
        return ahead::submitted(http, &bot.matches, &person, match_id, modal).await;
    }
    let match_id = roster.or(word).ok_or_else(unknown)?;
    let guild = modal.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
    let person =
        person(bot.matches.store(), &modal.user, Some(guild), modal.member.as_ref(), request(modal.id.get()))
            .await?;
    if word.is_some() {
        return draw_words::submitted(http, &bot.matches, &person, match_id, modal).await;
    }
    roster_form::submitted(http, &bot.matches, &person, guild, match_id, modal).await
}
