//! Channels for onlookers: whenever it can change who can read them, it is noted who can.
//!
//! Without a privileged intent, Discord tells of channels and roles, but not of the roles of members. What an event says counts,
//! and not what holds once it has been handled: who is let in for a moment can read everything.

use crate::ui::snowflakes::{ToDiscord, ToStored};
use std::sync::Arc;
use trigon_engine::ids::ChannelId;

use poise::serenity_prelude as serenity;
use serenity::{Cache, FullEvent, GuildChannel, Http, Role};

use crate::ui::readers::{self, Keys};
use crate::ui::{Bot, Failure};
use trigon_engine::matches::Match;
use trigon_rules::games::Information;

/// Notes who can read what onlookers were told, if an event may have changed that.
pub(super) async fn note_readers(
    cache: &Cache,
    http: &Http,
    bot: &Bot,
    event: &FullEvent,
) -> Result<(), Failure> {
    let (guild, channel, role) = match event {
        FullEvent::ChannelUpdate { new, .. } => (new.guild_id, Some(new), None),
        FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => {
            (new.guild_id, None, Some(new))
        }
        FullEvent::GuildRoleDelete { guild_id, .. } => (*guild_id, None, None),
        FullEvent::GuildUpdate { new_data, .. } => (new_data.id, None, None),
        FullEvent::GuildCreate { guild, .. } => (guild.id, None, None),
        _ => return Ok(()),
    };
    for game in with_lounges(bot, guild).await? {
        for lounge in game.lounges() {
            let is_meant = channel.is_none_or(|channel| channel.id.stored() == lounge);
            let Some((keys, lounge)) =
                is_meant.then(|| as_event_says(cache, guild, lounge, channel, role)).flatten()
            else {
                continue;
            };
            let found = readers::listed(http, guild, &keys, &lounge).await?;
            readers::remember(&bot.matches, game.id, found).await?;
        }
    }
    Ok(())
}

/// Returns the unfinished matches of a server in which onlookers have been told something.
async fn with_lounges(bot: &Bot, guild: serenity::GuildId) -> Result<Vec<Arc<Match>>, Failure> {
    let mut games = Vec::new();
    for row in bot.matches.in_guild(guild.stored(), false).await? {
        let game = bot.matches.games().get(&row.game);
        if game.is_some_and(|game| game.info().information == Information::Hidden) {
            let game = bot.matches.load_listed(&row).await?;
            games.extend(Some(game).filter(|game| !game.lounges().is_empty()));
        }
    }
    Ok(games)
}

/// Returns what decides who can read a channel. The channel, or a role, is taken as an event says, if it tells of it.
fn as_event_says(
    cache: &Cache,
    guild: serenity::GuildId,
    lounge: ChannelId,
    channel: Option<&GuildChannel>,
    role: Option<&Role>,
) -> Option<(Keys, GuildChannel)> {
    let guild = cache.guild(guild)?;
    let keys = Keys::from(&*guild);
    let keys = if let Some(role) = role { keys.with(role) } else { keys };
    let channel = channel.or_else(|| guild.channels.get(&lounge.discord()))?;
    Some((keys, channel.clone()))
}
