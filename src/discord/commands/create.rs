//! `/host create` and `/host role`.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, GuildChannel, Permissions, Role, User};

use super::roster::plain;
use crate::discord::answer::{Answer, send};
use crate::discord::person::{id, manages, member, of_command};
use crate::discord::{Context, Failure, texts_commands as texts, texts_host};
use crate::games::Value;
use crate::grid::{Board, Shape, ShapeError};
use crate::matches::{NewMatch, Terms};

/// The longest title.
pub(super) const TITLE: usize = 60;

/// What players are told of their own position
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum RevealChoice {
    #[name = "nothing: they keep track themselves"]
    None,
    #[name = "their own cell, on a private picture"]
    Own,
}

/// Shapes that have room for a match.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn boards(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let triangles = (5..=12).map(Shape::Triangle);
    let hexagons = (2..=6).map(Shape::Hexagon);
    let names = triangles.chain(hexagons).map(|shape| {
        let board = Board::shared(shape);
        (shape.to_string(), board.cells().count(), board.border().count())
    });
    let choices = names.filter(|(name, ..)| name.contains(typed.trim())).map(|(name, cells, border)| {
        AutocompleteChoice::new(format!("{name} ({cells} cells, {border} on the border)"), name)
    });
    CreateAutocompleteResponse::new().set_choices(choices.take(25).collect())
}

/// Create a match of Triforce Building
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
pub(super) async fn create(
    ctx: Context<'_>,
    #[description = "What it is called"]
    #[max_length = 60]
    title: Option<String>,
    #[description = "How many players: 7, 10, 13 or 16 (default 13)"]
    #[min = 7]
    #[max = 16]
    players: Option<u8>,
    #[description = "The board (default hexagon:3)"]
    #[autocomplete = "boards"]
    board: Option<String>,
    #[description = "Hours a round (default 24)"]
    #[min = 1]
    #[max = 672]
    round_hours: Option<u32>,
    #[description = "Hours before round 1; 0 begins it at once (default 24)"]
    #[min = 0]
    #[max = 672]
    pregame_hours: Option<u32>,
    #[description = "Hours for the vote (default 24)"]
    #[min = 1]
    #[max = 672]
    vote_hours: Option<u32>,
    #[description = "Rounds before the vote (default 10)"]
    #[min = 1]
    #[max = 100]
    rounds: Option<u32>,
    #[description = "Where it is played (default: this channel)"]
    #[channel_types("Text")]
    channel: Option<GuildChannel>,
    #[description = "What players are told of their own position (default: nothing)"] reveal: Option<
        RevealChoice,
    >,
    #[description = "Whether members may join with a button (default: no)"] sign_up: Option<bool>,
    #[description = "Whether a host who also plays may end rounds early (default: no; announced in the channel)"]
    playing_host: Option<bool>,
    #[description = "Someone who hosts the match with you and sees what you see"] co_host: Option<User>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(texts::guild_only()))?;
        if !person.guild_host {
            return Err(Failure::denied(texts_host::may_not_create()));
        }
        let mut terms = Terms::usual(ctx.data().matches.games().main());
        terms.players = players.unwrap_or(terms.players);
        terms.pregame_hours = pregame_hours.unwrap_or(terms.pregame_hours);
        terms.open_signup = sign_up.unwrap_or(terms.open_signup);
        terms.playing_host = playing_host.unwrap_or(terms.playing_host);
        terms.co_hosts = co_host.iter().map(|user| id(user.id.get())).collect();
        for (time, hours) in [("round", round_hours), ("vote", vote_hours)] {
            if let Some(hours) = hours {
                terms = terms.limited(time, hours);
            }
        }
        if let Some(board) = board {
            let board: Shape =
                board.trim().parse().map_err(|e: ShapeError| Failure::denied(e.to_string()))?;
            terms = terms.with("board", Value::Text(board.to_string()));
        }
        if let Some(rounds) = rounds {
            terms = terms.with("rounds", Value::Number(rounds.into()));
        }
        if let Some(RevealChoice::Own) = reveal {
            terms = terms.with("reveal", Value::Text("own".to_owned()));
        }
        let title = match title {
            Some(title) => plain(&title, TITLE).ok_or_else(|| Failure::denied(texts_host::bad_title()))?,
            None => ctx.data().matches.games().main().title.to_owned(),
        };
        let channel_id = channel.as_ref().map_or(ctx.channel_id(), |channel| channel.id);
        check_channel(ctx, channel.as_ref())?;
        let new = NewMatch {
            game: ctx.data().matches.games().main().name.to_owned(),
            guild_id,
            channel_id: id(channel_id.get()),
            title,
            terms,
        };
        let game = ctx.data().matches.create(&person, new).await?;
        Ok(texts_host::created(&game).into())
    })
    .await
}

/// What the bot needs in a channel, and what Discord calls it.
pub(super) const HELD: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
];

/// What is missing of what is needed.
pub(super) fn missing<'a>(held: Permissions, needed: &[(Permissions, &'a str)]) -> Vec<&'a str> {
    let lacks = |needed: &&(Permissions, &str)| !held.administrator() && !held.contains(needed.0);
    needed.iter().filter(lacks).map(|(_, name)| *name).collect()
}

/// Whether everything public can be posted there: better to learn it now than by silence.
fn check_channel(ctx: Context<'_>, channel: Option<&GuildChannel>) -> Result<(), Failure> {
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
    // What is not known is found out by delivery.
    let missing = permissions.map(|held| missing(held, HELD)).unwrap_or_default();
    if missing.is_empty() {
        return Ok(());
    }
    let channel = channel.map_or(here, |channel| channel.id);
    Err(Failure::denied(texts_host::cannot_write(channel.get(), &missing)))
}

/// Choose the role whose members may host, besides those with Manage Server
#[poise::command(slash_command)]
pub(super) async fn role(
    ctx: Context<'_>,
    #[description = "The role; left out, I say which one it is"] role: Option<Role>,
    #[description = "Have no host role any more"] remove: Option<bool>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(texts::guild_only()))?;
        if !member(ctx).is_some_and(manages) {
            return Err(Failure::denied(texts_host::role_needs_manage()));
        }
        let store = ctx.data().matches.store();
        let mut settings = store.guild_settings(guild_id).await?;
        let wanted = match (role, remove) {
            (_, Some(true)) => Some(None),
            (Some(role), _) if id(role.id.get()) == guild_id => {
                return Err(Failure::denied(texts_host::role_everyone()));
            }
            (Some(role), _) => Some(Some(id(role.id.get()))),
            (None, _) => None,
        };
        if let Some(wanted) = wanted {
            settings.host_role_id = wanted;
            store.set_guild_settings(&settings).await?;
        }
        Ok(Answer::new(texts_host::role_is(settings.host_role_id)))
    })
    .await
}
