//! Direct messages, opened for those who have just joined a match.

use poise::serenity_prelude as serenity;
use serenity::{Http, HttpError, UserId};

use crate::discord::directs::OPENING_TOO_FAST;
use crate::discord::ui::person::id;
use crate::discord::ui::{Bot, describe};

/// Opens the channel of direct messages with a user when it is their turn. Nothing is sent: the match does that when it has
/// something to say. A failure is only logged, because delivery opens what is not open.
pub(super) async fn open_direct(http: &Http, bot: &Bot, user: UserId) {
    let (user_id, clock) = (id(user.get()), bot.matches.clock());
    loop {
        if bot.directs.channel(user_id).is_some() {
            return;
        }
        match bot.directs.admit(user_id, clock.now()) {
            Ok(()) => break,
            Err(turn) => clock.sleep_until(turn).await,
        }
    }
    match user.create_dm_channel(http).await {
        Ok(channel) => bot.directs.opened(user_id, id(channel.id.get())),
        Err(error) => {
            if is_too_fast(&error) {
                bot.directs.refused(clock.now());
            }
            tracing::info!(reason = describe(&error), "direct messages are not open yet");
        }
    }
}

fn is_too_fast(error: &serenity::Error) -> bool {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = error else { return false };
    i64::try_from(answer.error.code).is_ok_and(|code| code == OPENING_TOO_FAST)
}
