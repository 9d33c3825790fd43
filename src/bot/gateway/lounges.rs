//! Lounges, the channels for onlookers: after each event that may have let somebody in, the bot stores who can read them.
//!
//! Without a privileged intent, Discord reports changes of channels and roles, but not which roles members get. The channel or
//! role is taken from the event itself and not from the cache, which may already be newer: somebody who was let in for only a
//! moment could read everything.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{Cache, FullEvent, GuildChannel, Http, Role};

use crate::ui::readers::{self, Keys};
use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::{Bot, Failure};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::Match;
use trigon_rules::games::Information;

/// Notes who can read what onlookers were told, if an event may have changed that. A failure is logged.
pub(super) async fn note_readers(cache: &Cache, http: &Http, bot: &Bot, event: &FullEvent) {
    let Some(change) = AccessChange::of(event) else { return };
    if let Err(failure) = note_readers_after(cache, http, bot, &change).await {
        failure.log();
    }
}

/// What an event has changed in a server that decides who can read its channels.
struct AccessChange<'a> {
    guild: serenity::GuildId,
    /// The channel as it is now, if the event is about a single one: other channels stay as they were.
    channel: Option<&'a GuildChannel>,
    /// The role as it is now, if the event is about one that exists.
    role: Option<&'a Role>,
}

impl<'a> AccessChange<'a> {
    fn of(event: &'a FullEvent) -> Option<Self> {
        let in_server = |guild| Self { guild, channel: None, role: None };
        Some(match event {
            FullEvent::ChannelUpdate { new, .. } => Self { channel: Some(new), ..in_server(new.guild_id) },
            FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => {
                Self { role: Some(new), ..in_server(new.guild_id) }
            }
            FullEvent::GuildRoleDelete { guild_id, .. } => in_server(*guild_id),
            FullEvent::GuildUpdate { new_data, .. } => in_server(new_data.id),
            FullEvent::GuildCreate { guild, .. } => in_server(guild.id),
            _ => return None,
        })
    }

    fn may_concern(&self, lounge: ChannelId) -> bool {
        self.channel.is_none_or(|channel| channel.id.stored() == lounge)
    }
}

async fn note_readers_after(
    cache: &Cache,
    http: &Http,
    bot: &Bot,
    change: &AccessChange<'_>,
) -> Result<(), Failure> {
    for game in with_lounges(bot, change.guild).await? {
        for lounge in game.lounges().into_iter().filter(|lounge| change.may_concern(*lounge)) {
            // Nothing is known about the readers of a channel that is not in the cache.
            let Some((keys, channel)) = as_event_says(cache, change, lounge) else { continue };
            let readers = readers::listed(http, change.guild, &keys, &channel).await?;
            readers::remember(&bot.matches, game.id, readers).await?;
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

/// Returns what decides who can read a lounge, with the channel or the role as the event describes it; everything else comes
/// from the cache. Returns `None` if the cache has no such channel.
fn as_event_says(
    cache: &Cache,
    change: &AccessChange<'_>,
    lounge: ChannelId,
) -> Option<(Keys, GuildChannel)> {
    let guild = cache.guild(change.guild)?;
    let keys = Keys::from(&*guild);
    let keys = if let Some(role) = change.role { keys.with(role) } else { keys };
    let channel = change.channel.or_else(|| guild.channels.get(&lounge.discord()))?;
    Some((keys, channel.clone()))
}
