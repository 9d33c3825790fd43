//! `/play new`: a match of a game of turns, to which anyone or only those named may sign up.

use poise::serenity_prelude as serenity;
use serenity::{
    AutoArchiveDuration, AutocompleteChoice, ChannelId, ChannelType, CreateAutocompleteResponse,
    CreateThread, Permissions, User,
};

use super::create::{HELD, TITLE, missing};
use super::roster::{nick, plain, usual_name};
use crate::discord::answer::{Answer, send};
use crate::discord::person::{id, member, of_command};
use crate::discord::{Context, Failure, texts_commands, texts_host, texts_play as texts};
use std::sync::Arc;

use crate::games::{AnyGame, Pace, Registry, Value};
use crate::matches::{NewMatch, Terms};

/// Play Triforce, Triangoli, Trice or Triluminary
#[poise::command(slash_command, guild_only, subcommand_required, subcommands("new"))]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(super) async fn play(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

/// The dice of Trice
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Dice {
    #[name = "three tetrahedra (3d4)"]
    ThreeD4,
    #[name = "two cubes (2d6)"]
    TwoD6,
}

/// The games that are played by turns.
fn playable(games: &Registry) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
    games.iter().filter(|game| game.info().pace == Pace::Turns)
}

/// Completes with the games that are played by turns.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let infos = playable(ctx.data().matches.games())
        .map(|game| game.info())
        .filter(|info| info.title.to_lowercase().contains(&typed));
    let choices = infos.map(|info| AutocompleteChoice::new(texts::game_choice(info), info.name)).take(25);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Returns the game that somebody has picked or typed.
fn game_of(games: &Registry, typed: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    let found = games.find(typed).filter(|game| game.info().pace == Pace::Turns);
    found.ok_or_else(|| {
        let titles: Vec<&str> = playable(games).map(|game| game.info().title).collect();
        Failure::denied(texts::no_game(typed, &titles))
    })
}

/// Create a match to which others can sign up
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
async fn new(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "Keep a seat for somebody; with all seats kept the match starts by itself"]
    opponent: Option<User>,
    #[description = "And for somebody else"] opponent2: Option<User>,
    #[description = "And for somebody else"] opponent3: Option<User>,
    #[description = "And for somebody else"] opponent4: Option<User>,
    #[description = "And for somebody else"] opponent5: Option<User>,
    #[description = "Hours for each turn; afterwards the others may claim the seat (default: no clock)"]
    #[min = 1]
    #[max = 672]
    clock: Option<u32>,
    #[description = "Play in a thread of its own (default: here)"] thread: Option<bool>,
    #[description = "Trice: which dice (default: three tetrahedra)"] dice: Option<Dice>,
    #[description = "What it is called (default: the game’s name)"]
    #[max_length = 60]
    title: Option<String>,
) -> Result<(), Failure> {
    let opponents: Vec<User> =
        [opponent, opponent2, opponent3, opponent4, opponent5].into_iter().flatten().collect();
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(texts_commands::guild_only()))?;
        let game = game_of(ctx.data().matches.games(), &game)?;
        let invited = invited(ctx, person.user_id, &opponents)?;
        let mut terms = Terms::usual(game.info());
        if !invited.is_empty() {
            (terms.players, terms.invited) = (invited.len() as u8, invited);
        }
        if let Some((time, hours)) = game.info().times.first().zip(clock) {
            terms = terms.limited(time.key, hours);
        }
        if let Some(dice) = dice {
            let dice = if matches!(dice, Dice::ThreeD4) { "3d4" } else { "2d6" };
            terms = terms.with("dice", Value::Text(dice.to_owned()));
        }
        // Said before a thread is opened for it.
        terms.check(&*game)?;
        let title = match title {
            Some(title) => plain(&title, TITLE).ok_or_else(|| Failure::denied(texts_host::bad_title()))?,
            None => game.info().title.to_owned(),
        };
        let channel = place(ctx, thread == Some(true), &title).await?;
        let new = NewMatch {
            game: game.info().name.to_owned(),
            guild_id,
            channel_id: id(channel.get()),
            title,
            terms,
        };
        let nick = member(ctx).and_then(|member| member.nick.as_deref());
        let name = usual_name(ctx.author(), nick);
        let made = ctx.data().matches.create_seated(&person, &name, new).await?;
        Ok(Answer::new(texts::created(&made)))
    })
    .await
}

/// For whom seats are kept, the creator first; nobody where no opponent is named.
fn invited(ctx: Context<'_>, creator: i64, opponents: &[User]) -> Result<Vec<i64>, Failure> {
    if opponents.is_empty() {
        return Ok(Vec::new());
    }
    let mut invited = vec![creator];
    for user in opponents {
        if user.bot {
            return Err(Failure::denied(texts_host::bots_do_not_play(user.id.get())));
        }
        nick(ctx, user.id)?;
        if invited.contains(&id(user.id.get())) {
            return Err(Failure::denied(texts::opponent_twice(user.id.get())));
        }
        invited.push(id(user.id.get()));
    }
    Ok(invited)
}

/// Where the match is played: here, or in a new thread. Whether everything can be posted there is better learned
/// now than by silence.
async fn place(ctx: Context<'_>, thread: bool, title: &str) -> Result<ChannelId, Failure> {
    let poise::Context::Application(app) = ctx else { return Ok(ctx.channel_id()) };
    let kind = app.interaction.channel.as_ref().map(|channel| channel.kind);
    let is_thread = matches!(
        kind,
        Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
    );
    if thread && is_thread {
        return Err(Failure::denied(texts::thread_in_thread()));
    }
    let mut wanted = HELD.to_vec();
    if thread || is_thread {
        wanted.retain(|(permission, _)| *permission != Permissions::SEND_MESSAGES);
        wanted.push((Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"));
    }
    if thread {
        wanted.push((Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"));
    }
    // What is not known is found out by delivery.
    let missing = app.interaction.app_permissions.map(|held| missing(held, &wanted)).unwrap_or_default();
    if !missing.is_empty() {
        return Err(Failure::denied(texts_host::cannot_write(ctx.channel_id().get(), &missing)));
    }
    if !thread {
        return Ok(ctx.channel_id());
    }
    let kind =
        if kind == Some(ChannelType::News) { ChannelType::NewsThread } else { ChannelType::PublicThread };
    let wish = CreateThread::new(title).kind(kind).auto_archive_duration(AutoArchiveDuration::OneWeek);
    Ok(ctx.channel_id().create_thread(ctx.http(), wish).await?.id)
}
