//! What players do around a game of turns: resigning, offers, nudges, rematches; and its course to look at.

use poise::serenity_prelude as serenity;
use serenity::CreateAttachment;

use crate::discord::answer::{Answer, send, send_later};
use crate::discord::ask::{Ask, fulfil, pick};
use crate::discord::deed::Deed;
use crate::discord::person::{id, of_command};
use crate::discord::which::{self, Which};
use crate::discord::{Context, Failure, texts_commands, texts_play as texts, turns};
use crate::games::{By, Names};
use crate::matches::{Line, Match, OfferKind};

/// Does a deed in the match that is meant, or asks which one that is.
async fn deed(ctx: Context<'_>, number: Option<i64>, deed: Deed) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, id(ctx.channel_id().get()));
    match which::of_turns(matches, &person, number, channel).await? {
        Which::One(game) => fulfil(matches, &person, channel, &game, &Ask::Deed(deed)).await,
        Which::Several(rows) => pick(matches, &rows, &Ask::Deed(deed)).await,
    }
}

/// Give up
#[poise::command(slash_command)]
pub(super) async fn resign(
    ctx: Context<'_>,
    #[description = "Yes, give up for good"] confirm: bool,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        if !confirm {
            return Ok(texts::not_resigned().into());
        }
        deed(ctx, number, Deed::Resign).await
    })
    .await
}

/// What is done about a draw
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Draw {
    #[name = "offer one"]
    Offer,
    #[name = "accept it"]
    Accept,
    #[name = "decline it, or withdraw my own"]
    Decline,
}

/// Offer a draw, or answer the offer of another
#[poise::command(slash_command)]
pub(super) async fn draw(
    ctx: Context<'_>,
    #[description = "What to do (default: offer one)"] what: Option<Draw>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let what = match what {
        None | Some(Draw::Offer) => Deed::Offer(OfferKind::Draw),
        Some(Draw::Accept) => Deed::Accept(OfferKind::Draw),
        Some(Draw::Decline) => Deed::Decline(OfferKind::Draw),
    };
    send(ctx, deed(ctx, number, what)).await
}

/// What is done about a takeback
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Takeback {
    #[name = "ask for one"]
    Ask,
    #[name = "accept it"]
    Accept,
    #[name = "decline it, or withdraw my own"]
    Decline,
}

/// Ask the others to take your last action back, or answer another who asks
#[poise::command(slash_command)]
pub(super) async fn takeback(
    ctx: Context<'_>,
    #[description = "What to do (default: ask for one)"] what: Option<Takeback>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let what = match what {
        None | Some(Takeback::Ask) => Deed::Offer(OfferKind::Takeback),
        Some(Takeback::Accept) => Deed::Accept(OfferKind::Takeback),
        Some(Takeback::Decline) => Deed::Decline(OfferKind::Takeback),
    };
    send(ctx, deed(ctx, number, what)).await
}

/// Ask whoever the match waits for to go on
#[poise::command(slash_command)]
pub(super) async fn nudge(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, deed(ctx, number, Deed::Nudge)).await
}

/// Claim the seat of somebody whose time has run out
#[poise::command(slash_command)]
pub(super) async fn claim(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_turns"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, deed(ctx, number, Deed::Claim)).await
}

/// Play a match again with the same players
#[poise::command(slash_command)]
pub(super) async fn rematch(
    ctx: Context<'_>,
    #[description = "Which match (default: the last one here that you played)"]
    #[rename = "match"]
    #[autocomplete = "which::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let game =
            which::ended(&ctx.data().matches, &person, number, id(ctx.channel_id().get()), true).await?;
        turns::deeds::rematch(ctx.http(), &ctx.data().matches, &person, &game).await
    })
    .await
}

/// The match whose course somebody wants to see: one that goes on, else the last one here.
async fn seen(ctx: Context<'_>, number: Option<i64>) -> Result<Match, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, id(ctx.channel_id().get()));
    let game = match which::seen(matches, &person, number, channel).await {
        Ok(Which::One(game)) => *game,
        Ok(Which::Several(rows)) => return Err(Failure::denied(texts::say_which_of(&rows))),
        Err(Failure::Denied(_)) if number.is_none() => {
            which::ended(matches, &person, None, channel, false).await?
        }
        Err(failure) => return Err(failure),
    };
    // The channel may be hidden from others in its guild: whoever writes in it can see it.
    let takes_part = game.seat_of(person.user_id).is_some() || person.hosts(&game);
    if !takes_part && channel != game.row.channel_id {
        return Err(Failure::denied(texts_commands::board_elsewhere(game.row.id)));
    }
    Ok(game)
}

/// Read everything that happened in a match
#[poise::command(slash_command)]
pub(super) async fn history(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async { told(&seen(ctx, number).await?) }).await
}

/// The most characters of the lines in the message; the file holds all of them.
const LINES: usize = 1_700;

/// The log in notation and words: the end of it in the message, the whole as a file.
fn told(game: &Match) -> Result<Answer, Failure> {
    if !game.has_turns() || !game.is_disclosed() {
        return Err(Failure::denied(texts::no_history(game)));
    }
    let (lines, names) = (game.history(), game.names());
    if lines.is_empty() {
        return Ok(texts::nothing_yet(game).into());
    }
    let plain: Vec<String> =
        lines.iter().map(|line| texts::history_plain(line, &who(line, &names))).collect();
    let mut shown: Vec<String> = Vec::new();
    let mut length = 0;
    for line in lines.iter().rev() {
        let line = texts::history_line(line, &crate::discord::escape::name(&who(line, &names)));
        length += line.chars().count() + 1;
        if length > LINES {
            break;
        }
        shown.push(line);
    }
    shown.reverse();
    let heading = texts::history_heading(game, lines.len() - shown.len());
    let file = CreateAttachment::bytes(plain.join("\n"), format!("match-{}-history.txt", game.row.id));
    Ok(Answer::new(format!("{heading}\n{}", shown.join("\n"))).file(file))
}

/// Who made an entry.
fn who(line: &Line, names: &Names) -> String {
    match line.by {
        By::Seat(seat) => names.get(seat).into_owned(),
        By::Clock => texts::THE_CLOCK.to_owned(),
        By::Host | By::Stranger => texts::THE_HOST.to_owned(),
    }
}

/// Watch a match from its beginning, as an animation
#[poise::command(slash_command)]
pub(super) async fn replay(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async { turns::deeds::replay(&seen(ctx, number).await?).await }).await
}
