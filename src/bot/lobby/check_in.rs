//! Checking in before the first round: players seated by a host see who they are, and everyone finds out whether direct
//! messages reach them while there is still time to fix it.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateButton, Http};

use super::texts;
use crate::codes::{Reaction, RequestKind, reaction};
use crate::ui::{Answer, Bot, ComponentAction, Failure, button, code, describe, refusal_class};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Denied, Match, Player, Status};

/// Discord's error codes for a direct message channel that does not exist, and for one of somebody else, such as another bot
/// that used this database.
const UNUSABLE_CHANNEL_CODES: [isize; 2] = [10_003, 50_001];

/// Returns the check-in button.
pub(crate) fn check_in_button(game: &Match) -> CreateButton {
    button(game, ComponentAction::CheckIn, texts::CHECK_IN, ButtonStyle::Primary)
}

/// Returns whether players can check in to a match now.
fn is_open(game: &Match) -> bool {
    matches!(game.status, Status::Signup | Status::Pregame)
}

/// Returns the player if direct messages are known to reach them.
fn reachable_player(game: &Match, user: UserId) -> Option<&Player> {
    game.players.iter().find(|player| player.user_id == user && player.checked_in && !player.dm_closed)
}

/// Tells a player who they are and when the first round begins, before [`send_test_message`] finds out whether direct
/// messages reach them.
pub(crate) fn welcome(game: &Match, user: UserId) -> Result<Answer, Failure> {
    let seat = game.seat_of(user).ok_or(Denied::NoSeat(game.id))?;
    let player = game.player(seat).ok_or(Denied::NoSeat(game.id))?;
    if !is_open(game) {
        return Ok(texts::check_in_over(game).into());
    }
    Ok(texts::welcome(game, seat, player, reachable_player(game, user).is_some()).into())
}

/// Returns whether a user is a player to whom [`send_test_message`] should send a direct message.
pub(crate) fn needs_test_message(game: &Match, user: UserId) -> bool {
    is_open(game) && game.seat_of(user).is_some() && reachable_player(game, user).is_none()
}

/// Sends a direct message to a player who checks in, through a channel that may not have been opened, and records whether it
/// arrived. If it did not, returns what to tell the player.
pub(crate) async fn send_test_message(
    http: &Http,
    bot: &Bot,
    id: MatchId,
    user: UserId,
    channel: Result<serenity::ChannelId, serenity::Error>,
) -> Result<Option<Answer>, Failure> {
    // One at a time, however often the button is pressed.
    let _turn = bot.checks.wait(user).await;
    let game = bot.matches.load(id).await?;
    let player = game.seat_of(user).and_then(|seat| game.player(seat));
    let Some(player) = player.filter(|_| needs_test_message(&game, user)) else { return Ok(None) };
    let sent = match channel {
        Ok(channel) => {
            let message = Answer::new(texts::test_message(&game, player)).into_message();
            channel.send_message(http, message).await.map(drop)
        }
        Err(error) => Err(error),
    };
    let Err(error) = sent else {
        bot.matches.check_in(id, user, true).await?;
        return Ok(None);
    };
    tracing::info!(reason = describe(&error), "a player who checks in cannot be written to");
    if refusal_class(&error)
        .is_some_and(|class| reaction(RequestKind::Opening, class) == Reaction::GiveUpOnPerson)
    {
        bot.matches.check_in(id, user, false).await?;
        return Ok(Some(texts::unreachable().into()));
    }
    if code(&error).is_some_and(|code| UNUSABLE_CHANNEL_CODES.contains(&code)) {
        bot.directs.forget(user).await;
    }
    Ok(Some(texts::not_tested().into()))
}
