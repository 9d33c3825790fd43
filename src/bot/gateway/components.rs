//! Presses on buttons, choices in selects, and submitted forms: each goes to the feature that it belongs to, with the current
//! match. The feature checks it like any other input, because the message with the component may be old.

use std::sync::Arc;
use std::time::Duration;

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
use crate::ui::snowflakes::ToStored;
use crate::ui::{
    Answer, BoardId, Bot, ComponentAction, CustomId, DEFER_AFTER, Failure, PressAnswer, Responder, UnknownId,
    guild_only, lookup, value,
};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Person};

/// Answers a press on a button or a choice in a select. Called once for each, with the events of a session.
pub(super) async fn press(http: &Http, bot: &Bot, click: &ComponentInteraction) {
    let responder = Responder::to_press(http, bot, click);
    if let Ok(id) = click.data.custom_id.parse::<season::SeasonCustomId>() {
        let work = season::press(bot, click, id);
        return Box::pin(responder.respond_to_press(click, DEFER_AFTER, work)).await;
    }
    match click.data.custom_id.parse::<CustomId>() {
        Ok(custom_id) if opens_form(&custom_id.action) => {
            Box::pin(responder.open_form(form_for(http, bot, click, &custom_id))).await;
        }
        Ok(custom_id) => {
            respond_to_press(http, bot, click, &custom_id).await;
            follow_up(http, bot, click, &custom_id).await;
        }
        Err(unknown) => {
            let refused = async { Err(Failure::denied(unknown.to_string())) };
            Box::pin(responder.respond_to_press(click, DEFER_AFTER, refused)).await;
        }
    }
}

/// Returns whether a button is answered with a form instead of a message.
fn opens_form(action: &ComponentAction) -> bool {
    matches!(action, ComponentAction::AddWord | ComponentAction::Ahead)
}

/// Does what a press asks for, and responds with the result.
async fn respond_to_press(http: &Http, bot: &Bot, click: &ComponentInteraction, custom_id: &CustomId) {
    // The response updates the pressed message. Until it is sent, the writer leaves the messages of the match to it.
    let _expected = (click.guild_id.is_some() && !is_ephemeral(click))
        .then(|| bot.shared.expect_press(custom_id.match_id));
    // Drawing a whole match as an animation takes too long for the first response.
    let takes_long = matches!(
        custom_id.action,
        ComponentAction::Replay | ComponentAction::Review | ComponentAction::Share
    );
    let defer_after = if takes_long { Duration::ZERO } else { DEFER_AFTER };
    let work = handle_press(http, bot, click, custom_id.clone());
    Box::pin(Responder::to_press(http, bot, click).respond_to_press(click, defer_after, work)).await;
}

/// Opens direct messages for somebody who has joined or checked in, and tells those who check in whether a test message reached
/// them. This may take long, because channels are opened one at a time, so it comes after the response.
async fn follow_up(http: &Http, bot: &Bot, click: &ComponentInteraction, custom_id: &CustomId) {
    match custom_id.action {
        ComponentAction::Join | ComponentAction::JoinAsHost => {
            // If that fails, delivery tries again.
            let _ = open_direct(http, bot, click.user.id).await;
        }
        ComponentAction::CheckIn => {
            let addition = match test_direct_messages(http, bot, click, custom_id.match_id).await {
                Ok(None) => return,
                Ok(Some(answer)) => answer,
                Err(failure) => failure.report().into(),
            };
            Responder::to_press(http, bot, click).follow_up(addition).await;
        }
        _ => {}
    }
}

/// Finds out whether direct messages reach a player who checks in, and returns what to add to the answer.
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
    custom_id: &CustomId,
) -> Result<CreateModal, Failure> {
    let (person, channel) = (person_of(bot, click).await?, click.channel_id.stored());
    let game = lookup::known(http, &bot.matches, &person, custom_id.match_id, channel).await?;
    if custom_id.action == ComponentAction::Ahead {
        ahead::form(&game, &person)
    } else {
        draw_words::form(&game, &person)
    }
}

/// Returns the person who has pressed something.
async fn person_of(bot: &Bot, click: &ComponentInteraction) -> Result<Person, Failure> {
    let request = request(click.id.get());
    person(bot.matches.store(), &click.user, click.guild_id, click.member.as_ref(), request).await
}

/// Returns whether only one person sees a pressed message.
fn is_ephemeral(click: &ComponentInteraction) -> bool {
    click.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

/// Handles a press: most are about the match in the identifier, others are about a match to be picked or about no match.
async fn handle_press(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
    custom_id: CustomId,
) -> Result<PressAnswer, Failure> {
    let (matches, channel) = (&bot.matches, click.channel_id.stored());
    let person = person_of(bot, click).await?;
    match &custom_id.action {
        ComponentAction::Pick => {
            handle_pick(http, bot, &person, channel, value(click)).await.map(PressAnswer::InPlace)
        }
        ComponentAction::Rules(name) => {
            rules::picked(matches.games(), name, value(click)).map(PressAnswer::InPlace)
        }
        ComponentAction::Help => help::picked(matches.games(), value(click)).map(PressAnswer::InPlace),
        _ => {
            let game = lookup::known(http, matches, &person, custom_id.match_id, channel).await?;
            handle_press_in_match(http, bot, &person, game, click, custom_id).await
        }
    }
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
        // `AddWord` and `Ahead` open forms, and the others exist only on boards; both were handled before.
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
            Ok(if is_ephemeral(click) { PressAnswer::InPlace(page) } else { PressAnswer::Apart(page) })
        }
        A::Entry(entry) => walk::page(&game, walk::PagePosition::Before(entry)).await.map(PressAnswer::Apart),
        A::Replay => animated(bot, person.user_id, &game).await.map(PressAnswer::Apart),
    }
}

/// Handles the choice of the match that a request was meant for.
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

/// Answers a submitted form. Called once for each, with the events of a session.
pub(super) async fn submit(http: &Http, bot: &Bot, modal: &ModalInteraction) {
    let work = handle_form(http, bot, modal);
    Box::pin(Responder::to_form(http, bot, modal).respond_or_defer(DEFER_AFTER, work)).await;
}

async fn handle_form(http: &Http, bot: &Bot, modal: &ModalInteraction) -> Result<Answer, Failure> {
    let (matches, custom_id) = (&bot.matches, &modal.data.custom_id);
    if let Some(form) = season::form_of(custom_id) {
        return season::submitted(http, bot, modal, form).await;
    }
    let request = request(modal.id.get());
    let author = person(matches.store(), &modal.user, modal.guild_id, modal.member.as_ref(), request);
    // Players fill in the form for answers in advance where they are asked, which is in no server.
    if let Some(match_id) = ahead::form_of(custom_id) {
        return ahead::submitted(http, matches, &author.await?, match_id, modal).await;
    }
    let server = || modal.guild_id.ok_or_else(|| Failure::denied(guild_only()));
    if let Some(match_id) = draw_words::form_of(custom_id) {
        server()?;
        return draw_words::submitted(http, matches, &author.await?, match_id, modal).await;
    }
    if let Some(match_id) = roster_form::form_of(custom_id) {
        let guild = server()?;
        return roster_form::submitted(http, matches, &author.await?, guild, match_id, modal).await;
    }
    Err(Failure::denied(UnknownId::Component.to_string()))
}
