//! The channel in which a match is played: a new thread or an existing channel, and whether the bot can play there. Finding
//! that out at once is better than silence.

use poise::serenity_prelude as serenity;
use serenity::{AutoArchiveDuration, ChannelType, CreateThread, GuildChannel, Permissions};

use super::retries::orphaned_thread;
use super::texts;
use crate::codes::{Reaction, RequestKind, reaction};
use crate::ui::{Context, Failure, code, describe, refusal_class};

/// Returns the channel for a match that is created with `/play new` or in a season: a new thread, or the current channel if a thread
/// is impossible or not wanted. `wants_thread` is what the person has chosen, if anything.
///
/// # Errors
/// If the bot cannot play there, or a thread is requested but impossible.
pub(crate) async fn prepare_channel(
    ctx: Context<'_>,
    wants_thread: Option<bool>,
    title: &str,
) -> Result<serenity::ChannelId, Failure> {
    if matches!(ctx, poise::Context::Prefix(_)) {
        return Ok(ctx.channel_id());
    }
    let here = CommandChannel::of(ctx);
    if here.is_thread() && wants_thread == Some(true) {
        return Err(Failure::denied(texts::thread_in_thread()));
    }
    if here.kind.is_some_and(|kind| !takes_messages(kind)) {
        return Err(Failure::denied(texts::no_messages_here()));
    }
    if !here.is_thread() && !here.has_threads() && wants_thread == Some(true) {
        return Err(Failure::denied(texts::no_threads_here()));
    }
    let in_thread =
        wants_thread.unwrap_or_else(|| here.has_threads() && here.missing_for_new_thread().is_empty());
    let missing = if in_thread { here.missing_for_new_thread() } else { here.missing_here() };
    if !missing.is_empty() {
        return Err(Failure::denied(texts::cannot_write(ctx.channel_id().get(), &missing)));
    }
    if !in_thread {
        return Ok(ctx.channel_id());
    }
    if let Some(orphan) = orphaned_thread(ctx, title).await? {
        return Ok(orphan);
    }
    let error = match create_thread(ctx, &here, title).await {
        Ok(thread) => return Ok(thread),
        Err(error) => error,
    };
    tracing::info!(reason = describe(&error), "a thread could not be created");
    if wants_thread != Some(true) && here.missing_here().is_empty() {
        return Ok(ctx.channel_id());
    }
    let may_work_later =
        refusal_class(&error).is_none_or(|class| reaction(RequestKind::Thread, class) == Reaction::Retry);
    Err(Failure::denied(texts::thread_refused(may_work_later, code(&error))))
}

/// Creates a thread below the current channel.
async fn create_thread(
    ctx: Context<'_>,
    here: &CommandChannel,
    title: &str,
) -> Result<serenity::ChannelId, serenity::Error> {
    let is_news = here.kind == Some(ChannelType::News);
    let kind = if is_news { ChannelType::NewsThread } else { ChannelType::PublicThread };
    let builder = CreateThread::new(title).kind(kind).auto_archive_duration(AutoArchiveDuration::OneWeek);
    Ok(ctx.channel_id().create_thread(ctx.http(), builder).await?.id)
}

/// Checks that a match can be played in a channel or thread.
pub(crate) fn require_playable(ctx: Context<'_>, channel: &GuildChannel) -> Result<(), Failure> {
    let thread = channel.thread_metadata.as_ref();
    if thread.is_some_and(|thread| thread.locked) {
        return Err(Failure::denied(texts::locked_thread(channel.id.get())));
    }
    let parent = channel.parent_id.filter(|_| thread.is_some());
    let parent = parent.and_then(|parent| ctx.guild()?.channels.get(&parent).cloned());
    require_playable_in(ctx, Some(parent.as_ref().unwrap_or(channel)))
}

/// Checks that everything public can be posted in a channel; `None` means the channel of the command.
pub(super) fn require_playable_in(ctx: Context<'_>, channel: Option<&GuildChannel>) -> Result<(), Failure> {
    let here = CommandChannel::of(ctx);
    let kind = channel.map_or(here.kind, |channel| Some(channel.kind));
    if kind.is_some_and(|kind| !takes_messages(kind)) {
        return Err(Failure::denied(texts::no_messages_here()));
    }
    let permissions = match channel.filter(|channel| channel.id != ctx.channel_id()) {
        None => here.permissions,
        Some(channel) => ctx.guild().and_then(|guild| {
            let bot = guild.members.get(&ctx.framework().bot_id())?;
            Some(guild.user_permissions_in(channel, bot))
        }),
    };
    // If the permissions are unknown, delivery will find out.
    let missing = permissions.map(|held| missing_names(held, REQUIRED)).unwrap_or_default();
    if missing.is_empty() {
        return Ok(());
    }
    let channel = channel.map_or(ctx.channel_id(), |channel| channel.id);
    Err(Failure::denied(texts::cannot_write(channel.get(), &missing)))
}

/// The channel in which a command is used. If its kind or the permissions are unknown, nothing is refused because of them, and
/// delivery will find out.
struct CommandChannel {
    kind: Option<ChannelType>,
    /// What the bot may do there.
    permissions: Option<Permissions>,
}

impl CommandChannel {
    fn of(ctx: Context<'_>) -> Self {
        let poise::Context::Application(ctx) = ctx else { return Self { kind: None, permissions: None } };
        let kind = ctx.interaction.channel.as_ref().map(|channel| channel.kind);
        Self { kind, permissions: ctx.interaction.app_permissions }
    }

    fn is_thread(&self) -> bool {
        matches!(
            self.kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
        )
    }

    /// Returns whether threads can be created in it. Discord has none in the chats of voice and stage channels.
    fn has_threads(&self) -> bool {
        self.kind.is_none_or(|kind| matches!(kind, ChannelType::Text | ChannelType::News))
    }

    /// Returns the names of the permissions that are missing for a match in this channel.
    fn missing_here(&self) -> Vec<&'static str> {
        if self.is_thread() { self.missing_of(&required_in_threads()) } else { self.missing_of(REQUIRED) }
    }

    /// Returns the names of the permissions that are missing for a match in a new thread.
    fn missing_for_new_thread(&self) -> Vec<&'static str> {
        let mut needed = required_in_threads();
        needed.push((Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"));
        self.missing_of(&needed)
    }

    fn missing_of(&self, needed: &[(Permissions, &'static str)]) -> Vec<&'static str> {
        self.permissions.map(|held| missing_names(held, needed)).unwrap_or_default()
    }
}

/// Returns the permissions that the bot needs in a thread, with their names in Discord.
fn required_in_threads() -> Vec<(Permissions, &'static str)> {
    let mut needed = REQUIRED.to_vec();
    needed.retain(|(permission, _)| *permission != Permissions::SEND_MESSAGES);
    needed.push((Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"));
    needed
}

/// Returns whether messages can be posted in a channel of this kind, and not only in its threads.
fn takes_messages(kind: ChannelType) -> bool {
    // Media channels, which serenity does not know, are like forums.
    !matches!(
        kind,
        ChannelType::Forum | ChannelType::Category | ChannelType::Directory | ChannelType::Unknown(16)
    )
}

/// The permissions that the bot needs in a channel, with their names in Discord.
const REQUIRED: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
];

/// Returns the names of those of the needed permissions that are not held.
fn missing_names<'a>(held: Permissions, needed: &[(Permissions, &'a str)]) -> Vec<&'a str> {
    let lacks = |needed: &&(Permissions, &str)| !held.administrator() && !held.contains(needed.0);
    needed.iter().filter(lacks).map(|(_, name)| *name).collect()
}
