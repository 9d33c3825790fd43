//! `/host create`: a match of a game of rounds, which a host runs.

use poise::serenity_prelude as serenity;
use serenity::{CreateAutocompleteResponse, GuildChannel, User};

use super::declared::{self, Declared};
use super::{channel, names, texts};
use crate::ui::person::{id, of_command};
use crate::ui::{Answer, Context, Failure, guild_only, send};
use trigon_engine::matches::{NewMatch, Terms};

/// Create a match that you host
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
pub(crate) async fn create(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
    #[description = "What it is called (default: the game’s name)"]
    #[max_length = 60]
    title: Option<String>,
    #[description = "How many players"] players: Option<u8>,
    #[description = "Hours before play begins; with 0 it begins at once (default 24)"]
    #[min = 0]
    #[max = 672]
    pregame_hours: Option<u32>,
    #[description = "Where it is played (default: this channel)"]
    #[channel_types("Text")]
    channel: Option<GuildChannel>,
    #[description = "Whether members can join with a button (default: no)"] sign_up: Option<bool>,
    #[description = "Whether a host who also plays can end rounds early (default: no; announced in the channel)"]
    playing_host: Option<bool>,
    #[description = "Someone who hosts the match with you and sees what you see"] co_host: Option<User>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        if !person.guild_host {
            return Err(Failure::denied(texts::may_not_create()));
        }
        let games = ctx.data().matches.games();
        let info = match game {
            Some(typed) => Declared::Hosted.game(games, &typed)?,
            None => Declared::Hosted.usual(games)?,
        };
        let usual = Terms::usual(info);
        let mut terms = Terms {
            players: players.unwrap_or(usual.players),
            pregame_hours: pregame_hours.unwrap_or(usual.pregame_hours),
            open_signup: sign_up.unwrap_or(usual.open_signup),
            playing_host: playing_host.unwrap_or(usual.playing_host),
            co_hosts: co_host.iter().map(|user| id(user.id.get())).collect(),
            ..usual
        };
        terms = declared::limits(ctx, info, terms)?;
        terms.options.extend(&Declared::Hosted.values(ctx, info)?);
        let title = names::title(title.as_deref(), info.title)?;
        let channel_id = channel.as_ref().map_or(ctx.channel_id(), |channel| channel.id);
        channel::check(ctx, channel.as_ref())?;
        let new =
            NewMatch { game: info.name.to_owned(), guild_id, channel_id: id(channel_id.get()), title, terms };
        let game = ctx.data().matches.create(&person, new).await?;
        Ok(Answer::new(texts::created_by_host(&game)))
    })
    .await
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    Declared::Hosted.complete_game(ctx, typed)
}
