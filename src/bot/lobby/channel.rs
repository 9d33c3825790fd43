//! Checks whether the bot can play in a channel. It is better to learn that at once than by silence.

use poise::serenity_prelude as serenity;
use serenity::{GuildChannel, Permissions};

use super::texts;
use crate::ui::{Context, Failure};

/// The permissions that the bot needs in a channel, with their names in Discord.
pub(super) const HELD: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
];

/// Returns the names of the permissions that are missing.
pub(super) fn missing<'a>(held: Permissions, needed: &[(Permissions, &'a str)]) -> Vec<&'a str> {
    let lacks = |needed: &&(Permissions, &str)| !held.administrator() && !held.contains(needed.0);
    needed.iter().filter(lacks).map(|(_, name)| *name).collect()
}

/// Makes sure that everything public can be posted in a channel; `None` is the channel of the command.
///
/// # Errors
/// If permissions are missing.
pub(super) fn check(ctx: Context<'_>, channel: Option<&GuildChannel>) -> Result<(), Failure> {
    let here = ctx.channel_id();
    let permissions = match channel.filter(|channel| channel.id != here) {
        None => match ctx {
            poise::Context::Application(ctx) => ctx.interaction.app_permissions,
            poise::Context::Prefix(_) => None,
        },
        Some(channel) => ctx.guild().and_then(|guild| {
            let bot = guild.members.get(&ctx.framework().bot_id())?;
            Some(guild.user_permissions_in(channel, bot))
        }),
    };
    // If the permissions are not known, delivery will find out.
    let missing = permissions.map(|held| missing(held, HELD)).unwrap_or_default();
    if missing.is_empty() {
        return Ok(());
    }
    let channel = channel.map_or(here, |channel| channel.id);
    Err(Failure::denied(texts::cannot_write(channel.get(), &missing)))
}
