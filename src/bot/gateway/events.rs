//! Events other than commands, threads that have to stay open, and the handling of errors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{
    CollectorCallback, EditThread, Event, FullEvent, GuildChannel, Http, Interaction, Message, ShardMessenger,
};

use super::{catch_up, components, direct, edits, lounges, members};
use crate::ui::snowflakes::{ToStored, time};
use crate::ui::{Bot, Failure, Responder, guild_only, not_read, outdated, wrong};
use trigon_engine::figures::figures;

/// Handles components, forms and direct messages.
pub(super) async fn on_event(
    framework: poise::FrameworkContext<'_, Bot, Failure>,
    event: &FullEvent,
) -> Result<(), Failure> {
    let (http, bot) = (&framework.serenity_context.http, framework.user_data);
    count_event(event);
    if let (Some(clock), Some(id)) = (&bot.clock, act_id(event)) {
        clock.arrived(time(id));
    }
    if let Some(guild) = changed_server(event)
        && let Err(error) = bot.matches.something_changed_in(guild.stored()).await
    {
        // It is tried again at its own time.
        tracing::warn!(%error, "what waits for Discord cannot be hastened");
    }
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(click) } => {
            if bot.seen.is_new(click.id.get()) {
                Box::pin(components::press(http, bot, click)).await;
            }
            Ok(())
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(modal) } => {
            if bot.seen.is_new(modal.id.get()) {
                Box::pin(components::submit(http, bot, modal)).await;
            }
            Ok(())
        }
        FullEvent::Message { new_message } => {
            // The message is new only if the session is so new that nothing is received in order yet.
            receive_now(http, bot, new_message);
            Ok(())
        }
        FullEvent::GuildMembersChunk { chunk } => {
            if let Some(probe) = chunk.nonce.as_ref().and_then(|nonce| nonce.parse().ok()) {
                bot.arrivals.came_back(probe);
            }
            Ok(())
        }
        // Direct messages arrive on the first shard only.
        FullEvent::Ready { data_about_bot } if data_about_bot.shard.is_none_or(|shard| shard.id.0 == 0) => {
            receive_in_order(&framework.serenity_context.shard, http, bot);
            // The next start fetches the rest.
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
    // serenity keeps its collectors when a new session begins.
    let number = bot.arrivals.next_collector();
    shard.add_collector(CollectorCallback(Box::new(move |event| {
        // A panic would end the task that reads everything.
        let received = AssertUnwindSafe(|| match event {
            Event::MessageCreate(event) => receive_now(&http, &bot, &event.message),
            Event::MessageUpdate(event) => {
                if let Some(message) = edits::edited(event).and_then(|message| edits::as_sent(&message)) {
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
    let (owned, all) = (http.clone(), bot.clone());
    let (user, channel) = (message.author.id.stored(), message.channel_id.stored());
    let missed = async move { Box::pin(catch_up::catch_up_with(&owned, &all, user, channel)).await };
    direct::receive(http, bot, message.clone(), missed);
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
fn act_id(event: &FullEvent) -> Option<i64> {
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

/// Tells the person who asked, and logs the error without any text that could contain a secret.
pub(super) async fn on_error(error: poise::FrameworkError<'_, Bot, Failure>) {
    use poise::FrameworkError as E;
    let (ctx, text) = match error {
        E::Command { error, ctx, .. } => (ctx, error.report()),
        E::CommandPanic { ctx, .. } => {
            tracing::error!(command = ctx.command().qualified_name.as_ref(), "a command panicked");
            (ctx, wrong())
        }
        E::ArgumentParse { ctx, input, .. } => (ctx, not_read(input.as_deref())),
        E::GuildOnly { ctx, .. } => (ctx, guild_only()),
        E::CommandStructureMismatch { ctx, description, .. } => {
            tracing::warn!(description, "a command as it was registered before");
            (poise::Context::Application(ctx), outdated())
        }
        E::EventHandler { error, .. } => return error.log(),
        E::UnknownInteraction { interaction, .. } => {
            tracing::warn!(command = interaction.data.name, "an unknown command");
            return;
        }
        // A failed check means a repeated command, which is ignored. Cooldowns and prefix commands are not used.
        _ => return,
    };
    if let poise::Context::Application(app) = ctx {
        Responder::to_command(ctx.http(), app.data(), app.interaction).respond(text.into()).await;
    }
}

/// Reopens a thread that was archived during a match, most likely because nobody had written for a week. A locked
/// thread stays closed, because that is what a moderator wanted.
pub(super) async fn reopen_archived_thread(http: &Http, bot: &Bot, event: &FullEvent) {
    let FullEvent::ThreadUpdate { new: thread, .. } = event else { return };
    let is_closed = |data: &serenity::ThreadMetadata| data.archived && !data.locked;
    if !thread.thread_metadata.as_ref().is_some_and(is_closed) {
        return;
    }
    if let Err(failure) = reopen(http, bot, thread).await {
        failure.log();
    }
}

/// Notes who can read what onlookers were told, if that may have changed.
pub(super) async fn note_readers(framework: poise::FrameworkContext<'_, Bot, Failure>, event: &FullEvent) {
    let (ctx, bot) = (framework.serenity_context, framework.user_data);
    if let Err(failure) = lounges::watch(&ctx.cache, &ctx.http, bot, event).await {
        failure.log();
    }
}

/// Compares roles and events of servers with what they should be.
pub(super) async fn compare_roles(framework: poise::FrameworkContext<'_, Bot, Failure>, event: &FullEvent) {
    let (ctx, bot) = (framework.serenity_context, framework.user_data);
    if let Err(failure) = members::notice(&ctx.http, bot, event).await {
        failure.log();
    }
}

async fn reopen(http: &Http, bot: &Bot, thread: &GuildChannel) -> Result<(), Failure> {
    let (guild, channel) = (thread.guild_id.stored(), thread.id.stored());
    let unfinished = bot.matches.in_guild(guild, false).await?;
    if unfinished.iter().any(|game| game.channel_id == channel) {
        thread.id.edit_thread(http, EditThread::new().archived(false)).await?;
        tracing::info!(
            thread = channel.0,
            "a thread was archived in the middle of a match; it is open again"
        );
    }
    Ok(())
}
