//! `/move`, `/garnet`, `/vote`: answering what is asked.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::completion::completions;
use crate::ask::{Ask, ask};
use crate::ui::lookup::{self, Lookup};
use crate::ui::person::{id, of_command};
use crate::ui::{Context, Failure, filled_in, send};

/// Send your path for this round, or play your turn in notation
#[poise::command(slash_command, rename = "move")]
pub(crate) async fn step(
    ctx: Context<'_>,
    #[description = "A path such as ULD (- to stay), or your action in the game’s notation; left out, you get buttons"]
    #[autocomplete = "complete_action"]
    path: Option<String>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async { ask(ctx, number, path.map_or(Ask::Show, Ask::Typed)).await }).await
}

/// Completes with what the user may do now, in games of turns.
async fn complete_action(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let legal = async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, id(ctx.channel_id().get()));
        let number = filled_in(ctx, "match").and_then(|number| number.parse().ok());
        match lookup::acted_in(matches, &person, number, channel).await? {
            Lookup::One(game) => Ok(completions(&game, person.user_id, typed)),
            Lookup::Several(_) => Ok(Vec::new()),
        }
    };
    let legal = legal.await.unwrap_or_else(|failure: Failure| {
        failure.log();
        Vec::new()
    });
    let choices = legal.into_iter().map(AutocompleteChoice::from).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Spend a garnet this round, or take that back
#[poise::command(slash_command)]
pub(crate) async fn garnet(
    ctx: Context<'_>,
    #[description = "True: do not spend it after all"] take_back: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let action = if take_back == Some(true) { "ungarnet" } else { "garnet" };
    send(ctx, ask(ctx, number, Ask::Typed(action.to_owned()))).await
}

/// Vote for the elimination candidate
#[poise::command(slash_command)]
pub(crate) async fn vote(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Show)).await
}
