//! What players use, in a server or in a direct message.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use super::choices;
use crate::discord::answer::{Answer, send, send_later};
use crate::discord::ask::{Ask, fulfil, pick};
use crate::discord::person::{id, of_command};
use crate::discord::play::typed;
use crate::discord::which::{self, Which};
use crate::discord::{Bot, Context, Failure, texts_commands as texts};
use crate::matches::Person;

/// Does what is asked of the match that is meant, or asks which one that is.
async fn ask(ctx: Context<'_>, number: Option<i64>, ask: Ask) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, id(ctx.channel_id().get()));
    let which = match ask {
        Ask::Typed(ref text) => match typed::which(matches, &person, number, channel, text).await? {
            Some(which) => which,
            // The game that is meant says what is wrong with the text.
            None => which::acted_in(matches, &person, number, channel).await?,
        },
        Ask::Deed(_) | Ask::Show => which::acted_in(matches, &person, number, channel).await?,
        Ask::Me => which::played(matches, &person, number, channel).await?,
        Ask::Board => which::seen(matches, &person, number, channel).await?,
    };
    match which {
        Which::One(game) => fulfil(matches, &person, channel, &game, &ask).await,
        Which::Several(rows) => pick(matches, &rows, &ask).await,
    }
}

/// Send your path for this round, or play your turn in notation
#[poise::command(slash_command, rename = "move")]
pub(super) async fn step(
    ctx: Context<'_>,
    #[description = "A path such as ULD (- to stay), or your action in the game’s notation; left out, you get buttons"]
    #[autocomplete = "complete_action"]
    path: Option<String>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async { ask(ctx, number, path.map_or(Ask::Show, Ask::Typed)).await }).await
}

/// Completes with what one may do now, in games of turns.
async fn complete_action(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let legal = async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, id(ctx.channel_id().get()));
        match which::acted_in(matches, &person, number_so_far(ctx), channel).await? {
            Which::One(game) => Ok(choices::of(&game, person.user_id, typed)),
            Which::Several(_) => Ok(Vec::new()),
        }
    };
    let legal = legal.await.unwrap_or_else(|failure: Failure| {
        failure.log();
        Vec::new()
    });
    let choices = legal.into_iter().map(AutocompleteChoice::from).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The match that has been filled in already while another option is being typed.
fn number_so_far(ctx: Context<'_>) -> Option<i64> {
    let poise::Context::Application(ctx) = ctx else { return None };
    ctx.args.iter().find_map(|option| match option.value {
        ResolvedValue::Integer(number) if option.name == "match" => Some(number),
        _ => None,
    })
}

/// Spend a garnet this round, or take that back
#[poise::command(slash_command)]
pub(super) async fn garnet(
    ctx: Context<'_>,
    #[description = "True: do not spend it after all"] take_back: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let action = if take_back == Some(true) { "ungarnet" } else { "garnet" };
    send(ctx, ask(ctx, number, Ask::Typed(action.to_owned()))).await
}

/// Vote for the elimination candidate
#[poise::command(slash_command)]
pub(super) async fn vote(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Show)).await
}

/// See what is yours: priority, garnets, stored path, time left
#[poise::command(slash_command)]
pub(super) async fn me(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Me)).await
}

/// See the board
#[poise::command(slash_command)]
pub(super) async fn board(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, ask(ctx, number, Ask::Board)).await
}

/// See your matches
#[poise::command(slash_command)]
pub(super) async fn matches(ctx: Context<'_>) -> Result<(), Failure> {
    send(ctx, async { list(ctx.data(), &of_command(ctx).await?).await }).await
}

/// The most matches in a list.
const LISTED: usize = 10;

/// The matches that a person plays or has created.
pub(in crate::discord) async fn list(bot: &Bot, person: &Person) -> Result<Answer, Failure> {
    let matches = &bot.matches;
    let mut rows = matches.played_by(person.user_id).await?;
    rows.extend(matches.hosted_by(person.user_id).await?);
    rows.sort_by_key(|row| -row.id);
    rows.dedup_by_key(|row| row.id);
    let mut lines = Vec::new();
    for row in rows.iter().take(LISTED) {
        let game = matches.load(row.id).await?;
        lines.push(texts::match_line(&game, game.seat_of(person.user_id), person.hosts(&game)));
    }
    Ok(Answer::new(if lines.is_empty() { texts::no_matches() } else { lines.join("\n") }))
}
