//! Checking in before the first round: players whom the host has put on the roster see who they are, and everyone finds out
//! whether direct messages reach them while there is time to mend it.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, ChannelId, CreateButton, Http};

use super::texts;
use crate::ui::{Answer, Bot, ComponentAction, Failure, button, code, describe};
use trigon_engine::matches::{Denied, Match, Player, Status};

/// Discord's codes for users who take no direct messages from the bot: closed messages, and no server in common.
const CLOSED: [isize; 2] = [50_007, 50_278];

/// Discord's codes for a channel that does not exist, and for one of others, such as of the bot whose database this was.
const LOST: [isize; 2] = [10_003, 50_001];

/// Returns the button.
pub(crate) fn button_of(game: &Match) -> CreateButton {
    button(game, ComponentAction::CheckIn, texts::CHECK_IN, ButtonStyle::Primary)
}

/// Returns whether it is time to check in to a match.
fn is_time(game: &Match) -> bool {
    matches!(game.status, Status::Signup | Status::Pregame)
}

/// Returns a player who is known to be reached.
fn reached(game: &Match, user: i64) -> Option<&Player> {
    game.players.iter().find(|player| player.user_id == user && player.checked_in && !player.dm_closed)
}

/// Tells players who they are and when the first round begins, before [`test`] writes to them.
pub(crate) fn welcome(game: &Match, user: i64) -> Result<Answer, Failure> {
    let seat = game.seat_of(user).ok_or(Denied::NoSeat(game.id))?;
    let player = game.player(seat).ok_or(Denied::NoSeat(game.id))?;
    if !is_time(game) {
        return Ok(texts::check_in_over(game).into());
    }
    Ok(texts::welcome(game, seat, player, reached(game, user).is_some()).into())
}

/// Returns whether a person is a player whom [`test`] should write to.
pub(crate) fn is_wanted(game: &Match, user: i64) -> bool {
    is_time(game) && game.seat_of(user).is_some() && reached(game, user).is_none()
}

/// Writes to a player who checks in, and records whether that arrived. Returns what the player should know, unless the
/// message says it itself.
pub(crate) async fn test(
    http: &Http,
    bot: &Bot,
    id: i64,
    user: i64,
    channel: Result<ChannelId, serenity::Error>,
) -> Result<Option<Answer>, Failure> {
    // One after the other, however often somebody presses.
    let _turn = bot.checks.wait(user).await;
    let game = bot.matches.load(id).await?;
    let player = game.seat_of(user).and_then(|seat| game.player(seat));
    let Some(player) = player.filter(|_| is_wanted(&game, user)) else { return Ok(None) };
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
    match code(&error) {
        Some(code) if CLOSED.contains(&code) => {
            bot.matches.check_in(id, user, false).await?;
            Ok(Some(texts::closed().into()))
        }
        code => {
            if code.is_some_and(|code| LOST.contains(&code)) {
                bot.directs.forget(user).await;
            }
            Ok(Some(texts::not_tested().into()))
        }
    }
}
