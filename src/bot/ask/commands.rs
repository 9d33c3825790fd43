//! The commands of players in a match, such as `/move`, `/me`, `/board`, `/away`, `/draw` and `/rematch`.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::{Ask, ask};
use crate::agree::{self, PlayerCommand};
use crate::announce::shared;
use crate::info::access::viewable;
use crate::info::texts::{ENDS_FIRST, HOW_LONG_AWAY, TWO_BEGINNINGS, TWO_ENDS};
use crate::play::{Completions, completions, texts};
use crate::ui::lookup::{self, Lookup};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Context, Failure, Typed, filled_in, moment, send, send_later, without_option};
use trigon_engine::matches::{HOUR, Millis, OfferKind};

/// Send your path for this round, or play your turn in notation
#[poise::command(slash_command, rename = "move")]
pub(crate) async fn step(
    ctx: Context<'_>,
    #[description = "A path such as LUR from △ or LDR from ▽ (- to stay), or your action; left out, you get buttons"]
    #[autocomplete = "complete_action"]
    action: Option<Typed>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        ask(ctx, number, action.map_or(Ask::Show, |action| Ask::Typed(without_option(&action)))).await
    })
    .await
}

/// Completes the user's legal actions in turn-based games.
async fn complete_action(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Completions { actions, more } = legal_completions(ctx, typed).await.unwrap_or_else(|failure| {
        failure.log();
        Completions::default()
    });
    let more_line =
        (more > 0).then(|| AutocompleteChoice::new(texts::more_actions(more), texts::type_on_value(typed)));
    let choices = actions.into_iter().map(AutocompleteChoice::from).chain(more_line);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Returns the user's legal actions that match the typed text, in the match of the option `match` or in the only one.
async fn legal_completions(ctx: Context<'_>, typed: &str) -> Result<Completions, Failure> {
    let person = of_command(ctx).await?;
    let number = filled_in(ctx, "match").and_then(|number| number.parse().ok());
    let channel = ctx.channel_id().stored();
    match lookup::acted_in(&ctx.data().matches, &person, lookup::numbered(ctx, number), channel).await? {
        Lookup::One(game) => Ok(completions(&game, person.user_id, &Typed::new(typed))),
        Lookup::Several(_) => Ok(Completions::default()),
    }
}

/// See where you stand, what you’ve stored and the time left
#[poise::command(slash_command)]
pub(crate) async fn me(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Me)).await
}

/// See the board
#[poise::command(slash_command)]
pub(crate) async fn board(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, ask(ctx, number, Ask::Board)).await
}

/// Resign from a match
#[poise::command(slash_command)]
pub(crate) async fn resign(
    ctx: Context<'_>,
    #[description = "Yes, resign for good"] confirm: bool,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_resignable"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        if !confirm {
            return Ok(agree::not_resigned().into());
        }
        ask(ctx, number, Ask::Perform(PlayerCommand::Resign)).await
    })
    .await
}

/// What to do about a draw
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Draw {
    #[name = "offer one"]
    Offer,
    #[name = "accept it"]
    Accept,
    #[name = "decline it, or withdraw my own"]
    Decline,
}

/// Offer a draw, or answer an offer
#[poise::command(slash_command)]
pub(crate) async fn draw(
    ctx: Context<'_>,
    #[description = "What to do (default: offer one)"] what: Option<Draw>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let command = match what {
        None | Some(Draw::Offer) => PlayerCommand::Offer(OfferKind::Draw),
        Some(Draw::Accept) => PlayerCommand::Accept(OfferKind::Draw),
        Some(Draw::Decline) => PlayerCommand::Decline(OfferKind::Draw),
    };
    send(ctx, ask(ctx, number, Ask::Perform(command))).await
}

/// What to do about a takeback
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Takeback {
    #[name = "ask for one"]
    Ask,
    #[name = "accept it"]
    Accept,
    #[name = "decline it, or withdraw my own"]
    Decline,
}

/// Ask the others to undo your last action, or answer somebody who asks
#[poise::command(slash_command)]
pub(crate) async fn takeback(
    ctx: Context<'_>,
    #[description = "What to do (default: ask for one)"] what: Option<Takeback>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let command = match what {
        None | Some(Takeback::Ask) => PlayerCommand::Offer(OfferKind::Takeback),
        Some(Takeback::Accept) => PlayerCommand::Accept(OfferKind::Takeback),
        Some(Takeback::Decline) => PlayerCommand::Decline(OfferKind::Takeback),
    };
    send(ctx, ask(ctx, number, Ask::Perform(command))).await
}

/// Remind the player whose turn it is
#[poise::command(slash_command)]
pub(crate) async fn nudge(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Perform(PlayerCommand::Nudge))).await
}

/// Say that your answer is final: once everyone is ready, the round ends early
#[poise::command(slash_command)]
pub(crate) async fn ready(
    ctx: Context<'_>,
    #[description = "No takes it back"] ready: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Perform(PlayerCommand::Ready(ready.unwrap_or(true))))).await
}

/// Say that you will be away: in games of turns, your clock stands still
#[poise::command(slash_command)]
pub(crate) async fn away(
    ctx: Context<'_>,
    #[description = "For how many days"]
    #[min = 1]
    #[max = 60]
    days: Option<u32>,
    #[description = "In how many days that begins (default: now)"]
    #[min = 0]
    #[max = 60]
    in_days: Option<u32>,
    #[description = "Or when it begins, such as: fri 19:00 Europe/Berlin, or 2026-12-05 08:00 UTC"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    from: Option<Typed>,
    #[description = "Or when it ends, such as: sun 20:00 Europe/Berlin"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    to: Option<Typed>,
    #[description = "Be back now, or not be away after all"] back: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        if back == Some(true) {
            return ask(ctx, number, Ask::Back).await;
        }
        let now = ctx.data().matches.clock().now();
        let from = read_beginning(from.as_ref(), in_days, now)?;
        let to = match (to, days) {
            (Some(to), None) => moment::read_end(&to, from, now, ENDS_FIRST)?,
            (None, Some(days)) => from + in_millis(days),
            (Some(_), Some(_)) => return Err(Failure::denied(TWO_ENDS)),
            (None, None) => return Err(Failure::denied(HOW_LONG_AWAY)),
        };
        ask(ctx, number, Ask::Away(from, to)).await
    })
    .await
}

/// Reads when an absence begins: at a time, in some days or now.
fn read_beginning(from: Option<&Typed>, in_days: Option<u32>, now: Millis) -> Result<Millis, Failure> {
    match (from, in_days) {
        (Some(from), None) => moment::read(from, now),
        (None, in_days) => Ok(now + in_millis(in_days.unwrap_or(0))),
        (Some(_), Some(_)) => Err(Failure::denied(TWO_BEGINNINGS)),
    }
}

fn in_millis(days: u32) -> Millis {
    Millis::from(days) * 24 * HOUR
}

/// Leave paths for the rounds after this one, or plan what you play if others play as you expect
#[poise::command(slash_command)]
pub(crate) async fn ahead(
    ctx: Context<'_>,
    #[description = "Rounds: URD, -, UL; turns: THEIRS; YOURS; none takes it back; left out, you see it"]
    #[max_length = 200]
    answers: Option<Typed>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Ahead(answers.map(String::from).unwrap_or_default()))).await
}

/// Claim the seat of somebody whose time has run out
#[poise::command(slash_command)]
pub(crate) async fn claim(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Perform(PlayerCommand::Claim))).await
}

/// Get a few lines about a match, to copy to wherever you like
#[poise::command(slash_command)]
pub(crate) async fn share(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async { shared(&*viewable(ctx, number).await?) }).await
}

/// Play a match again with the same players
#[poise::command(slash_command)]
pub(crate) async fn rematch(
    ctx: Context<'_>,
    #[description = "Which match (default: the last one here that you played)"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let game = lookup::to_play_again(
            &ctx.data().matches,
            &person,
            lookup::numbered(ctx, number),
            ctx.channel_id().stored(),
        )
        .await?;
        agree::play_again(&ctx.data().matches, &person, &game).await
    })
    .await
}
