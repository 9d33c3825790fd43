//! `/host create`: a match of a game of rounds, which a host runs.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, GuildChannel, User};

use super::declared::{self, Declared};
use super::{channel, names, texts};
use crate::discord::ui::limits::SUGGESTIONS;
use crate::discord::ui::person::{id, of_command};
use crate::discord::ui::{Answer, Context, Failure, guild_only, send};
use crate::games::Info;
use crate::matches::{NewMatch, Terms};

/// Create a match that you host
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
pub(in crate::discord) async fn create(
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
        let info = game_of(ctx, game.as_deref())?;
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

/// Returns the game that somebody has picked or typed; the first hosted one if it was left out.
fn game_of(ctx: Context<'_>, typed: Option<&str>) -> Result<&'static Info, Failure> {
    let all = Declared::Hosted.games(ctx.data().matches.games());
    let found = match typed {
        Some(typed) => all.iter().find(|info| is_called(info, typed)),
        None => all.first(),
    };
    found.copied().ok_or_else(|| {
        let titles: Vec<&str> = all.iter().map(|info| info.title).collect();
        Failure::denied(texts::no_game(typed.unwrap_or_default(), &titles))
    })
}

/// Returns whether a game has this name or title.
pub(super) fn is_called(info: &Info, typed: &str) -> bool {
    [info.name, info.title].iter().any(|name| name.eq_ignore_ascii_case(typed.trim()))
}

/// Completes with games.
pub(super) fn choices(games: Vec<&'static Info>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let fitting = games.into_iter().filter(|info| info.title.to_lowercase().contains(&typed));
    let choices = fitting.map(|info| AutocompleteChoice::new(texts::game_choice(info), info.name));
    CreateAutocompleteResponse::new().set_choices(choices.take(SUGGESTIONS).collect())
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    choices(Declared::Hosted.games(ctx.data().matches.games()), typed)
}
