//! What the bot does about events other than commands: direct messages, presses and forms are answered, and each change of a
//! server is compared with what it means for matches. serenity’s client calls [`on_event`] for each event.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CollectorCallback, Event, FullEvent, Http, Interaction, Message, ShardMessenger};

use super::{catch_up, components, direct, drift, edits, lounges, threads};
use crate::ui::snowflakes::{ToStored, time};
use crate::ui::{Bot, Failure};
use trigon_engine::figures::figures;

/// Handles an event. Before people are answered, archived threads are opened again and readers of lounges are stored.
pub(super) async fn on_event(
    framework: poise::FrameworkContext<'_, Bot, Failure>,
    event: &FullEvent,
) -> Result<(), Failure> {
    let (context, bot) = (framework.serenity_context, framework.user_data);
    let _work = bot.work.begin();
    threads::reopen_archived_thread(&context.http, bot, event).await;
    lounges::note_readers(&context.cache, &context.http, bot, event).await;
    let compared = drift::compare_with_server(&context.http, bot, event);
    tokio::join!(handle(framework, event), compared).0
}

/// Learns the time from an event, hastens what has waited for it, and answers what people send.
async fn handle(
    framework: poise::FrameworkContext<'_, Bot, Failure>,
    event: &FullEvent,
) -> Result<(), Failure> {
    let bot = framework.user_data;
    count_event(event);
    if let (Some(clock), Some(id)) = (&bot.clock, snowflake_of_act(event)) {
        clock.learn_from_id(time(id));
    }
    if let Some(guild) = changed_server(event)
        && let Err(error) = bot.matches.something_changed_in(guild.stored()).await
    {
        // Each message that waits is tried again at its own time.
        tracing::warn!(%error, "what waits for Discord cannot be hastened");
    }
    answer(framework, event).await
}

/// Answers presses, forms and direct messages, and catches up when a session begins.
async fn answer(
    framework: poise::FrameworkContext<'_, Bot, Failure>,
    event: &FullEvent,
) -> Result<(), Failure> {
    let (http, bot) = (&framework.serenity_context.http, framework.user_data);
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(click) } => {
            if bot.handled_requests.insert(click.id.get()) {
                Box::pin(components::press(http, bot, click)).await;
            }
            Ok(())
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(modal) } => {
            if bot.handled_requests.insert(modal.id.get()) {
                Box::pin(components::submit(http, bot, modal)).await;
            }
            Ok(())
        }
        FullEvent::Message { new_message } => {
            // Usually the collector of `receive_in_order` has received the message already. Only at the very start of a session,
            // before the collector exists, is the message new here.
            receive_now(http, bot, new_message);
            Ok(())
        }
        FullEvent::GuildMembersChunk { chunk } => {
            if let Some(probe) = chunk.nonce.as_ref().and_then(|nonce| nonce.parse().ok()) {
                bot.arrivals.note_probe(probe);
            }
            Ok(())
        }
        // Direct messages arrive on the first shard only.
        FullEvent::Ready { data_about_bot } if data_about_bot.shard.is_none_or(|shard| shard.id.0 == 0) => {
            receive_in_order(&framework.serenity_context.shard, http, bot);
            // If the bot is stopped meanwhile, the next start fetches the rest.
            bot.work.unless_stopped(catch_up::catch_up(http, bot)).await.unwrap_or(Ok(()))
        }
        _ => Ok(()),
    }
}

/// Receives the direct messages of a session in the order in which they arrive.
///
/// Event handlers run in tasks of their own, and the newest task may run first. The last of several messages could then
/// be answered before the others, and after a crash those would never be fetched, because fetching begins at the last
/// answered message.
fn receive_in_order(shard: &ShardMessenger, http: &Arc<Http>, bot: &Bot) {
    let (http, bot) = (http.clone(), bot.clone());
    // serenity keeps its collectors when a new session begins. Each asks whether it is the last one, and otherwise removes itself.
    let number = bot.arrivals.next_collector();
    shard.add_collector(CollectorCallback(Box::new(move |event| {
        // A panic would end the task that reads everything.
        let received = AssertUnwindSafe(|| match event {
            Event::MessageCreate(event) => receive_now(&http, &bot, &event.message),
            Event::MessageUpdate(event) => {
                if let Some(message) =
                    edits::edited_message(event).and_then(|message| edits::as_new(&message))
                {
                    receive_now(&http, &bot, &message);
                }
            }
            _ => {}
        });
        if catch_unwind(received).is_err() {
            tracing::error!("a direct message could not be dealt with");
        }
        bot.arrivals.is_last_collector(number)
    })));
}

/// Receives a message that has just been written, if it is a direct message from a person.
fn receive_now(http: &Arc<Http>, bot: &Bot, message: &Message) {
    // Other bots are ignored, and so are this bot's own messages.
    if message.guild_id.is_some() || message.author.bot || !direct::is_text(message) {
        return;
    }
    let (user, channel) = (message.author.id.stored(), message.channel_id.stored());
    let catch_up = {
        let (http, bot) = (http.clone(), bot.clone());
        async move { Box::pin(catch_up::catch_up_on(&http, &bot, user, channel)).await }
    };
    direct::receive(http, bot, message.clone(), catch_up);
}

/// Returns the server in which something has changed that may have kept the bot from doing what it should.
fn changed_server(event: &FullEvent) -> Option<serenity::GuildId> {
    match event {
        FullEvent::ChannelCreate { channel } | FullEvent::ChannelUpdate { new: channel, .. } => {
            Some(channel.guild_id)
        }
        FullEvent::ThreadUpdate { new: thread, .. } => Some(thread.guild_id),
        FullEvent::GuildCreate { guild, .. } => Some(guild.id),
        FullEvent::GuildUpdate { new_data, .. } => Some(new_data.id),
        FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => Some(new.guild_id),
        // Of members other than the bot, none comes unless the operator has turned that on.
        FullEvent::GuildMemberUpdate { event, .. } => Some(event.guild_id),
        _ => None,
    }
}

/// Returns the ID of something that a person has just done.
fn snowflake_of_act(event: &FullEvent) -> Option<i64> {
    match event {
        FullEvent::InteractionCreate { interaction } => Some(interaction.id().stored().0),
        FullEvent::Message { new_message } => Some(new_message.id.stored().0),
        _ => None,
    }
}

/// Counts an event in the figures.
fn count_event(event: &FullEvent) {
    match event {
        FullEvent::InteractionCreate { interaction } => figures().interactions.count(match interaction {
            Interaction::Command(_) => "command",
            Interaction::Autocomplete(_) => "completion",
            Interaction::Component(_) => "press",
            Interaction::Modal(_) => "form",
            _ => "other",
        }),
        FullEvent::Ready { .. } => figures().sessions.count("new"),
        FullEvent::Resume { .. } => figures().sessions.count("resumed"),
        _ => {}
    }
}
