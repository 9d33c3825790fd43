//! Receiving direct messages: each once, and those of one person in the order in which they were written.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use poise::serenity_prelude as serenity;
use serenity::{Http, Message, MessageType};

use super::correspondent::Correspondent;
use super::parse::{DirectRequest, parse};
use crate::ask::Ask;
use crate::info::texts;
use crate::ui::Bot;
use crate::ui::person::request;
use crate::ui::snowflakes::ToStored;
use trigon_engine::matches::{Reply, Request};

/// Receives a direct message, unless it was received before. Returns whether it is new. Unless a task is already answering its author,
/// a new one does so, after `before` is done: usually fetching what the author sent before.
pub(in crate::gateway) fn receive(
    http: &Arc<Http>,
    bot: &Bot,
    message: Message,
    before: impl Future<Output = ()> + Send + 'static,
) -> bool {
    if !bot.handled_requests.insert(message.id.get()) {
        return false;
    }
    let user = message.author.id.stored();
    if bot.inbox.add(user, message) {
        let (http, owned_bot) = (http.clone(), bot.clone());
        bot.inbox.spawn(async move {
            if AssertUnwindSafe(before).catch_unwind().await.is_err() {
                tracing::error!("a direct message could not be dealt with");
            }
            loop {
                let messages = owned_bot.inbox.take(user);
                if messages.is_empty() {
                    return;
                }
                let ids: Vec<u64> = messages.iter().map(|message| message.id.get()).collect();
                let work = Correspondent { http: &http, bot: &owned_bot, user }.process(messages);
                if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                    // These messages count as processed, so that nothing waits for them.
                    tracing::error!("a direct message could not be dealt with");
                    for id in ids {
                        owned_bot.inbox.note_processed(user, id);
                    }
                }
            }
        });
    }
    true
}

/// Tells the author of a direct message that the question it was meant for is closed, unless the message was received
/// before. Called for answers that were fetched too late. Returns whether the message is new.
pub(in crate::gateway) async fn refuse_late(bot: &Bot, message: &Message) -> bool {
    if !bot.handled_requests.insert(message.id.get()) {
        return false;
    }
    let direct = Some(message.channel_id.stored());
    let request = Request { direct, ..request(message.id.get()) };
    let reply = Reply::text(request, texts::too_late());
    if let Err(error) = bot.matches.reply(message.author.id.stored(), reply).await {
        // The message is not marked as answered either, so it is fetched again at the next start.
        tracing::warn!(%error, "an answer could not be given");
    }
    true
}

/// Returns whether somebody has written a message, as opposed to, say, the notice that a message was pinned.
pub(in crate::gateway) fn is_text(message: &Message) -> bool {
    matches!(message.kind, MessageType::Regular | MessageType::InlineReply)
}

/// Returns whether a direct message is an action of a game rather than a question or a command.
pub(in crate::gateway) fn is_answer(message: &Message) -> bool {
    matches!(parse(&message.content).1, DirectRequest::Ask(Ask::Typed(_)))
}
