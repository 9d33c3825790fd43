//! `/hint`: what a computed player would do in somebody's place. Boards for trying out actions ask the same with a button.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::texts::{self, Advice, AdvisedAction, HelpKind};
use crate::play::play_button;
use crate::play::texts::chosen_so_far;
use crate::play::typed::require_seat;
use crate::ui::lookup::{self, Lookup};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, ComponentAction, Context, Failure, button, send_later};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Denied, Match, Person};
use trigon_rules::games::{AnySession, RatedAction, Seat, Skill};

/// Ask what a computed player would do in your place
#[poise::command(slash_command)]
pub(crate) async fn hint(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = acting_match(ctx, number).await?;
        hint_in(ctx.data(), &person, &game).await
    })
    .await
}

/// Returns the hint for somebody who asks for it in a direct message.
///
/// # Errors
/// If there is no such match, or more than one, and for the same reasons as by command.
pub(crate) async fn hint_for(
    bot: &Bot,
    person: &Person,
    number: Option<lookup::Numbered<'_>>,
    channel: ChannelId,
) -> Result<Answer, Failure> {
    match lookup::acted_in(&bot.matches, person, number, channel).await? {
        Lookup::One(game) => hint_in(bot, person, &game).await,
        // There are no options in a text.
        Lookup::Several(_) => Err(Failure::denied(texts::say_which(true))),
    }
}

/// How thoroughly hints are thought about: without any of the weaknesses that levels have.
const HINT_SKILL: Skill = Skill::Tries(2_000);

/// Returns who has sent a command, and the match in which they mean to act.
///
/// # Errors
/// If there is no such match, or more than one.
pub(super) async fn acting_match(
    ctx: Context<'_>,
    number: Option<i64>,
) -> Result<(Person, Arc<Match>), Failure> {
    let person = of_command(ctx).await?;
    let channel = ctx.channel_id().stored();
    let found =
        lookup::acted_in(&ctx.data().matches, &person, lookup::numbered(ctx, number), channel).await?;
    Ok((person, found.one("You’re playing in several matches")?))
}

/// Returns what a computed player of the highest level would do in a person’s place, with a button to play each action.
///
/// # Errors
/// If the person [cannot be helped](require_own_turn) or is already waiting for something of the kind, or if nobody can look ahead in
/// the game.
async fn hint_in(bot: &Bot, person: &Person, game: &Match) -> Result<Answer, Failure> {
    let (seat, session) = require_own_turn(person, game, HelpKind::Hints)?;
    // Asking again gives the same advice, as long as nothing has happened.
    let advice = advise(bot, person, game, session, seat, game.question.luck()).await?;
    let mut buttons: Vec<CreateButton> = (1..)
        .zip(&advice.actions)
        .filter_map(|(number, advised)| {
            let action = session.parse(&advised.rated.action).ok()?;
            play_button(game, seat, &action, &texts::play_hint(number))
        })
        .collect();
    buttons.push(button(game, ComponentAction::WhatIf, texts::WHAT_IF, ButtonStyle::Secondary));
    Ok(Answer::new(texts::hint(game, &advice)).rows(vec![CreateActionRow::Buttons(buttons)]))
}

/// Returns the seat of a person who may be helped to play, and the session of the match.
///
/// # Errors
/// If it is not that person’s turn, or if there are secrets that others must not help with.
pub(super) fn require_own_turn<'a>(
    person: &Person,
    game: &'a Match,
    kind: HelpKind,
) -> Result<(Seat, &'a dyn AnySession), Failure> {
    let seat = require_seat(person, game)?;
    require_help(game, kind)?;
    let session = game.playing()?;
    game.decision(seat).ok_or(Denied::NothingAsked(game.id))?;
    Ok((seat, session))
}

/// Checks that there is help of some kind in the game of a match.
///
/// # Errors
/// If there are secrets that others must not help with, or if the game is not played in turns.
pub(super) fn require_help(game: &Match, kind: HelpKind) -> Result<(), Failure> {
    if game.has_secrets() || !game.has_turns() {
        return Err(Failure::denied(texts::no_help(game, kind)));
    }
    Ok(())
}

/// Returns what a computed player of the highest level would do for a seat. The `seed` decides what they think through.
///
/// # Errors
/// If the person is already waiting for something of the kind, or if nobody can look ahead in the game.
pub(super) async fn advise(
    bot: &Bot,
    person: &Person,
    game: &Match,
    session: &dyn AnySession,
    seat: Seat,
    seed: u64,
) -> Result<Advice, Failure> {
    let sight = session.sight(seat).ok_or(Denied::NothingAsked(game.id))?;
    let Some(_admission) = bot.replays.admit(person.user_id) else {
        return Err(Failure::denied(texts::already_thinking()));
    };
    let thought = bot.matches.think(move || sight.decide(HINT_SKILL, seed)).await.flatten();
    let lines = thought.map(|thought| thought.lines).unwrap_or_default();
    if lines.is_empty() {
        return Err(Failure::denied(texts::no_foresight(game)));
    }
    let advised = |rated: RatedAction| {
        let steps = steps_to(session, seat, &rated.action).unwrap_or_else(|| format!("`{}`", rated.action));
        AdvisedAction { rated, steps }
    };
    Ok(Advice { seat, actions: lines.into_iter().take(MAX_ADVISED).map(advised).collect() })
}

/// Returns what a player would choose step by step to play an action, as their buttons say it, or `None` if they cannot play it.
fn steps_to(session: &dyn AnySession, seat: Seat, action: &str) -> Option<String> {
    let keys = session.keys(seat, &session.parse(action).ok()?)?;
    let choices = session.choices(seat, &keys)?;
    Some(chosen_so_far(&choices, true)).filter(|steps| !steps.is_empty())
}

/// The maximum number of actions that are shown.
const MAX_ADVISED: usize = 3;
