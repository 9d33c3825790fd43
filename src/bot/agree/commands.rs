//! `/resign`, `/draw`, `/takeback`, `/nudge`, `/claim`, `/rematch`: what players do in a match of turns besides acting.

use super::deed::Deed;
use super::texts;
use crate::ask::{Ask, ask};
use crate::lobby::press::rematch as play_again;
use crate::ui::lookup;
use crate::ui::person::{id, of_command};
use crate::ui::{Answer, Context, Failure, send};
use trigon_engine::matches::OfferKind;

/// Resign from a match
#[poise::command(slash_command)]
pub(crate) async fn resign(
    ctx: Context<'_>,
    #[description = "Yes, resign for good"] confirm: bool,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        if !confirm {
            return Ok(texts::not_resigned().into());
        }
        ask(ctx, number, Ask::Deed(Deed::Resign)).await
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
    let what = match what {
        None | Some(Draw::Offer) => Deed::Offer(OfferKind::Draw),
        Some(Draw::Accept) => Deed::Accept(OfferKind::Draw),
        Some(Draw::Decline) => Deed::Decline(OfferKind::Draw),
    };
    send(ctx, ask(ctx, number, Ask::Deed(what))).await
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
    let what = match what {
        None | Some(Takeback::Ask) => Deed::Offer(OfferKind::Takeback),
        Some(Takeback::Accept) => Deed::Accept(OfferKind::Takeback),
        Some(Takeback::Decline) => Deed::Decline(OfferKind::Takeback),
    };
    send(ctx, ask(ctx, number, Ask::Deed(what))).await
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
    send(ctx, ask(ctx, number, Ask::Deed(Deed::Nudge))).await
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
    send(ctx, ask(ctx, number, Ask::Deed(Deed::Claim))).await
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
        let game =
            lookup::ended(&ctx.data().matches, &person, number, id(ctx.channel_id().get()), true).await?;
        let new = play_again(ctx.http(), ctx.data(), &person, &game).await?;
        Ok(Answer::new(texts::rematch(&new)))
    })
    .await
}
