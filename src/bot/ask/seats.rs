//! Seats that change hands while a match is being played, as far as players decide it: `/substitute` and `/leave`, and the buttons
//! below the question whether somebody takes over a seat. Hosts ask that question with `/host replace`.

use std::sync::Arc;

use poise::serenity_prelude::{Http, User};

use super::texts;
use crate::info::mine;
use crate::lobby::names::{display_name, nick};
use crate::lobby::texts::bots_do_not_play;
use crate::ui::lookup;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Context, Failure, SeatRequest, Typed, send};
use crate::ui::{moment, readers};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Command, Computed, HOUR, Match, Millis, Person};
use trigon_rules::games::Seat;

/// Have somebody else play your seat for a time
#[poise::command(slash_command)]
pub(crate) async fn substitute(
    ctx: Context<'_>,
    #[description = "Who plays for you"] with: Option<User>,
    #[description = "For how many hours (default 24); then you play on by yourself"]
    #[min = 1]
    #[max = 672]
    hours: Option<u32>,
    #[description = "Or until when, such as: sun 20:00 Europe/Berlin, or 2026-12-05 08:00 UTC"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    until: Option<Typed>,
    #[description = "Come back now"] stop: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        if stop == Some(true) {
            return come_back(ctx, &person, number).await;
        }
        let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
        let found = lookup::played(matches, &person, lookup::numbered(ctx, number), channel).await?;
        let game = found.one("There are several matches")?;
        let with = with.ok_or_else(|| Failure::denied(texts::WITH_WHOM))?;
        let (user, name) = user_and_name(ctx, &with)?;
        let since = readers::check(ctx.http(), matches, &game, user).await?;
        let time = match (hours, until) {
            (Some(_), Some(_)) => return Err(Failure::denied(texts::HOURS_OR_UNTIL)),
            (hours, None) => Millis::from(hours.unwrap_or(DEFAULT_SUBSTITUTE_HOURS)) * HOUR,
            (None, Some(until)) => {
                let now = matches.clock().now();
                moment::read(&until, now)? - now
            }
        };
        let lend = Command::Lend { user, name, time, since };
        let game = matches.ask(game.id, &person, lend).await?.game;
        Ok(Answer::new(texts::asked_to_substitute(&game, user)))
    })
    .await
}

/// Brings a player back to the seat that they have lent, or no longer asks anybody to play for them.
async fn come_back(ctx: Context<'_>, person: &Person, number: Option<i64>) -> Result<Answer, Failure> {
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    // A player who has lent their seat is not found by `played`.
    let found = lookup::seen(matches, person, lookup::numbered(ctx, number), channel).await?;
    let game = found.one("There are several matches")?;
    let withdraws = game.seat_of(person.user_id).is_some_and(|seat| game.handover(seat).is_some());
    let game = matches.ask(game.id, person, Command::Return).await?.game;
    if withdraws {
        return Ok(Answer::new(texts::nobody_is_asked(&game)));
    }
    Ok(mine::me(matches.clock().now(), person, &game).await?.under(&texts::took_over(&game)))
}

/// For how many hours a substitute plays unless something else is said.
const DEFAULT_SUBSTITUTE_HOURS: u32 = 24;

/// Leave a match for good
#[poise::command(slash_command)]
pub(crate) async fn leave(
    ctx: Context<'_>,
    #[description = "Yes, leave for good"] confirm: bool,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
        let found = lookup::played(matches, &person, lookup::numbered(ctx, number), channel).await?;
        let game = found.one("You’re playing in several matches")?;
        if !confirm {
            return Ok(Answer::new(texts::not_left(&game)));
        }
        let game = matches.ask(game.id, &person, Command::Leave).await?.game;
        Ok(Answer::new(texts::left(&game, person.user_id)))
    })
    .await
}

/// Agrees to a request to take over a seat, as the person who was asked or as its player. Whoever takes it reads at once what
/// its player knew.
pub(crate) async fn accept(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: &Match,
    request: SeatRequest,
) -> Result<Answer, Failure> {
    let (user, seat) = (person.user_id, seat_of(request));
    // No matter who answers, the seat may pass at once to the person who was asked.
    let newcomer =
        game.handover(seat).map(|handover| handover.user).filter(|user| Computed::of(*user).is_none());
    if let Some(newcomer) = newcomer {
        readers::check(http, &bot.matches, game, newcomer).await?;
    }
    let now = answer_handover(bot, person, game, request, true).await?;
    let had_seat = game.seat_of(user) == Some(seat);
    let has_seat = now.seat_of(user) == Some(seat);
    if has_seat && game.seat_of(user).is_none() {
        return Ok(mine::me(bot.matches.clock().now(), person, &now).await?.under(&texts::took_over(&now)));
    }
    let has_handed_over = had_seat && now.seat_of(user).is_none();
    Ok(Answer::new(if has_handed_over { texts::handed_over(&now) } else { texts::waits_for_the_other(&now) }))
}

/// Declines a request to take over a seat.
pub(crate) async fn decline(
    bot: &Bot,
    person: &Person,
    game: &Match,
    request: SeatRequest,
) -> Result<Answer, Failure> {
    let now = answer_handover(bot, person, game, request, false).await?;
    Ok(Answer::new(texts::not_taken_over(&now)))
}

/// Answers a request to take over a seat, and returns the match after that.
async fn answer_handover(
    bot: &Bot,
    person: &Person,
    game: &Match,
    request: SeatRequest,
    accept: bool,
) -> Result<Arc<Match>, Failure> {
    let command = Command::AnswerHandover { seat: seat_of(request), number: request.number, accept };
    Ok(bot.matches.ask(game.id, person, command).await?.game)
}

/// Returns the seat that a request is about. A number that no seat has becomes seat 0, which the match refuses.
fn seat_of(request: SeatRequest) -> Seat {
    Seat::new(u8::try_from(request.seat).unwrap_or(0))
}

/// Returns a member to whom a seat is to pass, with their name.
///
/// # Errors
/// If they are a bot, or no member of the server.
pub(crate) fn user_and_name(ctx: Context<'_>, user: &User) -> Result<(UserId, String), Failure> {
    if user.bot {
        return Err(Failure::denied(bots_do_not_play(user.id.get())));
    }
    Ok((user.id.stored(), display_name(user, nick(ctx, user.id)?)))
}
