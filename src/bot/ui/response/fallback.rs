//! Answers that Discord does not accept: with less in them, or as direct messages.

use poise::serenity_prelude as serenity;
use serenity::{Http, UserId};

use super::first::FirstResponse;
use crate::codes::{Reaction, RefusalClass, RequestKind, reaction};
use crate::ui::answer::Answer;
use crate::ui::failure::{Failure, describe, refusal_class};
use crate::ui::person::request;
use crate::ui::snowflakes::{ToDiscord, ToStored};

/// Returns the answer without its pictures or for its reader alone, if Discord might accept that after refusing it.
pub(super) fn reduced(kind: RequestKind, answer: &Answer, error: &serenity::Error) -> Option<Answer> {
    let class = refusal_class(error)?;
    match reaction(kind, class) {
        Reaction::RetryWithoutPicture => answer.clone().without_files(),
        // In a locked thread, for example, nothing is accepted that others would see. An edit cannot change who sees it.
        Reaction::GiveUp if class == RefusalClass::Fixable && kind != RequestKind::Edit => {
            answer.clone().for_its_reader()
        }
        _ => None,
    }
}

/// Sends an answer as a direct message, because Discord has refused it as a response with this error. It is stored, so that
/// the person gets it however long that takes; only if it cannot be stored is it sent at once.
pub(super) async fn send_direct_message(
    http: &Http,
    interaction: FirstResponse<'_>,
    user: UserId,
    answer: Answer,
    error: &serenity::Error,
) {
    let (bot, reason) = (interaction.bot, describe(error));
    let stored = match answer.clone().into_reply(request(interaction.id.get())) {
        Ok(reply) => bot.matches.reply(user.stored(), reply).await.map_err(Failure::from),
        Err(failure) => Err(failure),
    };
    match stored {
        Ok(_) => return tracing::info!(reason, "an answer is sent as a direct message"),
        Err(failure) => failure.log(),
    }
    let sent = async {
        let channel = match bot.directs.channel(user.stored()).await {
            Some(channel) => channel.discord(),
            None => {
                let opened = user.create_dm_channel(http).await?.id;
                bot.directs.note_opened(user.stored(), opened.stored()).await;
                opened
            }
        };
        channel.send_message(http, answer.into_message()).await
    };
    match sent.await {
        Ok(_) => tracing::info!(reason, "an answer was sent as a direct message"),
        Err(error) => tracing::warn!(reason, error = describe(&error), "an answer could not be given"),
    }
}
