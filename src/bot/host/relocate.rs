//! `/relocate`: moving a match to another channel. Like `/host`, it is for hosts; Discord allows no further commands there.

use poise::serenity_prelude as serenity;
use serenity::{Guild, GuildChannel};

use super::texts;
use crate::lobby::require_playable;
use crate::ui::lookup::meant;
use crate::ui::readers;
use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::{Context, Failure, guild_only, lookup, send};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Command, Power};

/// Move a match that you host to another channel
#[poise::command(slash_command, guild_only)]
pub(crate) async fn relocate(
    ctx: Context<'_>,
    #[description = "The channel or thread in which it goes on"]
    #[channel_types("Text", "News", "PublicThread", "PrivateThread", "NewsThread")]
    channel: GuildChannel,
    #[description = "Yes, also people who could not read it before may read it"] confirm: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        person.check_power(Power::Server, &game)?;
        let to = channel.id.stored();
        require_playable(ctx, &channel)?;
        let is_wider = {
            let guild = ctx.guild().ok_or_else(|| Failure::denied(guild_only()))?;
            find_channel(&guild, game.channel_id).map(|old| readers::is_wider(&guild, &channel, old))
        };
        if is_wider == Some(true) && confirm != Some(true) && to != game.channel_id {
            return Err(Failure::denied(texts::wider(game.channel_id, to)));
        }
        let done = ctx.data().matches.ask(game.id, &person, Command::Move(to)).await?;
        Ok(texts::relocated(&done.game, game.channel_id, is_wider.is_none()).into())
    })
    .await
}

/// Returns a channel or an open thread of a server.
fn find_channel(guild: &Guild, channel: ChannelId) -> Option<&GuildChannel> {
    let channel = channel.discord();
    guild.channels.get(&channel).or_else(|| guild.threads.iter().find(|thread| thread.id == channel))
}
