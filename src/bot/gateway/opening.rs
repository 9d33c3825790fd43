//! Opening the channel of direct messages with somebody who has just joined a match or checked in, or whose missed messages are to
//! be fetched. When the match has something to say, delivery finds the channel open.

use poise::serenity_prelude as serenity;
use serenity::Http;

use crate::directs::OPENING_TOO_FAST;
use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::{Bot, code, describe};

/// Opens the channel of direct messages with a user, unless it is open already. Waits until it is the user's turn, because new
/// channels are opened one at a time. Nothing is sent.
///
/// # Errors
/// Returns Discord's refusal, which has been logged. Delivery will try again to open the channel.
pub(super) async fn open_direct(
    http: &Http,
    bot: &Bot,
    user: serenity::UserId,
) -> Result<serenity::ChannelId, serenity::Error> {
    let (user_id, clock) = (user.stored(), bot.matches.clock());
    loop {
        if let Some(channel) = bot.directs.channel(user_id).await {
            return Ok(channel.discord());
        }
        match bot.directs.admit(user_id, clock.now()) {
            Ok(()) => break,
            Err(turn) => clock.sleep_until(turn).await,
        }
    }
    match user.create_dm_channel(http).await {
        Ok(channel) => {
            bot.directs.note_opened(user_id, channel.id.stored()).await;
            Ok(channel.id)
        }
        Err(error) => {
            if code(&error).is_some_and(|code| code as i64 == OPENING_TOO_FAST) {
                bot.directs.note_refusal(clock.now());
            }
            tracing::info!(reason = describe(&error), "direct messages are not open yet");
            Err(error)
        }
    }
}
