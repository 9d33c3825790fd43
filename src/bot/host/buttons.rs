//! The buttons below `/host status`: what hosts do most often, without typing. Each does what its command does, or asks the
//! same question first.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::confirm;
use super::texts;
use crate::ui::{Answer, Bot, ComponentAction, Failure, HostAsk, button};
use trigon_engine::matches::{Command, Match, Person, Proposal, Status};

/// Returns the buttons for what can be done with a match now.
pub(super) fn below_status(game: &Match) -> Vec<CreateActionRow> {
    if !matches!(game.status, Status::Pregame | Status::Running) || game.stopped_by_rules().is_some() {
        return Vec::new();
    }
    let is_running = game.status == Status::Running;
    let ends = game.playing().map_or(true, |session| session.phase().clock_action().is_some());
    let pause = if game.paused().is_some() { HostAsk::Resume } else { HostAsk::Pause };
    let asks = [
        is_running.then_some(HostAsk::Remind),
        (pause == HostAsk::Resume || game.deadline.is_some()).then_some(pause),
        ends.then_some(HostAsk::End),
        game.rewind_preview().is_ok().then_some(HostAsk::Undo),
    ];
    let style = |ask| match ask {
        HostAsk::Remind | HostAsk::Pause | HostAsk::Resume => ButtonStyle::Secondary,
        HostAsk::End | HostAsk::Undo => ButtonStyle::Danger,
    };
    let labelled = |ask| button(game, ComponentAction::Host(ask), &texts::host_button(game, ask), style(ask));
    vec![CreateActionRow::Buttons(asks.into_iter().flatten().map(labelled).collect())]
}

/// Does what a button below the status says, or asks first.
pub(crate) async fn press(bot: &Bot, person: &Person, game: &Match, ask: HostAsk) -> Result<Answer, Failure> {
    match ask {
        HostAsk::Remind => confirm::give(bot, person, game, Command::Remind, texts::reminded).await,
        HostAsk::Resume => confirm::give(bot, person, game, Command::Resume, texts::resumed).await,
        HostAsk::Pause => {
            confirm::give_or_propose(bot, person, game, Command::Pause, Proposal::Pause, texts::paused).await
        }
        HostAsk::End => confirm::ask_to_end(bot, person, game).await,
        HostAsk::Undo => confirm::ask_to_undo(person, game, bot.matches.clock().now()),
    }
}
