//! Presses that answer a question: choosing, going back, confirming.
//!
//! A component that carries the tag of a stored answer belongs to a panel, which only one player sees; one without a
//! tag belongs to the match message, which everyone sees.

use crate::ui::snowflakes::ToStored;
use std::sync::Arc;
use trigon_engine::ids::RequestId;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, MessageFlags};

use crate::announce::posted;
use crate::play::{Meaning, only_public, panel, show_panel, texts, typed};
use crate::ui::{
    Answer, Bot, ComponentAction, CustomId, Failure, Prefix, PressAnswer, Pressed, UnknownId, value,
};
use trigon_engine::matches::{Act, AnswerTag, Command, Denied, Match, MatchError, Matches, Person};
use trigon_rules::games::{Pace, Seat};

/// Handles a press on a panel or on the match message.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: Arc<Match>,
    click: &ComponentInteraction,
    custom_id: &CustomId,
) -> Result<PressAnswer, Failure> {
    let seat = typed::seat(person, &game)?;
    let is_private = click.guild_id.is_none()
        || click.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    if person.request.is_some_and(|request| game.has_done(request.id)) {
        return Ok(repeated(&game, seat, click, is_private));
    }
    match custom_id.shown {
        _ if custom_id.action == ComponentAction::Show => show(bot, &game, seat, custom_id, is_private).await,
        Some(shown) => private(bot, person, game, seat, click, custom_id, shown).await,
        None if is_private => Err(Failure::denied(UnknownId::Component.to_string())),
        None => public(bot, person, &game, seat, click, custom_id).await,
    }
}

/// Answers a press that has already taken effect and that Discord has delivered again.
fn repeated(game: &Match, seat: Seat, click: &ComponentInteraction, is_private: bool) -> PressAnswer {
    if is_private {
        let shown = show_panel(game, seat).unwrap_or_else(|_| {
            let told = outcome(game, seat, click.id.stored());
            told.unwrap_or_else(|| texts::done_before(game)).into()
        });
        return PressAnswer::InPlace(shown);
    }
    PressAnswer::Shared(pressed(game, click), None)
}

/// Says what a request has brought, to somebody whose first answer may have been lost.
fn outcome(game: &Match, seat: Seat, request: RequestId) -> Option<String> {
    // What a turn brought, everyone reads in the channel.
    let entry = game.log.iter().find(|entry| entry.request == Some(request) && !game.has_turns())?;
    let before = game.up_to(entry.seq - 1).ok()?;
    let action = before.playing().ok()?.parse(entry.action()?).ok()?;
    Some(typed::told(&before, game, seat, &action, &[]))
}

/// Returns a press on a message that shows a match to everyone.
pub(crate) fn pressed(game: &Match, click: &ComponentInteraction) -> Pressed {
    Pressed { match_id: game.id, message_id: click.message.id.stored(), draft: None }
}

/// Shows a player the current question, in place of the pressed message if that is private.
async fn show(
    bot: &Bot,
    game: &Match,
    seat: Seat,
    custom_id: &CustomId,
    is_private: bool,
) -> Result<PressAnswer, Failure> {
    if custom_id.question != game.question {
        return stale(&bot.matches, game, seat).await.map(PressAnswer::Apart);
    }
    if game.decision(seat).is_none() && game.info().pace == Pace::Turns {
        return Err(typed::not_your_turn(game));
    }
    let shown = show_panel(game, seat)?;
    Ok(if is_private { PressAnswer::InPlace(shown) } else { PressAnswer::Apart(shown) })
}

/// Handles a press on a panel, and replaces the panel with the next question.
async fn private(
    bot: &Bot,
    person: &Person,
    game: Arc<Match>,
    seat: Seat,
    click: &ComponentInteraction,
    custom_id: &CustomId,
    shown: AnswerTag,
) -> Result<PressAnswer, Failure> {
    if custom_id.question != game.question {
        return stale(&bot.matches, &game, seat).await.map(PressAnswer::Apart);
    }
    let session = game.playing()?;
    if game.decision(seat).is_none() {
        return Err(Failure::denied(texts::nothing_asked(&game)));
    }
    let meaning = Meaning::of(session, seat, &custom_id.action, value(click));
    if shown != game.answer_tag(seat) {
        let is_stored = matches!(&meaning, Some(Meaning::Action(action, _))
            if game.session.as_ref().and_then(|session| session.answer(seat)).as_ref() == Some(action));
        return if is_stored { show_panel(&game, seat) } else { older(&game, seat, click) }
            .map(PressAnswer::InPlace);
    }
    let (action, draft) = match meaning {
        Some(Meaning::Draft(draft)) => {
            bot.shared.note_drawn(game.id, person.user_id);
            return drawn(&game, seat, Some(&draft))
                .map(|pad| PressAnswer::InPlace(pad.keeping(text_of(click))));
        }
        Some(Meaning::Action(action, draft)) => (action, draft),
        None => {
            let now = show_panel(&game, seat)?.keeping(text_of(click));
            let now = now.refusing(texts::cannot_be_chosen_now());
            return Ok(PressAnswer::InPlace(now));
        }
    };
    let match_id = game.id;
    let pad = click.guild_id.is_none().then(|| click.message.id.stored());
    let act = Act { question: Some(game.question), shown: Some(shown), pad, ..Act::new(action.clone()) };
    let done = bot.matches.ask(match_id, person, Command::Act(act)).await;
    let now = match &done {
        Ok(done) => done.game.clone(),
        Err(_) => bot.matches.load(match_id).await?,
    };
    let happened = match done {
        Ok(done) => done.narrations,
        // Another answer was stored in the meantime, for example from a second device.
        Err(_) if now.question == game.question && now.answer_tag(seat) != shown => {
            return older(&now, seat, click).map(PressAnswer::InPlace);
        }
        // Not every draft is legal: the draft stays, so that it can be corrected.
        Err(MatchError::Denied(Denied::Refused(refusal))) if now.question == game.question => {
            let draft = match &custom_id.action {
                ComponentAction::Confirm(draft) => Some(draft),
                _ => None,
            };
            let pad = drawn(&now, seat, draft).or_else(|_| show_panel(&now, seat))?.keeping(text_of(click));
            return Ok(PressAnswer::InPlace(pad.refusing(&refusal.sentence)));
        }
        Err(error) => return Err(error.into()),
    };
    if now.question == game.question {
        // A draft that the action has made impossible is dropped.
        let kept = drawn(&now, seat, draft.as_ref()).or_else(|_| show_panel(&now, seat));
        return kept.map(|pad| PressAnswer::InPlace(pad.keeping(text_of(click))));
    }
    let told = typed::told(&game, &now, seat, &action, &happened);
    Ok(PressAnswer::InPlace(match panel(&now, seat, None) {
        // The turn goes on.
        Some(panel) => Answer::from(panel).under(&told),
        None => told.into(),
    }))
}

/// Marks a player's answer as final, or takes that back, and shows that on the pressed panel.
pub(crate) async fn ready(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    custom_id: &CustomId,
    ready: bool,
) -> Result<PressAnswer, Failure> {
    let seat = typed::seat(person, game)?;
    let is_repeated = person.request.is_some_and(|request| game.has_done(request.id));
    if custom_id.question != game.question && !is_repeated {
        return stale(&bot.matches, game, seat).await.map(PressAnswer::Apart);
    }
    let pad = click.guild_id.is_none().then(|| click.message.id.stored());
    let now = match bot.matches.ask(game.id, person, Command::Ready { ready, pad }).await {
        Ok(done) => done.game,
        // The panel was older, or the button was pressed twice.
        Err(MatchError::Denied(Denied::AlreadyDone)) => bot.matches.load(game.id).await?,
        Err(error) => return Err(error.into()),
    };
    Ok(PressAnswer::InPlace(show_panel(&now, seat)?.keeping(text_of(click))))
}

/// Returns the text of a pressed direct message, and nothing elsewhere: without its news, a player could not look up their letter there.
fn text_of(click: &ComponentInteraction) -> &str {
    if click.guild_id.is_none() { &click.message.content } else { "" }
}

/// Shows the stored answer, in place of an outdated panel that was pressed.
fn older(game: &Match, seat: Seat, click: &ComponentInteraction) -> Result<Answer, Failure> {
    Ok(show_panel(game, seat)?.keeping(text_of(click)).under(texts::OLDER).marked(texts::OLDER_IN_SHORT))
}

/// Shows a panel with a draft.
fn drawn(game: &Match, seat: Seat, draft: Option<&Prefix>) -> Result<Answer, Failure> {
    let panel = panel(game, seat, draft).ok_or_else(|| Failure::denied(texts::no_such_step()))?;
    Ok(panel.into())
}

/// Answers a press for an earlier question: nothing changes, and the current question is shown.
pub(crate) async fn stale(matches: &Matches, game: &Match, seat: Seat) -> Result<Answer, Failure> {
    let newest = posted::newest(matches, game).await?;
    let link = newest.map(|newest| newest.link(game));
    let text = match game.info().pace {
        Pace::Turns => texts::stale_turn(game, link.as_deref()),
        Pace::Rounds => texts::stale_round(game, link.as_deref()),
    };
    Ok(match panel(game, seat, None).filter(|_| game.playing().is_ok()) {
        Some(panel) => Answer::from(panel).under(&text),
        None => text.into(),
    })
}

/// Handles a press on the match message.
async fn public(
    bot: &Bot,
    person: &Person,
    game: &Match,
    seat: Seat,
    click: &ComponentInteraction,
    custom_id: &CustomId,
) -> Result<PressAnswer, Failure> {
    if custom_id.question != game.question || game.seems_asked().is_empty() {
        return stale_message(bot, game, seat, click).await;
    }
    if game.decision(seat).is_none() {
        return Err(typed::not_your_turn(game));
    }
    let unknown = || Failure::denied(texts::no_such_step());
    let session = game.session.as_deref().filter(|_| only_public(game).is_some());
    let meaning = session.and_then(|session| Meaning::of(session, seat, &custom_id.action, value(click)));
    match meaning.ok_or_else(unknown)? {
        Meaning::Draft(prefix) => {
            let draft = Some((game.question, prefix));
            Ok(PressAnswer::Shared(Pressed { draft, ..pressed(game, click) }, None))
        }
        Meaning::Action(action, _) => {
            let pressed = pressed(game, click);
            let act =
                Act { question: Some(game.question), pressed: Some(pressed.message_id), ..Act::new(action) };
            bot.matches.ask(game.id, person, Command::Act(act)).await?;
            Ok(PressAnswer::Shared(pressed, None))
        }
    }
}

/// Answers a press on a match message for an earlier question: nothing changes, and the answer says where the current
/// question is. If the message missed an update, it is updated now.
async fn stale_message(
    bot: &Bot,
    game: &Match,
    seat: Seat,
    click: &ComponentInteraction,
) -> Result<PressAnswer, Failure> {
    let newest = posted::newest(&bot.matches, game).await?;
    if game.decision(seat).is_some()
        && newest.is_some_and(|newest| newest.message_id == click.message.id.stored())
    {
        return Ok(PressAnswer::Shared(pressed(game, click), Some(Answer::new(texts::stale_here()))));
    }
    let link = newest.map(|newest| newest.link(game));
    Ok(PressAnswer::Apart(Answer::new(texts::stale_turn(game, link.as_deref()))))
}
